// Which lamps ask for a hand, and what the page knows besides what the daemon says: clocks, and that it is silent.

const RANK = ["good", "unknown", "warning", "bad"];
const CLOCKS_APART_MS = 5000; // less is the way of the answer, and a tablet that is a little off

export function worstOf(checks) {
  return checks.reduce((worst, { lamp }) => (RANK.indexOf(lamp) > RANK.indexOf(worst) ? lamp : worst), "good");
}

// What somebody has to do, the worst first: `{table, check}`, `table` being null for the daemon as a whole.
export function tasksOf(daemon, tables) {
  const all = daemon.map((check) => ({ table: null, check }));
  for (const { table, checks } of tables) all.push(...checks.map((check) => ({ table, check })));
  const asking = all.filter(({ check }) => check.lamp === "bad" || check.lamp === "warning");
  return asking.sort((a, b) => RANK.indexOf(b.check.lamp) - RANK.indexOf(a.check.lamp));
}

// `last` is `{document, atMs}`: the clocks of the daemon and of this device as they were when the answer came.
export function daemonChecks({ document, atMs }, words) {
  const checks = [...document.checks];
  const apartMs = Math.abs(Date.parse(document.now) - atMs);
  if (apartMs > CLOCKS_APART_MS) {
    checks.push({ name: "clock", lamp: "warning", line: words.say("line.clocks_apart", { seconds: Math.round(apartMs / 1000) }) });
  } else if (document.clock_synchronised === false) {
    checks.push({ name: "clock", lamp: "warning", line: words.say("line.clock_unsynchronised") });
  }
  return checks;
}

export function noAnswer(since, words) {
  return { name: "daemon", lamp: "bad", line: words.say("line.no_answer"), since };
}

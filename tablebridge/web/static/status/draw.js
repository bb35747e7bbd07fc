// The page's parts: one sentence on top, the list of what to do, each table's lamps with its figures.

import { arrange, make } from "/static/shared/element.js";

export function drawHead(head, { tasks, lamp, words }) {
  const text = sentence(tasks.length, lamp, words);
  arrange(head, [{ key: `${lamp} ${text}`, make: () => make("div.head", { lamp }, lampElement(lamp), make("h1", {}, text)) }]);
}

function sentence(count, lamp, words) {
  if (count > 1) return words.say("head.many", { count });
  if (count === 1) return words.say("head.one");
  return words.say(lamp === "unknown" ? "head.starting" : "head.good");
}

export function drawTasks(list, tasks, words) {
  list.hidden = tasks.length === 0;
  const wanted = tasks.map((task) => ({ key: JSON.stringify(task), make: () => taskElement(task, words) }));
  arrange(list, wanted);
}

function taskElement({ table, check }, words) {
  const { name, lamp, line, since } = check;
  return make(
    "article.task",
    { lamp, check: name, table: table ?? "" },
    lampElement(lamp),
    make(
      "div.task-text",
      {},
      make("p.what", {}, make("b", {}, words.say(`check.${name}`)), make("span.where", {}, table ?? ""), sinceElement(since, words)),
      make("p.do", {}, adviceOf(name, lamp, words)),
      lineElement(line),
    ),
  );
}

// What to do about a part that only warns is mostly in its own line.
function adviceOf(name, lamp, words) {
  const own = `do.${name}.${lamp}`;
  return words.say(words.has(own) ? own : `do.${name}`);
}

export function drawTables(holder, tables, words) {
  arrange(holder, tables.map(({ table }) => ({ key: table, make: () => make("article.table", { table }) })));
  tables.forEach((table, place) => drawTable(holder.children[place], table, words));
}

function drawTable(card, { table, checks, figures }, words) {
  if (!card.firstChild) card.append(make("h2", {}, words.say("table", { table })), make("ul.checks"), make("dl.figures"));
  const [, list, facts] = card.children;
  arrange(list, checks.map((check) => ({ key: JSON.stringify(check), make: () => checkElement(check, words) })));
  const shown = figuresOf(figures, words);
  arrange(facts, shown.map(([name, text]) => ({ key: `${name} ${text}`, make: () => figureElement(name, text, words) })));
}

function checkElement({ name, lamp, line }, words) {
  return make("li.check", { check: name, lamp }, lampElement(lamp), make("span.check-name", {}, words.say(`check.${name}`)), lineElement(line));
}

// The daemon's own words, which are English: the log has the same ones.
function lineElement(line) {
  const element = make("span.line", {}, line);
  element.lang = "en";
  return element;
}

function sinceElement(since, words) {
  if (!since) return "";
  const time = new Date(since).toLocaleTimeString(words.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return make("span.since", {}, words.say("since", { time }));
}

function figuresOf(figures, words) {
  const { last_event_s: event, look_ms: look, model, commands } = figures;
  const open = "–";
  return [
    ["last_event", event === null ? words.say("none_yet") : words.say("ago", { time: duration(event, words) })],
    ["viewers", String(figures.viewers)],
    ["delay", duration(figures.delay_s, words)],
    ["look", look === null ? open : `${look} ms`],
    ["model", model ?? open],
    ["commands", commands.length ? commands.join(", ") : words.say("off")],
  ];
}

function figureElement(name, text, words) {
  return make("div.figure", { figure: name }, make("dt", {}, words.say(`figure.${name}`)), make("dd", {}, text));
}

function duration(seconds, words) {
  if (seconds < 90) return words.say("seconds", { number: Math.round(seconds) });
  if (seconds < 5400) return words.say("minutes", { number: Math.round(seconds / 60) });
  return words.say("hours", { number: Math.round(seconds / 360) / 10 });
}

// A lamp has a shape, too: red and green are one colour to some.
function lampElement(lamp) {
  const element = make("i.light", { lamp });
  element.setAttribute("aria-hidden", "true");
  return element;
}

export function drawFoot(foot, last, words) {
  const { document } = last ?? {};
  const texts = document
    ? [
        `tablebridge ${document.version}`,
        words.say("running", { time: duration(document.running_s, words) }),
        words.say("all_viewers", { count: document.viewers }),
      ]
    : [];
  arrange(foot, texts.map((text) => ({ key: text, make: () => make("span", {}, text) })));
}

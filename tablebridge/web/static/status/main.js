// The staff's page: asks the daemon every few seconds how its machines do, and says what to do where one needs a hand.

import { dress, readAddress } from "/static/shared/address.js";
import { keepFonts } from "/static/shared/fonts.js";
import { loadWords } from "/static/shared/words.js";
import { daemonChecks, noAnswer, tasksOf, worstOf } from "./checks.js";
import { drawFoot, drawHead, drawTables, drawTasks } from "./draw.js";

const EVERY_MS = 2000;
const PATIENCE_MS = 5000; // an answer that takes longer is none

const address = readAddress();
dress(address);
const words = await loadWords(address.lang, "status");
keepFonts(...words.texts);

let last = null; // the last document that came, with the moment it came
let silentSince = null;

for (;;) {
  await ask();
  draw();
  await new Promise((next) => setTimeout(next, EVERY_MS));
}

async function ask() {
  const query = address.table === null ? "" : `?table=${encodeURIComponent(address.table)}`;
  try {
    const answer = await fetch(`/api/status${query}`, { signal: AbortSignal.timeout(PATIENCE_MS), cache: "no-store" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    last = { document: await answer.json(), atMs: Date.now() };
    silentSince = null;
  } catch {
    silentSince ??= new Date().toISOString();
  }
}

function draw() {
  const isLive = silentSince === null;
  const ownChecks = isLive ? daemonChecks(last, words) : [noAnswer(silentSince, words)];
  const tables = last?.document.tables ?? [];
  // what a daemon said that is silent now is shown, but calls for nothing
  const tasks = tasksOf(ownChecks, isLive ? tables : []);
  document.body.dataset.connected = String(isLive);
  document.body.dataset.lamp = isLive ? worstOf([...ownChecks, ...tables.flatMap((table) => table.checks)]) : "bad";
  document.body.dataset.tasks = String(tasks.length);
  drawHead(document.querySelector("#head"), { tasks, lamp: document.body.dataset.lamp, words });
  drawTasks(document.querySelector("#todo"), tasks, words);
  drawTables(document.querySelector("#tables"), tables, words);
  drawFoot(document.querySelector("#foot"), last, words);
}

// The bar above, the lines that say what is wrong, and the menus of tables and hands.

import { arrange, make } from "/static/shared/element.js";
import { keyOf } from "./store.js";
import { say } from "./words.js";

export function drawBar(store, round) {
  const { body } = document;
  body.dataset.connected = String(store.connected);
  body.dataset.table = store.table ?? "";
  if (store.state) Object.assign(body.dataset, { phase: store.state.phase, sequence: store.state.sequence });
  document.querySelector("#round").textContent = round;
  const word = store.connected ? "connected" : store.everConnected ? "lost" : "connecting";
  document.querySelector("#link-text").textContent = say(word);
  document.querySelector("#referees").textContent = store.referees.length ? say("at_console", { names: store.referees.join(", ") }) : "";
}

export function drawNotices(holder, store) {
  const lines = Object.entries(store.parts)
    .filter(([, { status }]) => status === "offline")
    .map(([part, { line }]) => ({ kind: "part", text: partText(part, line ?? "") }));
  if (store.state && !store.state.in_step) {
    lines.push({ kind: "out-of-step", text: [say("out_of_step"), store.state.out_of_step].filter(Boolean).join(": ") });
  }
  arrange(holder, lines.map((line) => ({ key: JSON.stringify(line), make: () => make("p.notice", { notice: line.kind }, line.text) })));
}

function partText(part, line) {
  return part === "evidence" ? say("evidence_offline", { line }) : say("part_offline", { part: say(part), line });
}

export function fillTables(menu, store) {
  menu.replaceChildren(...store.tables.map((table) => new Option(table, table)));
  menu.value = store.table;
  menu.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("table", menu.value);
    location.href = address.href;
  });
}

// The newest hand first.
export function drawHands(menu, store) {
  const shown = store.shownHand();
  const hands = [...store.hands].reverse();
  const wanted = hands.map((hand) => {
    const text = say("hand_number", { game: hand.game, hand: hand.hand + 1 });
    return { key: `${keyOf(hand)} ${text}`, make: () => new Option(text, keyOf(hand)) };
  });
  if (menu === document.activeElement) return; // never under the referee's finger
  arrange(menu, wanted);
  if (shown) menu.value = keyOf(shown);
}

// What is still hidden: the copies of each kind that nobody has seen, the wall, and what an opened hand waits for.

import { doraKinds } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { SEATS, seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";
import { rowsOf, unseen } from "./unseen.js";

export function drawWaits(root, { state, words, players }) {
  if (!root.firstChild) {
    root.append(make("div.waits.panel", {}, make("header.wt-head"), make("div.wt-rows"), make("div.wt-hands")));
  }
  root.firstChild.hidden = state.round_wind === null; // nothing is known of a table where no hand has begun
  if (root.firstChild.hidden) return;
  const left = unseen(state);
  const dora = doraKinds(state.indicators);
  drawHead(root.querySelector(".wt-head"), state, left, dora, words);
  const rows = rowsOf(state.tradition).map((kinds) => {
    const cells = kinds.map((kind) => ({ kind, left: left.get(kind), isDora: dora.has(kind) }));
    return { key: JSON.stringify(cells), make: () => make("div.wt-row", {}, ...cells.map(cellElement)) };
  });
  arrange(root.querySelector(".wt-rows"), rows);
  const hands = openHands(state).map(({ seat, kinds }) => {
    const waits = kinds.map((kind) => ({ kind, left: left.get(kind) ?? 0, isDora: dora.has(kind) }));
    const label = seatLabel(seat, { state, words, players });
    return { key: JSON.stringify([label, waits, words.lang]), make: () => handElement(seat, label, waits, words) };
  });
  const holder = root.querySelector(".wt-hands");
  arrange(holder, hands);
  holder.hidden = hands.length === 0;
}

// Hands that were laid open and are ready: the state tells what completes them.
function openHands(state) {
  return SEATS.map((seat) => ({ seat, kinds: state.seats[seat]?.waits ?? [] })).filter(({ kinds }) => kinds.length > 0);
}

function drawHead(head, state, left, dora, words) {
  const figures = [["figure.wall", state.wall_left ?? "–"]];
  if (dora.size > 0) figures.push(["figure.dora", [...dora].reduce((sum, kind) => sum + (left.get(kind) ?? 0), 0)]);
  arrange(head, [
    { key: words.say("unseen"), make: () => make("b", {}, words.say("unseen")) },
    ...figures.map(([key, value]) => ({ key: `${key} ${value}`, make: () => figureElement(key, value, words) })),
  ]);
}

function figureElement(key, value, words) {
  return make("span.wt-figure", { figure: key, value }, make("span.label", {}, words.say(key)), make("b", {}, `${value}`));
}

function cellElement({ kind, left, isDora }) {
  return make("span.wt-cell", { kind, left }, tileElement(kind, { dora: isDora }), make("b", {}, `${left}`));
}

function handElement(seat, label, waits, words) {
  const total = waits.reduce((sum, { left }) => sum + left, 0);
  const row = make("div.wt-hand", { seat, left: total });
  row.append(make("span.name", {}, label), make("span.label", {}, words.say("waits")));
  row.append(make("span.wt-waits", {}, ...waits.map(cellElement)));
  return row;
}

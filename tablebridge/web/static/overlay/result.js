// How the hand ended: who won with what, what it was worth, and who paid.

import { doraOf, kindOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";

const SEATS = ["A", "B", "C", "D"];
const TITLES = { exhaustive_draw: "Exhaustive draw", abortive_draw: "Abortive draw", void: "Void" };
const CALLS = { riichi: ["TSUMO", "RON"] };
const ANY_CALLS = ["SELF-DRAW", "WIN"];

export function drawResult(panel, state) {
  const { result } = state;
  panel.hidden = !result;
  arrange(panel, result ? [{ key: JSON.stringify(result), make: () => content(result, state) }] : []);
  if (result) panel.dataset.kind = result.kind;
}

function content(result, state) {
  const element = make("div.result-content");
  if (result.wins.length > 1) element.classList.add(result.wins.length > 2 ? "three-wins" : "two-wins");
  if (result.kind === "win") element.append(...result.wins.map((win) => winElement(win, state)));
  else element.append(drawTitle(result));
  if (result.delta) element.append(deltas(result.delta, state));
  return element;
}

function drawTitle(result) {
  const title = make("div.result-title", {}, make("b", {}, TITLES[result.kind] ?? result.kind));
  if (result.reason) title.append(make("span.reason", {}, words(result.reason)));
  return title;
}

function winElement(win, state) {
  const selfDrawn = !win.from_seat;
  const element = make("div.win", { winner: win.seat }, winTitle(win, state, selfDrawn), winHand(win, state));
  if (win.from_seat) element.dataset.from = win.from_seat;
  element.append(make("div.win-body", {}, patterns(win.patterns), worth(win)));
  return element;
}

function winTitle(win, state, selfDrawn) {
  const title = make(
    "div.result-title",
    {},
    make("b.call", {}, (CALLS[state.tradition] ?? ANY_CALLS)[selfDrawn ? 0 : 1]),
    make("span.winner", {}, seatLabel(win.seat, state)),
  );
  if (!selfDrawn) title.append(make("span.from", {}, `from ${seatLabel(win.from_seat, state)}`));
  return title;
}

function winHand(win, state) {
  const hand = make("div.win-hand");
  hand.append(...[...win.concealed].sort(bySuit).map((tile) => tileElement(tile)));
  for (const meld of state.seats[win.seat]?.melds ?? []) {
    hand.append(make("span.gap"), ...meld.tiles.map((tile) => tileElement(tile.tile)));
  }
  if (win.tile) hand.append(make("span.gap"), make("span.winning-tile", {}, tileElement(win.tile)));
  hand.append(...win.flowers.map((tile) => tileElement(tile)));
  if (hand.querySelectorAll(".tile").length > 15) hand.classList.add("long");
  if (win.ura_indicators.length) {
    hand.append(make("span.ura", {}, make("span.label", {}, "Ura"), ...win.ura_indicators.map(uraTile)));
  }
  return hand;
}

// As players sort a hand: suit by suit, a red five beside the other fives.
function bySuit(first, second) {
  const place = (tile) => `${tile[1]}${kindOf(tile)}`;
  return place(first).localeCompare(place(second));
}

function uraTile(indicator) {
  const dora = doraOf(indicator);
  const tile = tileElement(dora ?? indicator, { dora: Boolean(dora) });
  tile.dataset.indicator = indicator;
  return tile;
}

function patterns(list) {
  const element = make("ul.patterns");
  if (list.length > 6) element.classList.add("two-columns");
  for (const { name, title, value } of list) {
    element.append(make("li", { pattern: name, han: value }, make("span.name", {}, title?.en ?? words(name)), make("b", {}, `${value}`)));
  }
  if (!list.length) element.append(make("li.no-yaku", {}, "No yaku"));
  return element;
}

function worth(win) {
  const element = make("div.worth");
  if (win.points === undefined) return element; // a win that does not stand has no value
  if (win.unit !== "han") {
    element.append(make("span.han-fu", { unit: win.unit, value: win.value }, `${win.value} ${win.unit}`));
  } else if (win.fu) {
    element.append(make("span.han-fu", { han: win.han, fu: win.fu }, `${win.han} han  ${win.fu} fu`));
  }
  if ((win.limit ?? "none") !== "none") element.append(make("span.limit", { limit: win.limit }, words(win.limit)));
  element.append(make("span.win-points", { winPoints: win.points.total }, number(win.points.total)));
  return element;
}

function deltas(delta, state) {
  const row = make("div.deltas");
  SEATS.forEach((name, place) => {
    const change = delta[place];
    const sign = change > 0 ? "gain" : change < 0 ? "loss" : "none";
    const text = change > 0 ? `+${number(change)}` : change < 0 ? `−${number(-change)}` : "0";
    row.append(
      make("div.delta", { deltaSeat: name, delta: change, sign }, make("span.who", {}, seatLabel(name, state)), make("b", {}, text)),
    );
  });
  return row;
}

function seatLabel(name, state) {
  const wind = state.seats[name]?.wind;
  return wind ? `${words(wind)} (${name})` : `Seat ${name}`;
}

function number(value) {
  return value.toLocaleString("en-US");
}

// "half_flush" and "haitei" as a reader sees them: "Half flush", "Haitei".
function words(name) {
  const text = String(name).replaceAll("_", " ");
  return text[0].toUpperCase() + text.slice(1);
}

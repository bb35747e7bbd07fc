// How the hand ended: who won with what, what it was worth, and who paid.

import { doraOf, kindOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { SEATS, seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";

// `context`: the words to say it in, and the players' names.
export function drawResult(panel, state, { words, players = [] }) {
  const { result } = state;
  panel.hidden = !result;
  const key = JSON.stringify([result, words.lang, players]);
  arrange(panel, result ? [{ key, make: () => content(result, { state, words, players }) }] : []);
  if (result) panel.dataset.kind = result.kind;
}

function content(result, context) {
  const element = make("div.result-content");
  if (result.wins.length > 1) element.classList.add(result.wins.length > 2 ? "three-wins" : "two-wins");
  if (result.kind === "win") element.append(...result.wins.map((win) => winElement(win, context)));
  else element.append(drawTitle(result, context));
  if (result.delta) element.append(deltas(result.delta, context));
  return element;
}

function drawTitle(result, { words }) {
  const title = make("div.result-title", {}, make("b", {}, words.say(`result.${result.kind}`)));
  if (result.reason) title.append(make("span.reason", {}, words.say(`reason.${result.reason}`)));
  return title;
}

function winElement(win, context) {
  const element = make("div.win", { winner: win.seat }, winTitle(win, context), winHand(win, context));
  if (win.from_seat) element.dataset.from = win.from_seat;
  element.append(make("div.win-body", {}, patterns(win.patterns, context.words), worth(win, context.words)));
  return element;
}

function winTitle(win, context) {
  const { words, state } = context;
  const way = win.from_seat ? "claim" : "self_draw";
  const title = make(
    "div.result-title",
    {},
    make("b.call", {}, words.say(`win.${state.tradition}.${way}`)),
    make("span.winner", {}, seatLabel(win.seat, context)),
  );
  if (win.from_seat) title.append(make("span.from", {}, words.say("from", { who: seatLabel(win.from_seat, context) })));
  return title;
}

function winHand(win, { state, words }) {
  const hand = make("div.win-hand");
  hand.append(...[...win.concealed].sort(bySuit).map((tile) => tileElement(tile)));
  for (const meld of state.seats[win.seat]?.melds ?? []) {
    hand.append(make("span.gap"), ...meld.tiles.map((tile) => tileElement(tile.tile)));
  }
  if (win.tile) hand.append(make("span.gap"), make("span.winning-tile", {}, tileElement(win.tile)));
  hand.append(...win.flowers.map((tile) => tileElement(tile)));
  if (hand.querySelectorAll(".tile").length > 15) hand.classList.add("long");
  if (win.ura_indicators.length) {
    const label = make("span.label", {}, words.say("figure.ura"));
    hand.append(make("span.ura", {}, label, ...win.ura_indicators.map(uraTile)));
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

function patterns(list, words) {
  const element = make("ul.patterns");
  if (list.length > 6) element.classList.add("two-columns");
  for (const { name, title, value } of list) {
    const text = make("span.name", {}, words.title(title, name));
    element.append(make("li", { pattern: name, han: value }, text, make("b", {}, `${value}`)));
  }
  if (!list.length) element.append(make("li.no-yaku", {}, words.say("no_pattern")));
  return element;
}

function worth(win, words) {
  const element = make("div.worth");
  if (win.points === undefined) return element; // a win that does not stand has no value
  if (win.unit !== "han") {
    element.append(make("span.han-fu", { unit: win.unit, value: win.value }, words.say(`unit.${win.unit}`, win)));
  } else if (win.fu) {
    const text = `${words.say("unit.han", { value: win.han })} ${words.say("unit.fu", { value: win.fu })}`;
    element.append(make("span.han-fu", { han: win.han, fu: win.fu }, text));
  }
  const limit = limitText(win.limit, words);
  if (limit) element.append(make("span.limit", { limit: win.limit }, limit));
  element.append(make("span.win-points", { winPoints: win.points.total }, words.number(win.points.total)));
  return element;
}

// `2x_yakuman` and higher multiples have a word of their own.
function limitText(limit = "none", words) {
  if (limit === "none") return null;
  const [, multiple] = /^(\d+)x_yakuman$/.exec(limit) ?? [];
  return multiple ? words.say("limit.multiple", { multiple }) : words.say(`limit.${limit}`);
}

function deltas(delta, context) {
  const row = make("div.deltas");
  SEATS.forEach((name, place) => {
    const change = delta[place];
    const sign = change > 0 ? "gain" : change < 0 ? "loss" : "none";
    const who = make("span.who", {}, seatLabel(name, context));
    const text = make("b", {}, context.words.change(change));
    row.append(make("div.delta", { deltaSeat: name, delta: change, sign }, who, text));
  });
  return row;
}

// How the hand ended: who won with what, what it was worth and why, and who paid.

import { doraOf, kindOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { phrase } from "/static/shared/phrase.js";
import { seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";
import { fuParts, patternList, worth } from "./explanation.js";
import { paymentCards } from "./payments.js";

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
  if (result.delta) element.append(paymentCards(result, context));
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
  const why = make("div.why", {}, patternList(win.patterns, context.words));
  if (win.fu_parts?.length && win.fu) why.append(fuParts(win, context.words));
  element.append(make("div.win-body", {}, why, worth(win, context.words)));
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
  if (win.from_seat) title.append(phrase("span.from", words, "from", seatLabel(win.from_seat, context)));
  for (const seat of win.liable) title.append(phrase("span.liable", words, "liable", seatLabel(seat, context), { liable: seat }));
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

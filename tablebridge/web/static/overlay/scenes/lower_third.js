// A strip at the bottom: the hand at the left, then each seat with name, wind, points and what it has declared.

import { doraOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { SEATS, seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";
import { changeElement, changeOf } from "./change.js";

const WIND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };
const WIDE = 14; // letters of points and change that have room at their own size: 131,200 +95,000
const LONG = 17;
const REPEATS = { riichi: "figure.honba", taiwan: "figure.streak" };

export function drawLowerThird(root, { state, words, players }) {
  if (!root.firstChild) build(root);
  root.firstChild.hidden = state.round_wind === null; // nothing is known of a table where no hand has begun
  if (root.firstChild.hidden) return;
  drawHand(root.querySelector(".lt-hand"), state, words);
  for (const cell of root.querySelectorAll(".lt-seat")) {
    drawSeat(cell, { state, words, players });
  }
}

function build(root) {
  const strip = make("div.lower-third.panel", {}, make("div.lt-hand"));
  for (const seat of SEATS) strip.append(make("div.lt-seat", { seat }));
  root.append(strip);
}

function drawHand(holder, state, words) {
  const figures = [["figure.wall", state.wall_left ?? "–"]];
  if (REPEATS[state.tradition]) figures.push([REPEATS[state.tradition], state.honba]);
  if (state.tradition === "riichi") figures.push(["figure.sticks", state.sticks]);
  const parts = [
    { key: `${state.round_wind} ${state.hand}`, make: () => roundElement(state, words) },
    { key: JSON.stringify(figures), make: () => make("div.lt-figures", {}, ...figures.map((figure) => figureElement(figure, words))) },
  ];
  if (state.tradition === "riichi") {
    parts.push({ key: `dora ${state.indicators}`, make: () => doraElement(state.indicators, words) });
  }
  arrange(holder, parts);
}

function roundElement(state, words) {
  const badge = make("span.wind-badge", {}, tileElement(WIND_TILES[state.round_wind]).firstChild);
  const text = make("span.lt-round-text", {}, make("b", {}, words.say(`round.${state.round_wind}`)));
  text.append(make("span", {}, words.say("hand", { number: state.hand + 1 })));
  return make("div.lt-round", { roundWind: state.round_wind, hand: state.hand }, badge, text);
}

function figureElement([key, value], words) {
  return make("span.lt-figure", { figure: key }, make("span.label", {}, words.say(key)), make("b", {}, `${value}`));
}

function doraElement(indicators, words) {
  const tiles = indicators.map((indicator) => tileElement(doraOf(indicator) ?? indicator, { dora: true }));
  return make("div.lt-dora", {}, make("span.label", {}, words.say("figure.dora")), make("span.lt-dora-tiles", {}, ...tiles));
}

function drawSeat(cell, { state, words, players }) {
  const name = cell.dataset.seat;
  const seat = state.seats[name] ?? null;
  cell.dataset.dealer = String(state.dealer === name);
  cell.dataset.turn = String(state.phase === "playing" && state.turn === name);
  cell.dataset.won = String(seat?.won ?? false);
  cell.dataset.points = seat?.points ?? "";
  const label = seatLabel(name, { state, words, players });
  const wind = seat ? WIND_TILES[seat.wind] : null;
  const change = seat ? changeOf(name, state) : null;
  const marks = marksOf(name, state, words);
  arrange(cell, [
    { key: `${label} ${wind}`, make: () => nameElement(label, wind) },
    { key: `${seat?.points} ${change}`, make: () => pointsElement(seat, change, words) },
    { key: JSON.stringify([marks, seat?.flowers]), make: () => marksElement(marks, seat) },
  ]);
}

function nameElement(label, wind) {
  const line = make("div.lt-name");
  if (wind) line.append(make("span.wind-badge", {}, tileElement(wind).firstChild));
  line.append(make("span.name", {}, label));
  return line;
}

function pointsElement(seat, change, words) {
  const points = seat ? words.number(seat.points) : "–";
  const isChanged = change !== null && change !== 0;
  const letters = points.length + (isChanged ? words.change(change).length : 0);
  const line = make("div.lt-points", { width: letters > LONG ? "longest" : letters > WIDE ? "long" : "" }, make("b.points", {}, points));
  if (isChanged) line.append(changeElement(change, words));
  return line;
}

function marksOf(name, state, words) {
  const seat = state.seats[name] ?? null;
  const marks = state.dealer === name ? [["dealer", words.say("dealer")]] : [];
  if (seat?.riichi) marks.push(["riichi", words.say("mark.riichi")]);
  if (seat?.ready && !seat.riichi) marks.push(["ready", words.say("mark.ready")]);
  if (seat?.void_suit) marks.push(["void", words.say(`mark.void.${seat.void_suit}`)]);
  if (seat?.won) marks.push(["won", words.say("mark.won")]);
  return marks;
}

function marksElement(marks, seat) {
  const line = make("div.lt-marks", {}, ...marks.map(([mark, text]) => make("span.mark", { mark }, text)));
  const flowers = seat?.flowers ?? [];
  if (flowers.length) line.append(make("span.lt-flowers", {}, ...flowers.map((tile) => tileElement(tile))));
  return line;
}

// One player's line on a board: place, wind, name, marks, what the hand brought, points.

import { make } from "/static/shared/element.js";
import { SEATS, playerName } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";

export const WIND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };

// The rows of a table, in the order of the chairs. A name of a player is text, whatever is written in it.
export function seatRows({ state, players, words }) {
  return SEATS.filter((seat) => state.seats[seat] || playerName(seat, players)).map((seat) => {
    const facts = rowFacts(seat, state, players, words);
    return { key: JSON.stringify(facts), make: () => rowElement(facts) };
  });
}

function rowFacts(name, state, players, words) {
  const seat = state.seats[name];
  const known = playerName(name, players);
  return {
    seat: name,
    name: known ?? words.say("seat", { seat: name }),
    wind: seat?.wind ?? null,
    points: seat ? words.number(seat.points) : "", // nobody has any before the first hand
    below: (seat?.points ?? 0) < 0,
    place: seat ? placeOf(seat, state) : null,
    dealer: state.dealer === name,
    turn: state.phase === "playing" && state.turn === name,
    change: state.result?.delta?.[SEATS.indexOf(name)] ?? null,
    changeText: words.change(state.result?.delta?.[SEATS.indexOf(name)] ?? 0),
    marks: seat ? marksOf(name, seat, state, words) : [],
  };
}

// Players with the same points share a place; while all have the same there is none.
function placeOf(seat, state) {
  const all = Object.values(state.seats).map((other) => other.points);
  if (all.every((points) => points === all[0])) return null;
  return 1 + all.filter((points) => points > seat.points).length;
}

function marksOf(name, seat, state, words) {
  const marks = [];
  if (state.dealer === name) marks.push({ mark: "dealer", text: words.say("dealer") });
  if (seat.riichi) marks.push({ mark: "riichi", text: words.say("mark.riichi") });
  else if (seat.ready) marks.push({ mark: "ready", text: words.say("mark.ready") });
  if (seat.void_suit) marks.push({ mark: "void", text: words.say(`mark.void.${seat.void_suit}`) });
  if (seat.won && state.phase === "playing") marks.push({ mark: "won", text: words.say("mark.won") });
  return marks;
}

function rowElement(facts) {
  const { seat, points, below, place, dealer, turn } = facts;
  const row = make("div.row", { seat, points, dealer, turn, below, place: place ?? "" });
  row.append(
    make("span.place", {}, place === null ? "" : String(place)),
    make("span.wind", {}, facts.wind ? windPicture(facts.wind) : make("b.chair-letter", {}, seat)),
    make("span.who", {}, nameElement(facts.name), make("span.marks", {}, ...facts.marks.map(markElement))),
    changeElement(facts),
    make("span.points", {}, points),
  );
  return row;
}

export function windPicture(wind) {
  return tileElement(WIND_TILES[wind]).firstChild; // not a `.tile`: it is none of the game
}

// `bdi` keeps a name of any direction to itself.
export function nameElement(name) {
  const element = make("bdi.name", {}, name);
  element.dir = "auto";
  return element;
}

function markElement({ mark, text }) {
  return make("span.mark", { mark }, text);
}

function changeElement({ change, changeText }) {
  if (!change) return make("span.change");
  return make("span.change", { sign: change > 0 ? "gain" : "loss" }, changeText);
}

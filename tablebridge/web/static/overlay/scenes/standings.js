// Who lies where, with what the hand has brought so far.

import { arrange, make } from "/static/shared/element.js";
import { SEATS, seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";
import { changeElement, changeOf } from "./change.js";

const WIND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };

export function drawStandings(root, { state, words, players }) {
  if (!root.firstChild) root.append(make("div.standings.panel", {}, make("header.st-head"), make("ol.st-rows")));
  root.firstChild.hidden = state.round_wind === null; // nothing is known of a table where no hand has begun
  if (root.firstChild.hidden) return;
  const isFinal = state.standings.length > 0;
  const title = words.say(isFinal ? "standings.final" : "standings");
  const about = `${words.say(`round.${state.round_wind}`)} · ${words.say("hand", { number: state.hand + 1 })}`;
  arrange(root.querySelector(".st-head"), [
    { key: title, make: () => make("b", {}, title) },
    { key: about, make: () => make("span", {}, about) },
  ]);
  root.firstChild.dataset.final = String(isFinal);
  const rows = (isFinal ? final(state) : placed(state)).map((row) => ({
    ...row,
    label: seatLabel(row.seat, { state, words, players }),
    change: isFinal ? null : changeOf(row.seat, state),
  }));
  arrange(root.querySelector(".st-rows"), rows.map((row) => ({ key: JSON.stringify([row, words.lang]), make: () => rowElement(row, words) })));
}

// The seats by points. Who has as many shares the place: which of them lies ahead is the rulebook's word at the end.
// While all have the same nobody has a place yet.
export function placed(state) {
  const seats = SEATS.filter((seat) => state.seats[seat]).map((seat) => ({
    seat,
    points: state.seats[seat].points,
    wind: state.seats[seat].wind,
    isDealer: state.dealer === seat,
  }));
  const isLevel = seats.every(({ points }) => points === seats[0].points);
  return seats
    .map((row) => ({ ...row, place: isLevel ? null : 1 + seats.filter(({ points }) => points > row.points).length }))
    .sort((one, other) => one.place - other.place);
}

// The places that a game ended with, in the rulebook's own order; `total` where that is more than the points.
function final(state) {
  return state.standings.map(({ seat, place, points, total }) => {
    const wind = state.seats[seat]?.wind;
    return { seat, place, points, wind, isDealer: false, total: total === points ? null : total };
  });
}

function rowElement({ seat, place, label, wind, isDealer, points, change, total = null }, words) {
  const row = make("li.st-row", { seat, place: place ?? "none", points, dealer: String(isDealer) });
  const badge = make("span.wind-badge", {}, tileElement(WIND_TILES[wind]).firstChild);
  row.append(make("b.st-place", {}, `${place ?? "–"}`), badge, make("span.name", {}, label));
  if (isDealer) row.append(make("span.st-dealer", {}, words.say("dealer")));
  row.append(change === null ? make("span.change") : changeElement(change, words));
  row.append(make("b.points", {}, words.number(points)));
  if (total !== null) row.append(make("b.st-total", { total }, words.change(total)));
  return row;
}

// Points that a seat has won or lost since the hand began.

import { make } from "/static/shared/element.js";
import { SEATS } from "/static/shared/seats.js";

// Null where nobody knows what the hand began with.
export function changeOf(seat, state) {
  if (!state.began_with || !state.seats[seat]) return null;
  return state.seats[seat].points - state.began_with[SEATS.indexOf(seat)];
}

export function changeElement(change, words) {
  const sign = change > 0 ? "gain" : change < 0 ? "loss" : "none";
  return make("span.change", { change, sign }, words.change(change));
}

// Tiles to tap: the likely ones first, then the whole set by suit.

import { make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";
import { say } from "./words.js";

const SUITS = ["m", "p", "s", "z", "f", "g"];

// `tiles` are the names of the rulebook's set, `candidates` pairs of tile and share; `onPick(tile)`, null for unknown.
export function picker({ tiles, candidates = [], withUnknown = false, onPick }) {
  const likely = candidates.map(([tile, share], place) => key(tile, onPick, { place }, `${Math.round(share * 100)}%`));
  const rows = SUITS.map((suit) => tiles.filter((tile) => tile.endsWith(suit)).sort(byRank))
    .filter((row) => row.length > 0)
    .map((row) => make("div.suit", {}, ...row.map((tile) => key(tile, onPick))));
  const element = make("div.picker", {});
  if (likely.length) element.append(make("h3", {}, say("candidates")), make("div.suit.likely", {}, ...likely), make("h3", {}, say("all_tiles")));
  element.append(...rows);
  if (withUnknown) {
    const unknown = make("button.unknown-tile", { pick: "?" }, say("unknown"));
    unknown.type = "button";
    unknown.addEventListener("click", () => onPick(null));
    element.append(unknown);
  }
  return element;
}

function key(tile, onPick, data = {}, note = "") {
  const button = make("button.pick", { pick: tile, ...data }, tileElement(tile), ...(note ? [make("small", {}, note)] : []));
  button.type = "button";
  button.addEventListener("click", () => onPick(tile));
  return button;
}

// A red five lies beside the five it is.
function byRank(one, other) {
  const rank = (tile) => (tile[0] === "0" ? 5.5 : Number(tile[0]));
  return rank(one) - rank(other);
}

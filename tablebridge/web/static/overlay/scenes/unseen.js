// How many copies of each kind nobody has seen yet, by what lies open for everybody and by nothing else.

import { kindOf } from "/static/shared/dora.js";

const COPIES = 4;
const RANKS = { m: 9, p: 9, s: 9, z: 7 };
const FLOWERS = ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"];
const SUITS = { riichi: "mpsz", zungjung: "mpsz", taiwan: "mpsz", sichuan: "mps" };

// The rows of the tradition's set, `["1m", …]` each.
export function rowsOf(tradition) {
  const rows = [...(SUITS[tradition] ?? SUITS.riichi)].map((suit) => kindsOf(suit));
  return tradition === "taiwan" ? [...rows, FLOWERS] : rows;
}

// The copies left of each kind of the set, by name. Faces that could not be read count for none.
export function unseen(state) {
  const left = new Map(rowsOf(state.tradition).flat().map((kind) => [kind, FLOWERS.includes(kind) ? 1 : COPIES]));
  for (const tile of openTiles(state)) {
    const kind = kindOf(tile);
    if (left.has(kind)) left.set(kind, Math.max(0, left.get(kind) - 1));
  }
  return left;
}

// Every tile that lies open, each once.
export function openTiles(state) {
  const open = [...state.indicators, ...state.ura_indicators];
  const taken = wonDiscards(state);
  for (const [name, seat] of Object.entries(state.seats)) {
    open.push(...seat.flowers, ...seat.revealed, ...laidOf(seat, taken.get(name) ?? []));
    open.push(...seat.melds.flatMap((meld) => meldTiles(meld)));
  }
  return open;
}

function kindsOf(suit) {
  return Array.from({ length: RANKS[suit] }, (_, rank) => `${rank + 1}${suit}`);
}

// A river without what was called away, and without what is shown again in the hands that won with it.
function laidOf(seat, taken) {
  const river = seat.river.filter((discard) => !discard.claimed_by).map((discard) => discard.tile);
  for (const tile of taken) {
    const place = river.lastIndexOf(tile);
    if (place >= 0) river.splice(place, 1);
  }
  return river;
}

// The discards that were won with, by who made them: of several winners on one discard the tile counts once more only.
function wonDiscards(state) {
  const taken = new Map();
  for (const win of state.result?.wins ?? state.wins ?? []) {
    if (!win.from_seat || !win.tile || !state.seats[win.seat]?.revealed.length) continue;
    taken.set(win.from_seat, [...(taken.get(win.from_seat) ?? []), win.tile]);
  }
  return taken;
}

// The two turned tiles of a concealed kan are what its open ones are.
function meldTiles(meld) {
  const faces = meld.tiles.map((tile) => tile.tile);
  const face = faces.find((tile) => tile !== "back");
  return face === undefined ? [] : faces.map((tile) => (tile === "back" ? face : tile));
}

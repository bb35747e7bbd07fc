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
  for (const [name, seat] of Object.entries(state.seats)) {
    const laid = seat.river.filter((discard) => !discard.claimed_by).map((discard) => discard.tile);
    open.push(...seat.flowers, ...seat.revealed, ...seat.melds.flatMap((meld) => meldTiles(meld)));
    for (const [tile, wins] of wonFrom(name, state)) takeBack(tile, wins, laid, open);
    open.push(...laid);
  }
  return open;
}

function kindsOf(suit) {
  return Array.from({ length: RANKS[suit] }, (_, rank) => `${rank + 1}${suit}`);
}

// The tiles of a seat that others won with and show in their opened hands, with how many wins there were on each.
function wonFrom(name, state) {
  const won = new Map();
  for (const win of state.result?.wins ?? state.wins) {
    if (win.from_seat !== name || !win.tile || !state.seats[win.seat]?.revealed.length) continue;
    won.set(win.tile, (won.get(win.tile) ?? 0) + 1);
  }
  return won;
}

// A discard that was won with is shown with the hand, not in the river; by several winners at once it is shown by each.
function takeBack(tile, wins, river, open) {
  let discards = 0;
  for (; discards < wins && river.includes(tile); discards += 1) river.splice(river.lastIndexOf(tile), 1);
  for (let more = wins - Math.max(discards, 1); more > 0; more -= 1) open.splice(open.indexOf(tile), 1);
}

// The two turned tiles of a concealed kan are what its open ones are.
function meldTiles(meld) {
  const faces = meld.tiles.map((tile) => tile.tile);
  const face = faces.find((tile) => tile !== "back");
  return face === undefined ? [] : faces.map((tile) => (tile === "back" ? face : tile));
}

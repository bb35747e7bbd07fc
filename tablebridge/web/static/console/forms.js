// What can be said of an event by hand: the fields of each type, in the order they are asked for.
//
// Kinds of fields: `seat`, `seat?` (may be none), `tile`, `tile?` (may be unknown), `tiles` (a list), `flag` (yes or
// no), `maybe` (yes, no or unknown), `number`, `four` (a number for each of A B C D), `dice`, `suit`, and lists of
// words: `wind`, `kan`, `abort`.

const CALL = { seat: "seat", from_seat: "seat?", called: "tile?", own: "tiles" };

export const FORMS = {
  discard: { seat: "seat", tile: "tile", sideways: "flag", drawn: "maybe" },
  draw: { seat: "seat", tile: "tile?", replacement: "flag" },
  chi: CALL,
  pon: CALL,
  kan: { seat: "seat", kind: "kan", from_seat: "seat?", called: "tile?", own: "tiles" },
  riichi: { seat: "seat" },
  riichi_accepted: { seat: "seat" },
  indicator: { tile: "tile" },
  flower: { seat: "seat", tiles: "tiles" },
  flowers_passed: { seat: "seat" },
  void_suit: { seat: "seat", suit: "suit" },
  ready: { seat: "seat" },
  streak_announced: { seat: "seat" },
  win: { seat: "seat", from_seat: "seat?", tile: "tile", concealed: "tiles", ura_indicators: "tiles" },
  win_by_flowers: { seat: "seat", from_seat: "seat?", flowers: "tiles" },
  exhaustive_draw: {},
  abortive_draw: { reason: "abort", seat: "seat?" },
  dice_rolled: { seat: "seat", dice: "dice" },
  first_dealer_thrown: { seat: "seat", dice: "dice" },
  wall_built: { stacks: "four" },
  dealt: { indicator: "tile" },
  hand_started: {
    hand: "number", round_wind: "wind", dealer: "seat", honba: "number", sticks: "number", points: "four",
  },
  settled: { delta: "four", points: "four", sticks: "number" },
};

// What a tradition's hands have, the likeliest first; the rest of a form is for events that are there already.
const COMMON = ["discard", "draw", "pon", "chi", "kan", "win", "exhaustive_draw"];
const OFFERED = {
  riichi: [...COMMON, "riichi", "riichi_accepted", "indicator", "abortive_draw"],
  taiwan: [...COMMON, "flower", "flowers_passed", "ready", "win_by_flowers", "streak_announced"],
  zungjung: COMMON,
  sichuan: [...COMMON.filter((type) => type !== "chi"), "void_suit"],
};

const CHOICES = {
  wind: ["east", "south", "west", "north"].map((word) => [word, `wind.${word}`]),
  kan: ["kan_exposed", "kan_concealed", "kan_added"].map((word) => [word, `kan.${word}`]),
  suit: ["m", "p", "s"].map((word) => [word, `suit.${word}`]),
  abort: ["nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"].map((word) => [word, `abort.${word}`]),
};

// Values and words of a field that is chosen from a few; null for any other.
export function choicesOf(kind) {
  return CHOICES[kind] ?? null;
}

// Types that may be entered anew under that tradition.
export function offeredTypes(tradition) {
  return OFFERED[tradition] ?? COMMON;
}

// The form's name for an event: two kinds of wins share a type.
export function formOf(data) {
  return data.type === "win" && "flowers" in data ? "win_by_flowers" : data.type;
}

// An event to begin with, as far as it can be told: `turn` is the seat that acts next, `discard` the newest one, which a
// call or a win would take.
export function blankEvent(form, { turn = null, discard = null }) {
  const blank = { type: form === "win_by_flowers" ? "win" : form };
  for (const [name, kind] of Object.entries(FORMS[form])) blank[name] = blankValue(kind, turn);
  const taken = { pon: 2, kan: 3, chi: 0 }[form];
  if (discard && taken !== undefined) {
    Object.assign(blank, { from_seat: discard.seat, called: discard.tile, own: Array(taken).fill(plain(discard.tile)) });
  }
  if (discard && form === "win") Object.assign(blank, { from_seat: discard.seat, tile: discard.tile });
  return blank;
}

// The same tile in its common colour: the others of a red five are hardly red.
function plain(tile) {
  return tile.startsWith("0") ? `5${tile[1]}` : tile;
}

function blankValue(kind, turn) {
  if (kind === "seat") return turn ?? "A";
  if (kind === "tiles" || kind === "dice") return [];
  if (kind === "flag") return false;
  if (kind === "number") return 0;
  if (kind === "four") return [0, 0, 0, 0];
  return CHOICES[kind]?.[0][0] ?? null;
}

// What is still missing before an event can be said: names of fields.
export function missing(form, data) {
  return Object.entries(FORMS[form])
    .filter(([name, kind]) => kind === "tile" && !data[name])
    .map(([name]) => name);
}

// The tiles that an event shows in a list, with the words that matter besides.
export function tilesOf(data) {
  const called = data.called ? [data.called] : [];
  if (data.type === "chi" || data.type === "pon" || data.type === "kan") return [...called, ...(data.own ?? [])];
  if (data.tile) return [data.tile];
  if (data.indicator) return [data.indicator];
  return data.tiles ?? data.flowers ?? [];
}

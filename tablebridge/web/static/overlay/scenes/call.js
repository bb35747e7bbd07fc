// A call as a banner: what was said, by whom, and the tiles as they lie.

import { arrange, make } from "/static/shared/element.js";
import { phrase } from "/static/shared/phrase.js";
import { seatLabel } from "/static/shared/seats.js";
import { tileElement, tileKey } from "/static/shared/tile.js";

const WORDS = {
  chi: "call.chi",
  pon: "call.pon",
  kan_exposed: "call.kan",
  kan_concealed: "call.kan",
  kan_added: "call.kan",
  riichi: "call.riichi",
  ready: "call.ready",
};

export function drawCall(banner, call, { state, words, players }) {
  banner.hidden = false;
  banner.dataset.kind = call.kind;
  banner.dataset.seat = call.seat;
  banner.dataset.sequence = call.sequence;
  const context = { state, words, players };
  const who = seatLabel(call.seat, context);
  const from = call.from_seat ? seatLabel(call.from_seat, context) : "";
  const word = words.say(WORDS[call.kind] ?? call.kind);
  const tiles = call.tiles.map((tile) => tileKey(tile.tile, tile)).join(" ");
  arrange(banner, [
    { key: `said ${word} ${who} ${from}`, make: () => said(word, who, from, words) },
    { key: `tiles ${tiles}`, make: () => make("div.call-tiles", {}, ...call.tiles.filter(isFlat).map((tile) => pile(tile, call))) },
  ]);
}

function said(word, who, from, words) {
  const lines = make("span.call-who", {}, make("span.name", {}, who));
  if (from) lines.append(phrase("span.call-from", words, "call.from", from));
  return make("div.call-said", {}, make("b.call-word", {}, word), lines);
}

const isFlat = (tile) => !tile.stacked;

// A tile that was added to a pon lies on the sideways one.
function pile(tile, call) {
  const lying = tileElement(tile.tile, tile);
  if (tile.called) lying.dataset.called = "true";
  const added = tile.sideways ? call.tiles.find((other) => other.stacked) : null;
  return added ? make("span.pile", {}, tileElement(added.tile, { ...added, sideways: true }), lying) : lying;
}

// One seat's panel: wind, points, riichi, river, melds and the standing hand.

import { isDora } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { playerName } from "/static/shared/seats.js";
import { tileElement, tileKey } from "/static/shared/tile.js";

const WIND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };
const ROW = 6; // a river's rows; the third goes on

export function drawSeat(section, state, context) {
  const name = section.dataset.seat;
  const seat = state.seats[name];
  section.hidden = !seat;
  if (!seat) return;
  if (!section.firstChild) build(section);
  const declares = seat.riichi && section.dataset.riichi !== "true";
  if (declares) section.querySelector(".riichi-stick").classList.toggle("fresh", context.animate);
  section.dataset.wind = seat.wind;
  section.dataset.points = seat.points;
  section.dataset.riichi = String(seat.riichi);
  section.dataset.dealer = String(state.dealer === name);
  section.dataset.turn = String(state.phase === "playing" && state.turn === name);
  section.dataset.won = String(seat.won);
  drawWind(section.querySelector(".wind"), seat.wind);
  drawName(section, seat, state, context);
  drawMarks(section.querySelector(".marks"), seat, state, context.words);
  drawFlowers(section.querySelector(".flowers"), seat, context);
  section.querySelector(".points").textContent = context.words.number(seat.points);
  drawRiver(section.querySelector(".river"), seat, { ...context, isNewest: context.newest === name });
  drawMelds(section.querySelector(".melds"), seat, context);
  drawHand(section.querySelector(".hand"), seat, context);
}

function build(section) {
  section.append(
    make(
      "header.seat-head",
      {},
      make("span.wind"),
      make("span.seat-top", {}, make("span.wind-name"), make("span.points")),
      make(
        "span.seat-below",
        {},
        make("span.chair"),
        make("span.riichi-stick", {}, make("span.riichi-word")),
        make("span.marks"),
        make("span.flowers"),
      ),
    ),
    make("div.seat-body", {}, make("div.river"), make("div.melds")),
    make("div.hand"),
  );
}

function drawWind(holder, wind) {
  const name = WIND_TILES[wind];
  arrange(holder, name ? [{ key: name, make: () => windElement(name) }] : []);
}

// A player who is named goes by name, with wind and chair below; else by wind, with the chair below.
function drawName(section, seat, state, { words, players }) {
  const chair = section.dataset.seat;
  const player = playerName(chair, players);
  const wind = words.say(`wind.${seat.wind}`);
  const notes = [words.say("seat", { seat: chair })];
  if (player) notes.unshift(wind);
  section.dataset.named = String(Boolean(player));
  section.querySelector(".wind-name").textContent = player ?? wind;
  section.querySelector(".chair").textContent = notes.join(" · ");
  section.querySelector(".chair").dataset.dealerWord = words.say("dealer");
  section.querySelector(".riichi-word").textContent = words.say("mark.riichi");
}

// What the seat has declared, and that it has won while the others play on.
function drawMarks(holder, seat, state, words) {
  const marks = [];
  if (seat.void_suit) marks.push({ mark: "void", text: words.say(`mark.void.${seat.void_suit}`), voidSuit: seat.void_suit });
  if (seat.ready && !seat.riichi) marks.push({ mark: "ready", text: words.say("mark.ready") });
  if (seat.won && state.phase === "playing") marks.push({ mark: "won", text: words.say("mark.won") });
  arrange(holder, marks.map(({ text, ...data }) => ({ key: text, make: () => make("span.mark", data, text) })));
}

function drawFlowers(holder, seat, { animate }) {
  const fresh = arrange(holder, seat.flowers.map((tile) => ({ key: tile, make: () => tileElement(tile) })));
  if (animate) fresh.forEach((tile) => tile.classList.add("fresh"));
}

// not a `.tile`: the wind's badge is no tile of the game
function windElement(name) {
  return make("span.wind-badge", {}, tileElement(name).firstChild);
}

function drawRiver(river, seat, { dora, animate, isCorrection, isNewest }) {
  const rows = [0, 1, 2].map((row) => seat.river.slice(row * ROW, row === 2 ? undefined : (row + 1) * ROW));
  while (river.children.length < rows.length) river.append(make("div.river-row"));
  rows.forEach((discards, row) => {
    const wanted = discards.map((discard) => {
      const options = { ...discard, claimedBy: discard.claimed_by, dora: isDora(discard.tile, dora) };
      return { key: tileKey(discard.tile, options), make: () => tileElement(discard.tile, options) };
    });
    const line = river.children[row];
    const before = line.children.length;
    for (const tile of arrange(line, wanted)) {
      // a tile that only changed its look (claimed, read anew) does not fall again
      if (animate && [...line.children].indexOf(tile) >= before) tile.classList.add("fresh");
      if (isCorrection) tile.classList.add("corrected");
    }
  });
  const tiles = river.querySelectorAll(".tile");
  tiles.forEach((tile, place) => {
    const newest = isNewest && place === tiles.length - 1 && !tile.dataset.claimedBy;
    tile.toggleAttribute("data-newest", newest);
  });
}

function drawMelds(melds, seat, { dora, animate, isCorrection }) {
  const wanted = seat.melds.map((meld) => ({
    key: JSON.stringify([meld, meld.tiles.map(({ tile }) => isDora(tile, dora))]),
    make: () => meldElement(meld, dora),
  }));
  for (const meld of arrange(melds, wanted)) {
    if (animate) meld.classList.add("fresh");
    if (isCorrection) meld.classList.add("corrected");
  }
}

// From the owner's left to right; an added kan's fourth tile lies on the sideways one's far side.
function meldElement(meld, dora) {
  const element = make("div.meld", { kind: meld.kind });
  if (meld.from_seat) element.dataset.from = meld.from_seat;
  const stacked = meld.tiles.filter((tile) => tile.stacked);
  for (const tile of meld.tiles.filter((tile) => !tile.stacked)) {
    const shown = tileElement(tile.tile, { ...tile, dora: isDora(tile.tile, dora) });
    if (tile.called && !tile.sideways) shown.dataset.called = "true"; // where no tile lies sideways
    if (tile.sideways && stacked.length) {
      const added = stacked.shift();
      const above = tileElement(added.tile, { ...added, sideways: true, dora: isDora(added.tile, dora) });
      element.append(make("span.pile", {}, above, shown));
    } else {
      element.append(shown);
    }
  }
  return element;
}

function drawHand(hand, seat, { dora, animate }) {
  const open = seat.revealed.length > 0;
  hand.dataset.concealed = seat.concealed;
  hand.dataset.revealed = String(open);
  const names = open ? seat.revealed : Array(seat.concealed).fill("back");
  const wanted = names.map((name) => {
    const options = { dora: open && isDora(name, dora) };
    return { key: tileKey(name, options), make: () => tileElement(name, options) };
  });
  const fresh = arrange(hand, wanted);
  if (animate && open) fresh.forEach((tile) => tile.classList.add("fresh"));
}

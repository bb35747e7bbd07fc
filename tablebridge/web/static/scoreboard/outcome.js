// How the hand ended, and, while the next one is played, the last win.

import { make } from "/static/shared/element.js";
import { phrase } from "/static/shared/phrase.js";
import { seatLabel } from "/static/shared/seats.js";
import { tileElement } from "/static/shared/tile.js";
import { nameElement } from "./seat_row.js";

// What there is to say, as a plain value: `{title, reason, wins}`, or null. `moments` is the server's message of the
// last call and win.
export function outcomeOf({ state, moments, words, players }) {
  if (state.result && state.result.kind !== "win") {
    const reason = state.result.reason ? words.title(null, state.result.reason) : "";
    const known = `reason.${state.result.reason}`;
    return { title: words.say(`result.${state.result.kind}`), reason: words.has(known) ? words.say(known) : reason, wins: [] };
  }
  const of = state.result || state.wins?.length ? state : moments?.win?.state;
  const wins = of?.result?.kind === "win" ? of.result.wins : (of?.wins ?? []);
  if (!wins.length) return null;
  const title = of === state ? words.say("hand", { number: state.hand + 1 }) : words.say("board.last_win");
  return { title, reason: "", wins: wins.map((win) => winFacts(win, { state: of, words, players })) };
}

function winFacts(win, show) {
  const { words, state } = show;
  const how = win.from_seat ? "claim" : "self_draw";
  return {
    seat: win.seat,
    call: words.say(`win.${state.tradition}.${how}`),
    who: seatLabel(win.seat, show),
    from: win.from_seat ? seatLabel(win.from_seat, show) : null,
    tile: win.tile,
    worth: worthOf(win, words),
    points: win.points?.total === undefined ? "" : words.number(win.points.total),
  };
}

function worthOf(win, words) {
  const parts = [];
  if (win.unit && win.value !== undefined) parts.push(words.say(`unit.${win.unit}`, { value: win.value }));
  if (win.fu) parts.push(words.say("unit.fu", { value: win.fu }));
  const limit = `limit.${win.limit}`;
  if (win.limit && words.has(limit)) parts.push(words.say(limit));
  return parts.join(" · ");
}

export function outcomeElement({ title, reason, wins }, words) {
  if (!wins.length) {
    return make("div.outcome", { wins: 0 }, make("b.outcome-title", {}, title), make("span.reason", {}, reason));
  }
  return make(
    "div.outcome",
    { wins: wins.length },
    make("span.label", {}, title),
    make("div.wins", {}, ...wins.map((win) => winElement(win, words))),
  );
}

function winElement({ seat, call, who, from, tile, worth, points }, words) {
  const element = make("div.win", { winner: seat });
  if (tile) element.append(tileElement(tile));
  element.append(
    make("span.win-text", {}, make("span.win-who", {}, make("b.call", {}, call), nameElement(who)), fromLine(from, worth, words)),
    make("span.win-points", {}, points),
  );
  return element;
}

function fromLine(from, worth, words) {
  const line = make("span.win-worth");
  if (from) line.append(phrase("span.from", words, "from", from));
  if (worth) line.append(make("bdi.worth", {}, worth));
  return line;
}

// The list of a hand's events, the newest on top, each with who saw it and how surely.

import { make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";
import { FORMS, formOf, tilesOf } from "./forms.js";
import { arrangeByKey } from "./lists.js";
import { currentLanguage, say } from "./words.js";

const UNSURE = 0.9;
const MOST_CANDIDATES = 3;

// `handlers`: select(event), correct(event), insertAfter(event), remove(event), take(event, tile).
export function drawEvents(section, store, handlers) {
  const events = [...(store.shownEvents() ?? [])].reverse();
  const list = section.querySelector("ol");
  const wanted = events.map((event) => {
    const selected = event.id === store.event;
    const suspect = event.replaced_by ? null : store.suspectOf(event);
    const key = JSON.stringify([event.id, event.replaced_by, selected, suspect, currentLanguage()]);
    return { key, make: () => row(event, suspect, selected, handlers) };
  });
  arrangeByKey(list, wanted);
  section.querySelector(".empty").hidden = events.length > 0;
}

function row(event, suspect, selected, handlers) {
  const item = make("li.event", { event: event.id, type: event.type }, line(event, selected, handlers));
  item.dataset.selected = String(selected);
  item.dataset.replaced = String(Boolean(event.replaced_by));
  item.dataset.suspect = String(Boolean(suspect));
  if (suspect) item.append(make("p.suspect", {}, `${say("misread")}: ${suspect.reason}`));
  if (selected && event.clauses.length) item.append(make("p.cites", {}, `${say("clause")}: ${event.clauses.join(", ")}`));
  if (canCorrect(event)) {
    if (selected || suspect || event.confidence < UNSURE) item.append(candidates(event, suspect, handlers));
    if (selected) item.append(buttons(event, handlers));
  }
  return item;
}

export function canCorrect(event) {
  return !event.replaced_by && formOf(event.data) in FORMS;
}

function line(event, selected, handlers) {
  const main = make(
    "button.line",
    {},
    make("span.sequence", {}, String(event.sequence)),
    make("time", {}, clock(event.captured_at)),
    make("span.seat-letter", {}, event.data.seat ?? ""),
    make("span.type", {}, say(`event.${formOf(event.data)}`)),
    make("span.tiles", {}, ...tilesOf(event.data).map((tile) => tileElement(tile))),
    make("span.said", {}, details(event)),
    confidence(event),
    make("span.witnesses", {}, ...event.witnesses.map((witness) => make("i.witness", { witness }, say(`witness.${witness}`)))),
  );
  main.setAttribute("aria-expanded", String(selected));
  main.addEventListener("click", () => handlers.select(event));
  return main;
}

function details(event) {
  const { delta, dice, reason, from_seat: from, suit } = event.data;
  const parts = [];
  if (from) parts.push(`← ${from}`);
  if (suit) parts.push(say(`suit.${suit}`));
  if (dice) parts.push(dice.join(" "));
  if (Array.isArray(delta)) parts.push(delta.map(signed).join(" "));
  if (event.type === "abortive_draw") parts.push(say(`abort.${reason}`));
  if (event.data.decision) parts.push(`${event.data.clause} ${say(`state.${event.data.decision}`)}`);
  if (event.type.startsWith("penalty")) parts.push(event.data.clause);
  if (event.data.cause) parts.push(say(`cause.${event.data.cause}`));
  if (event.by) parts.push(say("by", { name: event.by }));
  if (event.reason) parts.push(event.reason);
  if (event.replaced_by) parts.push(say("replaced"));
  return parts.filter(Boolean).join(" · ");
}

function confidence(event) {
  const percent = Math.round(event.confidence * 100);
  const meter = make("span.confidence", { unsure: String(event.confidence < UNSURE) }, `${percent}%`);
  meter.title = say("confidence");
  return meter;
}

// One tap on a likely tile is the whole correction; what later evidence speaks for comes first.
function candidates(event, suspect, handlers) {
  const holder = make("span.candidates", {});
  if (!("tile" in event.data)) return holder;
  instead(event, suspect).forEach(([tile, share], place) => {
    const said = share === undefined ? [] : [make("small", {}, `${Math.round(share * 100)}%`)];
    const button = make("button.candidate", { tile, place }, tileElement(tile), ...said);
    button.title = say("correct");
    button.addEventListener("click", () => handlers.take(event, tile));
    holder.append(button);
  });
  return holder;
}

function instead(event, suspect) {
  const shares = new Map(event.candidates);
  const tiles = new Set([...(suspect?.likely ?? []), ...shares.keys()]);
  tiles.delete(event.data.tile);
  return [...tiles].slice(0, MOST_CANDIDATES).map((tile) => [tile, shares.get(tile)]);
}

function buttons(event, handlers) {
  const act = (word, name) => {
    const button = make("button", { act: name }, say(word));
    button.addEventListener("click", () => handlers[name](event));
    return button;
  };
  return make(
    "span.buttons",
    {},
    act("correct", "correct"),
    act("insert_after", "insertAfter"),
    act("remove", "remove"),
  );
}

function signed(number) {
  return number > 0 ? `+${number}` : String(number);
}

// The time of the day where the referee sits.
export function clock(iso) {
  return new Date(iso).toLocaleTimeString("en-GB");
}

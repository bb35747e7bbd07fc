// One field of an event's form, by its kind (see `forms.js`).

import { make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";
import { choicesOf } from "./forms.js";
import { say } from "./words.js";

const SEATS = ["A", "B", "C", "D"];

// `value` is what is there, `set(value)` takes a new one, `focus()` gives the tile picker to this field.
export function field({ name, kind, value, isFocused, set, focus }) {
  const control = controlOf(kind, value, set, focus, isFocused);
  const element = make("div.field", { field: name, kind }, make("span.field-name", {}, say(`field.${name}`)), control);
  element.dataset.focused = String(isFocused);
  return element;
}

function controlOf(kind, value, set, focus, isFocused) {
  const yesNo = [[true, "yes"], [false, "no"]];
  if (kind === "seat") return buttons(SEATS.map((seat) => [seat, seat]), value, set);
  if (kind === "seat?") return buttons([...SEATS.map((seat) => [seat, seat]), [null, "none"]], value, set);
  if (kind === "flag") return buttons(yesNo, value, set);
  if (kind === "maybe") return buttons([...yesNo, [null, "unknown"]], value, set);
  if (kind === "tile" || kind === "tile?") return oneTile(value, focus, isFocused);
  if (kind === "tiles") return manyTiles(value, set, focus, isFocused);
  if (kind === "number") return number(value, set);
  if (kind === "four") return numbers(value, set, 4);
  if (kind === "dice") return numbers(value, set, Math.max(value.length, 2));
  return buttons(choicesOf(kind), value, set);
}

// Buttons of which one is pressed; `choices` are values with the key of their word.
function buttons(choices, value, set) {
  return make("span.choices", {}, ...choices.map(([choice, word]) => {
    const button = make("button", { value: String(choice) }, say(word));
    button.type = "button";
    button.setAttribute("aria-pressed", String(choice === (value ?? null)));
    button.addEventListener("click", () => set(choice));
    return button;
  }));
}

function oneTile(value, focus, isFocused) {
  const button = make("button.holds-tiles", {}, value ? tileElement(value) : say("unknown"));
  button.type = "button";
  button.setAttribute("aria-pressed", String(isFocused));
  button.addEventListener("click", focus);
  return button;
}

// Tap a tile to take it out; the picker adds to the end.
function manyTiles(value, set, focus, isFocused) {
  const tiles = (value ?? []).map((tile, place) => {
    const button = make("button.in-list", { tile }, tileElement(tile));
    button.type = "button";
    button.title = say("remove");
    button.addEventListener("click", () => set(value.filter((_, other) => other !== place)));
    return button;
  });
  const add = make("button.holds-tiles", {}, "+");
  add.type = "button";
  add.setAttribute("aria-pressed", String(isFocused));
  add.addEventListener("click", focus);
  return make("span.list", {}, ...tiles, add);
}

function number(value, set) {
  const input = make("input");
  Object.assign(input, { type: "number", step: "1", value: String(value ?? 0) });
  input.addEventListener("input", () => set(Math.trunc(Number(input.value)), { quietly: true }));
  return input;
}

function numbers(value, set, count) {
  const now = Array.from({ length: count }, (_, place) => value?.[place] ?? 0);
  return make("span.numbers", {}, ...now.map((one, place) =>
    number(one, (changed, how) => {
      now[place] = changed;
      set([...now], how);
    })));
}

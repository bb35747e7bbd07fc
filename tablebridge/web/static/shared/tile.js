// One tile as an element. `data-tile` is its name; sideways ones have `data-sideways="true"`.

import { make } from "./element.js";

const AGAIN_MS = 1000;

let style = "japanese";

export function chooseStyle(name) {
  style = name;
  document.documentElement.dataset.style = name;
}

// `options`: sideways, stacked, dora, claimedBy (a seat), confidence 0..1.
export function tileElement(name, options = {}) {
  const unknown = name === "?";
  const face = document.createElement("img");
  const address = `/faces/${style}/${unknown ? "blank" : name}.svg`;
  // a face that was asked for while the daemon was away would stay broken on air
  face.addEventListener("error", () => setTimeout(() => { if (face.isConnected) face.src = address; }, AGAIN_MS));
  face.src = address;
  face.alt = name;
  face.draggable = false;
  const element = make("span.tile", { tile: name }, face);
  if (unknown) element.append(make("span.unknown", {}, "?"));
  if (options.sideways) element.dataset.sideways = "true";
  if (options.stacked) element.dataset.stacked = "true";
  if (options.dora) element.dataset.dora = "true";
  if (options.claimedBy) element.dataset.claimedBy = options.claimedBy;
  if (isUnsure(options) && !unknown) {
    element.dataset.unsure = "true";
    element.append(make("span.doubt", {}, "?"));
  }
  return element;
}

// What makes two tiles look different; equal keys need no new element.
export function tileKey(name, options = {}) {
  return [name, options.sideways, options.dora, options.claimedBy, isUnsure(options)].join("|");
}

// Below this a face is shown as doubtful: it was read, but not surely.
const SURE = 0.6;

function isUnsure({ confidence = 1 }) {
  return confidence < SURE;
}

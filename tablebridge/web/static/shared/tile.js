// One tile as an element. `data-tile` is its name; sideways ones have `data-sideways="true"`.

import { make } from "./element.js";

const AGAIN_MS = 1000;
const RANKS = { m: "0123456789", p: "0123456789", s: "0123456789", z: "1234567", f: "1234", g: "1234" };
const FACES = ["back", "blank", ...Object.entries(RANKS).flatMap(([suit, ranks]) => [...ranks].map((rank) => rank + suit))];

let style = "japanese";
let kept = []; // an image that nobody holds may be thrown away

export function chooseStyle(name) {
  style = name;
  document.documentElement.dataset.style = name;
}

// Fetches every face at once and keeps it: a tile that is drawn later is there at once, even while the daemon is away.
export function keepFaces() {
  kept = FACES.map((name) => faceElement(name, () => true));
}

// `options`: sideways, stacked, dora, claimedBy (a seat), confidence 0..1.
export function tileElement(name, options = {}) {
  const unknown = name === "?";
  const face = faceElement(unknown ? "blank" : name, () => face.isConnected);
  face.alt = name;
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

// The drawing of a face. One that was asked for while the daemon was away would stay broken on air: it is asked for
// again as long as it is wanted.
function faceElement(name, isWanted) {
  const face = document.createElement("img");
  const address = `/faces/${style}/${name}.svg`;
  face.addEventListener("error", () => setTimeout(() => { if (isWanted()) face.src = address; }, AGAIN_MS));
  face.src = address;
  face.draggable = false;
  return face;
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

// The full table: four seats in the corners, the bar at the top, the end of a hand in the middle below.

import { doraKinds } from "/static/shared/dora.js";
import { Notes } from "/static/shared/notes.js";
import { openPage } from "/static/shared/page.js";
import { drawCentre } from "./centre.js";
import { drawResult } from "./result.js";
import { drawSeat } from "./seat.js";

const at = (selector) => document.querySelector(selector);
const notes = new Notes(at("#notes"));
let newest = null;

openPage((show, { animate }) => {
  const { state, words, players, event } = show;
  notes.show(show, { animate });
  if (!state) return;
  newest = newestDiscard(event);
  drawCentre(at("#centre"), state, words);
  const isCorrection = event?.type === "correction";
  const context = {
    dora: doraKinds(state.indicators),
    animate: animate && !isCorrection,
    isCorrection: animate && isCorrection,
    newest,
    words,
    players,
  };
  for (const section of document.querySelectorAll(".seat")) drawSeat(section, state, context);
  drawResult(at("#result"), state, { words, players });
});

// The newest discard keeps its mark until the next one, or until somebody takes it.
function newestDiscard(event) {
  if (!event) return null;
  if (event.type === "discard") return event.data.seat;
  return ["draw", "riichi", "riichi_accepted", "indicator"].includes(event.type) ? newest : null;
}

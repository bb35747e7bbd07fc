// The table as it is now, drawn as the overlay draws it; a tap on a river's tile opens the correction of that discard.

import { drawCentre } from "/static/overlay/centre.js";
import { doraKinds } from "/static/shared/dora.js";
import { drawResult } from "/static/overlay/result.js";
import { drawSeat } from "/static/overlay/seat.js";
import { loadWords } from "/static/shared/words.js";
import { LANGUAGES, currentLanguage, say } from "./words.js";

// the table's own words, in every language the referee may turn to
const loaded = Object.keys(LANGUAGES).map(async (lang) => [lang, await loadWords(lang)]);
const TABLE_WORDS = Object.fromEntries(await Promise.all(loaded));

export function drawLive(root, state, { newest }) {
  const shown = state !== null && state.phase !== "idle";
  const centre = root.querySelector("#centre");
  centre.hidden = !shown;
  for (const section of root.querySelectorAll(".seat")) section.hidden = !shown;
  if (!shown) {
    root.querySelector("#result").hidden = true;
    return;
  }
  const words = TABLE_WORDS[currentLanguage()];
  drawCentre(centre, state, words);
  const context = { dora: doraKinds(state.indicators), animate: false, newest, words };
  for (const section of root.querySelectorAll(".seat")) drawSeat(section, state, context);
  drawResult(root.querySelector("#result"), state, { words });
}

// `onDiscard(seat, place)` is called with the seat and the number of the tile in its river, from 0.
export function listenToRivers(root, onDiscard) {
  root.addEventListener("click", ({ target }) => {
    const tile = target.closest(".river .tile");
    if (!tile) return;
    const section = tile.closest(".seat");
    const place = [...section.querySelectorAll(".river .tile")].indexOf(tile);
    onDiscard(section.dataset.seat, place);
  });
}

// `East round · hand 3` in the referee's language.
export function roundText(state) {
  if (!state || state.phase === "idle") return say("no_game");
  const wind = state.round_wind ? say(`wind.${state.round_wind}`) : "–";
  return say("round_hand", { wind, hand: state.hand + 1 });
}

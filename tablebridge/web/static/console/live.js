// The table as it is now, drawn as the overlay draws it; a tap on a river's tile opens the correction of that discard.

import { drawCentre } from "/static/overlay/centre.js";
import { doraKinds } from "/static/shared/dora.js";
import { drawResult } from "/static/overlay/result.js";
import { drawSeat } from "/static/overlay/seat.js";
import { say } from "./words.js";

export function drawLive(root, state, { newest }) {
  const shown = state !== null && state.phase !== "idle";
  const centre = root.querySelector("#centre");
  centre.hidden = !shown;
  for (const section of root.querySelectorAll(".seat")) section.hidden = !shown;
  if (!shown) {
    root.querySelector("#result").hidden = true;
    return;
  }
  drawCentre(centre, state);
  const dora = doraKinds(state.indicators);
  for (const section of root.querySelectorAll(".seat")) drawSeat(section, state, { dora, animate: false, newest });
  drawResult(root.querySelector("#result"), state);
  translate(root, state);
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

// The overlay speaks English only: its words on the console are the referee's.
function translate(root, state) {
  for (const section of root.querySelectorAll(".seat")) {
    put(section, ".wind-name", section.dataset.wind ? say(`wind.${section.dataset.wind}`) : "");
    put(section, ".chair", `${say("seat")} ${section.dataset.seat}`);
    const chair = section.querySelector(".chair");
    if (chair) chair.dataset.dealerWord = say("field.dealer");
  }
  put(root, ".round-wind", say(`wind.${state.round_wind}`));
  for (const figure of root.querySelectorAll("#centre .figure")) {
    const value = figure.querySelector("[data-value]")?.dataset.value;
    if (FIGURES.has(value)) put(figure, ".label", say(value === "honba" && state.tradition !== "riichi" ? "figure.streak" : `figure.${value}`));
  }
  const hand = root.querySelector(".hand-number");
  if (hand?.firstChild) hand.firstChild.textContent = `${say("hand")} `;
  put(root, ".dora > .label", say("figure.dora"));
}

const FIGURES = new Set(["honba", "sticks", "wall"]);

function put(root, selector, text) {
  const element = root.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

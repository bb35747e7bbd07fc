// The full table: four seats in the corners, the bar at the top, the end of a hand in the middle below.

import { doraKinds } from "/static/shared/dora.js";
import { make } from "/static/shared/element.js";
import { Notes } from "/static/shared/notes.js";
import { SEATS } from "/static/shared/seats.js";
import { sponsorPicture } from "/static/shared/sponsor.js";
import { drawCentre } from "/static/overlay/centre.js";
import { drawResult } from "/static/overlay/result.js";
import { drawSeat } from "/static/overlay/seat.js";

export class TableScene {
  #newest = null; // the seat whose last discard is the newest
  #notes = null;

  // Takes in what has happened, whether the table is on or not.
  follow({ event }) {
    this.#newest = newestDiscard(event, this.#newest);
  }

  draw(root, show, { animate, isCorrection }) {
    if (!root.firstChild) this.#build(root, show.address);
    const { state, words, players } = show;
    this.#notes.show(show, { animate: animate || isCorrection });
    drawCentre(root.querySelector(".centre"), state, words);
    const context = { dora: doraKinds(state.indicators), animate, isCorrection, newest: this.#newest, words, players };
    for (const section of root.querySelectorAll(".seat")) drawSeat(section, state, context);
    const panel = root.querySelector(".result");
    const wasHidden = panel.hidden;
    drawResult(panel, state, { words, players });
    if (wasHidden) panel.classList.toggle("enter", animate && !panel.hidden);
  }

  #build(root, { sponsor }) {
    const notes = make("div.notes");
    this.#notes = new Notes(notes);
    const panel = make("section.result");
    panel.hidden = true;
    root.append(make("header.centre"), notes, ...SEATS.map((seat) => make("section.seat", { seat })), panel);
    if (sponsor) root.append(make("div.sponsor", {}, sponsorPicture(sponsor)));
  }
}

// The newest discard keeps its mark until the next one, or until somebody takes it.
function newestDiscard(event, newest) {
  if (!event) return null;
  if (event.type === "discard") return event.data.seat;
  return ["draw", "riichi", "riichi_accepted", "indicator"].includes(event.type) ? newest : null;
}

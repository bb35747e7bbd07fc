// Small lines about the picture itself: that what lies there is being checked, and, once, that it was corrected.

import { arrange, make } from "./element.js";

const TOLD_MS = 8000; // how long a correction is spoken of

export class Notes {
  #holder;
  #correction = null; // the id of the correction that is being told, with its cause
  #timer = null;

  constructor(holder) {
    this.#holder = holder;
    holder.setAttribute("role", "status");
  }

  // Draws what there is to say now. `animate` is false on connecting: an old correction is no news then.
  show({ state, parts, event, words }, { animate }) {
    if (animate && event?.type === "correction") this.#tell(event, words);
    const lines = [];
    if (isHeld(state, parts)) lines.push({ note: "held", text: words.say("held") });
    if (this.#correction) lines.push(this.#correction);
    this.#draw(lines);
  }

  #tell(event, words) {
    const cause = `correction.${event.data.cause}`;
    const text = words.say(words.has(cause) ? cause : "corrected");
    this.#correction = { note: "corrected", text, event: event.id };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#correction = null;
      this.#holder.querySelector("[data-note='corrected']")?.remove();
    }, TOLD_MS);
  }

  #draw(lines) {
    arrange(this.#holder, lines.map((line) => ({ key: JSON.stringify(line), make: () => noteElement(line) })));
  }
}

// Whether the picture may differ from the table: the game is out of step, or nobody sees or hears the table.
export function isHeld(state, parts) {
  const isDeaf = ["link", "camera"].some((part) => parts[part]?.status === "offline");
  return state !== null && state.phase !== "idle" && (!state.in_step || isDeaf);
}

function noteElement({ note, text, event }) {
  return make("div.note", { note, ...(event ? { event } : {}) }, make("i.lamp"), make("span", {}, text));
}

// A small mark in the corner that says when the page shows something old. It never covers the picture.

import { make } from "./element.js";

const STALE_AFTER_MS = 10000; // a blink of the network is nobody's business on air

export class StaleMark {
  #mark;
  #words;
  #timer = null;

  constructor(words) {
    this.#words = words;
    this.#mark = make("div.stale", {}, make("i.lamp"), make("span.stale-word", {}, words.say("stale")));
    this.#mark.id = "stale";
    this.#mark.hidden = true;
    this.#mark.setAttribute("role", "status");
    document.body.append(this.#mark);
  }

  // `connected`: whether the page hears its server now.
  show(connected) {
    if (connected) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#mark.hidden = true;
    } else if (this.#timer === null) {
      this.#timer = setTimeout(() => {
        this.#mark.hidden = false;
      }, STALE_AFTER_MS);
    }
  }
}

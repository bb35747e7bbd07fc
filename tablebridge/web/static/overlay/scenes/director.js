// Which scene is on: that of the page's own address, or the one that was chosen, or for a while a replay.

import { readAddress } from "/static/shared/address.js";

const PROGRAM = "program";
const FADED_MS = 600; // the soft cut of `scene.css`, and some

export class Director {
  #stage;
  #own;
  #chosen = null;
  #isInterrupted = false;
  #on = null;

  // `stage` holds a `.scene` for each scene; `own` is the last part of the page's address.
  constructor(stage, own = location.pathname.split("/").at(-1)) {
    this.#stage = stage;
    this.#own = own;
  }

  // The scene that is on; null before one was chosen.
  get scene() {
    if (this.#own !== PROGRAM) return this.#own;
    return this.#isInterrupted ? "result" : this.#chosen;
  }

  // Another scene was chosen: a page of one scene keeps its own.
  choose(scene) {
    this.#chosen = scene;
  }

  // The program is interrupted for a replay, or goes on.
  interrupt(isInterrupted) {
    this.#isInterrupted = isInterrupted;
  }

  // Cuts to the scene that is on now, if that is another.
  cut() {
    const { scene } = this;
    if (scene === this.#on || scene === null) return;
    this.#on = scene;
    document.body.dataset.scene = scene;
    if (scene === "table") this.#openTable();
    for (const section of this.#stage.querySelectorAll(".scene")) {
      section.dataset.on = String(section.dataset.scene === scene);
    }
    if (scene !== "table") this.#closeTable();
  }

  // The whole table is the page that also stands alone, with what this address asks for.
  #openTable() {
    if (this.#stage.querySelector("iframe")) return;
    const frame = document.createElement("iframe");
    frame.className = "scene";
    frame.dataset.scene = "table";
    frame.title = "table";
    frame.src = `/overlay${readableSearch()}`;
    this.#stage.prepend(frame);
  }

  // A page that nobody sees keeps no connection.
  #closeTable() {
    setTimeout(() => {
      if (this.#on !== "table") this.#stage.querySelector("iframe")?.remove();
    }, FADED_MS);
  }
}

function readableSearch() {
  const { table, style, lang, theme, accent, sponsor } = readAddress();
  const asked = Object.entries({ table, style, lang, theme, accent, sponsor }).filter(([, value]) => value !== null);
  return `?${new URLSearchParams(asked)}`;
}

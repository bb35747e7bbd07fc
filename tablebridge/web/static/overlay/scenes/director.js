// Which scene is on: that of the page's own address, or the one that was chosen, or for a while a replay.

const PROGRAM = "program";

// Whether nothing of the page's own frame (notes, sponsor) belongs around a scene: the table has both in their place.
export function isBare(scene) {
  return scene === null || scene === "table" || scene === "empty";
}

export class Director {
  #stage;
  #own;
  #chosen = null;
  #isInterrupted = false;
  #on = null;

  // `stage` holds a `.scene` for each scene, and a `.frame`; `path` is the page's address.
  constructor(stage, path = location.pathname) {
    this.#stage = stage;
    const name = path.split("/").at(-1);
    this.#own = name === "overlay" ? "table" : name;
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
    for (const section of this.#stage.querySelectorAll(".scene")) {
      section.dataset.on = String(section.dataset.scene === scene);
    }
    this.#stage.querySelector(".frame").dataset.on = String(!isBare(scene));
  }
}

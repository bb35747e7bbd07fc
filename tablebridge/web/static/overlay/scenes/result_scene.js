// The last call or the last win, whichever came later, until the next one; or one of them once more.

import { make } from "/static/shared/element.js";
import { drawResult } from "/static/overlay/result.js";
import { drawCall } from "./call.js";

export class ResultScene {
  #options;
  #newest = null; // `{what, sequence, isOver}`, over when it was held long enough; null when there is none
  #latest = -1; // the highest sequence of a moment that was known: what a correction uncovers is older
  #entering = null; // the newest one that has still to enter
  #shown = null; // what was drawn last, so that nothing enters twice
  #timer = null;

  // `hold_s` is how long something stays, null for until the next; `only` is call or win, null for both; `changed()` is
  // called when what is shown has been held long enough.
  constructor(options) {
    this.#options = options;
  }

  // The moments are others now, by this event; null on connecting. Only what has just happened enters: a correction
  // changes quietly, and what was there before this page came, or before what was taken back, has been held already.
  follow(moments, event) {
    const newest = newestOf(moments, this.#options.only);
    const isSame = newest !== null && newest.sequence === this.#newest?.sequence && newest.what === this.#newest.what;
    if (event === null) this.#latest = -1; // another daemon may count anew
    if (!isSame) this.#keep(newest, event);
    this.#latest = Math.max(this.#latest, newest?.sequence ?? -1);
  }

  // `show` has `moments` and `replayed`, the replay that is on or null, besides what every page is told.
  draw(root, show, { animate }) {
    if (!root.firstChild) root.append(make("div.call-banner"), make("section.result"));
    const [banner, panel] = root.children;
    const shown = this.#what(show);
    const isNew = this.#isNew(shown, show, animate);
    banner.hidden = shown?.what !== "call";
    if (!banner.hidden) drawCall(banner, show.moments.call, show);
    drawResult(panel, stateOf(shown, show), show);
    if (shown?.key !== this.#shown?.key) {
      for (const one of root.children) one.classList.remove("enter");
      if (isNew) enter(banner.hidden ? panel : banner);
    }
    this.#shown = shown;
  }

  // What was news has been drawn, or another scene is on: it does not enter later.
  settle() {
    this.#entering = null;
  }

  // A hand that ended without a win is no moment that is kept: it is shown while it lies there.
  #what({ state, moments, replayed }) {
    if (replayed !== null) return { what: replayed.what, key: replayed };
    if (state.result !== null && state.result.kind !== "win" && this.#options.only !== "call") {
      return { what: "draw", key: "draw" };
    }
    const kept = this.#newest;
    if (kept === null || kept.isOver || moments[kept.what] === null) return null;
    return { what: kept.what, key: `${kept.what} ${kept.sequence}` };
  }

  #isNew(shown, { replayed }, animate) {
    if (replayed !== null) return true;
    return shown?.what === "draw" ? animate : shown !== null && shown.key === this.#entering;
  }

  #keep(newest, event) {
    const { hold_s, changed } = this.#options;
    clearTimeout(this.#timer);
    const isNews = newest !== null && event !== null && newest.sequence > this.#latest;
    this.#newest = newest && { ...newest, isOver: hold_s !== null && !isNews };
    this.#entering = isNews && event.type !== "correction" ? `${newest.what} ${newest.sequence}` : null;
    if (hold_s === null || !isNews) return;
    this.#timer = setTimeout(() => {
      this.#newest = { ...newest, isOver: true };
      changed();
    }, hold_s * 1000);
  }
}

function newestOf({ call, win }, only) {
  const kept = [
    { what: "call", sequence: call?.sequence },
    { what: "win", sequence: win?.sequence },
  ].filter(({ what, sequence }) => sequence !== undefined && (only ?? what) === what);
  return kept.sort((one, other) => other.sequence - one.sequence)[0] ?? null;
}

// The state whose result is drawn. A hand that goes on after a win has none yet: its last win is shown as one.
function stateOf(shown, { state, moments }) {
  if (shown?.what === "draw") return state;
  if (shown?.what !== "win") return { ...state, result: null };
  const won = moments.win.state;
  if (won.result !== null) return won;
  return { ...won, result: { kind: "win", wins: won.wins.slice(-1), payments: [], delta: null, reason: null } };
}

// Lets the panel come in, once more where it has come before.
function enter(panel) {
  void panel.offsetWidth;
  panel.classList.add("enter");
}

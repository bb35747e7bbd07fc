// The last call or the last win, whichever came later, until the next one; or one of them once more.

import { drawResult } from "/static/overlay/result.js";
import { drawCall } from "./call.js";

export class ResultScene {
  #call;
  #result;
  #options;
  #newest = null; // `{what, sequence, isOver}`, over when it was held long enough; null when there is none
  #replayed = null; // `{what}`
  #entering = false;
  #timer = null;

  // `hold_s` is how long something stays, null for until the next; `only` is call or win, null for both; `changed()` is
  // called when what is shown has been held long enough.
  constructor(root, options) {
    this.#call = root.querySelector("#call");
    this.#result = root.querySelector("#result");
    this.#options = options;
  }

  // The moments are others now. `isNews` is false on connecting: then nothing enters.
  follow(moments, { isNews }) {
    const newest = newestOf(moments, this.#options.only);
    if (newest === null) this.#newest = null;
    else if (newest.sequence !== this.#newest?.sequence || newest.what !== this.#newest.what) this.#show(newest, isNews);
  }

  // Shows a call or win as when it was new; null ends that.
  replay(what) {
    this.#replayed = what === null ? null : { what };
    this.#entering = what !== null;
  }

  draw(show) {
    const what = this.#what(show);
    const { moments, state } = show;
    this.#call.hidden = what !== "call";
    if (what === "call") drawCall(this.#call, moments.call, show);
    const shown = what === "win" ? withResult(moments.win.state) : what === "draw" ? state : { ...state, result: null };
    drawResult(this.#result, shown, show);
    if (this.#entering) enter(what === "call" ? this.#call : this.#result);
    this.#entering = false;
  }

  // A hand that ended without a win is no moment that is kept: it is shown while it lies there.
  #what({ state, moments }) {
    const kept = this.#replayed ?? (this.#newest?.isOver ? null : this.#newest);
    const isDrawn = state.result !== null && state.result.kind !== "win" && this.#options.only !== "call";
    if (isDrawn && this.#replayed === null) return "draw";
    return kept !== null && moments[kept.what] !== null ? kept.what : null;
  }

  // What was there before this page came has been held by another already.
  #show(moment, isNews) {
    const { hold_s, changed } = this.#options;
    this.#newest = { ...moment, isOver: hold_s !== null && !isNews };
    this.#entering = isNews;
    clearTimeout(this.#timer);
    if (hold_s === null || !isNews) return;
    this.#timer = setTimeout(() => {
      this.#newest = { ...moment, isOver: true };
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

// A hand that goes on after a win has no result yet: its last win is shown as one.
function withResult(state) {
  if (state.result !== null) return state;
  return { ...state, result: { kind: "win", wins: state.wins.slice(-1), payments: [], delta: null, reason: null } };
}

function enter(panel) {
  panel.classList.remove("enter");
  void panel.offsetWidth; // the same animation begins anew
  panel.classList.add("enter");
}

// A call or a win that is shown once more for a while; what happens at the table meanwhile comes first.

export class Replay {
  #seconds;
  #ended;
  #timer = null;
  #now = null; // `{what, sequence, win, wasOver}`: what is shown, and what was known when it began

  // It is shown for so many seconds; `ended()` is called when they are over.
  constructor(seconds, ended) {
    this.#seconds = seconds;
    this.#ended = ended;
  }

  // What is shown again, `{what}`: another object for each replay, null while there is none.
  get now() {
    return this.#now;
  }

  begin(what, moments, state) {
    clearTimeout(this.#timer);
    this.#now = { what, sequence: moments[what].sequence, win: sequenceOf(moments.win), wasOver: isOver(state) };
    this.#timer = setTimeout(() => {
      this.#now = null;
      this.#ended();
    }, this.#seconds * 1000);
  }

  end() {
    clearTimeout(this.#timer);
    this.#now = null;
  }

  // Ends when somebody wins, when the hand is over, and when what is shown is not the last one any more.
  follow(moments, state) {
    if (this.#now === null) return;
    const { what, sequence, win, wasOver } = this.#now;
    const isLast = sequenceOf(moments[what]) === sequence;
    const isWon = sequenceOf(moments.win) > win;
    const isEnded = isOver(state) && !wasOver && state.result.kind !== "win"; // a win is told by the moments
    if (!isLast || isWon || isEnded) this.end();
    else this.#now.wasOver = isOver(state);
  }
}

function sequenceOf(moment) {
  return moment?.sequence ?? -1;
}

function isOver(state) {
  return state !== null && state.result !== null;
}

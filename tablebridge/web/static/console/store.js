// What the page knows: the snapshot it was given last and every change since.

export class Store {
  me = null;
  tables = [];
  table = null;
  connected = false;
  everConnected = false;
  referees = [];
  book = null;
  state = null;
  hands = [];
  flags = [];
  suspects = []; // events of the hand in play that were probably misread
  parts = {};
  isVoid = false;
  delayS = null; // the broadcast delay; null until it is told
  flag = null; // id of the selected flag
  event = null; // id of the selected event
  #events = new Map(); // by hand, `game/hand`, in the journal's order
  #shown = null; // the hand that was chosen; null follows the newest

  take(message) {
    const taken = {
      snapshot: () => this.#snapshot(message),
      change: () => this.#change(message),
      parts: () => { this.parts = message.parts; },
      delay: () => { this.delayS = message.delay_s; },
      presence: () => { this.referees = message.referees; },
    }[message.kind];
    taken?.();
    return Boolean(taken);
  }

  forget() {
    Object.assign(this, { book: null, state: null, hands: [], flags: [], suspects: [], referees: [], delayS: null, flag: null, event: null });
    this.#events.clear();
    this.#shown = null;
  }

  #snapshot({ book, state, hands, events, flags, suspects, parts, void: isVoid }) {
    Object.assign(this, { book, state, hands, flags, suspects, parts, isVoid, connected: true, everConnected: true });
    this.#events.clear(); // an act may have changed older hands, too: those are asked for again
    this.#append(events);
    this.#select();
  }

  #change({ state, events, flags, suspects }) {
    Object.assign(this, { state, suspects });
    this.#append(events);
    for (const flag of flags) {
      const place = this.flags.findIndex(({ id }) => id === flag.id);
      if (place < 0) this.flags = [...this.flags, flag];
      else this.flags = this.flags.with(place, flag);
    }
    this.#select();
  }

  #append(events) {
    for (const event of events) {
      const key = keyOf(event);
      if (!this.#events.has(key)) {
        this.#events.set(key, []);
        if (!this.hands.some((hand) => keyOf(hand) === key)) {
          this.hands = [...this.hands, { game: event.game, hand: event.hand, first: event.sequence }];
        }
      }
      const list = this.#events.get(key);
      if (!list.some(({ id }) => id === event.id)) list.push(event);
    }
  }

  // Something is always selected, so that a key has something to act on: the oldest open flag.
  #select() {
    if (!this.flags.some(({ id }) => id === this.flag)) this.flag = this.shownFlags()[0]?.id ?? null;
    if (!this.findEvent(this.event)) this.event = null;
  }

  newestHand() {
    return this.hands.at(-1) ?? null;
  }

  shownHand() {
    return this.#shown ?? this.newestHand();
  }

  showHand(hand) {
    const newest = this.newestHand();
    this.#shown = newest && keyOf(hand) === keyOf(newest) ? null : hand;
  }

  // The events of the shown hand, oldest first; null when they have to be asked for.
  shownEvents() {
    const hand = this.shownHand();
    return hand ? this.#events.get(keyOf(hand)) ?? null : [];
  }

  keepEvents(hand, events) {
    this.#events.set(keyOf(hand), events);
  }

  findEvent(id) {
    for (const list of this.#events.values()) {
      const found = list.find((event) => event.id === id);
      if (found) return found;
    }
    return null;
  }

  suspectOf(event) {
    return this.suspects.find(({ event_id: id }) => id === event.id) ?? null;
  }

  // Those to decide first, the oldest of them on top; then what was ruled, the newest on top.
  shownFlags() {
    const open = this.flags.filter(isOpen).sort((one, other) => one.sequence - other.sequence);
    return [...open, ...this.flags.filter((flag) => !isOpen(flag)).sort((one, other) => other.sequence - one.sequence)];
  }

  // The event that laid the seat's `place`-th tile of the newest hand; null where it is not known.
  discardAt(seat, place) {
    const hand = this.newestHand();
    const events = hand ? this.#events.get(keyOf(hand)) ?? [] : [];
    return events.filter(({ type, data, replaced_by }) => type === "discard" && data.seat === seat && !replaced_by)[place] ?? null;
  }

  newestDiscard() {
    const hand = this.newestHand();
    const events = hand ? this.#events.get(keyOf(hand)) ?? [] : [];
    return events.findLast(({ type, replaced_by }) => type === "discard" && !replaced_by) ?? null;
  }
}

export function isOpen(flag) {
  return flag.state === "pending" || flag.state === "deferred";
}

export function keyOf({ game, hand }) {
  return `${game}/${hand}`;
}

// The console: keeps a connection, draws what it knows, and sends what the referee does.

import { Connection } from "/static/shared/connection.js";
import { chooseStyle } from "/static/shared/tile.js";
import { act } from "./act.js";
import { askDelay, drawDelay, setDelay } from "./delay.js";
import { Editor } from "./editor.js";
import { canCorrect, drawEvents } from "./events.js";
import { drawFlags } from "./flags.js";
import { drawBar, drawHands, drawNotices, fillTables } from "./frame.js";
import { listenToKeys } from "./keys.js";
import { fillLanguages } from "./language.js";
import { drawLive, listenToRivers, roundText } from "./live.js";
import { ask, raiseFlag, showKeys } from "./question.js";
import { Store, keyOf } from "./store.js";
import { sayAll } from "./words.js";

const query = new URLSearchParams(location.search);
chooseStyle(query.get("style") ?? "japanese");

const store = new Store();
const at = (selector) => document.querySelector(selector);
const editor = new Editor(at("#editor"));

function draw() {
  sayAll();
  drawBar(store, roundText(store.state));
  drawNotices(at("#notices"), store);
  drawDelay(at("#delay"), store.delayS);
  drawHands(at("#hand"), store);
  drawLive(at("#live"), store.state, { newest: store.newestDiscard()?.data.seat ?? null });
  if (store.book) {
    drawEvents(at("#events"), store, onEvent);
    drawFlags(at("#flags"), store, onFlag);
  }
  sayVoid(at("#void"));
  for (const button of document.querySelectorAll("#acts button, #delay")) button.disabled = !store.connected;
  if (store.shownEvents() === null) askForHand(store.shownHand());
}

// Once for all messages that have come meanwhile.
let isDue = false;
function drawSoon() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    draw();
  }, 0);
}

function sayVoid(button) {
  button.dataset.say = store.isVoid ? "resume_hand" : "void_hand";
  sayAll(button.parentElement);
}

const send = (document) => act(store.table, document);

// --- events ----------------------------------------------------------------------------------------------------

const onEvent = {
  select(event) {
    store.event = store.event === event.id ? null : event.id;
    draw();
  },
  correct(event) {
    editor.correct(event, store.book, (data, reason) => send({ type: "replace_event", event_id: event.id, event: data, reason }));
  },
  insertAfter(event) {
    editor.compose("insert_after", store.book, likely(event), (data, reason) =>
      send({ type: "insert_event", after: event.id, event: data, reason }));
  },
  remove(event) {
    ask(at("#question"), "really_remove", (reason) => send({ type: "remove_event", event_id: event.id, reason }));
  },
  take(event, tile) {
    send({ type: "replace_event", event_id: event.id, event: { ...event.data, tile } });
  },
};

// Who acts next and the tile that a call would take: what a new event begins with.
function likely(before) {
  return { turn: store.state.turn, discard: before?.type === "discard" ? before.data : null };
}

function enterByHand() {
  editor.compose("enter_by_hand", store.book, likely(store.newestDiscard()), (data, reason) => send({ type: "enter_event", event: data, reason }));
}

function onSelectedEvent(what) {
  const event = store.findEvent(store.event);
  if (event && canCorrect(event)) onEvent[what](event);
}

// Newer is up, as in the list.
function moveEvent(step) {
  const events = store.shownEvents() ?? [];
  if (!events.length) return;
  const place = events.findIndex(({ id }) => id === store.event);
  const next = place < 0 ? events.length - 1 : Math.min(Math.max(place + step, 0), events.length - 1);
  showEvent(events[next].id);
}

function showEvent(id) {
  store.event = id;
  draw();
  at(`.event[data-selected="true"]`)?.scrollIntoView({ block: "nearest" });
}

async function askForHand(hand) {
  const { table } = store;
  const answer = await fetch(`/api/events?table=${encodeURIComponent(table)}&game=${hand.game}&hand=${hand.hand}`);
  if (!answer.ok || table !== store.table) return;
  store.keepEvents(hand, await answer.json());
  draw();
}

// --- flags -----------------------------------------------------------------------------------------------------

const onFlag = {
  select(flag) {
    store.flag = flag.id;
    draw();
  },
  rule(flag, ruling) {
    return send({ ...ruling, flag_id: flag.id });
  },
  penalty(flag, { revoke = false, delta = null, reason }) {
    const type = revoke ? "revoke_penalty" : "apply_penalty";
    return send({ type, flag_id: flag.id, reason, ...(revoke || !delta ? {} : { delta }) });
  },
  async showEvent(flag) {
    store.showHand(flag);
    if (store.shownEvents() === null) await askForHand(flag);
    showEvent(flag.event_id);
  },
};

function pressInFlag(name) {
  at(`.flag[data-selected="true"] button[data-act="${name}"]`)?.click();
}

function moveFlag(step) {
  const flags = store.shownFlags();
  const place = flags.findIndex(({ id }) => id === store.flag);
  const next = flags[Math.min(Math.max(place + step, 0), flags.length - 1)];
  if (!next) return;
  onFlag.select(next);
  at(`.flag[data-selected="true"]`)?.scrollIntoView({ block: "nearest" });
}

function togglePenalty() {
  pressInFlag("apply_penalty");
  pressInFlag("revoke_penalty");
}

// The clip has keys of its own: space, arrows, A. Tab leads out of it again.
function enterClip() {
  at(`.flag[data-selected="true"] .clip`)?.focus();
}

// --- the frame -------------------------------------------------------------------------------------------------

at("#enter").addEventListener("click", enterByHand);
at("#raise").addEventListener("click", () =>
  raiseFlag(at("#raising"), store.book, (raised) => send({ type: "raise_flag", ...raised, event_id: store.event })));
at("#void").addEventListener("click", () => {
  const [question, type] = store.isVoid ? ["really_resume", "resume_hand"] : ["really_void", "void_hand"];
  ask(at("#question"), question, (reason) => send({ type, reason }));
});
at("#right").addEventListener("click", () =>
  ask(at("#question"), "really_right", (reason) => send({ type: "confirm_table", reason })));
at("#delay").addEventListener("click", () =>
  askDelay(at("#delaying"), () => store.delayS, (delayS) => setDelay(store.table, delayS)));
at("#help").addEventListener("click", () => showKeys(at("#keys")));
at("#report").addEventListener("click", () => { location.href = `/report?table=${encodeURIComponent(store.table)}`; });
at("#log-out").addEventListener("click", async () => {
  await fetch("/logout", { method: "POST" });
  location.href = "/login";
});
at("#hand").addEventListener("change", ({ target }) => {
  store.showHand(store.hands.find((hand) => keyOf(hand) === target.value));
  draw();
});
listenToRivers(at("#live"), (seat, place) => {
  const event = store.discardAt(seat, place);
  if (event) onEvent.correct(event);
});
listenToKeys(
  {
    j: () => moveFlag(1),
    k: () => moveFlag(-1),
    a: () => pressInFlag("accept_flag"),
    o: () => pressInFlag("overrule_flag"),
    d: () => pressInFlag("defer_flag"),
    p: togglePenalty,
    " ": enterClip,
    ArrowUp: () => moveEvent(1),
    ArrowDown: () => moveEvent(-1),
    c: () => onSelectedEvent("correct"),
    i: () => onSelectedEvent("insertAfter"),
    Delete: () => onSelectedEvent("remove"),
    ...Object.fromEntries([..."123456789"].map((digit) => [digit, () =>
      at(`.event[data-selected="true"] .candidate[data-place="${digit - 1}"]`)?.click()])),
    n: () => { if (store.book) enterByHand(); },
    l: () => { const event = store.newestDiscard(); if (event) onEvent.correct(event); },
    "?": () => showKeys(at("#keys")),
  },
  (key) => /^[1-9]$/.test(key) && at("#editor").open && editor.takeCandidate(key - 1),
);

// --- the connection --------------------------------------------------------------------------------------------

const AGAIN_MS = 2000;

async function whoAmI() {
  const answer = await fetch("/api/me");
  if (answer.status === 401) location.href = "/login";
  return answer.json();
}

async function whoAmIAtLast() {
  for (;;) {
    try {
      return await whoAmI();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

function connect() {
  const connection = new Connection(new URL(`ws?table=${encodeURIComponent(store.table)}`, location.href), {
    onMessage(message) {
      if (store.take(message)) drawSoon();
    },
    onLost() {
      store.connected = false;
      draw();
      whoAmI().catch(() => {}); // a login that is over leads to the login page; anything else is tried again
    },
  });
  connection.open();
}

fillLanguages(at("#language"), draw);
draw();
Object.assign(store, await whoAmIAtLast());
store.table = query.get("table") ?? store.tables[0];
fillTables(at("#table"), store);
draw();
connect();

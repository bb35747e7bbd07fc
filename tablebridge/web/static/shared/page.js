// A public page: wears what its address asks for, keeps a connection, and draws what it was told last.

import { dress, readAddress } from "./address.js";
import { Connection } from "./connection.js";
import { fitNames } from "./fit.js";
import { keepFonts } from "./fonts.js";
import { StaleMark } from "./stale.js";
import { loadWords } from "./words.js";

// Opens the page. `draw(show, {animate})` is called with
//
//   {address, lang, words, state, parts, players, connected, everConnected, event}
//
// after every change: `state` is null until the first one came, `event` the event behind that state or null, and
// `animate` is true only where an event led here, so that a page that was just opened or found its server again shows
// the present and plays nothing. `players` are the four names by seat A to D, each null where nobody is named.
//
// `take(show, message)` may take messages that this file does not know, and returns whether to draw; `path` is the
// socket's address where it is another than the page's own table.
export async function openPage(draw, { take = () => false, path = `ws${location.search}` } = {}) {
  const address = readAddress();
  dress(address);
  const words = await loadWords(address.lang);
  keepFonts(...words.texts);
  const show = {
    address,
    lang: address.lang,
    words,
    state: null,
    parts: {},
    players: NOBODY,
    connected: false,
    everConnected: false,
    event: null,
  };
  const stale = new StaleMark(words);
  const redraw = (animate) => {
    label(show);
    stale.show(show.connected);
    draw(show, { animate });
    fitNames();
  };
  redraw(false);
  new Connection(new URL(path, location.href), {
    onMessage(message) {
      // names are kept when they are told, not when they are drawn: another screen may have them
      if (message.players) keepFonts(...message.players.filter(Boolean));
      const known = TAKEN[message.kind];
      known?.(show, message);
      const isDrawn = take(show, message) || known !== undefined;
      if (isDrawn) redraw(message.kind === "event");
    },
    onLost() {
      show.connected = false;
      redraw(false);
    },
  }).open();
  return show;
}

const NOBODY = [null, null, null, null];

const TAKEN = {
  state(show, message) {
    Object.assign(show, { connected: true, everConnected: true, event: null, state: message.state, parts: message.parts });
    show.players = message.players ?? NOBODY; // names that were taken out of the configuration go
  },
  event(show, message) {
    Object.assign(show, { event: message.event, state: message.state });
  },
  parts(show, message) {
    show.parts = message.parts;
  },
};

// What a look from outside (a test, a producer's script) can wait for.
function label({ state, connected }) {
  const { dataset } = document.body;
  dataset.connected = String(connected);
  if (!state) return;
  dataset.sequence = state.sequence;
  dataset.phase = state.phase;
  dataset.table = state.table;
}

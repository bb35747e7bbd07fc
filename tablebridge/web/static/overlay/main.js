// The overlay: keeps a connection, and draws whatever public state it was told last.

import { drawBanners } from "./banners.js";
import { drawCentre } from "./centre.js";
import { Connection } from "/static/shared/connection.js";
import { doraKinds } from "/static/shared/dora.js";
import { drawResult } from "./result.js";
import { drawSeat } from "./seat.js";
import { chooseStyle } from "/static/shared/tile.js";

const query = new URLSearchParams(location.search);
chooseStyle(query.get("style") ?? "japanese");

const show = { state: null, parts: {}, connected: false, everConnected: false, newest: null };

function draw({ animate }) {
  const { state } = show;
  document.body.dataset.connected = String(show.connected);
  drawBanners(document.querySelector("#banners"), show);
  if (!state) return;
  document.body.dataset.sequence = state.sequence;
  document.body.dataset.phase = state.phase;
  document.body.dataset.table = state.table;
  drawCentre(document.querySelector("#centre"), state);
  const dora = doraKinds(state.indicators);
  for (const section of document.querySelectorAll(".seat")) {
    drawSeat(section, state, { dora, animate, newest: show.newest });
  }
  drawResult(document.querySelector("#result"), state);
}

// The newest discard keeps its mark until the next one, or until somebody takes it.
function newestDiscard(event) {
  if (event.type === "discard") return event.data.seat;
  return ["draw", "riichi", "riichi_accepted", "indicator"].includes(event.type) ? show.newest : null;
}

const connection = new Connection(new URL(`ws${location.search}`, location.href), {
  onMessage(message) {
    if (message.kind === "state") {
      Object.assign(show, { state: message.state, parts: message.parts, connected: true, everConnected: true });
      show.newest = null;
      draw({ animate: false });
    } else if (message.kind === "event") {
      show.newest = newestDiscard(message.event);
      show.state = message.state;
      draw({ animate: true });
    } else if (message.kind === "parts") {
      show.parts = message.parts;
      draw({ animate: false });
    }
  },
  onLost() {
    show.connected = false;
    draw({ animate: false });
  },
});
connection.open();

// A scene of the overlay, or the program: one picture of what was let out, drawn over and over.

import { Notes } from "/static/shared/notes.js";
import { openPage } from "/static/shared/page.js";
import { Director } from "./director.js";
import { drawLowerThird } from "./lower_third.js";
import { ResultScene } from "./result_scene.js";
import { drawStandings } from "./standings.js";
import { drawWaits } from "./waits.js";

const REPLAY_S = 12; // how long a replay is shown where the address says nothing else
const NOTHING_YET = { call: null, win: null, began_with: null };

const ONLY = { call: "call", win: "win" };

const at = (selector) => document.querySelector(selector);
const director = new Director(at("#stage"));
const query = new URLSearchParams(location.search);
const hold_s = Number(query.get("hold")) || null; // null: until the next one
const result = new ResultScene(at("[data-scene='result']"), { hold_s, only: ONLY[query.get("what")] ?? null, changed: () => redraw() });
const notes = new Notes(at("#notes"));
const scenes = {
  "lower-third": drawLowerThird,
  result: (_root, show) => result.draw(show),
  waits: drawWaits,
  standings: drawStandings,
};

let moments = NOTHING_YET;
let isGreeted = false; // whether what comes now is news, and no longer what was there on connecting
let replays = 0;
let replaying = null;
let last = null; // what was drawn last, with whom it was told

function draw(show, options) {
  last = show;
  if (!show.connected) isGreeted = false;
  director.cut();
  const { scene } = director;
  const isBare = scene === null || scene === "table" || scene === "empty"; // the table has notes of its own
  at("#notes").hidden = isBare;
  at("#sponsor").hidden = isBare || !show.address.sponsor;
  if (!isBare) notes.show(show, options);
  if (show.state === null) return;
  const root = document.querySelector(`section[data-scene="${scene}"]`);
  scenes[scene]?.(root, { ...show, moments }, options);
}

// Messages of the scenes: what is chosen, the last call and win, and that one of them is shown again.
const TAKEN = {
  scene({ scene }) {
    director.choose(scene);
  },
  moments(message) {
    moments = message.moments;
    for (const what of ["call", "win"]) document.body.dataset[what] = moments[what]?.sequence ?? "none";
    result.follow(moments, { isNews: isGreeted });
    isGreeted = true;
  },
  replay({ what }) {
    if (moments[what] === null) return;
    replays += 1;
    document.body.dataset.replays = String(replays);
    replayOf(what);
    clearTimeout(replaying);
    replaying = setTimeout(() => {
      replayOf(null);
      redraw();
    }, (hold_s ?? REPLAY_S) * 1000);
  },
};

// A call or win is shown once more, whatever scene is on; null ends it.
function replayOf(what) {
  result.replay(what);
  director.interrupt(what !== null);
}

function redraw() {
  if (last) draw(last, { animate: false });
}

openPage(draw, {
  path: `/ws${location.search}`,
  take(_show, message) {
    const known = TAKEN[message.kind];
    known?.(message);
    return known !== undefined;
  },
});

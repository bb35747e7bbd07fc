// A scene of the overlay, or the program: one picture of what was let out, drawn over and over.

import { fitNames } from "/static/shared/fit.js";
import { Notes } from "/static/shared/notes.js";
import { openPage } from "/static/shared/page.js";
import { keepFaces } from "/static/shared/tile.js";
import { Director, isBare } from "./scenes/director.js";
import { drawLowerThird } from "./scenes/lower_third.js";
import { Replay } from "./scenes/replay.js";
import { ResultScene } from "./scenes/result_scene.js";
import { drawStandings } from "./scenes/standings.js";
import { TableScene } from "./scenes/table.js";
import { drawWaits } from "./scenes/waits.js";

const REPLAY_S = 12; // how long a replay is shown where the address says nothing else
const KINDS = ["call", "win"];

const stage = document.querySelector("#stage");
const query = new URLSearchParams(location.search);
const only = KINDS.includes(query.get("what")) ? query.get("what") : null;
const hold_s = Number(query.get("hold")) || null; // null: until the next one

const director = new Director(stage);
const notes = new Notes(stage.querySelector("#notes"));
const replay = new Replay(Number(query.get("replay")) || REPLAY_S, () => redraw());
const result = new ResultScene({ hold_s, only, changed: () => redraw() });
const table = new TableScene();
const scenes = {
  table: (root, show, options) => table.draw(root, show, options),
  "lower-third": drawLowerThird,
  result: (root, show, options) => result.draw(root, { ...show, moments, replayed: replay.now }, options),
  waits: drawWaits,
  standings: drawStandings,
};

let moments = { call: null, win: null };
let last = null; // what was drawn last
let replays = 0;

function draw(show, { animate }) {
  last = show;
  table.follow(show);
  if (show.state !== null) replay.follow(moments, show.state);
  director.interrupt(replay.now !== null);
  director.cut();
  const { scene } = director;
  // a correction changes what lies there without a movement
  const options = { animate: animate && show.event?.type !== "correction", isCorrection: animate && show.event?.type === "correction" };
  if (!isBare(scene)) notes.show(show, { animate });
  if (show.state !== null) scenes[scene]?.(stage.querySelector(`.scene[data-scene="${scene}"]`), show, options);
  result.settle();
}

// Messages of the scenes: what is chosen, the last call and win, and that one of them is shown again.
const TAKEN = {
  scene({ scene }) {
    director.choose(scene);
    replay.end(); // who presses a scene wants to see that
  },
  moments(message, show) {
    moments = message.moments;
    for (const what of KINDS) document.body.dataset[what] = moments[what]?.sequence ?? "none";
    result.follow(moments, show.event);
  },
  replay({ what }) {
    if (moments[what] === null || (only ?? what) !== what) return;
    replays += 1;
    document.body.dataset.replays = String(replays);
    replay.begin(what, moments, last.state);
  },
};

// What changes by itself, without a message.
function redraw() {
  draw(last, { animate: false });
  fitNames();
}

openPage(draw, {
  path: `/ws${location.search}`,
  take(show, message) {
    const known = TAKEN[message.kind];
    known?.(message, show);
    return known !== undefined;
  },
});
keepFaces();

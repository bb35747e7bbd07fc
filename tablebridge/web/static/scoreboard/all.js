// All tables of this daemon, four at a time; more of them take turns.

import { arrange, make } from "/static/shared/element.js";
import { fitNames } from "/static/shared/fit.js";
import { isHeld } from "/static/shared/notes.js";
import { openPage } from "/static/shared/page.js";
import { keepFaces } from "/static/shared/tile.js";
import { outcomeElement, outcomeOf } from "./outcome.js";
import { seatRows, windPicture } from "./seat_row.js";

const MOST = 4; // more would not be read from ten metres
const PACE_S = 12; // how long a page is shown where the address does not say

const boards = new Map(); // by table, in the order of the configuration
const pace_s = Number(new URLSearchParams(location.search).get("pace") ?? PACE_S);
let page = 0;
let isNew = true; // the next state is the first of a connection
let shown = null; // what `openPage` keeps
let isDue = false;

openPage(draw, { take, path: "/ws?tables=all" }).then((show) => {
  shown = show;
});
keepFaces(); // screens take turns, also while the daemon is away
setInterval(() => turn(1), pace_s * 1000);
document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowRight" || key === "PageDown") turn(1);
  if (key === "ArrowLeft" || key === "PageUp") turn(-1);
});

function take(_show, message) {
  if (message.kind === "state") {
    if (isNew) boards.clear(); // a daemon that was configured anew may have other tables
    isNew = false;
    Object.assign(boardOf(message.state.table), { state: message.state, parts: message.parts, players: message.players });
  } else if (message.kind === "event") {
    boardOf(message.state.table).state = message.state;
  } else if (message.kind === "parts") {
    boardOf(message.table).parts = message.parts;
  } else if (message.kind === "moments") {
    boardOf(message.table).moments = message.moments;
  } else {
    return false;
  }
  return true;
}

function boardOf(table) {
  if (!boards.has(table)) boards.set(table, { state: null, parts: {}, players: null, moments: null });
  return boards.get(table);
}

function turn(by) {
  const pages = countPages();
  page = (page + by + pages) % pages;
  if (shown) draw(shown);
}

function countPages() {
  return Math.max(1, Math.ceil(boards.size / MOST));
}

// Five tables are three and two rather than four and one.
function tablesOfAPage() {
  return Math.ceil(boards.size / countPages());
}

// Once a frame: the first states of all tables come at once, and a hall tells a lot at the end of a round.
function draw(show) {
  if (!show.connected) isNew = true;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    paint(show);
  });
}

function paint(show) {
  const all = [...boards.values()].filter((board) => board.state);
  const pages = countPages();
  page = Math.min(page, pages - 1);
  const size = tablesOfAPage();
  const here = all.slice(page * size, (page + 1) * size);
  document.body.dataset.page = String(page + 1);
  document.body.dataset.pages = String(pages);
  const cards = document.querySelector("#cards");
  cards.dataset.count = String(size);
  arrange(cards, here.map((board) => ({ key: board.state.table, make: () => make("article.card", { table: board.state.table }) })));
  here.forEach((board, place) => drawCard(cards.children[place], { ...board, words: show.words }));
  drawDots(pages);
  fitNames(cards);
}

function drawCard(card, board) {
  if (!card.firstChild) card.append(make("header"), make("div.rows"), make("footer"));
  const [head, rows, foot] = card.children;
  card.dataset.phase = board.state.phase;
  arrange(head, [headItem(board)]);
  arrange(rows, seatRows(board));
  const outcome = outcomeOf(board);
  arrange(foot, outcome ? [{ key: JSON.stringify(outcome), make: () => outcomeElement(outcome, board.words) }] : []);
}

function headItem({ state, parts, words }) {
  const { table, round_wind: round, hand, phase, wall_left: wall, honba } = state;
  const held = isHeld(state, parts);
  return {
    key: JSON.stringify([table, round, hand, phase, wall, honba, held]),
    make: () =>
      make(
        "div.card-head",
        { held },
        make("b.table-name", {}, table),
        ...(round ? [make("span.round-tile", {}, windPicture(round)), make("span.round", {}, words.say("hand", { number: hand + 1 }))] : []),
        ...(held ? [make("span.held", {}, make("i.lamp"), words.say("held"))] : []),
        round && wall !== null
          ? make("span.wall", {}, make("span.label", {}, words.say("figure.wall")), make("b", {}, String(wall)))
          : make("span.phase", {}, words.say(`phase.${phase}`)),
      ),
  };
}

function drawDots(pages) {
  const wanted = Array.from({ length: pages > 1 ? pages : 0 }, (_, place) => {
    const now = place === page;
    return { key: `${place} ${now}`, make: () => make("i.dot", { now }) };
  });
  arrange(document.querySelector("#dots"), wanted);
}

// The report of a session: a sheet to be printed, and the same as JSON.

import { make } from "/static/shared/element.js";
import { fillLanguages } from "./language.js";
import { penaltyText } from "./flags.js";
import { say, sayAll } from "./words.js";

const SEATS = ["A", "B", "C", "D"];
const table = new URLSearchParams(location.search).get("table") ?? "";
const address = `/api/report?table=${encodeURIComponent(table)}`;
const at = (selector) => document.querySelector(selector);
let report = null;

function draw() {
  sayAll();
  if (!report) return;
  at("#sheet").replaceChildren(
    make("h1", {}, say("report_title")),
    make("p.about", {}, [`${say("table")} ${report.table}`, when(report.games[0]?.began_at)].filter(Boolean).join(" · ")),
    ...report.games.flatMap(game),
  );
  document.body.dataset.ready = "true";
}

function game(one) {
  const head = [
    make("h2", {}, `${say("game")} ${one.game}`),
    make("p.about", {}, `${say("rulebook")}: ${one.rulebook} · ${when(one.began_at)}`),
  ];
  if (!one.hands) return head;
  return [
    ...head,
    ...section("standings", one.standings.length ? standings(one) : null),
    ...section("hands", one.hands.length ? hands(one.hands) : null),
    ...section("rulings", one.flags.length ? flags(one) : null),
    ...section("corrections", one.acts.length ? acts(one.acts) : null),
  ];
}

function section(word, content) {
  return [make("h3", {}, say(word)), content ?? make("p.about", {}, say("nothing"))];
}

function standings({ standings: places, violation_points: violations }) {
  return sheet(
    ["place", "seat", "points", "total", "violation_points"],
    places.map(({ place, seat, points, total }) => [place, seat, number(points), number(total), number(violations[seat] ?? 0)]),
  );
}

function hands(played) {
  const rows = played.map(({ hand, round_wind: wind, dealer, endings, settled }) => [
    `${wind ? say(`wind.${wind}`) : ""} ${hand + 1}`,
    dealer,
    endings.map(ending).join("; "),
    ...SEATS.map((seat) => (settled ? number(settled.delta[seat]) : "–")),
    settled ? SEATS.map((seat) => settled.points[seat]).join(" / ") : "–",
  ]);
  return sheet(["hand", "field.dealer", "result", ...SEATS, "points"], rows);
}

function ending({ type, seat, from_seat: from, tile, reason, flowers }) {
  const word = say(flowers ? "event.win_by_flowers" : `event.${type}`);
  return [word, seat, from ? `← ${from}` : "", tile ?? "", reason ? say(`abort.${reason}`) : ""].filter(Boolean).join(" ");
}

function flags({ flags: all }) {
  return sheet(
    ["clause", "seat", "what_happened", "state", "by_whom", "reason", "penalty"],
    all.map((flag) => [
      flag.clause,
      flag.seat ?? say("nobody"),
      flag.text,
      say(`state.${flag.state}`),
      flag.by,
      flag.reason,
      flag.penalty ? penaltyText(flag.penalty) : "",
    ]),
  );
}

function acts(done) {
  return sheet(
    ["time", "by_whom", "kind_of_event", "reason"],
    done.map(({ at: moment, by, act }) => [when(moment), by, actText(act), act.reason ?? ""]),
  );
}

function actText(act) {
  const about = [act.flag_id ?? act.event_id ?? act.after, act.event && say(`event.${act.event.type}`), act.event?.seat, act.event?.tile];
  return [say(`act.${act.type}`), ...about].filter(Boolean).join(" ");
}

// A table of the sheet: words or seats as heads, rows of texts; what begins with a sign or digit is set to the right.
function sheet(heads, rows) {
  const isNumber = (text) => /^[+−-]?\d[\d,.]*$/.test(String(text));
  const right = heads.map((_, column) => rows.every((row) => isNumber(row[column]) || row[column] === "–"));
  const cell = (tag, text, column) => make(right[column] ? `${tag}.number` : tag, sign(text), String(text));
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((head, column) => cell("th", SEATS.includes(head) ? head : say(head), column)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((text, column) => cell("td", text, column))))),
  );
}

function sign(text) {
  return /^-\d/.test(String(text)) ? { sign: "loss" } : {};
}

function number(value) {
  return value.toLocaleString("en-US");
}

function when(iso) {
  return iso ? new Date(iso).toLocaleString("sv-SE").slice(0, 16) : "";
}

at("#back").addEventListener("click", () => { location.href = `/?table=${encodeURIComponent(table)}`; });
at("#print").addEventListener("click", () => print());
at("#download").addEventListener("click", () => { location.href = `${address}&download`; });
fillLanguages(at("#language"), draw);
sayAll();
const answer = await fetch(address);
if (answer.status === 401) location.href = "/login";
report = answer.ok ? await answer.json() : { table, games: [] };
draw();

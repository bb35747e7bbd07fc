// The board of one table, for a television at the other end of the hall.

import { doraOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { Notes } from "/static/shared/notes.js";
import { openPage } from "/static/shared/page.js";
import { tablePhrase } from "/static/shared/phrase.js";
import { sponsorPicture } from "/static/shared/sponsor.js";
import { tileElement } from "/static/shared/tile.js";
import { outcomeElement, outcomeOf } from "./outcome.js";
import { seatRows, windPicture } from "./seat_row.js";

const REPEATS = { riichi: "figure.honba", taiwan: "figure.streak" };

const notes = new Notes(document.querySelector("#notes"));
let sponsor = null; // made once: a head that is drawn anew does not ask for the picture again

openPage(draw, { take: takeMoments });

function takeMoments(show, message) {
  if (message.kind !== "moments") return false;
  show.moments = message.moments;
  return true;
}

function draw(show, { animate }) {
  if (!show.state) return;
  drawHead(document.querySelector("#head"), show);
  arrange(document.querySelector("#rows"), seatRows(show));
  drawOutcome(document.querySelector("#outcome"), show);
  notes.show(show, { animate });
}

function drawHead(head, show) {
  const facts = headFacts(show);
  arrange(head, [{ key: JSON.stringify(facts), make: () => headElement(facts, show.words) }]);
}

function headFacts({ state, address }) {
  const { table, tradition, phase, hand, round_wind: round, honba, sticks, wall_left: wall, indicators } = state;
  return { table, tradition, phase, hand, round, honba, sticks, wall, indicators, sponsor: address.sponsor };
}

function headElement(facts, words) {
  const { round, tradition } = facts;
  const head = make("div.head", { tradition });
  if (round) {
    head.append(make("span.round-tile", {}, windPicture(round)));
    head.append(make("span.round", {}, make("b", {}, words.say(`round.${round}`)), aboutElement(facts, words)));
    head.append(...figures(facts, words));
  } else {
    head.append(make("span.round", {}, make("b", {}, words.say(`phase.${facts.phase}`)), tablePhrase("span", words, facts.table)));
  }
  if (facts.sponsor) sponsor ??= sponsorPicture(facts.sponsor);
  if (sponsor) head.append(make("span.sponsor", {}, sponsor));
  return head;
}

function aboutElement({ table, hand }, words) {
  return tablePhrase("span", words, table, `${words.say("hand", { number: hand + 1 })} ·`); // counted from 0, said from 1
}

function figures({ tradition, honba, sticks, wall, indicators }, words) {
  const shown = [];
  if (REPEATS[tradition]) shown.push(figure("repeats", words.say(REPEATS[tradition]), String(honba)));
  if (tradition === "riichi") shown.push(figure("sticks", words.say("figure.sticks"), String(sticks)));
  shown.push(figure("wall", words.say("figure.wall"), wall === null ? "–" : String(wall)));
  if (indicators.length) {
    const tiles = indicators.map((indicator) => tileElement(doraOf(indicator) ?? indicator, { dora: true }));
    shown.push(make("span.figure.dora", {}, make("span.label", {}, words.say("figure.dora")), make("span.dora-tiles", {}, ...tiles)));
  }
  return shown;
}

function figure(name, label, value) {
  return make(`span.figure.${name}`, {}, make("span.label", {}, label), make("b", {}, value));
}

function drawOutcome(holder, show) {
  const outcome = outcomeOf(show);
  holder.hidden = outcome === null;
  arrange(holder, outcome ? [{ key: JSON.stringify(outcome), make: () => outcomeElement(outcome, show.words) }] : []);
}

// The bar at the top: round, wall, and what a tradition has besides: honba, sticks and dora, or the dealer's streak.

import { doraOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";

const REPEATS = { riichi: "figure.honba", taiwan: "figure.streak" };
const ROUND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };

export function drawCentre(bar, state, words) {
  bar.hidden = state.round_wind === null;
  if (bar.hidden) return;
  if (!bar.firstChild) build(bar);
  bar.dataset.roundWind = state.round_wind;
  bar.dataset.tradition = state.tradition;
  label(bar, ".repeats", REPEATS[state.tradition] ? words.say(REPEATS[state.tradition]) : "");
  label(bar, ".deposits", words.say("figure.sticks"));
  label(bar, ".wall", words.say("figure.wall"));
  label(bar, ".dora", words.say("figure.dora"));
  put(bar, "round", words.say(`wind.${state.round_wind}`));
  // hands are counted from 0, people count from 1
  put(bar, "hand", words.say("hand", { number: state.hand + 1 }));
  put(bar, "honba", state.honba);
  put(bar, "sticks", state.sticks);
  put(bar, "wall", state.wall_left ?? "–");
  drawRoundTile(bar.querySelector(".round-tile"), state.round_wind);
  drawDora(bar.querySelector(".dora-list"), state.indicators);
}

function build(bar) {
  bar.append(
    make(
      "div.round",
      {},
      make("span.round-tile"),
      make("span.round-text", {}, make("span.round-wind", { value: "round" }), make("span.hand-number", { value: "hand" })),
    ),
    figure("repeats", "honba", make("i.stick.hundred")),
    figure("deposits", "sticks", make("i.stick.thousand")),
    figure("wall", "wall"),
    make("div.dora", {}, make("span.label"), make("span.dora-list")),
  );
}

function figure(name, value, ...marks) {
  return make(`div.figure.${name}`, {}, make("span.label"), make("span.amount", {}, ...marks, make("b", { value })));
}

function label(bar, part, text) {
  bar.querySelector(`${part} .label`).textContent = text;
}

function put(bar, value, text) {
  bar.querySelector(`[data-value="${value}"]`).textContent = text;
}

function drawRoundTile(holder, wind) {
  const name = ROUND_TILES[wind];
  arrange(holder, [{ key: name, make: () => tileElement(name).firstChild }]);
}

function drawDora(list, indicators) {
  arrange(list, indicators.map((indicator) => ({ key: indicator, make: () => pair(indicator) })));
}

// The indicator small, the dora it makes large.
function pair(indicator) {
  const dora = doraOf(indicator);
  const element = make("span.dora-pair", { indicator }, make("span.indicator", {}, tileElement(indicator)));
  if (dora) {
    element.dataset.makes = dora;
    element.append(make("span.arrow"), make("span.made", {}, tileElement(dora, { dora: true })));
  }
  return element;
}

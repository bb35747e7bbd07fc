// The bar at the top: round, wall, and what a tradition has besides: honba, sticks and dora, or the dealer's streak.

import { doraOf } from "/static/shared/dora.js";
import { arrange, make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";

const REPEATS = { riichi: "Honba", taiwan: "Streak" };
const ROUND_TILES = { east: "1z", south: "2z", west: "3z", north: "4z" };

export function drawCentre(bar, state) {
  bar.hidden = state.round_wind === null;
  if (bar.hidden) return;
  if (!bar.firstChild) build(bar);
  bar.dataset.roundWind = state.round_wind;
  bar.dataset.tradition = state.tradition;
  bar.querySelector(".repeats .label").textContent = REPEATS[state.tradition] ?? "";
  put(bar, "round", state.round_wind);
  put(bar, "hand", state.hand + 1); // hands are counted from 0, people count from 1
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
      make("span.round-text", {}, make("span.round-wind", { value: "round" }), make("span.hand-number", {}, "Hand ", make("b", { value: "hand" }))),
    ),
    figure("repeats", "Honba", "honba", make("i.stick.hundred")),
    figure("deposits", "Riichi", "sticks", make("i.stick.thousand")),
    figure("wall", "Wall", "wall"),
    make("div.dora", {}, make("span.label", {}, "Dora"), make("span.dora-list")),
  );
}

function figure(name, label, value, ...marks) {
  return make(`div.figure.${name}`, {}, make("span.label", {}, label), make("span.amount", {}, ...marks, make("b", { value })));
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

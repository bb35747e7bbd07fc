// What the hand moved: a card a seat, with what it gained or lost and to whom it paid.

import { make } from "/static/shared/element.js";
import { phrase } from "/static/shared/phrase.js";
import { SEATS, seatLabel } from "/static/shared/seats.js";

export function paymentCards(result, context) {
  const row = make("div.deltas");
  SEATS.forEach((seat, place) => row.append(card(seat, result.delta[place], result.payments ?? [], context)));
  return row;
}

function card(seat, change, payments, context) {
  const sign = change > 0 ? "gain" : change < 0 ? "loss" : "none";
  return make(
    "div.delta",
    { deltaSeat: seat, delta: change, sign },
    make("span.who", {}, seatLabel(seat, context)),
    make("b", {}, context.words.change(change)),
    make("div.paid-lines", {}, ...linesOf(seat, payments).map((line) => lineElement(line, context))),
  );
}

// What a seat paid, a line for each who got it, and what it took from the table: every payment is on one card.
function linesOf(seat, payments) {
  const lines = new Map();
  for (const { payer, receiver, points, clauses } of payments) {
    if (payer !== seat && !(payer === null && receiver === seat)) continue;
    const to = payer === null ? null : receiver;
    const line = lines.get(to) ?? { to, points: 0, clauses: new Set() };
    line.points += points;
    for (const clause of clauses) line.clauses.add(clause);
    lines.set(to, line);
  }
  return [...lines.values()];
}

function lineElement({ to, points, clauses }, context) {
  const { words } = context;
  return make(
    "span.paid",
    { paidTo: to ?? "", paid: points },
    to === null ? make("span", {}, words.say("from_table")) : phrase("span.whom", words, "to", seatLabel(to, context)),
    make("span.sum", {}, to === null ? words.change(points) : words.number(points)),
    make("span.clauses", {}, [...clauses].join(" ")),
  );
}

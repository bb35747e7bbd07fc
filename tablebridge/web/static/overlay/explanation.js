// Why a win is worth what it is, in the viewer's language: every pattern with its clauses, the fu, the limit.

import { make } from "/static/shared/element.js";
import { tileElement } from "/static/shared/tile.js";

// Each pattern with the clauses behind it and its value in the win's unit.
export function patternList(patterns, words) {
  const list = make("ul.patterns");
  if (patterns.length > 5) list.classList.add("two-columns");
  for (const { name, title, value, clauses } of patterns) {
    list.append(
      make(
        "li",
        { pattern: name, han: value },
        make("span.name", {}, words.title(title, name)),
        make("span.clauses", {}, clauses.join(" ")),
        make("b", {}, words.number(value)),
      ),
    );
  }
  if (!patterns.length) list.append(make("li.no-yaku", {}, words.say("no_pattern")));
  return list;
}

// `Base 20 · Closed ron 10 · Open triplet [tile] 4 = 34 → 40 fu`: what was counted, and what it was rounded to.
export function fuParts({ fu, fu_parts: parts }, words) {
  const line = make("div.fu-parts");
  for (const { kind, tile, fu: worth } of parts) {
    const part = make("span.fu-part", { fuPart: kind, fu: worth }, words.say(`fu.${kind}`));
    if (tile) part.append(tileElement(tile));
    part.append(make("b", {}, words.number(worth)));
    line.append(part);
  }
  const sum = parts.reduce((total, part) => total + part.fu, 0);
  const rounded = words.say("unit.fu", { value: fu });
  line.append(make("span.fu-sum", { sum }, sum === fu ? `= ${rounded}` : `= ${sum} → ${rounded}`));
  return line;
}

// What the win is worth in all: units, limit, points.
export function worth(win, words) {
  const element = make("div.worth");
  if (win.points === undefined) return element; // a win that does not stand has no value
  if (win.unit !== "han") {
    const value = words.number(win.value);
    element.append(make("span.han-fu", { unit: win.unit, value: win.value }, words.say(`unit.${win.unit}`, { value })));
  } else if (win.fu) {
    const text = `${words.say("unit.han", { value: win.han })} ${words.say("unit.fu", { value: win.fu })}`;
    element.append(make("span.han-fu", { han: win.han, fu: win.fu }, text));
  }
  const limit = limitText(win.limit, words);
  if (limit) element.append(make("span.limit", { limit: win.limit }, limit));
  element.append(make("span.win-points", { winPoints: win.points.total }, words.number(win.points.total)));
  return element;
}

// `2x_yakuman` and higher multiples have a word of their own.
export function limitText(limit = "none", words) {
  if (limit === "none") return null;
  const [, multiple] = /^(\d+)x_yakuman$/.exec(limit) ?? [];
  return multiple ? words.say("limit.multiple", { multiple }) : words.say(`limit.${limit}`);
}

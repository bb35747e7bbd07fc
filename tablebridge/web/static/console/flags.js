// The flags: what a clause says was done wrong, its film, and the referee's word on it.

import { make } from "/static/shared/element.js";
import { clock } from "./events.js";
import { arrangeByKey } from "./lists.js";
import { isOpen } from "./store.js";
import { bothTexts, currentLanguage, say } from "./words.js";

// `handlers`: select(flag), rule(flag, act), penalty(flag, delta or null), showEvent(flag).
export function drawFlags(section, store, handlers) {
  const flags = store.shownFlags();
  const wanted = flags.map((flag) => {
    const selected = flag.id === store.flag;
    const key = JSON.stringify([flag, selected, currentLanguage()]);
    return { key, make: () => card(flag, selected, store, handlers) };
  });
  keepTyped(section, () => arrangeByKey(section.querySelector("ol"), wanted));
  section.querySelector(".empty").hidden = flags.length > 0;
  section.querySelector("#open-count").textContent = say("open_count", { count: flags.filter(isOpen).length });
}

// A flag that is drawn anew while its reason is written keeps what was written.
function keepTyped(section, draw) {
  const before = section.querySelector('[data-selected="true"] .reason input');
  const typed = before && { flag: before.closest(".flag").dataset.flag, value: before.value, focused: before === document.activeElement };
  draw();
  if (!typed?.value) return;
  const card = [...section.querySelectorAll(".flag")].find(({ dataset }) => dataset.flag === typed.flag);
  const after = card?.querySelector(".reason input");
  if (!after || after.value) return;
  after.value = typed.value;
  if (typed.focused) after.focus();
}

function card(flag, selected, store, handlers) {
  const clause = store.book.clauses.find(({ id }) => id === flag.clause);
  const head = make(
    "button.line",
    {},
    make("b.clause", {}, flag.clause),
    make("span.seat-letter", {}, flag.seat ?? "–"),
    make("span.title", {}, clause ? bothTexts(clause.title).join(" ") : flag.name),
    make("span.flag-state", { state: flag.state }, say(`state.${flag.state}`)),
  );
  head.setAttribute("aria-expanded", String(selected));
  head.addEventListener("click", () => handlers.select(flag));
  const item = make("li.flag", { flag: flag.id, clause: flag.clause, state: flag.state, penalty: String(Boolean(flag.penalty)) }, head);
  item.dataset.selected = String(selected);
  if (selected) item.append(...body(flag, clause, store, handlers));
  return item;
}

function body(flag, clause, store, handlers) {
  const reason = make("input");
  reason.maxLength = 300;
  const parts = [
    make("p.what", {}, flag.text),
    ...(clause ? bothTexts(clause.says).map((text) => make("p.says", {}, text)) : []),
    facts(flag),
    ...(flag.has_clip ? [clip(flag, store.table)] : []),
    make("label.reason", {}, make("span", {}, say("reason")), reason),
    rulingButtons(flag, reason, handlers),
  ];
  if (flag.state === "accepted") parts.push(penalty(flag, reason, handlers));
  return parts;
}

function facts(flag) {
  const rows = [
    [say("seat"), flag.seat ?? say("nobody")],
    [say("time"), clock(flag.captured_at)],
    [say("confidence"), `${Math.round(flag.confidence * 100)}%`],
    [say("proposed"), flag.proposed_penalty.replaceAll("_", " ") || say("by_ruling")],
  ];
  if (flag.by) rows.push([say(`state.${flag.state}`), [say("by", { name: flag.by }), flag.reason].filter(Boolean).join(" · ")]);
  return make("dl.facts", {}, ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

// The clip is a page of its own that plays its pictures; it may run, but reach nothing of the console.
function clip(flag, table) {
  const film = make("iframe.clip");
  film.setAttribute("sandbox", "allow-scripts");
  film.title = say("clip");
  film.src = `/clip?table=${encodeURIComponent(table)}&flag=${encodeURIComponent(flag.id)}`;
  return film;
}

function rulingButtons(flag, reason, handlers) {
  const rule = (word, act, type, more = {}) => {
    const button = make("button", { act }, say(word));
    button.addEventListener("click", () => handlers.rule(flag, { type, ...more, reason: reason.value.trim() }));
    return button;
  };
  const rulings = {
    accept: ["accept_flag", "accept_flag"],
    accept_only: ["accept_only", "accept_flag", { apply: false }],
    overrule: ["overrule_flag", "overrule_flag"],
    defer: ["defer_flag", "defer_flag"],
  };
  const wanted = {
    pending: ["accept", "overrule", "defer", "accept_only"],
    deferred: ["accept", "overrule", "accept_only"],
    accepted: ["overrule"],
    overruled: ["accept", "accept_only"],
  }[flag.state] ?? [];
  const show = make("button", { act: "show_event" }, say("show_event"));
  show.addEventListener("click", () => handlers.showEvent(flag));
  return make("div.buttons", {}, ...wanted.map((word) => rule(word, ...rulings[word])), show);
}

function penalty(flag, reason, handlers) {
  if (flag.penalty) {
    const revoke = make("button", { act: "revoke_penalty" }, say("revoke"));
    revoke.addEventListener("click", () => handlers.penalty(flag, { revoke: true, reason: reason.value.trim() }));
    return make("div.penalty", {}, make("b", {}, `${say("applied")}: ${penaltyText(flag.penalty)}`), revoke);
  }
  const apply = make("button", { act: "apply_penalty" }, say("apply"));
  apply.addEventListener("click", () => handlers.penalty(flag, { delta: null, reason: reason.value.trim() }));
  return make("div.penalty", {}, apply, ownPoints(flag, reason, handlers));
}

// Points that the referee sets, A to D; they sum to zero.
function ownPoints(flag, reason, handlers) {
  const inputs = ["A", "B", "C", "D"].map((seat) => {
    const input = make("input.points-of", { seat });
    Object.assign(input, { type: "number", value: "0", step: "1" });
    input.setAttribute("aria-label", `${say("points")} ${seat}`);
    return input;
  });
  const warning = make("small.warning");
  const set = make("button", { act: "set_points" }, say("own_points"));
  set.addEventListener("click", () => {
    const delta = inputs.map(({ value }) => Math.trunc(Number(value)));
    const isRight = delta.reduce((sum, one) => sum + one, 0) === 0 && delta.some(Boolean);
    warning.textContent = isRight ? "" : say("not_zero");
    if (isRight) handlers.penalty(flag, { delta, reason: reason.value.trim() });
  });
  return make("details.own-points", {}, make("summary", {}, say("own_points")), make("div", {}, ...inputs, set), warning);
}

// `−1000 0 +1000 0`, or that the rulebook moves them.
export function penaltyText({ by_rules: byRules, delta, violation_points: violations }) {
  const parts = [];
  if (byRules) parts.push(say("by_rules"));
  if (delta.some(Boolean)) parts.push(delta.map((one) => (one > 0 ? `+${one}` : String(one))).join(" "));
  if (violations) parts.push(`${say("violation_points")}: ${violations}`);
  return parts.join(" · ");
}

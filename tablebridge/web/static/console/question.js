// Small dialogs: a question before what is hard to undo, a flag raised by hand, and the list of keys.

import { make } from "/static/shared/element.js";
import { KEYS } from "./keys.js";
import { bothTexts, say } from "./words.js";

function button(word, act, onClick) {
  const element = make("button", { act }, say(word));
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

// `onYes(reason)` when the referee says so.
export function ask(dialog, word, onYes) {
  const reason = make("input");
  reason.maxLength = 300;
  const form = make(
    "form",
    {},
    make("h2", {}, say(word)),
    make("label.reason", {}, make("span", {}, say("reason")), reason),
    make(
      "div.buttons",
      {},
      button("yes", "yes", () => { dialog.close(); onYes(reason.value.trim()); }),
      button("cancel", "cancel", () => dialog.close()),
    ),
  );
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    dialog.close();
    onYes(reason.value.trim());
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

// A violation that only the referee has seen: clause, seat and words. `onRaise({clause, seat, text, penalty})`.
export function raiseFlag(dialog, book, onRaise) {
  const clause = make("select", { field: "clause" });
  clause.append(...book.clauses.map(({ id, title }) => new Option(`${id} ${bothTexts(title).join(" ")}`, id)));
  const says = make("p.says");
  const showText = () => {
    const chosen = book.clauses.find(({ id }) => id === clause.value);
    says.textContent = chosen ? bothTexts(chosen.says).join("\n") : "";
  };
  clause.addEventListener("change", showText);
  const seat = make("select", { field: "seat" });
  seat.append(...["A", "B", "C", "D"].map((name) => new Option(name, name)), new Option(say("nobody"), ""));
  const text = make("input", { field: "text" });
  Object.assign(text, { required: true, maxLength: 300 });
  const penalty = make("input", { field: "penalty" });
  penalty.maxLength = 100;
  const labelled = (word, control) => make("label.field", {}, make("span.field-name", {}, say(word)), control);
  const save = make("button.main", { act: "save" }, say("raise_flag"));
  save.type = "submit";
  const form = make(
    "form",
    {},
    make("h2", {}, say("raise_flag")),
    labelled("clause", clause),
    says,
    labelled("seat", seat),
    labelled("what_happened", text),
    labelled("proposed", penalty),
    make("div.buttons", {}, save, button("cancel", "cancel", () => dialog.close())),
  );
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    dialog.close();
    onRaise({ clause: clause.value, seat: seat.value || null, text: text.value.trim(), penalty: penalty.value.trim() });
  });
  showText();
  dialog.replaceChildren(form);
  dialog.showModal();
}

// What every key does.
export function showKeys(dialog) {
  const rows = KEYS.map(({ shown, word }) =>
    make("div", {}, make("dt", {}, ...shown.map((key) => make("kbd", {}, key))), make("dd", {}, say(word))));
  dialog.replaceChildren(
    make("h2", {}, say("help")),
    make("dl.keys", {}, ...rows),
    make("div.buttons", {}, button("cancel", "cancel", () => dialog.close())),
  );
  dialog.showModal();
}

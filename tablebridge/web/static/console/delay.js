// The broadcast delay: how long all that is public is held back. The referee sets it in a dialog that says what follows.

import { make } from "/static/shared/element.js";
import { tell } from "./act.js";
import { say } from "./words.js";

const LONGEST_S = 300;
const OFTEN_S = [0, 5, 10, 30, 60, 180, 300];

export function drawDelay(button, delayS) {
  button.hidden = delayS === null;
  button.textContent = delayS === null ? "" : say("delay", { seconds: shown(delayS) });
  button.dataset.delayed = String(delayS > 0);
}

// `present()` gives the delay in force, which may change while the dialog is open; `onSet(seconds)`.
export function askDelay(dialog, present, onSet) {
  const seconds = make("input", { field: "delay_s" });
  Object.assign(seconds, { type: "number", min: 0, max: LONGEST_S, step: "any", required: true, value: present() });
  const follows = make("p.says", { follows: "" });
  const save = make("button.main", { act: "save" }, say("set_delay"));
  save.type = "submit";
  const cancel = make("button", { act: "cancel" }, say("cancel"));
  cancel.type = "button";
  cancel.addEventListener("click", () => dialog.close());
  const show = () => {
    const wanted = seconds.checkValidity() ? seconds.valueAsNumber : null;
    save.disabled = wanted === null || wanted === present();
    follows.textContent = wanted === null ? say("delay_bounds", { most: LONGEST_S }) : consequence(wanted - present());
    for (const pick of picks) pick.setAttribute("aria-pressed", String(Number(pick.dataset.seconds) === wanted));
  };
  const picks = OFTEN_S.map((often) => {
    const pick = make("button", { seconds: String(often) }, say("seconds", { seconds: often }));
    pick.type = "button";
    pick.addEventListener("click", () => {
      seconds.value = often;
      show();
    });
    return pick;
  });
  seconds.addEventListener("input", show);
  const form = make(
    "form.delay",
    {},
    make("h2", {}, say("broadcast_delay")),
    make("p.says", {}, say("delay_says")),
    make("div.choices", {}, ...picks),
    make("label.field", {}, make("span.field-name", {}, say("delay_seconds")), seconds),
    follows,
    make("div.buttons", {}, save, cancel),
  );
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    dialog.close();
    onSet(seconds.valueAsNumber);
  });
  show();
  dialog.replaceChildren(form);
  dialog.showModal();
}

export async function setDelay(table, delayS) {
  try {
    const answer = await fetch(`/api/delay?table=${encodeURIComponent(table)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ delay_s: delayS }),
    });
    if (answer.status === 401) location.href = "/login";
    if (answer.ok) tell(say("done"), "fine");
    else if (answer.status === 409) tell((await answer.json()).error, "wrong");
    else tell(say("no_answer"), "wrong");
  } catch {
    tell(say("unreachable"), "wrong");
  }
}

function consequence(longerS) {
  if (longerS === 0) return "";
  return longerS > 0 ? say("delay_longer", { seconds: shown(longerS) }) : say("delay_shorter", { seconds: shown(-longerS) });
}

function shown(seconds) {
  return String(Math.round(seconds * 10) / 10);
}

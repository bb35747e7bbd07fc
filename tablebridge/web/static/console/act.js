// Sends what the referee does, and says what came of it.

import { say } from "./words.js";

const SHOWN_MS = 6000;

// True when it was done. The change itself comes as a message to every console of the table.
export async function act(table, document) {
  try {
    const answer = await fetch(`/api/act?table=${encodeURIComponent(table)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document),
    });
    if (answer.status === 401) location.href = "/login";
    if (answer.ok) {
      tell(say("done"), "fine");
      return true;
    }
    const known = answer.headers.get("Content-Type")?.startsWith("application/json");
    tell(known ? (await answer.json()).error : say("no_answer"), "wrong");
  } catch {
    tell(say("unreachable"), "wrong");
  }
  return false;
}

// A line at the bottom that goes by itself.
export function tell(text, tone) {
  const line = document.querySelector("#told");
  line.textContent = text;
  line.dataset.tone = tone;
  line.hidden = false;
  clearTimeout(line.timer);
  line.timer = setTimeout(() => { line.hidden = true; }, SHOWN_MS);
}

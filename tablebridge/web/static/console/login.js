// The login: sends name and password, and says in the referee's language why they were not taken.

import { fillLanguages } from "./language.js";
import { say, sayAll } from "./words.js";

const form = document.querySelector("#login");
const wrong = document.querySelector("#wrong");
let refusal = null;

function draw() {
  sayAll();
  wrong.hidden = !refusal;
  if (refusal) wrong.textContent = say(refusal.error, { seconds: refusal.wait_s });
}

form.addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  refusal = await logIn();
  button.disabled = false;
  if (refusal) form.elements.password.select();
  draw();
});

// Null when the referee is in; else what to say.
async function logIn() {
  const { name, password } = Object.fromEntries(new FormData(form));
  try {
    const answer = await fetch("/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, password }),
    });
    if (answer.ok) {
      location.href = "/";
      return null;
    }
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) return await answer.json();
  } catch {
    // said below
  }
  return { error: "unreachable" };
}

fillLanguages(document.querySelector("#language"), draw);
draw();

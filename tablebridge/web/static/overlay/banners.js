// Lines that say what is wrong, as long as it is.

import { arrange, make } from "/static/shared/element.js";

const PARTS = { link: "Table link", camera: "Camera" };

export function drawBanners(holder, show) {
  const lines = [];
  if (!show.connected) {
    lines.push({ kind: "not-connected", text: show.everConnected ? "Connection lost – reconnecting" : "Connecting" });
  } else {
    for (const [part, status] of Object.entries(show.parts)) {
      if (status.status === "offline") {
        lines.push({ kind: "part-offline", text: `${PARTS[part] ?? part} not connected`, part });
      }
    }
  }
  if (show.state && !show.state.in_step) {
    const reason = show.state.out_of_step ? `: ${show.state.out_of_step}` : "";
    lines.push({ kind: "out-of-step", text: `Out of step with the table${reason}` });
  }
  arrange(holder, lines.map((line) => ({ key: JSON.stringify(line), make: () => banner(line) })));
}

function banner({ kind, text, part }) {
  return make("div.banner", { banner: kind, ...(part ? { part } : {}) }, make("i.lamp"), text);
}

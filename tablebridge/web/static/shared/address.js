// What a page's address asks for. The server has refused every value that there is not, so nothing is checked again.

import { wearAccent } from "./accent.js";
import { wearFonts } from "./fonts.js";
import { sponsorPicture } from "./sponsor.js";
import { chooseStyle } from "./tile.js";

// `{table, style, lang, theme, accent, sponsor, stage}`; what the address does not name is null or the default.
export function readAddress(search = location.search) {
  const query = new URLSearchParams(search);
  return {
    table: query.get("table"),
    style: query.get("style") ?? "japanese",
    lang: query.get("lang") ?? "en",
    theme: query.get("theme") ?? "night",
    accent: query.get("accent"),
    sponsor: query.get("sponsor"),
    stage: query.get("stage"),
  };
}

// Gives the document its language and fonts, theme, accent, tile faces and sponsor.
export function dress(address, root = document.documentElement) {
  root.lang = address.lang;
  wearFonts(address.lang);
  root.dataset.theme = address.theme;
  if (address.accent) wearAccent(address.accent, address.theme, root);
  chooseStyle(address.style);
  for (const slot of document.querySelectorAll("[data-slot='sponsor']")) fillSlot(slot, address.sponsor);
}

function fillSlot(slot, sponsor) {
  slot.hidden = !sponsor;
  if (sponsor) slot.replaceChildren(sponsorPicture(sponsor));
}

// What a page's address asks for. The server has refused every value that there is not, so nothing is checked again.

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

// Which way of writing Han characters each language takes; in English names are written as in Taiwan.
const FONTS = { en: "zh-Hant", "zh-Hant": "zh-Hant", "zh-Hans": "zh-Hans", ja: "ja" };

// Gives the document its language and fonts, theme, accent, tile faces and sponsor.
export function dress(address, root = document.documentElement) {
  root.lang = address.lang;
  loadFonts(address.lang);
  root.dataset.theme = address.theme;
  if (address.accent) root.style.setProperty("--accent", `#${address.accent}`);
  chooseStyle(address.style);
  for (const slot of document.querySelectorAll("[data-slot='sponsor']")) fillSlot(slot, address.sponsor);
}

// The fonts of a language; each slice is fetched when the page writes a character of it.
function loadFonts(lang) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = `/static/shared/fonts/${FONTS[lang]}.css`;
  document.head.append(sheet);
}

function fillSlot(slot, sponsor) {
  slot.hidden = !sponsor;
  if (!sponsor) return;
  const picture = document.createElement("img");
  picture.src = `/sponsors/${encodeURIComponent(sponsor)}`;
  picture.alt = sponsor;
  slot.replaceChildren(picture);
}

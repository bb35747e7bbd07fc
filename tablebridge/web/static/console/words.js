// The console's words in English, Traditional Chinese, Simplified Chinese and Japanese.

import { keepFonts, wearFonts } from "/static/shared/fonts.js";
import { WORDS } from "./vocabulary.js";

export const LANGUAGES = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", ja: "日本語" };
const ORDER = Object.keys(LANGUAGES);
const KEPT = "tablebridge-console-language";

let language = choose(localStorage.getItem(KEPT), ...navigator.languages);
wear();

// The first of the wishes that the console speaks; `zh-TW` and `zh-HK` write traditional characters.
export function choose(...wishes) {
  for (const wish of wishes.filter(Boolean)) {
    if (ORDER.includes(wish)) return wish;
    if (/^zh-(TW|HK|MO|Hant)/i.test(wish)) return "zh-Hant";
    if (/^zh/i.test(wish)) return "zh-Hans";
    if (/^ja/i.test(wish)) return "ja";
    if (/^en/i.test(wish)) return "en";
  }
  return "en";
}

export function currentLanguage() {
  return language;
}

export function speak(wanted) {
  language = choose(wanted);
  localStorage.setItem(KEPT, language);
  wear();
}

// All that may be said can be read, also when the daemon is away.
function wear() {
  document.documentElement.lang = language;
  wearFonts(language);
  keepFonts(...Object.values(WORDS).map((texts) => texts[ORDER.indexOf(language)]), ...Object.values(LANGUAGES));
}

// The word for `key`, with `{name}` filled in; a key that has no words is shown as it is, so that nothing is hidden.
export function say(key, values = {}) {
  const words = WORDS[key];
  const text = words ? words[ORDER.indexOf(language)] : key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// Fills every element with `data-say` (text), `data-say-title` and `data-say-placeholder` below `root`.
export function sayAll(root = document) {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll("[data-say-title]")) element.title = say(element.dataset.sayTitle);
  for (const element of root.querySelectorAll("[data-say-placeholder]")) {
    element.placeholder = say(element.dataset.sayPlaceholder);
  }
}

// A rulebook's text in English and in the language it was written in, each once.
export function bothTexts(texts) {
  const original = texts.zh || texts.ja;
  return [texts.en, original].filter((text, place, all) => text && all.indexOf(text) === place);
}

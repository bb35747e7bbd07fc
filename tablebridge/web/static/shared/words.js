// The words of the public pages: one file a language, `words/<lang>.json`, every key in each of them.

const AGAIN_MS = 1000;

// A pattern's title is written in the language of its rulebook and in English. Nothing is converted: a reader gets the
// rulebook's own characters, and where those are of no help to them, English.
const TITLES = {
  en: ["en"],
  "zh-Hant": ["zh-Hant", "zh", "ja"],
  "zh-Hans": ["zh-Hans", "zh", "ja"],
  ja: ["ja", "zh"],
};
const KANA = /[\u3040-\u30ff]/u;

export class Words {
  #texts;

  constructor(lang, texts) {
    this.lang = lang;
    this.#texts = texts;
  }

  // The text of a key with `{name}` filled in; a key that has none is shown as it is, so that nothing is hidden.
  say(key, values = {}) {
    const text = this.#texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  // What stands before and after `{name}` in the text of a key.
  around(key, name) {
    return (this.#texts[key] ?? key).split(`{${name}}`).map((part) => part.trim());
  }

  has(key) {
    return key in this.#texts;
  }

  // Everything that may be said.
  get texts() {
    return Object.values(this.#texts);
  }

  // The title that this reader can read best, of `{en, zh, ja}`; `name` where there is none. A title that a rulebook
  // does not give comes as the English one and says nothing of its language.
  title(titles, name = "") {
    const own = (language) => titles?.[language] && titles[language] !== titles.en;
    for (const language of TITLES[this.lang] ?? []) {
      if (language === "en" || !own(language)) continue;
      if (language === "ja" && this.lang !== "ja" && KANA.test(titles.ja)) continue; // kana helps no reader of Chinese
      return titles[language];
    }
    return titles?.en ?? spell(name);
  }

  // A whole number as the language writes it, with a true minus sign.
  number(value) {
    return value.toLocaleString("en-US").replace("-", "−");
  }

  // The same with its sign: `+1,000`, `−300`, `0`.
  change(value) {
    return value > 0 ? `+${this.number(value)}` : this.number(value);
  }
}

// Fetches the words of a language, those of all pages or of one `room`. A daemon that is just starting again is asked
// until it answers.
export async function loadWords(lang, room = "shared") {
  for (;;) {
    try {
      const answer = await fetch(`/static/${room}/words/${lang}.json`);
      if (answer.ok) return new Words(lang, await answer.json());
    } catch {
      // not reached: it comes back
    }
    await new Promise((again) => setTimeout(again, AGAIN_MS));
  }
}

// "half_flush" as a reader sees it: "Half flush".
function spell(name) {
  const text = String(name).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

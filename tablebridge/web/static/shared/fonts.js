// The pages' own fonts: the style sheet of a language, asked for until it comes, and the slices of texts that must be
// readable whatever happens. A slice is otherwise fetched when its characters are first drawn, and a page may draw some
// for the first time when the daemon is away: that it is away, and names of the next screen.

const AGAIN_MS = 1000;
const LONGEST_AGAIN_MS = 15000;
const WEIGHTS = [400, 600, 700, 800]; // those of `theme.css` and its likes; Han characters have two of them
const FAMILIES = "'Bridge Latin', 'Bridge Han'";

// Which way of writing Han characters each language takes; in English names are written as in Taiwan.
const FORMS = { en: "zh-Hant", "zh-Hant": "zh-Hant", "zh-Hans": "zh-Hans", ja: "ja" };

let form = null;
let sheet = null; // the link whose fonts are worn
const kept = new Set(); // characters whose slices are loaded, or will be

// The fonts of a language, from now on; what was kept is kept in that language's forms.
export function wearFonts(lang) {
  if (FORMS[lang] === form) return;
  form = FORMS[lang];
  askForSheet();
}

// Loads what these texts are written with, and keeps it.
export function keepFonts(...texts) {
  const fresh = [...new Set(texts.join(""))].filter((character) => !kept.has(character));
  for (const character of fresh) kept.add(character);
  if (fresh.length) load(fresh.join(""));
}

// A sheet that is asked for anew has all its fonts asked for anew: a browser never tries a font twice.
function askForSheet() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/shared/fonts/${form}.css`;
  link.dataset.patient = ""; // it is asked for again here
  const asked = form;
  link.addEventListener("load", () => {
    if (sheet !== link) sheet?.remove();
    sheet = link;
    load([...kept].join(""));
  });
  link.addEventListener("error", () => {
    link.remove();
    askSoon(asked);
  });
  document.head.append(link);
}

let again_ms = AGAIN_MS; // until the next try, longer each time
let isDue = false;

function askSoon(asked = form) {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    if (asked === form) askForSheet();
  }, again_ms);
  again_ms = Math.min(2 * again_ms, LONGEST_AGAIN_MS);
}

// Measures the text where nobody sees it: so the browser fetches the slices that it would draw it with, and no other
// (`document.fonts.load` fetches every slice that has one of the characters, and most are in several).
const ruler = document.createElement("canvas").getContext("2d");

function load(text) {
  if (!text || sheet === null) return; // comes with the sheet
  for (const weight of WEIGHTS) {
    ruler.font = `${weight} 16px ${FAMILIES}`;
    ruler.measureText(text);
  }
}

document.fonts.addEventListener("loadingerror", () => askSoon());

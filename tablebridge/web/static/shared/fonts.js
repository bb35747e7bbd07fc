// The pages' own fonts: the style sheet of a language, asked for until it comes, and the slices of texts that must be
// readable whatever happens. A slice is otherwise fetched when its characters are first drawn, and a page may draw some
// for the first time when the daemon is away: that it is away, and names of the next screen.

const AGAIN_MS = 1000;
const LONGEST_AGAIN_MS = 15000;
const FOLDER = "/static/shared/fonts/";
const WEIGHTS = [400, 600, 700, 800]; // those of `theme.css` and its likes; Han characters have two of them
const FAMILIES = "'Bridge Latin', 'Bridge Han'";

// Which way of writing Han characters each language takes; in English names are written as in Taiwan.
const FORMS = { en: "zh-Hant", "zh-Hant": "zh-Hant", "zh-Hans": "zh-Hans", ja: "ja" };

let form = null;
let sheet = null; // the link whose fonts are worn
let mended = []; // fonts that did not come at first, besides the sheet's
const kept = new Set(); // characters whose slices are loaded, or will be

// The fonts of a language, from now on; what was kept is kept in that language's forms.
export function wearFonts(lang) {
  if (FORMS[lang] === form) return;
  form = FORMS[lang];
  askForSheet(form);
}

// Loads what these texts are written with, and keeps it.
export function keepFonts(...texts) {
  const fresh = [...new Set(texts.join(""))].filter((character) => !kept.has(character));
  for (const character of fresh) kept.add(character);
  if (fresh.length) load(fresh.join(""));
}

function askForSheet(asked, again_ms = AGAIN_MS) {
  if (asked !== form) return; // another language was chosen meanwhile
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `${FOLDER}${asked}.css`;
  link.dataset.patient = ""; // it is asked for again here
  link.addEventListener("load", () => {
    if (asked === form) wear(link);
    else link.remove();
  });
  link.addEventListener("error", () => {
    link.remove();
    setTimeout(() => askForSheet(asked, longer(again_ms)), again_ms);
  });
  document.head.append(link);
}

function wear(link) {
  sheet?.remove();
  sheet = link;
  for (const face of mended) document.fonts.delete(face);
  mended = [];
  load([...kept].join(""));
}

const longer = (ms) => Math.min(2 * ms, LONGEST_AGAIN_MS);

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

// A browser never asks twice for a font of a sheet. One that did not come is put beside it once it is there: with the
// sheet anew every text would be gone for a blink.
document.fonts.addEventListener("loadingerror", ({ fontfaces }) => fontfaces.forEach((face) => mend(face)));

async function mend(failed) {
  const rule = [...(sheet?.sheet.cssRules ?? [])].find((one) => isOf(one, failed));
  if (!rule) return; // of the language before
  const asked = form;
  for (let again_ms = AGAIN_MS; asked === form; again_ms = longer(again_ms)) {
    await new Promise((next) => setTimeout(next, again_ms));
    const face = faceOf(rule.style);
    if (await comes(face) && asked === form) {
      mended.push(face);
      document.fonts.add(face);
      return;
    }
  }
}

function isOf({ style }, face) {
  return style.getPropertyValue("font-weight") === face.weight && style.getPropertyValue("unicode-range") === face.unicodeRange;
}

function faceOf(style) {
  const file = style.getPropertyValue("src").match(/[\w-]+\.woff2/)[0];
  const { fontFamily, fontWeight: weight } = style;
  return new FontFace(fontFamily, `url("${FOLDER}${file}")`, {
    weight,
    unicodeRange: style.getPropertyValue("unicode-range"),
    ascentOverride: style.getPropertyValue("ascent-override"),
    descentOverride: style.getPropertyValue("descent-override"),
    lineGapOverride: style.getPropertyValue("line-gap-override"),
  });
}

async function comes(face) {
  try {
    await face.load();
    return true;
  } catch {
    return false;
  }
}

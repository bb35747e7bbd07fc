// Names as large as their room lets them be. A name has up to 40 characters of any script, and nothing gives way to it:
// it becomes smaller, in most places takes two lines, and only then ends in dots. What each place allows is in CSS:
//
//   --lines      2 or 3 where there is room for more than one line
//   --smallest   the least share of its size that a single line may have; smaller, it takes more lines or is cut
//   --wrapped    the largest share of its size on several lines

const NAMES = ".name, .person, .wind-name, .winner, .table-name, .delta .who";
const SMALLEST = 0.6;
const WRAPPED = 0.6;
const LEAST = 0.36;
const LEAST_REM = 1.1; // 11 lines of 1080: smaller, nobody reads it
const STEP = 0.95;
const SLACK_PX = 0.01; // less than a 64th of a pixel, in which widths are told

const fitted = new WeakMap(); // what each name's place looked like when it was fitted last
let changes = 0; // how often fonts have come, or the window became another

// Fits every name whose text or room may be another than last time: to measure one costs a layout of the page, so that
// all are measured and then all are changed, some times over.
export function fitNames(root = document) {
  const names = [...root.querySelectorAll(NAMES)].filter(isDue);
  for (const name of names) setSize(name, null);
  let tight = names.filter(isCut).map(roomOf);
  for (const one of tight) begin(one);
  while (tight.length) {
    tight = tight.filter((one) => one.size > one.least && isCut(one.name));
    for (const one of tight) setSize(one.name, (one.size = Math.max(one.size * STEP, one.least)));
  }
  hug(names.filter((name) => name.dataset.lines && !isCut(name)));
}

// A name of several lines has all the room there is: it gives back what its longest line leaves, so that what stands
// after it stands beside it.
function hug(names) {
  const widths = names.map((name) => (Math.ceil(textWidth(name)) + 1) / rootSize());
  names.forEach((name, place) => (name.style.maxWidth = `${widths[place].toFixed(3)}rem`));
}

// What stands beside a name, and what the panels around it are marked with, decide on its room.
function isDue(name) {
  const looks = [changes, name.checkVisibility(), name.parentElement.parentElement?.textContent];
  for (let panel = name.parentElement; panel && panel !== document.body; panel = panel.parentElement) {
    looks.push(...Object.values(panel.dataset));
  }
  const look = looks.join("|");
  const isNew = fitted.get(name) !== look;
  fitted.set(name, look);
  return isNew;
}

// Whether some of a name is not seen. Half a pixel too much brings the dots, and whole numbers do not tell it.
function isCut(name) {
  // letters of some scripts are higher than their line: what is too much is a line more
  if (name.dataset.lines) return name.scrollHeight > name.clientHeight + parseFloat(getComputedStyle(name).fontSize) / 2;
  return textWidth(name) > name.getBoundingClientRect().width + SLACK_PX;
}

function textWidth(name) {
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width;
}

// What share of its width a name has, and what its place allows; sizes in rem, which grow with the window.
function roomOf(name) {
  const style = getComputedStyle(name);
  const value = (property, without) => Number(style.getPropertyValue(property)) || without;
  return {
    name,
    share: name.getBoundingClientRect().width / textWidth(name),
    base: parseFloat(style.fontSize) / rootSize(),
    smallest: value("--smallest", SMALLEST),
    lines: value("--lines", 1),
    wrapped: value("--wrapped", WRAPPED),
  };
}

// The size to begin with. Several lines break where words end, so that their size is not known before they are drawn.
function begin(one) {
  const { name, share, base, smallest, lines, wrapped } = one;
  const isOneLine = share >= smallest || lines < 2;
  if (!isOneLine) name.dataset.lines = String(lines);
  one.least = Math.min(base, Math.max(base * (isOneLine ? smallest : LEAST), LEAST_REM));
  one.size = Math.max(base * (isOneLine ? share : Math.min(wrapped, lines * share)), one.least);
  setSize(name, one.size);
}

function rootSize() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function setSize(name, rem) {
  if (rem === null) delete name.dataset.lines;
  name.style.maxWidth = "";
  name.style.fontSize = rem === null ? "" : `${rem.toFixed(3)}rem`;
}

function fitAnew() {
  changes += 1;
  fitNames();
}

document.fonts.addEventListener("loadingdone", fitAnew); // a font that comes late has other widths
addEventListener("resize", fitAnew);

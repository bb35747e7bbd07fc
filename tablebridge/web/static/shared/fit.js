// Names as large as their room lets them be. A name has up to 40 characters of any script, and nothing gives way to it:
// it becomes smaller, in some places takes two lines, and only then ends in dots. What each place allows is in CSS:
//
//   --lines      2 where there is room for a second line
//   --smallest   the least share of its size that a single line may have; smaller, it takes two lines or is cut
//   --wrapped    the largest share of its size on two lines

const NAMES = ".name, .wind-name, .chair, .winner, .from, .liable, .delta .who, .whom, .call-from";
const SMALLEST = 0.6;
const WRAPPED = 0.6;
const LEAST = 0.36;
const LEAST_REM = 1.1; // 11 lines of 1080: smaller, nobody reads it
const STEP = 0.93;

const fitted = new WeakMap(); // what each name's place looked like when it was fitted last
let fonts = 0; // how often fonts have come

// Fits every name whose text or room may be another than last time: to measure one costs a layout of the page.
export function fitNames(root = document) {
  const names = [...root.querySelectorAll(NAMES)].filter(isDue);
  for (const name of names) setSize(name, null);
  const tight = names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => ({ name, ...roomOf(name) }));
  for (const { name, share, base, smallest, lines, wrapped } of tight) {
    if (share >= smallest || lines < 2) setSize(name, Math.max(base * Math.max(share, smallest), Math.min(base, LEAST_REM)));
    else wrap(name, base, Math.min(wrapped, 2 * share));
  }
}

// What stands beside a name, and what the panels around it are marked with, decide on its room.
function isDue(name) {
  const looks = [fonts, name.checkVisibility(), name.parentElement.parentElement?.textContent];
  for (let panel = name.parentElement; panel && panel !== document.body; panel = panel.parentElement) {
    looks.push(...Object.values(panel.dataset));
  }
  const look = looks.join("|");
  const isNew = fitted.get(name) !== look;
  fitted.set(name, look);
  return isNew;
}

// What share of its width a name has, and what its place allows; sizes in rem, which grow with the window.
function roomOf(name) {
  const style = getComputedStyle(name);
  const value = (property, without) => Number(style.getPropertyValue(property)) || without;
  return {
    share: (name.clientWidth - 1) / name.scrollWidth, // both are rounded
    base: parseFloat(style.fontSize) / parseFloat(getComputedStyle(document.documentElement).fontSize),
    smallest: value("--smallest", SMALLEST),
    lines: value("--lines", 1),
    wrapped: value("--wrapped", WRAPPED),
  };
}

// Two lines break where words end, so that their size is not known before they are drawn.
function wrap(name, base, share) {
  name.dataset.lines = "2";
  const least = Math.max(base * LEAST, LEAST_REM);
  let size = Math.max(base * share, least);
  do setSize(name, size, { keepsLines: true });
  while (name.scrollHeight > name.clientHeight + 1 && (size *= STEP) > least);
}

function setSize(name, rem, { keepsLines = false } = {}) {
  if (!keepsLines) delete name.dataset.lines;
  name.style.fontSize = rem === null ? "" : `${rem.toFixed(3)}rem`;
}

// A font that comes late has other widths.
document.fonts.addEventListener("loadingdone", () => {
  fonts += 1;
  fitNames();
});

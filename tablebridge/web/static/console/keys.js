// The keyboard: one key an act, none of them while text is typed. The table of `docs/console.md` is this one.

export const KEYS = [
  { keys: ["j", "k"], shown: ["J", "K"], word: "key.flags" },
  { keys: ["a", "o", "d"], shown: ["A", "O", "D"], word: "key.rule" },
  { keys: ["p"], shown: ["P"], word: "key.penalty" },
  { keys: [" "], shown: ["Space"], word: "key.clip" },
  { keys: ["ArrowUp", "ArrowDown"], shown: ["↑", "↓"], word: "key.events" },
  { keys: ["c", "i", "Delete"], shown: ["C", "I", "Del"], word: "key.edit" },
  { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: ["1", "…", "9"], word: "key.candidate" },
  { keys: ["n"], shown: ["N"], word: "key.new" },
  { keys: ["l"], shown: ["L"], word: "key.last" },
  { keys: ["?"], shown: ["?"], word: "key.help" },
  { keys: ["Escape"], shown: ["Esc"], word: "key.close" },
];

// `acts` maps a key to what it does; `inDialog(key)` gets the keys while a dialog is open.
export function listenToKeys(acts, inDialog) {
  document.addEventListener("keydown", (pressed) => {
    if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.repeat) return;
    if (isTyping(pressed.target)) return;
    if (document.querySelector("dialog[open]")) {
      if (inDialog(pressed.key)) pressed.preventDefault();
      return;
    }
    // a button that has the focus is pressed by the space bar, as everywhere
    if (pressed.key === " " && pressed.target.closest("button, summary")) return;
    const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
    const act = acts[key];
    if (!act) return;
    pressed.preventDefault();
    act(key);
  });
}

// The field of a dialog that has just been closed may keep the focus until the page is next drawn.
function isTyping(target) {
  return target.closest("input, select, textarea")?.checkVisibility() ?? false;
}

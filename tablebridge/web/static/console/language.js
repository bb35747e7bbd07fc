// The menu of languages.

import { LANGUAGES, currentLanguage, speak } from "./words.js";

export function fillLanguages(menu, onChange) {
  menu.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => new Option(name, code)));
  menu.value = currentLanguage();
  menu.addEventListener("change", () => {
    speak(menu.value);
    onChange();
  });
}

// The dialog in which an event is corrected, inserted or entered by hand.

import { make } from "/static/shared/element.js";
import { field } from "./field.js";
import { FORMS, blankEvent, formOf, missing, offeredTypes } from "./forms.js";
import { picker } from "./picker.js";
import { say } from "./words.js";

export class Editor {
  #dialog;
  #onSave = null;
  #title = "";
  #book = null;
  #candidates = [];
  #likely = {};
  #mayChoose = false;
  #data = null;
  #focused = null;
  #reason = "";

  constructor(dialog) {
    this.#dialog = dialog;
  }

  // Corrects an event: its form is that of its type. `onSave(data, reason)` says whether it was taken.
  correct(event, book, onSave) {
    this.#open({ title: "correct", data: structuredClone(event.data), candidates: event.candidates, book, onSave });
  }

  // A new event of any type that the rulebook's tradition has; `likely` as of `blankEvent`.
  compose(title, book, likely, onSave) {
    const data = blankEvent(offeredTypes(book.tradition)[0], likely);
    this.#open({ title, data, candidates: [], book, onSave, likely, mayChoose: true });
  }

  #open({ title, data, candidates, book, onSave, likely = {}, mayChoose = false }) {
    this.#title = title;
    this.#data = data;
    this.#candidates = candidates;
    this.#book = book;
    this.#onSave = onSave;
    this.#likely = likely;
    this.#mayChoose = mayChoose;
    this.#reason = "";
    this.#focusFirstTile();
    this.#draw();
    this.#dialog.showModal();
    this.#focusSave();
  }

  // Takes the likely tile of that number, as a key does; false when there is none.
  takeCandidate(place) {
    const button = this.#dialog.querySelector(`.likely [data-place="${place}"]`);
    button?.click();
    return Boolean(button);
  }

  #fields() {
    return Object.entries(FORMS[formOf(this.#data)]);
  }

  #focusFirstTile() {
    this.#focused = this.#fields().find(([, kind]) => kind.startsWith("tile"))?.[0] ?? null;
  }

  #draw() {
    const form = make("form", {}, make("h2", {}, say(this.#title)));
    if (this.#mayChoose) form.append(this.#types());
    const fields = this.#fields();
    form.append(...fields.map(([name, kind]) =>
      field({
        name,
        kind,
        value: this.#data[name],
        isFocused: name === this.#focused,
        set: (value, how) => this.#set(name, value, how),
        focus: () => { this.#focused = name; this.#draw(); },
      })));
    if (this.#focused) form.append(this.#picker(fields));
    form.append(this.#reasonField(), this.#buttons());
    form.addEventListener("submit", (submitted) => { submitted.preventDefault(); this.#save(); });
    this.#dialog.replaceChildren(form);
    this.#focusSave();
  }

  // So that Enter saves after a tile was taken by its key.
  #focusSave() {
    this.#dialog.querySelector('[data-act="save"]').focus();
  }

  #types() {
    const types = offeredTypes(this.#book.tradition).map((type) => {
      const button = make("button", { type }, say(`event.${type}`));
      button.type = "button";
      button.setAttribute("aria-pressed", String(type === formOf(this.#data)));
      button.addEventListener("click", () => {
        this.#data = blankEvent(type, this.#likely);
        this.#focusFirstTile();
        this.#draw();
      });
      return button;
    });
    return make("div.field.types", {}, make("span.field-name", {}, say("kind_of_event")), make("span.choices", {}, ...types));
  }

  #picker(fields) {
    const kind = Object.fromEntries(fields)[this.#focused];
    return picker({
      tiles: this.#book.tiles,
      candidates: this.#focused === "tile" ? this.#candidates : [],
      withUnknown: kind === "tile?",
      onPick: (tile) => this.#set(this.#focused, kind === "tiles" ? [...(this.#data[this.#focused] ?? []), tile] : tile),
    });
  }

  #set(name, value, { quietly = false } = {}) {
    this.#data = { ...this.#data, [name]: value };
    if (!quietly) this.#draw();
    else this.#showWhetherComplete();
  }

  #reasonField() {
    const input = make("input");
    Object.assign(input, { maxLength: 300, value: this.#reason });
    input.addEventListener("input", () => { this.#reason = input.value; });
    return make("label.reason", {}, make("span", {}, say("reason")), input);
  }

  #buttons() {
    const save = make("button.main", { act: "save" }, say("save"));
    save.type = "submit";
    save.disabled = missing(formOf(this.#data), this.#data).length > 0;
    const cancel = make("button", { act: "cancel" }, say("cancel"));
    cancel.type = "button";
    cancel.addEventListener("click", () => this.#dialog.close());
    return make("div.buttons", {}, save, cancel);
  }

  #showWhetherComplete() {
    this.#dialog.querySelector('[data-act="save"]').disabled = missing(formOf(this.#data), this.#data).length > 0;
  }

  async #save() {
    const button = this.#dialog.querySelector('[data-act="save"]');
    if (button.disabled) return;
    button.disabled = true; // a second tap is not a second event
    if (await this.#onSave(this.#data, this.#reason.trim())) this.#dialog.close();
    else button.disabled = false;
  }
}

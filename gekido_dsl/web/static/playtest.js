/** A playtest: whether the table may keep how this player gets on, their notes, and the questions at the end. */

import { dialog } from "./dialogs.js";
import { fill, make, tool } from "./dom.js";
import { says } from "./words.js";

/** @typedef {import("./messages.js").Shown} Shown */

export class Playtest {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = (/** @type {object} */ more) => send({ do: "playtest", ...more });
    this.tool = tool(says("Write a note for the playtest"), "note", () => this.#note(), { hidden: true });
    this.asks = make("section", { class: "notice playtest", "aria-label": says("Playtest"), hidden: true },
      make("p", { text: says("This is a playtest. May the table keep how long your decisions take, what you take back and look up, and what you write down? It keeps no name, and you can delete it at any time.") }),
      make("div", { class: "answers" },
        make("button", { type: "button", class: "primary", text: says("Yes"), onclick: () => this.send({ what: "agree", on: true }) }),
        make("button", { type: "button", class: "quiet-button", text: says("No"), onclick: () => this.send({ what: "agree", on: false }) })));
    this.form = make("section", { class: "card playtest-form", "aria-labelledby": "playtest-form", hidden: true });
    this.agreed = false;
    this.draft = ""; // a note that the table has not said that it keeps
    this.since = 0;
    this.key = "";
  }

  /**
   * @param {NonNullable<Shown["playtest"]> | null} playtest
   * @param {boolean} isNew whether another question is shown than before
   */
  show(playtest, isNew) {
    if (isNew) this.since = performance.now();
    this.agreed = playtest?.agreed ?? false;
    this.asks.hidden = !playtest || playtest.agreed !== null;
    this.tool.hidden = !playtest || playtest.agreed === null;
    this.#ask(playtest?.questions ?? []);
  }

  /** Gives how long the question has been shown, where that is kept. */
  took() {
    return this.agreed ? { took: Math.round(performance.now() - this.since) } : {};
  }

  #note() {
    const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "note", rows: 4, maxlength: 2000, required: this.agreed }));
    field.value = this.draft;
    const form = make("form", { class: "ask" },
      this.agreed && make("label", { for: "note", text: says("What do you think of this moment?") }), this.agreed && field,
      make("p", { text: this.agreed
        ? says("The table keeps how long your decisions take, what you take back and look up, and what you write down.")
        : says("Nothing about you is recorded at this table.") }),
      make("div", { class: "row" },
        this.agreed && make("button", { class: "primary", text: says("Keep the note") }),
        make("button", { type: "button", class: "quiet-button", text: says("Show what is kept of me"), onclick: () => this.send({ what: "kept" }) }),
        this.agreed
          ? make("button", { type: "button", class: "quiet-button", text: says("Delete it"), onclick: () => this.send({ what: "forget" }) })
          : make("button", { type: "button", class: "quiet-button", text: says("Take part"), onclick: () => {
            made.close();
            this.send({ what: "agree", on: true });
          } }),
        this.agreed && make("button", { type: "button", class: "quiet-button", text: says("Delete it and keep nothing more"), onclick: () => {
          made.close();
          this.send({ what: "agree", on: false });
        } })));
    const made = dialog(says("Playtest"), [form], "noting");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      made.close();
      this.draft = field.value;
      this.send({ what: "note", text: field.value });
    });
    if (this.agreed) field.focus();
  }

  /** @param {string[]} questions */
  #ask(questions) {
    this.form.hidden = !questions.length;
    const key = JSON.stringify(questions);
    if (key === this.key) return; // what was typed stays
    this.key = key;
    const fields = questions.map((_, at) => /** @type {HTMLTextAreaElement} */ (make("textarea", { id: `playtest-${at}`, rows: 1, maxlength: 1000 })));
    const form = make("form", {},
      make("h2", { id: "playtest-form", text: says("What did you think of it?") }),
      ...questions.flatMap((text, at) => [make("label", { for: `playtest-${at}`, text }), fields[at]]),
      make("button", { class: "primary", text: says("Send") }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ what: "answers", answers: fields.map((one) => one.value) });
    });
    fill(this.form, questions.length > 0 && form);
  }
}

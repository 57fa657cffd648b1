/** A playtest: whether the table may keep how this player gets on, their notes, and the questions at the end. */

import { dialog } from "./dialogs.js";
import { fill, make, tool } from "./dom.js";

/** @typedef {import("./messages.js").Shown} Shown */

const KEPT = "how long your decisions take, what you take back and look up, and what you write down";

export class Playtest {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = (/** @type {object} */ more) => send({ do: "playtest", ...more });
    this.tool = tool("Write a note for the playtest", "note", () => this.#note(), { hidden: true });
    this.asks = make("section", { class: "notice playtest", "aria-label": "Playtest", hidden: true },
      make("p", { text: `This is a playtest. May the table keep ${KEPT}? It keeps no name, and you can delete it at any time.` }),
      make("div", { class: "answers" },
        make("button", { type: "button", class: "primary", text: "Yes", onclick: () => this.send({ what: "agree", on: true }) }),
        make("button", { type: "button", class: "quiet-button", text: "No", onclick: () => this.send({ what: "agree", on: false }) })));
    this.form = make("section", { class: "card playtest-form", "aria-labelledby": "playtest-form", hidden: true });
    this.agreed = false;
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
    const form = make("form", { class: "ask" },
      this.agreed && make("label", { for: "note", text: "What do you think of this moment?" }), this.agreed && field,
      make("p", { text: this.agreed ? `The table keeps ${KEPT}.` : "Nothing of you is kept at this table." }),
      make("div", { class: "row" },
        this.agreed && make("button", { class: "primary", text: "Keep the note" }),
        make("button", { type: "button", class: "quiet-button", text: "Show what is kept of me", onclick: () => this.send({ what: "kept" }) }),
        this.agreed
          ? make("button", { type: "button", class: "quiet-button", text: "Delete it", onclick: () => this.send({ what: "forget" }) })
          : make("button", { type: "button", class: "quiet-button", text: "Take part", onclick: () => {
            made.close();
            this.send({ what: "agree", on: true });
          } }),
        this.agreed && make("button", { type: "button", class: "quiet-button", text: "Delete it and keep nothing more", onclick: () => {
          made.close();
          this.send({ what: "agree", on: false });
        } })));
    const made = dialog("Playtest", [form], "noting");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      made.close();
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
      make("h2", { id: "playtest-form", text: "What did you think of it?" }),
      ...questions.flatMap((text, at) => [make("label", { for: `playtest-${at}`, text }), fields[at]]),
      make("button", { class: "primary", text: "Send" }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ what: "answers", answers: fields.map((one) => one.value) });
    });
    fill(this.form, questions.length > 0 && form);
  }
}

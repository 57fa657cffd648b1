/** The examples of a ruleset: run, put on the table, and made from what was just played. */

import { fill, make } from "../dom.js";
import { dialog, told } from "../dialogs.js";

export class Examples {
  /** @param {HTMLElement} element @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio */
  constructor(element, call, studio) {
    this.element = element;
    this.call = call;
    this.studio = studio;
  }

  async show() {
    this.#lay(await this.call("examples"));
  }

  /** @param {{examples: any[], can_make?: boolean}} found */
  #lay({ examples, can_make: canMake }) {
    this.titles = titled(examples);
    this.list = make("ul", { class: "examples" }, ...examples.map((/** @type {any} */ one) => make("li", { "data-title": one.title },
      make("button", { type: "button", class: "title", text: one.title, title: "Show it in the text", onclick: () => this.studio.text.go(one.name, one.line) }),
      make("div", { class: "row" }, make("span", { class: "result" }),
        make("button", { type: "button", class: "quiet-button", text: "Run", "aria-label": `Run ${one.title}`, onclick: () => this.run(one.title) }),
        make("button", { type: "button", class: "quiet-button", text: "Play from here", "aria-label": `Play from ${one.title}`, onclick: () => this.#play(one.title) })),
      make("pre", { class: "lines", hidden: true, tabindex: "0" }))));
    this.sum = make("p", { class: "sum", role: "status", text: examples.length ? "" : "There are no examples yet." });
    this.left = make("div", { class: "not-played" });
    fill(this.element, make("div", { class: "row" }, make("button", { type: "button", class: "primary", text: "Run all", onclick: () => this.run() }),
      canMake && make("button", { type: "button", class: "quiet-button", text: "Make this position an example", onclick: () => this.#make() })), this.sum, this.left, this.list);
    for (const one of examples) if (typeof one.passed === "boolean") this.#show(one);
  }

  /** Lists them anew where the text has others now; how they came out stays where it has the same. */
  async renew() {
    if (this.titles === undefined) return;
    const found = await this.call("examples").catch(() => ({}));
    // It is laid out at once: an answer that comes late must not wipe away what has been run meanwhile.
    if (found.examples && titled(found.examples) !== this.titles) this.#lay(found);
  }

  /** @param {string} [title] one of them, or all */
  async run(title) {
    fill(/** @type {Element} */ (this.sum), "Running…");
    try {
      const { results, not_played: left } = await this.call("run_examples", title === undefined ? {} : { title });
      for (const one of results) this.#show(one);
      if (title === undefined) this.#missed(left ?? []);
      fill(/** @type {Element} */ (this.sum), `${results.filter((/** @type {any} */ one) => one.passed).length} of ${results.length} hold.`);
    } catch (error) {
      fill(/** @type {Element} */ (this.sum), error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Shows those that have run meanwhile. They are counted for the eye alone: read out is what all came to.
   * @param {{done: number, of: number, passed: number, results: any[]}} some
   */
  came(some) {
    for (const one of some.results) this.#show(one);
    if (this.sum && some.done < some.of) fill(this.sum, make("span", { "aria-hidden": "true", text: `${some.done} of ${some.of} have run, ${some.passed} hold…` }));
  }

  /** Lists what a variant adds and nothing has played yet. @param {{text: string, name: string, line: number}[]} left */
  #missed(left) {
    fill(/** @type {Element} */ (this.left), left.length > 0 && make("p", { text: "No example, and no game of the last simulation, plays these new lines:" }),
      left.length > 0 && make("ul", {}, ...left.map((one) => make("li", {}, make("button", { type: "button", class: "title", text: `${one.text} (line ${one.line})`,
        title: "Show it in the text", onclick: () => this.studio.text.go(one.name, one.line) })))));
  }

  /** @param {{title: string, passed: boolean, text?: string, lines?: string[]}} one */
  #show(one) {
    const row = this.list?.querySelector(`[data-title="${CSS.escape(one.title)}"]`);
    if (!row) return;
    row.classList.toggle("passed", one.passed);
    row.classList.toggle("failed", !one.passed);
    fill(/** @type {Element} */ (row.querySelector(".result")), one.passed ? "✓ holds" : `✗ ${one.text || "does not hold"}`);
    const lines = /** @type {HTMLElement} */ (row.querySelector(".lines"));
    lines.hidden = one.passed || !one.lines?.length;
    lines.textContent = (one.lines ?? []).join("\n");
  }

  /** @param {string} title */
  async #play(title) {
    try {
      await this.call("play_example", { title });
    } catch (error) {
      this.studio.problem(error);
    }
  }

  #make() {
    const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "titled", required: true, autocomplete: "off" }));
    const form = make("form", { class: "ask" }, make("label", { for: "titled", text: "What does it show?" }), field,
      make("div", { class: "row" }, make("button", { class: "primary", text: "Make the example" })));
    const made = dialog("An example of this position", [form], "making");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      made.close();
      try {
        const { text, name, left_out: leftOut } = await this.call("make_example", { title: field.value.trim() });
        const held = await this.studio.buffers.get(name);
        this.studio.buffers.set(name, `${held.text.trimEnd()}\n\n${text.trimEnd()}\n`);
        await this.studio.text.go(name, held.text.split("\n").length + 1);
        await this.studio.text.now(); // the list is that of the text as the server has it
        await this.renew();
        if (leftOut?.length) told("What the example does not say", leftOut);
      } catch (error) {
        this.studio.problem(error);
      }
    });
  }
}

/** @param {{title: string}[]} examples */
function titled(examples) {
  return examples.map((one) => one.title).join("\n");
}

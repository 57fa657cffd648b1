/** The options of a game as switches, who plays, and where chance begins. */

import { fill, make, say } from "../dom.js";

export class Setting {
  /** @param {HTMLElement} element @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio */
  constructor(element, call, studio) {
    this.element = element;
    this.call = call;
    this.studio = studio;
    /** What the rules said when this was laid out, and which match was on the table. */
    this.shape = "";
    this.match = "";
    this.said = make("span", { class: "sum", role: "status" });
  }

  /** Lays it out, where the rules or the match are others than before: what is being chosen here, and what was said, stay otherwise. */
  async show() {
    const { players, options, now, kinds } = await this.call("setting");
    const [shape, match] = [JSON.stringify([players, options, kinds]), JSON.stringify(now)];
    if (shape === this.shape && match === this.match) return;
    [this.shape, this.match] = [shape, match];
    const count = /** @type {HTMLSelectElement} */ (make("select", { id: "players" }, ...players.map((/** @type {number} */ one) =>
      make("option", { value: one, selected: one === now.players, text: one }))));
    const seed = /** @type {HTMLInputElement} */ (make("input", { type: "number", id: "seed", min: 0, value: now.seed }));
    const who = make("div", { class: "form" });
    const seats = () => fill(who, ...Array.from({ length: Number(count.value) }, (_, at) => [
      make("label", { for: `seat-${at}`, text: `Player ${at + 1}` }),
      make("select", { id: `seat-${at}` }, ...kinds.map((/** @type {any} */ one) =>
        make("option", { value: one.kind, selected: one.kind === (now.seats[at] ?? "person"), text: one.label }))),
    ]).flat());
    count.addEventListener("change", seats);
    seats();
    /** @type {Map<string, () => string>} */
    const answers = new Map();
    const chosen = Object.entries(options).map(([name, all]) => this.#option(name, /** @type {string[]} */ (all), now.options[name], answers));
    const { said } = this;
    const begin = async () => {
      say(said, "It begins…");
      try {
        await this.studio.text.settled(); // by the rules as they stand
        const wanted = {
          players: Number(count.value), seed: Number(seed.value), options: Object.fromEntries([...answers].map(([name, value]) => [name, value()])),
          seats: [...who.querySelectorAll("select")].map((one) => one.value),
        };
        this.match = JSON.stringify(wanted); // it stands here already, so nothing is laid out anew under the pointer
        await this.call("begin", wanted);
        this.studio.change.hidden = true; // it told of the match before
        say(said, "A match has begun.");
      } catch (error) {
        say(said, error instanceof Error ? error.message : String(error));
      }
    };
    fill(this.element, make("div", { class: "form" }, make("label", { for: "players", text: "Players" }), count, make("label", { for: "seed", text: "Seed of chance", title: "The same seed brings the same dice and cards." }), seed),
      who, make("div", { class: "row" }, make("button", { type: "button", class: "primary", text: "Begin a match with this", onclick: begin }), said), chosen.length > 0 && make("fieldset", { class: "options" }, make("legend", { text: "Options of the game" }), ...chosen));
  }

  /**
   * Makes a switch of an option with two answers, and a menu of one with more.
   * @param {string} name
   * @param {string[]} all
   * @param {string | undefined} now
   * @param {Map<string, () => string>} answers
   */
  #option(name, all, now, answers) {
    const id = `option-${name}`;
    const current = now ?? all[0];
    const menu = /** @type {HTMLSelectElement} */ (make("select", { id }, ...all.map((one) => make("option", { value: one, selected: one === current, text: one }))));
    const [yes, no] = [all.find((one) => /^(yes|on)$/.test(one)), all.find((one) => /^(no|off)$/.test(one))];
    if (all.length !== 2 || !yes || !no) {
      answers.set(name, () => menu.value);
      return make("div", { class: "option" }, make("label", { for: id, text: name }), menu);
    }
    const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id, role: "switch", checked: current === yes }));
    answers.set(name, () => (box.checked ? yes : no));
    return make("div", { class: "option" }, make("label", { for: id, text: name }), box);
  }
}

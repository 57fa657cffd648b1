/** Many matches at once: who wins, how long it takes, and what an edit changes. */

import { fill, make } from "../dom.js";
import { drawn } from "./report.js";

/** How far what such players show can be trusted. @type {Record<string, string>} */
const CARE = {
  greedy: "Quick, and a first word on balance: such bots see what is near. The easy, medium and hard ones search.",
  random: "Quickest, but what it says of balance may be the opposite of the truth.",
};

export class Simulation {
  /** @param {HTMLElement} element @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio */
  constructor(element, call, studio) {
    this.element = element;
    this.call = call;
    this.studio = studio;
    /** @type {number | null} */
    this.id = null;
  }

  async show() {
    const { players, kinds } = await this.call("setting");
    if (this.players) {
      if (JSON.stringify([...this.players.options].map((one) => Number(one.value))) === JSON.stringify(players)) return;
      const { value } = this.players;
      fill(this.players, ...players.map((/** @type {number} */ one) => make("option", { value: one, selected: String(one) === value, text: one })));
      return;
    }
    this.games = /** @type {HTMLInputElement} */ (make("input", { type: "number", id: "games", min: 1, max: 1000000, value: 1000 }));
    this.players = /** @type {HTMLSelectElement} */ (make("select", { id: "sim-players" }, ...players.map((/** @type {number} */ one) => make("option", { value: one, text: one }))));
    this.who = /** @type {HTMLSelectElement} */ (make("select", { id: "sim-who" }, ...kinds.filter((/** @type {any} */ one) => one.kind !== "person")
      .map((/** @type {any} */ one) => make("option", { value: one.kind, selected: one.kind === "greedy", text: one.label }))));
    this.care = make("p", { class: "sum", id: "sim-care" });
    this.who.setAttribute("aria-describedby", "sim-care");
    this.who.addEventListener("change", () => this.#warn());
    this.#warn();
    this.bar = /** @type {HTMLProgressElement} */ (make("progress", { max: 1, value: 0, "aria-label": "Matches played", hidden: true }));
    this.said = make("p", { class: "sum", role: "status" });
    this.report = make("div", { class: "report" });
    this.stop = make("button", { type: "button", class: "quiet-button", text: "Stop", hidden: true, onclick: () => this.call("stop", { job: this.id }).catch(() => {}) });
    fill(this.element, make("div", { class: "form" }, make("label", { for: "games", text: "Matches" }), this.games,
      make("label", { for: "sim-players", text: "Players" }), this.players, make("label", { for: "sim-who", text: "Played by" }), this.who),
    this.care, make("div", { class: "row" }, make("button", { type: "button", class: "primary", text: "Simulate", onclick: () => this.#start("simulate") }),
      make("button", { type: "button", class: "quiet-button", text: "Compare with what is saved", onclick: () => this.#start("compare") }), this.stop),
    this.bar, this.said, this.report);
  }

  #warn() {
    fill(/** @type {Element} */ (this.care), CARE[this.who?.value ?? ""] ?? "");
  }

  /** @param {"simulate" | "compare"} what */
  async #start(what) {
    const players = Number(this.players?.value);
    const asked = { games: Number(this.games?.value), players, seats: Array(players).fill(this.who?.value), options: {} };
    try {
      fill(/** @type {Element} */ (this.said), "Starting…");
      await this.studio.text.settled();
      this.id = (await this.call(what, asked)).job;
      /** @type {HTMLElement} */ (this.stop).hidden = false;
      /** @type {HTMLElement} */ (this.bar).hidden = false;
    } catch (error) {
      fill(/** @type {Element} */ (this.said), error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {{id: number, done: number, of: number, report: any, trouble?: string, stopped?: boolean}} job */
  job(job) {
    if (job.id !== this.id || !this.bar) return;
    this.bar.max = Math.max(job.of, 1);
    this.bar.value = job.done;
    const over = Boolean(job.report || job.trouble || job.stopped !== undefined);
    fill(/** @type {Element} */ (this.said), job.trouble ?? `${job.done} of ${job.of} matches`);
    this.bar.hidden = over;
    /** @type {HTMLElement} */ (this.stop).hidden = over;
    if (!job.report) return;
    fill(/** @type {Element} */ (this.report), ...drawn(job.report));
  }
}

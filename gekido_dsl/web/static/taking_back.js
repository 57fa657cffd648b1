/** What somebody asks to take back: who asks, what has been seen since, and the answers that this screen can give. */

import { fill, make } from "./dom.js";
import { listed, many, says } from "./words.js";

/** @typedef {import("./messages.js").Shown} Shown */

export class TakingBack {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.element = make("section", { class: "notice taking-back", "aria-labelledby": "taking-back", hidden: true });
    this.key = "";
  }

  /**
   * Shows what is asked; gives what is to be read out, if it is new.
   * @param {Shown["taking_back"]} asked
   * @returns {string}
   */
  show(asked) {
    this.element.hidden = !asked;
    const key = JSON.stringify(asked ?? null);
    if (key === this.key) return "";
    const before = this.key;
    this.key = key;
    if (!asked) return "";
    const had = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-does") : null;
    const here = asked.mine && asked.asks; // several people at this screen
    const waits = asked.mine && !asked.asks ? says("Waiting for {players} to agree.", { players: listed(asked.waits_for) }) : "";
    fill(this.element,
      make("div", { class: "said" }, make("p", { id: "taking-back" }, make("strong", { text: asked.text })),
        (asked.why.length || waits) && make("p", { text: [...asked.why, waits].filter(Boolean).join(" ") }),
        asked.lines.length > 0 && make("details", {}, make("summary", { text: says("What would be undone") }),
          make("ul", {}, ...asked.lines.map((text) => make("li", { text })), asked.more > 0 && make("li", { text: many("and {count} more", "and {count} more", asked.more) })))),
      make("div", { class: "answers" },
        asked.asks && this.#button(here ? says("Everybody agrees") : says("Agree"), "primary", "allow"),
        asked.asks && this.#button(here ? says("Leave it") : says("Refuse"), "quiet-button", "deny"),
        asked.mine && !asked.asks && this.#button(says("Withdraw"), "quiet-button", "deny"),
        asked.anyway && !here && this.#button(says("Take back without asking"), "quiet-button", "undo", { anyway: true },
          says("As the host you can do so; the log tells everybody."))));
    if (had) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-does="${had}"]`))?.focus();
    return before === "" || before === "null" ? [asked.text, ...asked.why].join(" ") : "";
  }

  /** @param {string} text @param {string} look @param {string} does @param {object} [more] @param {string} [title] */
  #button(text, look, does, more = {}, title = undefined) {
    return make("button", { type: "button", class: look, "data-does": does, title, text, onclick: () => this.send({ do: does, ...more }) });
  }
}

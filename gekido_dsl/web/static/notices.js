/** Tells somebody who does something else that it is their turn: by the sign of the page and, if they want, by a notice of the browser. */

import { tool } from "./dom.js";
import { says } from "./words.js";

const KEPT = "gdl-notices";
const ICON = /icon(_turn)?\.svg$/;

export class Notices {
  constructor() {
    this.mine = false;
    this.tool = tool(says("Notices of my turn"), "bell", () => this.#turned());
    this.tool.hidden = !("Notification" in window);
    this.#said();
  }

  /**
   * Shows whether it is one's turn.
   * @param {boolean} mine @param {string} prompt @param {string} game
   */
  show(mine, prompt, game) {
    const sign = document.querySelector("link[rel=icon]");
    const address = sign?.getAttribute("href") ?? "";
    if (ICON.test(address)) sign?.setAttribute("href", address.replace(ICON, mine ? "icon_turn.svg" : "icon.svg"));
    if (mine && !this.mine && document.hidden && this.#wanted()) {
      try {
        const made = new Notification(says("Your turn"), { body: `${game}: ${prompt}`, tag: location.pathname });
        made.onclick = () => {
          window.focus();
          made.close();
        };
      } catch { /* browsers of phones give notices to service workers alone */ }
    }
    this.mine = mine;
  }

  #wanted() {
    try {
      return Notification.permission === "granted" && localStorage.getItem(KEPT) === "on";
    } catch {
      return false; // some browsers have neither
    }
  }

  async #turned() {
    const on = !this.#wanted() && (await Notification.requestPermission()) === "granted";
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch { /* it then holds for this page alone */ }
    this.#said();
  }

  #said() {
    this.tool.setAttribute("aria-pressed", String("Notification" in window && this.#wanted()));
  }
}

/** The game as one file, for whoever is to try it; the browser keeps it. */

import { dialog } from "../dialogs.js";
import { fill, make, say } from "../dom.js";

/** @typedef {{name: string, bytes: number, address: string}} Sent a file that was written, and where the browser gets it */

/**
 * Has the server write the file.
 * @param {import("./calls.js").Call} call @param {string} key of the page, which opens the file too
 * @returns {() => Promise<Sent>}
 */
export function onServer(call, key) {
  return async () => {
    const { url, name, bytes } = await call("send");
    const address = new URL(url, location.href);
    address.searchParams.set("key", key);
    return { name, bytes, address: address.href };
  };
}

export class Send {
  /** @param {() => Promise<Sent>} write */
  constructor(write) {
    this.write = write;
  }

  async open() {
    const bar = /** @type {HTMLProgressElement} */ (make("progress", { "aria-label": "How far the file is" }));
    const said = make("p", { class: "sum", role: "status", text: "The file is begun…" });
    const end = make("div", { class: "row" });
    const made = dialog("Send it as a file", [
      make("p", { text: "One page with the rules as they stand here, table, bots and rulebook. Whoever gets it opens it in a browser and plays, without a network." }),
      bar, said, end], "sending");
    this.shown = { bar, said };
    try {
      const { name, bytes, address } = await this.write();
      bar.hidden = true;
      const link = /** @type {HTMLAnchorElement} */ (make("a", { class: "quiet-button", href: address, download: name, text: "Save it again" }));
      say(said, `${name}, ${(bytes / 1e6).toFixed(1)} MB, is among your downloads. Send it in a mail or on a stick.`);
      fill(end, link, make("button", { type: "button", class: "primary", text: "Done", onclick: () => made.close() }));
      if (made.isConnected) link.click(); // closed meanwhile: nobody waits for the file any more
    } catch (error) {
      bar.hidden = true;
      fill(said, error instanceof Error ? error.message : String(error));
      said.classList.add("failed");
    }
  }

  /** Says how far it is. @param {{step: number, of: number, text: string}} at */
  went(at) {
    if (!this.shown?.bar.isConnected || this.shown.bar.hidden) return;
    this.shown.bar.max = at.of;
    this.shown.bar.value = at.step - 0.5;
    say(this.shown.said, `Step ${at.step} of ${at.of}: ${at.text}…`);
  }
}

/** The game as one file, for whoever is to try it: it is written on the server, and the browser keeps it. */

import { dialog } from "../dialogs.js";
import { fill, make, say } from "../dom.js";

export class Send {
  /** @param {import("./calls.js").Call} call @param {string} key of the page, which opens the file too */
  constructor(call, key) {
    this.call = call;
    this.key = key;
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
      const { url, name, bytes } = await this.call("send");
      bar.hidden = true;
      const address = new URL(url, location.href);
      address.searchParams.set("key", this.key);
      const link = /** @type {HTMLAnchorElement} */ (make("a", { class: "quiet-button", href: address.href, download: name, text: "Save it again" }));
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

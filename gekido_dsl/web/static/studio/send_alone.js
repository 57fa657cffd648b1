/**
 * The game as one file, written by the studio without a server: the game comes from Python, and all else is what this page is
 * made of itself.
 */

import { dialog } from "../dialogs.js";
import { fill, make, say } from "../dom.js";
import { download } from "./project_dialogs.js";

/** The parts of Python and of the program that a game brings along, too. */
const SHARED = ["loader", "core", "wasm", "stdlib", "lock", "program"];
const REFUSED = [0, 13, 60];

/** Writes bytes as `standalone/letters.py` does: seven bits to a letter, so that they can stand in a page. @param {Uint8Array} bytes */
export function lettersOf(bytes) {
  const made = [];
  let bits = 0;
  let held = 0;
  let refused = -1;
  const put = (/** @type {number} */ letter) => {
    if (refused >= 0) {
      made.push(0x100 + 128 * refused + letter);
      refused = -1;
      return;
    }
    refused = REFUSED.indexOf(letter);
    if (refused < 0) made.push(letter);
  };
  for (const one of bytes) {
    bits |= one << held;
    held += 8;
    while (held >= 7) {
      put(bits & 127);
      bits >>>= 7;
      held -= 7;
    }
  }
  if (held) put(bits & 127);
  if (refused >= 0) put(65); // what cannot stand alone is followed by another letter
  let text = "";
  for (let at = 0; at < made.length; at += 0x8000) text += String.fromCharCode(...made.slice(at, at + 0x8000));
  return text;
}

/** @param {Blob} blob @param {GenericTransformStream} through */
async function sent(blob, through) {
  return new Response(blob.stream().pipeThrough(/** @type {any} */ (through))).blob();
}

export class SendAlone {
  /** @param {import("./calls.js").Call} call @param {Record<string, Blob | Promise<Blob>>} parts of this page */
  constructor(call, parts) {
    this.call = call;
    this.parts = parts;
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
      const { file, name } = await this.#written();
      bar.hidden = true;
      say(said, `${name}, ${(file.size / 1e6).toFixed(1)} MB, is among your downloads. Send it in a mail or on a stick.`);
      fill(end, make("button", { type: "button", class: "quiet-button", text: "Save it again", onclick: () => download(name, file, "text/html") }),
        make("button", { type: "button", class: "primary", text: "Done", onclick: () => made.close() }));
      if (made.isConnected) download(name, file, "text/html"); // closed meanwhile: nobody waits for the file any more
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

  async #written() {
    const { front, boot, style } = JSON.parse(await (await sent(await this.parts.sending, new DecompressionStream("gzip"))).text());
    /** @type {Record<string, Blob>} */
    const later = { front: await sent(new Blob([front]), new CompressionStream("gzip")) };
    for (const name of SHARED) later[name] = await this.parts[name];
    const sizes = Object.fromEntries(Object.entries(later).map(([name, blob]) => [name, blob.size]));
    const { page, marks, name } = await this.call("send", { boot, style, sizes });
    const pieces = [];
    let rest = page;
    for (const part of Object.keys(sizes)) {
      const [before, after] = rest.split(marks[part]);
      pieces.push(before, lettersOf(new Uint8Array(await later[part].arrayBuffer())));
      rest = after;
    }
    return { file: new Blob([...pieces, rest], { type: "text/html" }), name };
  }
}

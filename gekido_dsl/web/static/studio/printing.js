/** Printing without a server: the rulebook, or sheets of cards and boards at their true size, by the browser's own dialog. */

import { dialog } from "../dialogs.js";
import { fill, make } from "../dom.js";

const WHAT = [["box", "Cards, boards and pieces"], ["book", "The rulebook"]];

/** @param {import("./calls.js").Call} call @param {() => Promise<void>} settled once what was typed last has been read */
export function printing(call, settled) {
  const said = make("p", { class: "sum", role: "status" });
  const place = make("div", { class: "to-print" });
  const buttons = WHAT.map(([what, text]) => make("button", { type: "button", class: "primary", text, onclick: async () => {
    fill(said, "It is being laid out…");
    try {
      await settled();
      const { html, style, sheets, besides = [] } = await call("print", { what });
      await laid(place, html, style);
      fill(said, sheets ? `${sheets} sheets of A4${besides.length ? `; you also need ${besides.join(", ")}` : ""}. Print them at 100 %, without margins.` : "");
    } catch (error) {
      fill(said, error instanceof Error ? error.message : String(error));
    }
  } }));
  dialog("Print", [make("p", { text: "Your browser prints it, or keeps it as a PDF." }), make("div", { class: "row" }, ...buttons), said, place,
    make("p", { class: "sum", text: "Backs, other papers, sizes of cards and a booklet come from `gdl print`." })], "printing");
}

/**
 * Shows what is to be printed in a frame that runs nothing, and opens the browser's dialog.
 * @param {HTMLElement} place @param {string} html @param {string} style
 */
function laid(place, html, style) {
  return new Promise((resolve) => {
    const frame = /** @type {HTMLIFrameElement} */ (make("iframe", { title: "What is printed", sandbox: "allow-same-origin allow-modals", srcdoc: html }));
    frame.addEventListener("load", () => {
      const view = /** @type {any} */ (frame.contentWindow);
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(`${style} .search, .tools, nav { display: none; }`);
      /** @type {Document} */ (frame.contentDocument).adoptedStyleSheets = [sheet];
      resolve(null);
      setTimeout(() => view.print()); // the dialog holds everything up until it is closed
    });
    fill(place, frame);
  });
}

/** Keys that work anywhere on the page, unless somebody writes or a dialog is open. */

/**
 * @typedef {object} Does
 * @property {boolean} [letters]
 * @property {(key: string, event: Event) => boolean} key
 * @property {() => void} back
 * @property {(message: object) => void} send
 * @property {(by: number) => void} step
 * @property {() => void} help
 * @property {() => void} ask
 * @property {() => void} focusPicture
 * @property {() => void} focusChoices
 * @property {() => void} repeat
 */

/**
 * @param {HTMLElement} element
 * @param {Does} does
 */
export function listen(element, does) {
  /** @type {Record<string, () => void>} */
  const other = {
    u: () => does.send({ do: "undo" }),
    r: () => does.send({ do: "redo" }),
    o: () => does.send({ do: "odds" }),
    w: () => does.ask(),
    b: () => does.focusPicture(),
    z: () => does.focusChoices(),
    s: () => does.repeat(),
    "[": () => does.step(-1),
    "]": () => does.step(1),
    "?": () => does.help(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    const target = /** @type {Element} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest("input:not([type=range]), select, textarea, [contenteditable]")) return;
    if (target !== document.body && !element.contains(target)) return;
    if (event.key === "Escape") {
      does.back();
      return;
    }
    if (does.letters === false || event.key.length !== 1) return;
    const key = event.key.toLowerCase();
    if (does.key(key, event)) event.preventDefault();
    else if (other[key]) {
      event.preventDefault();
      other[key]();
    }
  });
}

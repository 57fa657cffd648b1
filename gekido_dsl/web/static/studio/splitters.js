/** The panes of a wide screen beside one another, with bars between them that are dragged or moved by the arrow keys. */

import { make } from "../dom.js";

const KEPT = "gdl-panes";
const USUAL = [1, 1.3, 0.95];
/** How narrow a pane gets, in pixels. */
const LEAST = [340, 420, 280];
const STEP = 24;

export class Splitters {
  /**
   * @param {HTMLElement} element what holds the panes
   * @param {HTMLElement[]} panes
   * @param {string[]} names what a pane is called, for those who do not see the bars
   */
  constructor(element, panes, names) {
    this.element = element;
    this.panes = panes;
    this.shares = kept() ?? USUAL;
    this.bars = panes.slice(1).map((_, at) => this.#bar(at, `Width of ${names[at]}`));
    element.append(...panes.flatMap((pane, at) => (at ? [this.bars[at - 1], pane] : [pane])));
    this.#lay();
  }

  /** @param {number} at @param {string} label */
  #bar(at, label) {
    const bar = make("div", { class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": label, title: "Drag to resize, double-click to reset",
      ondblclick: () => this.#take(USUAL),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        bar.setPointerCapture(event.pointerId);
        event.preventDefault();
        bar.focus();
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        if (bar.hasPointerCapture(event.pointerId)) this.#move(at, event.clientX - bar.getBoundingClientRect().x - bar.offsetWidth / 2);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const way = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (way) this.#move(at, way);
        else if (event.key === "Home") this.#take(USUAL);
        else return;
        event.preventDefault();
      } });
    return bar;
  }

  /** Moves a bar by some pixels: what one pane gains the next one loses. @param {number} at @param {number} by */
  #move(at, by) {
    const wide = this.panes.map((pane) => pane.offsetWidth);
    const most = wide[at + 1] - LEAST[at + 1];
    const step = Math.max(LEAST[at] - wide[at], Math.min(most, by));
    wide[at] += step;
    wide[at + 1] -= step;
    const whole = wide.reduce((sum, one) => sum + one, 0);
    if (whole > 0) this.#take(wide.map((one) => one / whole));
  }

  /** @param {number[]} shares */
  #take(shares) {
    this.shares = shares;
    this.#lay();
    try {
      localStorage.setItem(KEPT, JSON.stringify(shares));
    } catch { /* the browser keeps nothing */ }
  }

  #lay() {
    const whole = this.shares.reduce((sum, one) => sum + one, 0);
    this.shares.forEach((one, at) => this.element.style.setProperty(`--pane-${at}`, `${3 * one}fr`));
    this.bars.forEach((bar, at) => bar.setAttribute("aria-valuenow", String(Math.round((100 * this.shares[at]) / whole))));
  }
}

/** Gives how wide the panes were when the page was last open; null if nothing is known. */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    const good = Array.isArray(found) && found.length === USUAL.length && found.every((one) => typeof one === "number" && one > 0 && one < 100);
    return good ? /** @type {number[]} */ (found) : null;
  } catch {
    return null;
  }
}

/** Spaces of a board are laid where a designer wants them, by dragging them or with the arrow keys; the place is written into the theme. */

import { make, say } from "../dom.js";

const SPACE = "http://www.w3.org/2000/svg";
const SHAPES = "circle, rect, polygon, ellipse, path";
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 4;
/** So many units of the picture a press of an arrow key moves a space; with Shift it is one number of the theme. */
const IDLE_MS = 400;
/** After so long without another press it is written. */

/**
 * @typedef {{name: string, per: number, bounds: number[], spaces: Record<string, {name: string, at: number[]}>}} Board
 * @typedef {{board: Board, spot: string, name: string, at: number[], to: number[]}} Move
 * @typedef {{name: string, before: string, after: string}} Done
 */

export class Laying {
  /**
   * @param {HTMLElement} table where the picture is shown
   * @param {import("./calls.js").Call} call
   * @param {import("./text.js").Text} text
   */
  constructor(table, call, text) {
    this.table = table;
    this.call = call;
    this.text = text;
    /** @type {Board[]} */
    this.boards = [];
    this.on = false;
    /** @type {Done[]} */
    this.done = [];
    /** The place that the keys move, until it is written. @type {Move | null} */
    this.moving = null;
    /** Which handle had the focus before the picture came anew. */
    this.focused = "";
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    this.toggle = make("button", { type: "button", class: "quiet-button", "aria-pressed": "false", text: "Lay out the board", onclick: () => this.#turn(!this.on) });
    this.undo = make("button", { type: "button", class: "quiet-button", text: "Undo", hidden: true, onclick: () => this.#undo() });
    this.said = make("span", { class: "sum", role: "status" });
    this.bar = make("div", { class: "laying-bar", hidden: true }, this.toggle, this.undo, this.said);
    table.addEventListener("pointerdown", (event) => this.#take(event));
    table.addEventListener("keydown", (event) => this.#key(event), true);
    table.addEventListener("focusout", () => this.#write());
  }

  /** Asks which boards can be laid out, as the rules or the theme are others now. */
  async again() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const { boards = [] } = await this.call("laid").catch(() => ({}));
    if (turn !== this.turn) return;
    this.boards = boards;
    this.bar.hidden = !boards.length;
    if (!boards.length) this.#turn(false);
    this.shown();
  }

  /** Puts handles over a picture that has come anew. */
  shown() {
    const svg = this.svg;
    svg?.querySelector(":scope > .handles")?.remove();
    if (!this.on || !svg) return;
    const layer = document.createElementNS(SPACE, "g");
    layer.setAttribute("class", "handles");
    for (const spot of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("[data-spot]"))) {
      const found = this.#of(spot.dataset.spot ?? "");
      if (found) layer.append(this.#handle(svg, spot, found.name, found.at));
    }
    svg.append(layer);
    svg.setAttribute("role", "group");
    if (!this.focused) return;
    /** @type {SVGElement | null} */ (layer.querySelector(`[data-lay="${CSS.escape(this.focused)}"]`))?.focus();
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this.table.querySelector("svg.whole");
  }

  /** @param {boolean} on */
  #turn(on) {
    if (on === this.on) return;
    this.#write();
    this.on = on;
    this.focused = "";
    this.toggle.setAttribute("aria-pressed", String(on));
    this.table.classList.toggle("is-laid", on);
    say(this.said, on ? "Drag a space, or move it with the arrow keys (with Shift a little)." : "");
    this.undo.hidden = !on || !this.done.length;
    this.shown();
  }

  /** @param {string} spot */
  #of(spot) {
    for (const board of this.boards) if (board.spaces[spot]) return { board, spot, ...board.spaces[spot] };
    return null;
  }

  /** @param {SVGSVGElement} svg @param {SVGGraphicsElement} spot @param {string} name @param {number[]} at */
  #handle(svg, spot, name, at) {
    const shape = /** @type {SVGGraphicsElement} */ (spot.querySelector(SHAPES) ?? spot);
    const box = shape.getBoundingClientRect();
    const screen = svg.getScreenCTM()?.inverse() ?? new DOMMatrix();
    const from = new DOMPoint(box.left, box.top).matrixTransform(screen);
    const to = new DOMPoint(box.right, box.bottom).matrixTransform(screen);
    const made = document.createElementNS(SPACE, "rect");
    for (const [key, value] of Object.entries({
      class: "handle", x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, rx: 1.5, tabindex: 0, role: "button",
      "data-lay": spot.dataset.spot, "aria-label": told(name, at),
    })) made.setAttribute(key, String(value));
    return made;
  }

  /** A space is dragged: by mouse, finger or pen. @param {PointerEvent} event */
  #take(event) {
    const handle = /** @type {SVGGraphicsElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-lay]"));
    const found = handle && event.button === 0 ? this.#of(handle.dataset.lay ?? "") : null;
    if (!handle || !found) return;
    this.#write();
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    /** @type {Move} */
    const move = { ...found, to: [...found.at] };
    const follow = (/** @type {PointerEvent} */ one) => {
      move.to = this.#within(move, (one.clientX - event.clientX) / this.#scale(move.spot), (one.clientY - event.clientY) / this.#scale(move.spot));
      this.#carry(move);
    };
    const end = (/** @type {PointerEvent} */ one) => {
      handle.removeEventListener("pointermove", follow);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (one.type === "pointerup" && handle.isConnected) this.#lay(move);
      else this.#carry({ ...move, to: move.at });
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  /** Arrow keys move the space that has the focus. @param {KeyboardEvent} event */
  #key(event) {
    if (this.on && (event.ctrlKey || event.metaKey) && event.key === "z" && this.done.length) {
      event.preventDefault();
      event.stopPropagation();
      this.#undo();
      return;
    }
    const spot = /** @type {SVGElement} */ (event.target).dataset?.lay;
    const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    const found = spot && way ? this.#of(spot) : null;
    if (!spot || !way || !found) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.moving && this.moving.spot !== spot) this.#write();
    this.moving ??= { ...found, to: [...found.at] };
    const step = event.shiftKey ? 1 : Math.max(1, Math.round(STEP * found.board.per));
    this.moving.to = bound(found.board, [this.moving.to[0] + way[0] * step, this.moving.to[1] + way[1] * step]);
    this.#carry(this.moving);
    say(this.said, told(found.name, this.moving.to));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#write(), IDLE_MS);
  }

  /** Writes what the keys have moved. */
  #write() {
    clearTimeout(this.timer);
    const { moving } = this;
    this.moving = null;
    if (moving) this.#lay(moving);
  }

  /** How many pixels a unit of the picture has where a space is drawn. @param {string} spot */
  #scale(spot) {
    const drawn = /** @type {SVGGraphicsElement | null} */ (this.svg?.querySelector(`[data-spot="${CSS.escape(spot)}"]`));
    return drawn?.getScreenCTM()?.a || 1;
  }

  /** @param {Move} move @param {number} across in units of the picture @param {number} down */
  #within(move, across, down) {
    const { per } = move.board;
    return bound(move.board, [move.at[0] + across * per, move.at[1] + down * per]);
  }

  /** Shows a space, and what stands on it, where it is to lie. @param {Move} move */
  #carry(move) {
    const name = CSS.escape(move.spot);
    const by = [0, 1].map((at) => (move.to[at] - move.at[at]) / move.board.per);
    for (const one of /** @type {NodeListOf<SVGGraphicsElement>} */ (this.svg?.querySelectorAll(`[data-spot="${name}"], [data-on="${name}"], [data-lay="${name}"]`) ?? [])) {
      const ratio = one.dataset.lay ? this.#scale(move.spot) / (this.svg?.getScreenCTM()?.a || 1) : 1;
      for (const going of one.getAnimations()) if (going.id === "laid") going.cancel();
      const way = `translate(${by[0] * ratio}px, ${by[1] * ratio}px)`;
      one.animate([{ transform: way }, { transform: way }], { id: "laid", duration: 1, fill: "forwards", composite: "add" });
    }
  }

  /** @param {Move} move */
  #lay(move) {
    if (move.to.every((one, at) => one === move.at[at])) return;
    this.focused = move.spot;
    move.board.spaces[move.spot].at = move.to;
    // One after the other: an edit says where it goes in the text that the one before has made.
    this.last = this.last.then(() => this.#written(move)).catch((error) => {
      say(this.said, error instanceof Error ? error.message : String(error));
      return this.again();
    });
  }

  /** @param {Move} move */
  async #written(move) {
    await this.text.now();
    const { edits, new: begun } = await this.call("lay", { board: move.board.name, space: move.name, across: move.to[0], down: move.to[1] });
    const { buffers } = this.text;
    const name = begun?.name ?? edits[0].name;
    const before = begun ? "spaces: {}\n" : (await buffers.get(name)).text;
    if (begun) await this.call("bring", { name, data: btoa(String.fromCharCode(...new TextEncoder().encode(begun.text))), again: false });
    await buffers.edit(edits);
    await this.text.now();
    if (begun) await this.text.start();
    this.done.push({ name, before, after: (await buffers.get(name)).text });
    this.undo.hidden = !this.on;
    say(this.said, `${told(move.name, move.to)} It is written in ${name}.`);
  }

  async #undo() {
    const done = this.done.pop();
    this.undo.hidden = !this.done.length;
    if (!done) return;
    const { buffers } = this.text;
    const { text } = await buffers.get(done.name);
    if (text !== done.after) {
      this.done = [];
      this.undo.hidden = true;
      say(this.said, `${done.name} was changed since then; undo it there.`);
      return;
    }
    buffers.set(done.name, done.before);
    await this.text.now();
    say(this.said, "It lies where it lay before.");
  }
}

/** @param {Board} board @param {number[]} at */
function bound({ bounds: [left, top, right, bottom] }, [x, y]) {
  return [Math.round(Math.min(Math.max(x, left), right)), Math.round(Math.min(Math.max(y, top), bottom))];
}

/** @param {string} name @param {number[]} at */
function told(name, [across, down]) {
  return `${name} lies at ${across} across and ${down} down.`;
}

/** The table as pictures: boards, what lies beside them, and each player's area. Only what changed is put in anew. */

import { picture as cleaned } from "./clean.js";
import { make, say } from "./dom.js";
import { moved, noted } from "./motion.js";
import { lay, next } from "./targets.js";

/** @typedef {import("./messages.js").Part} Part */

const WIDE = 170;
/** A board so wide is moved to and fro on a narrow screen, rather than shrunk until nothing on it can be read. */
const LEAST = 2.45;
/** So many pixels a millimetre of it keeps. */
const MOST = 5;
/** And so many it has at most, beside the boards: letters there are never larger than those of the page. */
const READ = 4.3;
/** With so many, everything can be read; a picture is not made smaller than that to be seen whole. */
const SLIM = 1.4;
/** Boards with a larger aspect take the whole width. */
const DRAG = 8;
/** A press that moves so many pixels is a drag. */
const SEEN = 0.6;
/** So much of a place has to be in sight. */
const ABOVE = 28;
/** So many pixels stay above a place that is scrolled to: what is written over it. */

export class Pictures {
  /** @param {HTMLElement} element @param {(spot: string) => void} pressed */
  constructor(element, pressed) {
    this.element = element;
    this.pressed = pressed;
    /** @type {Map<string, {part: Part, figure: HTMLElement}>} */
    this.held = new Map();
    this.dropped = false;
    this.boards = make("div", { class: "boards" });
    this.others = make("div", { class: "others" });
    element.append(this.boards, this.others);
    element.addEventListener("click", (event) => this.#clicked(event));
    element.addEventListener("keydown", (event) => this.#typed(event));
    element.addEventListener("focusin", (event) => this.#focused(/** @type {Element} */ (event.target)));
    this.#dragging();
  }

  /**
   * Shows pictures, and moves what changed its place.
   * @param {Part[]} parts
   */
  show(parts) {
    const before = this.held.size ? noted(this.element) : new Map();
    const now = new Map();
    let changed = parts.length !== this.held.size;
    for (const part of parts) {
      const had = this.held.get(part.id);
      if (had && had.part.svg === part.svg) now.set(part.id, { part, figure: had.figure });
      else {
        changed = true;
        now.set(part.id, { part, figure: this.#framed(part, had?.figure) });
      }
    }
    this.held = now;
    const figures = [...now.values()];
    hold(this.boards, figures.filter((one) => isBoard(one.part)).map((one) => one.figure));
    hold(this.others, figures.filter((one) => !isBoard(one.part)).map((one) => one.figure));
    if (!changed) return () => {};
    this.#arrange(parts);
    return () => moved(this.element, before);
  }

  /**
   * Lets places be pressed.
   * @param {Map<string, string>} open
   * @param {string[]} picked
   * @param {Set<string>} from what can be dragged somewhere
   */
  open(open, picked, from) {
    const chosen = new Set(picked);
    for (const svg of this.#pictures()) lay(svg, open, chosen, from);
  }

  /** The place that has the focus. */
  get focused() {
    const active = document.activeElement;
    return active && this.element.contains(active) ? active.getAttribute("data-target") : null;
  }

  /**
   * Gives a place the focus, or the first that can be pressed.
   * @param {string | null} spot
   * @returns {boolean} whether there is one
   */
  focus(spot) {
    const all = this.#targets();
    const found = all.find((one) => one.getAttribute("data-target") === spot) ?? all[0];
    /** @type {SVGElement | undefined} */ (found)?.focus();
    return Boolean(found);
  }

  /**
   * Scrolls to the topmost place that can be pressed, if none is in sight.
   * @param {Element} over what may cover the lower end
   */
  reveal(over) {
    const boxes = this.#targets().map((one) => one.getBoundingClientRect());
    if (!boxes.length) return;
    const scrolled = scroller(this.element);
    const top = Math.max(0, this.element.closest(".gdl-table")?.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
    const { left, right } = this.element.getBoundingClientRect();
    const cover = over.getBoundingClientRect();
    const bottom = cover.left < right && cover.right > left && cover.top > top ? Math.min(cover.top, innerHeight) : innerHeight;
    const seen = (/** @type {DOMRect} */ one) => Math.min(one.bottom, bottom) - Math.max(one.top, top) >= one.height * SEEN;
    if (!boxes.some(seen)) scrolled.scrollBy({ top: Math.min(...boxes.map((one) => one.top)) - top - ABOVE });
  }

  /** @returns {SVGSVGElement[]} */
  #pictures() {
    return [.../** @type {NodeListOf<SVGSVGElement>} */ (this.element.querySelectorAll("svg[data-part]"))];
  }

  /** @returns {SVGElement[]} */
  #targets() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.element.querySelectorAll("[data-target]"))];
  }

  /** @param {Part} part @param {HTMLElement} [figure] */
  #framed(part, figure) {
    const made = figure ?? make("figure", { class: `part ${part.kind}` });
    const svg = cleaned(part.svg);
    if (!svg) {
      made.replaceChildren(make("p", { text: part.text || part.title }));
      return made;
    }
    const { width, height } = svg.viewBox.baseVal;
    svg.dataset.part = part.id;
    svg.classList.add("gdl");
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("aria-label", part.title || "The table");
    for (const own of svg.querySelectorAll(":scope > title, :scope > desc")) own.remove();
    for (const spot of svg.querySelectorAll("[data-spot][aria-label]")) {
      // Whoever hears the page goes through the picture thing by thing.
      spot.setAttribute("role", spot.querySelector("[data-spot]") ? "group" : "img");
    }
    made.style.setProperty("--aspect", String(width / Math.max(height, 1)));
    made.style.setProperty("--most", `${Math.round(width * MOST)}px`);
    made.style.setProperty("--read", `${Math.round(width * READ)}px`);
    made.style.setProperty("--least", width >= WIDE ? `${Math.round(width * LEAST)}px` : "0px");
    made.classList.toggle("wide", width >= WIDE);
    if (width >= WIDE) {
      made.tabIndex = 0; // it is moved to and fro by keys, too
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", `${part.title}, can be scrolled`);
    }
    let told = made.querySelector(":scope > .told");
    if (!told) told = make("p", { class: "told hidden" });
    say(told, part.text);
    const old = made.querySelector(":scope > svg");
    if (old) old.replaceWith(svg);
    else made.replaceChildren(svg, told);
    return made;
  }

  /**
   * Says how the parts lie: areas of players beside the boards where a board is not too wide.
   * @param {Part[]} parts
   */
  #arrange(parts) {
    const boards = parts.filter(isBoard);
    const aspect = (/** @type {Part} */ one) =>
      Number(this.held.get(one.id)?.figure.style.getPropertyValue("--aspect") || 1);
    const slim = boards.length > 0 && boards.every((one) => aspect(one) < SLIM);
    this.element.dataset.lay = boards.length === 0 ? "areas" : slim && parts.length > boards.length ? "beside" : "below";
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-target]");
    if (target && !this.dropped) this.pressed(target.getAttribute("data-target") ?? "");
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const target = /** @type {Element} */ (event.target).closest?.("[data-target]");
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.pressed(target.getAttribute("data-target") ?? "");
    } else if (event.key.startsWith("Arrow")) {
      const found = next(target, this.#targets(), event.key);
      event.preventDefault();
      event.stopPropagation();
      /** @type {SVGElement | null} */ (found)?.focus();
    }
  }

  /** @param {Element} target */
  #focused(target) {
    if (!target.matches("[data-target]")) return;
    for (const one of target.parentElement?.children ?? []) one.setAttribute("tabindex", one === target ? "0" : "-1");
  }

  /** Dragging from a place to another is pressing the one and then the other. */
  #dragging() {
    /** @type {{spot: string, goes: boolean, x: number, y: number, moved: boolean, id: number} | null} */
    let from = null;
    this.element.addEventListener("pointerdown", (event) => {
      const target = /** @type {Element} */ (event.target).closest("[data-target]");
      from = target && event.button === 0
        ? { spot: target.getAttribute("data-target") ?? "", goes: target.classList.contains("drags"), x: event.clientX, y: event.clientY, moved: false, id: event.pointerId }
        : null;
    });
    addEventListener("pointermove", (event) => {
      if (!from || event.pointerId !== from.id) return;
      if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAG) {
        from.moved = true;
        // What goes from here to there is picked up; what has no other place yet is taken when it is let go.
        if (from.goes && !this.element.querySelector(`.picked[data-target="${CSS.escape(from.spot)}"]`)) this.pressed(from.spot);
        this.element.classList.add("dragging");
      }
      if (from.moved) this.#carry(from, event);
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      this.element.classList.remove("dragging");
      if (!from?.moved || event.pointerId !== from.id) return;
      this.#carry(from, null);
      const all = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => this.element.contains(one));
      const { spot, goes } = from;
      from = null;
      const under = all.map((one) => one.closest("[data-target]")).find((one) => one && one.getAttribute("data-target") !== spot);
      const elsewhere = all.some((one) => one.closest("[data-spot]")) && !all.some((one) => one.closest(`[data-target="${CSS.escape(spot)}"]`));
      if (goes && under) this.pressed(under.getAttribute("data-target") ?? "");
      else if (!goes && elsewhere) this.pressed(spot);
      this.dropped = true; // the click that follows a drag is not a press of its own
      setTimeout(() => (this.dropped = false), 0);
    };
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", () => {
      if (from) this.#carry(from, null);
      from = null;
      this.element.classList.remove("dragging");
    });
  }

  /** @param {{spot: string, x: number, y: number}} from @param {PointerEvent | null} event */
  #carry(from, event) {
    for (const one of /** @type {NodeListOf<SVGGraphicsElement>} */ (this.element.querySelectorAll("[data-spot]"))) {
      if (one.dataset.spot !== from.spot) continue;
      for (const going of one.getAnimations()) if (going.id === "carried") going.cancel();
      const scale = one.getScreenCTM();
      if (!event || !scale) continue;
      const move = `translate(${(event.clientX - from.x) / scale.a}px, ${(event.clientY - from.y) / scale.d}px)`;
      one.animate([{ transform: move }, { transform: move }], { id: "carried", duration: 1, fill: "forwards", composite: "add" });
    }
  }
}

/**
 * Has an element hold these alone; what it holds already stays, with focus and scrolling.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} wanted
 */
function hold(element, wanted) {
  if (wanted.length !== element.children.length || wanted.some((one, at) => one !== element.children[at])) {
    element.replaceChildren(...wanted);
  }
  element.hidden = !wanted.length;
}

/** Gives what scrolls an element. @param {Element} element @returns {Element} */
function scroller(element) {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** @param {Part} part */
function isBoard(part) {
  return part.kind === "board" || part.kind === "whole";
}

/** The table as a picture: boards, what lies beside them, and each player's area, on which places can be pressed. */

import { picture as cleaned } from "./clean.js";
import { fill, make } from "./dom.js";
import { moved, noted } from "./motion.js";
import { lay, next } from "./targets.js";
import { says } from "./words.js";

/** @typedef {{svg: string, title: string, text: string}} Drawn */

const MOST = 6;
/** So many pixels a millimetre of it has at most: letters are never much larger than those of the page. */
const DRAG = 8;
/** A press that moves so many pixels is a drag. */
const SEEN = 0.6;
/** So much of a place has to be in sight. */
const ABOVE = 28;
/** So many pixels stay above a place that is scrolled to: what is written over it. */
const BELOW = 10;

export class Pictures {
  /** @param {HTMLElement} element @param {(spot: string, event: Event) => void} pressed */
  constructor(element, pressed) {
    this.element = element;
    this.pressed = pressed;
    this.told = make("ul", { class: "told hidden", "aria-label": says("The table in words") });
    /** @type {string | null} */
    this.drawn = null;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.dropped = false;
    /** What is on the buttons over the picture. */
    this.laid = "";
    this.release = () => {};
    element.append(this.told);
    element.addEventListener("click", (event) => this.#clicked(event));
    element.addEventListener("keydown", (event) => this.#typed(event));
    element.addEventListener("focusin", (event) => this.#focused(/** @type {Element} */ (event.target)));
    this.#dragging();
  }

  /**
   * Shows a picture; gives what then moves everything that changed its place.
   * @param {Drawn | undefined} picture
   * @returns {() => void}
   */
  show(picture) {
    if (!picture || picture.svg === this.drawn) return () => {};
    const svg = cleaned(picture.svg, "table");
    // A picture for another room is another picture: nothing moves from one to the other.
    const before = this.svg && this.svg.viewBox.baseVal.width === svg?.viewBox.baseVal.width ? noted(this.svg) : null;
    this.drawn = picture.svg;
    fill(this.told, ...picture.text.split(/\. (?=\S)/).filter(Boolean).map((text) => make("li", { text })));
    this.told.classList.toggle("hidden", Boolean(svg));
    this.svg?.remove();
    this.svg = svg;
    this.laid = "";
    if (!svg) return () => {};
    svg.classList.add("gdl", "whole");
    svg.setAttribute("aria-label", picture.title || says("The table"));
    for (const own of svg.querySelectorAll(":scope > title, :scope > desc")) own.remove();
    for (const spot of svg.querySelectorAll("[data-spot][aria-label]")) {
      // Whoever hears the page goes through the picture thing by thing.
      spot.setAttribute("role", spot.querySelector("[data-spot]") ? "group" : "img");
    }
    // What is written about is in the names of things already, and below the picture in sentences.
    for (const text of svg.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
    svg.style.setProperty("--most", `${Math.round(svg.viewBox.baseVal.width * MOST)}px`);
    this.element.prepend(svg);
    return () => before && moved(svg, before);
  }

  /**
   * Lets places be pressed.
   * @param {Map<string, string>} open
   * @param {string[]} picked
   * @param {Set<string>} from what can be dragged somewhere
   */
  open(open, picked, from) {
    // Buttons that stay the same stay where they are: they may have the focus, or be pressed just now.
    const asked = JSON.stringify([[...open], picked, [...from]]);
    if (!this.svg || asked === this.laid) return;
    this.laid = asked;
    lay(this.svg, open, new Set(picked), from);
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
   * Scrolls to the places that can be pressed: to all of them where there is room, else to the topmost if none is in sight.
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
    const first = Math.min(...boxes.map((one) => one.top)) - ABOVE;
    const last = Math.max(...boxes.map((one) => one.bottom)) + BELOW;
    const fits = last - first <= bottom - top;
    const whole = boxes.every((one) => one.top >= top && one.bottom <= bottom);
    if (fits && !whole) scrolled.scrollBy({ top: first < top ? first - top : Math.min(first - top, last - bottom) });
    else if (!boxes.some(seen)) scrolled.scrollBy({ top: first - top });
  }

  /** Tells whether there is a board as well as an area of one's own to go to. @param {number | null} seat */
  jumps(seat) {
    return seat !== null && Boolean(this.svg?.querySelector(`[data-spot="player ${seat}"]`)) && Boolean(this.svg?.querySelector('[data-spot^="space"]'));
  }

  /** Goes to the area of a seat, or to the board from there. @param {number | null} seat */
  jump(seat) {
    const own = this.svg?.querySelector(`[data-spot="player ${seat}"]`);
    if (!own) return;
    const scrolled = scroller(this.element);
    const top = Math.max(0, this.element.closest(".gdl-table")?.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) + BELOW;
    const box = own.getBoundingClientRect();
    const there = box.top >= top - 2 * BELOW && box.top < innerHeight / 2;
    scrolled.scrollBy({ top: (there ? this.element.getBoundingClientRect().top - ABOVE : box.top) - top, behavior: "smooth" });
  }

  /** @returns {SVGElement[]} */
  #targets() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.element.querySelectorAll("[data-target]"))];
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-target]");
    if (target && !this.dropped) this.pressed(target.getAttribute("data-target") ?? "", event);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const target = /** @type {Element} */ (event.target).closest?.("[data-target]");
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.pressed(target.getAttribute("data-target") ?? "", event);
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
        if (from.goes && !this.element.querySelector(`.picked[data-target="${CSS.escape(from.spot)}"]`)) this.pressed(from.spot, event);
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
      if (goes && under) this.pressed(under.getAttribute("data-target") ?? "", event);
      else if (!goes && elsewhere) this.pressed(spot, event);
      this.dropped = true; // the click that follows a drag is not a press of its own
      setTimeout(() => (this.dropped = false), 0);
    };
    addEventListener("pointerup", drop);
    // What is carried when another question comes was picked up for the one before; it is put back.
    this.release = () => {
      if (from) this.#carry(from, null);
      from = null;
      this.laid = "";
      this.element.classList.remove("dragging");
    };
    addEventListener("pointercancel", this.release);
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

/** Gives what scrolls an element. @param {Element} element @returns {Element} */
function scroller(element) {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}

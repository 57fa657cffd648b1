/** What is asked, once more beside what it is about: a note in free room of the picture, with the choices that lie nowhere. */

import { fill, make } from "./dom.js";
import { slots } from "./choosing.js";
import { says } from "./words.js";

const MOST = 3;
/** More choices than these are only in the list. */
const FAR = 320;
/** So many pixels the note stands away at most from what it is about. */
const STEP = 8;
const APART = 6;
/** So many pixels it stands away from all else. */
const AWAY = 60;
/** It counts as so many pixels further where it lies outside of the frame of what it is about. */

/** @typedef {import("./messages.js").Choice} Choice */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export class Dock {
  /**
   * The question itself is read out and has the keys; this is for the eye and the pointer alone.
   * @param {HTMLElement} stage holds the picture
   * @param {(choice: Choice, event: Event) => void} choose
   */
  constructor(stage, choose) {
    this.stage = stage;
    this.choose = choose;
    this.element = make("div", { class: "docked", "aria-hidden": "true", hidden: true });
    stage.append(this.element);
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * Shows a question where there is room beside the places that can be pressed; nowhere if there is none.
   * @param {string} prompt
   * @param {Choice[]} left the choices that are left
   * @param {boolean} picking whether a place was picked already
   */
  show(prompt, left, picking) {
    const svg = this.stage.querySelector("svg.whole");
    const targets = [...this.stage.querySelectorAll("[data-target]")].map((one) => one.getBoundingClientRect());
    this.element.hidden = true;
    if (!svg || !targets.length) return;
    const plain = left.filter((one) => !slots(one).length);
    fill(this.element, make("p", { text: picking ? says("Then where?") : prompt }), ...(plain.length <= MOST ? plain : []).map((one) => make("button", {
      type: "button", tabindex: "-1", class: "docked-choice", text: one.label, disabled: Boolean(one.failed), onclick: (/** @type {Event} */ event) => this.choose(one, event),
    })));
    this.element.hidden = false;
    this.element.style.translate = "0 0";
    const own = this.element.getBoundingClientRect();
    const room = svg.getBoundingClientRect();
    const taken = [...svg.querySelectorAll("text, [data-spot]:not(:has([data-spot])), [data-target]")].map((one) => one.getBoundingClientRect());
    const frames = [...svg.querySelectorAll("[data-spot]:has([data-spot])")].map((one) => one.getBoundingClientRect());
    const place = free(united(targets), own, room, taken, frames);
    if (!place) {
      this.element.hidden = true;
      return;
    }
    this.element.style.translate = `${Math.round(place[0] - own.left)}px ${Math.round(place[1] - own.top)}px`;
  }
}

/**
 * Finds free room for a note in a picture, as near as can be to what it is about.
 * @param {Box} about @param {{width: number, height: number}} own @param {Box} room
 * @param {Box[]} taken what it may not cover @param {Box[]} frames what it may lie in, but not across
 * @returns {[number, number] | null}
 */
export function free(about, { width, height }, room, taken, frames) {
  let best = null;
  let least = FAR;
  const [home] = frames.filter((one) => within(about, one)).sort((one, other) => (one.right - one.left) * (one.bottom - one.top) - (other.right - other.left) * (other.bottom - other.top));
  for (let y = room.top; y + height <= room.bottom; y += STEP) {
    for (let x = room.left; x + width <= room.right; x += STEP) {
      const box = { left: x - APART, top: y - APART, right: x + width + APART, bottom: y + height + APART };
      const far = Math.hypot(Math.max(about.left - box.right, box.left - about.right, 0), Math.max(about.top - box.bottom, box.top - about.bottom, 0)) + (home && !within(box, home) ? AWAY : 0);
      if (far < least && !taken.some((one) => meet(one, box)) && !frames.some((one) => meet(one, box) && !within(box, one))) {
        [best, least] = [/** @type {[number, number]} */ ([x, y]), far];
      }
    }
  }
  return best;
}

/** @param {Box} one @param {Box} other */
function meet(one, other) {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** @param {Box} inner @param {Box} outer */
function within(inner, outer) {
  return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

/** @param {Box[]} boxes @returns {Box} */
function united(boxes) {
  return {
    left: Math.min(...boxes.map((one) => one.left)), top: Math.min(...boxes.map((one) => one.top)),
    right: Math.max(...boxes.map((one) => one.right)), bottom: Math.max(...boxes.map((one) => one.bottom)),
  };
}

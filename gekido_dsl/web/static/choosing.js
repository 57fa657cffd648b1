/**
 * Which choices are left while places are picked one after the other: from here, to there.
 * Nothing here knows the page, so that it can be read and tested alone.
 */

/** @typedef {import("./messages.js").Choice} Choice */

/**
 * Gives the places of a choice, slot by slot; things that are alike stand for one another in a slot.
 * @param {Choice} choice
 * @returns {string[][]}
 */
export function slots(choice) {
  return (choice.spots ?? []).filter((one) => one.length);
}

export class Choosing {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices.filter((one) => !one.failed);
    this.slots = new Map(this.choices.map((one) => [one, slots(one)]));
    /** @type {string[]} */
    this.picked = [];
  }

  /** The choices that begin with what was picked. */
  get left() {
    return this.choices.filter((one) => this.picked.every((spot, at) => this.#slot(one, at).includes(spot)));
  }

  /** The places that can be picked now, each with the choices it leads to. */
  get open() {
    /** @type {Map<string, Choice[]>} */
    const found = new Map();
    for (const one of this.left) {
      for (const spot of this.#slot(one, this.picked.length)) {
        const known = found.get(spot);
        if (known) known.push(one);
        else found.set(spot, [one]);
      }
    }
    return found;
  }

  /**
   * Picks a place. Gives the choice when it is the only one and needs no further place.
   * @param {string} spot
   * @returns {Choice | null}
   */
  pick(spot) {
    if (this.open.has(spot)) this.picked = [...this.picked, spot];
    else if (this.picked.at(-1) === spot) {
      this.back();
      return null;
    } else if (this.choices.some((one) => this.#slot(one, 0).includes(spot))) {
      this.picked = [spot]; // another beginning, without going back first
    } else return null;
    const [only, ...more] = this.left;
    return only && !more.length && this.#length(only) === this.picked.length ? only : null;
  }

  back() {
    this.picked = this.picked.slice(0, -1);
  }

  /**
   * Tells whether a place is all that a choice still needs.
   * @param {Choice} choice
   */
  ends(choice) {
    return this.#length(choice) === this.picked.length + 1;
  }

  /** @param {Choice} choice @param {number} at */
  #slot(choice, at) {
    return this.slots.get(choice)?.[at] ?? [];
  }

  /** @param {Choice} choice */
  #length(choice) {
    return this.slots.get(choice)?.length ?? 0;
  }
}

/** Keys that choose; the letters left out do something else on the page. */
const KEYS = "123456789acdefghijklmnpqtvx";

/**
 * Gives every choice a key, as long as there are keys; where there are too many, only what cannot be pressed in the picture.
 * @param {Choice[]} choices
 * @returns {Map<number, string>} by number of the choice
 */
export function keyed(choices) {
  const own = (/** @type {Choice} */ one) => (one.key && KEYS.includes(one.key.toLowerCase()) ? one.key.toLowerCase() : "");
  const kept = new Map();
  const taken = new Set();
  for (const one of choices) {
    if (!own(one) || taken.has(own(one))) continue;
    taken.add(own(one));
    kept.set(one.number, own(one));
  }
  const free = [...KEYS].filter((key) => !taken.has(key));
  const few = choices.length <= KEYS.length;
  const made = new Map();
  for (const one of choices) {
    if (!few && slots(one).length) continue;
    const key = kept.get(one.number) ?? free.shift();
    if (key) made.set(one.number, key);
  }
  return made;
}

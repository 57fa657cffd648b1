/** The texts of a ruleset as they are in the studio, saved or not. Edits of several files at once go through here. */

/** @typedef {{name: string, start: number, end: number, text: string}} Edit */
/** @typedef {{text: string, version: unknown, own: boolean, changed: boolean}} Buffer */

export class Buffers {
  /** @param {import("./calls.js").Call} call */
  constructor(call) {
    this.call = call;
    /** @type {Map<string, Buffer>} */
    this.held = new Map();
    /** @type {(name: string, buffer: Buffer) => void} */
    this.onchange = () => {};
  }

  /** @param {string} name @returns {Promise<Buffer>} */
  async get(name) {
    const held = this.held.get(name);
    if (held) return held;
    const { text, version, own, changed = false } = await this.call("read", { name });
    const made = { text, version, own, changed };
    this.held.set(name, made);
    return made;
  }

  /** @param {string} name @param {string} text */
  set(name, text) {
    const held = this.held.get(name);
    if (!held || held.text === text) return;
    held.text = text;
    held.changed = true;
    this.onchange(name, held);
  }

  /**
   * Makes edits, in as many files as they are in.
   * @param {Edit[]} edits
   */
  async edit(edits) {
    for (const name of new Set(edits.map((one) => one.name))) {
      const { text } = await this.get(name);
      // From the end on, so that what comes before stays where it is.
      const own = edits.filter((one) => one.name === name).sort((a, b) => b.start - a.start);
      this.set(name, own.reduce((made, one) => made.slice(0, one.start) + one.text + made.slice(one.end), text));
    }
  }

  get changed() {
    return [...this.held].filter(([, one]) => one.changed).map(([name]) => name);
  }

  /** Writes what has changed. */
  async save() {
    for (const name of this.changed) {
      const held = /** @type {Buffer} */ (this.held.get(name));
      const { text } = held;
      const { version } = await this.call("write", { name, text, version: held.version });
      held.version = version;
      held.changed = held.text !== text; // somebody may have typed on meanwhile
    }
  }

  /** Forgets every text, as those of another game come. */
  clear() {
    this.held.clear();
  }
}

/**
 * Sounds of a table: made here from a few waves, so that there is nothing to fetch. Off until somebody turns them on.
 * They say nothing that is not on the screen as well.
 */

const KEPT = "gdl-sounds";
const QUIET = 0.08;
/** How loud they are. */

/** @typedef {"move" | "dice" | "turn" | "end"} Sound */

/** Each sound as tones one after the other: how high, after how many seconds, and for how long. @type {Record<Sound, [number, number, number][]>} */
const TONES = {
  move: [[220, 0, 0.07]],
  dice: [[520, 0, 0.03], [430, 0.06, 0.03], [560, 0.11, 0.03], [380, 0.17, 0.05]],
  turn: [[523, 0, 0.12], [659, 0.12, 0.18]],
  end: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.32]],
};

export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    try {
      this.on = localStorage.getItem(KEPT) === "on";
    } catch {
      this.on = false; // a page from the disk may have no storage
    }
  }

  /** Turns sounds on or off, and keeps that for the next time. @param {boolean} on */
  turn(on) {
    this.on = on;
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch { /* it then holds for this page alone */ }
    if (on) this.play("turn");
  }

  /** @param {Sound} sound */
  play(sound) {
    if (!this.on || document.hidden || !("AudioContext" in window)) return;
    this.context ??= new AudioContext();
    const { context } = this;
    // A browser lets a page sound once somebody has pressed something there.
    if (context.state === "suspended") void context.resume();
    for (const [high, after, long] of TONES[sound]) {
      const [tone, loud] = [context.createOscillator(), context.createGain()];
      const begin = context.currentTime + after;
      tone.type = sound === "dice" || sound === "move" ? "triangle" : "sine";
      tone.frequency.value = high;
      loud.gain.setValueAtTime(QUIET, begin);
      loud.gain.exponentialRampToValueAtTime(0.0001, begin + long);
      tone.connect(loud).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + long);
    }
  }

  /**
   * Tells what has happened between two moments that were shown; one sound for all of it.
   * @param {import("./messages.js").Shown} before
   * @param {import("./messages.js").Shown} now
   * @param {import("./messages.js").Line[]} news
   */
  hear(before, now, news) {
    if (!before.live || !now.live || now.steps < before.steps) return;
    const asked = now.question && (!before.question || before.seat !== now.seat);
    if (now.outcome && !before.outcome) this.play("end");
    else if (asked && now.seats.length > 1) this.play("turn");
    else if (news.some((one) => one.kind === "roll" || one.kind === "reroll")) this.play("dice");
    else if (now.steps > before.steps) this.play("move");
  }
}

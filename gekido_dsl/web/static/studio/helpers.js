/** More workers of the page, one for each core but that of the studio: they play games of a long simulation, and are gone after it. */

import { alone } from "../alone.js";

const MOST = 7;
const IDLE_MS = 20_000;

/** @typedef {import("../socket.js").Connection & {end: () => void}} Worker */

export class Helpers {
  /**
   * @param {Record<string, Blob | Promise<Blob>>} parts of this page @param {string} script what a worker runs
   * @param {import("../alone.js").Kept} kept @param {(message: any) => void} tell says something to the worker that holds the studio
   */
  constructor(parts, script, kept, tell) {
    this.parts = parts;
    this.script = script;
    this.kept = kept;
    this.tell = tell;
    /** @type {Map<number, Worker>} those that are ready, or will be */
    this.workers = new Map();
    /** @type {Set<number>} those that have started */
    this.ready = new Set();
    /** @type {Set<number>} those that play */
    this.playing = new Set();
    /** @type {{job: number, experiment: string} | null} */
    this.now = null;
  }

  /** Has helpers play games of a job. @param {{job: number, experiment: string}} job */
  begin(job) {
    this.now = job;
    const many = Math.min(MOST, (navigator.hardwareConcurrency || 1) - 1);
    for (const helper of this.ready) this.#greet(helper);
    for (let helper = 1; helper <= many; helper += 1) if (!this.workers.has(helper)) this.#start(helper);
    this.#wait();
  }

  /** Hands a helper its next games. @param {{helper: number}} games */
  play(games) {
    const worker = this.workers.get(games.helper);
    if (!worker) {
      if (this.now) this.tell({ do: "helped", helper: games.helper, job: this.now.job, lost: true });
      return;
    }
    this.playing.add(games.helper);
    worker.send({ do: "play", ...games });
    this.#wait();
  }

  /** @param {number} helper */
  #start(helper) {
    const worker = alone(this.parts, this.script, {
      inside: "gekido_dsl.studio.helper",
      kept: this.kept,
      progress: () => {},
      ready: () => {
        this.ready.add(helper);
        this.#greet(helper);
        this.#wait();
      },
      failed: () => this.#end(helper),
      other: ({ played }) => {
        if (!played) return true;
        this.playing.delete(helper);
        this.tell({ do: "helped", helper, ...played });
        this.#wait();
        return true;
      },
    });
    this.workers.set(helper, worker);
  }

  /** @param {number} helper */
  #greet(helper) {
    if (!this.now) return;
    this.workers.get(helper)?.send({ do: "games", ...this.now });
    this.tell({ do: "helped", helper, job: this.now.job });
  }

  /** Ends a helper; what it had is played by others. @param {number} helper */
  #end(helper) {
    this.workers.get(helper)?.end();
    this.workers.delete(helper);
    this.ready.delete(helper);
    this.playing.delete(helper);
    if (this.now) this.tell({ do: "helped", helper, job: this.now.job, lost: true });
  }

  /** Ends all of them after a while in which none starts or plays: each has some of the memory. */
  #wait() {
    clearTimeout(this.timer);
    if (this.playing.size || this.ready.size < this.workers.size) return;
    this.timer = setTimeout(() => {
      for (const helper of [...this.workers.keys()]) this.#end(helper);
      this.now = null;
    }, IDLE_MS);
  }
}

/** More workers of the page, one for each core but that of the studio: they play games of a long simulation, and are gone after it. */

import { alone } from "../alone.js";

const MOST = 7;
const IDLE_MS = 20_000;

/** @typedef {import("../socket.js").Connection & {end: () => void}} Worker */

export class Helpers {
  /**
   * @param {Record<string, Blob | Promise<Blob>>} parts of this page @param {string} script what a worker runs
   * @param {(message: any) => void} tell says something to the worker that holds the studio
   */
  constructor(parts, script, tell) {
    this.parts = parts;
    this.script = script;
    this.tell = tell;
    /** @type {Map<number, Worker>} those that are ready, or will be */
    this.workers = new Map();
    /** @type {{job: number, experiment: string} | null} */
    this.now = null;
  }

  /** Has helpers play games of a job. @param {{job: number, experiment: string}} job */
  begin(job) {
    this.now = job;
    const many = Math.min(MOST, (navigator.hardwareConcurrency || 1) - 1);
    for (const [helper, worker] of this.workers) this.#greet(helper, worker);
    for (let helper = 1; helper <= many; helper += 1) if (!this.workers.has(helper)) this.#start(helper);
    this.#wait();
  }

  /** Hands a helper its next games. @param {{helper: number}} games */
  play(games) {
    this.workers.get(games.helper)?.send({ do: "play", ...games });
    this.#wait();
  }

  /** @param {number} helper */
  #start(helper) {
    const worker = alone(this.parts, this.script, {
      inside: "gekido_dsl.studio.helper",
      progress: () => {},
      ready: () => this.#greet(helper, worker),
      failed: () => {
        worker.end();
        this.workers.delete(helper);
        if (this.now) this.tell({ do: "helped", helper, job: this.now.job, lost: true });
      },
      other: ({ played }) => {
        if (played) this.tell({ do: "helped", helper, ...played });
        return true;
      },
    });
    this.workers.set(helper, worker);
  }

  /** @param {number} helper @param {Worker} worker */
  #greet(helper, worker) {
    if (!this.now) return;
    worker.send({ do: "games", ...this.now });
    this.tell({ do: "helped", helper, job: this.now.job });
  }

  /** Ends all of them after a while in which nothing was to be played: each has some of the memory. */
  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const worker of this.workers.values()) worker.end();
      this.workers.clear();
      this.now = null;
    }, IDLE_MS);
  }
}

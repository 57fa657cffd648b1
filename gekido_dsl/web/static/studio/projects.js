/**
 * Projects as the browser keeps them: files in letters of base 64, what was typed of them and not saved, and earlier
 * states. Where the browser keeps nothing, they last as long as the page.
 */

/**
 * @typedef {{id: string, main: string, files: Record<string, string>, typed: Record<string, string>, at: number, program?: string, folder?: FileSystemDirectoryHandle, ahead?: boolean}} Project
 * `program` is the version that it was last worked on with, `folder` one on the disk that its saved files go into, and
 * `ahead` says that the browser has something saved that the folder does not have.
 */
/** @typedef {{project: string, at: number, main: string, files: Record<string, string>}} Version */

const NAME = "gekido-dsl studio";
const LAST = "gekido-dsl studio last";
/** Where the browser keeps the memory of a Python that has started, see `alone_worker.js`; another studio of the same host has its own. */
export const STARTED = `gekido-dsl started ${new URL(".", location.href).pathname}`;
const MOST_VERSIONS = 40;

/** @param {IDBRequest} request @returns {Promise<any>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Projects {
  constructor() {
    /** @type {Promise<IDBDatabase | null>} */
    this.database = this.#opened();
    /** @type {Map<string, Project>} what is kept where the browser keeps nothing */
    this.held = new Map();
  }

  async #opened() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("projects", { keyPath: "id" });
        request.result.createObjectStore("versions", { keyPath: ["project", "at"] });
      };
      return await done(request);
    } catch {
      return null;
    }
  }

  /** Whether the browser keeps what is written here. */
  async keeps() {
    return (await this.database) !== null;
  }

  /** @param {string} store @param {IDBTransactionMode} mode */
  async #store(store, mode) {
    return (await this.database)?.transaction(store, mode).objectStore(store);
  }

  /** @returns {Promise<Project[]>} the last one first */
  async all() {
    const store = await this.#store("projects", "readonly");
    const found = store ? await done(store.getAll()) : [...this.held.values()];
    return found.sort((/** @type {Project} */ one, /** @type {Project} */ other) => other.at - one.at);
  }

  /** @param {string} id @returns {Promise<Project | undefined>} */
  async get(id) {
    const store = await this.#store("projects", "readonly");
    return store ? done(store.get(id)) : this.held.get(id);
  }

  /** @param {Project} project */
  async put(project) {
    const store = await this.#store("projects", "readwrite");
    if (store) await done(store.put(project));
    else this.held.set(project.id, project);
  }

  /** @param {string} id */
  async remove(id) {
    this.held.delete(id);
    await self.caches?.delete(STARTED).catch(() => {}); // it may have texts of the project
    await (await this.#store("projects", "readwrite"))?.delete(id);
    for (const one of await this.versions(id)) await (await this.#store("versions", "readwrite"))?.delete([id, one.at]);
  }

  /** @param {string} id @returns {Promise<Version[]>} the last one first */
  async versions(id) {
    const store = await this.#store("versions", "readonly");
    if (!store) return [];
    return (await done(store.getAll(IDBKeyRange.bound([id, 0], [id, Infinity])))).reverse();
  }

  /** Keeps a state to which one can go back, unless the last one is the same. @param {Project} project */
  async keepVersion({ id, main, files }) {
    const before = await this.versions(id);
    if (before.length && JSON.stringify(before[0].files) === JSON.stringify(files)) return;
    await (await this.#store("versions", "readwrite"))?.put({ project: id, at: Date.now(), main, files });
    for (const one of before.slice(MOST_VERSIONS - 1)) await (await this.#store("versions", "readwrite"))?.delete([id, one.at]);
  }

  /** @param {string} wanted @returns {Promise<string>} a name that no project has */
  async free(wanted) {
    const taken = new Set((await this.all()).map((one) => one.id));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}-${number}`;
      if (!taken.has(name)) return name;
    }
  }

  /** The project that was open last. @returns {string | null} */
  get last() {
    try {
      return localStorage.getItem(LAST);
    } catch {
      return null;
    }
  }

  set last(id) {
    try {
      localStorage.setItem(LAST, id ?? "");
    } catch {
      // The next visit begins with the project that was changed last.
    }
  }
}

/** @type {Set<string>} the projects that this tab has had open */
const own = new Set();

/**
 * Tells whether a project is open in this tab alone; the tab that has it first keeps it.
 * @param {string} id @returns {Promise<boolean>}
 */
export function taken(id) {
  if (!navigator.locks || own.has(id)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`${NAME} ${id}`, { ifAvailable: true }, (lock) => {
      if (lock) own.add(id);
      resolve(lock !== null);
      return lock && new Promise(() => {}); // held until the page goes
    }).catch(() => resolve(true));
  });
}

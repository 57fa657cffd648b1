/** The studio without a server: Python in a worker of this page answers what the studio asks, and the browser keeps the projects. */

import { alone } from "./alone.js";
import { dialog } from "./dialogs.js";
import { fill, make } from "./dom.js";
import { apply } from "./look.js";
import { Helpers } from "./studio/helpers.js";
import { begin as beginNew } from "./studio/begin.js";
import { Refused } from "./studio/calls.js";
import { ofAddress, ofLink } from "./studio/files.js";
import { allowed, contents, write } from "./studio/folders.js";
import { askForFolder, chosen, open, share, takesFolder } from "./studio/project_dialogs.js";
import { inThisPage } from "./studio/send_alone.js";
import { Projects, STARTED, taken } from "./studio/projects.js";
import { Studio } from "./studio/shell.js";

/** @typedef {import("./studio/projects.js").Project} Project */
/** @typedef {import("./studio/files.js").Brought} Brought */

const SLOW_MS = 20_000;
const WORKBOOK = /\.(?:xlsx|ods|zip)$/i; // an archive may hold one

/**
 * @param {{parts: Record<string, Blob | Promise<Blob>>, worker: string, bytes: number, about: {title: string, version: string, made: string, workbooks: string, first: string}, text: (blob: Blob) => Promise<string>}} page
 */
export function begin({ parts, worker, about, bytes, text: unpacked }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  apply();
  document.body.classList.add("studio");
  const projects = new Projects();
  const bar = /** @type {HTMLProgressElement} */ (make("progress", { max: 1, value: 0, "aria-label": "Start" }));
  const words = make("span", { text: "Starting…" });
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  fill(place, make("main", { class: "alone" }, make("h1", { text: "Studio" }),
    make("p", { text: "Write a game, play it while you write, and see its rulebook change. Nothing is installed, and nothing leaves this page." }),
    make("p", { class: "progress", role: "status" }, bar, words), problem));

  /** @type {Project} */
  let now = { id: "", main: "", files: {}, typed: {}, at: 0 };
  let keeps = true;
  /** Whether what is saved goes into the project's folder on the disk. */
  let writes = false;
  /** What is being written into it. @type {Promise<void>} */
  let written = Promise.resolve();
  /** @type {Studio | null} */
  let studio = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow;
  /** @type {((error: Error | null) => void) | null} */
  let opening = null;
  /** What is told of the table that is laid next. @type {any[] | null} */
  let early = null;

  // What is made of the same files starts from the same memory; it has the project in it that was open then.
  const memory = { cache: STARTED, address: new URL(`started-${about.made}`, location.href).href };
  const connection = alone(parts, worker, {
    bytes,
    pause: 300,
    inside: "gekido_dsl.studio.in_page",
    kept: { ...memory, writes: true },
    progress: (done, of, what) => {
      bar.max = of;
      bar.value = done;
      words.textContent = `${what}…`;
    },
    ready: (remembered) => {
      document.documentElement.dataset.remembered = String(remembered);
      start().catch(failed);
    },
    failed,
    other: (message) => {
      if (message.answer) answered(message.answer);
      else if (message.files) kept(message.files);
      else if (message.opened) opened(message.opened);
      else if (message.help) helpers.begin(message.help);
      else if (message.play) helpers.play(message.play);
      else if (message.refused && opening) opening(new Error(message.refused));
      else if (early) early.push(message);
      else return false;
      return true;
    },
  });

  const helpers = new Helpers(parts, worker, memory, (message) => connection.send(message));

  /** @param {unknown} why */
  function failed(why) {
    bar.hidden = true;
    problem.hidden = false;
    problem.textContent = `This does not work here: ${why instanceof Error ? why.message : why}`;
    studio?.problem(why);
  }

  /** What opens workbooks is fetched with the first of them. @type {Promise<void> | null} */
  let workbooks = null;

  /** @param {string[]} names of files that come in */
  async function readies(names) {
    if (!names.some((name) => WORKBOOK.test(name))) return;
    workbooks ??= fetch(about.workbooks).then(async (answer) => {
      if (!answer.ok || !answer.body) throw new Error(`${about.workbooks} is missing`);
      connection.add(new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()));
    });
    // Without it the checks say of each workbook that it cannot be opened; the next one tries again.
    await workbooks.catch(() => (workbooks = null));
  }

  /** @type {import("./studio/calls.js").Call} */
  async function call(what, asked = {}) {
    if (what === "bring") await readies([String(asked.name)]);
    return new Promise((resolve, reject) => {
      const id = (number += 1);
      waiting.set(id, { resolve, reject });
      clearTimeout(slow);
      slow = setTimeout(() => waiting.size && studio?.takesLong(true), SLOW_MS);
      connection.send({ do: "ask", id, what, asked });
    });
  }

  /** @param {any} answer */
  function answered({ id, refused, ...answer }) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (!waiting.size) {
      clearTimeout(slow);
      studio?.takesLong(false);
    }
    if (refused) asked?.reject(new Refused(refused));
    else asked?.resolve(answer);
  }

  /** Keeps what has changed. @param {{project: string, main: string, changed: Record<string, string | null>, typed: Record<string, string>}} told */
  function kept({ main, changed, typed }) {
    const files = { ...now.files };
    for (const [name, given] of Object.entries(changed)) {
      if (given === null) delete files[name];
      else files[name] = given;
    }
    now = { ...now, main, files, typed, at: Date.now(), program: about.version };
    if (!keeps) return;
    const saved = Object.keys(changed).length > 0;
    const { id, folder } = now;
    if (saved && folder && !writes) now.ahead = true;
    if (saved && folder && writes) {
      written = written.then(() => write(folder, changed)).catch((error) => {
        if (now.id !== id) return;
        writes = false; // what the browser keeps is newer from now on
        now.ahead = true;
        projects.put(now).catch(() => {});
        studio?.problem(`Nothing could be written into ${folder.name}: ${error.message}. The browser keeps it.`);
      });
    }
    projects.put(now).then(() => saved && projects.keepVersion(now)).catch(() => studio?.problem("The browser keeps nothing more: save the project as a file."));
  }

  /** A ruleset is open in the worker: one that was asked for, or one that was begun there. @param {{main: string, project: string}} told */
  function opened({ main, project }) {
    if (opening) {
      early = [];
      now = { ...now, main };
      opening(null);
      return;
    }
    // It was begun in the studio: its files come next.
    projects.free(project).then(async (id) => {
      now = { ...now, id, main, files: { ...now.files }, typed: {}, folder: undefined };
      keeps = await taken(id);
      projects.last = id;
      if (keeps) await projects.put(now);
    });
    now = { id: project, main, files: {}, typed: {}, at: Date.now(), program: about.version };
    writes = false;
    keeps = false;
    lay();
  }

  /** Shows the studio of what is open. */
  function lay() {
    const table = make("div", {});
    fill(place, table);
    studio = new Studio(table, call, connection, "", {
      open: () => open(desk, call), share: () => share(desk, call), write: inThisPage(call, parts),
    });
    for (const message of early ?? []) connection.onmessage?.(message);
    early = null;
  }

  /** @param {Project} project @param {string} [zip] an archive with its files @param {boolean} [asks] whether the browser may ask for its folder */
  async function take(project, zip, asks = false) {
    await written;
    const before = now;
    const wrote = writes;
    let unread = "";
    writes = project.folder !== undefined && (await allowed(project.folder, asks).catch(() => false));
    if (writes && project.folder) {
      const files = await contents(project.folder).catch((error) => {
        unread = `${project.folder?.name} cannot be read: ${error.message}. What the browser keeps is shown.`;
        return null;
      });
      writes = files !== null;
      if (files && !same(files, project.files) && project.ahead && !(await takesFolder(project))) {
        await write(project.folder, project.files).catch((error) => {
          writes = false;
          unread = `Nothing could be written into ${project.folder?.name}: ${error.message}. The browser keeps it.`;
        });
      } else if (files) project = { ...project, files };
      if (writes) project = { ...project, ahead: false };
    }
    now = project;
    await readies([...Object.keys(project.files), ...(zip ? [".zip"] : [])]);
    try {
      await new Promise((resolve, reject) => {
        opening = (error) => (error ? reject(error) : resolve(null));
        connection.onmessage = null;
        connection.send({ do: "open", project: project.id, main: project.main || null, files: project.files, typed: project.typed, zip });
      });
    } catch (error) {
      now = before;
      writes = wrote;
      if (studio && before.id) lay();
      throw error;
    } finally {
      opening = null;
    }
    keeps = await taken(project.id);
    projects.last = project.id;
    if (keeps) await projects.put({ ...now, at: Date.now() }).catch(() => {});
    if (keeps) await projects.keepVersion(now).catch(() => {});
    lay();
    if (unread) studio?.problem(unread);
    if (newer(project.program ?? "", about.version)) {
      dialog("From a newer studio", [make("p", { text: `${project.id} was last worked on with version ${project.program}; this page is ${about.version}. Reload it for the newest, or go on: nothing is changed that you do not change.` })], "newer");
    }
    if (!keeps) dialog("Open in another tab", [make("p", { text: `${project.id} is open in another tab, which keeps it. What you change here is not kept.` })], "twice");
  }

  /** @type {import("./studio/project_dialogs.js").Desk} */
  const desk = {
    projects,
    now: () => now,
    bring: async ({ main, files, zip }, wanted, folder) => {
      const id = await projects.free(wanted.normalize("NFC").replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "") || "game");
      await take({ id, main: main ?? "", files, typed: {}, at: Date.now(), program: about.version, ...(folder && { folder }) }, zip, true);
    },
    go: async (id) => {
      const found = await projects.get(id);
      if (!found) throw new Error("This project is gone.");
      await take(found, undefined, true);
    },
  };

  /** What was changed in the folder by another program is taken over, unless it is being changed here, too. */
  async function renew() {
    await written;
    const { folder } = now;
    if (!writes || !folder || opening || Object.keys(now.typed).length) return;
    const files = await contents(folder).catch(() => null);
    if (files && now.folder === folder && !same(files, now.files)) await take({ ...now, files });
  }
  addEventListener("focus", () => renew().catch((error) => studio?.problem(error)));

  async function start() {
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    const asked = new URLSearchParams(location.hash.slice(1));
    const [text, address, change] = [asked.get("text"), asked.get("open"), asked.get("change")];
    if (text || address || change) history.replaceState(null, "", location.pathname + location.search);
    if (text) {
      await desk.bring(await ofLink(text), "shared");
      return;
    }
    const last = projects.last;
    const found = (last && (await projects.get(last).catch(() => undefined))) || (await projects.all().catch(() => []))[0];
    try {
      if (found) await take(found);
    } catch (error) {
      console.error(error);
    }
    if (!now.id) {
      await desk.bring({ main: about.first, files: JSON.parse(await unpacked(await parts.first)) }, about.first.replace(/\.gdl$/, ""));
    }
    if (address) ask(address);
    if (now.folder && !writes) askForFolder(desk);
    if (change && studio) beginNew(call, studio, change);
  }

  /** Asks before anything is fetched from elsewhere. @param {string} address */
  function ask(address) {
    const said = make("p", { class: "sum", role: "status" });
    const go = make("button", { type: "button", class: "primary", text: "Fetch and open it", onclick: async () => {
      try {
        const brought = await ofAddress(address);
        await desk.bring(brought, /** @type {string} */ (brought.main).replace(/\.gdl$/, ""));
        made.close();
      } catch (error) {
        fill(said, error instanceof Error ? error.message : String(error));
      }
    } });
    const made = dialog("A ruleset from elsewhere", [make("p", { text: "The link asks for a ruleset from this address:" }), make("p", {}, make("code", { text: address })),
      make("p", { class: "sum", text: "That server learns that you asked. A ruleset runs nothing: it is read, checked and played here." }), said, make("div", { class: "row" }, go)], "elsewhere");
  }

  // Only what was served can be kept for a time without a network.
  if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("keeping.js").catch(() => {});

  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.defaultPrevented || !files.some((one) => /\.(gdl|zip)$/i.test(one.name))) return;
    event.preventDefault();
    chosen(desk, files).catch((error) => studio?.problem(error));
  });
}

/** @param {Record<string, string>} one @param {Record<string, string>} other */
function same(one, other) {
  return Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, given]) => other[name] === given);
}

/** Compares versions, such as 1.10.0 and 1.9.2. @param {string} one @param {string} other */
function newer(one, other) {
  const parts = (/** @type {string} */ text) => text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [parts(one), parts(other)];
  const at = a.findIndex((number, index) => number !== (b[index] ?? 0));
  return at >= 0 && a[at] > (b[at] ?? 0);
}

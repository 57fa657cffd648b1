/** The playground: the files of a ruleset beside the game that they describe, all in this page. */

import { alone } from "./alone.js";
import { form } from "./alone_page.js";
import { fill, make, say } from "./dom.js";
import { apply } from "./look.js";
import { packed, unpacked } from "./alone_link.js";
import { mount } from "./table.js";
import { Editor } from "./vendor/editor.js";

/** @typedef {{main: string, files: Record<string, string>}} Work what is edited: texts by name, and which of them is the ruleset */

const KEY = "gekido-dsl playground";
const WAIT_MS = 500;
const NAME = /^[\w-]+(?:[./][\w-]+)*\.(?:gdl|yaml|csv|tsv)$/;
const NOTHING = async () => ({});

/** What was last written here, if the browser keeps it. @returns {Work | null} */
function had() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return found?.files?.[found.main] === undefined ? null : found;
  } catch {
    return null;
  }
}

/** @param {Work} work */
function keep(work) {
  try {
    localStorage.setItem(KEY, JSON.stringify(work));
  } catch {
    // It is kept nowhere, then.
  }
}

/** Counts as editors do, in UTF-16 units, what Python counts in characters. @param {string} text @param {number} offset */
function units(text, offset) {
  let at = 0;
  for (let left = offset; left > 0 && at < text.length; left -= 1) at += /** @type {number} */ (text.codePointAt(at)) > 0xffff ? 2 : 1;
  return at;
}

/**
 * @param {{parts: Record<string, Blob | Promise<Blob>>, worker: string, text: (blob: Blob) => Promise<string>, bytes: number,
 *   about: {title: string, examples: {title: string, main: string, files: Record<string, string | null>}[]}}} page
 */
export function begin({ parts, worker, about, text: opened, bytes }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  apply();
  /** @type {Work} */
  let work = { main: "game.gdl", files: { "game.gdl": "" } };
  let open = work.main;
  /** @type {any[]} */
  let found = [];
  let ready = false;
  let playing = false;
  let busy = false;
  let again = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const bar = /** @type {HTMLProgressElement} */ (make("progress", { "aria-label": "Start", max: 1 }));
  const starting = make("div", { class: "progress" }, bar, make("span", { text: "Python is fetched once, 8 MB; you can read and write meanwhile." }));
  const said = make("p", { id: "said", role: "status", text: "Starting…" });
  const findings = make("ol", { class: "findings", "aria-label": "What was found", tabindex: "0" });
  const tabs = make("div", { class: "files", role: "group", "aria-label": "Files" });
  const host = make("div", { class: "editor" });
  const beside = make("section", { class: "beside", "aria-label": "The game" }, make("p", { class: "hint", text: "The game appears here as soon as its text is read." }));
  const link = /** @type {HTMLInputElement} */ (make("input", { readonly: true, hidden: true, "aria-label": "Link with the text in it" }));
  const examples = /** @type {HTMLSelectElement} */ (make("select", { id: "examples", onchange: () => example(Number(examples.value)) },
    make("option", { value: "-1", text: "your text" }), ...about.examples.map((one, at) => make("option", { value: at, text: one.title }))));

  const connection = alone(parts, worker, {
    bytes,
    inside: "gekido_dsl.standalone.playground",
    progress: (done, of, what) => {
      bar.max = of;
      bar.value = done;
      say(said, `${what}…`);
    },
    ready: () => {
      ready = true;
      starting.hidden = true;
      document.documentElement.dataset.ready = String(Math.round(performance.now()));
      check();
    },
    failed: (why) => {
      starting.hidden = true;
      said.setAttribute("role", "alert");
      say(said, `This does not work here: ${why}`);
    },
    checked: (answer) => {
      busy = false;
      show(answer);
      if (again) check();
    },
  });

  fill(place, make("main", { class: "playground" },
    make("section", { class: "written", "aria-label": "The text" },
      make("header", {}, make("h1", { text: about.title }), make("label", { for: "examples" }, "Start from "), examples,
        make("button", { type: "button", class: "quiet-button", onclick: () => share() }, "Copy a link"),
        make("button", { type: "button", class: "quiet-button", onclick: () => save() }, "Save file")),
      link, tabs, host, starting, said, findings),
    beside));
  const editor = new Editor(host, {
    hover: NOTHING, complete: NOTHING, definition: () => {}, rename: () => {}, format: () => {}, save: () => save(),
    changed: (text) => {
      work.files[open] = text;
      examples.value = "-1";
      changed();
    },
  });

  function changed() {
    keep(work);
    clearTimeout(timer);
    timer = setTimeout(check, WAIT_MS);
  }

  function check() {
    if (!ready) return;
    again = busy;
    if (busy) return;
    busy = true;
    connection.send({ do: "check", ...work });
  }

  /** Takes other texts. @param {Work} other */
  function take(other) {
    work = other;
    playing = false;
    look(work.main);
    changed();
  }

  /** Shows one of the files. @param {string} name */
  function look(name) {
    open = name;
    editor.open(name, work.files[name], true);
    mark();
    fill(tabs, ...Object.keys(work.files).map((one) => make("button", {
      type: "button", class: "quiet-button", "aria-pressed": String(one === open), onclick: () => look(one),
    }, one)),
    make("button", { type: "button", class: "quiet-button", "aria-label": "Add a file", title: "Add a file", onclick: () => add() }, "+"),
    open !== work.main && make("button", { type: "button", class: "quiet-button", onclick: () => remove() }, `Remove ${open}`));
  }

  function add() {
    const name = prompt("Name of the new file, such as cards.yaml or more.gdl")?.trim();
    if (!name) return;
    if (!NAME.test(name) || name in work.files) {
      say(said, `${name} cannot be the name of a new file: letters, digits, - and _, with .gdl, .yaml or .csv at its end.`);
      return;
    }
    work.files[name] = "";
    look(name);
    changed();
  }

  function remove() {
    delete work.files[open];
    look(work.main);
    changed();
  }

  /** @param {number} at */
  async function example(at) {
    const chosen = about.examples[at];
    if (!chosen) return;
    /** @type {Record<string, string>} */
    const library = JSON.parse(await opened(await parts.game));
    take({ main: chosen.main, files: Object.fromEntries(Object.entries(chosen.files).map(([name, text]) => [name, text ?? library[name]])) });
    examples.value = String(at);
  }

  async function share() {
    const address = new URL(location.href);
    address.hash = `text=${await packed(work)}`;
    link.hidden = false;
    link.value = address.href;
    link.select();
    try {
      await navigator.clipboard.writeText(address.href);
      say(said, "The link is copied; the text is in it, and nowhere else.");
    } catch {
      say(said, "Copy the link above; the text is in it, and nowhere else.");
    }
  }

  function save() {
    const address = URL.createObjectURL(new Blob([work.files[open]], { type: "text/plain" }));
    make("a", { href: address, download: open.split("/").at(-1) }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** Underlines what was found in the file that is open. */
  function mark() {
    const text = work.files[open];
    editor.findings(found.flatMap((one) => one.labels.slice(0, 1).filter((/** @type {any} */ at) => at.file === open).map((/** @type {any} */ at) => ({
      start: units(text, at.start.offset), end: units(text, at.end.offset), severity: one.severity,
      message: one.help ? `${one.message}\n${one.help}` : one.message,
    }))));
  }

  /** @param {{findings: any[], about: any}} answer */
  function show(answer) {
    found = answer.findings;
    const errors = found.filter((one) => one.severity === "error").length;
    const others = found.length - errors;
    say(said, errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : others ? `Fine, with ${others} ${others === 1 ? "remark" : "remarks"}` : "Fine");
    document.documentElement.dataset.checked = said.textContent ?? "";
    mark();
    fill(findings, ...found.map((one) => row(one)));
    if (answer.about && !playing) {
      fill(beside, make("h2", { text: answer.about.title }), form(answer.about, play, (setting) => connection.send({ do: "prepare", ...setting })));
    }
  }

  /** @param {any} one */
  function row(one) {
    const at = one.labels[0];
    const own = at && at.file in work.files;
    return make("li", { class: one.severity }, make("button", {
      type: "button", class: "quiet-button", disabled: !own, onclick: () => {
        if (at.file !== open) look(at.file);
        editor.show(units(work.files[open], at.start.offset), units(work.files[open], at.end.offset));
      },
    }, at ? `${own && at.file === open ? "line" : at.file} ${at.start.line}` : "", make("b", { text: ` ${one.severity} ` }), one.message), one.help && make("small", { text: one.help }));
  }

  /** @param {object} message */
  function play(message) {
    playing = true;
    const table = make("div", {});
    fill(beside, table);
    mount(table, connection, { part: true });
    table.querySelector(".tools")?.prepend(make("button", {
      type: "button", class: "quiet-button", onclick: () => {
        playing = false;
        check();
      },
    }, "New match"));
    connection.send(message);
  }

  async function first() {
    const given = new URLSearchParams(location.hash.slice(1)).get("text");
    if (given) {
      try {
        return take(await unpacked(given));
      } catch {
        say(said, "The text in the link cannot be read.");
      }
    }
    const kept = had();
    if (kept) take(kept);
    else await example(0);
  }
  void first();
}

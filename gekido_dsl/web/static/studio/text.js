/** The text of the rules: files, the editor with what the language server knows, and everything that was found. */

import { fill, make, say } from "../dom.js";
import { dialog } from "../dialogs.js";
import { Editor } from "../vendor/editor.js";
import { Grid } from "./grid.js";

const PAUSE_MS = 60;
/** The largest file that can be a table. */
const MOST_BYTES = 1_000_000;

export class Text {
  /**
   * @param {HTMLElement} element
   * @param {import("./calls.js").Call} call
   * @param {import("./buffers.js").Buffers} buffers
   * @param {(state: any) => void} told
   * @param {(error: unknown) => void} problem
   */
  constructor(element, call, buffers, told, problem) {
    this.call = call;
    this.buffers = buffers;
    this.told = told;
    this.problem = problem;
    this.name = "";
    this.main = "";
    /** @type {any[]} */
    this.found = [];
    /** @type {string[]} */
    this.names = [];
    this.files = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": "File", onchange: () => this.open(this.files.value) }));
    this.save = make("button", { type: "button", class: "quiet-button", onclick: () => this.#save(), title: "Save (Ctrl+S)", text: "Saved", disabled: true });
    this.asGrid = make("button", { type: "button", class: "quiet-button", "aria-pressed": "false", hidden: true, text: "As a table", onclick: () => this.#grid(!this.gridded) });
    /** Begins a game of one's own from one that is only read. */
    this.onyours = () => {};
    this.yours = make("button", { type: "button", class: "quiet-button", hidden: true, text: "Make it yours", onclick: () => this.onyours() });
    /** Back to the rules that can be changed, from those of the game that they are a variant of. */
    this.back = make("button", { type: "button", class: "quiet-button", hidden: true, onclick: () => this.open(this.main) });
    this.locked = make("div", { class: "locked", hidden: true }, make("span", { text: "This file comes with the program and is only read here. " }), this.yours, this.back);
    const host = make("div", { class: "editor" });
    const sheet = make("div", { class: "sheet", hidden: true });
    this.problems = make("div", { class: "problems" });
    fill(element, make("div", { class: "files" }, this.files, this.asGrid,
      make("button", { type: "button", class: "quiet-button", text: "Tidy up", title: "Lay out (Shift+Alt+F)", onclick: () => this.#format() }), this.save),
    this.locked, host, sheet, this.problems);
    this.host = host;
    this.sheet = sheet;
    element.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      element.classList.add("dropping");
    });
    element.addEventListener("dragleave", () => element.classList.remove("dropping"));
    element.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      element.classList.remove("dropping");
      this.bring([...event.dataTransfer.files]);
    });
    this.gridded = false;
    /** Whether anything was played beside. */
    this.covered = false;
    this.editor = new Editor(host, {
      hover: (at) => this.#ask("hover", at),
      complete: (at) => this.#ask("complete", at),
      changed: (text) => buffers.set(this.name, text),
      definition: (at) => this.#definition(at),
      rename: (at) => this.#rename(at),
      save: () => this.#save(),
      format: () => this.#format(),
    });
    this.grid = new Grid(sheet, {
      cells: async () => {
        await this.now();
        return this.call("cells", { name: this.name });
      },
      set: (row, column, text) => this.#table("set_cell", { row, column, text }),
      add: (title, like) => this.#table("add_row", { title, like }),
      toText: (at) => {
        this.#grid(false);
        this.editor.show(at);
      },
      problem,
    });
    buffers.onchange = (name, buffer) => this.#changed(name, buffer.text);
    addEventListener("beforeunload", (event) => buffers.changed.length && event.preventDefault());
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) {
        event.preventDefault();
        this.#save();
      }
    });
  }

  async start() {
    const { main, files } = await this.call("files");
    const kinds = { rules: "Rules", table: "Tables", sheet: "Spreadsheets", book: "Workbooks", chapter: "Chapters" };
    const shown = files.filter((/** @type {any} */ one) => one.kind in kinds);
    this.yours.hidden = files.some((/** @type {any} */ one) => one.name === main && one.own);
    this.main = main;
    this.back.hidden = !this.yours.hidden;
    say(this.back, `Back to ${main}`);
    this.names = shown.map((/** @type {any} */ one) => one.name);
    fill(this.files, ...Object.entries(kinds).map(([kind, label]) => {
      const own = shown.filter((/** @type {any} */ one) => one.kind === kind);
      return own.length > 0 && make("optgroup", { label }, ...own.map((/** @type {any} */ one) =>
        make("option", { value: one.name, text: one.own ? one.name : `${one.name.replace("<library>/", "")} (library)` })));
    }));
    await this.open(this.names.includes(this.name) ? this.name : main);
    const { text, changed } = await this.buffers.get(this.name); // what was typed before may not be saved yet
    this.#saved();
    this.told((await this.call("typed", { name: this.name, text: changed ? text : null })).state);
  }

  /** @param {string} name */
  async open(name) {
    try {
      const { text, own } = await this.buffers.get(name);
      this.name = name;
      this.files.value = name;
      const book = /\.(?:xlsx|ods)(?:\/|$)/i.test(name); // its cells are written one by one, so it is no text to type in
      this.editor.open(name, text, own && !book);
      this.locked.hidden = own;
      this.asGrid.hidden = !book && !/\.(?:ya?ml|csv|tsv)$/i.test(name);
      this.#grid(!this.asGrid.hidden && (this.gridded || book));
      this.#mark();
      await Promise.all([this.#colour(), this.used()]);
    } catch (error) {
      this.problem(error);
    }
  }

  /** Puts tables that were dragged onto the page beside the rules, and shows the last of them. @param {File[]} files */
  async bring(files) {
    try {
      for (const file of files) {
        if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than a table may be.`);
        const again = this.names.includes(file.name);
        if (again && !confirm(`Write over ${file.name}?`)) continue;
        const bytes = new Uint8Array(await file.arrayBuffer());
        let letters = "";
        for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
        const { name, state } = await this.call("bring", { name: file.name, data: btoa(letters), again });
        this.buffers.held.delete(name);
        this.name = name;
        if (state) this.told(state);
      }
      await this.start();
    } catch (error) {
      this.problem(error);
    }
  }

  /**
   * Goes to a line of a file, named as messages name it.
   * @param {string} file
   * @param {number} line from 1
   */
  async go(file, line) {
    const plain = file.replace(/^<\w+>\//, "");
    const name = this.names.find((one) => one === plain) ?? this.names.find((one) => plain.endsWith(`/${one}`) || one.endsWith(`/${plain}`));
    if (!name) return;
    await this.open(name);
    const start = this.editor.text.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.editor.show(start);
  }

  /** @param {any[]} found */
  findings(found) {
    this.found = found;
    this.#mark();
    const rank = { error: 0, warning: 1 };
    const sorted = [...found].sort((a, b) => (rank[/** @type {"error"} */ (a.severity)] ?? 2) - (rank[/** @type {"error"} */ (b.severity)] ?? 2));
    fill(this.problems, sorted.length > 0 && make("ul", { "aria-label": "What was found" }, ...sorted.slice(0, 100).map((one) => make("li", {},
      make("button", { type: "button", class: `finding ${one.severity}`, onclick: () => this.#show(one) },
        make("b", { text: one.severity }), ` ${one.message} `, make("span", { class: "at", text: one.cell ? `${one.name}, ${one.cell}` : `${one.name}:${one.line}` }),
        one.help && make("small", { text: one.help })),
      ...(one.fixes ?? []).map((/** @type {any} */ fix) =>
        make("button", { type: "button", class: "quiet-button fix", text: fix.title, onclick: () => this.buffers.edit(fix.edits) }))))));
  }

  /** @param {any} one */
  async #show(one) {
    await this.open(one.name);
    this.#grid(false);
    this.editor.show(one.start, one.end);
  }

  #mark() {
    const own = this.found.filter((one) => one.name === this.name);
    this.editor.findings(own.map((one) => ({
      start: one.start, end: one.end, severity: one.severity,
      message: [one.message, ...(one.notes ?? []), one.help && `Try: ${one.help}`].filter(Boolean).join("\n"),
      fixes: (one.fixes ?? []).map((/** @type {any} */ fix) => ({ title: fix.title, run: () => this.buffers.edit(fix.edits) })),
    })));
    if (this.gridded) this.grid.show(own);
  }

  /** @param {string} name @param {string} text */
  #changed(name, text) {
    if (name === this.name) this.editor.replace(text, false);
    this.#saved();
    clearTimeout(this.timer);
    (this.waiting ??= new Set()).add(name);
    this.timer = setTimeout(() => this.#typed(), PAUSE_MS);
  }

  /** Has the rules read again; of answers that overtake one another only the last counts. */
  async #typed() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const names = [...(this.waiting ?? [])];
    this.waiting = new Set();
    try {
      for (const name of names) {
        const { text, changed } = await this.buffers.get(name); // it may have been saved meanwhile
        const { state } = await this.call("typed", { name, text: changed ? text : null });
        if (turn === this.turn) this.told(state);
      }
      if (turn === this.turn) await this.#colour();
    } catch (error) {
      this.problem(error);
    }
  }

  async #colour() {
    const { name } = this;
    const { text } = this.editor;
    const { tokens } = await this.call("tokens", { name });
    if (name === this.name && text === this.editor.text) this.editor.colour(tokens);
  }

  /** Marks how often what stands in the lines of the file was used, in what was played beside. */
  async used() {
    if (!this.covered) return;
    const { name } = this;
    const { lines = [] } = await this.call("coverage", { name }).catch(() => ({}));
    if (name === this.name) this.editor.used(lines);
  }

  #saved() {
    const left = this.buffers.changed.length;
    say(this.save, left ? "Save" : "Saved");
    this.save.toggleAttribute("disabled", !left);
  }

  async #save() {
    try {
      await this.buffers.save();
      this.#saved();
    } catch (error) {
      this.problem(error);
    }
  }

  async #format() {
    try {
      await this.now();
      const { text } = await this.call("format", { name: this.name });
      this.buffers.set(this.name, text);
    } catch (error) {
      this.problem(error);
    }
  }

  /** Sends at once what waits for a pause. */
  async now() {
    clearTimeout(this.timer);
    if (this.waiting?.size) await this.#typed();
  }

  /** Sends at once what waits for a pause, a cell of the grid that is being written, too. */
  async settled() {
    await this.grid.last?.catch(() => {});
    await this.now();
  }

  /** @param {string} what @param {number} at */
  async #ask(what, at) {
    try {
      await this.now();
      return await this.call(what, { name: this.name, at });
    } catch {
      return {}; // while something is typed that is no rule yet, there may be no answer
    }
  }

  /** @param {number} at */
  async #definition(at) {
    const found = await this.#ask("definition", at);
    if (found.name === undefined) return;
    await this.open(found.name);
    this.editor.show(found.start, found.end);
  }

  /** @param {number} at */
  #rename(at) {
    const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "renamed", required: true, autocomplete: "off" }));
    const form = make("form", { class: "ask" }, make("label", { for: "renamed", text: "The new name, in all files:" }), field,
      make("div", { class: "row" }, make("button", { class: "primary", text: "Rename" })));
    const made = dialog("Rename", [form], "renaming");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      made.close();
      try {
        await this.now();
        const { edits } = await this.call("rename", { name: this.name, at, to: field.value.trim() });
        await this.buffers.edit(edits);
      } catch (error) {
        this.problem(error);
      }
    });
  }

  /** @param {boolean} on */
  #grid(on) {
    this.gridded = on;
    this.asGrid.setAttribute("aria-pressed", String(on));
    this.sheet.hidden = !on;
    this.host.hidden = on;
    this.grid.clear();
    if (on) this.grid.show(this.found.filter((one) => one.name === this.name));
  }

  /** Changes the table that is shown as a grid. @param {string} what @param {object} asked */
  async #table(what, asked) {
    await this.now();
    const { edits, shows } = await this.call(what, { name: this.name, ...asked });
    await this.buffers.edit(edits);
    if (shows) await this.go(shows.name, shows.line);
  }
}

/**
 * A table of YAML as a grid. Only the values of cells are changed, in the text itself: comments, order and layout stay.
 * What is no single line is shown, and changed in the text.
 */

import { fill, make, say } from "../dom.js";

/** @typedef {{from: number, to: number, text: string, plain: boolean, line: number, last: number}} Cell */

const ROW = /^- ([^:#]+):(.*)$/;
const CELL = /^ {2}([^\s#:][^:#]*):(.*)$/;

/**
 * Finds the cells of a table.
 * @param {string} text
 * @returns {{columns: string[], rows: Map<string, Cell>[]}}
 */
export function cells(text) {
  /** @type {Map<string, Cell>[]} */
  const rows = [];
  /** @type {string[]} */
  const columns = [];
  /** @type {Cell | null} */
  let open = null;
  let at = 0;
  text.split("\n").forEach((line, index) => {
    const found = ROW.exec(line) ?? (rows.length ? CELL.exec(line) : null);
    if (found) {
      if (line.startsWith("- ")) rows.push(new Map());
      const name = found[1].trim();
      const value = withoutComment(found[2]);
      const start = at + line.length - found[2].length + (found[2].length - found[2].trimStart().length);
      open = { from: start, to: start + value.length, text: value, plain: value !== "" && !/^[|>&*]/.test(value), line: index + 1, last: index + 1 };
      rows[rows.length - 1].set(name, open);
      if (!columns.includes(name)) columns.push(name);
    } else if (open && /^\s{3,}\S/.test(line)) {
      open.plain = false; // it goes on over several lines
      open.text = [open.text, line.trim()].filter(Boolean).join(" ");
      open.last = index + 1;
    }
    at += line.length + 1;
  });
  return { columns, rows };
}

/** @param {string} value */
function withoutComment(value) {
  const text = value.trim();
  if (/^["'[{]/.test(text)) return text;
  return text.replace(/\s+#.*$/, "");
}

/** Writes a value so that it is read as it was meant. @param {string} value */
export function written(value) {
  const text = value.trim();
  const own = /^(\[.*\]|\{.*\}|"(?:[^"\\]|\\.)*"|'[^']*')$/.test(text);
  return own || (text !== "" && !/^[-?:,\]}#&*!|>%@`"'[{]|: | #|:$/.test(text)) || /^-?\d/.test(text) ? text : JSON.stringify(text);
}

export class Grid {
  /** @param {HTMLElement} element @param {(text: string) => void} changed @param {(at: number) => void} toText */
  constructor(element, changed, toText) {
    this.element = element;
    this.changed = changed;
    this.toText = toText;
    this.text = "";
    /** @type {Map<string, Cell>} by row and column: `3 Cost` */
    this.cells = new Map();
    this.shape = "";
  }

  /**
   * Shows a table. Where it has the cells that it had, these stay, with what has the focus.
   * @param {string} text
   * @param {any[]} found
   */
  show(text, found) {
    const { columns, rows } = cells(text);
    this.text = text;
    this.cells = new Map(rows.flatMap((row, number) => [...row].map(([column, cell]) => [`${number} ${column}`, cell])));
    const shape = JSON.stringify([columns, [...this.cells].map(([id, cell]) => [id, cell.plain])]);
    if (shape !== this.shape) {
      this.shape = shape;
      if (!rows.length) fill(this.element, make("p", { class: "empty", text: "This table has no rows that a grid can show." }));
      else this.#draw(columns, rows.length);
    }
    for (const [id, cell] of this.cells) this.#mark(id, cell, found);
  }

  /** @param {string[]} columns @param {number} rows */
  #draw(columns, rows) {
    fill(this.element, make("div", { class: "scrolled", tabindex: "0", role: "group", "aria-label": "Table" }, make("table", {},
      make("thead", {}, make("tr", {}, ...columns.map((one) => make("th", { scope: "col", text: one })))),
      make("tbody", {}, ...Array.from({ length: rows }, (_, number) =>
        make("tr", {}, ...columns.map((column) => this.#cell(`${number} ${column}`, column, number + 1))))))));
  }

  /** @param {string} id @param {string} column @param {number} row */
  #cell(id, column, row) {
    const cell = this.cells.get(id);
    if (!cell) return make("td", { class: "none" });
    const inside = cell.plain
      ? make("input", {
        type: "text", "data-cell": id, "aria-label": `${column}, row ${row}`, size: Math.min(Math.max(cell.text.length, 4), 32), spellcheck: "false",
        onchange: (/** @type {Event} */ event) => this.#set(id, /** @type {HTMLInputElement} */ (event.target).value),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event, column),
      })
      : make("button", { type: "button", class: "long", "data-cell": id, onclick: () => this.toText(this.cells.get(id)?.from ?? 0) });
    return make("td", {}, inside, make("small", { class: "said" }));
  }

  /** @param {string} id @param {Cell} cell @param {any[]} found */
  #mark(id, cell, found) {
    const inside = this.element.querySelector(`[data-cell="${CSS.escape(id)}"]`);
    if (!inside?.parentElement) return;
    const said = found.filter((one) => (one.start <= cell.to && one.end >= cell.from) || (one.line > cell.line && one.line <= cell.last))
      .map((one) => one.message).join("\n");
    if (inside instanceof HTMLInputElement) {
      if (inside !== document.activeElement) inside.value = cell.text;
    } else inside.textContent = cell.text || "…";
    inside.parentElement.classList.toggle("wrong", Boolean(said));
    inside.toggleAttribute("aria-invalid", Boolean(said));
    if (said) inside.setAttribute("aria-invalid", "true");
    say(/** @type {Element} */ (inside.nextElementSibling), said);
  }

  /** @param {string} id @param {string} value */
  #set(id, value) {
    const cell = this.cells.get(id);
    if (!cell || cell.text === value.trim()) return;
    const text = this.text.slice(0, cell.from) + written(value) + this.text.slice(cell.to);
    this.show(text, []); // the other cells are elsewhere now; what is wrong is said when it has been looked at
    this.changed(text);
  }

  /** Up and down go to the row above and below. @param {KeyboardEvent} event @param {string} column */
  #typed(event, column) {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (!step) return;
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (event.key === "Enter") this.#set(field.dataset.cell ?? "", field.value);
    const next = this.element.querySelector(`[data-cell="${CSS.escape(`${Number.parseInt(field.dataset.cell ?? "", 10) + step} ${column}`)}"]`);
    if (!next) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (next).focus();
  }
}

/**
 * A table of YAML as a grid. The reader of tables says which cells there are and what each may hold; what is changed is written
 * back by it as edits of the text, so that comments, order and layout stay. What is no single line is changed in the text.
 */

import { fill, make, say } from "../dom.js";

/**
 * @typedef {{kind: string, low?: number, high?: number, most?: number, values?: string[], open?: boolean}} Type
 * @typedef {{name: string, required: boolean, text?: string, says?: string, type: Type}} Column
 * @typedef {{start: number, end: number, line: number, last: number, text: string, one_line: boolean}} Cell
 * @typedef {{name: string, can_add: boolean, own?: boolean, into?: string, columns: Column[], rows: {cells: (Cell | null)[]}[]}} Cells
 */

const NOTHING = "";

export class Grid {
  /**
   * @param {HTMLElement} element
   * @param {{cells: () => Promise<Cells>, set: (row: number, column: string, text: string) => Promise<unknown>,
   *   add: (title: string, like?: string) => Promise<unknown>, toText: (at: number) => void, problem: (error: unknown) => void}} does
   */
  constructor(element, does) {
    this.element = element;
    this.does = does;
    /** @type {Cells | null} */
    this.cells = null;
    this.shape = "";
    this.turn = 0;
    /** @type {Promise<unknown> | undefined} the last change that is under way */
    this.last = undefined;
  }

  /**
   * Shows a table. Where it has the cells that it had, these stay, with what has the focus.
   * @param {any[]} found what is wrong in it
   */
  async show(found) {
    const turn = (this.turn += 1);
    /** @type {Cells} */
    let cells;
    try {
      cells = await this.does.cells();
    } catch (error) {
      if (turn !== this.turn || this.cells) return; // what was shown stays until the text can be read again
      fill(this.element, make("p", { class: "empty", text: error instanceof Error ? error.message : String(error) }));
      return;
    }
    if (turn !== this.turn) return;
    this.cells = cells;
    const shape = JSON.stringify([cells.name, cells.columns, cells.rows.map((row) => row.cells.map((one) => one?.one_line))]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.#draw(cells);
    }
    cells.rows.forEach((row, number) => row.cells.forEach((cell, at) => this.#mark(number, at, cell, found)));
  }

  /** Forgets what is shown, as another table comes. */
  clear() {
    this.cells = null;
    this.shape = "";
    fill(this.element);
  }

  /** @param {Cells} cells */
  #draw(cells) {
    const active = document.activeElement?.getAttribute("data-cell");
    if (!cells.rows.length && !cells.can_add) {
      fill(this.element, make("p", { class: "empty", text: "This table has no rows that a grid can show." }));
      return;
    }
    const names = cells.rows.map((row) => row.cells[0]?.text).filter(Boolean);
    const add = cells.can_add && make("form", { class: "row adding", onsubmit: (/** @type {Event} */ event) => this.#add(event) },
      make("label", { class: "hidden", for: "row-added", text: "Name of the new row" }),
      make("input", { type: "text", id: "row-added", placeholder: "Name of a new row", required: true, autocomplete: "off" }),
      cells.own === false && names.length > 0 && make("label", { for: "row-like", text: "like" }),
      cells.own === false && names.length > 0 && make("select", { id: "row-like" }, ...names.map((one) => make("option", { value: one, text: one }))),
      make("button", { class: "quiet-button", text: cells.own === false ? "Add it to my rules" : "Add a row" }));
    const how = cells.own === false && cells.can_add && make("p", { class: "sum", text: `A new row goes into ${cells.into}, where it can be changed.` });
    fill(this.element, how, cells.own === false && add, make("div", { class: "scrolled", tabindex: "0", role: "group", "aria-label": "Table" }, make("table", {},
      make("thead", {}, make("tr", {}, ...cells.columns.map((one) => make("th", { scope: "col", title: [one.text, one.says].filter(Boolean).join(": ") || undefined },
        make("span", { text: one.name }), one.required && make("span", { class: "hidden", text: " (needed)" }), one.says && make("small", { text: one.says.replaceAll("`", "") }))))),
      make("tbody", {}, ...cells.rows.map((row, number) => make("tr", {}, ...row.cells.map((cell, at) => this.#cell(number, at, cell)))))), cells.own !== false && add));
    if (active) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-cell="${active}"]`))?.focus();
  }

  /** @param {number} row @param {number} at @param {Cell | null} cell */
  #cell(row, at, cell) {
    const column = /** @type {Cells} */ (this.cells).columns[at];
    const id = `${row}-${at}`;
    const label = `${column.name}, row ${row + 1}`;
    const inside = cell && !cell.one_line
      ? make("button", { type: "button", class: "long", "data-cell": id, "aria-label": `${label}, in the text`, title: "Show it in the text", onclick: () => this.does.toText(this.#at(row, at)?.start ?? 0) })
      : this.#field(column, id, label, (text) => this.#set(row, at, text));
    return make("td", { class: cell ? undefined : "none" }, inside, make("small", { class: "said", id: `said-${id}` }));
  }

  /** Makes what changes a cell: a menu where there are few values to choose from. @param {Column} column @param {string} id @param {string} label @param {(text: string) => void} set */
  #field(column, id, label, set) {
    const { type } = column;
    const given = {
      disabled: this.cells?.own === false, "data-cell": id, "aria-label": label, "aria-describedby": `said-${id}`,
      onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event),
    };
    if ((type.kind === "choice" && !type.open) || type.kind === "yes_no") {
      return make("select", given, !column.required && make("option", { value: NOTHING, text: "" }), ...(type.values ?? []).map((one) => make("option", { value: one, text: one })));
    }
    const many = type.kind === "choice" || type.kind === "effect" ? type.values ?? [] : [];
    const list = many.length > 0 && make("datalist", { id: `list-${id}` }, ...many.map((one) => make("option", { value: one })));
    const field = make("input", { ...given, type: "text", inputmode: type.kind === "number" ? "numeric" : undefined, list: list ? `list-${id}` : undefined,
      maxlength: type.kind === "text" ? type.most : undefined, spellcheck: "false", size: type.kind === "number" ? 5 : 14 });
    return list ? make("span", {}, field, list) : field;
  }

  /** @param {number} row @param {number} at */
  #at(row, at) {
    return this.cells?.rows[row]?.cells[at] ?? null;
  }

  /** @param {number} row @param {number} at @param {Cell | null} cell @param {any[]} found */
  #mark(row, at, cell, found) {
    const inside = this.element.querySelector(`[data-cell="${row}-${at}"]`);
    const place = inside?.closest("td");
    if (!inside || !place) return;
    const said = cell ? found.filter((one) => (one.start <= cell.end && one.end >= cell.start) || (one.line > cell.line && one.line <= cell.last))
      .map((one) => one.message).join("\n") : "";
    const text = cell?.text ?? "";
    if (inside instanceof HTMLSelectElement) {
      if (text && ![...inside.options].some((one) => one.value === text)) inside.append(make("option", { value: text, text }));
      if (inside !== document.activeElement) inside.value = text;
    } else if (inside instanceof HTMLInputElement) {
      if (inside !== document.activeElement) inside.value = text;
      inside.size = Math.min(Math.max(text.length, inside.inputMode === "numeric" ? 5 : 10), 32);
    } else say(inside, text || "…");
    place.classList.toggle("none", !cell);
    place.classList.toggle("wrong", Boolean(said));
    if (said) inside.setAttribute("aria-invalid", "true");
    else inside.removeAttribute("aria-invalid");
    say(/** @type {Element} */ (place.querySelector(".said")), said);
  }

  /** @param {number} row @param {number} at @param {string} value */
  async #set(row, at, value) {
    const column = this.cells?.columns[at];
    if (!column || (this.#at(row, at)?.text ?? "") === value.trim()) return;
    const wrong = refused(column.type, value.trim());
    const place = this.element.querySelector(`[data-cell="${row}-${at}"]`)?.closest("td");
    if (wrong && place) {
      place.classList.add("wrong");
      say(/** @type {Element} */ (place.querySelector(".said")), wrong);
    }
    try {
      // One after the other: an edit says where it goes in the text that the one before has made.
      const before = this.last;
      this.last = (async () => {
        await before?.catch(() => {});
        await this.does.set(row, column.name, value.trim());
      })();
      await this.last;
      const cell = this.#at(row, at);
      if (cell) cell.text = value.trim(); // also where the table cannot be read again for now
    } catch (error) {
      if (place) {
        place.classList.add("wrong");
        say(/** @type {Element} */ (place.querySelector(".said")), error instanceof Error ? error.message : String(error));
      } else this.does.problem(error);
    }
  }

  /** @param {Event} event */
  async #add(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.element.querySelector("#row-added"));
    try {
      const like = /** @type {HTMLSelectElement | null} */ (this.element.querySelector("#row-like"))?.value;
      await this.does.add(field.value.trim(), like);
    } catch (error) {
      this.does.problem(error);
    }
  }

  /** Up and down go to the row above and below. @param {KeyboardEvent} event */
  #typed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (!step || (field instanceof HTMLSelectElement && event.key !== "Enter") || field.list) return;
    const [row, at] = (field.dataset.cell ?? "").split("-").map(Number);
    const next = this.element.querySelector(`[data-cell="${row + step}-${at}"]`);
    event.preventDefault();
    if (!next) field.blur(); // what was typed counts when a field is left
    if (!next) return;
    /** @type {HTMLElement} */ (next).focus();
  }
}

/** Says why a value can be none of its type, before anybody asks the rules; nothing where it may be one. @param {Type} type @param {string} value */
export function refused(type, value) {
  if (type.kind !== "number" || !value) return "";
  const number = Number(value);
  if (!Number.isInteger(number)) return "This is no whole number.";
  if (type.low !== undefined && type.low !== null && number < type.low) return `The least is ${type.low}.`;
  if (type.high !== undefined && type.high !== null && number > type.high) return `The most is ${type.high}.`;
  return "";
}

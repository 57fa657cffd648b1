/** What comes over the table: help, an answer, an error, and the cover while a device goes from hand to hand. */

import { fill, make, swatch, tool } from "./dom.js";
import { says } from "./words.js";

const COLOURS = 12;
/** So many colours of players there are. */

/**
 * Opens a dialog; gives its body. It is taken away when it is closed.
 * @param {string} title
 * @param {(Node | string)[]} inside
 * @param {string} [name] a dialog of the same name is replaced
 */
export function dialog(title, inside, name = "told") {
  document.querySelector(`dialog.${name}`)?.remove();
  const back = /** @type {HTMLElement | null} */ (document.activeElement);
  const made = /** @type {HTMLDialogElement} */ (make("dialog", { class: name, "aria-labelledby": `${name}-title` }));
  made.append(make("header", { role: "presentation" }, make("h2", { id: `${name}-title`, text: title }), tool(says("Close"), "close", () => made.close())),
    make("div", { class: "body" }, ...inside));
  made.addEventListener("close", () => {
    made.remove();
    if (back?.isConnected) back.focus();
  });
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  // Who is asked for a text can write at once; a letter must not press what has the focus by itself, which is Close.
  /** @type {HTMLInputElement | null} */ (made.querySelector("input[type=text]"))?.focus();
  return made;
}

/**
 * Shows an answer: lines that belong together as they are laid out, or a table.
 * @param {string} title
 * @param {string[]} lines
 * @param {{columns: string[], rows: string[][]}} [table] each row with its title first
 */
export function told(title, lines, table) {
  const drawn = table && make("div", { class: "scrolled", tabindex: "0", role: "group", "aria-label": title }, make("table", { class: "report-table" },
    make("thead", {}, make("tr", {}, make("td"), ...table.columns.map((one) => make("th", { scope: "col", text: one })))),
    make("tbody", {}, ...table.rows.map(([name, ...rest]) =>
      make("tr", {}, make("th", { scope: "row", text: name }), ...rest.map((one) => make("td", { text: one })))))));
  dialog(title, [drawn ?? make("pre", { tabindex: "0", class: "lines", text: lines.join("\n") })]);
}

const schemes = () => ({ auto: says("as the system has them"), light: says("light"), dark: says("dark") });

const keys = () => [
  ["1 … 9, a … x", says("take the choice with this key")],
  [says("Tab, Shift+Tab"), says("go on to the next part of the page")],
  [says("Arrows"), says("in the picture: go from place to place")],
  [says("Enter, Space"), says("press")],
  ["Esc", says("give back the last place picked")],
  ["B", says("go to the picture")],
  ["Z", says("go to the choices")],
  ["U, R", says("undo, redo")],
  [says("[ and ]"), says("one step back or forth in time")],
  ["O", says("odds of what is asked")],
  ["W", says("ask why, or what something is")],
  ["S", says("say again what is asked")],
  ["?", says("this list")],
];

/**
 * Lists the keys.
 * @param {{on: boolean, turn: (on: boolean) => void}} letters whether single letters and numbers do something
 * @param {{now: string, choose: (scheme: "auto" | "light" | "dark") => void}} colours
 * @param {Node[]} [page] what is said of the page
 * @param {Node[]} [more] what else can be turned on or opened
 */
export function help(letters, colours, page = [], more = []) {
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", checked: letters.on, onchange: () => letters.turn(box.checked) }));
  const menu = /** @type {HTMLSelectElement} */ (make("select", {
    id: "colours", onchange: () => colours.choose(/** @type {"auto" | "light" | "dark"} */ (menu.value)),
  }, ...Object.entries(schemes()).map(([name, text]) => make("option", { value: name, text, selected: name === colours.now }))));
  dialog(says("Keys"), [
    make("dl", { class: "keys" }, ...keys().flatMap(([key, does]) => [make("dt", {}, make("kbd", { text: key })), make("dd", { text: does })])),
    make("p", {}, make("label", {}, box, ` ${says("Shortcuts with single keys")}`)),
    make("p", { class: "colours" }, make("label", { for: "colours", text: `${says("Colours")} ` }), menu),
    ...more.map((one) => make("p", {}, one)),
    ...(page.length ? [make("h3", { text: says("This page") }), ...page] : []),
  ], "help");
}

/**
 * Lets somebody choose a language, each called as its speakers call it.
 * @param {{code: string, name: string}[]} all
 * @param {string} now
 * @param {(code: string) => void} choose
 */
export function languages(all, now, choose) {
  const made = dialog(says("Language"), [make("ul", { class: "languages" }, ...all.map(({ code, name }) => make("li", {}, make("button", {
    type: "button", class: code === now ? "primary" : "quiet-button", lang: code, dir: "auto", "aria-pressed": String(code === now),
    onclick: () => {
      made.close();
      choose(code);
    },
  }, name))))], "languages-dialog");
}

/**
 * Asks for a text, and gives it to `done`.
 * @param {(what: "why" | "show", text: string) => void} done
 */
export function ask(done) {
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "asked", autocomplete: "off", required: true }));
  const form = make("form", { class: "ask" }, make("label", { for: "asked", text: says("A number, a name or a place: what do you want to know about?") }), field,
    make("div", { class: "row" }, make("button", { class: "primary", value: "why", text: says("Why is it so?") }),
      make("button", { class: "quiet-button", value: "show", text: says("What is it?") })));
  const made = dialog(says("Ask"), [form], "asking");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
    made.close();
    done(button?.value === "show" ? "show" : "why", field.value.trim());
  });
}

/**
 * Asks what somebody wants to be called at the table, and in which colour they play.
 * @param {string} player @param {{person?: string, colour?: number}} now
 * @param {boolean} colours whether colours are chosen
 * @param {(name: string, colour: number) => void} done
 */
export function introduce(player, now, colours, done) {
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "own-name", autocomplete: "nickname", maxlength: 24, value: now.person ?? "" }));
  const swatches = Array.from({ length: COLOURS }, (_, at) => make("label", { class: "swatch" },
    make("input", { type: "radio", name: "colour", value: at + 1, checked: now.colour === at + 1, "aria-label": says("Colour {number}", { number: at + 1 }) }), swatch(at + 1)));
  const form = make("form", { class: "ask" }, make("label", { for: "own-name", text: says("What the others call you") }), field,
    colours && make("fieldset", { class: "swatches" }, make("legend", { text: says("Your colour") }), ...swatches),
    make("div", { class: "row" }, make("button", { class: "primary", text: says("That is me") })));
  const made = dialog(player, [form], "introducing");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=radio]:checked"));
    made.close();
    done(field.value.trim(), Number(chosen?.value ?? 0));
  });
}

/**
 * Covers the table until the next player has the device.
 * @param {{seat: number, text: string} | null | undefined} over
 * @param {string} name
 * @param {(seat: number) => void} taken
 */
export function handOver(over, name, taken) {
  const had = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.cover"));
  if (!over) {
    had?.remove();
    return;
  }
  if (had?.dataset.seat === String(over.seat)) return;
  had?.remove();
  const made = /** @type {HTMLDialogElement} */ (make("dialog", { class: "cover", "aria-labelledby": "cover-title", "data-seat": over.seat }));
  fill(made, make("h2", { id: "cover-title", text: over.text }), make("p", { text: says("What only they may see is hidden until then.") }),
    make("button", { type: "button", class: "primary", onclick: () => taken(over.seat) }, says("I am {player}", { player: name })));
  made.addEventListener("cancel", (event) => event.preventDefault()); // closing it is the next player's alone
  document.body.append(made);
  made.showModal();
}

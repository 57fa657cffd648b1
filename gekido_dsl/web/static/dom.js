/** Elements are made here and nowhere else: every text becomes a text node, so nothing that rules say is read as markup. */

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, unknown>} [given] attributes; `class`, `text`, and `on<event>` for what listens
 * @param {...(Node | string | null | undefined | false)} inside
 * @returns {HTMLElement}
 */
export function make(name, given = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") element.textContent = String(value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const one of inside) if (one) element.append(one);
  return element;
}

/**
 * Puts other children into an element, unless it has those already: focus and scrolling stay where they are.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} inside
 */
export function fill(element, ...inside) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (inside.filter(Boolean)));
}

/**
 * Writes a text only where it is another one, so that screen readers do not read it again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} label @param {string} sign @param {() => void} pressed @param {Record<string, unknown>} [given] */
export function tool(label, sign, pressed, given = {}) {
  return /** @type {HTMLButtonElement} */ (
    make("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick: pressed, ...given },
      icon(sign))
  );
}

/** Lines of small signs, drawn in a square of 24. */
const SIGNS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  odds: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 8h.01M16 16h.01M12 12h.01M16 8h.01M8 16h.01",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01M12 2a10 10 0 1 0 .01 0z",
  scheme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 .01 0z",
  again: "M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5",
  person: "M12 4a4 4 0 1 0 .01 0zM4 21c0-5 4-7 8-7s8 2 8 7",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  back: "M15 5l-7 7 7 7",
  forth: "M9 5l7 7-7 7",
  now: "M6 5l7 7-7 7M17 5v14",
  pause: "M8 5v14M16 5v14",
  resume: "M8 5l11 7-11 7z",
  note: "M5 4h14v16H5zM8 8h8M8 12h8M8 16h4",
  learn: "M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v14",
  sound: "M4 10v4h4l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 10v4h4l5 4V6l-5 4zM16 10l5 5M21 10l-5 5",
  close: "M6 6l12 12M18 6 6 18",
  language: "M12 3a9 9 0 1 0 .01 0zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
};

/** @param {keyof typeof SIGNS | string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[/** @type {keyof typeof SIGNS} */ (name)] ?? "");
  svg.append(path);
  return svg;
}

/** @type {(number | undefined)[]} */
let colours = [];

/** Says in which colours of the sheet players are drawn, where not in those of their seats. @param {(number | undefined)[]} given */
export function wear(given) {
  colours = given;
}

/**
 * A disc in the colour of a seat, with its number: the same as the pictures have.
 * @param {number} seat
 */
export function disc(seat) {
  return round(colours[seat] ?? seat + 1, String(seat + 1));
}

/** A disc in a colour of players, to be chosen. @param {number} colour */
export function swatch(colour) {
  return round(colour, "");
}

/** @param {number} colour @param {string} said */
function round(colour, said) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "gdl disc");
  svg.setAttribute("aria-hidden", "true");
  const circle = document.createElementNS(space, "circle");
  for (const [key, value] of Object.entries({ class: `player${colour}`, cx: 10, cy: 10, r: 10 })) {
    circle.setAttribute(key, String(value));
  }
  const text = document.createElementNS(space, "text");
  for (const [key, value] of Object.entries({ class: `player${colour}-ink bold`, x: 10, y: 14, "font-size": 11, "text-anchor": "middle" })) {
    text.setAttribute(key, String(value));
  }
  text.textContent = said;
  svg.append(circle, text);
  return svg;
}

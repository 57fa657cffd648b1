/**
 * What the page itself says, in the language of its reader. Each sentence is English where it is said, and found by that.
 * Nothing is glued together: a sentence is whole, with names for what stands in it.
 */

/** @typedef {{messages: Record<string, string | string[]>, forms: string}} Words */

const KEPT = "gdl-language";
const YEAR_S = 31_536_000;
const FOLDED = 100;
/** From here on the form of a number follows from its last two digits. */
const PLACE = /\{(\w+)\}/g;

/** @type {Words & {code: string, direction: string}} */
let spoken = { code: "en", direction: "ltr", messages: {}, forms: "" };

/**
 * Speaks a language from now on; tells whether it is another one than before.
 * @param {{language?: string, direction?: string, words?: Words}} given
 */
export function speak({ language = "en", direction = "ltr", words }) {
  const before = spoken.code;
  spoken = { code: language, direction, ...(words ?? { messages: {}, forms: "" }) };
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  return before !== language;
}

/** The code of the language that is spoken. */
export function language() {
  return spoken.code;
}

/**
 * Says a sentence.
 * @param {string} message
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function says(message, values = {}) {
  const found = spoken.messages[message] ?? english(message);
  return filled(typeof found === "string" ? found : found[0], values);
}

/**
 * Says how many there are.
 * @param {string} one the sentence of a single one
 * @param {string} other that of all other numbers, with `{count}`
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 */
export function many(one, other, count, values = {}) {
  const found = spoken.messages[one];
  const form = Number(spoken.forms[count < FOLDED ? count : (count % FOLDED) + FOLDED] ?? 0);
  const message = Array.isArray(found) ? found[Math.min(form, found.length - 1)] : english(count === 1 ? one : other);
  return filled(message, { count, ...values });
}

/**
 * Says a sentence of which some places are elements.
 * @param {string} message
 * @param {Record<string, Node>} places
 * @returns {(Node | string)[]}
 */
export function pieces(message, places) {
  const found = spoken.messages[message] ?? english(message);
  const text = typeof found === "string" ? found : found[0];
  return text.split(/(\{\w+\})/).filter(Boolean).map((part) => places[part.slice(1, -1)] ?? part);
}

/** Lists names: `one, two and three`. @param {string[]} names */
export function listed(names) {
  if (names.length < 2) return names[0] ?? "";
  return says("{names} and {last}", { names: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/** Keeps an English sentence in one piece where all around is written from right to left. @param {string} message */
function english(message) {
  return spoken.direction === "rtl" && message ? `\u2066${message}\u2069` : message;
}

/** @param {string} message @param {Record<string, string | number>} values */
function filled(message, values) {
  // What is named is kept apart from a sentence that is written the other way.
  const apart = (/** @type {string | number} */ value) => (spoken.direction === "rtl" && typeof value === "string" ? `\u2068${value}\u2069` : String(value));
  return message.replace(PLACE, (whole, name) => (name in values ? apart(values[name]) : whole));
}

/** Keeps which language somebody chose, for the next time. @param {string} code */
export function keep(code) {
  try {
    localStorage.setItem(KEPT, code);
    document.cookie = `${KEPT}=${code}; path=/; max-age=${YEAR_S}; samesite=lax`;
  } catch { /* it then holds for this page alone */ }
}

/** Lists the languages that the reader wants, the most wanted first. @param {string} [first] that of the page, where none was chosen */
export function wanted(first) {
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch { /* a page from the disk may have no storage */ }
  return [...(kept ? [kept] : []), ...(first ? [first] : []), ...navigator.languages];
}

/**
 * Gives the first of some languages that the reader wants.
 * @template T
 * @param {Record<string, T>} known by their codes
 * @param {string} [first] that of the page, where none was chosen
 * @returns {[string, T] | undefined}
 */
export function nearest(known, first) {
  for (const code of wanted(first)) {
    const same = Object.keys(known).find((one) => one.toLowerCase() === code.toLowerCase()) ??
      Object.keys(known).find((one) => one.split("-")[0] === code.split("-")[0].toLowerCase());
    if (same) return [same, known[same]];
    if (code.split("-")[0].toLowerCase() === "en") return undefined;
  }
  return undefined;
}

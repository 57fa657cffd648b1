/** The log of a match: what was chosen, what came of it and, on a line that has it, why. */

import { disc, make } from "./dom.js";
import { many, says } from "./words.js";

/** @typedef {import("./messages.js").Line} Line */

const LATEST = 2;
/** So many lines of what happened last stand over the table. */
const NEAR = 60;
/** So many pixels from its end count as the end. */

export class Journal {
  /**
   * @param {HTMLElement} element it scrolls, and holds a list
   * @param {(line: Line) => void} report asks for the table of a line
   */
  constructor(element, report) {
    this.element = element;
    this.report = report;
    this.list = /** @type {HTMLElement} */ (element.firstElementChild);
    /** @type {string[]} */
    this.keys = [];
    /** @type {Line[]} what the table said */
    this.given = [];
    // The log stays at its end until somebody scrolls up; what is above it may grow and shrink meanwhile.
    this.follows = true;
    this.high = element.clientHeight;
    element.addEventListener("scroll", () => {
      if (element.clientHeight === this.high) this.follows = this.#atEnd(); // else its room changed, and nobody scrolled
    });
    new ResizeObserver(() => {
      this.high = element.clientHeight;
      this.#follow();
    }).observe(element);
  }

  #atEnd() {
    return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < NEAR;
  }

  #follow() {
    if (this.follows) this.element.scrollTop = this.element.scrollHeight;
  }

  /**
   * Shows lines; gives those that are new since the last time, to be read out.
   * @param {Line[]} lines
   * @param {number} [from] so many of the lines before stay as they are
   * @returns {Gathered[]}
   */
  show(lines, from = 0) {
    this.given = from ? [...(this.given ?? []).slice(0, from), ...lines] : lines;
    const all = gathered(this.given);
    const keys = all.map(keyOf);
    let same = 0;
    while (same < keys.length && same < this.keys.length && keys[same] === this.keys[same]) same += 1;
    const first = this.keys.length === 0;
    // The last line may have come once more.
    const grew = same >= this.keys.length - 1;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    for (const one of all.slice(same)) this.list.append(row(one, this.report));
    this.keys = keys;
    if (first || !grew) this.follows = true;
    this.#follow();
    return first || !grew ? [] : all.slice(same);
  }
}

/** @typedef {Line & {times?: number, folded?: Line[]}} Gathered */

const CHANGE = /^(.*): (.*?) → (.*)$/;
/** What a number of the rules was and became. */
const CHANGED = /^([^:'’]+): (?:\d+ → )?(\d+)$/;
/** The same of a number that belongs to nobody. */
const RUN = 8;
/** So many lines of one kind, one after the other, are a run, as of cards that are dealt. */
const OF_ITS_OWN = new Set(["win", "eliminate"]);
/** What names a player, who need not be the one who acted. */
const BEGINS = new Set(["round", "turn", "begin", "choice"]);
/** With what the game itself begins. */
const DEALT = new Set(["deal", "draw"]);
/** What happens in a run in an order that means nothing. */
const FEW = 4;
/** So many changes of numbers are told each in a line of its own; of more, how many there are. */

/**
 * Puts lines that say the same, one directly after the other, into one with their number, as when five dice go to one place;
 * and numbers that change one after the other into what they were at first and are at last.
 * @param {Line[]} lines
 * @returns {Gathered[]}
 */
export function gathered(lines) {
  const begins = beginning(lines);
  /** @type {Gathered[]} */
  const made = begins.length > RUN
    ? [{ ...begins[0], text: many("Set-up: {count} step", "Set-up: {count} steps", begins.length), why: [], cites: [], report: undefined, folded: begins }]
    : [];
  for (let at = made.length ? begins.length : 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (isChange(line)) {
      let end = at;
      while (end < lines.length && isChange(lines[end]) && lines[end].step === line.step) end += 1;
      const told = changes(lines.slice(at, end));
      const last = made.at(-1);
      if (last && counts(last, told)) made[made.length - 1] = { ...last, text: `${last.text} (${told[0].text.replace(CHANGED, "$1 $2")})` };
      else made.push(...told);
      at = end - 1;
      continue;
    }
    if (line.kind === "dice" && (rollsNext(lines, at) || isLaidAside(lines, at))) continue;
    const last = made.at(-1);
    if (lines[at - 1]?.kind === "choice" && !(line.why ?? []).length && repeats(line, lines[at - 1])) continue;
    const same = last && last.text === line.text && last.kind === line.kind && last.step === line.step && !line.report && !(line.why ?? []).length && !(last.why ?? []).length;
    if (same) made[made.length - 1] = { ...last, times: (last.times ?? 1) + 1 };
    else made.push(line);
  }
  return dealt(made);
}

/** Tells whether one number of the rules counts what was just rolled: it is told with the roll. @param {Gathered} roll @param {Gathered[]} told */
function counts(roll, told) {
  const [number] = told;
  return roll.kind === "roll" && told.length === 1 && number.step === roll.step && !roll.report && !(number.why ?? []).length && CHANGED.test(number.text);
}

/** Gives what came before anybody's turn: it lies on the table, and nobody reads it line by line. @param {Line[]} lines */
function beginning(lines) {
  const end = lines.findIndex((one) => one.step !== lines[0].step || BEGINS.has(one.kind ?? ""));
  return end < 0 ? [] : lines.slice(0, end);
}

/**
 * Puts what is told again and again in a long run into one line, as when cards are dealt around one by one.
 * @param {Gathered[]} lines
 * @returns {Gathered[]}
 */
function dealt(lines) {
  /** @type {Gathered[]} */
  const made = [];
  const plain = (/** @type {Gathered} */ one) => LOOKS[one.kind ?? ""] === undefined && !one.report && !one.folded && !(one.why ?? []).length;
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (end < lines.length && plain(lines[end]) && lines[end].kind === lines[at].kind && lines[end].step === lines[at].step) end += 1;
    if (end - at < RUN || !DEALT.has(lines[at].kind ?? "")) {
      made.push(lines[at]);
      continue;
    }
    /** @type {Map<string, Gathered>} */
    const found = new Map();
    for (const one of lines.slice(at, end)) {
      const before = found.get(one.text);
      found.set(one.text, before ? { ...before, times: (before.times ?? 1) + (one.times ?? 1) } : one);
    }
    made.push(...found.values());
    at = end - 1;
  }
  return made;
}

/** Tells whether dice are only taken up for the roll that comes next. @param {Line[]} lines @param {number} at */
function rollsNext(lines, at) {
  let end = at;
  while (["dice", "begin"].includes(lines[end]?.kind ?? "")) end += 1;
  return lines[end]?.kind === "roll" && lines[end].step === lines[at].step;
}

/** Tells whether dice are only laid aside after what was moved by them. @param {Line[]} lines @param {number} at */
function isLaidAside(lines, at) {
  let before = at - 1;
  while (lines[before]?.kind === "dice") before -= 1;
  return lines[before]?.kind === "move" && lines[before].step === lines[at].step;
}

/**
 * Tells whether a line, the first after a choice, says to all what its reader has just chosen.
 * @param {Line} line @param {Line} choice
 */
function repeats(line, choice) {
  if (line.seat === undefined || line.seat !== choice.seat || line.step !== (choice.step ?? NaN) + 1) return false;
  const answer = choice.text.replace(/^.*?[?:] /, "");
  return line.text.endsWith(`: ${answer}`) || (line.kind === "choose" && line.text.endsWith(` ${answer}`));
}

/** @param {Line} line */
function isChange(line) {
  return line.kind === "set" && !line.report && CHANGE.test(line.text);
}

/**
 * Tells changes that follow one another: each number once, none that is as it was, and of many how many there are.
 * @param {Line[]} run
 * @returns {Gathered[]}
 */
function changes(run) {
  /** @type {Map<string, Line>} */
  const found = new Map();
  for (const line of run) {
    const [, what, from, to] = /** @type {RegExpMatchArray} */ (line.text.match(CHANGE));
    const before = found.get(what)?.text.match(CHANGE);
    const why = [...(found.get(what)?.why ?? []), ...(line.why ?? [])];
    found.set(what, { ...line, text: `${what}: ${before ? before[2] : from} → ${to}`, ...(why.length ? { why } : {}) });
  }
  const left = [...found.values()].filter((one) => {
    const [, , from, to] = /** @type {RegExpMatchArray} */ (one.text.match(CHANGE));
    return from !== to;
  });
  for (const one of left) one.text = became(one.text);
  if (left.length <= FEW) return left;
  return [{ ...left[0], text: many("{count} number changes", "{count} numbers change", left.length), why: [], cites: [], folded: left }];
}

/** Leaves out what something was before where that is nothing, or the other of two. @param {string} text */
function became(text) {
  const [, what, from, to] = /** @type {RegExpMatchArray} */ (text.match(CHANGE));
  return [says("none"), says("yes"), says("no")].includes(from) ? `${what}: ${to}` : text;
}

/** Begins a sentence with a capital letter, but for the name of a space, as `r1c2`; signs that keep names apart from
 * text of another direction may stand before it. @param {string} text */
function sentence(text) {
  return text.replace(/(?<=^[\u2066-\u2068]*)\p{Ll}+(?= )/u, (word) => `${word[0].toLocaleUpperCase()}${word.slice(1)}`);
}

/** @param {Gathered} line */
function keyOf(line) {
  return `${line.step}\n${line.seat}\n${line.text}\n${(line.why ?? []).length}\n${line.times ?? 1}\n${(line.folded ?? []).map((one) => one.text).join("\n")}`;
}

/**
 * Gives what happened last, in a line or two: what a person would tell who was asked, without numbers and phases.
 * @param {Line[]} lines
 * @returns {{seat: number | null, text: string}[]}
 */
export function latest(lines) {
  const told = gathered(lines).filter((one) => LOOKS[one.kind ?? ""] === undefined);
  const step = told.at(-1)?.step;
  return told.filter((one) => one.step === step).slice(-LATEST).map((one) => ({ seat: OF_ITS_OWN.has(one.kind ?? "") ? null : one.seat, text: sentence(one.times ? `${one.text} × ${one.times}` : one.text) }));
}

/** What a line is: a turn begins, a phase begins, somebody chose, or something came of it. */
const LOOKS = /** @type {Record<string, string>} */ ({ choice: "taken", turn: "turn", begin: "phase", set: "came small", secret: "came small", "taken-back": "taken-back" });

/** @param {Gathered} line @param {(line: Line) => void} report */
function row(line, report) {
  const why = line.why ?? [];
  const cites = line.cites ?? [];
  const text = make("span", { class: "told", text: sentence(line.text) }, line.times && make("span", { class: "times", text: ` × ${line.times}` }));
  const look = LOOKS[line.kind ?? ""] ?? "came";
  const seat = look === "taken" || look === "turn" ? line.seat : null;
  if (line.folded) {
    return make("li", { class: look }, make("details", {}, make("summary", {}, make("span", { class: "told", text: line.text })),
      make("ul", {}, ...line.folded.map((one) => make("li", { text: one.text })))));
  }
  const inside = [seat !== null && seat !== undefined && disc(seat)];
  if (why.length || (cites.length && look !== "phase")) {
    inside.push(make("details", {}, make("summary", {}, text, "\u00a0", make("span", { class: why.length ? "why" : "why rule", text: why.length ? says("why") : says("rule") })),
      why.length ? make("ul", {}, ...why.map((one) => make("li", { text: one }))) : null,
      cites.length ? make("p", { class: "cites" }, ...cites.map((one) => make("span", { class: "cite", text: one }))) : null));
  } else inside.push(text);
  if (line.report) inside.push(make("button", { type: "button", class: "report-button", text: says("as a table"), onclick: () => report(line) }));
  return make("li", { class: look }, ...inside);
}

/**
 * Tells whether a line is read out: what phases begin is heard in the question, and what rules note is seldom for people.
 * @param {Line} line
 */
export function isSpoken(line) {
  return line.kind !== "begin" && line.kind !== "set";
}

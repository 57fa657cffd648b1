/** Lessons: the examples of a ruleset, played step by step. The table says what to show; nothing of a match is in them. */

import { Choosing, slots } from "./choosing.js";
import { adopt } from "./clean.js";
import { dialog } from "./dialogs.js";
import { fill, make } from "./dom.js";
import { borrow } from "./look.js";
import { Pictures } from "./pictures.js";
import { Asked } from "./question.js";
import { many, says } from "./words.js";

/** @typedef {import("./messages.js").Choice} Choice */
/** @typedef {import("./messages.js").Lesson} Lesson */

const KEPT = "gdl-lessons ";
const FEW = 2;
/** So many lines of how things stand are told at once. */
const NARROW = 480;
const MIDDLE = 820;
/** In less room than this, pictures are laid out in one column: a narrow one, or one of middle width. */

export class Lessons {
  /** @param {(message: object) => void} send @param {string} game whose lessons they are */
  constructor(send, game) {
    this.send = send;
    this.game = game;
    /** @type {{title: string, cites: string[]}[]} */
    this.all = [];
    /** @type {Lesson | null} */
    this.shown = null;
    this.choosing = new Choosing([]);
    /** @type {HTMLDialogElement | null} */
    this.open = null;
  }

  /** Asks for the list, which opens when it comes. */
  begin() {
    this.send({ do: "lessons" });
  }

  /** Takes a message of the table, if it is one of lessons. @param {any} message @returns {boolean} */
  take(message) {
    if (message.lessons) {
      this.all = message.lessons;
      if (message.sheet) adopt(message.sheet);
      borrow();
      this.#list();
      return true;
    }
    if (message.lesson) {
      this.#show(message.lesson);
      return true;
    }
    return false;
  }

  #list() {
    document.querySelector("dialog.help")?.remove(); // from where they may have been asked for
    const done = this.#done();
    const next = Math.max(0, this.all.findIndex((one) => !done.has(one.title)));
    const made = dialog(says("Learn by examples"), [
      make("p", { text: says("Each lesson shows a moment of a match. You make the choices that the example makes, and see what comes of them.") }),
      make("ol", { class: "lesson-list" }, ...this.all.map((one, number) => make("li", {}, make("button", {
        type: "button", class: number === next ? "primary" : "quiet-button", onclick: () => {
          made.close();
          this.#ask(number, 0);
        },
      }, make("span", { text: one.title }), done.has(one.title) && make("small", { text: says("done") }))))),
    ], "lessons");
    /** @type {HTMLElement | null} */ (made.querySelector("button.primary"))?.focus();
  }

  /** @param {number} number @param {number} page */
  #ask(number, page) {
    const room = this.open?.isConnected ? this.pictures?.element.clientWidth ?? 0 : Math.min(innerWidth, MIDDLE);
    this.send({ do: "lesson", number, page, width: room >= MIDDLE ? "wide" : room < NARROW ? "narrow" : "middle" });
  }

  #build() {
    const table = make("section", { class: "pictures", "aria-label": says("The table") });
    this.pictures = new Pictures(table, (spot, event) => this.#pressed(spot, event));
    const asked = make("section", { class: "question card", "aria-labelledby": "lesson-prompt" });
    this.asked = new Asked(asked, {
      choose: (choice) => this.#choose(choice), back: () => this.#back(), look: (choice) => this.#look(choice), pass: () => {},
    }, "lesson-prompt");
    this.told = make("ul", { class: "lesson-told" });
    this.said = make("p", { class: "lesson-said", role: "status" });
    this.before = make("button", { type: "button", class: "quiet-button", onclick: () => this.#turn(-1) }, says("Back"));
    this.next = make("button", { type: "button", class: "quiet-button", onclick: () => this.#turn(1) });
    this.moment = make("p", { class: "lesson-moment" });
    this.open = dialog("", [
      make("div", { class: "lesson-table" }, table),
      make("div", { class: "lesson-side" }, this.moment, this.told, asked, this.said, make("div", { class: "row" }, this.before, this.next)),
    ], "lesson");
    this.open.addEventListener("keydown", (event) => this.#typed(event));
  }

  /** Takes the choice with a key, as at a table. @param {KeyboardEvent} event */
  #typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key.length !== 1) return;
    if (/** @type {Element} */ (event.target).closest("input, select, textarea")) return;
    const number = this.asked?.keys.get(event.key.toLowerCase());
    const choice = this.choosing.choices.find((one) => one.number === number);
    if (!choice) return;
    event.preventDefault();
    this.#choose(choice);
  }

  /** @param {Lesson} lesson */
  #show(lesson) {
    if (!this.open?.isConnected) this.#build();
    const other = this.shown?.number !== lesson.number;
    this.shown = lesson;
    const { pictures, asked, told, said, next, before, moment, open } = this;
    if (!pictures || !asked || !told || !said || !next || !before || !moment || !open) return;
    /** @type {HTMLElement} */ (open.querySelector("h2")).textContent = lesson.title;
    moment.textContent = [says("Lesson {number} of {count}, step {step} of {steps}", {
      number: lesson.number + 1, count: lesson.of, step: lesson.page + 1, steps: lesson.pages,
    }), lesson.cites.join(", ")].filter(Boolean).join(" · ");
    const row = (/** @type {{kind: string, text: string}} */ one) => make("li", { class: one.kind, text: one.text });
    const given = lesson.told.filter((one) => one.kind === "given");
    // The picture shows how things stand; it is said as well for whoever wants to know it exactly.
    const folded = given.length > FEW && lesson.told.length > given.length;
    fill(told, folded && make("li", {}, make("details", {}, make("summary", { text: says("How things stand") }), make("ul", {}, ...given.map(row)))),
      ...(folded ? lesson.told.filter((one) => !given.includes(one)) : lesson.told).map(row));
    const last = lesson.page + 1 === lesson.pages;
    if (last) this.#note(lesson.title);
    const end = last && lesson.number + 1 === lesson.of;
    next.textContent = end ? says("All lessons") : last ? says("Next lesson") : lesson.question ? says("Show me") : says("Go on");
    next.className = lesson.question ? "quiet-button" : "primary";
    before.hidden = !lesson.page;
    said.textContent = last ? says("That is how the example ends.") : "";
    const move = pictures.show(lesson.picture);
    this.choosing = new Choosing(lesson.question?.choices ?? []);
    pictures.release();
    asked.show(lesson.question, "", undefined, innerWidth < MIDDLE, lesson.player);
    asked.passing.hidden = true;
    this.#light();
    move();
    if (lesson.question) asked.focus();
    else next.focus();
    if (other) open.querySelector(".body")?.scrollTo(0, 0);
    else if (lesson.question) pictures.reveal(asked.element);
  }

  #light() {
    /** @type {Map<string, string>} */
    const open = new Map();
    for (const [spot, choices] of this.choosing.open) {
      open.set(spot, choices.length === 1 && this.choosing.ends(choices[0]) ? choices[0].label : "");
    }
    const from = new Set([...this.choosing.open].filter(([, all]) => all.some((one) => !this.choosing.ends(one))).map(([spot]) => spot));
    this.pictures?.open(open, this.choosing.picked, from);
    this.asked?.picking(this.choosing, (spot) => this.#name(spot));
  }

  /** @param {string} spot */
  #name(spot) {
    return this.open?.querySelector(`[data-target="${CSS.escape(spot)}"]`)?.getAttribute("aria-label") || spot;
  }

  /** @param {Choice | null} choice */
  #look(choice) {
    const spots = new Set(choice ? slots(choice).flat() : []);
    for (const one of this.open?.querySelectorAll("[data-target]") ?? []) one.classList.toggle("meant", spots.has(one.getAttribute("data-target") ?? ""));
  }

  /** @param {string} spot @param {Event} event */
  #pressed(spot, event) {
    const only = this.choosing.pick(spot);
    if (only) {
      this.#choose(only);
      return;
    }
    const had = this.pictures?.focused;
    this.#light();
    if (had) this.pictures?.focus(this.choosing.picked.length ? [...this.choosing.open.keys()][0] ?? spot : spot);
    event.preventDefault();
  }

  #back() {
    this.choosing.back();
    this.#light();
  }

  /** Goes on with the choice of the example, and tells which it is where another one was made. @param {Choice} choice */
  #choose(choice) {
    const { shown, said } = this;
    const taken = shown?.question?.choices.find((one) => one.number === shown.takes);
    if (!shown || !taken || !said) return;
    // Things that are alike stand for one another.
    if (choice.number === taken.number || choice.label === taken.label) {
      this.#ask(shown.number, shown.page + 1);
      return;
    }
    this.choosing.picked = [];
    this.#light();
    said.textContent = says("You may do that in a match. This example goes on with: {choice}", { choice: taken.label });
  }

  /** @param {number} by */
  #turn(by) {
    const { shown } = this;
    if (!shown) return;
    const page = shown.page + by;
    if (page < shown.pages) this.#ask(shown.number, Math.max(0, page));
    else if (shown.number + 1 < shown.of) this.#ask(shown.number + 1, 0);
    else {
      this.open?.close();
      this.begin(); // in another language, or of a ruleset that was changed, they are others
    }
  }

  /** @returns {Set<string>} */
  #done() {
    try {
      return new Set(JSON.parse(localStorage.getItem(KEPT + this.game) ?? "[]"));
    } catch {
      return new Set(); // a page from the disk may have no storage
    }
  }

  /** Notes a lesson that was seen to its end. @param {string} title */
  #note(title) {
    try {
      localStorage.setItem(KEPT + this.game, JSON.stringify([...this.#done().add(title)]));
    } catch { /* it is then seen as new the next time */ }
  }
}

/** Says how many lessons there are, for a button. @param {number} count */
export function lessonsOf(count) {
  return many("Learn by {count} example", "Learn by {count} examples", count);
}

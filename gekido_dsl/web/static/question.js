/** The open question: what is asked, by which rule, and every choice as a button with its key. */

import { disc, fill, make } from "./dom.js";
import { keyed, slots } from "./choosing.js";
import { many, pieces, says } from "./words.js";

/** @typedef {import("./messages.js").Question} Question */
/** @typedef {import("./messages.js").Choice} Choice */

const SHORT = 16;
/** A longer amount stands below what it is the amount of. */
const FEW = 3;
const MANY = 14;
/** From so many choices on there is a field that looks for one. */
const fromTo = () => says("Press what moves on the table, then where it goes.");
const onTable = () => says("Press what you choose on the table.");
/** What is said where choices are made in the picture. */
const NUMBERS = 20;
/** From so many numbers in a row on, one is typed. */

export class Asked {
  /**
   * @param {HTMLElement} element
   * @param {{choose: (choice: Choice, event: Event) => void, back: () => void, look: (choice: Choice | null) => void,
   *   place?: (place: import("./messages.js").Place) => void, pass: (on: boolean, question?: string) => void}} does
   *   `place` shows where a rule is written; `pass` has the table pass for the player, or ask again
   * @param {string} [id] of what is asked, by which the element is named
   */
  constructor(element, does, id = "prompt") {
    this.element = element;
    this.does = does;
    this.who = make("p", { class: "asked-of", hidden: true });
    this.head = make("h2", { class: "prompt", tabindex: "-1", id });
    this.source = make("p", { class: "source" });
    this.picked = make("div", { class: "picking", hidden: true });
    this.hint = make("p", { class: "hint", hidden: true });
    this.body = make("div", { class: "choosing" });
    this.list = make("ul", { class: "choices", "aria-labelledby": id });
    this.looking = /** @type {HTMLInputElement} */ (make("input", {
      type: "search", class: "looking", placeholder: says("Find a choice"), "aria-label": says("Find a choice"), hidden: true,
      oninput: () => this.#sift(),
    }));
    this.amount = /** @type {HTMLInputElement} */ (make("input", { type: "number", inputmode: "numeric", required: true, "aria-labelledby": id }));
    this.range = make("span", { class: "range" });
    this.typing = make("form", { class: "typing", hidden: true, onsubmit: (/** @type {Event} */ event) => this.#typed(event) },
      this.amount, this.range, make("button", { type: "submit", class: "quiet-button", text: says("Choose") }));
    /** @type {Choice[]} the numbers of which one is typed */
    this.numbers = [];
    this.fold = /** @type {HTMLDetailsElement} */ (make("details", { class: "fold" }, make("summary", {}), make("ul", { class: "choices" })));
    this.only = make("p", { class: "only", hidden: true });
    this.passing = make("button", { type: "button", class: "quiet-button passing", hidden: true, text: says("Pass for me whenever this is asked"), onclick: () => this.does.pass(true) });
    this.ordered = make("details", { class: "orders", hidden: true }, make("summary", {}), make("ul", {}));
    this.body.append(this.typing, this.looking, this.list, this.fold, this.only, this.passing);
    fill(element, this.who, this.head, this.source, this.hint, this.picked, this.body, this.ordered);
    /** @type {Map<string, number>} */
    this.keys = new Map();
    this.most = MANY;
    /** @type {Set<number>} what picking has left */
    this.left = new Set();
    /** @type {boolean | undefined} whether the list was open before something was picked */
    this.opened = undefined;
  }

  /**
   * @param {Question | null} question
   * @param {string} waiting what is said when nothing is asked
   * @param {string | undefined} rulebook where rules can be read
   * @param {boolean} [narrow] whether there is little room: what can be pressed in the picture is then folded sooner
   * @param {string} [who] the name of the player who is asked
   */
  show(question, waiting, rulebook, narrow = false, who = "") {
    this.most = narrow ? FEW : MANY;
    const prompt = question ? question.prompt : waiting;
    fill(this.who, ...(question && who ? [disc(question.seat), make("span", { text: who })] : []));
    this.who.hidden = !question || !who;
    if (this.head.textContent !== prompt) this.head.textContent = prompt;
    this.element.classList.toggle("asks", Boolean(question));
    this.element.hidden = !prompt;
    fill(this.source, ...(question ? sourceOf(question, rulebook, this.does.place) : []));
    this.picked.hidden = true;
    this.hint.hidden = true;
    this.only.textContent = question?.only ?? "";
    this.only.hidden = !question?.only;
    this.passing.hidden = !question?.may_pass;
    this.looking.value = "";
    if (!question) {
      this.keys = new Map();
      this.typing.hidden = true;
      fill(this.list);
      this.fold.hidden = true;
      this.looking.hidden = true;
      return;
    }
    const keys = keyed(question.choices.slice(inARow(question.choices).length));
    this.keys = new Map([...keys].map(([number, key]) => [key, number]));
    this.#lists(question.choices, keys);
  }

  /**
   * Lists the questions that the table passes for the player.
   * @param {string[]} questions by their prompts
   * @param {boolean} over whether the match is over
   */
  orders(questions, over) {
    this.ordered.hidden = over || !questions.length;
    if (this.ordered.dataset.key === JSON.stringify(questions)) return;
    this.ordered.dataset.key = JSON.stringify(questions);
    /** @type {Element} */ (this.ordered.querySelector("summary")).textContent =
      many("1 question is passed for you", "{count} questions are passed for you", questions.length);
    fill(/** @type {Element} */ (this.ordered.querySelector("ul")), ...questions.map((one) => make("li", {}, make("span", { text: one }),
      make("button", { type: "button", class: "quiet-button", text: says("Ask me again"), "aria-label": says("Ask me again: {question}", { question: one }), onclick: () => this.does.pass(false, one) }))));
  }

  /**
   * Shows how far picking went.
   * @param {import("./choosing.js").Choosing} choosing
   * @param {(spot: string) => string} name
   */
  picking(choosing, name) {
    const { picked, left } = choosing;
    this.picked.hidden = !picked.length;
    this.hint.hidden = this.fold.hidden || Boolean(picked.length);
    this.left = new Set(left.map((one) => one.number));
    this.#sift();
    if (!picked.length) {
      // The same question may be shown again meanwhile: its list stays as the person has it.
      this.fold.open = this.opened ?? this.fold.open;
      this.opened = undefined;
      return;
    }
    this.opened ??= this.fold.open;
    this.fold.open = left.length <= MANY;
    fill(this.picked, make("p", {}, ...pieces("Picked {places}. Then?", { places: make("strong", { text: picked.map(name).join(", ") }) })),
      make("button", { type: "button", class: "quiet-button", onclick: this.does.back }, `${says("Back")} `, make("kbd", { text: "Esc" })));
  }

  /** Whether choices are folded away, because they are in the picture. */
  get folded() {
    return !this.fold.hidden && !this.fold.open;
  }

  /** Gives the focus to the first choice, or to the question itself. */
  focus() {
    const all = [...this.element.querySelectorAll(".typing input, button.choice")];
    if (this.folded && !all.some((one) => one.checkVisibility())) this.fold.open = true; // whoever is in the list goes on in it
    const first = all.find((one) => one.checkVisibility());
    /** @type {HTMLElement} */ (first ?? this.head).focus({ preventScroll: true });
  }

  /** @param {Choice[]} all @param {Map<number, string>} keys */
  #lists(all, keys) {
    this.numbers = inARow(all);
    this.typing.hidden = !this.numbers.length;
    if (this.numbers.length) {
      const [least, most] = [this.numbers[0].label, this.numbers[this.numbers.length - 1].label];
      this.amount.min = this.amount.value = least;
      this.amount.max = most;
      this.range.textContent = says("{first} to {last}", { first: least, last: most });
    }
    const choices = all.slice(this.numbers.length);
    const placed = choices.filter((one) => slots(one).length);
    // What is seen and pressed in the picture is not listed once more, unless the list tells what the picture does not.
    const tells = placed.some((one) => one.amount || one.note || one.failed) && placed.every((one) => slots(one).length === 1);
    const folded = placed.length > (tells ? this.most : 0) ? new Set(placed) : new Set();
    this.hint.textContent = placed.some((one) => slots(one).length > 1) ? fromTo() : onTable();
    this.hint.hidden = !folded.size;
    const plain = choices.filter((one) => !folded.has(one));
    fill(this.list, ...plain.map((one) => this.#item(one, keys.get(one.number))));
    this.fold.hidden = !folded.size;
    const summary = /** @type {HTMLElement} */ (this.fold.querySelector("summary"));
    summary.textContent = many("The choice as a list", "The {count} choices as a list", folded.size);
    fill(/** @type {Element} */ (this.fold.querySelector("ul")), ...placed.filter((one) => folded.has(one))
      .map((one) => this.#item(one, keys.get(one.number))));
    this.fold.open = false;
    this.opened = undefined;
    this.looking.hidden = choices.length <= MANY;
  }

  /** @param {Choice} choice @param {string | undefined} key */
  #item(choice, key) {
    const kind = choice.declines ? "choice declines" : choice.takes_back ? "choice back" : "choice";
    const look = () => this.does.look(choice);
    const less = /[-−]\s?\d/.test(choice.amount ?? "") ? "amount less" : "amount"; // what costs is not as green as what is won
    const long = (choice.amount ?? "").length > SHORT;
    const button = make("button", {
      type: "button", class: kind, "aria-keyshortcuts": key, disabled: Boolean(choice.failed), onclick: (/** @type {Event} */ event) => this.does.choose(choice, event),
      onpointerenter: look, onfocus: look, onpointerleave: () => this.does.look(null), onblur: () => this.does.look(null),
    },
    key ? make("kbd", { text: key, "aria-hidden": "true" }) : make("span", { class: "no-key" }),
    choice.face && make("span", { class: choice.red ? "card-face red" : "card-face", "aria-hidden": "true", text: choice.face }),
    make("span", { class: "label" }, make("span", { text: choice.label }), choice.note && make("small", { text: choice.note }),
      long && make("small", { class: less, text: choice.amount }),
      choice.failed && make("small", { class: "failed", text: says("This cannot be done: {reason}", { reason: choice.failed }) })),
    !long && choice.amount && make("span", { class: less, text: choice.amount }));
    return make("li", { "data-number": choice.number, "data-said": `${choice.label} ${choice.note ?? ""}`.toLowerCase() }, button);
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const choice = this.numbers.find((one) => one.label === String(Number(this.amount.value)));
    if (choice) this.does.choose(choice, event);
  }

  #sift() {
    const wanted = this.looking.value.trim().toLowerCase();
    if (wanted && !this.fold.hidden) this.fold.open = true;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("li[data-number]"))) {
      one.hidden = !this.left.has(Number(one.dataset.number)) || !(one.dataset.said ?? "").includes(wanted);
    }
  }
}

/**
 * @param {Question} question
 * @param {string | undefined} rulebook
 * @param {((place: import("./messages.js").Place) => void) | undefined} show
 */
function sourceOf(question, rulebook, show) {
  const { place } = question;
  const rule = question.rule && (rulebook && isPage(rulebook)
    ? make("a", { href: rulebook, target: "rulebook", rel: "noopener", text: question.rule })
    : make("span", { class: "rule", text: question.rule }));
  return [rule, ...(question.cites ?? []).map((one) => make("span", { class: "cite", text: one })),
    place && show && make("button", { type: "button", class: "place", onclick: () => show(place), text: `${place.file.replace("<library>/", "")}:${place.line}` })];
}

/**
 * Gives the numbers at the beginning that rise by one and are all there is to say, if they are many.
 * @param {Choice[]} choices
 */
function inARow(choices) {
  const first = Number(choices[0]?.label);
  const end = choices.findIndex((one, at) => one.label !== String(first + at) || Boolean(one.note || one.amount || one.failed || slots(one).length));
  const run = choices.slice(0, end < 0 ? choices.length : end);
  return run.length > NUMBERS ? run : [];
}

/** Tells whether an address is that of a page: no script, and nothing else that does something. @param {string} address */
function isPage(address) {
  try {
    return ["http:", "https:", "file:"].includes(new URL(address, document.baseURI).protocol);
  } catch {
    return false;
  }
}

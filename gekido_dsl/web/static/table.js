/** The page of a table: it shows what the table says, and says what the person does. It knows no rules and draws nothing. */

import { Choosing, slots } from "./choosing.js";
import { adopt } from "./clean.js";
import { ask, handOver, help, languages, told } from "./dialogs.js";
import { Dock } from "./dock.js";
import { disc, fill, icon, make, say, tool, wear } from "./dom.js";
import { isSpoken, Journal, latest } from "./journal.js";
import { listen } from "./keys.js";
import { Lessons, lessonsOf } from "./lessons.js";
import { apply, borrow, choose, scheme } from "./look.js";
import { Notices } from "./notices.js";
import { Pictures } from "./pictures.js";
import { Playtest } from "./playtest.js";
import { Asked } from "./question.js";
import { gamesOf, seats, sideOf, tick } from "./seats.js";
import { Sounds } from "./sounds.js";
import { TakingBack } from "./taking_back.js";
import { keep, language, many, says, speak } from "./words.js";

/** @typedef {import("./messages.js").Shown} Shown */
/** @typedef {import("./messages.js").Choice} Choice */
/** @typedef {import("./socket.js").Connection} Connection */

const LAST = 80;
/** Among so many lines of the log is what happened last. */
const MOST_SPOKEN = 24;
/** More lines at once, as after a long turn of bots, are only in the log. */
const NARROW = 480;
const MIDDLE = 820;
/** In less room than this, pictures are laid out in one column: a narrow one, or one of middle width. */
const STACKED = 900;
/** In less room the question lies over the table; the style says the same. */
const UNREAD_MS = 300;
/** Nobody has read a question that came so shortly before: the second press of a double click is not meant for it. */
const TICK_MS = 500;
const LATE_MS = 3000;
/** A press is heard at most so long after it was made; what seems to be older was timed by another clock. */
const SCHEMES = /** @type {const} */ (["auto", "light", "dark"]);

/**
 * Shows a table in an element.
 * @param {HTMLElement} element
 * @param {Connection} connection
 * @param {{title?: boolean, part?: boolean, big?: boolean, rulebook?: string, page?: Node[], onshown?: (shown: Shown) => void, onplace?: (place: import("./messages.js").Place) => void,
 *   onother?: (message: any) => void}} [options]
 *   `title`: whether the title of the page says whose turn it is; `big`: whether it is a screen that all look at, where nothing is pressed; `part`: whether the page has more than a table; `page`: what the help says of it; `onother`: what takes messages that are not for a table
 */
export function mount(element, connection, options = {}) {
  return new Table(element, connection, options);
}

class Table {
  /** @param {HTMLElement} element @param {Connection} connection @param {NonNullable<Parameters<typeof mount>[2]>} options */
  constructor(element, connection, options) {
    this.element = element;
    this.connection = connection;
    this.options = options;
    /** @type {import("./messages.js").Hello} */
    this.hello = { game: "" };
    /** @type {Shown | null} */
    this.shown = null;
    this.choosing = new Choosing([]);
    this.waits = false;
    this.since = 0;
    /** When the table told last how things stand. */
    this.told = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
    /** @type {(() => void) | undefined} what else is done whenever the page was made anew */
    this.onbuilt = undefined;
    this.sounds = new Sounds();
    apply();
    this.#build();
    connection.onmessage = (message) => this.#told(message);
    connection.onstate = (state) => {
      this.lost.hidden = state !== "lost";
      if (state === "open") this.width = "wide"; // as every connection begins
      this.waits = false;
    };
    listen(element, this);
    this.width = "wide";
  }

  /** Has pictures laid out for the room that there is. */
  #fit() {
    const stacked = this.element.clientWidth < STACKED;
    if (stacked !== (this.time.parentElement === this.stage)) (stacked ? this.stage : this.bar).append(this.time);
    if (!stacked) this.bar.append(this.tools);
    this.element.classList.toggle("stacked", stacked);
    this.jump.hidden = !this.pictures.jumps(this.shown?.seat ?? null);
    this.#docked();
    const room = this.pictures.element.clientWidth;
    const width = !room || room >= MIDDLE ? "wide" : room < NARROW ? "narrow" : "middle";
    if (width === this.width || !this.shown) return;
    this.width = width;
    this.refits = true; // the same question comes again, with its places elsewhere
    this.send({ do: "width", width });
  }

  #build() {
    this.name = make(this.options.part ? "h2" : "h1", { class: "game" });
    this.heading = make("p", { class: "heading" });
    this.undo = tool(says("Undo ({key})", { key: "U" }), "undo", () => this.send({ do: "undo" }), { "aria-keyshortcuts": "u" });
    this.redo = tool(says("Redo ({key})", { key: "R" }), "redo", () => this.send({ do: "redo" }), { "aria-keyshortcuts": "r" });
    this.odds = tool(says("Odds of this question ({key})", { key: "O" }), "odds", () => this.send({ do: "odds" }), { "aria-keyshortcuts": "o" });
    this.pause = tool(says("Pause"), "pause", () => this.send({ do: this.shown?.paused ? "resume" : "pause" }));
    this.notices = this.options.title ? new Notices() : undefined;
    this.playtest = new Playtest((message) => this.send(message));
    const tools = this.tools = make("div", { class: "tools", role: "toolbar", "aria-label": says("Match") }, this.undo, this.redo, this.odds, this.pause,
      this.playtest.tool, this.notices && this.notices.tool, this.schemeTool = tool("", "scheme", () => this.#nextScheme(), { class: "tool scheme" }),
      this.soundTool = make("button", { type: "button", class: "tool in-help", onclick: () => this.#sound(!this.sounds.on) }),
      this.learnTool = tool(says("Learn by examples"), "learn", () => this.lessons?.begin(), { class: "tool in-help", hidden: true }),
      this.languageTool = tool(says("Language"), "language", () => this.#languages()),
      tool(says("Keys and help ({key})", { key: "?" }), "help", () => this.help(), { "aria-keyshortcuts": "?" }));
    this.#sayScheme();
    this.#saySound();
    const bar = this.bar = make("header", { class: "bar" }, make("div", { class: "where" }, this.name, this.heading), tools);
    this.lost = make("p", { class: "notice lost", role: "status", hidden: true, text: says("The connection is lost. Trying again…") });
    this.error = make("div", { class: "notice error", role: "alert", hidden: true });
    this.past = make("p", { class: "notice past", hidden: true }, make("span", { text: says("This is an earlier moment.") }),
      make("button", { type: "button", class: "quiet-button", onclick: () => this.send({ do: "at", step: null }) }, says("Back to now")));
    this.spoken = make("p", { class: "hidden", "aria-live": "polite", role: "status" });
    const table = make("section", { class: "pictures", "aria-label": says("The table") });
    this.pictures = new Pictures(table, (spot, event) => this.#pressed(spot, event));
    this.time = this.#time();
    // The log and what is read out say the same.
    this.latest = make("p", { class: "latest", "aria-hidden": "true", hidden: true });
    this.stage = make("div", { class: "stage" }, this.latest, table, this.time);
    this.dock = new Dock(this.stage, (choice, event) => this.choose(choice, event));
    const asked = make("section", { class: "question card", "aria-labelledby": "prompt" });
    this.asked = new Asked(asked, {
      choose: (choice, event) => this.choose(choice, event),
      back: () => this.back(),
      look: (choice) => this.#look(choice),
      place: this.options.onplace,
      pass: (on, question) => this.send({ do: "pass", on, question }),
    });
    this.jump = make("button", { type: "button", class: "quiet-button jump", onclick: () => this.pictures.jump(this.shown?.seat ?? null) }, says("Hand, board"));
    asked.append(this.jump);
    this.takingBack = new TakingBack((message) => this.send(message));
    this.outcome = make("section", { class: "outcome card", "aria-label": says("Outcome"), hidden: true });
    this.seats = make("ul", { class: "seats card", "aria-label": says("Seats") });
    // What is new is read out with the question (`spoken`), in one piece; the log itself keeps still.
    const log = make("div", { class: "log", role: "log", "aria-live": "off", "aria-label": says("Log"), tabindex: "0" }, make("ol"));
    this.journal = new Journal(log, (line) => this.send({ do: "report", text: String(line.number ?? "") }));
    const journal = make("section", { class: "journal card" }, make("header", {}, make("h2", { text: says("Log") }),
      make("button", { type: "button", class: "quiet-button", onclick: () => this.ask(), "aria-keyshortcuts": "w" }, `${says("Ask why")} `, make("kbd", { text: "w", "aria-hidden": "true" }))), log);
    fill(this.element, bar, make("div", { class: "notices" }, this.lost, this.error, this.past, this.playtest.asks, this.takingBack.element), this.spoken,
      make(this.options.part ? "div" : "main", { class: "table" }, this.stage,
        make("aside", { class: "side", "aria-label": says("Question, seats and log") }, this.outcome, this.playtest.form, asked, this.seats, journal)));
    this.element.classList.add("gdl-table");
    this.element.classList.toggle("big", Boolean(this.options.big));
    clearInterval(this.ticking);
    this.ticking = setInterval(() => tick(this.seats, this.told), TICK_MS);
    this.fitting?.disconnect();
    this.fitting = new ResizeObserver(() => this.#fit());
    this.fitting.observe(this.pictures.element);
  }

  #time() {
    this.slider = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": says("Moment of the match"),
      oninput: () => this.#at(this.slider.valueAsNumber) }));
    this.moment = make("output", { "aria-live": "off", "aria-hidden": "true" }); // the slider says the same
    return make("div", { class: "time", role: "group", "aria-label": says("Time") },
      tool(says("One step back ({key})", { key: "[" }), "back", () => this.step(-1)), this.slider, tool(says("One step forth ({key})", { key: "]" }), "forth", () => this.step(1)), this.moment);
  }

  /** Makes the page anew, in another language; what it shows comes again. */
  #again() {
    this.shown = null;
    this.#build();
    this.onbuilt?.();
  }

  #languages() {
    languages(this.hello.languages ?? [], language(), (code) => {
      keep(code);
      this.send({ do: "language", code });
    });
  }

  // ------------------------------------------------------------ what the table says

  /** @param {any} message */
  #told(message) {
    if (message.hello) {
      this.hello = message.hello;
      if (speak(message.hello)) this.#again();
      this.lessons ??= new Lessons((asked) => this.send(asked), this.hello.game); // one may be open still
      this.lessons.game = this.hello.game;
      this.learnTool.hidden = !this.hello.lessons;
      this.languageTool.hidden = (message.hello.languages ?? []).length < 2;
      if (message.hello.sheet) adopt(message.hello.sheet);
      borrow();
    }
    if (this.lessons?.take(message)) return;
    if (message.shown) this.#show(message.shown);
    this.options.onother?.(message);
    if (message.noted) this.playtest.draft = "";
    if (message.told !== undefined) told(message.told, message.lines ?? [], message.table);
    if (message.refused) {
      this.waits = false;
      this.#problem(message.refused, []);
    }
    if (message.error) {
      this.waits = false;
      const { message: text, place, lines } = message.error;
      const at = place ? `${text} (${place.file}:${place.line})` : text;
      this.#problem(says("The rules cannot continue from here: {problem}. The match is unchanged.", { problem: at }), lines ?? []);
    }
  }

  /** @param {Shown} shown */
  #show(shown) {
    const before = this.shown;
    this.told = performance.now();
    wear(shown.seats.map((one) => one.colour));
    const focus = this.#noteFocus();
    this.shown = shown;
    this.waits = false;
    this.error.hidden = true;
    say(this.name, shown.game);
    say(this.heading, shown.heading);
    this.past.hidden = shown.live;
    this.undo.toggleAttribute("disabled", !shown.can.undo);
    this.redo.toggleAttribute("disabled", !shown.can.redo);
    this.odds.toggleAttribute("disabled", !shown.question);
    const bots = shown.seats.some((one) => one.who !== "person");
    this.pause.hidden = !bots || shown.paused === undefined;
    this.pause.setAttribute("aria-pressed", String(Boolean(shown.paused)));
    this.#showTime(shown);
    const move = this.pictures.show(shown.picture);
    const asks = (/** @type {Shown} */ one) => JSON.stringify([one.question, one.step, one.live]);
    const isNew = !before || asks(before) !== asks(shown); // the same words may be asked again, a decision later
    if (isNew) {
      this.choosing = new Choosing(shown.question?.choices ?? []);
      this.pictures.release();
      this.asked.show(shown.question, shown.outcome ? "" : shown.waiting, this.hello.rulebook ?? this.options.rulebook,
        this.element.clientWidth < STACKED, shown.seats.length > 1 && shown.question ? called(shown.seats[shown.question.seat]) : "");
    } else if (!shown.question) this.asked.show(null, shown.outcome ? "" : shown.waiting, undefined);
    this.asked.orders(shown.orders ?? [], Boolean(shown.outcome));
    this.#light();
    move();
    seats(this.seats, shown, this.hello, (message) => this.send(message));
    this.#showOutcome(shown);
    this.playtest.show(shown.playtest ?? null, isNew);
    const news = this.journal.show(shown.log, shown.from);
    if (before) this.sounds.hear(before, shown, news);
    const last = latest(this.journal.given.slice(-LAST));
    this.latest.hidden = !last.length;
    fill(this.latest, ...last.flatMap((one) => [one.seat !== null && one.seat !== undefined && disc(one.seat), make("span", { text: one.text })]));
    if (isNew || (focus?.spot !== undefined && !this.pictures.focused)) this.#giveFocus(focus);
    if ((isNew || this.refits) && this.asked.folded) this.pictures.reveal(this.asked.element);
    this.refits = false;
    this.#announce(news, isNew, before, this.takingBack.show(shown.taking_back));
    handOver(shown.hand_over, shown.hand_over ? shown.seats[shown.hand_over.seat]?.name ?? "" : "", (seat) => this.send({ do: "see", seat }));
    if (this.options.title) {
      this.notices?.show(Boolean(shown.question), shown.question?.prompt ?? "", shown.game);
      const turn = `● ${says("Your turn")}`;
      const now = shown.outcome ? says("Over") : shown.question ? turn : "…";
      document.title = `${now} · ${shown.game}`;
    }
    this.options.onshown?.(shown);
    this.#fit();
    if (isNew && before) this.since = performance.now();
  }

  /** @param {Shown} shown */
  #showTime(shown) {
    this.time.hidden = typeof shown.steps !== "number" || shown.steps < 1;
    this.slider.max = String(shown.steps);
    this.slider.value = String(shown.step);
    const { step, steps } = shown;
    this.slider.setAttribute("aria-valuetext", shown.live
      ? many("now, after {count} decision", "now, after {count} decisions", steps)
      : many("after {step} of {count} decision", "after {step} of {count} decisions", steps, { step }));
    say(this.moment, shown.live ? `${steps}` : says("{step} of {steps}", { step, steps }));
  }

  /** @param {Shown} shown */
  #showOutcome(shown) {
    const { outcome } = shown;
    this.outcome.hidden = !outcome;
    const { series } = shown;
    const said = JSON.stringify([outcome?.text, series]);
    if (!outcome || this.outcome.dataset.said === said) return;
    this.outcome.dataset.said = said;
    const most = Math.max(...(series?.sides ?? []).map((one) => one.points));
    const ahead = series?.sides.filter((one) => one.points === most) ?? [];
    const ranks = shown.seats.map((seat, at) => ({ name: seat.name, rank: outcome.ranks[at] })).sort((a, b) => a.rank - b.rank);
    fill(this.outcome, make("h2", { text: outcome.text, tabindex: "-1" }),
      outcome.why && make("p", { class: "ended-by", text: says("The game ends when {condition}.", { condition: outcome.why }) }),
      !outcome.lines?.length && ranks.length > 2 && make("ol", { class: "ranks" }, ...ranks.map((one) => make("li", {}, make("b", { text: `${one.rank}.` }), ` ${one.name}`))),
      outcome.lines?.length && make("ul", { class: "ranks" }, ...outcome.lines.map((one) => make("li", { text: one.trim() }))),
      outcome.bots && make("p", { class: "ended-by", text: outcome.bots }),
      series && make("p", { class: "series", text: gamesOf(shown) }),
      series?.over && make("p", {}, make("b", { text: ahead.length === 1
        ? says("{player} wins the match.", { player: sideOf(shown, ahead[0].seats) }) : says("Nobody wins the match.") })),
      shown.can.host !== false && make("button", { type: "button", class: "primary", onclick: () => this.send({ do: "again" }) },
        series && !series.over ? says("Next game") : says("Play again")));
  }

  /**
   * Says what happened and what is asked now, in one piece: single pieces would cut one another short.
   * @param {import("./messages.js").Line[]} news
   * @param {boolean} isNew
   * @param {Shown | null} before
   * @param {string} asked what somebody asks to take back
   */
  #announce(news, isNew, before, asked) {
    const shown = /** @type {Shown} */ (this.shown);
    const told = news.filter(isSpoken).map((one) => (one.times ? many("{text}, {count} time", "{text}, {count} times", one.times, { text: one.text }) : one.text));
    if (before && before.live !== shown.live) told.push(shown.live ? says("Back to now.") : says("An earlier moment."));
    if (shown.outcome && !before?.outcome) told.push(shown.outcome.text);
    else if (isNew) told.push(this.#asking());
    if (asked) told.push(asked);
    const text = told.slice(-MOST_SPOKEN).filter(Boolean).map((one) => (/[.?!:]$/.test(one) ? one : `${one}.`)).join(" ");
    if (text) this.spoken.textContent = text.replace(/\br(\d+)c(\d+)\b/g, (_, row, column) => says("row {row}, column {column}", { row, column }));
  }

  #asking() {
    const shown = this.shown;
    if (!shown?.question) return shown?.outcome ? shown.outcome.text : shown?.waiting ?? "";
    const count = shown.question.choices.length;
    return `${shown.heading}. ${shown.question.prompt} ${many("One choice.", "{count} choices.", count)}`;
  }

  /** @param {string} text @param {string[]} lines */
  #problem(text, lines) {
    fill(this.error, make("p", { text }), lines.length > 0 && make("pre", { text: lines.join("\n"), tabindex: "0" }),
      tool(says("Close"), "close", () => { this.error.hidden = true; }));
    this.error.hidden = false;
  }

  // ------------------------------------------------------------ focus

  #noteFocus() {
    const active = document.activeElement;
    if (this.pictures.focused) return { spot: this.pictures.focused };
    if (active instanceof HTMLElement && active.closest(".question, .outcome, .notices, dialog.cover")) return { question: true };
    return null;
  }

  /** @param {{spot?: string, question?: boolean} | null} had */
  #giveFocus(had) {
    if (!had) return;
    if (had.spot !== undefined && this.pictures.focus(had.spot)) return;
    if (this.shown?.outcome) /** @type {HTMLElement | null} */ (this.outcome.querySelector("h2"))?.focus({ preventScroll: true });
    else this.asked.focus();
  }

  // ------------------------------------------------------------ what the person does

  /** @param {object} message */
  send(message) {
    this.connection.send(message);
  }

  /**
   * Answers the question with one of its choices; what was pressed for a question before answers nothing.
   * @param {Choice} choice
   * @param {Event} [event] the press
   */
  choose(choice, event) {
    if (this.waits || !this.shown?.live || !this.choosing.choices.includes(choice) || this.#isEarly(event)) return;
    this.waits = true; // one answer to one question: a second press would answer the next
    this.send({ do: "choose", step: this.shown.step, choice: choice.number, ...this.playtest.took() });
  }

  /** Tells whether somebody pressed before the question could be seen or read. @param {Event} [event] */
  #isEarly(event) {
    if (!event) return false;
    const after = event.timeStamp - this.since;
    return (after < 0 && after > -LATE_MS) || (event instanceof UIEvent && event.detail > 1 && after < UNREAD_MS);
  }

  /** @param {string} key @param {Event} event @returns {boolean} */
  key(key, event) {
    const number = this.asked.keys.get(key);
    const choice = this.choosing.choices.find((one) => one.number === number);
    if (!choice) return false;
    this.choose(choice, event);
    return true;
  }

  /** @param {string} spot @param {Event} event */
  #pressed(spot, event) {
    if (this.#isEarly(event)) return;
    const only = this.choosing.pick(spot);
    if (only) {
      this.choose(only, event);
      return;
    }
    const had = this.pictures.focused;
    this.#light();
    if (had) this.pictures.focus(this.choosing.picked.length ? [...this.choosing.open.keys()][0] ?? spot : spot);
    if (this.choosing.picked.length && !this.choosing.open.size) this.asked.focus();
    if (this.choosing.picked.length) this.pictures.reveal(this.asked.element);
    const { picked, left } = this.choosing;
    this.spoken.textContent = picked.length
      ? many("Picked {places}. {count} choice is left.", "Picked {places}. {count} choices are left.", left.length,
        { places: picked.map((one) => this.#name(one)).join(", ") })
      : says("Nothing is picked.");
  }

  back() {
    if (!this.choosing.picked.length) return;
    const had = this.pictures.focused;
    const last = this.choosing.picked.at(-1) ?? null;
    this.choosing.back();
    this.#light();
    if (had) this.pictures.focus(last);
    else this.asked.focus();
  }

  /** Lights what can be pressed now. */
  #light() {
    /** @type {Map<string, string>} */
    const open = new Map();
    if (this.shown?.live && this.shown.question) {
      for (const [spot, choices] of this.choosing.open) {
        const alone = choices.length === 1 && this.choosing.ends(choices[0]);
        open.set(spot, alone ? choices[0].label : "");
      }
    }
    const from = new Set([...this.choosing.open].filter(([, all]) => all.some((one) => !this.choosing.ends(one))).map(([spot]) => spot));
    this.pictures.open(open, this.choosing.picked, from);
    this.asked.picking(this.choosing, (spot) => this.#name(spot));
    this.#docked();
  }

  /** Asks beside what it is about, too, where the question stands elsewhere on the screen. */
  #docked() {
    const { shown, choosing } = this;
    if (!shown?.live || !shown.question || this.element.clientWidth < STACKED) this.dock?.hide();
    else this.dock?.show(shown.question.prompt, choosing.left, choosing.picked.length > 0);
  }

  /** @param {string} spot */
  #name(spot) {
    const found = this.element.querySelector(`[data-target="${CSS.escape(spot)}"]`);
    return found?.getAttribute("aria-label") || spot;
  }

  /** Shows in the picture where a choice would be. @param {Choice | null} choice */
  #look(choice) {
    const spots = new Set(choice ? slots(choice).flat() : []);
    for (const one of this.element.querySelectorAll("[data-target]")) {
      one.classList.toggle("meant", spots.has(one.getAttribute("data-target") ?? ""));
    }
  }

  /** @param {number} by */
  step(by) {
    if (!this.shown || typeof this.shown.steps !== "number") return;
    const to = this.shown.step + by;
    if (to < 0 || (this.shown.live && by > 0)) return;
    this.#at(to);
  }

  /** @param {number} step */
  #at(step) {
    this.send({ do: "at", step: step >= (this.shown?.steps ?? 0) ? null : step });
  }

  help() {
    help({ on: this.letters ?? true, turn: (on) => { this.letters = on; } }, { now: scheme(), choose: (one) => {
      choose(one);
      this.#sayScheme();
    } }, this.options.page, [this.#soundBox(), ...(this.hello.lessons ? [make("button", { type: "button", class: "quiet-button", onclick: () => this.lessons?.begin() }, lessonsOf(this.hello.lessons))] : [])]);
  }

  ask() {
    ask((what, text) => text && this.send({ do: what, text }));
  }

  focusPicture() {
    this.pictures.focus(this.pictures.focused);
  }

  focusChoices() {
    this.asked.focus();
  }

  /** Says again what is asked; a text that did not change would not be read. */
  repeat() {
    this.spoken.textContent = "";
    setTimeout(() => { this.spoken.textContent = this.#asking(); }, 50);
  }

  /** @param {boolean} on */
  #sound(on) {
    this.sounds.turn(on);
    this.#saySound();
  }

  #saySound() {
    const { soundTool, sounds } = this;
    if (!soundTool) return;
    fill(soundTool, icon(sounds.on ? "sound" : "silent"));
    for (const name of ["title", "aria-label"]) soundTool.setAttribute(name, says("Sounds"));
    soundTool.setAttribute("aria-pressed", String(sounds.on));
  }

  #soundBox() {
    const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", checked: this.sounds.on, onchange: () => this.#sound(box.checked) }));
    return make("label", {}, box, ` ${says("Sounds")}`);
  }

  #nextScheme() {
    choose(SCHEMES[(SCHEMES.indexOf(scheme()) + 1) % SCHEMES.length]);
    this.#sayScheme();
  }

  #sayScheme() {
    const said = { auto: says("Colours: as the system"), light: says("Colours: light"), dark: says("Colours: dark") }[scheme()];
    this.schemeTool?.setAttribute("aria-label", said);
    this.schemeTool?.setAttribute("title", said);
  }
}

/** Gives what a player is called, with the name of the person first. @param {import("./messages.js").Seat | undefined} seat */
function called(seat) {
  return seat?.person ? `${seat.person}, ${seat.name}` : seat?.name ?? "";
}

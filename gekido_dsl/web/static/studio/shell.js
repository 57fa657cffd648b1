/** The studio: text, table, and what stands beside them, in one page. */

import { fill, make, say, tool } from "../dom.js";
import { mount } from "../table.js";
import { Beside } from "./beside.js";
import { Buffers } from "./buffers.js";
import { begin } from "./begin.js";
import { Laying } from "./laying.js";
import { printing } from "./printing.js";
import { Send, onServer } from "./send.js";
import { Splitters } from "./splitters.js";
import { Text } from "./text.js";

/** @typedef {import("./calls.js").Call} Call */

const FEW_LINES = 6;
/** So many differences are shown at once; more are folded up. */

const PANES = [["text", "Text"], ["play", "Table"], ["beside", "Beside"]];

const LONG = "This takes long. What you wrote is kept; reload the page if it does not end.";

export class Studio {
  /**
   * @param {HTMLElement} element
   * @param {Call} call
   * @param {import("../socket.js").Connection} connection
   * @param {string} key of the page
   * @param {{open: () => void, share: () => void, write: () => Promise<import("./send.js").Sent>} | null} [alone] what a studio without a server does with projects
   */
  constructor(element, call, connection, key, alone = null) {
    this.alone = alone;
    /** What was said before an answer took long. @type {{text: string, bad: boolean} | null} */
    this.before = null;
    const write = alone?.write ?? onServer(call, key);
    this.send = new Send(async () => {
      await this.text.settled();
      return write();
    });
    this.call = call;
    this.connection = connection;
    this.buffers = new Buffers(call);
    this.number = 0; // of the state that is shown
    this.state = make("p", { class: "state", role: "status" });
    this.change = make("div", { class: "change", hidden: true });
    const panes = Object.fromEntries(PANES.map(([name, label]) => [name, make("section", { class: `pane ${name}`, "aria-label": label })]));
    const play = make("div", { class: "playing" });
    const bar = make("header", { class: "studio-bar" }, make("h1", { class: "mark", text: "Studio" }), this.state,
      make("div", { class: "switch", role: "group", "aria-label": "Show" }, ...PANES.map(([name, label]) =>
        make("button", { type: "button", class: "quiet-button", "data-pane": name, "aria-pressed": "false", text: label, onclick: () => this.#pane(name) }))),
      make("button", { type: "button", class: "quiet-button", text: "New game", onclick: () => begin(call, this) }),
      ...alone
        ? [make("button", { type: "button", class: "quiet-button", text: "Projects", onclick: () => alone.open() }),
          make("button", { type: "button", class: "quiet-button", text: "Share", onclick: () => alone.share() }),
          make("button", { type: "button", class: "quiet-button", text: "Print", onclick: () => printing(call, () => this.text.settled()) })]
        : [],
      make("button", { type: "button", class: "quiet-button", text: "Send it as a file", onclick: () => this.send.open() }));
    const main = make("main", { class: "panes" });
    new Splitters(main, PANES.map(([name]) => panes[name]), PANES.map(([, label]) => label));
    fill(element, bar, main);
    element.classList.add("studio-shell");
    this.element = element;
    this.#pane("play");
    this.text = new Text(panes.text, call, this.buffers, (state) => this.showState(state), (error) => this.problem(error));
    this.laying = new Laying(play, call, this.text);
    panes.play.append(this.laying.bar, this.change, play);
    this.text.onyours = () => begin(call, this, true);
    this.beside = new Beside(panes.beside, call, this);
    this.table = mount(play, connection, {
      part: true,
      onshown: (shown) => {
        this.beside.shown(shown);
        this.laying.shown();
      },
      onplace: (place) => this.text.go(place.file, place.line),
      onother: (message) => this.#other(message),
    });
    this.text.start().catch((error) => this.problem(error));
  }

  /** @param {any} message */
  #other(message) {
    if (message.state) this.showState(message.state);
    if (message.opened) {
      this.buffers.clear(); // another game is open: all that is here belongs to the last one
      location.reload();
      return;
    }
    if (message.sending) this.send.went(message.sending);
    if (message.job) this.beside.job(message.job);
    if (message.job?.report) {
      this.text.covered = true;
      this.text.used();
    }
    if (message.examples) this.beside.examples.came(message.examples);
    if (message.book) this.beside.written(message.book);
    if (message.hello) {
      document.title = `${message.hello.game} · Studio`;
      this.beside.again();
    }
  }

  /**
   * Says how the rules are, and what an edit changed in the match.
   * @param {any} state
   */
  showState(state) {
    if (state.number < this.number) return; // an answer that comes after what was told to all since
    this.number = state.number ?? this.number;
    const errors = state.findings.filter((/** @type {any} */ one) => one.severity === "error").length;
    const took = state.took_ms === undefined ? "" : ` · ${Math.round(state.took_ms)} ms`;
    say(this.state, state.good
      ? `Playable${state.findings.length ? `, ${count(state.findings.length, "remark")}` : ""}${took}`
      : `${count(errors || state.findings.length, "problem")}; the last good rules stay on the table`);
    this.state.classList.toggle("bad", !state.good);
    this.text.findings(state.findings);
    if (state.good && state.change) this.beside.again();
    else if (state.good && this.alone) this.beside.again(["book"]); // it is written by the words as they stand
    if (state.good) {
      this.beside.examples.renew();
      this.laying.again();
    }
    const { change } = state;
    if (!change) return; // what the last edit changed stays to be read until the next, or until it is closed
    const says = change.stopped || change.differs || change.lines?.length > 1 || change.things?.length;
    this.change.hidden = !says;
    if (!says) return;
    fill(this.change, make("p", {}, change.stopped
      ? `The match was played again up to decision ${change.kept} of ${change.of}: ${change.stopped}`
      : change.differs ? `From decision ${change.differs.step} on the match goes otherwise: ${change.differs.text}`
        : change.of ? `The match was played again: all ${count(change.of, "decision")}.` : "Nothing was decided yet, so the match begins anew."),
    change.things?.length && make("ul", { class: "things", "aria-label": "What lies there at the start" }, ...change.things.map((/** @type {string} */ text) => make("li", { text }))),
    change.lines?.length > 1 && make("details", { open: change.lines.length <= FEW_LINES }, make("summary", { text: `What is different: ${change.lines[0]}` }),
      make("pre", { class: "lines", tabindex: "0", text: change.lines.slice(2).join("\n") })),
    tool("Close", "close", () => { this.change.hidden = true; }));
  }

  /** @param {unknown} error */
  problem(error) {
    const text = error instanceof Error ? error.message : String(error);
    say(this.state, text);
    this.state.classList.add("bad");
  }

  /** Says that an answer takes long, until it has come. @param {boolean} still */
  takesLong(still) {
    if (still && this.state.textContent !== LONG) {
      this.before = { text: this.state.textContent ?? "", bad: this.state.classList.contains("bad") };
      this.problem(LONG);
    } else if (!still && this.before && this.state.textContent === LONG) {
      say(this.state, this.before.text);
      this.state.classList.toggle("bad", this.before.bad);
    }
  }

  /** Shows one part, where there is no room for all. @param {string} name */
  #pane(name) {
    this.element.dataset.pane = name;
    for (const one of this.element.querySelectorAll("[data-pane]")) one.setAttribute("aria-pressed", String(one.getAttribute("data-pane") === name));
  }
}

/** @param {number} number @param {string} word */
function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** What stands beside the table: rulebook, examples, phases, odds, simulation, options. Each is asked for when it is looked at. */

import { picture } from "../clean.js";
import { fill, make } from "../dom.js";
import { Examples } from "./examples.js";
import { Simulation } from "./simulation.js";
import { Setting } from "./setting.js";

/** @typedef {import("../messages.js").Shown} Shown */

const TABS = [["book", "Rulebook"], ["examples", "Examples"], ["graph", "Phases"], ["odds", "Odds"], ["simulation", "Simulation"], ["setting", "Options"]];
const SLOW_MS = 400;
/** So long a panel may be empty before it says that its answer is on the way. */

/**
 * Shows a page in a frame that runs nothing and fetches nothing. What styles it is handed over beside it, since the policy of this
 * page allows no style but its own.
 * @param {HTMLElement} panel @param {string} html @param {string} style @param {() => void} shown
 */
function framed(panel, html, style, shown) {
  const before = /** @type {HTMLIFrameElement | null} */ (panel.querySelector("iframe"));
  const top = before?.contentWindow?.scrollY ?? 0;
  const frame = /** @type {HTMLIFrameElement} */ (make("iframe", { title: "Rulebook", sandbox: "allow-same-origin allow-popups", srcdoc: html }));
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    const view = /** @type {any} */ (frame.contentWindow);
    if (!inside || !view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`${style} .search, .tools { display: none; }`);
    inside.adoptedStyleSheets = [sheet];
    inside.addEventListener("click", (event) => {
      const link = /** @type {HTMLElement} */ (event.target).closest?.("a[href]");
      const to = link?.getAttribute("href") ?? "";
      if (!link) return;
      event.preventDefault();
      if (to.startsWith("#")) inside.getElementById(decodeURIComponent(to.slice(1)))?.scrollIntoView();
      else if (/^https?:/.test(to)) window.open(to, "_blank", "noopener,noreferrer");
    });
    view.scrollTo(0, top);
    shown();
  });
  fill(panel, frame);
}

export class Beside {
  /** @param {HTMLElement} element @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio */
  constructor(element, call, studio) {
    this.call = call;
    this.studio = studio;
    /** @type {Shown | null} */
    this.now = null;
    /** @type {Record<string, HTMLElement>} */
    this.panels = {};
    /** @type {Set<string>} */
    this.stale = new Set(TABS.map(([name]) => name));
    const tabs = make("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table" });
    fill(element, tabs);
    for (const [name, label] of TABS) {
      tabs.append(make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false",
        tabindex: "-1", text: label, onclick: () => this.open(name) }));
      this.panels[name] = make("div", { class: `panel ${name}`, role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0", hidden: true });
      element.append(this.panels[name]);
    }
    tabs.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {KeyboardEvent} */ (event).key];
      if (!step) return;
      const at = (TABS.findIndex(([name]) => name === this.name) + step + TABS.length) % TABS.length;
      this.open(TABS[at][0]);
      document.getElementById(`tab-${TABS[at][0]}`)?.focus();
    });
    this.examples = new Examples(this.panels.examples, call, studio);
    this.simulation = new Simulation(this.panels.simulation, call, studio);
    this.setting = new Setting(this.panels.setting, call, studio);
    this.open("book");
  }

  /** @param {string} name */
  open(name) {
    this.name = name;
    for (const [one] of TABS) {
      const tab = document.getElementById(`tab-${one}`);
      tab?.setAttribute("aria-selected", String(one === name));
      tab?.setAttribute("tabindex", one === name ? "0" : "-1");
      this.panels[one].hidden = one !== name;
    }
    this.#freshen();
  }

  /** The rules are others now: everything is asked for again when it is looked at. @param {string[]} [what] */
  again(what = TABS.map(([name]) => name)) {
    for (const name of what) this.stale.add(name);
    this.#freshen();
  }

  /** @param {Shown} shown */
  shown(shown) {
    const before = this.now;
    this.now = shown;
    if (before?.question?.rule !== shown.question?.rule) this.stale.add("book");
    if (before?.version !== shown.version) this.stale.add("odds");
    this.#light();
    this.#freshen();
  }

  /** @param {any} job */
  job(job) {
    this.simulation.job(job);
  }

  async #freshen() {
    const name = this.name ?? "";
    if (!this.stale.delete(name)) return;
    const panel = this.panels[name];
    const slow = setTimeout(() => panel.childElementCount || fill(panel, make("p", { class: "empty", role: "status", text: "One moment…" })), SLOW_MS);
    try {
      if (name === "book") await this.#book();
      else if (name === "odds") await this.#odds();
      else if (name === "graph") await this.#graph();
      else if (name === "examples") await this.examples.show();
      else if (name === "simulation") await this.simulation.show();
      else if (name === "setting") await this.setting.show();
    } catch (error) {
      fill(panel, make("p", { class: "empty", text: error instanceof Error ? error.message : String(error) }));
    } finally {
      clearTimeout(slow);
    }
  }

  async #book() {
    const { url, ready, at } = await this.call("book", { rule: this.now?.question?.rule ?? null });
    const frame = /** @type {HTMLIFrameElement | null} */ (this.panels.book.querySelector("iframe"));
    if (ready === false) {
      if (!frame) fill(this.panels.book, make("p", { class: "empty", role: "status", text: "The rulebook is being written…" }));
      return;
    }
    if (!url) {
      if (at) frame?.contentDocument?.getElementById(at)?.scrollIntoView();
      return;
    }
    const address = new URL(url, location.href);
    if (address.origin !== location.origin) return;
    if (frame?.getAttribute("data-address") === address.href && !this.rewritten) return;
    this.rewritten = false;
    if (frame) {
      frame.src = address.href;
      frame.setAttribute("data-address", address.href);
    } else fill(this.panels.book, make("iframe", { title: "Rulebook", src: address.href, "data-address": address.href, sandbox: "allow-scripts" }));
  }

  /**
   * The rulebook was written anew, on a server or in this page.
   * @param {{html?: string, style?: string, why?: string}} book
   */
  written({ html, style, why }) {
    if (why) fill(this.panels.book, make("p", { class: "empty", text: why }));
    if (html) framed(this.panels.book, html, style ?? "", () => this.again(["book"]));
    if (why || html) return;
    this.rewritten = true;
    this.stale.add("book");
    this.#freshen();
  }

  async #odds() {
    const asked = this.now?.version;
    const { patterns, notes = [] } = await this.call("odds");
    if (asked !== this.now?.version) return; // the match has gone on meanwhile, and they are asked for again
    fill(this.panels.odds, ...patterns.length
      ? [make("table", { class: "plain" }, make("caption", { text: "How likely it is" }), make("tbody", {}, ...patterns.map((/** @type {any} */ one) =>
        make("tr", {}, make("th", { scope: "row", text: one.name }), make("td", { text: one.text })))))]
      : notes.length ? [] : [make("p", { class: "empty", text: "Nothing that is open now hangs on dice." })],
    ...notes.map((/** @type {string} */ note) => make("p", { class: "empty", text: note })),
    ...(this.now?.question?.choices.some((one) => one.amount)
      ? [make("table", { class: "plain" }, make("caption", { text: this.now.question.prompt }), make("tbody", {},
        ...this.now.question.choices.map((one) => make("tr", {}, make("th", { scope: "row", text: one.label }), make("td", { text: one.amount ?? "" })))))]
      : []));
  }

  async #graph() {
    const { svg, phases } = await this.call("graph");
    const drawn = picture(svg);
    this.phases = phases ?? {};
    if (drawn) {
      drawn.removeAttribute("width");
      drawn.removeAttribute("height");
      drawn.classList.add("gdl");
    }
    fill(this.panels.graph, drawn ?? make("p", { class: "empty", text: "There is no picture of the phases." }));
    this.#light();
  }

  /** Lights the phases that run. */
  #light() {
    const running = new Set((this.now?.phases ?? []).flatMap((one) => this.phases?.[one] ?? []));
    for (const one of this.panels.graph.querySelectorAll("[data-spot]")) {
      one.classList.toggle("lit", running.has(one.getAttribute("data-spot") ?? ""));
    }
  }
}

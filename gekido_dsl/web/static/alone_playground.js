/** The playground: the text of a ruleset beside the game that it describes, all in this page. */

import { alone } from "./alone.js";
import { form } from "./alone_page.js";
import { fill, make } from "./dom.js";
import { apply } from "./look.js";
import { mount } from "./table.js";

const KEY = "gekido-dsl playground";
const WAIT_MS = 500;

/** What was last written here, if the browser keeps it. */
function had() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * @param {{parts: Record<string, Blob>, worker: string, about: {title: string, examples: {title: string, text: string}[]}}} page
 */
export function begin({ parts, worker, about }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  apply();
  const text = /** @type {HTMLTextAreaElement} */ (make("textarea", {
    id: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "The ruleset",
    "aria-describedby": "said", oninput: () => changed(),
  }));
  const said = make("p", { id: "said", role: "status", text: "Starting…" });
  const findings = make("ol", { class: "findings", "aria-label": "What was found" });
  const beside = make("section", { class: "beside", "aria-label": "The game" });
  const examples = make("select", {
    "aria-label": "Start from", onchange: (/** @type {Event} */ event) => {
      text.value = about.examples[Number(/** @type {HTMLSelectElement} */ (event.target).value)].text;
      changed();
    },
  }, ...about.examples.map((one, at) => make("option", { value: at, text: one.title })));
  let ready = false;
  let playing = false;
  let busy = false;
  let again = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const connection = alone(parts, worker, {
    inside: "gekido_dsl.standalone.trying",
    progress: (done, of, what) => { said.textContent = `${what}… (${done} of ${of})`; },
    ready: () => {
      ready = true;
      document.documentElement.dataset.ready = String(Math.round(performance.now()));
      check();
    },
    failed: (why) => { said.textContent = `This does not work here: ${why}`; },
    checked: (found) => {
      busy = false;
      show(found);
      if (again) check();
    },
  });

  function changed() {
    try {
      localStorage.setItem(KEY, text.value);
    } catch {
      // It is kept nowhere, then.
    }
    clearTimeout(timer);
    timer = setTimeout(check, WAIT_MS);
  }

  function check() {
    if (!ready) return;
    again = busy;
    if (busy) return;
    busy = true;
    connection.send({ do: "check", text: text.value });
  }

  /** @param {{findings: any[], about: any}} found */
  function show(found) {
    const errors = found.findings.filter((one) => one.severity === "error").length;
    const others = found.findings.length - errors;
    said.textContent = errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : others ? `Fine, with ${others} ${others === 1 ? "remark" : "remarks"}` : "Fine";
    document.documentElement.dataset.checked = said.textContent;
    fill(findings, ...found.findings.map((one) => row(one)));
    if (found.about && !playing) {
      fill(beside, make("h2", { text: found.about.title }), form(found.about, (message) => play(message)));
    }
  }

  /** @param {any} one */
  function row(one) {
    const at = one.labels[0];
    const own = at && at.file === "game.gdl";
    return make("li", { class: one.severity }, make("button", {
      type: "button", class: "quiet-button", disabled: !own, onclick: () => {
        text.focus();
        text.setSelectionRange(at.start.offset, at.end.offset);
        text.scrollTop = (at.start.line - 4) * parseFloat(getComputedStyle(text).lineHeight);
      },
    }, at ? `${own ? "line" : at.file} ${at.start.line}` : "", make("b", { text: ` ${one.severity} ` }), one.message), one.help && make("small", { text: one.help }));
  }

  /** @param {object} message */
  function play(message) {
    playing = true;
    const table = make("div", {});
    fill(beside, table);
    mount(table, connection, {});
    table.querySelector(".tools")?.prepend(make("button", {
      type: "button", class: "quiet-button", onclick: () => {
        playing = false;
        check();
      },
    }, "New match"));
    connection.send(message);
  }

  text.value = had() ?? about.examples[0].text;
  fill(place, make("main", { class: "playground" },
    make("section", { class: "written", "aria-label": "The text" }, make("header", {}, make("h1", { text: about.title }), make("label", {}, "Start from ", examples)), text, said, findings),
    beside));
}

/** A game that plays in this page alone: who plays, how it starts, and the table. */

import { alone } from "./alone.js";
import { fill, make } from "./dom.js";
import { apply } from "./look.js";
import { mount } from "./table.js";

const KEY = "gekido-dsl match ";

/** Where a match is kept between visits; some browsers have no such place for a file. */
const kept = {
  /** @param {string} game */
  read(game) {
    try {
      return JSON.parse(localStorage.getItem(KEY + game) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} game @param {{record: string, steps: number}} match */
  write(game, match) {
    try {
      if (match.record) localStorage.setItem(KEY + game, JSON.stringify(match));
      else localStorage.removeItem(KEY + game);
    } catch {
      // There is no place, or no room: the match is gone when the page is.
    }
  },
};

/**
 * Shows the page; Python starts behind it.
 * @param {{parts: Record<string, Blob>, worker: string, about: any, text: (blob: Blob) => Promise<string>}} page
 */
export function begin({ parts, worker, about, text }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  apply();
  const { book, ...rest } = parts;
  const bar = /** @type {HTMLProgressElement} */ (make("progress", { max: 1, value: 0, "aria-label": "Start" }));
  const said = make("p", { class: "progress", role: "status" }, bar, make("span", { text: "Starting…" }));
  const words = /** @type {HTMLElement} */ (said.lastElementChild);
  /** @type {object | null} */
  let wanted = null;
  let ready = false;
  const connection = alone(rest, worker, {
    progress: (done, of, what) => {
      bar.value = done / of;
      words.textContent = `${what}…`;
    },
    ready: () => {
      ready = true;
      said.hidden = true;
      document.documentElement.dataset.ready = String(Math.round(performance.now()));
      if (wanted) go(wanted);
    },
    failed: (why) => {
      said.hidden = false;
      bar.hidden = true;
      words.textContent = `This does not work here: ${why}`;
      said.setAttribute("role", "alert");
      document.querySelector("#start")?.append(said);
    },
    keep: (match) => kept.write(about.identity, match),
    pause: about.pause,
  });

  /** @param {object} message */
  function go(message) {
    wanted = message;
    if (!ready) {
      words.textContent = "The match begins in a moment…";
      return;
    }
    const table = make("div", {});
    fill(place, table);
    mount(table, connection, { title: true, rulebook: about.rulebook });
    table.querySelector(".journal")?.after(make("nav", { class: "alone", "aria-label": "Game" },
      make("button", { type: "button", class: "quiet-button", onclick: () => location.reload() }, "New match"), ...rules()));
    connection.send(message);
  }

  function rules() {
    if (!book && !about.rulebook) return [];
    return [make("button", { type: "button", class: "quiet-button", onclick: open }, "Rulebook")];
  }

  async function open() {
    if (about.rulebook) {
      window.open(about.rulebook, "_blank", "noopener");
      return;
    }
    const made = new Blob([await text(book)], { type: "text/html;charset=utf-8" });
    window.open(URL.createObjectURL(made), "_blank");
  }

  fill(place, make("main", { id: "start", class: "alone" }, make("h1", { text: about.title }), goOn(about, go), said, form(about, go), ...rules()));
}

/** @param {any} about @param {(message: object) => void} go */
function goOn(about, go) {
  const match = kept.read(about.identity);
  return match?.record && make("p", {}, make("button", {
    type: "button", class: "quiet-button", onclick: () => go({ do: "resume", record: match.record }),
  }, `Go on with the match that was kept (${match.steps} decisions)`));
}

/**
 * Makes the form for a new match.
 * @param {any} about
 * @param {(message: object) => void} go
 */
export function form(about, go) {
  const [least, most] = about.players;
  const seats = make("fieldset", {}, make("legend", { text: "Seats" }));
  const count = /** @type {HTMLSelectElement} */ (make("select", { id: "players", onchange: () => lay() }));
  for (let number = least; number <= most; number += 1) count.append(make("option", { value: number, text: String(number) }));
  count.value = String(Math.min(most, Math.max(least, about.seats.length)));
  const lay = () => {
    const chosen = [...seats.querySelectorAll("select")].map((one) => one.value);
    fill(seats, make("legend", { text: "Seats" }), ...Array.from({ length: Number(count.value) }, (_, at) => {
      const is = chosen[at] ?? about.seats[at] ?? (at ? "greedy" : "person");
      return make("label", {}, `Player ${at + 1} `, make("select", {},
        ...about.kinds.map((/** @type {any} */ one) => make("option", { value: one.kind, selected: one.kind === is, text: one.label }))));
    }));
  };
  lay();
  const options = Object.entries(about.options).map(([name, answers]) => make("label", {}, `${name} `, make("select", { "data-option": name },
    .../** @type {string[]} */ (answers).map((one) => make("option", { value: one, text: one })))));
  const made = make("form", {
    class: "card start", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const answers = [...made.querySelectorAll("select[data-option]")].map((one) => [one.getAttribute("data-option"), /** @type {HTMLSelectElement} */ (one).value]);
      const seed = new URLSearchParams(location.hash.slice(1)).get("seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
      go({
        do: "begin", players: Number(count.value), seed: Number(seed), options: Object.fromEntries(answers),
        seats: [...seats.querySelectorAll("select")].map((one) => one.value),
      });
    },
  }, make("label", { hidden: least === most }, "Players ", count), seats,
  make("button", { class: "primary" }, "Play"), options.length > 0 && make("details", {}, make("summary", { text: "Options of the rules" }), ...options));
  return made;
}

/** A game that plays in this page alone: who plays, how it starts, and the table. */

import { alone } from "./alone.js";
import { dialog } from "./dialogs.js";
import { fill, make } from "./dom.js";
import { Lessons, lessonsOf } from "./lessons.js";
import { apply } from "./look.js";
import { mount } from "./table.js";
import { keep, language, many, nearest, says, speak, wanted as languages } from "./words.js";

const KEY = "gekido-dsl match ";
/** What starting tells of, by the words of the worker. */
const stages = () => ({
  "Unpacking": says("Unpacking"), "Starting Python": says("Starting Python"), "Unpacking the program": says("Unpacking the program"),
  "Setting up the game": says("Setting up the game"), "Ready": says("Ready"),
});
const MOST_BYTES = 50_000_000;
/** A file that is larger is no match. */

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
 * @param {{parts: Record<string, Blob | Promise<Blob>>, worker: string, about: any, text: (blob: Blob) => Promise<string>, bytes: number, words?: Record<string, any>}} page
 */
export function begin({ parts, worker, about, text, bytes, words = {} }) {
  const known = { ...words, ...Object.fromEntries(Object.keys(about.told ?? {}).filter((code) => !(code in words)).map((code) => [code, { language: code, name: code }])) };
  const place = /** @type {HTMLElement} */ (document.getElementById("table"));
  apply();
  speak(nearest(known, about.language)?.[1] ?? {});
  const { book, ...rest } = parts;
  const bar = /** @type {HTMLProgressElement} */ (make("progress", { max: 1, value: 0, "aria-label": says("Start") }));
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const said = make("p", { class: "progress", role: "status" }, bar, make("span", { text: says("Starting…") }));
  const stage = /** @type {HTMLElement} */ (said.lastElementChild);
  /** @type {object | null} */
  let wanted = null;
  let ready = false;
  let learns = false;
  const connection = alone(rest, worker, {
    bytes,
    progress: (done, of, what) => {
      bar.value = done / of;
      stage.textContent = `${/** @type {Record<string, string>} */ (stages())[what] ?? what}…`;
    },
    ready: () => {
      ready = true;
      said.hidden = true;
      document.documentElement.dataset.ready = String(Math.round(performance.now()));
      if (wanted) go(wanted);
      else if (learns) learn();
    },
    failed: (why) => {
      said.hidden = false;
      bar.hidden = true;
      stage.textContent = says("This does not work here: {problem}", { problem: why });
      said.setAttribute("role", "alert");
      document.querySelector("#start")?.append(said);
    },
    keep: (match) => kept.write(about.identity, match),
    pause: about.pause,
  });
  connection.send({ do: "languages", wanted: languages(about.language) });
  const lessons = new Lessons((message) => connection.send(message), about.title);

  /** Opens the lessons as soon as the game is there, before any match. */
  function learn() {
    if (!ready) {
      learns = true;
      stage.textContent = says("The lessons open in a moment…");
      return;
    }
    connection.onmessage = (/** @type {any} */ message) => lessons.take(message);
    lessons.begin();
  }

  /** @param {object} message */
  function go(message) {
    wanted = message;
    if (!ready) {
      stage.textContent = says("The match begins in a moment…");
      return;
    }
    // The table comes when there is a match: a file may hold none.
    connection.onmessage = (/** @type {any} */ first) => {
      const why = first.refused ?? first.error?.message;
      problem.hidden = !why;
      if (why) {
        wanted = null;
        problem.textContent = why;
        return;
      }
      const table = make("div", {});
      fill(place, table);
      const match = mount(table, connection, {
        title: true, rulebook: about.rulebook, page: explained(about),
        onother: (told) => told.record && save(about.title, told.record),
      });
      match.onbuilt = () => table.querySelector(".journal")?.after(make("nav", { class: "alone", "aria-label": says("Game") },
        button(says("Save the match"), () => connection.send({ do: "record" })), button(says("New match"), () => location.reload()), ...more()));
      match.onbuilt();
      connection.onmessage?.(first);
    };
    connection.send(message);
  }

  /** What there is to read of the game. */
  function more() {
    return [
      (book || about.rulebook) && button(says("Rulebook"), open),
      about.statistics && button(says("Statistics"), () => window.open(about.statistics, "_blank", "noopener")),
    ];
  }

  async function open() {
    if (about.rulebook) {
      window.open(about.rulebook, "_blank", "noopener");
      return;
    }
    const made = new Blob([await text(await book)], { type: "text/html;charset=utf-8" });
    window.open(URL.createObjectURL(made), "_blank");
  }

  start();

  function start() {
    fill(place, make("main", { id: "start", class: "alone" }, make("h1", { text: named(about, about.title) }), goOn(about, go), said, problem,
      about.lessons > 0 && make("p", {}, button(lessonsOf(about.lessons), learn)),
      form(about, go, (setting) => connection.send({ do: "prepare", ...setting })),
      make("nav", { class: "alone", "aria-label": says("Game") }, opener(go, problem), ...more(),
        button(says("About this page"), () => dialog(about.title, explained(about), "told")), picker(known, (code) => {
          keep(code);
          connection.send({ do: "languages", wanted: [code] });
          speak(known[code] ?? {});
          start();
        }))));
  }
}

/** @param {string} label @param {() => void} pressed */
function button(label, pressed) {
  return make("button", { type: "button", class: "quiet-button", onclick: pressed }, label);
}

/** Tells a name of the game in the language that is spoken. @param {any} about @param {string} name @returns {string} */
function named(about, name) {
  return about.told?.[language()]?.[name] ?? name;
}

/** Lets somebody choose a language. @param {Record<string, any>} known @param {(code: string) => void} chosen */
function picker(known, chosen) {
  const menu = /** @type {HTMLSelectElement} */ (make("select", { onchange: () => chosen(menu.value) },
    ...["en", ...Object.keys(known)].map((code) => make("option", { value: code, lang: code, selected: code === language(), text: known[code]?.name ?? "English" }))));
  return make("label", { class: "language" }, `${says("Language")} `, menu);
}

/** Says what such a page is. @param {any} about */
function explained(about) {
  return [
    says("This page is the game {game}: its rules, its bots and the table to play it on. It asks nothing of any server and sends nothing anywhere.", { game: about.title }),
    says("A match is kept in this browser while it is played, where the browser allows that. “Save the match” makes a file of it, which this page opens again, and which gdl replay shows decision by decision."),
    ...(about.playtest ? [says("This is a playtest: of players who agree, the page keeps how they get on, in this browser alone. “Save the match” makes a file of that, too, to be sent to whoever asked for it; the note at the top shows and deletes it.")] : []),
    says("Made with Gekido DSL."),
  ].map((text) => make("p", { text }));
}

/** Has the browser keep a match as a file. @param {string} title @param {string} record */
function save(title, record) {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join("-").slice(0, 60);
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((one) => String(one).padStart(2, "0")).join("-");
  const link = /** @type {HTMLAnchorElement} */ (make("a", { download: `${words || "match"}-${date}.jsonl` }));
  link.href = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Makes the button that opens a saved match.
 * @param {(message: object) => void} go
 * @param {HTMLElement} problem says why a file is none
 */
function opener(go, problem) {
  const file = /** @type {HTMLInputElement} */ (make("input", { type: "file", hidden: true, accept: ".jsonl", onchange: async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) {
      problem.textContent = says("This is not a saved match: the file is too large.");
      problem.hidden = false;
    } else go({ do: "resume", record: await chosen.text() });
  } }));
  return make("span", {}, file, button(says("Open a saved match"), () => file.click()));
}

/** @param {any} about @param {(message: object) => void} go */
function goOn(about, go) {
  const match = kept.read(about.identity);
  return match?.record && make("p", {}, make("button", {
    type: "button", class: "quiet-button", onclick: () => go({ do: "resume", record: match.record }),
  }, many("Go on with the match that was kept ({count} decision)", "Go on with the match that was kept ({count} decisions)", match.steps)));
}

/**
 * Makes the form for a new match.
 * @param {any} about
 * @param {(message: object) => void} go
 * @param {(setting: object) => void} [expects] is told what is chosen when a seat searches, so that its module may be made
 */
export function form(about, go, expects = () => {}) {
  const [least, most] = about.players;
  const seats = make("fieldset", {}, make("legend", { text: says("Seats") }));
  const count = /** @type {HTMLSelectElement} */ (make("select", { id: "players", onchange: () => lay() }));
  for (let number = least; number <= most; number += 1) count.append(make("option", { value: number, text: String(number) }));
  count.value = String(Math.min(most, Math.max(least, about.seats.length)));
  const lay = () => {
    const chosen = [...seats.querySelectorAll("select")].map((one) => one.value);
    fill(seats, make("legend", { text: says("Seats") }), ...Array.from({ length: Number(count.value) }, (_, at) => {
      const is = chosen[at] ?? about.seats[at] ?? (at ? "greedy" : "person");
      return make("label", {}, `${says("Player {number}", { number: at + 1 })} `, make("select", {},
        ...about.kinds.map((/** @type {any} */ one) => make("option", { value: one.kind, selected: one.kind === is, text: says(one.label) }))));
    }));
  };
  lay();
  const options = Object.entries(about.options).map(([name, answers]) => make("label", {}, `${named(about, name)} `, make("select", { "data-option": name },
    .../** @type {string[]} */ (answers).map((one) => make("option", { value: one, text: named(about, one) })))));
  const answers = () => Object.fromEntries([...made.querySelectorAll("select[data-option]")].map((one) => [one.getAttribute("data-option"), /** @type {HTMLSelectElement} */ (one).value]));
  const made = make("form", {
    class: "card start", onchange: () => {
      if ([...seats.querySelectorAll("select")].some((one) => one.value.startsWith("search:"))) expects({ players: Number(count.value), options: answers() });
    }, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const seed = new URLSearchParams(location.hash.slice(1)).get("seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
      go({
        do: "begin", players: Number(count.value), seed: Number(seed), options: answers(),
        seats: [...seats.querySelectorAll("select")].map((one) => one.value),
      });
    },
  }, make("label", { hidden: least === most }, `${says("Players")} `, count), seats,
  make("button", { class: "primary" }, says("Play")), options.length > 0 && make("details", {}, make("summary", { text: says("Options of the rules") }), ...options));
  return made;
}

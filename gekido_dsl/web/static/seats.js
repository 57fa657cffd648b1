/** Who plays: names, whose turn it is, who is a person or a bot, and through whose eyes the table is seen. */

import { introduce } from "./dialogs.js";
import { disc, fill, icon, make, tool } from "./dom.js";
import { language, listed, says } from "./words.js";

/** @typedef {import("./messages.js").Shown} Shown */
/** @typedef {import("./messages.js").Hello} Hello */

/**
 * Shows the seats; keeps what has the focus.
 * @param {HTMLElement} element
 * @param {Shown} shown
 * @param {Hello} hello
 * @param {(message: object) => void} send
 */
export function seats(element, shown, hello, send) {
  const key = JSON.stringify([language(), shown.seats, Boolean(shown.outcome), shown.seat, shown.can, hello.players, shown.clock, shown.series]);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-for") : null;
  fill(element, shown.series && make("li", { class: "series", text: gamesOf(shown) }), ...shown.seats.map((seat, number) => row(seat, number, shown, hello, send)),
    shown.can.see && make("li", { class: "spectator" }, looker(null, shown, says("Spectator"), send)));
  if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[data-for="${focused}"]`))?.focus();
}

/**
 * @param {import("./messages.js").Seat} seat
 * @param {number} number
 * @param {Shown} shown
 * @param {Hello} hello
 * @param {(message: object) => void} send
 */
function row(seat, number, shown, hello, send) {
  const kinds = shown.can.host === false && !shown.can.name?.includes(number) ? [] : hello.players ?? [];
  const known = kinds.some((one) => one.kind === seat.who);
  const choice = kinds.length
    ? make("select", {
      "aria-label": says("Who plays {player}", { player: seat.name }), "data-for": `who${number}`, title: kinds.find((one) => one.kind === seat.who)?.label,
      // A letter is a key of the table, and does not give the seat to whoever begins with it.
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
      },
      onchange: (/** @type {Event} */ event) => send({ do: "seat", seat: number, who: /** @type {HTMLSelectElement} */ (event.target).value }),
    }, ...kinds.map((one) => make("option", { value: one.kind, selected: one.kind === seat.who, text: one.label })),
    !known && make("option", { value: seat.who, selected: true, text: seat.who }))
    : make("span", { class: "who", text: seat.who === "person" ? "" : seat.who });
  const names = shown.can.name?.includes(number) && (shown.seats.length > 1 || seat.person);
  const mine = shown.seat === number && !shown.can.see;
  const said = [seat.out && says("out of the match"), seat.turn && !shown.outcome && (mine ? says("your turn to decide") : says("to decide")),
    !seat.here && seat.who === "person" && says("away"), mine && (!seat.turn || shown.outcome) && says("you")]
    .filter(Boolean).join(", ");
  return make("li", { class: seat.turn && !shown.outcome ? "seat turn" : "seat", "aria-current": seat.turn && !shown.outcome ? "true" : undefined },
    disc(number), make("span", { class: "name" }, seat.person && make("span", { class: "person", text: seat.person }), ...seat.name.split(/ (?=\()/).flatMap((text) => [" ", make("span", { text })]), said && make("small", { text: said })),
    names && tool(says("Say who {player} is", { player: seat.name }), "person",
      () => introduce(seat.name, seat, Boolean(shown.can.colour), (name, colour) => send({ do: "name", seat: number, name, colour })), { "data-for": `name${number}` }),
    shown.clock && shown.clock.left[number] !== null && make("span", { class: shown.clock.running === number ? "clock running" : "clock", role: "timer",
      "data-left": shown.clock.left[number], text: clockTime(shown.clock.left[number] ?? 0) }),
    choice, shown.can.see && looker(number, shown, seat.name, send));
}

/** Names those who play together. @param {Shown} shown @param {number[]} seats */
export function sideOf(shown, seats) {
  return listed(seats.map((at) => shown.seats[at]?.person || shown.seats[at]?.name || ""));
}

/** Tells which game of the match it is, and how many each side has won. @param {Shown} shown */
export function gamesOf(shown) {
  const { series } = shown;
  if (!series) return "";
  const points = series.sides.map((one) => says("{player}: {points}", { player: sideOf(shown, one.seats), points: one.points }));
  const changes = series.changes === "rotate" ? says("All move on by one seat after each game.") : series.changes === "loser" ? says("Whoever lost sits first in the next game.") : "";
  return [says("Game {number} of {count}", { number: series.game, count: series.games }), ...points, changes].filter(Boolean).join(" · ");
}

const HOUR_S = 3600;
const SOON_S = 15;

/** Writes how much time is left. @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / HOUR_S), Math.floor((whole % HOUR_S) / 60), whole % 60];
  return hours ? `${hours}:${String(minutes).padStart(2, "0")} h` : `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** Has the clock that runs go on, as the table told it. @param {HTMLElement} element @param {number} since when it was told */
export function tick(element, since) {
  const running = /** @type {HTMLElement | null} */ (element.querySelector(".clock.running"));
  if (!running) return;
  const left = Math.max(0, Number(running.dataset.left) - (performance.now() - since) / 1000);
  running.textContent = clockTime(left);
  running.classList.toggle("soon", left < SOON_S);
}

/** @param {number | null} seat @param {Shown} shown @param {string} name @param {(message: object) => void} send */
function looker(seat, shown, name, send) {
  const now = shown.seat === seat;
  return make("button", {
    type: "button", class: seat === null ? "see quiet-button" : "see tool", "aria-pressed": String(now), "data-for": `see${seat}`,
    "aria-label": seat === null ? says("See the table as a spectator") : says("See the table as {player} sees it", { player: name }),
    title: seat === null ? says("As a spectator sees it") : says("As {player} sees it", { player: name }), onclick: () => send({ do: "see", seat }),
  }, icon("eye"), seat === null && ` ${says("As a spectator")}`);
}

/**
 * Messages over a WebSocket. It connects again by itself; the table then sends all there is, so nothing is kept here.
 * What the server refuses for good, such as an old key, it does not ask for again.
 */

import { says } from "./words.js";

/**
 * @typedef {object} Connection
 * @property {(message: object) => void} send
 * @property {((message: any) => void) | null} onmessage
 * @property {((state: "open" | "lost" | "refused") => void) | null} [onstate]
 */

const FIRST_MS = 300;
const MOST_MS = 8000;
const REFUSED = [403, 404];

/**
 * @param {string} address
 * @param {string} [old] what is said when the key is refused for good, and what to do then
 * @returns {Connection}
 */
export function socket(address, old = "") {
  /** @type {Connection} */
  const connection = { send, onmessage: null, onstate: null };
  /** @type {WebSocket | undefined} */
  let open;
  let wait = FIRST_MS;
  /** @type {number | undefined} */
  let timer;
  let over = false;

  function connect() {
    clearTimeout(timer);
    const made = new WebSocket(address);
    let was = false;
    open = made;
    made.onopen = () => {
      was = true;
      wait = FIRST_MS;
      connection.onstate?.("open");
    };
    made.onmessage = (event) => connection.onmessage?.(JSON.parse(event.data));
    made.onclose = () => {
      if (open !== made || over) return;
      connection.onstate?.("lost");
      if (!was) asked(made); // why, a socket is not told
      timer = setTimeout(connect, wait * (0.8 + Math.random() * 0.4));
      wait = Math.min(wait * 2, MOST_MS);
    };
  }

  /**
   * Asks for the page itself, whose answer says whether the key is refused for good.
   * @param {WebSocket} made
   */
  async function asked(made) {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (open !== made || !answer || !REFUSED.includes(answer.status)) return;
    over = true;
    clearTimeout(timer);
    connection.onstate?.("refused");
    connection.onmessage?.({ refused: old || says("This link opens nothing any more. Ask whoever hosts the match for a new one, or scan the code again.") });
  }

  /** @param {object} message */
  function send(message) {
    // A message that cannot go now is dropped: what it answers may no longer be asked after connecting again.
    if (open?.readyState === WebSocket.OPEN) open.send(JSON.stringify(message));
  }

  // A phone that wakes up, or finds its network again, does not wait for the timer.
  const wake = () => {
    if (open?.readyState === WebSocket.CLOSED && !over) {
      wait = FIRST_MS;
      connect();
    }
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  connect();
  return connection;
}

/** Gives the address of the socket beside a page: `…/t/<table>/socket`, with what the page's address asks for. */
export function beside(location = window.location) {
  const address = new URL("socket", location.href);
  address.search = location.search;
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  return address.href;
}

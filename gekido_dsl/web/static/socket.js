/** Messages over a WebSocket. It connects again by itself; the table then sends all there is, so nothing is kept here. */

/**
 * @typedef {object} Connection
 * @property {(message: object) => void} send
 * @property {((message: any) => void) | null} onmessage
 * @property {((state: "open" | "lost") => void) | null} [onstate]
 */

const FIRST_MS = 300;
const MOST_MS = 8000;

/**
 * @param {string} address
 * @returns {Connection}
 */
export function socket(address) {
  /** @type {Connection} */
  const connection = { send, onmessage: null, onstate: null };
  /** @type {WebSocket | undefined} */
  let open;
  let wait = FIRST_MS;
  /** @type {number | undefined} */
  let timer;

  function connect() {
    clearTimeout(timer);
    const made = new WebSocket(address);
    open = made;
    made.onopen = () => {
      wait = FIRST_MS;
      connection.onstate?.("open");
    };
    made.onmessage = (event) => connection.onmessage?.(JSON.parse(event.data));
    made.onclose = () => {
      if (open !== made) return;
      connection.onstate?.("lost");
      timer = setTimeout(connect, wait * (0.8 + Math.random() * 0.4));
      wait = Math.min(wait * 2, MOST_MS);
    };
  }

  /** @param {object} message */
  function send(message) {
    // A message that cannot go now is dropped: what it answers may no longer be asked after connecting again.
    if (open?.readyState === WebSocket.OPEN) open.send(JSON.stringify(message));
  }

  // A phone that wakes up, or finds its network again, does not wait for the timer.
  const wake = () => {
    if (open?.readyState === WebSocket.CLOSED) {
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

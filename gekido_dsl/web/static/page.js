/** The page of one table, on a server: its address says which table and which seat. */

import { beside, socket } from "./socket.js";
import { mount } from "./table.js";

mount(/** @type {HTMLElement} */ (document.getElementById("table")), socket(beside()), {
  title: true, big: new URLSearchParams(location.search).get("screen") === "big",
});

/** The studio on a server: its address says which, and holds the key. */

import { beside, socket } from "../socket.js";
import { calls } from "./calls.js";
import { Studio } from "./shell.js";

const OLD = "This page is of a studio that has ended. Open the address that `gdl studio` told last.";
const key = new URLSearchParams(location.search).get("key") ?? "";
new Studio(/** @type {HTMLElement} */ (document.getElementById("studio")), calls(new URL("../api/", location.href), key), socket(beside(), OLD), key);

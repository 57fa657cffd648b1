/** Projects to open, to bring in and to give away, in a studio without a server. */

import { packed } from "../alone_link.js";
import { dialog } from "../dialogs.js";
import { fill, make, say } from "../dom.js";
import { canHave, choose, contents } from "./folders.js";
import { bytesOf, letters, ofAddress, read } from "./files.js";

const MOST_LINK = 60_000;
/** So many letters go through chats and mails in one piece. */

/**
 * @typedef {object} Desk what the page does with projects
 * @property {import("./projects.js").Projects} projects
 * @property {() => import("./projects.js").Project} now
 * @property {(brought: import("./files.js").Brought, wanted: string, folder?: FileSystemDirectoryHandle) => Promise<void>} bring makes a project of files, and opens it; what is saved goes into the folder, too
 * @property {(id: string) => Promise<void>} go opens a project
 */

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {number} at */
function when(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {Desk} desk @param {import("./calls.js").Call} call */
export async function open(desk, call) {
  const said = make("p", { class: "sum", role: "status" });
  const wrong = (/** @type {unknown} */ error) => fill(said, error instanceof Error ? error.message : String(error));
  const attempt = (/** @type {() => Promise<unknown>} */ work) => async () => {
    try {
      await work();
    } catch (error) {
      wrong(error);
    }
  };
  const now = desk.now();
  const list = make("ul", { class: "projects", "aria-label": "Projects" });
  const show = async () => {
    const found = await desk.projects.all();
    fill(list, ...found.map((one) => make("li", {},
      make("button", { type: "button", class: "quiet-button name", "aria-current": one.id === now.id ? "true" : null, text: one.id,
        onclick: attempt(async () => { if (one.id !== now.id) { await desk.go(one.id); } made.close(); }) }),
      make("span", { class: "sum", text: `${one.id === now.id ? "open now" : when(one.at)}${one.folder ? `, in the folder ${one.folder.name}` : ""}` }),
      one.id !== now.id && make("button", { type: "button", class: "quiet-button", text: "Delete", "aria-label": `Delete ${one.id}`, onclick: (/** @type {Event} */ event) => {
        const button = /** @type {HTMLElement} */ (event.currentTarget);
        if (button.dataset.sure) desk.projects.remove(one.id).then(show, wrong);
        else {
          button.dataset.sure = "yes";
          button.textContent = "Really delete";
        }
      } }))));
  };
  const files = /** @type {HTMLInputElement} */ (make("input", { type: "file", multiple: true, hidden: true, accept: ".gdl,.yaml,.yml,.csv,.tsv,.xlsx,.ods,.md,.svg,.png,.jpg,.jpeg,.zip" }));
  const folder = /** @type {HTMLInputElement} */ (make("input", { type: "file", webkitdirectory: true, hidden: true }));
  for (const one of [files, folder]) {
    one.addEventListener("change", attempt(async () => {
      if (one.files?.length) await chosen(desk, [...one.files]);
      made.close();
    }));
  }
  const address = /** @type {HTMLInputElement} */ (make("input", { type: "url", id: "from-address", placeholder: "https://…/game.gdl", autocomplete: "off" }));
  const fetched = make("form", { class: "ask" }, make("label", { for: "from-address", text: "Open a ruleset from an address" }), address,
    make("p", { class: "sum", text: "The page asks that server for the ruleset and the files it names, and tells it nothing of yours." }),
    make("div", { class: "row" }, make("button", { class: "quiet-button", text: "Fetch it" })));
  fetched.addEventListener("submit", (event) => {
    event.preventDefault();
    say(said, "Fetching…");
    attempt(async () => {
      const brought = await ofAddress(address.value.trim());
      await desk.bring(brought, /** @type {string} */ (brought.main).replace(/\.gdl$/, ""));
      made.close();
    })();
  });
  const earlier = make("ul", { class: "projects", "aria-label": "Earlier states" });
  const versions = await desk.projects.versions(now.id);
  fill(earlier, ...versions.slice(1).map((one) => make("li", {}, make("span", { class: "name", text: when(one.at) }),
    make("button", { type: "button", class: "quiet-button", text: "Open as a copy", onclick: attempt(async () => {
      await desk.bring({ main: one.main, files: one.files }, `${now.id}-earlier`);
      made.close();
    }) }))));
  const made = dialog("Projects", [
    !(await desk.projects.keeps()) && make("p", { class: "failed", text: "This browser keeps nothing for this page: save your project as a file before you leave." }),
    list, said,
    make("div", { class: "row" },
      make("button", { type: "button", class: "quiet-button", text: "Open files", onclick: () => files.click() }),
      make("button", { type: "button", class: "quiet-button", text: "Open a folder", onclick: canHave ? attempt(async () => {
        const chosen = await choose();
        if (!chosen) return;
        await desk.bring({ main: null, files: await contents(chosen) }, chosen.name, chosen);
        made.close();
      }) : () => folder.click() }),
      make("button", { type: "button", class: "quiet-button", text: "Save this project as a file", onclick: attempt(() => save(desk, call)) })),
    files, folder, fetched,
    versions.length > 1 && make("details", {}, make("summary", { text: `Earlier states of ${now.id} (${versions.length - 1})` }), earlier),
  ].filter((one) => one !== false), "projects-dialog");
  await show();
}

/** Makes a project of files that were chosen or dropped. @param {Desk} desk @param {File[]} given */
export async function chosen(desk, given) {
  const zip = given.find((one) => /\.zip$/i.test(one.name));
  const name = (zip ?? given.find((one) => /\.gdl$/i.test(one.name)) ?? given[0]).name.replace(/\.\w+$/, "");
  const path = given[0].webkitRelativePath?.split("/")[0];
  await desk.bring(zip ? { main: null, files: {}, zip: letters(new Uint8Array(await zip.arrayBuffer())) } : await read(given), path || name);
}

/** @param {Desk} desk @param {import("./calls.js").Call} call */
async function save(desk, call) {
  const { data } = await call("zip");
  download(`${desk.now().id}.zip`, bytesOf(data), "application/zip");
}

/** Gives the project away as a link, or as a file where it is too long for one. @param {Desk} desk @param {import("./calls.js").Call} call */
export async function share(desk, call) {
  const { main, files, typed } = desk.now();
  const texts = Object.fromEntries(Object.entries(files).filter(([name]) => /\.(gdl|ya?ml|csv|tsv|md)$/i.test(name))
    .map(([name, given]) => [name, typed[name] ?? new TextDecoder().decode(bytesOf(given))]));
  const address = new URL(location.href);
  address.hash = `text=${await packed({ main, files: texts })}`;
  const link = /** @type {HTMLInputElement} */ (make("input", { type: "text", class: "link", readonly: true, value: address.href, "aria-label": "Link with the game in it" }));
  const said = make("p", { class: "sum", role: "status", text: "Whoever opens the link has the game in this studio: the text is in the link, and on no server." });
  const long = address.href.length > MOST_LINK;
  dialog("Share it", [
    long ? make("p", { text: "This game is too long for a link that every chat carries. Save it as a file and send that; Projects, Open files takes it." }) : said,
    !long && link,
    Object.keys(texts).length < Object.keys(files).length && make("p", { class: "sum", text: "Pictures and workbooks are not in the link; the file has them." }),
    make("div", { class: "row" },
      !long && make("button", { type: "button", class: "primary", text: "Copy the link", onclick: async () => {
        link.select();
        await navigator.clipboard.writeText(link.value).then(() => say(said, "The link is copied."), () => say(said, "Copy the link above."));
      } }),
      make("button", { type: "button", class: "quiet-button", text: "Save it as a file", onclick: () => save(desk, call) })),
  ].filter((one) => one !== false), "sharing");
}

/** Says that a project lies in a folder that the browser asks about anew. @param {Desk} desk */
export function askForFolder(desk) {
  const { id, folder } = desk.now();
  const said = make("p", { class: "sum", role: "status" });
  const made = dialog("The folder on your disk", [
    make("p", { text: `${id} is worked on in the folder ${folder?.name}. The browser wants to be asked again before this page may use it.` }), said,
    make("div", { class: "row" },
      make("button", { type: "button", class: "primary", text: "Go on in the folder", onclick: () => desk.go(id).then(() => made.close(), (error) => fill(said, error.message)) }),
      make("button", { type: "button", class: "quiet-button", text: "Go on without it", onclick: () => made.close() }))], "folder");
}

/**
 * Asks which goes on where folder and browser have different files, and the browser's were saved last.
 * @param {import("./projects.js").Project} project @returns {Promise<boolean>} whether it is the folder's; closed without an answer, it is
 */
export function takesFolder({ id, folder }) {
  return new Promise((resolve) => {
    const made = dialog("Two states of one project", [
      make("p", { text: `${id} was saved here while its folder ${folder?.name} could not be written, and the folder has other files now. The one that you do not choose stays among the earlier states.` }),
      make("div", { class: "row" },
        make("button", { type: "button", class: "primary", text: "Write mine into the folder", onclick: () => { resolve(false); made.close(); } }),
        make("button", { type: "button", class: "quiet-button", text: "Take the folder's", onclick: () => made.close() }))], "states");
    made.addEventListener("close", () => resolve(true));
  });
}

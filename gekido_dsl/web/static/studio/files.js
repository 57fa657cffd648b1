/** Files come into a project from the disk, from a link, or from an address, and go out again. */

import { unpacked } from "../alone_link.js";

/** @typedef {{main: string | null, files: Record<string, string>, zip?: string}} Brought files in letters of base 64, or an archive of them; the ruleset is looked for where it is not named */

export const KNOWN = /\.(gdl|yaml|yml|csv|tsv|xlsx|ods|po|md|svg|png|jpe?g)$/i;
const QUOTED = /"([\w./-]+\.(?:gdl|ya?ml|csv|tsv|xlsx|ods|po|md|svg|png|jpe?g))"/g;
export const MOST_FILES = 200;
export const MOST_BYTES = 20_000_000;

/** @param {Uint8Array} bytes */
export function letters(bytes) {
  let made = "";
  for (let at = 0; at < bytes.length; at += 0x8000) made += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(made);
}

/** @param {string} text */
export function ofText(text) {
  return letters(new TextEncoder().encode(text));
}

/** @param {string} given */
export function bytesOf(given) {
  return Uint8Array.from(atob(given), (one) => one.charCodeAt(0));
}

/**
 * Reads files that were chosen or dropped, whole folders among them. A folder that all lie in is left out of their names.
 * @param {File[]} chosen @returns {Promise<Brought>}
 */
export async function read(chosen) {
  const found = chosen.filter((one) => KNOWN.test(one.name)).map((one) => ({ file: one, name: (one.webkitRelativePath || one.name).normalize("NFC") }));
  if (!found.length) throw new Error("There is no ruleset among these files; a ruleset ends in .gdl.");
  if (found.reduce((sum, { file }) => sum + file.size, 0) > MOST_BYTES) throw new Error("These files are too large for a project: it has at most 20 MB.");
  const first = found[0].name.split("/")[0];
  const shared = found.every(({ name }) => name.startsWith(`${first}/`));
  /** @type {Record<string, string>} */
  const files = {};
  for (const { file, name } of found) files[shared ? name.slice(first.length + 1) : name] = letters(new Uint8Array(await file.arrayBuffer()));
  return { main: null, files };
}

/** @param {string} packed what a link has behind its `#text=` @returns {Promise<Brought>} */
export async function ofLink(packed) {
  const { main, files } = await unpacked(packed);
  return { main, files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, ofText(text)])) };
}

/** Gives the address of the file itself where a page that shows it is named. @param {string} address */
export function plain(address) {
  const found = new URL(address);
  const parts = found.pathname.split("/");
  if (found.hostname === "github.com" && parts[3] === "blob") return `https://raw.githubusercontent.com/${parts[1]}/${parts[2]}/${parts.slice(4).join("/")}`;
  if (parts.includes("-") && parts[parts.indexOf("-") + 1] === "blob") return address.replace("/-/blob/", "/-/raw/");
  return address;
}

/**
 * Fetches a ruleset, with the files beside it that it names, and that these name.
 * @param {string} address @returns {Promise<Brought>}
 */
export async function ofAddress(address) {
  const first = new URL(plain(address));
  if (!["https:", "http:"].includes(first.protocol)) throw new Error("An address begins with https://.");
  const base = new URL(".", first);
  const main = decodeURIComponent(first.pathname.split("/").at(-1) ?? "");
  if (!main.endsWith(".gdl")) throw new Error("The address of a ruleset ends in .gdl.");
  /** @type {Record<string, string>} */
  const files = {};
  const asked = [main];
  let size = 0;
  for (const name of asked) {
    const at = new URL(name, base);
    if (!at.href.startsWith(base.href)) continue;
    const answer = await fetch(at, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => null);
    if (!answer?.ok) {
      if (name === main) throw new Error(answer ? `There is nothing at this address (${answer.status}).` : "This address cannot be read from a page; save the file, and open it from the disk.");
      continue; // it may be a file of the shipped games
    }
    const bytes = new Uint8Array(await answer.arrayBuffer());
    size += bytes.length;
    if (size > MOST_BYTES || asked.length > MOST_FILES) throw new Error("This ruleset has too many files for a project.");
    files[name] = letters(bytes);
    if (!/\.(gdl|md)$/.test(name)) continue;
    for (const [, quoted] of new TextDecoder().decode(bytes).matchAll(QUOTED)) {
      const inside = new URL(quoted, at).href;
      if (!inside.startsWith(base.href)) continue;
      const other = decodeURIComponent(inside.slice(base.href.length));
      if (!asked.includes(other)) asked.push(other);
    }
  }
  return { main, files };
}

/** A folder on the disk that a project is worked on in, in browsers that let a page have one. */

import { KNOWN, MOST_BYTES, MOST_FILES, bytesOf, letters } from "./files.js";

const MODE = { mode: "readwrite" };

/** Whether this browser lets a page have a folder. */
export const canHave = "showDirectoryPicker" in window;

/** Has a folder chosen. @returns {Promise<FileSystemDirectoryHandle | null>} null if none was */
export async function choose() {
  try {
    return await /** @type {any} */ (window).showDirectoryPicker({ id: "gekido-dsl", ...MODE });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** Tells whether a folder may be read and written. @param {any} folder @param {boolean} asks whether a person may be asked, as after a press on a button */
export async function allowed(folder, asks) {
  if (!folder.queryPermission) return true;
  if ((await folder.queryPermission(MODE)) === "granted") return true;
  return asks && (await folder.requestPermission(MODE)) === "granted";
}

/** Reads what of a folder belongs to a ruleset. @param {any} folder @returns {Promise<Record<string, string>>} files in letters of base 64 */
export async function contents(folder) {
  /** @type {Record<string, string>} */
  const files = {};
  let size = 0;
  /** @param {any} inside @param {string} before */
  const walk = async (inside, before) => {
    for await (const [name, one] of inside.entries()) {
      if (name.startsWith(".")) continue;
      if (one.kind === "directory") await walk(one, `${before}${name}/`);
      else if (KNOWN.test(name)) {
        const file = await one.getFile();
        size += file.size;
        if (size > MOST_BYTES || Object.keys(files).length >= MOST_FILES) throw new Error("This folder is too large for a project: it has at most 200 files with 20 MB.");
        files[`${before}${name}`.normalize("NFC")] = letters(new Uint8Array(await file.arrayBuffer()));
      }
    }
  };
  await walk(folder, "");
  return files;
}

/** Writes what was saved. @param {any} folder @param {Record<string, string | null>} changed null for what is gone */
export async function write(folder, changed) {
  for (const [name, given] of Object.entries(changed)) {
    const parts = name.split("/");
    const last = /** @type {string} */ (parts.pop());
    let inside = folder;
    for (const part of parts) inside = await inside.getDirectoryHandle(part, { create: true });
    if (given === null) await inside.removeEntry(last).catch(() => {});
    else {
      const to = await (await inside.getFileHandle(last, { create: true })).createWritable();
      await to.write(bytesOf(given));
      await to.close();
    }
  }
}

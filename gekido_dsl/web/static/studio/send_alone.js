/**
 * The game as one file, written by the studio without a server: the game comes from Python, and all else is what this page is
 * made of itself.
 */

/** The parts of Python and of the program that a game brings along, too. */
const SHARED = ["loader", "core", "wasm", "stdlib", "lock", "program", "second"];
const REFUSED = [0, 13, 60];

/** Writes bytes as `standalone/letters.py` does: seven bits to a letter, so that they can stand in a page. @param {Uint8Array} bytes */
export function lettersOf(bytes) {
  const made = [];
  let bits = 0;
  let held = 0;
  let refused = -1;
  const put = (/** @type {number} */ letter) => {
    if (refused >= 0) {
      made.push(0x100 + 128 * refused + letter);
      refused = -1;
      return;
    }
    refused = REFUSED.indexOf(letter);
    if (refused < 0) made.push(letter);
  };
  for (const one of bytes) {
    bits |= one << held;
    held += 8;
    while (held >= 7) {
      put(bits & 127);
      bits >>>= 7;
      held -= 7;
    }
  }
  if (held) put(bits & 127);
  if (refused >= 0) put(65); // what cannot stand alone is followed by another letter
  let text = "";
  for (let at = 0; at < made.length; at += 0x8000) text += String.fromCharCode(...made.slice(at, at + 0x8000));
  return text;
}

/** @param {Blob} blob @param {GenericTransformStream} through */
async function sent(blob, through) {
  return new Response(blob.stream().pipeThrough(/** @type {any} */ (through))).blob();
}

/**
 * Has the game written in this page.
 * @param {import("./calls.js").Call} call @param {Record<string, Blob | Promise<Blob>>} parts of this page
 * @returns {() => Promise<import("./send.js").Sent>}
 */
export function inThisPage(call, parts) {
  return async () => {
    const { front, boot, style } = JSON.parse(await (await sent(await parts.sending, new DecompressionStream("gzip"))).text());
    /** @type {Record<string, Blob>} */
    const later = { front: await sent(new Blob([front]), new CompressionStream("gzip")) };
    for (const name of SHARED) later[name] = await parts[name];
    const sizes = Object.fromEntries(Object.entries(later).map(([name, blob]) => [name, blob.size]));
    const { page, marks, name } = await call("send", { boot, style, sizes });
    const pieces = [];
    let rest = page;
    for (const part of Object.keys(sizes)) {
      const [before, after] = rest.split(marks[part]);
      pieces.push(before, lettersOf(new Uint8Array(await later[part].arrayBuffer())));
      rest = after;
    }
    const file = new Blob([...pieces, rest], { type: "text/html" });
    return { name, bytes: file.size, address: URL.createObjectURL(file) };
  };
}

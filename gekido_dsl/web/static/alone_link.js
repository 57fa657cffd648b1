/** Texts of a ruleset as part of an address, compressed: whoever gets the link has them, and no server ever does. */

/** @typedef {{main: string, files: Record<string, string>}} Work */

const MOST = 1_000_000;
const PIECE = 1024;

/** Gives bytes in pieces, as all that a piece unpacks to is in memory at once. @param {Uint8Array} bytes */
function inPieces(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(to) {
      if (at >= bytes.length) return to.close();
      to.enqueue(bytes.subarray(at, at + PIECE));
      at += PIECE;
    },
  });
}

/** @param {Uint8Array} bytes @param {GenericTransformStream} through @param most no more is read of what comes out of it: a small link may unpack to gigabytes */
async function sent(bytes, through, most = Infinity) {
  const reader = inPieces(bytes).pipeThrough(/** @type {any} */ (through)).getReader();
  const parts = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => undefined);
      throw new Error("the text is too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Work} work @returns {Promise<string>} letters, digits, `-` and `_` */
export async function packed(work) {
  const bytes = await sent(new TextEncoder().encode(JSON.stringify(work)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const one of bytes) letters += String.fromCharCode(one);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Promise<Work>} fails if it is nothing that `packed` wrote */
export async function unpacked(text) {
  if (text.length > MOST) throw new Error("the link is too long");
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await sent(Uint8Array.from(letters, (one) => one.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST);
  const { main, files } = JSON.parse(new TextDecoder().decode(bytes));
  const texts = Object.entries(files);
  if (typeof files[main] !== "string" || texts.some(([, one]) => typeof one !== "string")) throw new Error("it is no ruleset");
  return { main, files: Object.fromEntries(texts) };
}

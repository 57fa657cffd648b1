/** Texts of a ruleset as part of an address, compressed: whoever gets the link has them, and no server ever does. */

/** @typedef {{main: string, files: Record<string, string>}} Work */

const MOST = 1_000_000;

/** @param {Uint8Array} bytes @param {GenericTransformStream} through */
async function sent(bytes, through) {
  return new Uint8Array(await new Response(new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through))).arrayBuffer());
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
  const bytes = await sent(Uint8Array.from(letters, (one) => one.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  if (bytes.length > MOST) throw new Error("the text is too long");
  const { main, files } = JSON.parse(new TextDecoder().decode(bytes));
  const texts = Object.entries(files);
  if (typeof files[main] !== "string" || texts.some(([, one]) => typeof one !== "string")) throw new Error("it is no ruleset");
  return { main, files: Object.fromEntries(texts) };
}

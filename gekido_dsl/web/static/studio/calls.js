/** Questions to the server, each with one answer. */

/** What was refused, in a sentence for people. */
export class Refused extends Error {}

/**
 * @typedef {(what: string, asked?: object) => Promise<any>} Call
 * @param {URL} base
 * @param {string} key
 * @returns {Call}
 */
export function calls(base, key) {
  return async (what, asked = {}) => {
    const address = new URL(what, base);
    address.searchParams.set("key", key);
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
    } catch {
      throw new Refused("The server does not answer.");
    }
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok || said.refused) throw new Refused(said.refused ?? `The server cannot do this (${answer.status}).`);
    return said;
  };
}

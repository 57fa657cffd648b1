/** Messages to a table that lives in this page: Python in a worker. Nothing leaves the page. */

import { says } from "./words.js";

/** @typedef {import("./socket.js").Connection} Connection */
/** @typedef {{cache: string, address: string, writes?: boolean}} Kept where the memory of a Python that has started is kept */

/**
 * Starts Python with the parts of the page.
 * @param {Record<string, Blob | Promise<Blob>>} parts
 * @param {string} script what the worker runs
 * @param {{progress: (done: number, of: number, words: string) => void, ready: (remembered: boolean) => void, failed: (words: string) => void,
 *   bytes?: number, keep?: (kept: {record: string, steps: number}) => void, checked?: (found: any) => void, other?: (message: any) => boolean, pause?: number, inside?: string, kept?: Kept}} heard
 * @returns {Connection & {end: () => void, add: (archive: Uint8Array) => void}} `add` gives Python a package that it can import from then on
 */
export function alone(parts, script, heard) {
  /** @type {Connection & {end: () => void, add: (archive: Uint8Array) => void}} */
  const connection = {
    send: (message) => worker.postMessage({ message }),
    onmessage: null,
    end: () => worker.terminate(),
    add: (archive) => worker.postMessage({ library: archive }, [archive.buffer]),
  };
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onerror = (event) => heard.failed(event.message || says("This browser does not run the page's own program."));
  worker.onmessage = ({ data }) => {
    if (data.progress) heard.progress(...data.progress);
    if (data.ready) heard.ready(data.remembered);
    if (data.failed) heard.failed(data.failed);
    if (data.message?.keep) heard.keep?.(data.message.keep);
    else if (data.message?.checked) heard.checked?.(data.message.checked);
    else if (data.message && !heard.other?.(data.message)) connection.onmessage?.(data.message);
  };
  const { bytes = 0 } = heard;
  const arrive = (/** @type {any} */ { detail }) => heard.progress(detail, bytes, says("Fetching, {done} of {all} MB", { done: (detail / 1e6).toFixed(1), all: (bytes / 1e6).toFixed(1) }));
  if (bytes) addEventListener("arrived", arrive);
  worker.postMessage({ start: { names: Object.keys(parts), pause: heard.pause, inside: heard.inside, kept: heard.kept } });
  // Parts that lie beside the page may still be on their way: Python starts with those that it needs first.
  const sent = Object.entries(parts).map(async ([name, part]) => worker.postMessage({ part: name, content: await part }));
  Promise.all(sent).then(() => removeEventListener("arrived", arrive), (error) => heard.failed(error?.message ?? String(error)));
  return connection;
}

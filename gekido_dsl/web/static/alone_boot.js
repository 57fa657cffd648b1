/**
 * The first thing that such a page runs: it finds the parts of the page, in it or beside it, and starts its modules.
 * A part is `<script type="text/plain" data-part="name" data-size="bytes">` with compressed bytes as letters of seven
 * bits (see `standalone/letters.py`), or one with `data-src`.
 */
(async () => {
  "use strict";
  const note = document.getElementById("starting");
  const say = (words) => {
    if (note) note.textContent = words;
  };
  addEventListener("error", (event) => say(`The page cannot start: ${event.message}`));
  try {
    if (!("DecompressionStream" in self) || !("WebAssembly" in self)) throw new Error("this browser is too old for it");
    if (document.characterSet !== "UTF-8") throw new Error(`it was sent as ${document.characterSet} and has to be sent as UTF-8`);
    const raw = (text, size) => {
      const made = new Uint8Array(size);
      let bits = 0;
      let held = 0;
      let to = 0;
      const take = (letter) => {
        bits |= letter << held;
        held += 7;
        if (held < 8) return;
        made[to] = bits;
        to += 1;
        bits >>>= 8;
        held -= 8;
      };
      const refused = [0, 13, 60];
      for (let at = 0; at < text.length; at += 1) {
        const letter = text.charCodeAt(at);
        if (letter < 128) take(letter);
        else {
          take(refused[(letter - 256) >> 7]);
          take(letter & 127);
        }
      }
      return new Blob([made]);
    };
    let arrived = 0;
    const fetched = async (address) => {
      if (location.protocol === "file:") {
        throw new Error("from the disk a browser reads no files beside a page; run `python -m http.server` in this folder, or open a game that `gdl export` wrote");
      }
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address} is missing`);
      const pieces = [];
      for (let reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return new Blob(pieces);
        pieces.push(value);
        arrived += value.length;
        dispatchEvent(new CustomEvent("arrived", { detail: arrived }));
      }
    };
    const parts = {};
    let all = 0;
    // Two at a time, in their order: what is needed first has the line to itself.
    const lines = [Promise.resolve(), Promise.resolve()];
    const inTurn = (address) => {
      const line = lines.shift();
      const part = line.then(() => fetched(address));
      lines.push(part.catch(() => {}));
      return part;
    };
    for (const element of document.querySelectorAll("script[data-part]")) {
      const { part, src, size } = element.dataset;
      if (src) all += Number(size);
      parts[part] = src ? inTurn(src) : raw(element.textContent, Number(size));
      element.remove();
    }
    const text = (blob) => new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const front = JSON.parse(await text(await parts.front));
    delete parts.front;
    const addresses = {};
    // In such an order that what a module imports comes before it.
    for (const [name, code] of front.modules) {
      const linked = code.replace(/((?:from|import)\s*)"\.\/([\w./-]+)"/g, (all, before, other) => `${before}"${addresses[other]}"`);
      addresses[name] = URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
    }
    const about = JSON.parse(document.getElementById("about").textContent);
    const { begin } = await import(addresses[front.main]);
    begin({ parts, worker: front.worker, words: front.words, about, text, bytes: all });
  } catch (error) {
    say(`The page cannot start: ${error?.message ?? error}`);
  }
})();

/**
 * The first thing that such a page runs: it finds the parts of the page, in it or beside it, and starts its modules.
 * A part is `<script type="text/plain" data-part="name">` with compressed bytes as Base64, or with `data-src`.
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
    const raw = (text) => {
      const letters = atob(text);
      const made = new Uint8Array(letters.length);
      for (let at = 0; at < made.length; at += 1) made[at] = letters.charCodeAt(at);
      return new Blob([made]);
    };
    const fetched = async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address} is missing`);
      return answer.blob();
    };
    const parts = {};
    await Promise.all([...document.querySelectorAll("script[data-part]")].map(async (element) => {
      const { part, src } = element.dataset;
      parts[part] = src ? await fetched(src) : raw(element.textContent);
      element.remove();
    }));
    const text = (blob) => new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const front = JSON.parse(await text(parts.front));
    delete parts.front;
    const addresses = {};
    // In such an order that what a module imports comes before it.
    for (const [name, code] of front.modules) {
      const linked = code.replace(/(from\s*|import\s*\(?\s*)"\.\/([\w./-]+)"/g, (all, before, other) => `${before}"${addresses[other]}"`);
      addresses[name] = URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
    }
    const about = JSON.parse(document.getElementById("about").textContent);
    const { begin } = await import(addresses[front.main]);
    begin({ parts, worker: front.worker, about, text });
  } catch (error) {
    say(`The page cannot start: ${error?.message ?? error}`);
  }
})();

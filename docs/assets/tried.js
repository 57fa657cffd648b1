/* The game of the first page, with the numbers that a reader chose, is opened in the studio: as a part of the address. */
"use strict";

for (const form of document.querySelectorAll("form.tried")) {
  const button = form.querySelector("button");
  button.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = form.querySelector("pre").cloneNode(true);
    const numbers = form.querySelectorAll("pre input");
    text.querySelectorAll("input").forEach((one, at) => one.replaceWith(String(numbers[at].valueAsNumber)));
    const main = form.dataset.name;
    const work = { main, files: { [main]: text.textContent, ...JSON.parse(form.dataset.files) } };
    const packed = new Blob([JSON.stringify(work)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    location.href = new URL(`${form.dataset.studio}#text=${letters}`, location.href).href;
  });
}

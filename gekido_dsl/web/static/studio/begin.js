/** A new game: from a template, or as a variant of one that is shipped. */

import { dialog, told } from "../dialogs.js";
import { fill, make } from "../dom.js";

/** @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio */
export async function begin(call, studio) {
  try {
    const { templates } = await call("templates");
    const said = make("p", { class: "sum", role: "status" });
    const name = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "new-name", required: true, autocomplete: "off" }));
    const menu = /** @type {HTMLSelectElement} */ (make("select", { id: "new-template" }, ...templates.map((/** @type {any} */ one) =>
      make("option", { value: one.name ?? one, text: one.title ?? one.name ?? one }))));
    const form = make("form", { class: "ask" }, make("label", { for: "new-template", text: "Begin with" }), menu,
      make("label", { for: "new-name", text: "What is it called?" }), name, said, make("div", { class: "row" }, make("button", { class: "primary", text: "Make it" })));
    const made = dialog("A new game", [form], "beginning");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      fill(said, "It is being made…");
      try {
        const answer = await call("new", { template: menu.value, name: name.value.trim() });
        made.close();
        if (answer.url && new URL(answer.url, location.href).origin === location.origin) location.href = answer.url;
        else if (answer.command) told("A new game", ["It is made. Open it with:", "", answer.command]);
        else {
          studio.buffers.forget();
          studio.text.name = "";
          await studio.text.start();
        }
      } catch (error) {
        fill(said, error instanceof Error ? error.message : String(error));
      }
    });
  } catch (error) {
    studio.problem(error);
  }
}

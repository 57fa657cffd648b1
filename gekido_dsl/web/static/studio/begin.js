/** A new game: from a template, or as a variant of the one that is open. It opens in the studio by itself. */

import { dialog } from "../dialogs.js";
import { fill, make, say } from "../dom.js";

const VARIANT = "variant of ";

/**
 * @param {import("./calls.js").Call} call @param {import("./shell.js").Studio} studio
 * @param {boolean | string} [yours] whether it is to be a variant of what is open, or of which game
 */
export async function begin(call, studio, yours = false) {
  try {
    const { templates, folder, beside } = await call("templates");
    const said = make("p", { class: "sum", role: "status" });
    const first = typeof yours === "string" && templates.includes(VARIANT + yours) ? VARIANT + yours : templates[0];
    const name = /** @type {HTMLInputElement} */ (make("input", { type: "text", id: "new-name", required: true, autocomplete: "off",
      value: `my-${first.startsWith(VARIANT) && yours ? first.slice(VARIANT.length).replace(/^.*\/|\.gdl$/g, "") : "game"}` }));
    const menu = /** @type {HTMLSelectElement} */ (make("select", { id: "new-template" }, ...templates.map((/** @type {string} */ one) =>
      make("option", { value: one, selected: one === first, text: one }))));
    const where = make("p", { class: "sum" });
    const tell = () => fill(where, menu.value.startsWith(VARIANT) && beside ? `It goes beside ${menu.value.slice(VARIANT.length)}, in ${beside}.`
      : folder && `It goes into a folder of its own in ${folder}.`);
    tell();
    menu.addEventListener("change", tell);
    const lost = studio.alone ? [] : studio.buffers.changed; // without a server what was typed is kept with its project
    const go = make("button", { class: "primary", text: lost.length ? "Make it without saving" : "Make it" });
    const form = make("form", { class: "ask" }, make("label", { for: "new-template", text: "Begin with" }), menu,
      make("label", { for: "new-name", text: "What is it called?" }), name,
      where,
      lost.length > 0 && make("p", { class: "failed", text: `What you changed in ${lost.join(", ")} is not saved and will be lost.` }),
      said, make("div", { class: "row" }, go));
    const made = dialog(yours ? "Make it yours" : "A new game", [form], "beginning");
    name.select();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      say(said, "It is being made; what it suggests is tried out, which takes a few seconds…");
      go.toggleAttribute("disabled", true);
      try {
        await call("new", { template: menu.value, name: name.value.trim(), discard: lost.length > 0 });
        made.close(); // every page of the studio is told that it is open now
      } catch (error) {
        go.toggleAttribute("disabled", false);
        fill(said, error instanceof Error ? error.message : String(error));
      }
    });
  } catch (error) {
    studio.problem(error);
  }
}

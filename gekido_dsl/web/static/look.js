/** Light or dark, and the designers' colours: what pictures are drawn in, the page around them wears as well. */

const COLOURS = ["ink", "quiet", "line", "paper", "tint", "shade", "strong", "accent", "good"];
const KEPT = "gdl-scheme";
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"auto" | "light" | "dark"} */
export function scheme() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto"; // a page from the disk may have no storage
  }
}

/** @param {"auto" | "light" | "dark"} chosen */
export function choose(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch { /* it then holds for this page alone */ }
  apply(chosen);
}

/** @param {"auto" | "light" | "dark"} [chosen] */
export function apply(chosen = scheme()) {
  const root = document.documentElement;
  if (chosen === "auto") root.removeAttribute("data-md-color-scheme");
  else root.setAttribute("data-md-color-scheme", chosen === "dark" ? "slate" : "default");
  root.dataset.dark = String(chosen === "dark" || (chosen === "auto" && DARK.matches));
  borrow();
}

/** Copies the colours of pictures to the page. */
export function borrow() {
  const probe = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  probe.setAttribute("class", "gdl probe");
  document.body.append(probe);
  const style = getComputedStyle(probe);
  for (const colour of COLOURS) {
    const value = style.getPropertyValue(`--gdl-${colour}`).trim();
    if (value && CSS.supports("color", value)) document.documentElement.style.setProperty(`--${colour}`, value);
  }
  probe.remove();
}

DARK.addEventListener("change", () => apply());

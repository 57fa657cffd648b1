/**
 * What can be pressed in a picture: a layer of buttons over it, one for each place, so that a piece on a space hides
 * neither the glow of the space nor takes its clicks. One place has the focus of the tab key; arrows go on from there.
 */

const SPACE = "http://www.w3.org/2000/svg";
const SHAPES = "rect, polygon, circle, ellipse, path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "points", "cx", "cy", "r", "d"];
const COVERS = 0.7;
const ROOM = 0.6;
const MANY = 24;
/** So many glow quietly: where nearly everything can be pressed, loud signs would hide the position. */

/** @typedef {{box: DOMRect, button: SVGElement}} Place */

/**
 * Lays buttons over a picture.
 * @param {SVGSVGElement} svg
 * @param {Map<string, string>} open what each place that can be pressed is called
 * @param {Set<string>} picked
 * @param {Set<string>} from what can be dragged somewhere
 */
export function lay(svg, open, picked, from) {
  svg.querySelector(":scope > .targets")?.remove();
  const layer = document.createElementNS(SPACE, "g");
  layer.setAttribute("class", "targets");
  /** @type {Place[]} */
  const buttons = [];
  for (const spot of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("[data-spot]"))) {
    const name = spot.dataset.spot ?? "";
    const said = open.get(name) ?? (picked.has(name) ? named(spot) : undefined);
    if (said === undefined) continue;
    const { shape, box } = outline(svg, spot);
    const button = document.createElementNS(SPACE, "g");
    button.setAttribute("class", picked.has(name) ? "target picked" : "target");
    if (from.has(name)) button.classList.add("drags");
    button.setAttribute("role", "button");
    button.setAttribute("tabindex", "-1");
    button.setAttribute("data-target", name);
    button.setAttribute("aria-label", said || named(spot));
    if (picked.size) button.setAttribute("aria-pressed", String(picked.has(name)));
    button.append(shape);
    buttons.push({ box, button });
  }
  // What lies in another lies over it; all else stays in the order of the picture, which is how they are read.
  const depth = new Map(buttons.map((one) => [one, buttons.filter((other) => holds(other.box, one.box)).length]));
  buttons.sort((one, other) => (depth.get(one) ?? 0) - (depth.get(other) ?? 0));
  layer.append(...buttons.map((one) => one.button));
  if (buttons.length > MANY) layer.classList.add("many");
  if (buttons.length) {
    svg.append(layer);
    svg.setAttribute("role", "group");
    const first = layer.querySelector(".picked") ?? buttons[0].button;
    first.setAttribute("tabindex", "0");
  } else svg.setAttribute("role", "img");
}

/** @param {Element} spot */
export function named(spot) {
  return spot.getAttribute("aria-label") ?? spot.querySelector(":scope > title")?.textContent ??
    spot.getAttribute("data-spot")?.replace(/^\w+ /, "") ?? "";
}

/**
 * Draws the outline of a place: of the shape that fills it, or a box around all of it.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} spot
 */
function outline(svg, spot) {
  const box = spot.getBBox();
  const area = box.width * box.height;
  const inner = /** @type {SVGGraphicsElement[]} */ (spot.matches(SHAPES) ? [spot] : [...spot.querySelectorAll(SHAPES)])
    .find((one) => {
      const own = one.getBBox();
      return own.width * own.height >= area * COVERS && transform(spot, one).a > 0.99;
    });
  const shape = document.createElementNS(SPACE, inner?.localName ?? "rect");
  if (inner) {
    for (const name of GEOMETRY) {
      const value = inner.getAttribute(name);
      if (value !== null) shape.setAttribute(name, value);
    }
  } else {
    const given = { x: box.x - ROOM, y: box.y - ROOM, width: box.width + 2 * ROOM, height: box.height + 2 * ROOM, rx: 1 };
    for (const [name, value] of Object.entries(given)) shape.setAttribute(name, String(value));
  }
  const { a, b, c, d, e, f } = transform(svg, inner ?? spot);
  shape.setAttribute("transform", `matrix(${[a, b, c, d, e, f].map((one) => Number(one.toFixed(4))).join(" ")})`);
  const whole = transform(svg, spot);
  return { shape, box: new DOMRect(whole.a * box.x + whole.e, whole.d * box.y + whole.f, whole.a * box.width, whole.d * box.height) };
}

/** Tells whether the middle of a box lies in another that is larger. @param {DOMRect} outer @param {DOMRect} inner */
function holds(outer, inner) {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return outer.width * outer.height > inner.width * inner.height * 1.1 && x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

/** @param {SVGGraphicsElement} outer @param {SVGGraphicsElement} inner */
function transform(outer, inner) {
  const [from, to] = [inner.getScreenCTM(), outer.getScreenCTM()];
  return from && to ? to.inverse().multiply(from) : new DOMMatrix();
}

/**
 * Finds the next button in a direction: near, and rather straight ahead than aside.
 * @param {Element} from
 * @param {Element[]} all
 * @param {string} key
 * @returns {Element | null}
 */
export function next(from, all, key) {
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const middle = (/** @type {Element} */ one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [ox, oy] = middle(one);
    const ahead = (ox - x) * ux + (oy - y) * uy;
    if (ahead < 2) continue;
    const aside = Math.abs((ox - x) * uy) + Math.abs((oy - y) * ux);
    const far = ahead + aside * 2.5;
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

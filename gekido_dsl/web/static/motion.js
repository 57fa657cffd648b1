/**
 * What changed its place slides there, what is new appears, a die that shows another face turns.
 * The picture is already the new one when motion begins, and takes clicks all the while; it only looks as if it moved.
 *
 * Only `transform` and `opacity` change, and each animation replaces what the picture says rather than adding to it: a
 * browser then moves what it has drawn already, and neither lays out nor draws anything anew while things move.
 */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE_MS = 320;
const TURN_MS = 520;
const MOST = 60;
/** More things than this do not move one by one: it would be a storm, and slow. */
const NEAR = 2;
/** So many pixels are no way. */

/** @typedef {{box: DOMRect, face: string, on: string}} Was */
/** @typedef {{width: number, spots: Map<string, Was>}} Before where everything was, from the corner of the picture */

/**
 * Notes where everything is.
 * @param {SVGSVGElement} svg
 * @returns {Before | null}
 */
export function noted(svg) {
  if (STILL.matches) return null;
  const all = svg.getBoundingClientRect();
  /** @type {Map<string, Was>} */
  const spots = new Map();
  for (const one of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-spot]"))) {
    spots.set(one.dataset.spot ?? "", { box: from(all, one), face: one.dataset.face ?? "", on: one.dataset.on ?? "" });
  }
  return { width: all.width, spots };
}

/**
 * Moves everything from where it was.
 * @param {SVGSVGElement} svg
 * @param {Before} before
 */
export function moved(svg, before) {
  const all = svg.getBoundingClientRect();
  const scale = before.width ? all.width / before.width : 1;
  /** @type {(() => void)[]} */
  const moves = [];
  /** @type {Set<Node>} */
  const going = new Set();
  /** @type {Map<string, DOMRect>} */
  const now = new Map();
  // Everything is measured before anything moves, lest the browser lay it out again and again.
  const spots = /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("[data-spot]"));
  for (const one of spots) now.set(one.dataset.spot ?? "", from(all, one));
  for (const one of spots) {
    if (lies(one, going, svg)) continue;
    const was = before.spots.get(one.dataset.spot ?? "");
    if (!was) {
      moves.push(() => appear(one));
      continue;
    }
    const box = /** @type {DOMRect} */ (now.get(one.dataset.spot ?? ""));
    // Areas and places are laid out anew at once, with all that stays on them: only what goes from one to another slides.
    const { on, face } = one.dataset;
    const holder = on && on === was.on ? before.spots.get(on) : undefined;
    const under = holder && now.get(on ?? "");
    let [dx, dy] = on || face ? [was.box.x * scale - box.x, was.box.y * scale - box.y] : [0, 0];
    if (holder && under) [dx, dy] = [dx - (holder.box.x * scale - under.x), dy - (holder.box.y * scale - under.y)];
    if (Math.hypot(dx, dy) > NEAR) {
      going.add(one);
      const to = one.getScreenCTM();
      if (to) moves.push(() => slide(one, dx / (to.a || 1), dy / (to.d || 1)));
    } else if ((one.dataset.face ?? "") !== was.face) {
      const { x, y, width, height } = one.getBBox();
      moves.push(() => turn(one, x + width / 2, y + height / 2));
    }
  }
  if (moves.length <= MOST) for (const move of moves) move();
}

/** @param {DOMRect} all @param {Element} one */
function from(all, one) {
  const box = one.getBoundingClientRect();
  return new DOMRect(box.x - all.x, box.y - all.y, box.width, box.height);
}

/** Tells whether something lies in one of these. @param {Node} one @param {Set<Node>} among @param {Node} root */
function lies(one, among, root) {
  for (let outer = one.parentNode; outer && outer !== root; outer = outer.parentNode) if (among.has(outer)) return true;
  return false;
}

/** Gives the place that the picture gives something, for the end of a motion. @param {Element} one */
function place(one) {
  const given = getComputedStyle(one).transform;
  return given === "none" ? "" : ` ${given}`;
}

/** @param {SVGElement} one @param {number} dx @param {number} dy in units of the picture */
function slide(one, dx, dy) {
  const end = place(one);
  one.animate([{ transform: `translate(${dx}px, ${dy}px)${end}` }, { transform: `translate(0px, 0px)${end}` }], {
    duration: SLIDE_MS, easing: "cubic-bezier(.2,.7,.2,1)",
  });
}

/** @param {SVGElement} one */
function appear(one) {
  one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE_MS, easing: "ease-out" });
}

/** @param {SVGElement} one @param {number} x @param {number} y the middle of it */
function turn(one, x, y) {
  const end = place(one);
  const about = (/** @type {number} */ degrees, /** @type {number} */ size) =>
    ({ transform: `translate(${x}px, ${y}px) rotate(${degrees}deg) scale(${size}) translate(${-x}px, ${-y}px)${end}` });
  one.animate([about(-360, 0.8), { ...about(-90, 1.12), offset: 0.7 }, about(0, 1)], { duration: TURN_MS, easing: "cubic-bezier(.2,.8,.3,1)" });
}

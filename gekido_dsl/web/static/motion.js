/**
 * What changed its place slides there, what is new appears, a die that shows another face turns, a card flips.
 * The picture is already the new one when motion begins, and takes clicks all the while; it only looks as if it moved.
 */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE_MS = 320;
const TURN_MS = 520;
const MOST = 60;
/** More things than this do not move one by one: it would be a storm, and slow. */

/** @typedef {{box: DOMRect, part: string, partBox: DOMRect, look: string}} Was */

/**
 * Notes where everything is.
 * @param {Element} root
 * @returns {Map<string, Was>}
 */
export function noted(root) {
  /** @type {Map<string, Was>} */
  const found = new Map();
  if (STILL.matches) return found;
  for (const part of root.querySelectorAll("svg.gdl[data-part]")) {
    const partBox = part.getBoundingClientRect();
    for (const one of part.querySelectorAll("[data-spot]")) {
      found.set(/** @type {HTMLElement} */ (one).dataset.spot ?? "", {
        box: one.getBoundingClientRect(),
        part: part.getAttribute("data-part") ?? "",
        partBox,
        look: one.getAttribute("data-face") ?? "",
      });
    }
  }
  return found;
}

/**
 * Moves everything from where it was.
 * @param {Element} root
 * @param {Map<string, Was>} before
 */
export function moved(root, before) {
  if (STILL.matches || !before.size) return;
  /** @type {(() => void)[]} */
  const moves = [];
  const going = new Set();
  for (const part of /** @type {NodeListOf<SVGSVGElement>} */ (root.querySelectorAll("svg.gdl[data-part]"))) {
    const partBox = part.getBoundingClientRect();
    const isNew = ![...before.values()].some((was) => was.part === part.dataset.part);
    for (const one of /** @type {NodeListOf<SVGGraphicsElement>} */ (part.querySelectorAll("[data-spot]"))) {
      if (one.closest(".targets") || [...going].some((outer) => outer.contains(one))) continue;
      const was = before.get(one.dataset.spot ?? "");
      if (!was) {
        if (!isNew) moves.push(() => appear(one));
        continue;
      }
      const box = one.getBoundingClientRect();
      const same = was.part === part.dataset.part;
      const scale = same && was.partBox.width ? partBox.width / was.partBox.width : 1;
      const dx = same ? (was.box.x - was.partBox.x) * scale - (box.x - partBox.x) : was.box.x - box.x;
      const dy = same ? (was.box.y - was.partBox.y) * scale - (box.y - partBox.y) : was.box.y - box.y;
      if (Math.hypot(dx, dy) > 2) {
        going.add(one);
        moves.push(() => slide(one, dx, dy));
      } else if ((one.getAttribute("data-face") ?? "") !== was.look) moves.push(() => turn(one));
    }
  }
  if (moves.length <= MOST) for (const move of moves) move();
}

/** @param {SVGGraphicsElement} one @param {number} dx @param {number} dy in pixels of the screen */
function slide(one, dx, dy) {
  const to = one.getScreenCTM();
  if (!to) return;
  const [a, b] = [dx / (to.a || 1), dy / (to.d || 1)];
  // Added to the place that the picture gives it, which is a transform as well.
  one.animate([{ transform: `translate(${a}px, ${b}px)` }, { transform: "translate(0, 0)" }], {
    duration: SLIDE_MS, easing: "cubic-bezier(.2,.7,.2,1)", composite: "add",
  });
}

/** @param {SVGGraphicsElement} one */
function appear(one) {
  one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE_MS, easing: "ease-out" });
}

/** @param {SVGGraphicsElement} one */
function turn(one) {
  const box = one.getBBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const about = (/** @type {string} */ what) => `translate(${x}px, ${y}px) ${what} translate(${-x}px, ${-y}px)`;
  const card = one.hasAttribute("data-card");
  const frames = card
    ? [{ transform: about("scale(0.02, 1)") }, { transform: about("scale(1, 1)") }]
    : [{ transform: about("rotate(-360deg) scale(0.8)") }, { transform: about("rotate(-90deg) scale(1.12)"), offset: 0.7 },
      { transform: about("rotate(0deg) scale(1)") }];
  one.animate(frames, { duration: card ? SLIDE_MS : TURN_MS, easing: "cubic-bezier(.2,.8,.3,1)", composite: "add" });
}

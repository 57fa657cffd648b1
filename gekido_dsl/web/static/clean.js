/**
 * Pictures are copied element by element: only shapes, words and pictures inside the file itself come through.
 * What draws them escapes every text already and cleans designers' art; this is the second line of defence.
 */

const SPACE = "http://www.w3.org/2000/svg";

const ELEMENTS = new Set((
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs symbol use image marker " +
  "linearGradient radialGradient stop clipPath mask pattern"
).split(" "));

const ATTRIBUTES = new Set((
  "id class x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height d points transform viewBox preserveAspectRatio " +
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap " +
  "stroke-linejoin stroke-miterlimit opacity color paint-order vector-effect font-size font-weight font-style " +
  "font-family text-anchor dominant-baseline letter-spacing textLength lengthAdjust clip-path clip-rule mask " +
  "marker-start marker-mid marker-end markerWidth markerHeight refX refY orient markerUnits " +
  "gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity " +
  "patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits role aria-label aria-hidden"
).split(" "));

const INSIDE = /^#[\w.:-]+$/;
const PIXELS = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;
const FETCHES = /url\s*\(\s*(?!["']?#)|expression|@import|javascript:/i;

let read = 0;

/**
 * Reads a picture; gives null when it is none.
 * @param {string} text
 * @param {string} under what its ids begin with on the page, so that they are never those of the page's own elements
 * @returns {SVGSVGElement | null}
 */
export function picture(text, under = `picture${(read += 1)}`) {
  // Styles are left out before reading: the policy refuses them, and says so for each.
  const plain = text.replace(/<style[^>]*>[^<]*<\/style>/g, "").replace(/\sstyle="[^"]*"/g, "");
  const parsed = new DOMParser().parseFromString(plain.includes("xmlns=") ? plain : plain.replace("<svg", `<svg xmlns="${SPACE}"`),
    "image/svg+xml");
  const root = parsed.documentElement;
  if (root.namespaceURI !== SPACE || root.localName !== "svg") return null;
  return /** @type {SVGSVGElement} */ (copied(root, `${under}--`));
}

/** @param {Element} element @param {string} under @returns {SVGElement | null} */
function copied(element, under) {
  if (element.namespaceURI !== SPACE || !ELEMENTS.has(element.localName)) return null;
  const made = document.createElementNS(SPACE, element.localName);
  for (const { localName, prefix, value } of element.attributes) {
    if (allowed(element.localName, localName, prefix, value)) made.setAttribute(localName, own(localName, value, under));
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.nodeValue ?? "");
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = copied(/** @type {Element} */ (child), under);
      if (inner) made.append(inner);
    }
  }
  return made;
}

/** Has ids, and what refers to them, begin with a word of their own. @param {string} name @param {string} value @param {string} under */
function own(name, value, under) {
  if (name === "id") return under + value;
  if (name === "href") return value.startsWith("#") ? `#${under}${value.slice(1)}` : value;
  return value.replace(/(url\(\s*["']?#)/gi, `$1${under}`);
}

/** @param {string} element @param {string} name @param {string | null} prefix @param {string} value */
function allowed(element, name, prefix, value) {
  if (name === "href") return element === "image" ? PIXELS.test(value) : element === "use" && INSIDE.test(value);
  if (prefix) return false;
  return (ATTRIBUTES.has(name) || /^data-[a-z-]+$/.test(name)) && !FETCHES.test(value);
}

/**
 * Takes the style of pictures, unless it would fetch something.
 * @param {string} sheet
 */
export function adopt(sheet) {
  if (FETCHES.test(sheet)) return;
  const made = new CSSStyleSheet();
  made.replaceSync(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== adopted), made];
  adopted = made;
}

/** @type {CSSStyleSheet | undefined} */
let adopted;

/** What many matches came to, as bars and tables: who wins, how long it takes, what happens, and what never did. */

import { picture } from "../clean.js";
import { make } from "../dom.js";

/** @typedef {{name: string, count: number, of: number, share: number, low: number, high: number}} Share */

const MOST = 40;

/**
 * Draws what games came to, or what games of two rulesets came to beside one another.
 * @param {any} report
 * @returns {Node[]}
 */
export function drawn(report) {
  return report.verdict ? compared(report) : single(report);
}

/** What an edit changed: in sentences, in one table, and in pictures. @param {any} one */
function compared(one) {
  const pairs = one.games === 1 ? "1 pair of games" : `${one.games} pairs of games`;
  const failed = one.rule_error_games[0] + one.rule_error_games[1];
  return [
    make("h3", { text: "What your edit changes" }),
    make("ul", { class: "verdict" }, ...one.verdict.map((/** @type {string} */ text) => make("li", { text }))),
    failed > 0 && make("p", { class: "failed", text: `Rule errors: ${one.rule_error_games[0]} games as saved, ${one.rule_error_games[1]} as written now. They are not counted.` }),
    make("p", { class: "sum", text: `${pairs} with the same shuffles and dice; ${one.alike} came out the same. With 95%, all true differences lie where the last column says.` }),
    make("table", { class: "plain compared" },
      make("thead", {}, make("tr", {}, ...["", "Saved", "Now", "Difference"].map((text) => make("th", { scope: "col", text })))),
      make("tbody", {}, ...one.rows.map(([name, a, b, difference, low, high, verdict]) => verdict
        ? make("tr", { class: verdict === "changed" ? "changed" : "" }, make("th", { scope: "row", text: name.trim() }),
          ...[a, b].map((text) => make("td", { class: "number", text })), make("td", { text: `${difference} (${low} to ${high})` }))
        : make("tr", {}, make("th", { scope: "rowgroup", colspan: 4, text: name }))))),
    ...one.charts.map((/** @type {any} */ chart) => charted(chart)),
    one.executor && make("p", { class: "executor", text: `Executor: ${one.executor}` }),
  ].filter(Boolean);
}

/** @param {any} one */
function single(one) {
  const drawn = one.charts?.length > 0; // charts say the same as the tables that are left out
  return [
    ...(one.charts ?? []).map((/** @type {any} */ chart) => charted(chart)),
    !drawn && one.wins_by_seat && shares("Wins", one.wins_by_seat, (name) => name.replace(/^seat/, "Player")),
    ...Object.entries(drawn ? {} : one.wins_by_thing ?? {}).map(([kind, all]) => shares(`Wins by ${kind}`, /** @type {Share[]} */ (all))),
    one.ends?.length > 0 && shares("How it ends", one.ends),
    !drawn && histogram(one.turns_histogram ?? []),
    make("dl", { class: "figures" }, ...[["Turns", one.turns], ["Decisions", one.decisions], ["Most choices at once", one.most_choices]]
      .filter(([, spread]) => spread).flatMap(([name, spread]) => [make("dt", { text: name }),
        make("dd", { text: `${round(spread.mean)} on average, from ${spread.min} to ${spread.max}` })])),
    one.executor && make("p", { class: "executor", text: `Executor: ${one.executor}` }),
    one.unfinished?.count > 0 && make("p", { class: "failed", text: `${one.unfinished.count} matches came to no end.` }),
    ...(one.rule_errors ?? []).slice(0, 5).map((/** @type {any} */ error) => make("p", { class: "failed", text: `Match ${error.game}: ${error.message}` })),
    happened(one.happenings ?? []),
    unused(one.coverage ?? []),
    one.lines?.length > 0 && make("details", { open: !one.wins_by_seat && !one.charts?.length }, make("summary", { text: "All figures" }),
      make("pre", { class: "lines", tabindex: "0", text: one.lines.join("\n") })),
  ].filter(Boolean);
}

/** Shows a chart as the server drew it. @param {{title: string, svg: string}} chart */
function charted(chart) {
  const svg = picture(chart.svg);
  svg?.classList.add("gdl");
  svg?.setAttribute("role", "img");
  svg?.setAttribute("aria-label", chart.title);
  return svg && make("figure", {}, make("figcaption", { text: chart.title }), svg);
}

/**
 * Draws shares with their intervals.
 * @param {string} title
 * @param {Share[]} all
 * @param {(name: string) => string} [named]
 */
function shares(title, all, named = (name) => name) {
  return make("table", { class: "plain bars" }, make("caption", { text: `${title}, with the interval of 95%` }), make("tbody", {}, ...all.map((one) =>
    make("tr", {}, make("th", { scope: "row", text: named(one.name) }), make("td", {}, bar(one.share, one.low, one.high)),
      make("td", { class: "number", text: `${percent(one.share)} (${percent(one.low)}–${percent(one.high)})` })))));
}

/** @param {number} share @param {number} low @param {number} high */
function bar(share, low, high) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "bar-of");
  for (const [name, given] of /** @type {[string, Record<string, number | string>][]} */ ([
    ["rect", { class: "share", x: 0, y: 1.5, width: 100 * share, height: 7 }],
    ["rect", { class: "interval", x: 100 * low, y: 4, width: Math.max(100 * (high - low), 0.4), height: 2 }],
  ])) {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
    svg.append(made);
  }
  return svg;
}

/** @param {[number, number][]} counted */
function histogram(counted) {
  if (counted.length < 2) return null;
  const most = Math.max(...counted.map(([, count]) => count));
  const all = counted.reduce((sum, [, count]) => sum + count, 0);
  return make("details", {}, make("summary", { text: "How many turns" }), make("table", { class: "plain bars" }, make("tbody", {}, ...counted.map(([turns, count]) =>
    make("tr", {}, make("th", { scope: "row", text: turns }), make("td", {}, bar(count / most, 0, 0)), make("td", { class: "number", text: percent(count / all) }))))));
}

/** @param {{what: string, kind: string, name: string, times: number, games: number, won: number}[]} all */
function happened(all) {
  /** @type {Map<string, {times: number}>} */
  const sums = new Map();
  for (const one of all) {
    if (one.what === "begin" || one.what === "is entered") continue;
    const name = `${one.name} ${one.what}`;
    sums.set(name, { times: (sums.get(name)?.times ?? 0) + one.times });
  }
  if (!sums.size) return null;
  const sorted = [...sums].sort((a, b) => b[1].times - a[1].times).slice(0, MOST);
  return make("details", {}, make("summary", { text: "What is used and happens" }), make("table", { class: "plain" }, make("tbody", {}, ...sorted.map(([name, { times }]) =>
    make("tr", {}, make("th", { scope: "row", text: name }), make("td", { class: "number", text: `${times} times` }))))));
}

/** @param {any[]} coverage */
function unused(coverage) {
  const never = coverage.filter((one) => (one.times ?? one.count ?? 1) === 0);
  if (!never.length) return null;
  return make("details", {}, make("summary", { text: `Never used (${never.length})` }),
    make("ul", {}, ...never.slice(0, MOST).map((one) => make("li", { text: [one.kind, one.name ?? one.what].filter(Boolean).join(" ") }))));
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
}

/** @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
}

/**
 * The editor for rules: CodeMirror with what a ruleset needs, behind one class that knows neither pages nor servers.
 * It lives in a shadow root, where its styles are adopted; in the page itself they would be inline styles, which the
 * content security policy refuses.
 */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, foldService, HighlightStyle, indentOnInput, indentService, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { crosshairCursor, Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours until the server has said what each word is: comments, texts, numbers, names. */
const RULES = StreamLanguage.define({
  name: "rules",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^[+-−]?\d+(?:\.\d+)?/)) return "number";
    if (stream.match(/^[A-Z][\w'-]*/)) return "typeName";
    const first = stream.string.slice(0, stream.pos).trim() === "";
    if (stream.match(/^[a-z][\w-]*/)) return first ? "keyword" : null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const TABLE = StreamLanguage.define({
  name: "table",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^(?:- )?[\w ./()'-]+(?=:(?:\s|$))/)) return "propertyName";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'[^']*'?/)) return "string";
    if (stream.match(/^-?\d+(?:\.\d+)?\b/)) return "number";
    if (stream.match(/^[\w]+/)) return null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.keyword, tags.propertyName], color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-name)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "Cascadia Mono", "SF Mono", "DejaVu Sans Mono", monospace', lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--tint) 55%, transparent)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 24%, transparent) !important" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--rim)", borderRadius: "8px", boxShadow: "var(--shadow)", maxWidth: "520px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--soft)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--quiet)" },
  ".cm-note": { padding: "8px 12px", whiteSpace: "pre-wrap", font: "14px/1.45 system-ui, sans-serif", maxHeight: "320px", overflow: "auto" },
  ".cm-note code": { font: "13px ui-monospace, monospace", backgroundColor: "var(--tint)", borderRadius: "4px", padding: "0 3px" },
  ".cm-panels": { backgroundColor: "var(--tint)", color: "var(--ink)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", font: "14px/1.45 system-ui, sans-serif" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--tint)", border: "1px solid var(--rim)", color: "var(--quiet)" },
  ".cm-use": { width: "7px" },
  ".cm-use .cm-gutterElement": { padding: "1px 2px", display: "flex" },
  ".cm-used": { width: "3px", minHeight: "1em", borderRadius: "2px", backgroundColor: "var(--good)" },
  ".cm-never": { background: "repeating-linear-gradient(var(--accent) 0 3px, transparent 3px 6px)" },
  ".tok-keyword": { color: "var(--code-word)", fontWeight: "400" },
  ".tok-string": { color: "var(--code-text)" },
  ".tok-number": { color: "var(--code-number)" },
  ".tok-comment": { color: "var(--code-comment)", fontStyle: "italic" },
  ".tok-name": { color: "var(--code-name)" },
  ".tok-other": { color: "var(--ink)", fontWeight: "400" },
});

const setTokens = StateEffect.define();
const tokens = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) marks = effect.value;
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** How often what a line says was used, as a bar beside its number; broken where it never was. */
class Used extends GutterMarker {
  /** @param {number} times @param {string} text */
  constructor(times, text) {
    super();
    this.times = times;
    this.text = text;
  }

  eq(other) {
    return other.times === this.times && other.text === this.text;
  }

  toDOM() {
    const made = document.createElement("span");
    made.className = this.times ? "cm-used" : "cm-used cm-never";
    made.title = this.text;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", this.text);
    return made;
  }
}

const setUse = StateEffect.define();
const use = StateField.define({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setUse)) marks = effect.value;
    return marks;
  },
});

/** A line below which something has to stand, as the extension for VS Code has it. */
const OPENS = /^(?:(?:add|change|replace) .*|(?:action|amount|board|claim|damage|deck|die|effect|exception|game|hand|instead|kind|option|patterns|phase|pile|pool|report|round|rule|scenario|setup|the game ends|the match ends|turn|values|whenever|window)\b.*|.*\bif (?:any|all) of|\s+(?:(?:if|each|otherwise|repeat|together|choose one|secretly)\b.*|(?:.* )?may ".*))$/;
const indenting = indentService.of((context, at) => {
  const { text } = context.lineAt(at, -1);
  return /^ */.exec(text)[0].length + (OPENS.test(text) ? 2 : 0);
});

const KINDS = { keyword: "keyword", string: "string", number: "number", comment: "comment", operator: "other" };

/** Lines further in than a line belong to it. */
const folding = foldService.of((state, from, to) => {
  const line = state.doc.lineAt(from);
  const depth = /^\s*/.exec(line.text)[0].length;
  if (!line.text.trim()) return null;
  let last = line;
  for (let number = line.number + 1; number <= state.doc.lines; number += 1) {
    const next = state.doc.line(number);
    if (!next.text.trim()) continue;
    if (/^\s*/.exec(next.text)[0].length <= depth) break;
    last = next;
  }
  return last.number > line.number ? { from: to, to: last.to } : null;
});

/**
 * @typedef {object} Help what a server knows of a text; offsets count UTF-16 units
 * @property {(at: number) => Promise<{text?: string, start?: number, end?: number}>} hover
 * @property {(at: number) => Promise<{start?: number, options?: {label: string, kind: string, detail: string, text: string}[]}>} complete
 * @property {(text: string) => void} changed
 * @property {(at: number) => void} definition
 * @property {(at: number) => void} rename
 * @property {() => void} save
 * @property {() => void} format
 */

export class Editor {
  /** @param {HTMLElement} host @param {Help} help */
  constructor(host, help) {
    this.help = help;
    this.quiet = false;
    const root = host.attachShadow({ mode: "open" });
    const base = new CSSStyleSheet();
    base.replaceSync(":host{display:block;min-height:0}.holder{height:100%}");
    root.adoptedStyleSheets = [base];
    const holder = document.createElement("div");
    holder.className = "holder";
    root.append(holder);
    this.language = new Compartment();
    this.locked = new Compartment();
    this.view = new EditorView({ state: this.#state("", "", true), parent: holder, root });
    this.states = new Map();
    this.name = "";
  }

  /** @param {string} text @param {string} name @param {boolean} own */
  #state(text, name, own) {
    const { help } = this;
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), gutter({ class: "cm-use", markers: (view) => view.state.field(use) }), use, foldGutter(), folding, lintGutter(), history(), drawSelection(), rectangularSelection(), crosshairCursor(),
        highlightSpecialChars(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), bracketMatching(),
        closeBrackets(), indentOnInput(), indentUnit.of("  "), search({ top: true }), tooltips({ position: "fixed" }),
        this.language.of(/\.ya?ml$/.test(name) ? TABLE : [RULES, indenting]), this.locked.of(EditorState.readOnly.of(!own)),
        syntaxHighlighting(COLOURS), LOOK, tokens, EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${name}`, tabindex: "0" }),
        autocompletion({ override: [(context) => this.#complete(context)] }),
        hoverTooltip((view, at) => this.#hover(at)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.quiet) help.changed(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({
          click: (event, view) => {
            if (!(event.ctrlKey || event.metaKey)) return false;
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (at !== null) help.definition(at);
            return true;
          },
        }),
        keymap.of([
          { key: "Mod-s", preventDefault: true, run: () => (help.save(), true) },
          { key: "F12", run: (view) => (help.definition(view.state.selection.main.head), true) },
          { key: "F2", run: (view) => (help.rename(view.state.selection.main.head), true) },
          { key: "Shift-Alt-f", run: () => (help.format(), true) },
          { key: "Escape", run: (view) => (view.contentDOM.blur(), true) },
          ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap,
          indentWithTab, ...defaultKeymap,
        ]),
      ],
    });
  }

  /** Opens a file; one that was open before comes back with its history. @param {string} name @param {string} text @param {boolean} own */
  open(name, text, own) {
    if (this.name) this.states.set(this.name, this.view.state);
    const kept = this.states.get(name);
    this.name = name;
    this.view.setState(kept && kept.doc.toString() === text ? kept : this.#state(text, name, own));
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Takes another text, keeping the place and what can be undone. @param {string} text @param {boolean} [told] whether it counts as typed */
  replace(text, told = true) {
    const { doc } = this.view.state;
    const old = doc.toString();
    if (old === text) return;
    let start = 0;
    while (start < old.length && start < text.length && old[start] === text[start]) start += 1;
    let end = 0;
    while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    this.quiet = !told;
    this.view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) } });
    this.quiet = false;
  }

  /** @param {{start: number, end: number, severity: string, message: string, fixes?: {title: string, run: () => void}[]}[]} found */
  findings(found) {
    const most = this.view.state.doc.length;
    this.view.dispatch(setDiagnostics(this.view.state, found.map((one) => ({
      from: Math.min(one.start, most),
      to: Math.min(Math.max(one.end, one.start), most),
      severity: one.severity === "error" ? "error" : one.severity === "warning" ? "warning" : "info",
      message: one.message,
      actions: (one.fixes ?? []).map((fix) => ({ name: fix.title, apply: fix.run })),
    }))));
  }

  /** @param {[number, number, string][]} found */
  colour(found) {
    const most = this.view.state.doc.length;
    const marks = found.filter(([start, end]) => start < end && end <= most).sort((a, b) => a[0] - b[0])
      .map(([start, end, kind]) => Decoration.mark({ class: `tok-${KINDS[kind] ?? "name"}` }).range(start, end));
    this.view.dispatch({ effects: setTokens.of(Decoration.set(marks, true)) });
  }

  /** Shows how often lines were used. @param {{line: number, times: number, text: string}[]} found lines from 1 */
  used(found) {
    const { doc } = this.view.state;
    const marks = found.filter((one) => one.line >= 1 && one.line <= doc.lines).sort((a, b) => a.line - b.line)
      .map((one) => new Used(one.times, one.text).range(doc.line(one.line).from));
    this.view.dispatch({ effects: setUse.of(RangeSet.of(marks)) });
  }

  /** @param {number} start @param {number} [end] */
  show(start, end = start) {
    const most = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(start, most), head: Math.min(end, most) },
      effects: EditorView.scrollIntoView(Math.min(start, most), { y: "center" }),
    });
    this.view.focus();
  }

  get at() {
    return this.view.state.selection.main.head;
  }

  /** @param {import("@codemirror/autocomplete").CompletionContext} context */
  async #complete(context) {
    const word = context.matchBefore(/[\w'-]+/);
    if (!word && !context.explicit) return null;
    const found = await this.help.complete(context.pos);
    if (context.aborted || !found.options?.length) return null;
    return {
      from: found.start ?? word?.from ?? context.pos,
      options: found.options.map((one) => ({ label: one.label, detail: one.detail, apply: one.text, type: one.kind })),
      validFor: /^[\w'-]*$/,
    };
  }

  /** @param {number} at */
  async #hover(at) {
    const found = await this.help.hover(at);
    if (!found.text) return null;
    const text = found.text;
    return {
      pos: found.start ?? at,
      end: found.end,
      above: true,
      create: () => ({ dom: note(text) }),
    };
  }
}

/** How what stands between signs is written. @type {[string, string][]} */
const MARKED = [["`", "code"], ["**", "strong"], ["*", "em"]];

/** Writes a note: code between backticks, strong and stressed words; all else is text. @param {string} text */
function note(text) {
  const made = document.createElement("div");
  made.className = "cm-note";
  for (const part of text.replace(/```\w*\n?/g, "").split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s](?:[^*]*[^*\s])?\*)/)) {
    const [sign, kind] = MARKED.find(([one]) => part.length > 2 * one.length && part.startsWith(one) && part.endsWith(one)) ?? [];
    if (!sign || !kind) made.append(part.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1"));
    else {
      const inner = document.createElement(kind);
      inner.textContent = part.slice(sign.length, -sign.length);
      made.append(inner);
    }
  }
  return made;
}

// Light and dark, the contents on a phone, and search. Without it every page can be read all the same.
(() => {
  "use strict";
  const root = document.documentElement;
  const at = (id) => document.getElementById(id);
  const base = document.currentScript?.dataset.root ?? "";

  const said = JSON.parse(at("gdl-search")?.dataset.words ?? "{}");

  // ---- light and dark: the system's choice until the reader makes one
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.mdColorScheme ?? (system.matches ? "slate" : "default")) === "slate";
  const scheme = at("gdl-scheme");
  const named = () => scheme.setAttribute("aria-label", isDark() ? said.light : said.dark);
  named();
  system.addEventListener("change", named);
  scheme.addEventListener("click", () => {
    root.dataset.mdColorScheme = isDark() ? "default" : "slate";
    try { localStorage.setItem("gdl-scheme", root.dataset.mdColorScheme); } catch { /* no storage, no memory */ }
    named();
  });

  // ---- the contents
  const menu = at("gdl-menu");
  const contents = at("gdl-contents");
  const open = (shown) => {
    contents.classList.toggle("open", shown);
    menu.setAttribute("aria-expanded", String(shown));
  };
  if (contents) {
    menu.addEventListener("click", () => open(!contents.classList.contains("open")));
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) open(false); });
    contents.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
    follow();
  } else {
    menu.remove();
  }

  function follow() {  // marks the passage that is read
    const links = new Map();
    for (const link of contents.querySelectorAll("li li a")) links.set(link.hash.slice(1), link);
    const heads = [...links.keys()].map(at).filter(Boolean);
    if (!heads.length) return;
    let last = null;
    const look = () => {
      const now = heads.filter((head) => head.getBoundingClientRect().top < 140).pop();
      if (now === last) return;
      links.get(last?.id)?.classList.remove("here");
      links.get(now?.id)?.classList.add("here");
      last = now;
    };
    addEventListener("scroll", look, { passive: true });
    look();
  }

  // ---- what is wider than the page can be scrolled with the keyboard too
  for (const box of document.querySelectorAll(".table, pre, figure.picture, figure.gdl-picture")) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      if (box.matches(".table")) { box.setAttribute("role", "region"); box.setAttribute("aria-label", said.table); }
    }
  }

  // ---- search
  const dialog = at("gdl-search");
  const input = at("gdl-query");
  const list = at("gdl-found");
  const count = at("gdl-count");
  const MOST = 40;
  const SNIPPET = 170;
  let rows = null;
  let chosen = -1;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

  function load(then) {
    if (window.gdlSearch) return then();
    const script = document.createElement("script");
    script.src = base + "assets/search.js";
    script.onload = then;
    document.head.append(script);
  }

  function ready() {
    rows ??= window.gdlSearch.map(([url, title, page, part, text]) =>
      ({ url: base + url, title, page, part, text, inTitle: plain(title), inText: plain(text) }));
    find();
  }

  function show() {
    if (dialog.open) return;
    open(false);
    dialog.showModal();
    input.select();
    load(ready);
  }

  const begins = (text, word) => {
    for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
      if (from === 0 || !/[\p{L}\p{N}]/u.test(text[from - 1])) return from;
    }
    return -1;
  };

  function score(row, words) {
    let sum = 0;
    let met = 0;
    let begun = true;
    for (const word of words) {
      const title = begins(row.inTitle, word);
      const text = begins(row.inText, word);
      if (title >= 0) sum += row.inTitle === word ? 60 : 30;
      else if (text >= 0) sum += 8;
      else {
        begun = false;
        if (row.inTitle.includes(word)) sum += 6;
        else if (row.inText.includes(word)) sum += 2;
        else continue;
      }
      met += 1;
    }
    if (row.inTitle === words.join(" ")) sum += 60;
    if (words.length > 1 && row.inText.includes(words.join(" "))) sum += 15;
    // A player looks for the chapter that tells of it; the reference and the source follow.
    return { met, sum: sum * [1.5, 1, 0.5][row.part], told: begun && row.part === 0 };
  }

  function find() {
    const words = wordsOf(input.value);
    list.replaceChildren();
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-expanded", "false");
    if (!rows || !words.length) { count.textContent = ""; return; }
    let found = rows.map((row) => ({ row, ...score(row, words) })).filter((one) => one.met);
    const whole = found.filter((one) => one.met === words.length);
    if (whole.length) found = whole;
    found.sort((a, b) => b.met - a.met || b.told - a.told || b.sum - a.sum);
    const shown = found.slice(0, MOST);
    count.textContent = found.length
      ? counted(found.length) + (whole.length ? "" : `; ${said.apart}`) + (found.length > MOST ? `; ${said.best}` : "")
      : said.none;
    list.append(...shown.map(({ row }, number) => item(row, words, number)));
    input.setAttribute("aria-expanded", String(shown.length > 0));
    if (shown.length) choose(0);
  }

  function counted(number) {
    const form = said.forms ? +said.forms[number < 100 ? number : number % 100 + 100] : +(number !== 1);
    return said.passages[Math.min(form, said.passages.length - 1)].replace("{count}", number);
  }

  function item(row, words, number) {
    const line = document.createElement("li");
    line.id = `gdl-found-${number}`;
    line.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = row.url;
    link.tabIndex = -1;
    const title = document.createElement("b");
    title.append(...marked(row.title, words));
    const where = document.createElement("small");
    where.textContent = said.parts[row.part] + (row.page === row.title ? "" : `, ${row.page}`);
    const text = document.createElement("span");
    text.append(...marked(snippet(row, words), words));
    link.append(title, where, text);
    line.append(link);
    return line;
  }

  function snippet(row, words) {
    const first = words.map((word) => begins(row.inText, word)).filter((from) => from >= 0);
    const middle = first.length ? Math.min(...first) : 0;
    if (row.text.length <= SNIPPET) return row.text;
    let from = Math.max(0, middle - 50);
    if (from) from = row.text.indexOf(" ", from) + 1;
    const cut = row.text.slice(from, from + SNIPPET);
    return (from ? "… " : "") + cut.slice(0, Math.max(cut.lastIndexOf(" "), SNIPPET - 30)) + " …";
  }

  function marked(text, words) {
    const parts = [];
    for (const piece of text.split(/([\p{L}\p{N}]+)/u)) {
      const word = words.find((one) => plain(piece).startsWith(one));
      if (word === undefined) { parts.push(piece); continue; }
      const mark = document.createElement("mark");
      mark.textContent = piece;
      parts.push(mark);
    }
    return parts;
  }

  function choose(number) {
    const lines = list.children;
    if (!lines.length) return;
    lines[chosen]?.setAttribute("aria-selected", "false");
    chosen = (number + lines.length) % lines.length;
    lines[chosen].setAttribute("aria-selected", "true");
    lines[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", lines[chosen].id);
  }

  at("gdl-open-search").addEventListener("click", show);
  input.addEventListener("input", find);
  list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      list.children[chosen]?.querySelector("a").click();
    }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") open(false);
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if ((event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) ||
        (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      show();
    }
  });
})();

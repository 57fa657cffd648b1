"""Chapters of Markdown become what `booklet.typ` sets: blocks and runs of text, as plain data.

Invariants:
    Every link inside leads to a label that exists once; one that leads nowhere is its words alone.
    Texts stay texts: nothing is escaped here, since nothing is read as source later.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath
from typing import Any, Final

from gekido_dsl.printing import html
from gekido_dsl.printing.html import Element
from gekido_dsl.printing.legible import least_scale
from gekido_dsl.printing.svg import size_mm

Block = dict[str, Any]
Run = str | dict[str, Any]

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_MARKS: Final = {"em": "em", "i": "em", "strong": "strong", "b": "strong", "sup": "sup", "sub": "sub", "mark": "strong",
                 "del": "del", "s": "del"}  # fmt: skip
_LEVELS: Final = {"table": 20, "ul": 4, "ol": 4, "dl": 4}
"""What an element of such a tag takes of what typst can nest; others take three."""
_LEVELS_LIMIT: Final = 90
"""How much of that there is. What lies deeper is set as its words alone."""
_BLOCKS: Final = frozenset({
    *_HEADINGS, "p", "ul", "ol", "table", "pre", "blockquote", "div", "section", "figure", "hr", "dl", "details", "svg",
})  # fmt: skip
_RULES: Final = "book-rules"
"""The class of the line beneath a passage that leads to its rules."""
_MARK: Final = "book-mark"
"""The class of a link behind a paragraph that leads to its rule: it is for screens."""
_DIAGRAM: Final = "language-mermaid"
"""The class of a diagram in words, for programs that draw it: the picture stands beside it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A chapter, or a page of the reference."""

    path: str
    """Where it would lie as a file: links are seen from here."""
    title: str
    markdown: str


@dataclass(slots=True)
class Setter:
    """Sets the texts of a document, which may refer to one another."""

    pictures: Mapping[str, str]
    """SVG by the path that it would have as a file."""
    drawn: dict[str, str] = field(default_factory=dict)
    """The pictures that occur, by the name that blocks have for them."""
    labels: set[str] = field(default_factory=set)
    terse: bool = False
    """Whether links stay without page numbers, since there are too many."""
    _path: str = ""
    _levels: int = 0
    _notes: dict[str, Element] = field(default_factory=dict)
    _set: set[str] = field(default_factory=set)

    def texts(self, texts: Sequence[tuple[Text, bool]]) -> list[list[Block]]:
        """Sets texts, each with whether its links stay without page numbers."""
        read = [(text, terse, html.read(text.markdown)) for text, terse in texts]
        for text, _, tree in read:
            self._path = text.path
            self.labels.add(self._label(""))
            self.labels |= {self._label(name) for name in _ids(tree)}
        made = []
        for text, terse, tree in read:
            self._path, self.terse = text.path, terse
            self._notes = {note.given["id"]: note for note in _notes(tree)}
            blocks = self.blocks(tree.inside)
            made.append([{"block": "anchor", "labels": self._labelled([""])}, *blocks])
        return made

    def _label(self, name: str, path: str | None = None) -> str:
        return f"{self._path if path is None else path}#{name}"

    def _labelled(self, names: Sequence[str]) -> list[str]:
        """Gives the labels of names, those that are set already left out."""
        found = []
        for name in names:
            label = self._label(name)
            if label not in self._set:
                self._set.add(label)
                found.append(label)
        return found

    # ------------------------------------------------------------ blocks

    def blocks(self, inside: Sequence[Element | str]) -> list[Block]:
        """Sets what stands one below the other; text among it makes paragraphs of its own."""
        made: list[Block] = []
        loose: list[Element | str] = []
        for one in inside:
            if isinstance(one, Element) and one.tag in _BLOCKS:
                made += self._loose(loose)
                loose = []
                made += self._block(one)
            else:
                loose.append(one)
        return made + self._loose(loose)

    def _loose(self, inside: Sequence[Element | str]) -> list[Block]:
        if all(isinstance(one, str) and not one.strip() for one in inside):
            return []
        return self._paragraph(Element("p", {}, list(inside)))

    @contextmanager
    def _within(self, one: Element) -> Iterator[bool]:
        """Counts an element in which others lie; gives whether there is room for it as what it is."""
        levels = _LEVELS.get(one.tag, 3)
        self._levels += levels
        try:
            yield self._levels <= _LEVELS_LIMIT
        finally:
            self._levels -= levels

    def _block(self, one: Element) -> list[Block]:
        with self._within(one) as room:
            return self._known(one) if room else self._loose([" ".join(one.words().split())])

    def _known(self, one: Element) -> list[Block]:
        match one.tag:
            case tag if tag in _HEADINGS:
                labels = self._labelled([name for name in (one.given.get("id", ""), *_ids(one)) if name])
                text = self.runs(one.inside)
                return [{"block": "heading", "level": _HEADINGS[tag], "labels": labels, "text": text,
                         "words": " ".join(one.words().split())}]  # fmt: skip
            case "p":
                return self._anchored(one) + self._paragraph(one)
            case "ul" | "ol":
                items = [self._anchored(item) + self.blocks(item.inside) for item in one.elements("li")]
                start = one.given.get("start", "1")
                return [{"block": "list", "ordered": one.tag == "ol", "items": items,
                         "start": int(start) if start.isdecimal() else 1}]  # fmt: skip
            case "table":
                return self._table(one)
            case "pre":
                if any(_DIAGRAM in code.look for code in one.elements("code")):
                    return []
                return [{"block": "code", "text": one.words().rstrip("\n")}]
            case "blockquote":
                return [{"block": "quote", "blocks": self.blocks(one.inside)}]
            case "hr":
                return [{"block": "rule"}]
            case "dl":
                return self._terms(one)
            case "figure":
                return self._figures(one)
            case "svg":
                return self._picture(str(one.inside[0]), "", "")
            case "details":
                return self._unfolded(one)
            case _:
                return self._division(one)

    def _unfolded(self, one: Element) -> list[Block]:
        """Sets what is folded on a screen, beneath its summary; of a reference no pictures that say a table again."""
        rest = [each for each in one.inside if not (isinstance(each, Element) and each.tag == "summary")]
        blocks = self.blocks(rest)
        if self.terse and all(block["block"] in ("figure", "gallery") for block in blocks):
            return []
        heads = [head for each in one.elements("summary") for head in self._paragraph(each)]
        return [*[{**head, "look": "summary"} for head in heads], *blocks] if blocks else []

    def _division(self, one: Element) -> list[Block]:
        if "footnote" in one.look:
            return []
        if "admonition" in one.look:
            titles = [each for each in one.elements("p") if "admonition-title" in each.look]
            rest = [each for each in one.inside if each not in titles]
            title = self.runs(titles[0].inside) if titles else []
            return [*self._anchored(one), {"block": "note", "title": title, "blocks": self.blocks(rest)}]
        inner = self._anchored(one) + self.blocks(one.inside)
        figures = [block for block in inner if block["block"] == "figure"]
        if figures and len(figures) == len(inner) > 1:
            return [{"block": "gallery", "figures": figures}]
        if one.given.get("dir") in ("ltr", "rtl"):
            for block in inner:
                block.setdefault("direction", one.given["dir"])
        return inner

    def _anchored(self, one: Element) -> list[Block]:
        labels = self._labelled([one.given["id"]]) if one.given.get("id") else []
        return [{"block": "anchor", "labels": labels}] if labels else []

    def _paragraph(self, one: Element) -> list[Block]:
        images = [each for each in one.inside if isinstance(each, Element) and each.tag == "img"]
        words = [each for each in one.inside if not (isinstance(each, str) and not each.strip())]
        if images and len(images) == len(words):
            figures = [figure for image in images for figure in self._image(image)]
            return figures if len(figures) < 2 else [{"block": "gallery", "figures": figures}]
        runs = self.runs(one.inside)
        if not runs:
            return []
        if _RULES in one.look:
            if not any(isinstance(run, dict) and run["run"] == "link" for run in runs):
                return []  # a book without the reference: there is nothing to lead to
            return [{"block": "paragraph", "text": _paged(runs), "look": "rules"}]
        return [{"block": "paragraph", "text": runs, "look": "aside" if one.look else ""}]

    def _table(self, one: Element) -> list[Block]:
        rows = list(_rows(one))
        if not rows:
            return []
        width = max(len(row.elements("th", "td")) for row in rows)
        cells = [[self.blocks(cell.inside) for cell in row.elements("th", "td")] for row in rows]
        cells = [row + [[] for _ in range(width - len(row))] for row in cells]
        heads = 1 if rows[0].elements("th") and not rows[0].elements("td") else 0
        aligned = [_align(cell) for cell in rows[0].elements("th", "td")]
        longest = [max((len(_words(row[at])) for row in cells), default=1) for at in range(width)]
        words = [
            max((len(word) for row in cells for word in _words(row[at]).split()), default=1)
            for at in range(width)
        ]
        figures = [[figure for row in cells for figure in _figures(row[at])] for at in range(width)]
        measures = {
            name: [max((one[key] for one in those), default=0.0) for those in figures]
            for name, key in (("drawn", "width"), ("high", "height"), ("least", "least"))
        }
        return [
            {"block": "table", "columns": width, "heads": cells[:heads], "rows": cells[heads:],
             "align": aligned + ["left"] * (width - len(aligned)), "longest": longest,
             "words": words, **measures}
        ]  # fmt: skip

    def _terms(self, one: Element) -> list[Block]:
        items: list[dict[str, Any]] = []
        for each in one.elements("dt", "dd"):
            if each.tag == "dt":
                items.append({"term": self.runs(each.inside), "blocks": self._anchored(each)})
            elif items:
                items[-1]["blocks"] += self._anchored(each) + self.blocks(each.inside)
        return [{"block": "terms", "items": items}] if items else []

    # ------------------------------------------------------------ pictures

    def _figures(self, one: Element) -> list[Block]:
        captions = [caption for each in one.elements("figcaption") for caption in self.runs(each.inside)]
        made = []
        for each in one.inside:
            if isinstance(each, Element) and each.tag != "figcaption":
                made += [block for block in self.blocks([each]) if block["block"] in ("figure", "gallery")]
        if captions and len(made) == 1 and made[0]["block"] == "figure":
            made[0]["caption"] = captions
        return made

    def picture(self, path: str | None) -> Block | None:
        """Sets a picture by its path; None when there is none."""
        svg = self.pictures.get(path or "")
        return next(iter(self._picture(svg, "", "")), None) if svg is not None else None

    def _image(self, one: Element) -> list[Block]:
        svg = self.pictures.get(self._resolved(one.given.get("src", "")))
        if svg is None:
            alt = one.given.get("alt", "")
            return [{"block": "paragraph", "text": [alt], "look": "aside"}] if alt else []
        return self._picture(svg, one.given.get("alt", ""), one.given.get("title", ""))

    def _picture(self, svg: str, alt: str, caption: str) -> list[Block]:
        size = size_mm(svg)
        if size is None:
            return []
        return [{"block": "figure", "picture": self._name(svg), "alt": alt, "caption": [caption] if caption else [],
                 "width": size[0], "height": size[1], "least": least_scale(svg, size[0])}]  # fmt: skip

    def _name(self, svg: str) -> str:
        if svg not in self.drawn:
            self.drawn[svg] = f"p{len(self.drawn)}"
        return self.drawn[svg]

    # ------------------------------------------------------------ runs of text

    def runs(self, inside: Sequence[Element | str]) -> list[Run]:
        """Sets what stands in a line; a break in the source is a blank."""
        made: list[Run] = []
        for one in inside:
            if isinstance(one, str):
                text = one.replace("\n", " ")
                if text:
                    made.append(text)
            else:
                made += self._run(one)
        if made and isinstance(made[-1], str) and not made[-1].strip():
            made.pop()  # it stood before something that is for screens
        if not any(not isinstance(run, str) or run.strip() for run in made):
            return []
        return made

    def _run(self, one: Element) -> list[Run]:
        with self._within(one) as room:
            return self._marked(one) if room else [one.words()]

    def _marked(self, one: Element) -> list[Run]:
        if _MARK in one.look:
            return []
        labels = self._labelled([one.given["id"]]) if one.given.get("id") else []
        before: list[Run] = [{"run": "anchor", "labels": labels}] if labels else []
        if one.tag in _MARKS:
            note = next((each for each in one.elements("a") if "footnote-ref" in each.look), None)
            if note is not None:
                return self._footnote(note)
            return [*before, {"run": _MARKS[one.tag], "text": self.runs(one.inside)}]
        match one.tag:
            case "code":
                return [*before, {"run": "code", "text": one.words()}]
            case "br":
                return [*before, {"run": "break"}]
            case "a":
                return [*before, *self._link(one)]
            case "img":
                return [
                    *before,
                    *({**figure, "run": "picture"} for figure in self._image(one) if "picture" in figure),
                ]
            case "svg":
                return [
                    *before,
                    *({**figure, "run": "picture"} for figure in self._picture(str(one.inside[0]), "", "")),
                ]
            case _:
                return [*before, *self.runs(one.inside)]

    def _link(self, one: Element) -> list[Run]:
        if "footnote-backref" in one.look:
            return []
        runs = self.runs(one.inside)
        address = one.given.get("href", "")
        if not runs or not address:
            return runs
        if address.startswith(("http://", "https://", "mailto:")):
            return [{"run": "web", "to": address, "text": runs}]
        path, _, anchor = address.partition("#")
        label = self._label(anchor, self._resolved(path) if path else None)
        if label not in self.labels:
            return runs
        within = dirname(label) == dirname(self._path)
        return [{"run": "link", "to": label, "text": runs, "paged": within and not self.terse}]

    def _footnote(self, one: Element) -> list[Run]:
        note = self._notes.get(one.given.get("href", "").removeprefix("#"))
        return [{"run": "footnote", "blocks": self.blocks(note.inside)}] if note is not None else []

    def _resolved(self, path: str) -> str:
        return normpath(join(dirname(self._path), path))


def _paged(runs: Sequence[Run]) -> list[Run]:
    """Has the links of a line name their pages."""
    return [{**run, "paged": True} if isinstance(run, dict) and run["run"] == "link" else run for run in runs]


def _ids(tree: Element) -> Iterator[str]:
    for one in tree.inside:
        if isinstance(one, Element):
            if one.given.get("id"):
                yield one.given["id"]
            yield from _ids(one)


def _notes(tree: Element) -> Iterator[Element]:
    """Gives the footnotes, which stand at the end."""
    for one in tree.elements("div"):
        if "footnote" in one.look:
            for items in one.elements("ol"):
                yield from (item for item in items.elements("li") if item.given.get("id"))


def _rows(table: Element) -> Iterator[Element]:
    for one in table.elements("thead", "tbody", "tfoot", "tr"):
        if one.tag == "tr":
            yield one
        else:
            yield from one.elements("tr")


def _align(cell: Element) -> str:
    style = cell.given.get("style", "").replace(" ", "") + cell.given.get("align", "")
    return next((side for side in ("right", "center") if side in style), "left")


def _words(blocks: Sequence[Block]) -> str:
    """Gives about as many letters as blocks have, to share the width of a table by."""
    found = []
    for block in blocks:
        for run in block.get("text", ()):
            found.append(
                run
                if isinstance(run, str)
                else _words([run])
                if isinstance(run.get("text"), list)
                else str(run.get("text", ""))
            )
    return "".join(found)


def _figures(blocks: Sequence[Block]) -> Iterator[Block]:
    """Gives the pictures among blocks."""
    for block in blocks:
        if block["block"] == "figure":
            yield block
        elif block["block"] == "gallery":
            yield from block["figures"]

"""Markdown becomes a tree of elements, as Python-Markdown and the HTML that it allows mean it.

Invariants:
    Every text of a tree is plain: no escape and no mark of Markdown or HTML is left in it.
    A drawing that stands in the text is kept whole, as SVG.
"""

from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Any, Final

_EXTENSIONS: Final = (
    "tables", "attr_list", "md_in_html", "admonition", "def_list", "footnotes", "fenced_code", "abbr", "sane_lists",
    "toc",
)  # fmt: skip
"""Those of the site, so that a book reads the same on paper."""
_EMPTY: Final = frozenset({"br", "hr", "img", "input", "meta", "link", "col", "wbr"})
_SILENT: Final = frozenset({"script", "style"})


@dataclass(slots=True)
class Element:
    """An element with what stands inside it; an SVG has its whole text as its only child."""

    tag: str
    given: dict[str, str] = field(default_factory=dict)
    inside: "list[Element | str]" = field(default_factory=list)

    @property
    def look(self) -> frozenset[str]:
        """Its classes."""
        return frozenset(self.given.get("class", "").split())

    def elements(self, *tags: str) -> "list[Element]":
        """Lists the elements right inside it, with one of these tags."""
        return [one for one in self.inside if isinstance(one, Element) and one.tag in tags]

    def words(self) -> str:
        """Gives its text without any marks."""
        return "".join(
            one if isinstance(one, str) else one.words() for one in self.inside if not _drawing(one)
        )


def _drawing(one: "Element | str") -> bool:
    return isinstance(one, Element) and one.tag == "svg"


def read(text: str) -> Element:
    """Reads Markdown."""
    import markdown

    from gekido_dsl.rulesdoc.markdown import slug

    made: Any = markdown.Markdown(
        extensions=list(_EXTENSIONS),
        extension_configs={
            "toc": {"slugify": lambda words, _: slug(words)},
            "footnotes": {"UNIQUE_IDS": True},
        },
        output_format="html",
    )
    builder = _Builder()
    builder.feed(made.convert(text))
    builder.close()
    return builder.root


class _Builder(HTMLParser):
    """Builds the tree; what is not closed ends with what it stands in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("body")
        self._open = [self.root]
        self._svg: list[str] = []
        self._names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        if self._names or tag == "svg":
            raw = self.get_starttag_text() or ""
            self._svg.append(raw)
            if not raw.endswith("/>"):
                self._names.append(raw[1:].replace("/", " ").replace(">", " ").split()[0])
            return
        made = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(made)
        if tag not in _EMPTY:
            self._open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes an element that has nothing inside."""
        if self._names:
            self._svg.append(self.get_starttag_text() or "")
        elif tag != "svg":
            self.handle_starttag(tag, attrs)
            if tag not in _EMPTY:
                self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Closes an element, and what is still open inside it."""
        if self._names:
            if self._names[-1].lower() == tag:
                self._svg.append(f"</{self._names.pop()}>")
                if not self._names:
                    self._open[-1].inside.append(Element("svg", {}, ["".join(self._svg)]))
                    self._svg = []
            return
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        """Takes a text."""
        if self._names:
            self._svg.append(data if self._names[-1] == "style" else escape(data, quote=False))
        elif self._open[-1].tag not in _SILENT:
            self._open[-1].inside.append(data)

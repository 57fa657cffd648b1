"""A book of Markdown chapters, and maybe the reference behind it, becomes a booklet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing.theme import PRINT
from gekido_dsl.printing.content import Block, Setter, Text
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.svg import paper as on_paper
from gekido_dsl.printing.svg import written_out
from gekido_dsl.printing.typeset import Typeset, asked, source, typeset

TEMPLATE: Final = "booklet.typ"
BOOK_PAPERS: Final = ("a4", "a5", "letter")
_MOST_SECTIONS: Final = 90
"""The most sections that the contents of a book list."""
_LEAST_AID: Final = 11
_MOST_AID: Final = 35
"""From which to below which size letters of a player aid are tried, in half points."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a booklet: the book, or the reference."""

    title: str
    texts: Sequence[Text]
    reference: bool = False
    """Whether it is to look things up in: links without page numbers, contents without sections, an index."""


def booklet(
    title: str,
    parts: Sequence[Part],
    pictures: Mapping[str, str],
    *,
    facts: Sequence[str] = (),
    cover: str | None = None,
    sheet: str = "",
    paper: str = "a5",
    gray: bool = False,
    template: str | None = None,
    fonts: Sequence[str] = (),
    folder: str | None = None,
) -> Typeset:
    """Sets a booklet with a title page, contents, and page references.

    Args:
        pictures: SVG by the path that each would have as a file beside the texts.
        facts: what stands beneath the title.
        cover: the path of a picture for the title page.
        sheet: the style that the pictures share, where they have none of their own; that of print if empty.
        paper: one of `BOOK_PAPERS`.
        template: a typst source in place of ours; `booklet.typ` says what it gets.
        fonts: folders with more fonts.
        folder: from where the template may read files.

    Raises:
        MissingTypst: typst is not installed.
        WrongTemplate: the template has a mistake.
    """
    return typeset(
        template if template is not None else source(TEMPLATE),
        data(title, parts, pictures, facts=facts, cover=cover, sheet=sheet, paper=paper, gray=gray),
        fonts=fonts,
        folder=folder,
    )


def data(
    title: str,
    parts: Sequence[Part],
    pictures: Mapping[str, str],
    *,
    facts: Sequence[str] = (),
    cover: str | None = None,
    sheet: str = "",
    paper: str = "a5",
    gray: bool = False,
) -> dict[str, Any]:
    """Writes down what a template gets; `booklet.typ` explains it."""
    setter = Setter(pictures)
    texts = [(text, part.reference) for part in parts for text in part.texts]
    blocks = iter(setter.texts(texts))
    made: list[dict[str, Any]] = [
        {
            "title": part.title,
            "reference": part.reference,
            "texts": _briefly([next(blocks) for _ in part.texts], part),
        }
        for part in parts
    ]
    shown = setter.picture(cover)
    return {
        "form": "booklet",
        "title": title,
        "facts": list(facts),
        "cover": shown,
        "size": 0,
        "paper": paper,
        "parts": made,
        "index": _index(made, parts),
        "pictures": _drawings(setter, sheet, gray=gray),
    }


def aid(
    title: str,
    text: Text,
    pictures: Mapping[str, str],
    *,
    sheet: str = "",
    paper: str = "a4",
    gray: bool = False,
    fonts: Sequence[str] = (),
) -> Typeset:
    """Sets a player aid on one page, in letters as large as fit; more pages if it is too long, which is told.

    Args:
        text: the aid; links are seen from its path.
        pictures, sheet, paper, fonts: as for a booklet.

    Raises:
        MissingTypst: typst is not installed.
    """
    setter = Setter(pictures)
    blocks = setter.texts([(text, True)])
    given = {
        "form": "aid", "title": title, "facts": [], "cover": None, "paper": paper, "index": [],
        "parts": [{"title": text.title, "texts": blocks}], "pictures": _drawings(setter, sheet, gray=gray),
    }  # fmt: skip
    template = source(TEMPLATE)
    sizes = [size / 2 for size in range(_LEAST_AID, _MOST_AID)]
    fitting, pages = 0, 1
    low, high = 0, len(sizes)
    while low < high:
        middle = (low + high) // 2
        pages = asked(template, {**given, "size": sizes[middle]}, "<pages>", fonts=fonts)[0]
        if pages == 1:
            fitting, low = middle, middle + 1
        else:
            high = middle
    made = typeset(template, {**given, "size": sizes[fitting]}, fonts=fonts)
    if low == 0:
        return Typeset(made.pdf, (*made.warnings, f"the player aid is too long for a page; it has {pages}"))
    return made


def _drawings(setter: Setter, sheet: str, *, gray: bool) -> dict[str, str]:
    """Gives the pictures that occur, by name, as they are printed."""
    style = written_out(sheet) if sheet else PRINT.sheet
    made = {name: on_paper(svg, style) for svg, name in setter.drawn.items()}
    return {name: grayed_svg(svg) for name, svg in made.items()} if gray else made


def _briefly(texts: list[list[Block]], part: Part) -> list[list[Block]]:
    """Marks headings that the contents leave out: the sections of a reference, or of a book with very many."""
    sections = [one for text in texts for one in text if one["block"] == "heading" and one["level"] == 2]
    if not part.reference and len(sections) <= _MOST_SECTIONS:
        return texts
    return [[{**one, "brief": True} if one["block"] == "heading" else one for one in text] for text in texts]


def _index(made: Sequence[dict[str, Any]], parts: Sequence[Part]) -> list[dict[str, str]]:
    """Lists what the sections of the reference are called, in the order of the alphabet."""
    found = {
        (block["words"], block["labels"][0])
        for one, part in zip(made, parts, strict=True)
        if part.reference
        for text in one["texts"]
        for block in text
        if block["block"] == "heading" and block["level"] > 2 and block["labels"] and block["words"]
    }
    ordered = sorted(found, key=lambda one: (one[0].casefold(), one[1]))
    return [{"words": words, "label": label} for words, label in ordered]

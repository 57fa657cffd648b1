"""A book of Markdown chapters, and maybe the reference behind it, becomes a booklet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing.theme import PRINT
from gekido_dsl.printing.content import Block, Setter, Text
from gekido_dsl.printing.flow import grouped
from gekido_dsl.printing.gray import gray as in_gray
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.svg import paper as on_paper
from gekido_dsl.printing.svg import written_out
from gekido_dsl.printing.typeset import Typeset, asked, source, typeset

TEMPLATE: Final = "booklet.typ"
BOOK_PAPERS: Final = ("a4", "a5", "letter")
_MOST_SECTIONS: Final = 90
"""The most sections that the contents of a book list."""
_LEAST_AID: Final = 12
_MOST_AID: Final = 35
"""From which to below which size letters of a player aid are tried, in half points."""
_LETTERS: Final = (1.0, 1.02, 0.98, 1.04, 0.96)
"""Which sizes of letters are tried, against what the paper asks for."""
_FULL: Final = 0.75
"""How full the last page of a text is."""
_FOOT: Final = 1.005
"""How far down a page something may reach."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a booklet: the book, or the reference."""

    title: str
    texts: Sequence[Text]
    reference: bool = False
    """Whether it is to look things up in: links without page numbers, contents without sections, an index."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What the cover of a book shows besides its title."""

    facts: Sequence[str] = ()
    """For how many players it is, how long it takes."""
    credits: Sequence[str] = ()
    edition: str = ""
    """Its version and its date."""
    arts: Sequence[str] = ()
    """Artwork, as SVG."""
    filled: bool = False
    """Whether the artwork, a single one, fills the cover."""
    drawing: str | None = None
    """The path of a picture to show where there is no artwork."""


def booklet(
    title: str,
    parts: Sequence[Part],
    pictures: Mapping[str, str],
    *,
    cover: Cover | None = None,
    aid: Text | None = None,
    sheet: str = "",
    colours: Mapping[str, str] | None = None,
    paper: str = "a5",
    gray: bool = False,
    template: str | None = None,
    fonts: Sequence[str] = (),
    folder: str | None = None,
) -> Typeset:
    """Sets a booklet with a cover, contents, and page references.

    Args:
        pictures: SVG by the path that each would have as a file beside the texts.
        cover: what stands on the cover.
        aid: the player aid, which gets a page of its own at the end.
        sheet: the style that the pictures share, where they have none of their own; that of print if empty.
        colours: of the theme, by what they are for; those of print if not given.
        paper: one of `BOOK_PAPERS`.
        template: a typst source in place of ours; `booklet.typ` says what it gets.
        fonts: folders with more fonts.
        folder: from where the template may read files.

    Raises:
        MissingTypst: typst is not installed.
        WrongTemplate: the template has a mistake.
    """
    given = data(
        title, parts, pictures, cover=cover, aid=aid, sheet=sheet, colours=colours, paper=paper, gray=gray
    )  # fmt: skip
    told: tuple[str, ...] = ()
    if aid is not None:
        given["size"], pages = _aid_size(given, aid, fonts)
        told = _too_long(pages)
    if template is None:
        given["letters"] = _letters(given, fonts)
    made = typeset(template if template is not None else source(TEMPLATE), given, fonts=fonts, folder=folder)
    return Typeset(made.pdf, (*made.warnings, *told))


def data(
    title: str,
    parts: Sequence[Part],
    pictures: Mapping[str, str],
    *,
    cover: Cover | None = None,
    aid: Text | None = None,
    sheet: str = "",
    colours: Mapping[str, str] | None = None,
    paper: str = "a5",
    gray: bool = False,
) -> dict[str, Any]:
    """Writes down what a template gets; `booklet.typ` explains it."""
    cover = cover or Cover()
    setter = Setter(pictures)
    texts = [(text, part.reference) for part in parts for text in part.texts]
    blocks = iter(setter.texts([*texts, *([(aid, True)] if aid is not None else [])]))
    made: list[dict[str, Any]] = [
        {
            "title": part.title,
            "reference": part.reference,
            "texts": _briefly([next(blocks) for _ in part.texts], part),
        }
        for part in parts
    ]
    index = _index(made, parts)
    for one in made:
        one["texts"] = [grouped(text) for text in one["texts"]]
    shown = setter.picture(cover.drawing)
    arts = {f"art{at}": svg for at, svg in enumerate(cover.arts)}
    return {
        "form": "booklet",
        "title": title,
        "facts": list(cover.facts),
        "cover": {
            "arts": list(arts),
            "filled": cover.filled and bool(arts),
            "picture": shown,
            "credits": list(cover.credits),
            "edition": cover.edition,
        },
        "size": 0,
        "letters": 1,
        "paper": paper,
        "parts": made,
        "aid": next(blocks, None),
        "index": index,
        "pictures": _drawings(setter, sheet, gray=gray)
        | {name: grayed_svg(svg) if gray else svg for name, svg in arts.items()},
        **_colours(colours, gray=gray),
    }


def aid(
    title: str,
    text: Text,
    pictures: Mapping[str, str],
    *,
    sheet: str = "",
    colours: Mapping[str, str] | None = None,
    paper: str = "a4",
    gray: bool = False,
    fonts: Sequence[str] = (),
) -> Typeset:
    """Sets a player aid on one page, in letters as large as fit; more pages if it is too long, which is told.

    Args:
        text: the aid; links are seen from its path.
        pictures, sheet, colours, paper, fonts: as for a booklet.

    Raises:
        MissingTypst: typst is not installed.
    """
    given = data(title, [], pictures, aid=text, sheet=sheet, colours=colours, paper=paper, gray=gray)
    given["size"], pages = _aid_size(given, text, fonts)
    made = typeset(source(TEMPLATE), {**given, "form": "aid"}, fonts=fonts)
    return Typeset(made.pdf, (*made.warnings, *_too_long(pages)))


def _aid_size(given: Mapping[str, Any], text: Text, fonts: Sequence[str]) -> tuple[float, int]:
    """Finds the largest letters in which a player aid is one page; with how many it has."""
    template = source(TEMPLATE)
    alone = {**given, "form": "aid", "parts": [], "index": []}
    sizes = [size / 2 for size in range(_LEAST_AID, _MOST_AID)]
    fitting, pages = 0, 1
    low, high = 0, len(sizes)
    while low < high:
        middle = (low + high) // 2
        found = asked(template, {**alone, "size": sizes[middle]}, "<pages>", fonts=fonts)[-1]
        if found == 1:
            fitting, low = middle, middle + 1
        else:
            high, pages = middle, found
    return sizes[fitting], 1 if low else pages


def _letters(given: Mapping[str, Any], fonts: Sequence[str]) -> float:
    """Finds how large letters are best: nothing runs over the foot of a page, and the last one is full."""
    found = []
    for letters in _LETTERS:
        laid = asked(source(TEMPLATE), {**given, "letters": letters}, "<laid>", fonts=fonts)
        over = sum(one["down"] > _FOOT for one in laid if one["what"] == "held")
        end = next(one for one in laid if one["what"] == "end")
        columns = 1 if given["paper"] == "a5" else 2
        filled = (end["down"] + end["right"] * (columns - 1)) / columns
        empty = max(0.0, _FULL - filled)
        if not over and not empty:
            return letters
        found.append((over, empty, letters))
    return min(found)[2]


def _too_long(pages: int) -> tuple[str, ...]:
    return (f"the player aid is too long for a page; it has {pages}",) if pages > 1 else ()


def _colours(colours: Mapping[str, str] | None, *, gray: bool) -> dict[str, Any]:
    """Gives the colours of a book."""
    known = {**PRINT.light, **(colours or {})}
    named = {name: known[name] for name in ("accent", "ink", "quiet", "tint", "shade", "line")}
    return {"colours": {name: in_gray(value[1:]) for name, value in named.items()} if gray else named}


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

"""A book of Markdown chapters, and maybe the reference behind it, becomes a booklet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.printing.content import Block, Setter, Text
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.svg import paper as on_paper
from gekido_dsl.printing.typeset import Typeset, source, typeset

TEMPLATE: Final = "booklet.typ"
BOOK_PAPERS: Final = ("a4", "a5", "letter")


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
        data(title, parts, pictures, facts=facts, paper=paper, gray=gray),
        fonts=fonts,
        folder=folder,
    )


def data(
    title: str,
    parts: Sequence[Part],
    pictures: Mapping[str, str],
    *,
    facts: Sequence[str] = (),
    paper: str = "a5",
    gray: bool = False,
) -> dict[str, Any]:
    """Writes down what a template gets; `booklet.typ` explains it."""
    setter = Setter(pictures)
    texts = [(text, part.reference) for part in parts for text in part.texts]
    blocks = iter(setter.texts(texts))
    made = [
        {"title": part.title, "texts": [_briefly(next(blocks), part) for _ in part.texts]} for part in parts
    ]
    return {
        "title": title,
        "facts": list(facts),
        "paper": paper,
        "parts": made,
        "index": _index(made, parts),
        "pictures": drawings(setter, gray=gray),
    }


def drawings(setter: Setter, *, gray: bool) -> dict[str, str]:
    """Gives the pictures that occur, by name, as they are printed."""
    made = {name: on_paper(svg) for svg, name in setter.drawn.items()}
    return {name: grayed_svg(svg) for name, svg in made.items()} if gray else made


def _briefly(blocks: list[Block], part: Part) -> list[Block]:
    """Marks the headings that the contents leave out but for those of chapters."""
    if not part.reference:
        return blocks
    return [{**block, "brief": True} if block["block"] == "heading" else block for block in blocks]


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

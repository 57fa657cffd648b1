"""Words that are spelled in two ways in one book: `color` beside `armour`.

Invariants:
    A book has one spelling, whichever its author chose: the one that most of its words have.
    Only words that differ between American and British English count; what stands in code, comments and directives is
    no text, and a name that rules go by is not looked at.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gekido_dsl.book.nodes import Book
from gekido_dsl.book.scan import scan
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.told_texts import texts
from gekido_dsl.source import Span

_OUR: Final = (
    "arbor|ardor|armor|behavior|candor|clamor|color|demeanor|endeavor|favor|flavor|harbor|honor|humor|labor|neighbor|"
    "odor|parlor|rancor|rigor|rumor|savior|savor|splendor|tumor|valor|vapor|vigor"
)
_OTHERS: Final = {
    "aluminum": "aluminium", "analyze": "analyse", "caliber": "calibre", "canceled": "cancelled",
    "canceling": "cancelling", "center": "centre", "defense": "defence", "fiber": "fibre", "fueled": "fuelled",
    "gray": "grey", "jewelry": "jewellery", "labeled": "labelled", "leveled": "levelled", "liter": "litre",
    "luster": "lustre", "maneuver": "manoeuvre", "marvelous": "marvellous", "memorize": "memorise", "mold": "mould",
    "meter": "metre", "modeled": "modelled", "offense": "offence", "organize": "organise", "plow": "plough",
    "prioritize": "prioritise", "randomize": "randomise", "realize": "realise", "recognize": "recognise",
    "saber": "sabre", "scepter": "sceptre", "signaled": "signalled", "skeptic": "sceptic", "specter": "spectre",
    "stabilize": "stabilise", "theater": "theatre", "traveled": "travelled", "traveler": "traveller",
    "traveling": "travelling",
}  # fmt: skip
_PAIRS: Final = {**{one: one.removesuffix("or") + "our" for one in _OUR.split("|")}, **_OTHERS}
_AMERICAN: Final = dict(_PAIRS)
_BRITISH: Final = {british: american for american, british in _PAIRS.items()}
_STEMS: Final = "|".join(sorted((*_AMERICAN, *_BRITISH), key=len, reverse=True))
_WORD: Final = re.compile(
    rf"\b({_STEMS})(?:s|d|ed|es|ing|er|ers|y|less|ful|able|al)?\b",
    re.IGNORECASE,
)
Met = tuple[str, Span]


def mixed(game: m.Game, book: Book) -> Iterator[Diagnostic]:
    """Finds the words that are spelled otherwise than most of the book."""
    american: list[Met] = []
    british: list[Met] = []
    for word, span in _words(game, book):
        stem = word.casefold()
        (american if stem in _AMERICAN else british).append((stem, span))
    if not american or not british:
        return
    few, other = (british, american) if len(british) <= len(american) else (american, british)
    names = ("British", "American") if few is british else ("American", "British")
    for stem, span in few:
        better = (_BRITISH if few is british else _AMERICAN)[stem]
        like = other[0]
        yield Diagnostic(
            codes.MIXED_SPELLING,
            f"`{span.text}` is {names[0]} spelling, and the book is {names[1]} elsewhere",
            (Label(span, f"`{better}`"), Label(like[1], f"{names[1]}, as most of the book")),
            f"write `{better}` here, or spell the whole book the {names[0]} way",
        )


def _words(game: m.Game, book: Book) -> Iterator[tuple[str, Span]]:
    """Gives every word of players that has two spellings: in the chapters, and in texts."""
    for file in book.files or book.chapters:
        source = file.source
        scanned = scan(source.text)
        hidden = [(one.start, one.end) for one in (*scanned.comments, *scanned.directives)] + list(
            scanned.code
        )
        yield from _met(Span(source, 0, len(source.text)), hidden)
    seen: set[tuple[str, int]] = set()
    for told in texts(game):
        if told.of is not None and (told.span.source.name, told.span.start) not in seen:
            seen.add((told.span.source.name, told.span.start))
            at = told.span.text.find(told.text)
            if at >= 0:  # else its lines are folded, or a name of the table
                start = told.span.start + at
                yield from _met(Span(told.span.source, start, start + len(told.text)), ())


def _met(span: Span, hidden: Sequence[tuple[int, int]]) -> Iterator[tuple[str, Span]]:
    for found in _WORD.finditer(span.text):
        start, end = span.start + found.start(), span.start + found.end()
        if not any(first <= start < last for first, last in hidden):
            yield found[1], Span(span.source, start, end)

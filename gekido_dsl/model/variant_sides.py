"""What a variant that gives players sides makes of a base without: `friendly` and `enemy` follow sides from then on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.model import written as w
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.splice import Texts

_WORDS: Final = ("friendly", "enemy")
_PLACES: Final = 100
"""How many places are shown: every one is to be looked at."""


def given(bases: Sequence[s.Game], own: s.Game) -> Span | None:
    """Gives where the head of a variant gives players sides, if its base has none."""
    if any(_has_sides(line) for base in bases for line in base.lines):
        return None
    return next((line.span for line in own.lines if bases and _has_sides(line)), None)


def _has_sides(line: s.Node) -> bool:
    return isinstance(line, s.Players) and (line.sides is not None or "partners opposite" in line.options)


def check(span: Span, parts: Iterable[w.Part], texts: Texts) -> Iterator[Diagnostic]:
    """Reports the lines of the base that speak of friends or enemies, with the line that gives players sides."""
    spoken = [
        Span(source, piece.start, piece.end)
        for part in parts
        for source, line in _as_written(part, texts)
        if source.name != span.source.name
        for piece in line.pieces
        if piece.text in _WORDS
    ]
    if not spoken:
        return
    many = f"{len(spoken)} places" if len(spoken) > 1 else "a place"
    yield Diagnostic(
        codes.SIDES_GIVEN,
        f"players have sides now, and the base speaks of `friendly` or `enemy` in {many}",
        (
            Label(span, "partners are friendly, and so are their things"),
            *(Label(one, "of a side now") for one in spoken[:_PLACES]),
        ),
        "check each one; if a player's own things are meant, define them, as in `a Pawn is My Own if its owner is me`",
    )


def _as_written(part: w.Part, texts: Texts) -> Iterator[tuple[Source, Line]]:
    """Gives the lines of a declaration, each with the text that it is from."""
    if part.lines is None:
        yield from ((part.written.source, line) for line in part.written.lines)
    else:
        yield from (texts.taken_back(line) for line in part.lines)

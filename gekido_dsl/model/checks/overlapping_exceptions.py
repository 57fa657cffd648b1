"""Finds exceptions to one rule that can hold at the same time, so that nothing says which of them counts."""

from collections.abc import Iterator
from itertools import combinations

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions
from gekido_dsl.model import nodes as m


def _within(first: m.Exception_, second: m.Exception_) -> bool:
    """Tells whether one is an exception to the other."""
    return any(two in _around(one) for one, two in ((first, second), (second, first)))


def _around(one: m.Exception_) -> Iterator[m.Exception_]:
    while one.over is not None:
        one = one.over
        yield one


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports pairs of exceptions; certain ones with the options that show it, others with the facts."""
    for decl in game.declarations():
        exceptions = getattr(decl, "exceptions", ())
        for first, second in combinations(exceptions, 2):
            if first.said == second.said or _within(first, second):
                continue
            held = [(first.condition, True), (second.condition, True)]
            certain = next((case for case in conditions.cases(held) if case.definite), None)
            case = certain or conditions.together(held)
            if case is None:
                continue
            labels = (Label(second.span, "this one"), Label(first.span, "and this one"))
            if certain is not None:
                answers = f" with {certain.answers()}" if certain.options else ""
                yield Diagnostic(
                    codes.OVERLAPPING_EXCEPTIONS,
                    f"two exceptions to `{decl.name}` hold at once{answers}",
                    labels,
                    "give them conditions that cannot both be true",
                )
            else:
                yield Diagnostic(
                    codes.POSSIBLE_OVERLAP,
                    f"two exceptions to `{decl.name}` may hold at once",
                    labels,
                    "add to one condition that the other does not hold",
                    (),
                    (f"both hold when {case.text()}",),
                )

"""Finds facts with a value for each number of a range that may be asked for a number outside of it.

A fact that begins below the range, as a stage that is 0 before the first does, is taken to be past its start.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports each question once, with the number that has no value."""
    known, every = bounds.of(game), sites.of(game)
    told: set[tuple[int, int]] = set()
    for decl in every.facts.decls:
        for root, guards in _asked(every, decl):
            for fact, numbers, by in _questions(root):
                place = (by.span.start, by.span.end)
                without = None if place in told else _without(known, numbers, by, guards)
                if without is None:
                    continue
                told.add(place)
                low, high = numbers.low, numbers.low + len(numbers.members) - 1
                name = " ".join(by.span.text.split())
                yield Diagnostic(
                    codes.ASKED_OUT_OF_RANGE,
                    f"`{fact.name}` has a value for each of {low} to {high}, and may be asked for {without}",
                    (Label(by.span, f"may be {without}"), Label(fact.name_span, f"for each {low} to {high}")),
                    f"give it a value for every number that `{name}` can be, or first check what `{name}` is",
                )


def _asked(every: sites.Sites, decl: m.Decl) -> Iterator[tuple[m.Expr, tuple[Literal, ...]]]:
    """Gives the expressions of a declaration, each with what is known where it is asked."""
    if isinstance(decl, m.Procedure):
        for site in every.of(decl):
            asked = (
                (site.statement.act, site.statement.decision)
                if isinstance(site.statement, m.Sentence)
                else ()
            )
            for part in (*asked, site.statement.asked):
                for expr in walk.exprs(part):
                    yield expr, site.guards
        return
    for top in walk.asked(decl):
        beside = tuple(conditions.flat([(top, True)]))
        for expr in walk.inside(top):
            yield expr, beside


def _questions(expr: m.Expr) -> Iterator[tuple[m.Field, m.Numbers, m.Expr]]:
    """Gives the numbers that a fact is asked for, each with the range that has values."""
    if not isinstance(expr, m.ops.Field | m.ops.Cell) or expr.index is None:
        return
    index, asked = expr.ref.index, expr.index
    if isinstance(index, m.Numbers):
        yield expr.ref, index, asked
    elif isinstance(index, m.Combinations) and isinstance(asked, m.ops.Combination):
        for part, by in zip(index.parts, asked.values, strict=True):
            if isinstance(part, m.Numbers):
                yield expr.ref, part, by


def _without(known: bounds.Bounds, numbers: m.Numbers, by: m.Expr, guards: tuple[Literal, ...]) -> int | None:
    """Gives a number that has no value and may be asked for."""
    low, high = known.range(by, guards)
    last = numbers.low + len(numbers.members) - 1
    if high is not None and high > last:
        return high
    if low is None or low >= numbers.low:
        return None
    begins = isinstance(by, m.ops.Field | m.ops.Cell) and by.ref.kept and known.start(by.ref)[1] == low
    return None if begins else low

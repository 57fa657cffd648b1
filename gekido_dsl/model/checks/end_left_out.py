"""Finds loops and choices of a base that go through fewer numbers than a variant gives one of its facts.

`each 1 to 5 as the slot` goes through all of `Plate for each 1 to 5`; where a variant says `for each 1 to 6`, it leaves
the new end out, and nothing else says so.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports ranges that begin as the numbers of a fact do, end sooner, and stand in another file than the fact."""
    for decl in facts.of(game).decls:
        told: set[int] = set()
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                for numbers, local, inside in _ranges(statement, body):
                    short = id(numbers) not in told and _short_of(numbers, local, inside)
                    if short:
                        told.add(id(numbers))
                        yield _found(numbers, short)


def _ranges(
    statement: m.Statement, body: tuple[m.Statement, ...]
) -> Iterator[tuple[m.Expr, int, tuple[m.Statement, ...]]]:
    """Gives the ranges of numbers that a statement goes through or leaves open, and where each is used."""
    if isinstance(statement, m.Each):
        yield statement.items, statement.local, statement.body
    elif isinstance(statement, m.Sentence) and statement.decision is not None:
        named = {statement.act.local} if isinstance(statement.act, m.acts.Bind) else set()
        for slot in statement.decision.slots:
            for local in {slot.local} | named:
                yield slot.candidates, local, body


def _short_of(numbers: m.Expr, local: int, inside: tuple[m.Statement, ...]) -> m.Field | None:
    """Gives the fact of which a range leaves the end out."""
    if not isinstance(numbers, m.ops.Numbers):
        return None
    low, high = numbers.low, numbers.high
    if not isinstance(low, m.ops.Const) or not isinstance(high, m.ops.Const):
        return None
    for expr in walk.exprs(inside):
        if not isinstance(expr, m.ops.Field | m.ops.Cell) or not isinstance(expr.index, m.ops.Local):
            continue
        index = expr.ref.index
        if expr.index.value != local or not isinstance(index, m.Numbers):
            continue
        last = index.low + len(index.members) - 1
        other_file = expr.ref.name_span.source is not numbers.span.source
        if other_file and low.value == index.low and high.value < last:
            return expr.ref
    return None


def _found(numbers: m.Expr, fact: m.Field) -> Diagnostic:
    index = fact.index
    assert isinstance(index, m.Numbers)
    last, said = index.low + len(index.members) - 1, " ".join(numbers.span.text.split())
    return Diagnostic(
        codes.END_LEFT_OUT,
        f"`{said}` leaves out what `{fact.name}`, which go up to {last}",
        (Label(numbers.span, "ends sooner"), Label(fact.name_span, f"goes on to {last}")),
        f"change that line as well, up to {last}; a named number can serve both",
    )

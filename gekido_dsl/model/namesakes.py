"""Rows of one name: where one thing is meant and the name stands for several, the finding points at the rows."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.source import Span

_SHOWN = 3


def namesakes(found: m.Expr, span: Span) -> Diagnostic | None:
    """Words that a name stands for several rows; None where that is not why something is several."""
    for kind, name, at in _named(found):
        rows = [row for row in kind.rows if row.name == name]
        if len(rows) > 1:
            return Diagnostic(
                codes.WRONG_TYPE,
                f"{len(rows)} rows of `{kind.name}` are called `{name}`, and one thing is needed here",
                (
                    Label(span if span.source == at.source else at, "which one?"),
                    *(Label(row.span, "one of them") for row in rows[:_SHOWN]),
                ),
                help=f"give each row a name of its own, or ask it of several, as in `some {name}`",
            )
    return None


def _named(found: m.Expr) -> Iterator[tuple[m.Kind, str, Span]]:
    for one in walk.inside(found):
        if isinstance(one, m.ops.Called) and one.set is None:
            kind, name = one.ref
            yield kind, name, one.span

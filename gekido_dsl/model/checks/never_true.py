"""Finds conditions with one answer alone: because of the range of what is compared, or because it is one thing."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, of_nothing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import Range
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import IntType, ThingType, item


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports conditions that have only one answer."""
    yield from _of_itself(game)
    yield from _without_a_middle(game)
    known = of_nothing.of(game)
    seen: set[int] = set()
    for decl in facts.of(game).decls:
        for expr in facts.of(game).nodes[decl]:
            if (
                not isinstance(expr, m.ops.Comparison)
                or id(expr) in seen
                or (isinstance(expr, m.ops.Is) and not _numbers(expr))
            ):
                continue
            seen.add(id(expr))
            if (expr.left.span.start, expr.left.span.end) == (expr.right.span.start, expr.right.span.end):
                continue  # what a sentence is short for: `3 Ore` is how much there is, and how much is due
            left, right = known.range(expr.left), known.range(expr.right)
            answer = _answer(expr, left, right)
            if answer is None:
                continue
            low, high = left
            goes = f"is {low}" if low == high else f"goes from {low} to {high}"
            yield Diagnostic(
                codes.NEVER_TRUE,
                f"`{expr.left.span.text}` is {'always' if answer else 'never'} {expr.record.predicate} ".replace(
                    "  ", " "
                )
                + f"`{expr.right.span.text}`",
                (Label(expr.span, f"`{expr.left.span.text}` {goes}"),),
                "compare with another number, or remove the condition",
            )


def _of_itself(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is asked of a thing and the same thing: it is not next to itself, and always is itself."""
    seen: set[int] = set()
    for decl in facts.of(game).decls:
        for expr in facts.of(game).nodes[decl]:
            if not isinstance(expr, m.Expr) or expr.record.of_itself is None or id(expr) in seen:
                continue
            left, right = expr.args
            if left != right or isinstance(left, m.ops.Const):
                continue
            seen.add(id(expr))
            said = " ".join(right.span.text.split())
            yield Diagnostic(
                codes.NEVER_TRUE,
                f"`{said}` is {left.type} that is asked about itself, so this is "
                + ("always so" if expr.record.of_itself else "never so"),
                (Label(expr.span, "the same one on both sides"),),
                "say which other one is meant, as in `next to my ...`, or name it before: `choose a ... as the ...`",
            )


def _without_a_middle(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what asks for the middle of a board that has none."""
    seen: set[int] = set()
    for decl in facts.of(game).decls:
        for expr in facts.of(game).nodes[decl]:
            if not isinstance(expr, m.ops.Central) or id(expr) in seen:
                continue
            seen.add(id(expr))
            kind = item(expr.space.type)
            board = kind.kind.board if isinstance(kind, ThingType) else None
            if board is None or region(board, "centre"):
                continue
            if game.base is not None and expr.span.source != board.span.source:
                continue  # a variant has another board than its base, where this line meant something
            yield Diagnostic(
                codes.NEVER_TRUE,
                f"no {board.space.name} of {board.name} is central: a board has a middle where its sides are odd",
                (Label(expr.span, "never so"),),
                "name the spaces that are meant, by their row and column or in a definition",
            )


def _numbers(expr: m.ops.Is) -> bool:
    return isinstance(expr.left.type, IntType) and isinstance(expr.right.type, IntType)


def _answer(comparison: m.ops.Comparison, left: Range, right: Range) -> bool | None:
    """Gives the one answer that a comparison can have; None when it can have both."""
    (a, b), (c, d) = left, right
    if a is None or b is None or c is None or d is None:
        return None
    match comparison:
        case m.ops.Is():
            return False if b < c or a > d else None
        case m.ops.AtLeast():
            return True if a >= d else False if b < c else None
        case m.ops.AtMost():
            return True if b <= c else False if a > d else None
        case m.ops.More():
            return True if a > d else False if b <= c else None
        case m.ops.Less():
            return True if b < c else False if a >= d else None

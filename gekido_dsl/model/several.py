"""Finds several where one is needed, and one where several are: the last guard before a game may be played.

Phrases are resolved one by one; here every operand of the kernel is held against what its operator takes, so that an
executor never meets a list where it expects a thing.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.namesakes import namesakes
from gekido_dsl.model.types import ListType, SetType, UnknownType, item

_ASKED: Final = tuple(range(12))
"""The subject, and what is given with it."""

_ONE: Final[dict[str, tuple[int, ...]]] = {
    "partner": (0,), "rank": (0,), "counter": (0,), "track": (0,), "link": (0, 1), "amount": _ASKED,
    "property": _ASKED, "mine": (0,), "row": (0,), "column": (0,), "plus": (0, 1), "minus": (0, 1),
    "times": (0, 1), "at_least": (0, 1), "at_most": (0, 1), "more": (0, 1), "less": (0, 1), "is": (0, 1),
    "and": (0, 1), "or": (0, 1), "not": (0,), "member": (0,), "empty": (0,),
    "next_to": (0,), "within": (0,), "on_board": (0,), "at": (0, 1), "in_place": (0, 1), "toward": (0, 1),
    "defined": _ASKED, "fits": (0, 1), "complete": (0,), "shows": (0, 1), "shown_in": (0, 1), "moved": (0,),
    "used": (0,),
    "enemy": (0,), "friendly": (0,), "unclaimed": (0,), "other": (0,), "remaining": (0,), "central": (0,),
    "corner": (0,), "inner": (0,), "outer": (0,), "active": (0,), "lines": (0,), "field": (1,), "cell": (0,),
    "turned": (0,), "beside": (0, 1), "line": (0, 1),
}  # fmt: skip
"""Operands that have to be one, by operator."""

_MANY: Final[dict[str, tuple[int, ...]]] = {
    "sorted": (0,), "reversed": (0,), "sum": (0,),
    "filter": (0,), "some": (0,), "every": (0,), "no": (0,), "highest": (0,), "count": (0,), "next": (0,), "last": (0,),
    "union": (0, 1), "joins": (0,), "in_a_row": (0,), "member": (1,),
}  # fmt: skip
"""Operands that have to be several, by operator."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports every operand that is several and has to be one, or the other way round."""
    for root in walk.declarations(game):
        yield from _in(walk.nodes(root))
    for scenario in game.scenarios:
        for step in scenario.steps:
            for expr in (step.expr, *step.values):
                if isinstance(expr, m.Expr):
                    yield from _in(walk.inside(expr))
            if step.body is not None:
                yield from _in(walk.nodes(step.body))


def _in(nodes: Iterable[object]) -> Iterator[Diagnostic]:
    for node in nodes:
        if isinstance(node, m.Expr):
            if node.op in _ONE:
                yield from _one(node.args, _ONE[node.op])
            if node.op in _MANY:
                yield from _many(node.args, _MANY[node.op])
        elif isinstance(node, m.Act):
            single = node.single
            yield from _one(single, tuple(range(len(single))))


def stands_for_one(expr: m.Expr) -> bool:
    """Tells whether several stand somewhere in an expression where one is needed."""
    return any(
        next(_one(node.args, _ONE.get(node.op, ())), None) is not None
        for node in walk.nodes(expr)
        if isinstance(node, m.Expr)
    )


def _one(args: tuple[m.Expr, ...], places: tuple[int, ...]) -> Iterator[Diagnostic]:
    for place in places:
        if place < len(args) and isinstance(args[place].type, SetType | ListType):
            arg = args[place]
            alike = namesakes(arg, arg.span)
            if alike is not None:
                yield alike
                continue
            yield Diagnostic(
                codes.WRONG_TYPE,
                f"`{_words(arg)}` may be several, and one is needed here",
                (Label(arg.span, f"this is {arg.type}"),),
                "say which one, choose one first (`choose a ... as the ...`), or ask `some ... is` or `every ... is`",
            )


def _many(args: tuple[m.Expr, ...], places: tuple[int, ...]) -> Iterator[Diagnostic]:
    for place in places:
        if place < len(args) and not isinstance(args[place].type, SetType | ListType | UnknownType):
            arg = args[place]
            yield Diagnostic(
                codes.WRONG_TYPE,
                f"`{_words(arg)}` is one, and several are needed here",
                (Label(arg.span, f"this is {item(arg.type)}"),),
                "name a kind, or things in a place: `the Cards in my Hand`",
            )


def _words(expr: m.Expr) -> str:
    return " ".join(expr.span.text.split())

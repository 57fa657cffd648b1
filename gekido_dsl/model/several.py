"""Finds several where one is needed, and one where several are: the last guard before a game may be played.

Phrases are resolved one by one; here every operand of the kernel is held against what its operator takes, so that an
executor never meets a list where it expects a thing.
"""

from collections.abc import Iterable, Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.namesakes import namesakes
from gekido_dsl.model.types import EnumType, ListType, SetType, UnknownType, item


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
            record, args = node.record, node.args
            if record.single and any(isinstance(one.type, SetType | ListType) for one in args):
                yield from _one(args, _places(record.single, args))
            if record.multiple:
                yield from _many(args, _places(record.multiple, args))
        elif isinstance(node, m.Act):
            # A track is one place, and at the same time all dice on it.
            single = tuple(one for one in node.single if not isinstance(one, m.ops.Track))
            yield from _one(single, tuple(range(len(single))))


def _places(columns: tuple[tuple[int, bool], ...], args: tuple[m.Expr, ...]) -> tuple[int, ...]:
    """Gives which operands columns speak of; of the last one, all that follow where it may be repeated."""
    return tuple(
        at for place, repeated in columns for at in (range(place, len(args)) if repeated else (place,))
    )


def stands_for_one(expr: m.Expr) -> bool:
    """Tells whether several stand somewhere in an expression where one is needed."""
    return any(
        next(_one(node.args, _places(node.record.single, node.args)), None) is not None
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
                f"`{_words(arg)}` may be several, but one is needed here",
                (Label(arg.span, f"this is {arg.type}"),),
                _which(arg),
            )


def _which(arg: m.Expr) -> str:
    """Says how to mean one of several: a value that a thing has, one that was chosen, or some of them."""
    own = (
        f"to ask for that of the thing, write `its {_words(arg)}`; otherwise "
        if isinstance(item(arg.type), EnumType)
        else ""
    )
    return f"{own}say which one, choose one first (`choose a ... as the ...`), or ask `some ... is` or `every ... is`"


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

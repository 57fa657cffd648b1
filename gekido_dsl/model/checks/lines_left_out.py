"""Finds ways of a choice that only stop, where another way goes on to lines below the choice."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sites import leaves

Block = tuple[m.Statement, ...]


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports each such way. In a loop `stop` ends the loop, which is what it is for there."""
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            yield from _block(body, None)


def _block(block: Block, below: m.Statement | None) -> Iterator[Diagnostic]:
    """Reports the ways of a block; `below` is the line that comes after the block."""
    for number, statement in enumerate(block):
        after = block[number + 1] if number + 1 < len(block) else below
        if statement.record.repeats:
            continue
        if isinstance(statement, m.Menu) and not statement.optional and after is not None:
            yield from _ways(statement.bodies, after)
        for inner in statement.blocks:
            yield from _block(inner, after)


def _ways(ways: tuple[Block, ...], after: m.Statement) -> Iterator[Diagnostic]:
    """Reports the ways that do nothing but stop, unless no way goes on."""
    if all(leaves(way) for way in ways):
        return
    for way in ways:
        match way:
            case (m.Sentence(act=m.acts.Stop(), condition=None) as stop,):
                yield Diagnostic(
                    codes.LINES_LEFT_OUT,
                    "this branch also skips the lines below the choice",
                    (Label(stop.span, "leaves the whole body"), Label(after.span, "skipped then")),
                    "write `do nothing` to continue below the choice; otherwise, move the lines below into the other "
                    "branches",
                )
            case _:
                pass

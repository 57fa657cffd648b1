"""Finds rules that do one another through too many levels.

Whoever follows what a turn does, to play it, to compile it, to draw it or to tell of it, goes one level down for each
rule inside another and for each block. How deep that is, is measured here once, so that nobody else needs a limit.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

LEVELS_LIMIT: Final = 150
"""How many blocks may lie inside one another, those of the rules that are done there included."""

_OF_DOING: Final = 2
"""How many levels it takes to do a rule, or to take an action of a window."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports each rule, phase, action or window whose chain of rules goes too deep, where that begins."""
    done = {id(one): (one, list(_done(one))) for one in walk.declarations(game)}
    levels: dict[int, int] = {}
    for start in done:
        yield from _follow(start, done, levels)


Done = tuple[m.Decl, int]
"""What is done, and in how many blocks inside one another."""


def _follow(
    start: int, done: dict[int, tuple[m.Decl, list[Done]]], levels: dict[int, int]
) -> Iterator[Diagnostic]:
    """Measures what a declaration leads to, without recursion; rules that do themselves again are bounded in play."""
    if start in levels:
        return
    path, todo, on_path = [start], [list(done[start][1])], {start}
    while path:
        here = path[-1]
        if todo[-1]:
            there = id(todo[-1].pop(0)[0])
            if there in done and there not in levels and there not in on_path:
                path.append(there)
                todo.append(list(done[there][1]))
                on_path.add(there)
            continue
        path.pop()
        todo.pop()
        on_path.discard(here)
        decl, inner = done[here]
        own = max(map(_blocks, walk.bodies(decl)), default=0)
        below = [levels.get(id(one), 0) for one, _ in inner]
        deep = (at + _OF_DOING + level for (_, at), level in zip(inner, below, strict=True))
        levels[here] = max(own, max(deep, default=0))
        if levels[here] > LEVELS_LIMIT and all(level <= LEVELS_LIMIT for level in below):
            yield _too_deep(decl)


def _done(decl: m.Decl) -> Iterator[Done]:
    """Gives what a declaration does by name, and in how many blocks."""
    if isinstance(decl, m.Window):
        for line in decl.lines:
            for quota in line.quotas:
                yield from ((action, 1) for action in quota.actions)
    if isinstance(decl, m.Turn):
        for step in decl.lines:
            yield from ((one, 1) for one in (step.phase, *step.steps))
    for body in walk.bodies(decl):
        yield from _in_block(body, 1)


def _in_block(body: tuple[m.Statement, ...], depth: int) -> Iterator[Done]:
    for statement in body:
        if isinstance(statement, m.Sentence):
            match statement.act:
                case m.acts.Do(rule=rule):
                    yield rule, depth
                case m.acts.Open(window=window):
                    yield window, depth
                case _:
                    pass
        for block in statement.blocks:
            yield from _in_block(block, depth + 1)


def _blocks(body: tuple[m.Statement, ...]) -> int:
    """Counts how many blocks lie inside one another."""
    return 1 + max((_blocks(block) for one in body for block in one.blocks), default=0)


def _too_deep(decl: m.Decl) -> Diagnostic:
    what = f"what `{decl.name}` does" if decl.name else "what is done here"
    return Diagnostic(
        codes.TOO_DEEP,
        f"{what} is nested more than {LEVELS_LIMIT} levels deep: each block in another counts as one, "
        "and each rule done in one as two",
        (Label(decl.name_span, "the chain begins here"),),
        "put some of the rules together: a rule that only does the next one can go",
    )

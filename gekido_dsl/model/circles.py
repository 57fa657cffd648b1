"""Finds definitions, properties and amounts that refer to themselves, directly or through one another.

Asking one of them would never come to an end. What only refers to others is measured: a chain that is too long is
reported, too, so that an executor may follow it without a limit of its own.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.source import Span

CHAIN_LIMIT: Final = 40
"""How many definitions, properties and amounts may lead from one to the next."""

_ASKED = ("defined", "property", "amount")
Asked = m.Definition | m.Property | m.Amount


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports every circle once, with each step of it, and every chain that is too long."""
    decls: list[Asked] = [*game.definitions.values(), *game.properties.values(), *game.amounts.values()]
    uses = {id(decl): dict(_uses(decl)) for decl in decls}
    known = {id(decl): decl for decl in decls}
    length: dict[int, int] = {}
    for decl in decls:
        yield from _follow(id(decl), uses, known, length)


def _uses(decl: Asked) -> Iterator[tuple[int, Span]]:
    """Gives what a declaration asks, and where it does first."""
    seen = set()
    for node in walk.exprs(decl):
        if node.op in _ASKED and id(node.ref) not in seen:
            seen.add(id(node.ref))
            yield id(node.ref), node.span


def _follow(
    start: int, uses: dict[int, dict[int, Span]], known: dict[int, Asked], length: dict[int, int]
) -> Iterator[Diagnostic]:
    """Walks what a declaration leads to, without recursion: the chain may be as long as the ruleset."""
    if start in length:
        return
    path = [start]
    todo = [list(uses[start])]
    on_path = {start}
    while path:
        here = path[-1]
        if todo[-1]:
            there = todo[-1].pop(0)
            if there in on_path:
                yield _circle([known[one] for one in path[path.index(there) :]], uses)
            elif there not in length and there in uses:
                path.append(there)
                todo.append(list(uses[there]))
                on_path.add(there)
            continue
        path.pop()
        todo.pop()
        on_path.discard(here)
        length[here] = 1 + max((length.get(one, 0) for one in uses[here]), default=0)
        if length[here] == CHAIN_LIMIT + 1:
            decl = known[here]
            yield Diagnostic(
                codes.TOO_DEEP,
                f"`{decl.name}` leads through more than {CHAIN_LIMIT} other definitions and amounts",
                (Label(decl.name_span, "the chain begins here"),),
                "put some of them together",
            )


def _circle(members: list[Asked], uses: dict[int, dict[int, Span]]) -> Diagnostic:
    first = members[0]
    following = [*members[1:], first]
    labels = [
        Label(uses[id(one)][id(other)], f"`{one.name}` asks for `{other.name}` here")
        for one, other in zip(members, following, strict=True)
    ]
    if len(members) == 1:
        message = f"`{first.name}` is explained by itself"
    else:
        names = " → ".join(f"`{one.name}`" for one in [*members, first])
        message = f"what these mean goes round in a circle: {names}"
    return Diagnostic(
        codes.CIRCULAR_DEFINITION,
        message,
        tuple(labels),
        "say one of them without the others; what grows step by step is a number or a fact that rules change",
    )

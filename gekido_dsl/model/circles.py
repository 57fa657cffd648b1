"""Finds definitions, properties and amounts that refer to themselves, directly or through one another.

Asking one of them would never come to an end. What only refers to others is measured: what asks through too many
levels is reported, too, so that an executor may follow it without a limit of its own.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.source import Span

LEVELS_LIMIT: Final = 150
"""How many operators may lie inside one another, those of what is asked included."""

_OF_ASKING: Final = 2
"""How many levels it takes to ask a definition, property or amount."""

_HELP: Final = (
    "define one of them without the others; for something that grows step by step, use a number or a fact that "
    "rules change"
)
Asked = m.Definition | m.Property | m.Amount


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports every circle once, with each step of it, and whatever asks through too many levels."""
    decls: list[Asked] = [*game.definitions.values(), *game.properties.values(), *game.amounts.values()]
    uses = {id(decl): dict(_uses(decl)) for decl in decls}
    known = {id(decl): decl for decl in decls}
    levels: dict[int, int] = {}
    for decl in decls:
        yield from _follow(id(decl), uses, known, levels)
    for other in walk.declarations(game):
        if id(other) not in known:
            deep = next((expr for expr in walk.exprs(other) if _levels(expr, levels) > LEVELS_LIMIT), None)
            if deep is not None and all(levels.get(one, 0) <= LEVELS_LIMIT for one, _ in _uses(deep)):
                yield _too_deep("this", deep.span)


def unsayable(found: list[tuple[m.Property, Span]]) -> Iterator[Diagnostic]:
    """Reports properties that ask for something of themselves, of which nothing can be known."""
    for prop, span in found[:1]:
        yield Diagnostic(
            codes.CIRCULAR_DEFINITION,
            f"`{prop.name}` depends on itself",
            (Label(span, f"asks for `{prop.name}`"), Label(prop.name_span, "to say what this is")),
            _HELP,
        )


def _uses(root: Asked | m.Expr) -> Iterator[tuple[int, Span]]:
    """Gives what is asked below a node, and where first."""
    seen = set()
    for node in walk.exprs(root):
        if node.record.declared and id(node.ref) not in seen:
            seen.add(id(node.ref))
            yield id(node.ref), node.span


def _levels(expr: m.Expr, levels: dict[int, int]) -> int:
    """Counts how many operators lie inside one another, those of what is asked included; notes what it counts."""
    if id(expr) not in levels:
        asked = levels.get(id(expr.ref), 0) + _OF_ASKING if expr.record.declared else 0
        levels[id(expr)] = 1 + max((_levels(arg, levels) for arg in expr.args), default=0) + asked
    return levels[id(expr)]


def _follow(
    start: int, uses: dict[int, dict[int, Span]], known: dict[int, Asked], levels: dict[int, int]
) -> Iterator[Diagnostic]:
    """Walks what a declaration leads to, without recursion: the chain may be as long as the ruleset."""
    if start in levels:
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
            elif there not in levels and there in uses:
                path.append(there)
                todo.append(list(uses[there]))
                on_path.add(there)
            continue
        path.pop()
        todo.pop()
        on_path.discard(here)
        levels[here] = max((_levels(expr, levels) for expr in walk.asked(known[here])), default=0)
        if levels[here] > LEVELS_LIMIT and all(levels.get(one, 0) <= LEVELS_LIMIT for one in uses[here]):
            yield _too_deep(f"`{known[here].name}`", known[here].name_span)


def _too_deep(what: str, span: Span) -> Diagnostic:
    return Diagnostic(
        codes.TOO_DEEP,
        f"{what} asks through more than {LEVELS_LIMIT} levels: each condition or number in another is one, "
        "those of the definitions and amounts that it asks included",
        (Label(span, "the chain begins here"),),
        "put some of the definitions and amounts together, and use fewer parentheses in them",
    )


def _circle(members: list[Asked], uses: dict[int, dict[int, Span]]) -> Diagnostic:
    first = members[0]
    following = [*members[1:], first]
    labels = [
        Label(uses[id(one)][id(other)], f"`{one.name}` asks for `{other.name}` here")
        for one, other in zip(members, following, strict=True)
    ]
    if len(members) == 1:
        message = f"`{first.name}` depends on itself"
    else:
        names = " → ".join(f"`{one.name}`" for one in [*members, first])
        message = f"these definitions depend on one another in a circle: {names}"
    return Diagnostic(
        codes.CIRCULAR_DEFINITION,
        message,
        tuple(labels),
        _HELP,
    )

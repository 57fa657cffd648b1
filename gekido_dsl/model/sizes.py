"""Finds a game that is too large to be set up: things, places and cells are counted before any of them is made."""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Span

THINGS_LIMIT: Final = 10_000
"""The most things that a match has."""
CELLS_LIMIT: Final = 1_000_000
"""The most numbers that a match keeps."""
FACES_LIMIT: Final = 1_000
"""The most faces that a die has."""
DISTANCE_LIMIT: Final = 10
"""The farthest that `within` looks, in steps."""
CHOICE_LIMIT: Final = 10_000
"""The most numbers that one may choose among."""
NUMBER_LIMIT: Final = 10_000
"""The most things that one sentence names, takes or draws."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is larger than any game at a table, with its place."""
    things = _things(game)
    total = sum(things.values())
    if total > THINGS_LIMIT:
        most = max(game.kinds.values(), key=lambda kind: things[kind.name])
        yield _large(
            f"the game has {total:,} things; at most {THINGS_LIMIT:,} can be set up",
            most.name_span,
            f"{things[most.name]:,} of them",
            "make fewer copies, or count with a number (`Coins: 0 to 999`) where things are not told apart",
        )
        return
    cells = 0
    for decl, size in _cells(game, things):
        cells += size
        if cells > CELLS_LIMIT:
            yield _large(
                f"the game keeps more than {CELLS_LIMIT:,} numbers",
                decl.name_span,
                f"{size:,} of them",
                "keep the fact for fewer things, or for each of a shorter list",
            )
            return
    for root in walk.declarations(game):
        for node in walk.nodes(root):
            if (
                isinstance(node, m.Expr)
                and isinstance(node, m.ops.Within)
                and not 0 <= node.value <= DISTANCE_LIMIT
            ):
                yield _large(
                    f"`within` looks at most {DISTANCE_LIMIT} steps far",
                    node.span,
                    f"{node.value} steps",
                    f"write a number from 1 to {DISTANCE_LIMIT}",
                )
            elif isinstance(node, m.Expr) and isinstance(node, m.ops.Leap) and not _leads(game, node):
                diagonal = "diagonally next" in node.span.text
                leap = "diagonally" if diagonal else f"a leap of {node.ref[0]} by {node.ref[1]}"
                yield _large(
                    f"{leap} leads to no space of any board",
                    node.span,
                    "never so",
                    "write how many spaces one way and how many across: a knight's move is `a leap of 1 by 2`",
                )
            elif isinstance(node, m.Expr) and isinstance(node, m.ops.Numbers):
                yield from _numbers(game, node)
            elif isinstance(node, m.Slot) and max(node.least, node.most or 0) > NUMBER_LIMIT:
                yield _many(node.candidates.span)
            elif isinstance(node, m.acts.Draw | m.acts.Deal) and node.number.value > NUMBER_LIMIT:
                yield _many(node.number.span)


def _numbers(game: m.Game, numbers: m.Expr) -> Iterator[Diagnostic]:
    """Reports numbers to choose among that are too many, or that have no end."""
    most = bounds.of(game).size(numbers)[1]
    if most is None or most > CHOICE_LIMIT:
        yield _large(
            f"a number is chosen among {CHOICE_LIMIT:,} at most",
            numbers.span,
            "no end of numbers" if most is None else f"{most:,} numbers",
            "write an end that is nearer, or one whose greatest and least value are known",
        )


def _many(span: Span) -> Diagnostic:
    return _large(
        f"one sentence takes more than {NUMBER_LIMIT:,} things", span, "too many", "write a smaller number"
    )


def _leads(game: m.Game, leap: m.ops.Leap) -> bool:
    """Tells whether a leap ends on some board."""
    along, across = sorted(leap.ref)
    sides = [sorted((board.shape.rows, board.shape.columns)) for board in game.boards.values()]
    return across > 0 and any(along < short and across < long for short, long in sides)


def _large(message: str, span: Span, label: str, help: str) -> Diagnostic:
    return Diagnostic(codes.TOO_LARGE, message, (Label(span, label),), help)


def _things(game: m.Game) -> dict[str, int]:
    """Counts the things of every kind for the greatest number of players."""
    return {kind.name: sum(_of_row(game, kind, row) for row in kind.rows) for kind in game.kinds.values()}


def _of_row(game: m.Game, kind: m.Kind, row: m.Row) -> int:
    """Counts the things of a row: its copies, for each player or for each thing it is a part of."""
    if kind.parent is None:
        return row.copies * (game.most_players if kind.each_player is not None else 1)
    wholes = kind.parent.rows[row.parent : row.parent + 1] if row.parent != NONE else kind.parent.rows
    return row.copies * sum(_of_row(game, kind.parent, whole) for whole in wholes)


def _cells(game: m.Game, things: dict[str, int]) -> Iterator[tuple[m.Decl, int]]:
    """Gives what every declaration keeps in a match."""
    owners: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
    for owner in owners:
        for fact in owner.fields.values():
            if fact.kept:
                many = things.get(owner.name, 1) if isinstance(owner, m.Kind) else 1
                yield fact, many * _index_size(fact.index, things)
    for link in game.links.values():
        yield link, things.get(link.origin.name, 0) * things.get(link.goal.name, 0)
    for place in game.places.values():
        if isinstance(place.owner, m.Kind):
            yield place, things.get(place.owner.name, 0)
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    for holder in holders:
        yield holder, things.get(holder.owner.name, 0)


def _index_size(index: m.Enum | m.Kind | None, things: dict[str, int]) -> int:
    if index is None:
        return 1
    return len(index.members) if isinstance(index, m.Enum) else things.get(index.name, 0)

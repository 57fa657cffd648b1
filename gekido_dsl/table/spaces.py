"""What a person asks about by name and a drawing tells in few letters: a space, a sign.

Invariants:
    Only a `View` is told of, so nothing is told that its seat may not see.
"""

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import BoardView, SpaceView, ThingView, View
from gekido_dsl.languages import joined, text
from gekido_dsl.table.words import own_first
from gekido_dsl.tables.drawing import BLANK, JOINT

_SIDES = {
    (0, 0, False): text("above"),
    (0, 1, True): text("to the right"),
    (1, 0, False): text("below"),
    (0, 0, True): text("to the left"),
}


def told_of(view: View, asked: str) -> list[str]:
    """Tells what is on the space with a label, and what a sign means and where it is."""
    wanted = asked.strip()
    told: list[str] = []
    for board in own_first(view):
        told += [_space(board, space) for space in board.spaces if space.label == wanted.casefold()]
        for sign, meaning in board.signs.items():
            if wanted in (sign, meaning) and sign != BLANK:
                where = [space.label for space in board.spaces if sign in space.drawn.split(JOINT)]
                told.append(
                    text("{sign} {meaning}: {spaces}", sign=sign, meaning=meaning, spaces=joined(", ", where))
                )
    return [safe(line) for line in dict.fromkeys(told)]


def _space(board: BoardView, space: SpaceView) -> str:
    signs = [board.signs.get(sign, sign) for sign in space.drawn.split(JOINT) if sign not in ("", BLANK)]
    told = space.changed if space.drawn else space.facts
    facts = {name: value for name, value in told.items() if name not in board.edge_names}
    parts = [*signs, *(_pair(name, value) for name, value in facts.items() if value not in ("", "none"))]
    parts += [_pair(name, joined(", ", where)) for name, where in _edges(board, space).items()]
    parts += [_named(thing) for thing in space.things]
    called = _pair(space.label, space.name) if space.name else space.label
    if board.owner is not None:
        called = joined(", ", [board.name, called])
    return text("{space}: {told}", space=called, told=joined("; ", parts) or text("nothing"))


def _pair(name: str, value: str) -> str:
    return text("{name} {value}", name=name, value=value)


def _edges(board: BoardView, space: SpaceView) -> dict[str, list[str]]:
    """Gives what stands on the borders of a space, with the sides."""
    found: dict[str, list[str]] = {}
    for (row, column, upright), side in _SIDES.items():
        for edge in board.edges:
            if (edge.row, edge.column, edge.upright) == (space.row + row, space.column + column, upright):
                found.setdefault(edge.name, []).append(side)
    return found


def _named(thing: ThingView) -> str:
    name: str = thing.name or thing.face or thing.kind
    if thing.owner is not None:
        name = text("{thing} of player {number}", thing=name, number=thing.owner + 1)
    return name if thing.heading is None else joined(", ", [name, thing.heading.name])

"""The number of the position, kept as things come to the board, leave it and move on it.

It is the sum of a number for each thing, of where it stands and whose it is, so it follows from the position; it is
kept where nothing else tells positions apart, one thing at most stands on each space, and nothing changes hands.
"""

from gekido_dsl.ground import positions
from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.words import Field
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def kept(lowering: Lowering, fields: list[Field]) -> ir.Array | None:
    """Gives the array that holds the number; None where it is not kept."""

    def make() -> ir.Array | None:
        position = lowering.game.position
        if position is None or position.facts or len(fields) != 1 or fields[0].laid:
            return None
        kind, field = item(position.things.type), fields[0]
        if not isinstance(kind, ThingType) or not all_on(position.things, field.board):
            return None
        things = lowering.layout.things[kind.kind.name]
        if len({lowering.layout.row_of[one] for one in things}) != 1 or not lowering.keeps_owner(kind.kind):
            return None
        if not occupancy.alone(lowering, field.board) or not lowering.takes(Special.POSITION_KEPT):
            return None

        def derive(s: Position) -> list[int]:
            row = lowering.layout.row_of[things[0]]
            total = sum(
                positions.of_thing((s.where[one], s.owner(one), row))
                for one in things
                if s.where[one] in field.spaces
            )
            return [x.signed(total & positions.MASK, "i64")]

        return lowering.derived("position number", 64, derive)

    found: ir.Array | None = lowering.remembered("position kept", make)
    return found


def changed(
    w: Writer, fields: list[Field], field: Field, kind: m.Kind, owner: ir.Expr, spot: ir.Expr, *, on: bool
) -> None:
    """Notes that a thing has come to a spot or has left it."""
    array, position = kept(w.lowering, fields), w.game.position
    if array is None or position is None:
        return
    counted = item(position.things.type)
    if not isinstance(counted, ThingType) or counted.kind is not kind:
        return
    row = w.layout.row_of[w.layout.things[kind.name][0]]
    numbers = [
        x.signed(positions.of_thing((space, one, row)), "i64")
        for one in range(NONE, w.layout.players)
        for space in field.spaces
    ]
    table = w.lowering.table64("numbers of things", numbers)
    number = x.load(table, w.code.let(x.add(x.mul(x.add(owner, 1), field.size), spot)))
    before = x.load(array, 0)
    w.code.store(array, 0, x.add(before, number) if on else x.sub(before, number))


def all_on(things: m.Expr, board: m.Board) -> bool:
    """Tells whether several things are all of a kind that stand on a board."""
    if not isinstance(things, m.ops.On):
        return False
    spaces = things.spaces
    return isinstance(spaces, m.ops.Board) and spaces.ref is board and spaces.owner is None

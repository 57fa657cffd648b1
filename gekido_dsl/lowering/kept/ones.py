"""Which thing stands on a space, where one thing at most does, of each player or of all; `standing` keeps them up."""

from collections.abc import Callable

from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.boards.bitsets import Spaces, spot_of, spot_or_none
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Frozen, Visit
from gekido_dsl.lowering.sets.words import Field, Words
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import width_for


def asked_of_one(several: m.Expr) -> tuple[m.Kind, type[m.Expr], m.Expr] | None:
    """Gives kind, test and space of things on one space that are the actor's, or another's."""
    if (
        not isinstance(several, m.ops.Filter)
        or not isinstance(several.set, m.ops.On)
        or not isinstance(several.test, m.ops.Friendly | m.ops.Enemy)
    ):
        return None
    of, spaces = several.test.of, several.set.spaces
    if not isinstance(of, m.ops.Local) or of.value != several.value or isinstance(spaces.type, SetType):
        return None
    return several.set.ref, type(several.test), spaces


def keeps_the_one(lowering: Lowering, field: Field, kind: m.Kind) -> bool:
    """Tells whether it is kept which thing of each player stands on a space: it is asked, and is one at most."""

    def find() -> bool:
        if field.laid or lowering.players != 2 or not occupancy.one_of_each(lowering, field.board, kind):
            return False
        if any(place.seen != "everyone" for place in lowering.game.places.values()):
            return False
        asked = (asked_of_one(one) for decl in walk.declarations(lowering.game) for one in walk.exprs(decl))
        return field.board.seen == "everyone" and any(one is not None and one[0] is kind for one in asked)

    found: bool = lowering.remembered(("keeps the one", field.board.name, kind.name), find)
    return found


def the_one(w: Pen, field: Field, kind: m.Kind, owner: ir.Expr, spot: ir.Expr) -> ir.Expr:
    """Gives the thing of a player that stands at a spot, where there is one."""
    return x.load(ones_of(w.lowering, field, kind), x.add(x.mul(owner, field.size), spot))


def ones_of(lowering: Lowering, field: Field, kind: m.Kind) -> ir.Array:
    def derive(s: Position) -> list[int]:
        contents = [NONE] * (field.size * lowering.players)
        for thing in lowering.layout.things[kind.name]:
            if s.where[thing] in field.spaces:
                contents[s.owner(thing) * field.size + s.where[thing] - field.spaces.start] = thing
        return contents

    name, width = f"{kind.name} at {field.board.name}", width_for(NONE, lowering.layout.count)
    array: ir.Array = lowering.remembered(
        ("the one", field.board.name, kind.name), lambda: lowering.derived(name, width, derive)
    )
    return array


# ---------------------------------------------------------------- the only thing on a space


def keeps_the_only(lowering: Lowering, field: Field) -> bool:
    """Tells whether it is kept what stands on a space: somebody chooses among all on the board, one on each at most."""

    def find() -> bool:
        if field.laid or not occupancy.alone(lowering, field.board):
            return False
        asked = any(
            isinstance(one, m.Slot) and _all_on_board(one.candidates, field.board)
            for decl in walk.declarations(lowering.game)
            for one in walk.nodes(decl)
        )
        return (asked or in_groups(lowering)) and lowering.takes(Special.THE_ONLY)

    found: bool = lowering.remembered(("keeps the only", field.board.name), find)
    return found


def in_groups(lowering: Lowering) -> bool:
    """Tells whether rules ask for groups of things that touch."""

    def find() -> bool:
        return any(
            isinstance(one, m.ops.Touching)
            and isinstance(kind := item(one.type), ThingType)
            and not kind.kind.board
            for decl in walk.declarations(lowering.game)
            for one in walk.exprs(decl)
        )

    found: bool = lowering.remembered("in groups", find)
    return found


def _all_on_board(several: m.Expr, board: m.Board) -> bool:
    while isinstance(several, m.ops.Filter):
        several = several.set
    return (
        isinstance(several, m.ops.On)
        and isinstance(several.spaces, m.ops.Board)
        and several.spaces.ref is board
    )


def the_only(w: Pen, field: Field, spot: ir.Expr) -> ir.Expr:
    """Gives what stands at a spot, where anything does."""
    return x.load(onlys_of(w.lowering, field), spot)


def on_it(w: Pen, field: Field, kind: m.Kind, space: ir.Expr) -> ir.Expr:
    """Gives the thing of a kind that stands on what is a space of a board, or none; none if there is none."""
    things = w.layout.things[kind.name]
    spot = w.code.let(spot_or_none(w, field, space))
    thing = w.code.let(the_only(w, field, spot))
    there = x.and_(x.ge(spot, 0), x.eq(x.load(w.memory.chains.where, thing), space))
    if w.lowering.stands != {kind.name}:
        there = x.and_(there, x.within(thing, things.start, things.stop - 1))
    return x.select(there, thing, NONE)


def each_only(
    w: Pen,
    words: Words,
    visit: Visit,
    backwards: bool = False,
    test: Callable[[ir.Expr], ir.Expr] | None = None,
) -> None:
    """Goes through what stands on some spaces, on each one thing, in the order of the things.

    Args:
        test: of what is gone through; asked of each before they are put in order.
    """
    code, most = w.code, words.field.size
    array, count = code.frame("standing", most, w.lowering.width), code.variable(0, "n")

    def sort_in(space: ir.Expr, _: ir.Label) -> None:
        thing = code.let(the_only(w, words.field, code.let(spot_of(w, words.field, space))))
        if test is None:
            put(thing)
            return
        with code.if_(test(thing)):
            put(thing)

    def put(thing: ir.Expr) -> None:
        at = code.variable(count, "at")
        with code.block("sorted") as done, code.loop("sort", bound=most + 1) as again:
            code.br(done, x.not_(at))
            before = code.let(x.load(array, x.sub(at, 1)))
            code.br(done, x.lt(before, thing))
            code.store(array, at, before)
            code.set(at, x.sub(at, 1))
            code.br(again)
        code.store(array, at, thing)
        code.set(count, x.add(count, 1))

    Spaces(words.kept(w)).each(w, sort_in)
    Frozen(array, count, most, ascending=True).each(w, visit, backwards)


def onlys_of(lowering: Lowering, field: Field) -> ir.Array:
    def derive(s: Position) -> list[int]:
        return [s.contents[space][0] if s.contents[space] else NONE for space in field.spaces]

    width = width_for(NONE, lowering.layout.count)
    array: ir.Array = lowering.remembered(
        ("the only", field.board.name), lambda: lowering.derived(f"at {field.board.name}", width, derive)
    )
    return array

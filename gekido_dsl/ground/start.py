"""How a match begins, as far as neither a choice nor chance nor an expression takes part.

Everything lies in its box, places that start full are full, facts have their first values, and boards that are the
same in every match are laid.
"""

from collections.abc import Mapping

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, IntType, ThingType, item


def put_in_boxes(s: Position) -> None:
    """Puts everything of an empty position where it starts."""
    layout = s.layout
    game = layout.game
    for thing in range(layout.count):
        s.cells[layout.owner_cell + thing] = layout.born_to[thing]
        kind = layout.kind_of[thing]
        if kind.faces is not None:
            s.cells[layout.face_cell + thing] = kind.faces[0] if isinstance(kind.faces, tuple) else 0
        s.cells[layout.position_cell + thing] = NONE
    for place in game.places.values():
        if place.full:
            for thing in _first_on_top(place, layout.things[place.holds.name]):
                owner = s.cells[layout.owner_cell + thing] if place.owner == "player" else NONE
                number = layout.place_of.get((place.name, owner))
                if number is not None:
                    s.move(thing, number)
    keepers: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
    for keeper in keepers:
        for fact in keeper.fields.values():
            if fact.kept:
                first = layout.field_cell[id(keeper), fact.name]
                value = _value_of(layout, fact)
                many = len(layout.things[keeper.name]) if isinstance(keeper, m.Kind) else 1
                size = layout.index_size(fact.index)
                for cell in range(first, first + many * size):
                    s.cells[cell] = value
                if isinstance(keeper, m.Kind) and keeper.legend is not None:
                    _start_as_drawn(s, keeper, fact)
    for link in game.links.values():
        first = layout.link_cell[link.name]
        size = len(layout.things[link.origin.name]) * len(layout.things[link.goal.name])
        for cell in range(first, first + size):
            s.cells[cell] = link.start
    for board, owner in layout.boards():
        there = board.layout or board.space.legend is not None
        lay_spaces(s, board, owner, [] if there else spaces_of(layout, board, owner))
    knowledge.begin(s)


def _first_on_top(place: m.Place, things: range) -> range:
    """Gives things in the order in which they are put into a place: in a pile or deck the first row lies on top.

    What is shuffled, or all alike, has no order that could be told; a pool or box has none to look at.
    """
    stacked = place.word in ("deck", "pile") and not place.shuffled and len(place.holds.rows) > 1
    return things[::-1] if stacked else things


def _start_as_drawn(s: Position, kind: m.Kind, fact: m.Field) -> None:
    """Gives the facts of drawn spaces the values that signs say."""
    layout = s.layout
    first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
    things = layout.things[kind.name]
    for space in things:
        drawn = kind.rows[layout.row_of[space]].values.get(fact.name)
        values = drawn if isinstance(drawn, tuple) else (drawn,)
        for place, value in enumerate(values):
            if value is not None:
                s.cells[first + (space - things.start) * size + place] = value


def spaces_of(layout: Layout, board: m.Board, owner: int) -> list[int]:
    """Lists the spaces of a board, or of one player's board."""
    spaces = layout.spaces[board.name]
    return [space for space in spaces if owner in (NONE, layout.home_of(space))]


def lay_spaces(s: Position, board: m.Board, owner: int, spaces: list[int]) -> None:
    """Lays spaces on a board in order; NONE leaves a position open."""
    layout = s.layout
    at = layout.cells_of(board, owner).start
    for position in board.shape.holes:
        s.cells[at + position] = NONE
    if isinstance(board.shape, m.Mesh):
        number = len(board.shape.grid.spots)
        spaces = [*spaces[:number], *[NONE] * (number - len(spaces)), *layout.joined(board)[0]]
    for number, position in enumerate(board.shape.spots):
        space = spaces[number] if number < len(spaces) else NONE
        s.cells[at + position] = space
        if space != NONE:
            s.cells[layout.position_cell + space] = position


def lay_drawn(s: Position, board: m.Board) -> None:
    """Puts onto the spaces of a board that is laid what is drawn there."""
    for position, sign in board.drawing.items():
        for standing in board.legend.get(sign, ()):
            _set_up(s, board, s.cells[s.layout.at_cell[board.name] + position], standing)


def draw(s: Position, board: m.Board, signs: Mapping[int, str]) -> None:
    """Has stand on the spaces of a board what is drawn there, and nothing else of what its signs say.

    What stands there now is taken off first, and comes back where it is drawn.
    """
    at = s.layout.at_cell[board.name]
    for position in (spot for spot in board.shape.spots if spot < board.bare_size):
        for thing in standing(s, board, s.cells[at + position]):
            knowledge.move(s, thing, NONE)
    for position, sign in signs.items():
        for one in board.legend[sign]:
            _set_up(s, board, s.cells[at + position], one)


def drawn(s: Position, board: m.Board) -> dict[int, str]:
    """Tells by which sign a picture would show what stands on each space of a board; `?` where there is none."""
    at, found = s.layout.at_cell[board.name], {}
    for position in (spot for spot in board.shape.spots if spot < board.bare_size):
        things = standing(s, board, s.cells[at + position])
        if things:
            fitting = (sign for sign, legend in board.legend.items() if legend and _fits(s, things, legend))
            found[position] = next(fitting, "?")
    return found


def standing(s: Position, board: m.Board, space: int) -> list[int]:
    """Lists what stands on a space of what the signs of its board say."""
    kinds = {one.kind for legend in board.legend.values() for one in legend}
    return [thing for thing in s.contents[space] if s.layout.kind_of[thing] in kinds]


def _fits(s: Position, things: list[int], legend: tuple[m.Standing, ...]) -> bool:
    """Tells whether things are those that a sign says, no more and no less."""
    layout = s.layout

    def is_meant(thing: int, one: m.Standing) -> bool:
        kind = layout.kind_of[thing]
        owner = one.player if one.player != NONE else layout.home_of(thing)
        if kind is not one.kind or s.owner(thing) != owner:
            return False
        if one.rows is not None and layout.row_of[thing] not in one.rows:
            return False
        if one.fact is None:
            return True
        fact, value = one.fact
        return (
            s.cells[layout.field_cell[id(kind), fact.name] + thing - layout.things[kind.name].start] == value
        )

    return len(things) == sum(one.number for one in legend) and all(
        sum(is_meant(thing, one) for thing in things) >= one.number for one in legend
    )


def _set_up(s: Position, board: m.Board, space: int, standing: m.Standing) -> None:
    """Puts onto a space what is drawn there: things that stand nowhere yet, of the player or of nobody."""
    layout, kind = s.layout, standing.kind
    waiting = [
        thing
        for thing in layout.things[kind.name]
        if layout.home_of(thing) in (standing.player, NONE)
        and s.where[thing] not in layout.base_of
        and (standing.rows is None or layout.row_of[thing] in standing.rows)
    ]
    if len(waiting) < standing.number:
        raise RuleError(f"there are more {kind.plural} drawn than there are", board.name_span)
    for thing in waiting[: standing.number]:
        if standing.fact is not None:
            fact, value = standing.fact
            s.cells[layout.field_cell[id(kind), fact.name] + thing - layout.things[kind.name].start] = value
        s.cells[layout.owner_cell + thing] = max(standing.player, layout.born_to[thing])
        knowledge.move(s, thing, space)


def _value_of(layout: Layout, fact: m.Field) -> int:
    """Gives what a fact starts with: a value, or the one thing of a row."""
    match fact.start:
        case m.ops.Const(value=value):
            return int(value)
        case m.ops.Called(ref=(kind, name)):
            return next(thing for thing in layout.things[kind.name] if layout.name_of(thing) == name)
        case _:
            return initial_value(fact)


def initial_value(fact: m.Field) -> int:
    """Gives what a fact starts with when nothing is said: none, no, or the number nearest to 0 in its range."""
    if fact.optional or isinstance(item(fact.type), ThingType):
        return NONE
    match fact.type:
        case IntType(low=low, high=high):
            return min(max(0, low or 0), high if high is not None else 0)
        case BoolType():
            return 0
        case _:
            return 0

"""Nothing is lost and nothing is made: things, dice, cards, links and values, at every decision."""

from collections import Counter

import pytest
from shipped import every_amount, every_table, positions, silent, traced

from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.operators.dice import track_spaces
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.facts import Facts
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, PlayerType, ThingType, Type, item


def values_of(state: State, kind: Type, optional: bool) -> range:
    """Gives the legal values of a type."""
    least = NONE if optional else 0
    match kind:
        case IntType(low=low, high=high):
            assert low is not None and high is not None
            return range(low, high + 1)
        case BoolType():
            return range(2)
        case EnumType(enum=enum):
            return range(least, len(enum.members))
        case PlayerType():
            return range(NONE, state.program.layout.players)
        case ThingType(kind=thing):
            things = state.program.layout.things[thing.name]
            return range(NONE, things.stop) if optional else things
        case _:
            return range(NONE, 1_000_000)


def check(state: State) -> None:
    """Checks a state against the declarations of its game."""
    layout, game, cells = state.program.layout, state.program.game, state.cells
    everywhere = [thing for things in state.contents for thing in things]
    assert len(everywhere) == len(set(everywhere)), "a thing is in two places"
    for place, things in enumerate(state.contents):
        assert all(state.where[thing] == place for thing in things)
    assert sum(where != NONE for where in state.where) == len(everywhere)
    for number, (decl, owner) in enumerate(layout.place_names):
        things = state.contents[number]
        if isinstance(decl, m.Place):
            assert all(layout.kind_of[thing] is decl.holds for thing in things)
        elif isinstance(decl, m.Track):
            assert all(layout.kind_of[thing] is decl.die for thing in things)
            assert len(things) <= track_spaces(state.program.evaluator, decl)(state, owner)
        elif isinstance(decl, m.Counter):
            assert all(layout.kind_of[thing] is decl.die for thing in things) and len(things) <= 1
            low = decl.low if decl.kept is not None else max(decl.low, 1)
            assert all(low <= cells[layout.face_cell + thing] <= decl.high for thing in things)
    for thing in range(layout.count):
        assert NONE <= cells[layout.owner_cell + thing] < layout.players
        kind = layout.kind_of[thing]
        if isinstance(kind.faces, tuple):
            holder = layout.place_names[state.where[thing]][0] if state.where[thing] != NONE else None
            if not isinstance(holder, m.Counter | m.Track) and state.where[thing] != NONE:
                supply = {id(t.supply) for t in (*game.tracks.values(), *game.counters.values())}
                low = 0 if id(holder) in supply else kind.faces[0]
                assert low <= cells[layout.face_cell + thing] <= kind.faces[1]
            elif isinstance(holder, m.Track):
                assert 1 <= cells[layout.face_cell + thing] <= kind.faces[1]
        elif kind.faces is not None:
            assert 0 <= cells[layout.face_cell + thing] < len(kind.faces.members)
    laid: set[int] = set()
    for board, owner in layout.boards():
        there = {
            at: cells[cell] for at, cell in enumerate(layout.cells_of(board, owner)) if cells[cell] != NONE
        }
        # A picture may have holes; then all spaces of the kind lie there.
        spaces = (board.size, len(layout.things[board.space.name]))
        grid = board.shape.grid if isinstance(board.shape, m.Mesh) else board.shape
        holes = len(grid.holes) if isinstance(grid, m.Grid) else 0
        assert board.space.legend is not None or len(there) in spaces or len(there) == board.size - holes
        assert len(set(there.values())) == len(there) and laid.isdisjoint(there.values())
        assert all(cells[layout.position_cell + space] == at for at, space in there.items())
        laid |= set(there.values())
    for space in layout.base_of:
        assert (cells[layout.position_cell + space] != NONE) == (space in laid)
        assert space in laid or not state.contents[space], "something stands on a space that is not laid"
    for link in game.links.values():
        first, size = (
            layout.link_cell[link.name],
            len(layout.things[link.origin.name]) * len(layout.things[link.goal.name]),
        )
        assert all(NONE <= side < len(link.sides.members) for side in cells[first : first + size])
    for owner in (*game.kinds.values(), *game.phases.values()):
        for fact in owner.fields.values():
            if not fact.kept and isinstance(owner, m.Kind):
                continue
            many = len(layout.things[owner.name]) if isinstance(owner, m.Kind) else 1
            first = layout.field_cell[id(owner), fact.name]
            legal = values_of(state, fact.type, fact.optional or isinstance(fact.type, ThingType))
            for cell in range(first, first + many * layout.index_size(fact.index)):
                assert cells[cell] in legal or cells[cell] == 0, (fact.name, cells[cell])


def census(state: State) -> Counter[str]:
    """Counts the things in play by kind."""
    kinds = state.program.layout.kind_of
    return Counter(kinds[thing].name for things in state.contents for thing in things)


def leaving(game: m.Game) -> set[str]:
    """Lists the kinds whose things a rule takes out of the game."""
    facts = Facts(game)
    acts = [act for decl in facts.decls for act in facts.acts(decl) if isinstance(act, m.acts.Leaving)]
    kinds = [item(act.things.type) for act in acts]
    return {kind.kind.name for kind in kinds if isinstance(kind, ThingType)}


@every_amount
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_everything_is_somewhere_at_every_decision(name: str, players: int, games: int) -> None:
    x = silent(name)
    constant = {place.holds.name for place in x.game.places.values() if place.full} - leaving(x.game)
    numbers: dict[str, int] = {}
    for state, _ in positions(name, players, games, 0.5, first=400):
        check(state)
        counted = census(state)
        for kind in constant:
            assert numbers.setdefault(kind, counted[kind]) == counted[kind]


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_what_everybody_sees_adds_up(name: str, players: int) -> None:
    """The counts in a view are those of the state as a seat may know it, and all dice and cards are in it."""
    x = traced(name)
    for state, rng in positions(name, players, 1, 0.05, first=500):
        seat = rng.choice([None, *range(players)])
        view, known = x.observe(state, seat), secret_part.seen_by(state, seat)
        layout = state.program.layout
        for place in (*view.places, *(p for player in view.players for p in player.places)):
            number = layout.place_of[place.name, NONE if place.owner is None else place.owner]
            assert place.count == len(known.contents[number])
            assert place.things is None or len(place.things) == place.count
        on_boards = sum(len(space.things) for board in view.boards for space in board.spaces)
        # A shape on a board is shown by its squares.
        standing = [one for space in range(layout.count) for one in known.contents[space]]
        assert on_boards == sum(one not in layout.shaped for one in standing)

"""How a match begins: everything in its box, boards laid, decks shuffled."""

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import knowledge
from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.chance import shuffle
from gekido_dsl.interpreter.labels import spot_name
from gekido_dsl.interpreter.state import State
from gekido_dsl.interpreter.turns import initial_value
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE


def put_in_boxes(state: State) -> None:
    """Puts everything where it starts."""
    layout = state.program.layout
    game = layout.game
    for thing in range(layout.count):
        state.cells[layout.owner_cell + thing] = layout.born_to[thing]
        kind = layout.kind_of[thing]
        if kind.faces is not None:
            state.cells[layout.face_cell + thing] = kind.faces[0] if isinstance(kind.faces, tuple) else 0
        state.cells[layout.position_cell + thing] = NONE
    for place in game.places.values():
        if place.full:
            for thing in layout.things[place.holds.name]:
                owner = state.cells[layout.owner_cell + thing] if place.owner == "player" else NONE
                number = layout.place_of.get((place.name, owner))
                if number is not None:
                    state.move(thing, number)
    keepers: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
    for keeper in keepers:
        for fact in keeper.fields.values():
            if fact.kept:
                first = layout.field_cell[id(keeper), fact.name]
                value = (
                    fact.start.value
                    if fact.start is not None and fact.start.op == "const"
                    else initial_value(fact)
                )
                many = len(layout.things[keeper.name]) if isinstance(keeper, m.Kind) else 1
                size = layout.index_size(fact.index)
                for cell in range(first, first + many * size):
                    state.cells[cell] = value
                if isinstance(keeper, m.Kind) and keeper.legend is not None:
                    _start_as_drawn(state, keeper, fact)
    for link in game.links.values():
        first = layout.link_cell[link.name]
        size = len(layout.things[link.origin.name]) * len(layout.things[link.goal.name])
        for cell in range(first, first + size):
            state.cells[cell] = link.start
    for board, owner in layout.boards():
        there = board.layout or board.space.legend is not None
        _lay(state, board, owner, [] if there else _spaces_of(layout, board, owner))
    knowledge.begin(state)


def _start_as_drawn(state: State, kind: m.Kind, fact: m.Field) -> None:
    """Gives the facts of drawn spaces the values that signs say."""
    layout = state.program.layout
    first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
    things = layout.things[kind.name]
    for space in things:
        drawn = kind.rows[layout.row_of[space]].values.get(fact.name)
        values = drawn if isinstance(drawn, tuple) else (drawn,)
        for place, value in enumerate(values):
            if value is not None:
                state.cells[first + (space - things.start) * size + place] = value


def _spaces_of(layout: lay.Layout, board: m.Board, owner: int) -> list[int]:
    """Lists the spaces of a board, or of one player's board."""
    spaces = layout.things[board.space.name]
    return [space for space in spaces if owner in (NONE, layout.home_of(space))]


def _lay(state: State, board: m.Board, owner: int, spaces: list[int]) -> None:
    """Lays spaces on a board in order; NONE leaves a position open."""
    layout = state.program.layout
    at = layout.cells_of(board, owner).start
    positions = [position for position in range(board.rows * board.columns) if position not in board.holes]
    for position in board.holes:
        state.cells[at + position] = NONE
    for number, position in enumerate(positions):
        space = spaces[number] if number < len(spaces) else NONE
        state.cells[at + position] = space
        if space != NONE:
            state.cells[layout.position_cell + space] = position


def lay_boards(state: State) -> None:
    """Lays the spaces of boards that are laid out anew for each match."""
    program = state.program
    layout = program.layout

    def names(thing: int) -> str:
        return _row_name(layout, thing)

    plans: list[tuple[m.Board, int, list[int]]] = []
    for board, owner in layout.boards():
        if not board.layout:
            continue
        own = frozenset(_spaces_of(layout, board, owner))
        laid = dict.fromkeys(region(board, "all"), NONE)
        for line in board.layout:
            blank = [NONE] * 40
            if line.condition is not None and not program.evaluator.make(line.condition)(state, blank):
                continue
            positions = sorted(position for name in line.regions for position in region(board, name))
            spaces = list(program.evaluator.make(line.things)(state, blank))
            spaces = [space for space in spaces if space not in laid.values() and space in own]
            if line.shuffled:
                where = [spot_name(board, position) for position in positions]
                left = len(spaces) - len(where)
                shuffle(state, spaces, board.name, names, [*where, *["not laid out"] * left].__getitem__)
            for position, space in zip(positions, spaces, strict=False):
                laid[position] = space
        if NONE in laid.values():
            raise RuleError(f"the layout of {board.name} leaves spaces open", board.name_span)
        plans.append((board, owner, list(laid.values())))
        if owner in (NONE, layout.players - 1):
            # Once a space lies, those that do not are out of the game: so the boards of all players are laid at once.
            for plan in plans:
                _lay(state, *plan)
            plans.clear()
    for board in layout.game.boards.values():
        for position, sign in board.drawing.items():
            for standing in board.legend.get(sign, ()):
                _set_up(state, board, state.cells[layout.at_cell[board.name] + position], standing)


def _set_up(state: State, board: m.Board, space: int, standing: m.Standing) -> None:
    """Puts onto a space what is drawn there: things that stand nowhere yet, of the player or of nobody."""
    layout, kind = state.program.layout, standing.kind
    waiting = [
        thing
        for thing in layout.things[kind.name]
        if layout.born_to[thing] in (standing.player, NONE) and state.where[thing] not in layout.base_of
    ]
    if len(waiting) < standing.number:
        raise RuleError(f"there are more {kind.plural} drawn than there are", board.name_span)
    for thing in waiting[: standing.number]:
        state.cells[layout.owner_cell + thing] = max(standing.player, layout.born_to[thing])
        knowledge.move(state, thing, space)


def _row_name(layout: lay.Layout, thing: int) -> str:
    kind = layout.kind_of[thing]
    return kind.rows[layout.row_of[thing]].name


def shuffle_decks(state: State) -> None:
    layout = state.program.layout
    for place in layout.game.places.values():
        if place.shuffled:
            for (name, _), number in layout.place_of.items():
                if name == place.name:
                    shuffle(state, state.contents[number], place.name, lambda thing: _row_name(layout, thing))
                    knowledge.shuffled(state, number)

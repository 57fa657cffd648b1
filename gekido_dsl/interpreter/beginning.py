"""How a match begins: everything in its box, boards laid, decks shuffled."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.start import lay_drawn, lay_spaces, spaces_of
from gekido_dsl.interpreter.chance import shuffle
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.labels import spot_name


def lay_boards(state: State) -> None:
    """Lays the spaces of boards that are laid out anew for each match."""
    program = state.program
    layout = program.layout

    plans: list[tuple[m.Board, int, list[int]]] = []
    for board, owner in layout.boards():
        if not board.layout:
            continue
        own = frozenset(spaces_of(layout, board, owner))
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
                shuffle(
                    state, spaces, board.name, layout.name_of, [*where, *["not laid out"] * left].__getitem__
                )
            for position, space in zip(positions, spaces, strict=False):
                laid[position] = space
        if NONE in laid.values():
            raise RuleError(f"the layout of {board.name} leaves spaces open", board.name_span)
        plans.append((board, owner, list(laid.values())))
        if owner in (NONE, layout.players - 1):
            # Once a space lies, those that do not are out of the game: so the boards of all players are laid at once.
            for plan in plans:
                lay_spaces(state, *plan)
            plans.clear()
    for board in layout.game.boards.values():
        lay_drawn(state, board)


def shuffle_decks(state: State) -> None:
    layout = state.program.layout
    for place in layout.game.places.values():
        if place.shuffled:
            for (name, _), number in layout.place_of.items():
                if name == place.name:
                    shuffle(state, state.contents[number], place.name, layout.name_of)
                    knowledge.shuffled(state, number)

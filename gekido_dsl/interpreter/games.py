"""How a game begins and how it ends: boards laid, decks shuffled, who comes first, and the next game of a row."""

from gekido_dsl import engine as e
from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.ending import Ending
from gekido_dsl.ground.start import lay_drawn, lay_spaces, put_in_boxes, spaces_of
from gekido_dsl.interpreter.operators.players import sides
from gekido_dsl.interpreter.randomness import shuffle
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.labels import spot_name
from gekido_dsl.telling.words import event_of_game


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


# ---------------------------------------------------------------- the end


def outcome(state: State) -> e.Outcome:
    """Tells how a match ended that is over."""
    layout, cells = state.program.layout, state.cells
    seats = layout.players
    ends, end = state.program.game.ends, cells[lay.END]
    label = label_of(ends[end - 1]) if end else ""
    won = cells[layout.won_cell : layout.won_cell + seats] if cells[lay.MATCH] == 1 else None
    out = cells[layout.out_cell : layout.out_cell + seats]
    return Ending(out, cells[lay.OVER], label, bool(cells[lay.JOINT]), won, _sides(state)).outcome()


def label_of(end: m.Procedure) -> str:
    """Gives the label of an end of the game; nothing for one that has none."""
    return end.name if end.name != m.GAME_END else ""


def _sides(state: State) -> tuple[int, ...]:
    """Numbers the sides from 0, by seat; nothing where everybody plays alone."""
    side, seats = sides(state.program.evaluator), range(state.program.layout.players)
    if side is None:
        return ()
    found = [side(state, seat) for seat in seats]
    order = list(dict.fromkeys(found))
    return tuple(order.index(one) for one in found)


# ---------------------------------------------------------------- games in a row


def goes_on(s: State) -> bool:
    """Counts a game that is over, and begins the next; tells whether anything is left to do."""
    program = s.program
    game, layout = program.game, program.layout
    if not game.row or s.cells[lay.OVER] != 1 or s.cells[lay.MATCH]:
        return False
    found = outcome(s)
    for seat in () if found.shared else found.winners:
        s.cells[layout.won_cell + seat] += 1
    s.cells[layout.out_cell : layout.out_cell + layout.players] = [0] * layout.players
    s.cells[lay.JOINT] = 0
    for number, (condition, code) in enumerate(program.ends, 1):
        if isinstance(code.decl, m.Procedure) and code.decl.whole:
            frame = code.start(s.cells[lay.ON_TURN])
            if condition(s, frame.locals):
                s.cells[lay.MATCH], s.cells[lay.END] = 2, number
                s.frames.append(frame)
                return True
    most = max(s.cells[layout.won_cell : layout.won_cell + layout.players])
    if s.cells[lay.GAME] >= game.row or (game.best_of and 2 * most > game.row):
        s.cells[lay.MATCH] = 1
        s.cells[lay.END] = 0
        return False
    _set_up(s)
    return True


def _set_up(s: State) -> None:
    """Sets up the next game: everything where it starts, but for what is carried over."""
    program, layout = s.program, s.program.layout
    fresh = State(program)
    put_in_boxes(fresh)
    keep = [lay.GAME, lay.BEGAN, *range(layout.won_cell, layout.won_cell + layout.players)]
    for kind in program.game.kinds.values():
        for fact in kind.fields.values():
            if fact.carried:
                first = layout.field_cell[id(kind), fact.name]
                many = len(layout.things[kind.name]) * layout.index_size(fact.index)
                keep += range(first, first + many)
                key = (id(kind), fact.name)
                if key in layout.fact_known:
                    keep += range(layout.fact_known[key], layout.fact_known[key] + many)
                if key in layout.fact_counted:
                    keep.append(layout.fact_counted[key])
    for place, (decl, _) in enumerate(layout.place_names):
        if isinstance(decl, m.Place) and decl.carried:
            for thing in s.contents[place]:
                fresh.move(thing, place)
                keep += [layout.owner_cell + thing, layout.face_cell + thing]
                if layout.known_cell != NONE:
                    keep.append(layout.known_cell + thing)
    for cell in keep:
        fresh.cells[cell] = s.cells[cell]
    leads = s.cells[lay.LEADS]
    first = leads - 1 if leads else (s.cells[lay.BEGAN] + 1) % layout.players
    for place, things in enumerate(s.contents):
        s.touch(place)
        for thing in things:
            s.stir(thing)
    s.cells, s.contents, s.where = fresh.cells, fresh.contents, fresh.where
    s.secret_part, s.pending = None, []
    s.cells[lay.GAME] += 1
    if s.log is not None:
        s.log.append(event_of_game(s))
    lay_boards(s)
    shuffle_decks(s)
    s.cells[lay.ON_TURN] = s.cells[lay.FIRST] = s.cells[lay.BEGAN] = first
    s.frames += [program.turn.start(first), program.setup.start(first)]

"""Games in a row: who has won one, when the row is over, and what the next game keeps."""

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.start import put_in_boxes
from gekido_dsl.interpreter import ending
from gekido_dsl.interpreter.beginning import lay_boards, shuffle_decks
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.words import event_of_game


def goes_on(s: State) -> bool:
    """Counts a game that is over, and begins the next; tells whether anything is left to do."""
    program = s.program
    game, layout = program.game, program.layout
    if not game.row or s.cells[lay.OVER] != 1 or s.cells[lay.MATCH]:
        return False
    found = ending.outcome(s)
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
    for place in range(len(s.contents)):
        s.touch(place)
    s.cells, s.contents, s.where = fresh.cells, fresh.contents, fresh.where
    s.secret_part, s.pending = None, []
    s.cells[lay.GAME] += 1
    if s.log is not None:
        s.log.append(event_of_game(s))
    lay_boards(s)
    shuffle_decks(s)
    s.cells[lay.ON_TURN] = s.cells[lay.FIRST] = s.cells[lay.BEGAN] = first
    s.frames += [program.turn.start(first), program.setup.start(first)]

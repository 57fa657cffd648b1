"""How a match begins: boards laid, decks shuffled, somebody first."""

from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.kept.owning import own
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.sets import Frozen
from gekido_dsl.lowering.verbs.shuffling import shuffle_list, shuffle_place
from gekido_dsl.lowering.writing.choices import draw
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def write(w: Writer) -> None:
    """Writes what happens before the set-up's own body."""
    for board in w.game.boards.values():
        if board.layout:
            _lay(w, board)
    if any(board.layout for board in w.game.boards.values()):
        _draw(w)
    for place in w.game.places.values():
        if not place.shuffled:
            continue
        for (name, _), number in w.layout.place_of.items():
            if name == place.name:
                here = x.constant(number)
                shuffle_place(w, here, len(w.layout.things[place.holds.name]), place.name)
                knowledge.mixed(w, place.holds, here)


def first(w: Writer) -> None:
    """Writes who is the first player."""
    turn = w.game.turn
    if turn is not None and turn.first == "random":
        first = draw(w, w.layout.players, "pick", "starting player")
        for name in ("on_turn", "first", "began"):
            w.code.store(w.memory.system[name], 0, first)


def _lay(w: Writer, board: m.Board) -> None:
    """Lays a board, or those of all players: what lies on one is worked out before any is laid."""
    layout = w.layout
    owners = range(layout.players) if board.each_player else [NONE]
    w.laying = True
    plans = [_plan(w, board, owner) for owner in owners]
    w.laying = False
    for owner, laid in zip(owners, plans, strict=True):
        first = layout.cells_of(board, owner).start - layout.at_cell[board.name]
        for position in region(board, "all"):
            space = w.code.let(x.load(laid, position))
            with w.code.if_(x.lt(space, 0)):
                w.error("the layout of {} leaves spaces open", board.name_span, board.name)
            w.code.store(w.memory.at[board.name], first + position, space)
            w.code.store(w.memory.position, space, position)


def _draw(w: Writer) -> None:
    """Puts onto the boards what is drawn there: things that stand nowhere yet, of the player or of nobody."""
    layout = w.layout
    placed: set[int] = set()
    drawn = [
        (board, position, standing)
        for board in w.game.boards.values()
        for position, sign in board.drawing.items()
        for standing in board.legend.get(sign, ())
    ]
    for board, position, one in drawn:
        waiting = [
            thing
            for thing in layout.things[one.kind.name]
            if layout.born_to[thing] in (one.player, NONE) and thing not in placed
        ][: one.number]
        if len(waiting) < one.number:
            w.error(f"there are more {one.kind.plural} drawn than there are", board.name_span)
            return
        placed.update(waiting)
        space = w.code.let(x.load(w.memory.at[board.name], position))
        for thing in waiting:
            number = x.constant(thing)
            owner = max(one.player, layout.born_to[thing])
            if owner != layout.born_to[thing] or w.game.row:
                # In a later game it may come from where it was carried, and be somebody else's.
                own(w, number, x.constant(owner), one.kind)
            knowledge.move(w, number, x.load(w.memory.chains.where, number), space, one.kind)


def _plan(w: Writer, board: m.Board, owner: int) -> ir.Array:
    """Works out which space lies at each position."""
    code, size = w.code, board.size
    laid = code.frame("laid", size)
    with code.each(0, size) as k:
        code.store(laid, k, NONE)
    lies = Frozen(laid, x.constant(size), size)
    things = w.layout.spaces[board.name]
    own = [int(owner in (NONE, w.layout.home_of(space))) for space in things]
    for line in board.layout:
        asked = w.within(board, {0: x.constant(NONE)})
        asked.laying = True
        with code.if_(asked.test(line.condition) if line.condition is not None else 1):
            spaces = Filtered(asked.several(line.things), lambda one: x.not_(lies.has(w, one)))
            if not all(own):
                table = w.lowering.table("own", own)
                spaces = Filtered(spaces, lambda one: x.load(table, x.sub(one, things.start)))  # noqa: B023
            listed = spaces.freeze(asked)
            assert isinstance(listed, Frozen)
            if line.shuffled:
                shuffle_list(w, listed.array, listed.number, board.name)
            positions = sorted(position for name in line.regions for position in region(board, name))
            table = w.lowering.table("positions", positions)
            number = code.let(x.select(x.lt(listed.number, len(positions)), listed.number, len(positions)))
            with code.each(0, number, "k") as k:
                code.store(laid, x.load(table, k), x.load(listed.array, k))
    return laid

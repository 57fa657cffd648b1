"""The spaces that follow one round the rim and pass a test that never changes: a table, for each player and space."""

from gekido_dsl.ground.geometry import following_of
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Set, Visit
from gekido_dsl.lowering.sets.things import ROOM, number_in
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def passing(w: Writer, e: m.ops.Filter | m.ops.Some | m.ops.No) -> Set | None:
    """Gives those of what follows a space for which a test holds; None where that may change."""
    following = e.set
    if not isinstance(following, m.ops.Following):
        return None
    rows = w.lowering.remembered(("round the rim", id(e)), lambda: _rows(w, e, following))
    if rows is None or not w.lowering.takes(Special.ROUND_THE_RIM):
        return None
    board, origin = following.ref, w.fixed(following.origin)
    space = geo.on_board(w, origin, following.origin.type, board)
    return _Around(w.layout.spaces[board.name], rows, w.actor, space)


def _rows(
    w: Writer, e: m.ops.Filter | m.ops.Some | m.ops.No, following: m.ops.Following
) -> list[list[int]] | None:
    """Lists what follows each space, for nobody and for each player; one list of all where it is the same for all."""
    board, layout = following.ref, w.layout
    spaces, players = layout.spaces[board.name], range(NONE, layout.players)
    if board.each_player or not geo.is_still(w.lowering, board) or w.decl is None:
        return None
    if len(spaces) ** 2 * len(players) > ROOM or _reads_more(e.test, e.value):
        return None
    positions = [w.memory.start.cells[layout.position_cell + space] for space in spaces]
    at = {position: space for position, space in zip(positions, spaces, strict=True) if position >= 0}
    order = following_of(board, following.value)
    found: list[list[int]] = []
    for player in players:
        passes: set[int] = set()
        for space in spaces:
            held: dict[int, Held] = {0: x.constant(player), e.value: x.constant(space)}
            own = w.within(w.decl, held)
            answer, statements = own.apart(lambda own=own: own.test(e.test))  # type: ignore[misc]
            if statements or not isinstance(answer, ir.Const):
                return None
            if answer.value:
                passes.add(space)
        found += [
            [at[spot] for spot in (order[position] if position >= 0 else ()) if at.get(spot) in passes]
            for position in positions
        ]
    return found


def _reads_more(test: m.Expr, local: int) -> bool:
    """Tells whether a test reads any other local."""
    return any(isinstance(one, m.ops.Local) and one.value != local for one in walk.inside(test))


class _Around(Set):
    """What is listed for a player and a space."""

    def __init__(self, spaces: range, rows: list[list[int]], actor: ir.Expr, space: ir.Expr) -> None:
        self.spaces = spaces
        self.rows = rows
        self.actor = actor
        self.space = space
        self.most = max(map(len, rows))

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        code, table = w.code, self._table(w, backwards)
        with code.block("around") as done:
            at = code.variable(self._row(w), "at")
            with code.loop("around", bound=self.most + 1) as again:
                there = code.let(x.load(table, at))
                code.br(done, x.lt(there, 0))
                visit(there, done)
                code.set(at, x.add(at, 1))
                code.br(again)

    def some(self, w: Pen) -> ir.Expr:
        """Whether anything is listed."""
        return x.ge(x.load(self._table(w, backwards=False), self._row(w)), 0)

    def _table(self, w: Pen, backwards: bool) -> ir.Array:
        wide = self.most + 1
        listed = [row[::-1] if backwards else row for row in self.rows]
        return w.lowering.table(
            "round the rim", [one for row in listed for one in [*row, *[NONE] * (wide - len(row))]]
        )

    def _row(self, w: Pen) -> ir.Expr:
        """Gives where the list begins; that of none has nothing, and is the guard's."""
        wide, size = self.most + 1, len(self.spaces)
        number = w.code.let(number_in(w, self.space, self.spaces.start))
        row = x.mul(x.add(x.mul(x.add(self.actor, 1), size), number), wide)
        return w.code.let(x.select(x.lt(number, 0), NONE, row))

"""What a match module adds to play on from a decision, many times in one call: down a path, then at random."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.batch import PLAYER
from gekido_dsl.backend.control import SCRIPT
from gekido_dsl.backend.match import MatchModule, made
from gekido_dsl.backend.parts import NO_ROOM
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Function

ROWS: Final = 256
"""How many can be played in one call."""
PATH: Final = 256
"""Choices in a path, at most."""
FIXED: Final = 5
"""Numbers at the beginning of each row."""


@dataclass(frozen=True, slots=True)
class Trying:
    """The arrays of `playouts(begin, end)`, which plays those of the rows `begin` to `end - 1`."""

    root_boundary: Array
    root_script: Array
    root_length: Array
    seeds: Array
    """By row: of the chance from the root on, and of who plays at random."""
    limit: Array
    """After how many decisions at random a playout ends."""
    paths: Array
    """By row, `PATH` numbers."""
    lengths: Array
    """By row: how many of them."""
    rows: Array
    """By row: how many choices of the path were taken; who decides at its end, among how many; how many decisions
    were taken at random; how many options the last one had that was not taken any more. Then by seat how it stands by
    the aim, and what was to be recorded."""
    width: int
    """Numbers in a row."""
    at: Array
    """Which row is being played."""


def trying_module(lowered: Lowered, recorded: Sequence[Array]) -> tuple[MatchModule, Trying]:
    """Makes a match module that can try.

    Args:
        lowered: with what judges positions.
        recorded: state of which each row holds how it is at the end.
    """
    maker = _TryingMaker(lowered, recorded)
    module = made(maker, more=lambda go: {"playouts": maker.playouts(go)})
    return module, maker.trying


class _TryingMaker(Maker):
    """Adds the arrays and the function."""

    def __init__(self, lowered: Lowered, recorded: Sequence[Array]) -> None:
        assert lowered.judge is not None, "nothing judges positions"
        self.balances = lowered.judge.balances
        self.recorded = recorded
        super().__init__(lowered.program, traced=False)
        b, size = self.b, self.parts.size
        width = FIXED + self.balances.length + sum(array.length for array in recorded)
        self.trying = Trying(
            b.control("root boundary", size, 8),
            b.control("root script", SCRIPT, 32),
            b.control("root length"),
            b.control("try seeds", ROWS, 64),
            b.control("limit"),
            b.control("paths", ROWS * PATH),
            b.control("path lengths", ROWS),
            b.control("tried", ROWS * width),
            width,
            b.control("row"),
        )

    def declare(self) -> None:
        """Declares how long the script of the root is, and what is noted where a path ends."""
        self.root = self.b.control("root")
        self.leaf = self.b.control("leaf", 4)
        """1 when the path has come to its end; then who decides there, among how many, after how much of it."""

    def at_choice(self, f: FunctionBuilder, at: ir.Expr) -> None:
        """From the root on, all chance comes from the seed of the playout."""
        with f.if_(e.and_(e.ne(e.load(self.reseed), 0), e.ge(at, e.load(self.root)))):
            f.store(self.reseed, 0, 0)
            f.call(self.parts.seed, e.load(self.reseed, 1))

    def not_offered(self, f: FunctionBuilder, at: ir.Expr) -> None:
        """What chance does not offer this time is not tried; it goes on at random from there."""
        f.store(self.control.script_length, 0, at)

    def beyond(self, f: FunctionBuilder, seat: ir.Expr, count: ir.Expr) -> None:
        """Notes where the path has come to its end."""
        at = e.sub(e.load(self.control.script_at), e.load(self.root))
        with f.if_(e.not_(e.load(self.leaf))):
            for place, value in enumerate((ir.Const(1), seat, count, at)):
                f.store(self.leaf, place, value)

    def playouts(self, go: Function) -> Function:
        """Makes the function."""
        b, c, size, made = self.b, self.control, self.parts.size, self.trying
        f = b.function("playouts", ["begin", "end"])
        begin, end = f.parameters
        length = f.let(e.load(made.root_length), "length")
        f.store(self.root, 0, length)
        for array in (c.chances_length, c.elsewhere, c.looking):
            f.store(array, 0, 0)
        with f.each(begin, end, "row") as row:
            f.store(made.at, 0, row)
            own = f.let(e.load(made.lengths, row), "own")
            with f.if_(e.gt(e.add(length, own), SCRIPT)):
                self._fail(f, NO_ROOM)
            f.copy(self.boundary, 0, made.root_boundary, 0, size)
            f.copy(c.script, 0, made.root_script, 0, e.shl(length, 2))
            f.copy(c.script, e.shl(length, 2), made.paths, e.mul(row, 4 * PATH), e.shl(own, 2))
            f.store(c.script_length, 0, e.add(length, own))
            f.store(self.leaf, 0, 0)
            seed = f.let(e.load(made.seeds, row), "seed")
            f.store(self.reseed, 0, 1)
            f.store(self.reseed, 1, seed)
            f.call(self.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
            f.store(c.auto, 0, e.load(made.limit))
            f.call(go)
            with f.if_(e.not_(e.load(self.leaf))):
                # The match was over before the path was.
                for place, value in enumerate((1, -1, 0, e.sub(e.load(c.script_at), length))):
                    f.store(self.leaf, place, value)
            left = f.let(e.load(c.waiting, 1), "left")
            with f.if_(left):
                f.call(self.parts.program.also[0])
            taken = e.sub(e.load(made.limit), e.load(c.auto))
            numbers = [e.load(self.leaf, 3), e.load(self.leaf, 1), e.load(self.leaf, 2), taken, left]
            found = f.let(e.mul(row, made.width), "found")
            for at, value in enumerate(numbers):
                f.store(made.rows, e.add(found, at), value)
            at = FIXED
            for array in (self.balances, *self.recorded):
                with f.each(0, array.length) as i:
                    f.store(made.rows, e.add(e.add(found, i), at), e.load(array, i))
                at += array.length
        f.store(c.auto, 0, 0)
        f.store(self.reseed, 0, 0)
        return f.finish()

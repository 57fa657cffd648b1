"""The module that plays whole games at random, many in one call.

Each game has its seed from the experiment's, by SplitMix64; the game and the random player have a stream each. See
`gekido_dsl.rng` for the streams.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.parts import Parts
from gekido_dsl.backend.rows import DECISIONS, FIXED, ROWS
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.emit import Module, emit
from gekido_dsl.program.nodes import Array, Function, Program, Stmt
from gekido_dsl.program.passes import ALL, Passes, improve
from gekido_dsl.program.passes.live import drop_dead

if TYPE_CHECKING:
    from gekido_dsl.backend.counting import Counting

PLAYER: Final = 0x6A09_E667_F3BC_C909
"""What tells the random player's seed from the game's."""
HASH: Final = 0x9E37_79B9_7F4A_7C15 - (1 << 64)
FUEL: Final = 1 << 30
TOO_LONG: Final = -6
"""The site that stands for a game with too many decisions."""


@dataclass(frozen=True, slots=True)
class BatchModule:
    """Plays games; `play(seed, first, begin, end)` plays the games `first + begin` to `first + end - 1`."""

    module: Module
    rows: Array
    """A row per game: decisions, hash of what was chosen in two words, the greatest number of options of a decision;
    then what was to be recorded, and how `early` was at the first decision of the first turn."""
    width: int
    """Numbers in a row."""
    game: Array
    """Which game is being played."""
    error: Array
    given: Array | None = None
    """What is chosen, decision by decision, where a game is played again."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Some numbers of an array of state."""

    array: Array
    indices: Sequence[int]


@dataclass(frozen=True, slots=True)
class Early:
    """What is noted at the first decision of the first turn."""

    turns: Array
    """State: how many turns have begun."""
    kept: tuple[Numbers, ...]


def batch_module(
    program: Program,
    hashing: bool = False,
    passes: Passes = ALL,
    record: Sequence[Numbers] | None = None,
    early: Early | None = None,
    counting: "Counting | None" = None,
    again: bool = False,
    drawn: bool = False,
) -> BatchModule:
    """Makes the module.

    Args:
        hashing: keep a running hash of (number of options, choice), to compare executors.
        passes: what is done for speed; the games are the same without.
        record: state of which each row holds how it is at the end; that of the program, if not given.
        early: what each row holds besides.
        counting: counts what happens; `play` then ends early where there is no room to note more, `close(row)` counts
            a game that was given up, and `fold(begin, end)` comes after each of both.
        again: whether games are played again whose choices are `given`.
        drawn: whether what is tried before it is chosen is drawn first; see `gekido_dsl.rng`.
    """
    maker = _BatchMaker(program, hashing, record, early, counting, again, drawn)
    parts, b = maker.parts, maker.b
    if passes.drop:
        _prune(parts, [one.array for one in maker.recorded], counting)
    parts.expand(maker.special)
    play = maker.play()
    read = [maker.rows, maker.game, *(counting.read if counting is not None else ())]
    read += [maker.given] if maker.given is not None else []
    gone = improve(play, b.arrays, read, passes)
    parts.settle(gone)
    parts.expand_saves(walk.reachable([play]))
    exports = {"play": play}
    if counting is not None:
        exports |= {"close": counting.close, "fold": counting.fold}
    module = emit(b.ordered(), exports, parts.pointer)
    return BatchModule(module, maker.rows, maker.width, maker.game, parts.error, maker.given)


class _BatchMaker:
    """Adds to a program what plays games."""

    def __init__(
        self,
        program: Program,
        hashing: bool,
        record: Sequence[Numbers] | None,
        early: Early | None,
        counting: "Counting | None",
        again: bool,
        drawn: bool,
    ) -> None:
        assert not drawn or (counting is None and not hashing and not again), "options are not listed"
        self.parts = parts = Parts(program, FUEL, drawn)
        b = self.b = parts.b
        self.counting = counting
        self.hashing = hashing
        self.early = early
        if counting is not None:
            counting.prepare(parts)
        self.player = b.scratch("player", 4)
        self.decisions = b.scratch("decisions")
        self.hashed = b.scratch("hashed", 1, 64)
        self.game = b.control("game")
        self.most = b.scratch("most")
        self.begun = b.scratch("begun")
        """Whether the first turn has."""
        kept = early.kept if early is not None else ()
        self.noted = [b.scratch(f"early {one.array.name}", len(one.indices), one.array.width) for one in kept]
        if record is None:
            record = [Numbers(array, range(array.length)) for array in parts.program.record]
        self.recorded = [*record, *(Numbers(array, range(array.length)) for array in self.noted)]
        self.width = FIXED + sum(len(one.indices) for one in self.recorded)
        self.rows = b.scratch("rows", ROWS * self.width)
        self.seed_player = chance.seeding(b, self.player, "seed_player")
        self.given = b.control("given", DECISIONS) if again else None
        self.pick = self._pick()
        self.picked = self._picked()
        self.below = chance.drawing(b, self.player, "below") if drawn else None
        self.held = b.scratch("held", 4) if drawn else None

    def _pick(self) -> Function:
        """Makes the function that takes a choice: one drawn by chance, or given."""
        f = self.b.function("pick", ["count"], result="i32")
        (count,) = f.parameters
        k = f.local("k")
        taken = f.let(e.load(self.decisions), "taken")
        with f.if_(e.ge(taken, DECISIONS)):
            for statement in self.parts.fail(TOO_LONG):
                f.emit(statement)
        if self.given is None:
            chance.below(f, self.player, count, k)
        else:
            f.set(k, e.load(self.given, taken))
            with f.if_(e.binary("ge_u", k, count)):
                for statement in self.parts.fail(TOO_LONG):
                    f.emit(statement)
        self._taken(f, count, taken)
        if self.hashing:
            both = e.or_(e.shl(e.extend_u(count), 32), e.extend_u(k))
            f.store(self.hashed, 0, e.mul(e.rotl(e.xor(e.load(self.hashed), both), 29), HASH))
        f.return_(k)
        return f.finish()

    def _picked(self) -> Function:
        """Makes the function that notes that a choice was drawn."""
        f = self.b.function("picked", ["count"])
        (count,) = f.parameters
        taken = f.let(e.load(self.decisions), "taken")
        with f.if_(e.ge(taken, DECISIONS)):
            for statement in self.parts.fail(TOO_LONG):
                f.emit(statement)
        self._taken(f, count, taken)
        return f.finish()

    def _taken(self, f: FunctionBuilder, count: ir.Expr, taken: ir.Expr) -> None:
        """Emits that a choice was made."""
        f.store(self.decisions, 0, e.add(taken, 1))
        f.store(self.most, 0, e.select(e.gt(count, e.load(self.most)), count, e.load(self.most)))
        if self.early is not None and self.noted:
            with f.if_(e.not_(e.load(self.begun))), f.if_(e.load(self.early.turns)):
                f.store(self.begun, 0, 1)
                for one, copy in zip(self.early.kept, self.noted, strict=True):
                    _copied(f, one, copy, 0)

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        counting = self.counting
        match statement:
            case ir.Choose(local=local, seat=seat, count=count, site=site):
                choice = ir.Call(self.pick, (count,), local)
                return [choice] if counting is None else [choice, *counting.asked(site, seat, count, local)]
            case ir.Pick(local=local, count=count):
                assert self.below is not None
                return [ir.Call(self.below, (count,), local)]
            case ir.Picked(count=count):
                return [ir.Call(self.picked, (count,))]
            case ir.Picking() | ir.Unpicked():
                assert self.held is not None
                target, source = self.held, self.player
                if isinstance(statement, ir.Unpicked):
                    target, source = source, target
                words = map(ir.Const, range(4))
                return [ir.Store(target, word, e.load(source, word)) for word in words]
            case ir.Tell(site=site, values=values) if counting is not None:
                return counting.told(site, values)
            case ir.Reach(block=block, condition=condition) if counting is not None:
                return counting.reached(block, condition)
        return [] if isinstance(statement, ir.SILENT) else None

    def play(self) -> Function:
        """Makes the function that plays games, each into its row."""
        b, parts, counting = self.b, self.parts, self.counting
        run = b.function("run", result="i32")
        run.call(parts.program.entry)
        run.return_(0)
        run.finish()
        f = b.function("play", [("seed", "i64"), ("first", "i64"), "begin", "end"])
        seed, first, begin, end = f.parameters
        with f.each(begin, end, "g") as g:
            f.store(self.game, 0, g)
            if counting is not None:
                f.call(counting.forget)
            f.reset()
            number = e.add(e.add(first, e.extend(g)), 1)
            own = chance.mix(f, e.add(seed, e.mul(number, chance.GOLDEN)))
            f.call(parts.seed, own)
            f.call(self.seed_player, chance.mix(f, e.xor(own, PLAYER)))
            parts.begin(f)
            for array in (self.decisions, self.hashed, self.most, self.begun):
                f.store(array, 0, 0)
            for array in self.noted:
                with f.each(0, array.length) as place:
                    f.store(array, place, 0)
            f.call(run.function)
            self._row(f, g)
            if counting is not None:
                f.call(counting.close, g)
                counting.has_played(f, e.add(g, 1))
                with f.if_(counting.full):
                    f.return_()
        return f.finish()

    def _row(self, f: FunctionBuilder, game: ir.Expr) -> None:
        """Emits that the row of a game is written."""
        row = f.let(e.mul(game, self.width), "row")
        f.store(self.rows, row, e.load(self.decisions))
        f.store(self.rows, e.add(row, 1), e.wrap(e.load(self.hashed)))
        f.store(self.rows, e.add(row, 2), e.wrap(e.shr_u(e.load(self.hashed), 32)))
        f.store(self.rows, e.add(row, 3), e.load(self.most))
        at = FIXED
        for one in self.recorded:
            _copied(f, one, self.rows, e.add(row, at))
            at += len(one.indices)


def _prune(parts: Parts, recorded: Sequence[Array], counting: "Counting | None") -> None:
    """Takes out what is there to be told alone, before its loops take fuel."""

    def change(statement: Stmt) -> list[Stmt] | None:
        match statement:
            case ir.Choose(local=local, seat=seat, count=count, site=site):
                return [ir.Choose(local, seat if counting is not None else ir.Const(0), count, site)]
            case ir.Tell(site=site, values=values) if counting is not None:
                return None if counting.told(site, values) else []
            case ir.Reach() if counting is not None:
                return None
        return [] if isinstance(statement, ir.SILENT) else None

    functions = walk.reachable([parts.program.entry])
    for function in functions:
        function.body = walk.replaced(function.body, change)
    besides = {
        value.array
        for function in parts.b.functions
        if function not in functions
        for value in walk.all_expressions(function.body)
        if isinstance(value, ir.Load)
    }
    drop_dead([parts.program.entry], functions, {parts.program.stream, *recorded, *besides})


def _copied(f: FunctionBuilder, numbers: Numbers, target: Array, at: e.Value) -> None:
    """Copies numbers of an array into another one, from a place on."""
    indices = numbers.indices
    whole = [index - indices[0] for index in indices] == list(range(len(indices)))
    if whole and len(indices) > 16:
        with f.each(0, len(indices)) as i:
            f.store(target, e.add(i, at), e.load(numbers.array, e.add(i, indices[0])))
        return
    for place, index in enumerate(indices):
        f.store(target, e.add(at, place), e.load(numbers.array, index))

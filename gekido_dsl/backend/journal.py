"""The module that plays a whole match at random and writes down every decision, with what changed since the one before.

The match is the one that a batch plays from the same seed. Nothing is run twice, so whoever compares matches pays
little more than for playing them.

Invariants:
    The journal holds whole decisions only. When it is full, or a rule cannot be carried out, the module stops; who
    wants more begins the match again and has it written down from a later decision on.
    What changed is told by words of 64 bits of the position, since the decision before, the first time since the
    position with which every match begins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend import runtime
from gekido_dsl.backend.batch import PLAYER
from gekido_dsl.backend.machine import Failed, failure
from gekido_dsl.backend.parts import NO_ROOM, Parts
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.addresses import offsets, step
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.emit import Module, emit
from gekido_dsl.program.nodes import Array, Function, Program, Stmt

FUEL: Final = 1 << 28
"""Between two decisions."""
LENGTH: Final = 1 << 20
"""Numbers in the journal."""
_HEAD: Final = 5
"""Of a decision: seat, number of options, site, what was chosen, how many numbers the options take."""
OVER: Final = -1
"""The seat of the entry that tells how the match ended."""


@dataclass(frozen=True, slots=True)
class JournalModule:
    """Exports `play(seed, first, most)`: the match of a seed, written down from decision `first` on, up to `most`."""

    module: Module
    program: Program
    journal: Array
    length: Array
    """How much of the journal is full."""
    error: Array


class _Maker:
    """Adds to a program what writes the journal."""

    def __init__(self, program: Program, length: int) -> None:
        self.parts = parts = Parts(program, FUEL)
        b = self.b = parts.b
        self.journal = b.control("journal", length)
        self.length = b.control("journal_length")
        self.at = b.control("journal_at")
        """Where the entry under way goes on."""
        self.first = b.control("first")
        self.most = b.control("most")
        self.taken = b.control("taken")
        self.waits = b.control("waits")
        player = b.scratch("player", 4)
        self.words = ir.Array("words", "region", 0, 64)
        b.arrays.append(self.words)
        parts.settle()
        state = [array for array in b.ordered() if array.kind in ("state", "derived")]
        starts = offsets(state)
        ends = [starts[one] + step(one) * one.length for one in state if one.kind == "state"]
        self.count = -(-max(ends) // 8)
        self.before = b.scratch("before", self.count, 64)
        self.seed_player = chance.seeding(b, player, "seed_player")
        pick = chance.drawing(b, player, "pick")
        self.begin = self._begin()
        self.changes = self._changes()
        self.end = self._end(pick)
        self.offers: dict[int, Function] = {}

    def _full(self, f: FunctionBuilder) -> None:
        for statement in self.parts.fail(NO_ROOM):
            f.emit(statement)

    def _begin(self) -> Function:
        """Makes the function that begins an entry; it tells whether the decision is written down."""
        f = self.b.function("begin_entry", ["seat", "count", "site"], result="i32")
        with f.if_(e.lt(e.load(self.taken), e.load(self.first))):
            f.return_(0)
        at = f.let(e.load(self.length), "at")
        with f.if_(e.gt(at, self.journal.length - _HEAD)):
            self._full(f)
        for number, value in enumerate(f.parameters):
            f.store(self.journal, e.add(at, number), value)
        f.store(self.journal, e.add(at, 3), -1)
        f.store(self.at, 0, e.add(at, _HEAD))
        f.return_(1)
        return f.finish()

    def _changes(self) -> Function:
        """Makes the function that ends an entry with the words that changed."""
        f = self.b.function("end_entry")
        begun = f.let(e.add(e.load(self.length), _HEAD), "begun")
        head = f.let(e.load(self.at), "head")
        with f.if_(e.ge(head, self.journal.length)):
            self._full(f)
        f.store(self.journal, e.add(begun, -1), e.sub(head, begun))
        at = f.variable(e.add(head, 1), "at")
        with f.each(0, self.count, "word") as word:
            now = f.let(e.load(self.words, word), "now")
            with f.if_(e.ne(now, e.load(self.before, word))):
                with f.if_(e.gt(at, self.journal.length - 3)):
                    self._full(f)
                f.store(self.before, word, now)
                f.store(self.journal, at, word)
                f.store(self.journal, e.add(at, 1), e.wrap(now))
                f.store(self.journal, e.add(at, 2), e.wrap(e.shr_u(now, 32)))
                f.set(at, e.add(at, 3))
        f.store(self.journal, head, e.div(e.sub(at, e.add(head, 1)), 3))
        f.store(self.length, 0, at)
        return f.finish()

    def _end(self, pick: Function) -> Function:
        """Makes the function that chooses, or gives -1 where the match is to stop."""
        f = self.b.function("choose", ["count"], result="i32")
        (count,) = f.parameters
        taken = f.let(e.load(self.taken), "taken")
        chosen = f.variable(-1, "chosen")
        with f.if_(e.lt(taken, e.load(self.most))):
            f.set(chosen, f.call_value(pick, count))
        with f.if_(e.ge(taken, e.load(self.first))):
            f.store(self.journal, e.add(e.load(self.length), 3), chosen)
            f.call(self.changes)
        f.store(self.taken, 0, e.add(taken, 1))
        f.store(self.parts.fuel, 0, FUEL)
        f.store(self.waits, 0, e.lt(chosen, 0))
        f.return_(chosen)
        return f.finish()

    def offer(self, number: int) -> Function:
        """Makes the function that writes down an option with so many values."""
        if number not in self.offers:
            f = self.b.function(f"offer_{number}", [f"v{index}" for index in range(number)])
            at = f.let(e.load(self.at), "at")
            with f.if_(e.gt(at, self.journal.length - number - 1)):
                self._full(f)
            f.store(self.journal, at, number)
            for place, value in enumerate(f.parameters, 1):
                f.store(self.journal, e.add(at, place), value)
            f.store(self.at, 0, e.add(at, number + 1))
            self.offers[number] = f.finish()
        return self.offers[number]

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        match statement:
            case ir.Choose(local=local, seat=seat, count=count, site=site, listing=listing):
                return [
                    ir.Call(self.begin, (seat, count, ir.Const(site)), local),
                    ir.If(local, listing),
                    ir.Call(self.end, (count,), local),
                    ir.If(e.lt(local, 0), (ir.Return(ir.Const(ir.WAITS)),)),
                ]
            case ir.Offer(values=values):
                return [ir.Call(self.offer(len(values)), values)]
        return [] if isinstance(statement, ir.SILENT) else None

    def play(self) -> Function:
        """Makes the function that plays a match."""
        run = self.b.function("run", result="i32")
        run.call(self.parts.program.entry)
        run.return_(0)
        run.finish()
        f = self.b.function("play", [("seed", "i64"), "first", "most"])
        seed, first, most = f.parameters
        f.store(self.first, 0, first)
        f.store(self.most, 0, most)
        for array in (self.length, self.at, self.taken, self.waits):
            f.store(array, 0, 0)
        f.reset()
        f.copy(self.before, 0, self.parts.position, 0, 8 * self.count)
        f.call(self.parts.seed, seed)
        f.call(self.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
        self.parts.begin(f)
        f.call(run.function)
        with f.if_(e.not_(e.load(self.waits))):
            f.store(self.first, 0, 0)
            f.call_value(self.begin, OVER, 0, 0)
            f.call(self.changes)
        return f.finish()


def journal_module(program: Program, length: int = LENGTH) -> JournalModule:
    """Makes the module.

    Args:
        length: of the journal, in numbers; a decision has to find room in it.
    """
    maker = _Maker(program, length)
    maker.parts.expand(maker.special)
    play = maker.play()
    maker.parts.expand_saves(walk.reachable([play]))
    module = emit(maker.b.ordered(), {"play": play}, maker.parts.pointer)
    return JournalModule(module, program, maker.journal, maker.length, maker.parts.error)


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision, or the end of the match."""

    seat: int
    """`OVER` at the end."""
    count: int
    site: int
    choice: int
    """-1 where the match stopped here."""
    offers: tuple[int, ...]
    """Of each option how many values fill its slots, and the values."""
    changes: list[int]
    """Of each word of the position that changed its number, its low and its high half."""


class Journal:
    """Plays matches and reads what the module wrote down."""

    def __init__(self, module: JournalModule) -> None:
        self._instance = runtime.Instance(runtime.compile_module(module.module))
        self._journal = self._instance.words(module.journal)
        self._length = self._instance.words(module.length)
        self._error = self._instance.words(module.error)

    def play(self, seed: int, most: int) -> Iterator[Entry | None]:
        """Plays a match, up to a number of decisions, and gives its decisions, then its end.

        Gives None before it goes on with changes since the position with which every match begins.

        Raises:
            Failed: a rule cannot be carried out; after all that came before.
        """
        signed = ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
        first = 0
        while True:
            self._error[0] = 0
            failed: Failed | None = None
            try:
                self._instance.call("play", signed, first, most)
            except runtime.Stopped as stopped:
                failed = failure(self._error[0], stopped)
            content = self._journal[: self._length[0]].tolist()
            yield None
            at = 0
            while at < len(content):
                seat, count, site, choice, length = content[at : at + _HEAD]
                at += _HEAD
                offers = tuple(content[at : at + length])
                at += length
                end = at + 1 + 3 * content[at]
                yield Entry(seat, count, site, choice, offers, content[at + 1 : end])
                at = end
                first += 1
            if failed is None:
                return
            if failed.site != NO_ROOM or not content:
                raise failed

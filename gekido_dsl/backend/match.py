"""The module that plays one match, choice by choice, from the last boundary.

Where a match stands is the position at the boundary, and the script: what was chosen since. To go on is to take the
boundary back and to run the turn again, with one choice more.

Invariants:
    `boundary` and the script change only when a run got as far as a decision or the end. After a trap both are as they
    were, but for the last entry of the script, which the host takes off.
    After a run the position is the one at the decision, until the next run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.batch import PLAYER
from gekido_dsl.backend.parts import NO_ROOM, Parts
from gekido_dsl.backend.slots import Slots, add_slots
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.emit import Module, emit
from gekido_dsl.program.nodes import Array, Function, Program, Stmt
from gekido_dsl.program.statuses import gives_status

SCRIPT: Final = 1 << 14
"""Choices, and draws of chance from elsewhere, in one turn at most."""
OFFERS: Final = 1 << 17
TOLD: Final = 1 << 17
FUEL: Final = 1 << 28
WORLDS: Final = 4
"""Positions that a script may hold: worlds drawn one in the other, in one turn."""
BODIES: Final = 32
"""Bodies that are listed while they run one in the other, at most; those within are not."""
MOMENTS: Final = 64
"""Of a traced module, how many of the positions in which something was told are kept at a time."""
ABOUT: Final = 15
"""Things that a question is about, at most."""

CHANCE: Final = -4
"""The site that stands for a stop to ask where chance comes from."""
DRAWN: Final = -2
"""In a script: the position becomes the first of the worlds; numbers below mean the next ones."""
NOT_OFFERED: Final = -5
"""The site of an error in a script: there is no such choice."""


@dataclass(frozen=True, slots=True)
class MatchModule:
    """Exports `start(seed)`, `go()`, `apply(choice)`, `rollout(seed, decisions)` and `game(seed, decisions)`."""

    module: Module
    traced: bool
    program: Program
    position: Array
    boundary: Array
    size: int
    """Of a position, in bytes."""
    moved: Array
    """Not 0 if the last run went past a boundary."""
    script: Array
    script_length: Array
    chances: Array
    """Draws that come from elsewhere, since the boundary; -1 for one from the stream."""
    chances_length: Array
    chances_at: Array
    """How many draws the last run took since the boundary."""
    elsewhere: Array
    """1 if the host is asked for chance when `chances` is at its end."""
    waiting: Array
    """Seat, number of options (0: the match is over) and site."""
    running: Array
    """How many listed bodies run; the number of each, the outermost first, with what was noted when it began."""
    moment: int
    """Of what is kept where something was told, in bytes: the position, then `running`."""
    about: Array
    """How many things the question is about, and the things."""
    auto: Array
    """How many decisions a game played at random had left when the module stopped."""
    most: Array
    """Of those it took, the greatest number of options."""
    offers: Array
    """Options of the open decision: how many values, and the values, each."""
    offers_length: Array
    told: Array
    """What was told since the last choice: site, how many values, and the values, each."""
    told_length: Array
    kept_from: Array
    """Of what is told, from which number on the positions are kept; far beyond for none."""
    moments: Array
    """Those positions."""
    worlds: Array
    """Positions that the script may go to."""
    slots: Slots | None
    asked: Array
    """A draw that the host is asked for: count, site, how many values, the values."""
    error: Array


class Maker:
    """Adds to a program what a match needs."""

    def __init__(self, program: Program, traced: bool) -> None:
        self.parts = parts = Parts(program, FUEL)
        self.traced = traced
        b = self.b = parts.b
        self.script = b.control("script", SCRIPT, 32)
        self.script_length = b.control("script_length")
        self.script_at = b.control("script_at")
        self.chances = b.control("chances", SCRIPT, 32)
        self.chances_length = b.control("chances_length")
        self.chances_at = b.control("chances_at")
        self.elsewhere = b.control("elsewhere")
        self.waiting = b.control("waiting", 3)
        self.about = b.control("about", ABOUT + 1)
        self.running = b.control("running", 2 * BODIES + 1)
        self.most = b.control("most")
        self.offers = b.control("offers", OFFERS)
        self.offers_length = b.control("offers_length")
        self.told = b.control("told", TOLD if traced else 1)
        self.told_length = b.control("told_length")
        self.asked = b.control("asked", 16)
        self.told_count = b.control("told_count")
        self.kept_from = b.control("kept_from")
        self.auto = b.control("auto")
        self.reseed = b.control("reseed", 2, 64)
        self.marks = b.control("marks", 3)
        self.player = b.scratch("player", 4)
        parts.settle()
        self.worlds = b.control("worlds", WORLDS * parts.size, 8)
        self.moment = parts.size + 4 * self.running.length
        self.moments = b.control("moments", MOMENTS * self.moment if traced else 1, 8)
        self.boundary = b.scratch("boundary", parts.size, 8)
        self.pending = b.scratch("pending", parts.size, 8)
        self.seed_player = chance.seeding(b, self.player, "seed_player")
        self.pick = chance.drawing(b, self.player, "pick")
        self.take = self._take()
        self.draw = self._draw()
        self.mark = self._mark()
        self.records: dict[tuple[str, int], Function] = {}
        self.giving: set[Function] = set()

    def _fail(self, f: FunctionBuilder, site: int) -> None:
        for statement in self.parts.fail(site):
            f.emit(statement)

    def _take(self) -> Function:
        """Makes the function that gives the next choice, or -1 when somebody has to be asked."""
        f = self.b.function("take", ["seat", "count"], result="i32")
        seat, count = f.parameters
        size = self.parts.size
        at = f.variable(e.load(self.script_at), "at")
        with f.loop("worlds") as again, f.if_(e.lt(at, e.load(self.script_length))):
            k = f.let(e.load(self.script, at), "k")
            with f.if_(e.le(k, DRAWN)):
                f.copy(self.parts.position, 0, self.worlds, e.mul(e.sub(DRAWN, k), size), size)
                f.set(at, e.add(at, 1))
                f.br(again)
            with f.if_(e.binary("ge_u", k, count)):
                self._fail(f, NOT_OFFERED)
            f.store(self.script_at, 0, e.add(at, 1))
            f.store(self.told_length, 0, 0)
            f.store(self.told_count, 0, 0)
            f.return_(k)
        with f.if_(e.gt(e.load(self.auto), 0)):
            f.increase(self.auto, 0, -1)
            most = f.let(e.load(self.most), "most")
            f.store(self.most, 0, e.select(e.gt(count, most), count, most))
            with f.if_(e.ne(e.load(self.reseed), 0)):
                f.store(self.reseed, 0, 0)
                f.call(self.parts.seed, e.load(self.reseed, 1))
            f.return_(f.call_value(self.pick, count))
        for index, value in enumerate((seat, count)):
            f.store(self.waiting, index, value)
        f.return_(-1)
        return f.finish()

    def _draw(self) -> Function:
        """Makes the function that gives the next draw of chance, or -1 when the host has to be asked."""
        f = self.b.function("draw_next", ["count"], result="i32")
        (count,) = f.parameters
        at = f.let(e.load(self.chances_at), "at")
        f.store(self.chances_at, 0, e.add(at, 1))
        with f.if_(e.lt(at, e.load(self.chances_length))):
            given = f.let(e.load(self.chances, at), "given")
            with f.if_(e.ge(given, 0)):
                f.return_(given)
        with f.else_(), f.if_(e.load(self.elsewhere)):
            f.return_(-1)
        f.return_(f.call_value(self.parts.draw, count))
        return f.finish()

    def _mark(self) -> Function:
        """Makes the function of a boundary; it counts when the run has come to its end."""
        f = self.b.function("mark")
        with f.if_(e.eq(e.load(self.auto), 0)):
            f.copy(self.pending, 0, self.parts.position, 0, self.parts.size)
            for index, value in enumerate((1, e.load(self.script_at), e.load(self.chances_at))):
                f.store(self.marks, index, value)
        return f.finish()

    def _record(self, what: str, number: int) -> Function:
        """Makes the function that notes an option, or something told, with so many values."""
        known = self.records.get((what, number))
        if known is not None:
            return known
        into, length = (self.offers, self.offers_length) if what == "offer" else (self.told, self.told_length)
        names = [f"v{index}" for index in range(number)]
        head = [] if what == "offer" else ["site"]
        f = self.b.function(f"{what}_{number}", [*head, *names])
        values = f.parameters
        end = f.let(e.load(length), "end")
        if what == "tell":
            with f.if_(e.or_(e.load(self.parts.saved), e.load(self.auto))):
                f.return_()
        with f.if_(e.gt(end, into.length - number - 2)):
            self._fail(f, NO_ROOM)
        at = 0
        if what == "tell":
            size = self.parts.size
            count = f.let(e.load(self.told_count), "count")
            moment = f.let(e.sub(count, e.load(self.kept_from)), "moment")
            with f.if_(e.lt_u(moment, MOMENTS)):
                start = f.let(e.mul(moment, self.moment), "start")
                f.copy(self.moments, start, self.parts.position, 0, size)
                f.copy(self.moments, e.add(start, size), self.running, 0, 4 * self.running.length)
            f.store(self.told_count, 0, e.add(count, 1))
            f.store(into, end, values[0])
            values = values[1:]
            at = 1
        f.store(into, e.add(end, at), number)
        for index, value in enumerate(values):
            f.store(into, e.add(end, at + 1 + index), value)
        f.store(length, 0, e.add(end, at + 1 + number))
        self.records[what, number] = f.finish()
        return f.function

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        zero = ir.Const(0)
        match statement:
            case ir.Choose(local=local, seat=seat, count=count, site=site, listing=listing, about=about):
                things = [ir.Const(len(about[:ABOUT])), *about[:ABOUT]]
                wait: list[Stmt] = [
                    ir.Store(self.waiting, ir.Const(2), ir.Const(site)),
                    *(ir.Store(self.about, ir.Const(at), value) for at, value in enumerate(things)),
                    ir.Store(self.offers_length, zero, zero),
                    *listing,
                    ir.Return(ir.Const(ir.WAITS)),
                ]
                return [ir.Call(self.take, (seat, count), local), ir.If(e.lt(local, 0), tuple(wait))]
            case ir.Draw(local=local, count=count, site=site, values=values):
                numbers = [count, ir.Const(site), ir.Const(len(values)), *values]
                ask: list[Stmt] = [
                    ir.Store(self.asked, ir.Const(index), value) for index, value in enumerate(numbers)
                ]
                return [
                    ir.Call(self.draw, (count,), local),
                    ir.If(e.lt(local, 0), (*ask, *self.parts.fail(CHANCE))),
                ]
            case ir.Offer(values=values):
                return [ir.Call(self._record("offer", len(values)), values)]
            case ir.Tell(site=site, values=values):
                if not self.traced:
                    return []
                return [ir.Call(self._record("tell", len(values)), (ir.Const(site), *values))]
            case ir.Boundary():
                return [ir.Call(self.mark, ())]
            case ir.Note():
                return []
        return None

    def list_bodies(self) -> None:
        """Has functions note that they run, in the order in which they began: all that are listed, or phases alone."""
        for function in walk.reachable([self.parts.program.entry]):
            if function.listed >= 0:
                self._list_body(function)

    def _list_body(self, function: Function) -> None:
        depth, inner = ir.Local("depth"), ir.Local("inner")
        function.locals += [depth, inner]
        running, top, noted = self.running, ir.Const(0), self.parts.program.noted
        at = e.shl(depth, 1)
        entry: list[Stmt] = [ir.Store(running, e.add(at, 1), ir.Const(function.listed))]
        if noted is not None:
            entry.append(ir.Store(running, e.add(at, 2), e.load(noted)))
        inside = ir.Store(running, top, inner)
        begin: list[Stmt] = [
            ir.Set(depth, e.load(running)),
            ir.Set(inner, e.add(depth, 1)),
            ir.If(e.lt(depth, BODIES), tuple(entry)),
        ]

        def change(statement: Stmt) -> list[Stmt] | None:
            match statement:
                case ir.Return(value=ir.Const(value=ir.WAITS)):
                    return None
                case ir.Return():
                    return [ir.Store(running, top, depth), statement]
                case ir.Unlist():
                    return [ir.Set(inner, depth), inside]
                case ir.Call(function=called) if called in self.giving:
                    return [statement, inside]
            return None

        function.body = (*begin, inside, *walk.replaced(function.body, change))

    def go(self) -> Function:
        """Makes the function that runs from the boundary to a decision or the end."""
        f = self.b.function("go")
        parts = self.parts
        f.copy(parts.position, 0, self.boundary, 0, parts.size)
        for array in (
            self.script_at, self.chances_at, self.told_length, self.told_count, self.offers_length
        ):  # fmt: skip
            f.store(array, 0, 0)
        f.store(self.waiting, 1, 0)
        f.store(self.running, 0, 0)
        f.store(self.marks, 0, 0)
        parts.begin(f)
        run = self.b.function("run", result="i32")
        run.call(parts.program.entry)
        run.return_(0)
        f.call(run.finish())
        with f.if_(e.load(self.marks)):
            f.copy(self.boundary, 0, self.pending, 0, parts.size)
            for array, length, mark in (
                (self.script, self.script_length, e.load(self.marks, 1)),
                (self.chances, self.chances_length, e.load(self.marks, 2)),
            ):
                taken = f.let(e.select(e.lt(mark, e.load(length)), mark, e.load(length)), "taken")
                left = f.let(e.sub(e.load(length), taken), "left")
                f.copy(array, 0, array, e.shl(taken, 2), e.shl(left, 2))
                f.store(length, 0, left)
            f.increase(self.chances_at, 0, e.sub(0, e.load(self.marks, 2)))
        return f.finish()

    def start(self, go: Function) -> Function:
        """Makes the function that begins a match."""
        f = self.b.function("start", [("seed", "i64")])
        parts = self.parts
        f.reset()
        f.call(parts.seed, f.parameters[0])
        f.copy(self.boundary, 0, parts.position, 0, parts.size)
        f.store(self.script_length, 0, 0)
        f.store(self.auto, 0, 0)
        f.call(go)
        return f.finish()

    def apply(self, go: Function) -> Function:
        """Makes the function that takes a choice."""
        f = self.b.function("apply", ["choice"])
        end = f.let(e.load(self.script_length), "end")
        with f.if_(e.ge(end, SCRIPT)):
            self._fail(f, NO_ROOM)
        f.store(self.script, end, f.parameters[0])
        f.store(self.script_length, 0, e.add(end, 1))
        f.store(self.auto, 0, 0)
        f.call(go)
        return f.finish()

    def rollout(self, go: Function) -> Function:
        """Makes the function that goes on at random, with chance anew; the boundary and the script stay."""
        f = self.b.function("rollout", [("seed", "i64"), "decisions"])
        seed, decisions = f.parameters
        f.store(self.auto, 0, decisions)
        f.store(self.reseed, 0, 1)
        f.store(self.reseed, 1, seed)
        f.call(self.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
        f.call(go)
        f.store(self.auto, 0, 0)
        f.store(self.reseed, 0, 0)
        return f.finish()


def _game(maker: Maker, go: Function) -> Function:
    """Makes the function that plays a game as a batch does, up to a number of decisions."""
    f = maker.b.function("game", [("seed", "i64"), "decisions"])
    seed, decisions = f.parameters
    parts = maker.parts
    f.reset()
    f.call(parts.seed, seed)
    f.copy(maker.boundary, 0, parts.position, 0, parts.size)
    for array in (maker.script_length, maker.chances_length, maker.elsewhere, maker.most, maker.reseed):
        f.store(array, 0, 0)
    f.store(maker.auto, 0, decisions)
    f.call(maker.seed_player, chance.mix(f, e.xor(seed, PLAYER)))
    f.call(go)
    return f.finish()


def match_module(
    program: Program, traced: bool = False, slots: int = 0, observed: Sequence[Array] = ()
) -> MatchModule:
    """Makes the module.

    Args:
        traced: whether it tells what happens.
        slots: for how many matches there is room; see `slots`.
        observed: state of which the slots show the numbers.
    """
    maker = Maker(program, traced)
    maker.giving = gives_status(walk.reachable([maker.parts.program.entry]))
    maker.parts.expand(maker.special)
    maker.list_bodies()
    go = maker.go()
    exports = {
        "start": maker.start(go),
        "go": go,
        "apply": maker.apply(go),
        "rollout": maker.rollout(go),
        "game": _game(maker, go),
    }
    room: Slots | None = None
    if slots:
        room, more = add_slots(maker, slots, observed, exports["start"], exports["apply"], go)
        exports |= more
    maker.parts.expand_saves(walk.reachable(exports.values()))
    module = emit(maker.b.ordered(), exports, maker.parts.pointer)
    return MatchModule(
        module,
        traced,
        program,
        maker.parts.position,
        maker.boundary,
        maker.parts.size,
        maker.marks,
        maker.script,
        maker.script_length,
        maker.chances,
        maker.chances_length,
        maker.chances_at,
        maker.elsewhere,
        maker.waiting,
        maker.running,
        maker.moment,
        maker.about,
        maker.auto,
        maker.most,
        maker.offers,
        maker.offers_length,
        maker.told,
        maker.told_length,
        maker.kept_from,
        maker.moments,
        maker.worlds,
        room,
        maker.asked,
        maker.parts.error,
    )

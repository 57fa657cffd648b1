"""What a program means where a match is played by a script: where choices and chance come from, what is noted.

Invariants:
    `boundary` and the script change only when a run got as far as a decision or the end. After a trap both are as they
    were, but for the last entry of the script, which the host takes off.
    After a run the position is the one at the decision, until the next run.
"""

from typing import Final

from gekido_dsl.backend.control import (
    ABOUT,
    BODIES,
    CHANCE,
    COMING,
    DRAWN,
    MOMENTS,
    MOMENTS_TOLD,
    NOT_OFFERED,
    ORDERED,
    WORLDS,
    control,
)
from gekido_dsl.backend.parts import NO_ROOM, Parts
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Function, Program, Stmt

FUEL: Final = 1 << 28


class Maker:
    """Adds to a program what a match needs."""

    def __init__(self, program: Program, traced: bool, by_way: Function | None = None) -> None:
        """Copies a program, and adds what every such module has.

        Args:
            by_way: tells where what is tried before it is chosen is drawn first; None for nowhere.
        """
        self.program = program
        self.by_way = by_way
        self.parts = parts = Parts(program, FUEL, by_way or False)
        self.traced = traced
        b = self.b = parts.b
        self.control = control(b, traced)
        self.reseed = b.control("reseed", 2, 64)
        self.player = b.scratch("player", 4)
        self.declare()
        parts.settle()
        self.worlds = b.control("worlds", WORLDS * parts.size, 8)
        self.moment = parts.size + 4 * self.control.running.length
        secret = any(
            isinstance(one, ir.InSecret) for f in parts.program.functions for one in walk.statements(f.body)
        )
        self.room = max(MOMENTS, MOMENTS_TOLD // self.moment) if traced else MOMENTS if secret else 0
        """For how many moments there is room."""
        self.moments = b.control("moments", max(1, self.room * self.moment), 8)
        self.boundary = b.scratch("boundary", parts.size, 8)
        self.pending = b.scratch("pending", parts.size, 8)
        self.seed_player = chance.seeding(b, self.player, "seed_player")
        self.pick = chance.drawing(b, self.player, "pick")
        self.decides = self._decides() if secret else None
        self.reorder = self._reorder() if secret else None
        self.take = self._take()
        self.draw = self._draw()
        self.mark = self._mark()
        self.records: dict[tuple[str, int], Function] = {}
        self.giving: set[Function] = set()

    def declare(self) -> None:
        """Declares what else a module needs."""

    def beyond(self, f: FunctionBuilder, seat: ir.Expr, count: ir.Expr) -> None:
        """Emits what else there is to do for a choice that is not in the script."""

    def at_choice(self, f: FunctionBuilder, at: ir.Expr) -> None:
        """Emits what else there is to do at any choice, of the script or beyond; `at` says which of the script."""

    def not_offered(self, f: FunctionBuilder, at: ir.Expr) -> None:
        """Emits what is done when there is no such choice as the script has; who goes on, does so without script."""
        self._fail(f, NOT_OFFERED)

    def going_on(self) -> ir.Expr:
        """Whether the match goes on by itself after the script, so that nothing that happens stays."""
        return e.load(self.control.auto)

    def waiting_for(self, local: ir.Local, choose: ir.Choose, wait: list[Stmt]) -> list[Stmt]:
        """Gives what is done once `take` gave a number, less than 0 if somebody has to be asked."""
        return [ir.If(e.lt(local, 0), tuple(wait))]

    def _fail(self, f: FunctionBuilder, site: int) -> None:
        for statement in self.parts.fail(site):
            f.emit(statement)

    def _take(self) -> Function:
        """Makes the function that gives the next choice, or -1 when somebody has to be asked."""
        f = self.b.function("take", ["seat", "count"], result="i32")
        seat, count = f.parameters
        size = self.parts.size
        at = f.variable(e.load(self.control.script_at), "at")
        with f.loop("worlds") as again, f.if_(e.lt(at, e.load(self.control.script_length))):
            k = f.let(e.load(self.control.script, at), "k")
            with f.if_(e.le(k, DRAWN)):
                f.copy(self.parts.position, 0, self.worlds, e.mul(e.sub(DRAWN, k), size), size)
                if self.decides is not None:
                    # What somebody has done in secret before a world was drawn is how that world begins.
                    known = f.let(e.load(self.control.deciding), "known")
                    with f.if_(e.and_(e.load(self.control.looking), e.gt(known, 0))):
                        player = f.let(e.load(self.control.deciding, known), "player")
                        f.call(self.decides, -1)
                        f.call(self.decides, player)
                f.set(at, e.add(at, 1))
                f.store(self.control.script_at, 0, at)
                f.br(again)
        self.at_choice(f, at)
        with f.block("chosen") as chosen:
            f.br(chosen, e.ge(at, e.load(self.control.script_length)))
            k = f.let(e.load(self.control.script, at), "k")
            with f.if_(e.binary("ge_u", k, count)):
                self.not_offered(f, at)
                f.br(chosen)
            f.store(self.control.script_at, 0, e.add(at, 1))
            f.store(self.control.told_length, 0, 0)
            f.store(self.control.told_count, 0, 0)
            f.return_(k)
        self.beyond(f, seat, count)
        with f.if_(e.gt(e.load(self.control.auto), 0)):
            f.increase(self.control.auto, 0, -1)
            most = f.let(e.load(self.control.most), "most")
            f.store(self.control.most, 0, e.select(e.gt(count, most), count, most))
            with f.if_(e.ne(e.load(self.reseed), 0)):
                f.store(self.reseed, 0, 0)
                f.call(self.parts.seed, e.load(self.reseed, 1))
            f.return_(f.call_value(self.pick, count))
        for index, value in enumerate((seat, count)):
            f.store(self.control.waiting, index, value)
        f.return_(-1)
        return f.finish()

    def _draw(self) -> Function:
        """Makes the function that gives the next draw of chance, or -1 when the host has to be asked."""
        f = self.b.function("draw_next", ["count"], result="i32")
        (count,) = f.parameters
        at = f.let(e.load(self.control.chances_at), "at")
        f.store(self.control.chances_at, 0, e.add(at, 1))
        with f.if_(e.lt(at, e.load(self.control.chances_length))):
            given = f.let(e.load(self.control.chances, at), "given")
            with f.if_(e.ge(given, 0)):
                f.return_(given)
        with f.else_(), f.if_(e.load(self.control.elsewhere)):
            f.return_(-1)
        f.return_(f.call_value(self.parts.draw, count))
        return f.finish()

    def _mark(self) -> Function:
        """Makes the function of a boundary; it counts when the run has come to its end."""
        f = self.b.function("mark")
        with f.if_(e.eq(self.going_on(), 0)):
            f.copy(self.pending, 0, self.parts.position, 0, self.parts.size)
            self.marked(f)
            for index, value in enumerate(
                (1, e.load(self.control.script_at), e.load(self.control.chances_at))
            ):
                f.store(self.control.moved, index, value)
        return f.finish()

    def marked(self, f: FunctionBuilder) -> None:
        """Emits what else is done at a boundary."""

    def _decides(self) -> Function:
        """Makes the function that notes how it is when a player begins to decide in secret; none begins the part."""
        f = self.b.function("decides", ["player"])
        (player,) = f.parameters
        with f.if_(e.lt(player, 0)):
            f.store(self.control.deciding, 0, 0)
        at = f.let(e.load(self.control.deciding), "at")
        with f.if_(e.lt(at, MOMENTS)):
            self._keep(f, at)
            f.store(self.control.deciding, 0, e.add(at, 1))
            f.store(self.control.deciding, e.add(at, 1), player)
            for k, array in enumerate((self.control.script_at, self.control.chances_at)):
                f.store(self.control.decided_at, e.add(e.shl(at, 1), k), e.load(array))
        return f.finish()

    def _reorder(self) -> Function:
        """Makes the function that takes from the script in what order they come in the part that begins."""
        f, c = self.b.function("reorder"), self.control
        f.store(c.order_length, 0, 0)
        at = f.let(e.load(c.script_at), "at")
        with f.if_(e.lt(at, e.load(c.script_length))), f.if_(e.eq(e.load(c.script, at), ORDERED)):
            count = f.let(e.load(c.script, e.add(at, 1)), "count")
            with f.if_(e.le(count, COMING)):
                f.copy(c.order, 0, c.script, e.shl(e.add(at, 2), 2), e.shl(count, 2))
                f.store(c.order_length, 0, count)
                f.store(c.script_at, 0, e.add(e.add(at, 2), count))
        return f.finish()

    def _keep(self, f: FunctionBuilder, moment: e.Value) -> None:
        """Keeps the position, and what runs, as one of the moments."""
        size, running = self.parts.size, self.control.running
        start = f.let(e.mul(moment, self.moment), "start")
        f.copy(self.moments, start, self.parts.position, 0, size)
        f.copy(self.moments, e.add(start, size), running, 0, 4 * running.length)

    def _record(self, what: str, number: int) -> Function:
        """Makes the function that notes an option, or something told, with so many values."""
        known = self.records.get((what, number))
        if known is not None:
            return known
        into, length = (
            (self.control.offers, self.control.offers_length)
            if what == "offer"
            else (self.control.told, self.control.told_length)
        )
        names = [f"v{index}" for index in range(number)]
        head = [] if what == "offer" else ["site"]
        f = self.b.function(f"{what}_{number}", [*head, *names])
        values = f.parameters
        end = f.let(e.load(length), "end")
        if what == "tell":
            with f.if_(e.or_(e.load(self.parts.saved), e.load(self.control.auto))):
                f.return_()
        with f.if_(e.gt(end, into.length - number - 2)):
            self._fail(f, NO_ROOM)
        at = 0
        if what == "tell":
            count = f.let(e.load(self.control.told_count), "count")
            moment = f.let(e.sub(count, e.load(self.control.kept_from)), "moment")
            with f.if_(e.lt_u(moment, self.room)):
                self._keep(f, moment)
            f.store(self.control.told_count, 0, e.add(count, 1))
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
                    ir.Store(self.control.waiting, ir.Const(2), ir.Const(site)),
                    *(ir.Store(self.control.about, ir.Const(at), value) for at, value in enumerate(things)),
                    ir.Store(self.control.offers_length, zero, zero),
                    *listing,
                    ir.Return(ir.Const(ir.WAITS)),
                ]
                return [ir.Call(self.take, (seat, count), local), *self.waiting_for(local, statement, wait)]
            case ir.Draw(local=local, count=count, site=site, values=values):
                numbers = [count, ir.Const(site), ir.Const(len(values)), *values]
                ask: list[Stmt] = [
                    ir.Store(self.control.asked, ir.Const(index), value)
                    for index, value in enumerate(numbers)
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
            case ir.InSecret(player=player):
                assert self.decides is not None
                assert self.reorder is not None
                order = [ir.Call(self.reorder, ())] if player == ir.Const(-1) else []
                return [*order, ir.If(e.load(self.control.looking), (ir.Call(self.decides, (player,)),))]
            case ir.Reordered(local=local, place=place):
                c = self.control
                return [ir.If(e.load(c.order_length), (ir.Set(local, e.load(c.order, place)),))]
            case ir.Rest() | ir.Note() | ir.Reach():
                return []
        return None

    def set_out(self, f: FunctionBuilder) -> None:
        """Emits from where a run begins."""
        f.copy(self.parts.position, 0, self.boundary, 0, self.parts.size)
        for array in (self.control.script_at, self.control.chances_at):
            f.store(array, 0, 0)

    def before_run(self, f: FunctionBuilder) -> None:
        """Emits what else begins anew with a run."""

    def moved_on(self, f: FunctionBuilder) -> None:
        """Emits what else there is to do once the match stands at another boundary."""

    def follow_holders(self) -> None:
        """Has functions note what else is to be known of what runs."""

    def list_bodies(self) -> None:
        """Has functions note that they run, in the order in which they began: all that are listed, or phases alone."""
        entry = self.parts.program.entry
        for function in walk.reachable([entry]):
            if function.listed >= 0:
                self._list_body(function)

        # A body that the end of a game cuts short does not say that it runs no more, and the next game of a row begins.
        def change(statement: Stmt) -> list[Stmt] | None:
            if isinstance(statement, ir.Call) and statement.function in self.giving:
                return [statement, ir.Store(self.control.running, ir.Const(0), ir.Const(0))]
            return None

        entry.body = walk.replaced(entry.body, change)

    def _list_body(self, function: Function) -> None:
        depth, inner = ir.Local("depth"), ir.Local("inner")
        function.locals += [depth, inner]
        running, top, noted = self.control.running, ir.Const(0), self.parts.program.noted
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

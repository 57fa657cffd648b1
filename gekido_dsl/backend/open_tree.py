"""The tree of a game that is open: nothing is hidden, nothing left to chance, so positions follow from choices.

A choice is known by its number, and all choices of a decision lie side by side. Nothing has to be listed to choose
among them, which is most of the speed.

What is certain is noted, too (Winands, Björnsson and Saito 2008): where an end came by choices in the tree alone, what
the last of them is worth is certain; so is what a decision is worth, once one of its choices is certain to win, or all
are certain. A choice that is certain is not played on, and at a draw not explored.

Invariants:
    What is certain follows from ends as they are judged, so it holds up to the limit of turns as well.
    Places are taken in order, so that a small search touches little memory, and to forget a tree takes no time.
"""

from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.modes import DEPTH, OPTIONS, OUT, STOPS
from gekido_dsl.lowering import Lowered
from gekido_dsl.lowering.course.judging import ONE
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Expr, Function, Stmt

if TYPE_CHECKING:
    from gekido_dsl.backend.tree import TreeMaker

PLACES: Final = 1 << 20
"""Choices for which there is room."""
_SPARING: Final = PLACES // 16
"""Each time so many places are taken, a choice has to be taken once more before what comes after it gets places."""
_SURE: Final = 1 << 30
"""More than any choice is taken."""
_DRAWN, _WON = ONE // 2 + 1, ONE + 1
"""What is noted of who is certain to draw, or to win: what that is worth, and 1. 0 is what is not certain."""


def is_open(lowered: Lowered) -> bool:
    """Whether nothing is hidden or left to chance, and playouts go on to the end."""
    assert lowered.judge is not None, "nothing judges positions"
    if lowered.memory.known is not None or lowered.hiding or lowered.judge.aimed:
        return False
    return not any(
        isinstance(one, ir.Draw | ir.InSecret)
        for function in walk.reachable([lowered.program.entry])
        for one in walk.statements(function.body)
    )


def _joint(lowered: Lowered) -> bool:
    """Whether all may win or lose as one, so that somebody may not mind how another one does."""
    joint = lowered.memory.system["joint"]
    return any(
        isinstance(one, ir.Store) and one.array is joint and one.value != ir.Const(0)
        for function in walk.reachable([lowered.program.entry])
        for one in walk.statements(function.body)
    )


class OpenTree:
    """The functions that choose in the tree, and grow it."""

    def __init__(self, maker: "TreeMaker") -> None:
        b = maker.b
        self.maker, self.b = maker, b
        self.proves = maker.players == 2 and not _joint(maker.lowered)
        """Whether it is noted what is certain: what one of two wins, the other loses."""
        self.visits = b.scratch("visits", PLACES)
        self.worth = b.scratch("worth", PLACES, 64)
        self.certain = b.scratch("certain", PLACES)
        """By place, what a choice is certain to be worth to who takes it, and 1; 0 if that is not known."""
        self.after = b.scratch("after", PLACES)
        """By place, where the choices lie that come after it; 0 if they have no places."""
        self.number = b.scratch("number", PLACES, 16)
        """How many those are,"""
        self.tried = b.scratch("tried", PLACES, 16)
        """how many of them were taken,"""
        self.known = b.scratch("known", PLACES, 16)
        """of how many it is certain what they are worth,"""
        self.surest = b.scratch("surest", PLACES)
        """and the most that one of those is, and 1. The root is at place 0, as if a choice had led there."""
        self.used = b.scratch("used")
        """How many places are taken."""
        self.came = b.scratch("came")
        """Not 0 if the playout came to a choice that is certain."""
        self.descend = self._descend()

    def asked(self, local: ir.Local, choose: ir.Choose, wait: list[Stmt]) -> list[Stmt]:
        """Gives what is done where the tree is to choose."""
        waits = wait[-1]
        return [
            ir.If(e.eq(local, -1), (*wait[:-1], waits)),
            ir.Call(self.descend, (choose.seat, choose.count), local),
            ir.If(e.eq(local, STOPS), (waits,)),
        ]

    def begins(self, f: FunctionBuilder) -> None:
        """Emits that a playout begins."""
        f.store(self.came, 0, 0)

    def judged(self, f: FunctionBuilder, judge: Function) -> None:
        """Emits that where a playout came is judged, unless it came to what is certain."""
        with f.if_(e.not_(e.load(self.came))):
            f.call(judge)

    def forget(self, f: FunctionBuilder) -> None:
        """Emits that the tree is emptied."""
        for array in (self.visits, self.certain, self.after):
            f.store(array, 0, 0)
        f.store(self.used, 0, 1)

    def tell(self, f: FunctionBuilder) -> None:
        """Emits what was found of the options of the decision."""
        found = self.maker.found
        first = f.let(e.load(self.after), "first")
        with f.if_(first), f.each(0, e.load(self.number), "k") as k:
            place = f.let(e.add(first, k), "place")
            times, certain = f.let(e.load(self.visits, place), "times"), f.let(e.load(self.certain, place))
            sure = e.sub(e.mul(_SURE, e.eq(certain, _WON)), e.mul(_SURE, e.eq(certain, 1)))
            for array, value in (
                (found.visits, times),
                (found.worth, e.load(self.worth, place)),
                (found.certain, certain),
                (found.rank, e.add(times, sure)),
            ):
                f.store(array, k, value)

    # ------------------------------------------------------------ choosing

    def _descend(self) -> Function:
        """Makes the function that chooses in the tree."""
        maker = self.maker
        f = self.b.function("descend", ["seat", "count"], result="i32")
        seat, count = f.parameters
        depth = f.let(e.load(maker.path_length), "depth")
        node = f.variable(0, "node")
        with f.if_(depth):
            f.set(node, e.load(maker.path, e.sub(depth, 1)))
        first = f.variable(e.load(self.after, node), "first")
        with f.if_(e.not_(first)):
            used = f.let(e.load(self.used), "used")
            often = e.gt(e.load(self.visits, node), e.div(used, _SPARING))
            often = e.and_(e.or_(e.not_(depth), often), e.le(e.add(used, count), PLACES))
            with f.if_(e.not_(e.and_(often, e.lt(depth, DEPTH)))):
                f.store(maker.mode, 0, OUT)
                f.increase(maker.left, 0, -1)
                f.return_(f.call_value(maker.pick, count))
            f.set(first, used)
            self._take_places(f, node, used, count)
        best = f.variable(0, "best")
        untried = f.let(e.sub(count, e.load(self.tried, node)), "untried")
        with f.if_(untried):
            f.increase(self.tried, node)
            f.store(maker.mode, 0, OUT)
            f.set(best, self._untried(f, first, f.call_value(maker.pick, untried)))
        with f.else_():
            f.set(best, self._likeliest(f, node, first, count))
        chosen = f.let(e.add(first, best), "chosen")
        f.store(maker.path, depth, chosen)
        f.store(maker.path_seat, depth, seat)
        f.store(maker.path_length, 0, e.add(depth, 1))
        if self.proves:
            certain = f.let(e.load(self.certain, chosen), "certain")
            with f.if_(certain):
                f.store(self.came, 0, 1)
                f.store(maker.rewards, seat, e.sub(certain, 1))
                f.store(maker.rewards, e.sub(1, seat), e.sub(_WON, certain))
                f.return_(STOPS)
        with f.if_(e.load(maker.flat)):
            f.store(maker.mode, 0, OUT)
        f.return_(best)
        return f.finish()

    def _take_places(self, f: FunctionBuilder, node: Expr, first: Expr, count: Expr) -> None:
        """Emits that choices get places."""
        f.store(self.used, 0, e.add(first, count))
        f.store(self.after, node, first)
        f.store(self.number, node, count)
        for array in (self.tried, self.known, self.surest):
            f.store(array, node, 0)
        with f.each(first, e.add(first, count), "place") as place:
            for array in (self.visits, self.certain, self.after):
                f.store(array, place, 0)
            f.store(self.worth, place, e.constant(0, "i64"))

    def _untried(self, f: FunctionBuilder, first: Expr, which: Expr) -> Expr:
        """Emits and gives which choice it is of those that were never taken."""
        left, k = f.variable(which, "left"), f.variable(0, "k")
        with f.block("found") as found, f.loop("look", bound=OPTIONS) as again:
            with f.if_(e.not_(e.load(self.visits, e.add(first, k)))):
                f.br(found, e.not_(left))
                f.set(left, e.sub(left, 1))
            f.set(k, e.add(k, 1))
            f.br(again)
        return k

    def _likeliest(self, f: FunctionBuilder, node: Expr, first: Expr, count: Expr) -> Expr:
        """Emits and gives which choice has the best bound; what is certain is worth that, and no more."""
        bounds = self.maker.bounds
        best, most = f.variable(0, "best"), f.variable(e.constant(-1, "i64"), "most", "i64")
        extra = bounds.extra(f, e.load(self.visits, node), e.load(self.maker.explores))
        with f.each(0, count, "k") as k:
            place = f.let(e.add(first, k), "place")
            bound = f.variable(
                bounds.of(f, e.load(self.worth, place), e.load(self.visits, place), extra), "bound", "i64"
            )
            if self.proves:
                certain = f.let(e.load(self.certain, place), "certain")
                with f.if_(certain):
                    f.set(bound, e.extend(e.sub(certain, 1)))
            with f.if_(e.gt(bound, most)):
                f.set(most, bound)
                f.set(best, k)
        return best

    # ------------------------------------------------------------ what is certain

    def ended(self, f: FunctionBuilder, lost: Expr) -> None:
        """Emits that the decision was come to once more, and what is certain by where the playout ended."""
        f.increase(self.visits)
        if not self.proves:
            return
        maker, system = self.maker, self.maker.lowered.memory.system
        rewards = [e.load(maker.rewards, seat) for seat in (0, 1)]
        apart = e.eq(e.add(*rewards), ONE)
        by_choices = e.and_(e.eq(e.load(maker.left), e.load(maker.until, 1)), e.not_(e.load(maker.flat)))
        at_end = e.and_(e.truth(e.load(system["over"])), e.and_(e.not_(lost), e.not_(e.load(self.came))))
        length = f.let(e.load(maker.path_length), "length")
        with f.if_(e.and_(e.and_(apart, by_choices), e.and_(at_end, e.truth(length)))):
            at = f.variable(e.sub(length, 1), "at")
            seat = f.variable(e.load(maker.path_seat, at), "seat")
            worth = f.variable(e.add(e.load(maker.rewards, seat), 1), "worth")
            with f.block("unknown") as unknown, f.loop("up", bound=DEPTH) as again:
                f.store(self.certain, e.load(maker.path, at), worth)
                node = f.variable(0, "node")
                with f.if_(at):
                    f.set(node, e.load(maker.path, e.sub(at, 1)))
                f.increase(self.known, node)
                surest = e.load(self.surest, node)
                f.set(worth, e.select(e.gt(worth, surest), worth, surest))
                f.store(self.surest, node, worth)
                open_ = e.lt(e.load(self.known, node), e.load(self.number, node))
                f.br(unknown, e.and_(e.ne(worth, _WON), open_))
                with f.if_(e.not_(at)):
                    f.store(maker.settled, 0, 1)
                    f.br(unknown)
                f.set(at, e.sub(at, 1))
                before = f.let(e.load(maker.path_seat, at), "before")
                f.set(worth, e.select(e.eq(before, seat), worth, e.sub(_WON + 1, worth)))
                f.set(seat, before)
                f.br(again)

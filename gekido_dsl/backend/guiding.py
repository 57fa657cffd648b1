"""Playouts that the aim of the game guides: until the turn is over, whoever searches takes what stands best at once.

Most of what a playout chooses at random is nonsense: a good roll is written where it counts nothing. So where the tree
ends, each option of a decision is tried and judged by the aim as soon as the next decision comes, and the best is
taken. As a run cannot be kept where somebody decides, it is run again from the last rest for each option, with the
choices of the playout as a script and the same chance.

Invariants:
    Nothing but the world that was drawn is looked at; what chance brings after an option is part of how it stands.
    Where all play a turn together, what a decision brings shows when it is over, and nothing is tried.
    Decisions in which options seldom stand otherwise at once are left to chance, since to look costs time.
"""

from typing import Final

from gekido_dsl.backend.control import SCRIPT
from gekido_dsl.backend.horizon import turns_of_a_round
from gekido_dsl.backend.modes import OUT, STOPS
from gekido_dsl.backend.shared_tree import SharedTree
from gekido_dsl.backend.tree import TreeMaker
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Expr, Function, Stmt

LINE: Final = 64
"""A playout looks in as many of its first choices at most."""
WIDEST: Final = 24
"""And where there are no more options."""
_OFTEN: Final = 16
"""After so many looks at decisions of one place in the rules it is asked whether they tell anything."""
_SELDOM: Final = 8
"""They do if options stood otherwise in more than one look of so many."""

_LOOKING: Final = 3
"""The mode in which a run stops where the next decision comes."""
_LOOKS: Final = -4
"""What `take`, or the tree, gives where options are to be tried."""


class GuidedMaker(TreeMaker):
    """Adds to a tree that playouts are guided, where the game has an aim and players take turns."""

    guides = True
    """Whether they are."""

    def __init__(self, lowered: Lowered) -> None:
        assert lowered.judge is not None, "nothing judges positions"
        alone = turns_of_a_round(lowered.layout.game, lowered.layout.players) > 0
        self.guided = self.guides and lowered.judge.aimed and alone
        self.places = max(len(lowered.sites.every), 1)
        self.randomly: Function | None = None
        super().__init__(lowered)

    def declare(self) -> None:
        """Declares what was chosen in a playout, and what is looked at."""
        super().declare()
        b = self.b
        self.line, self.line_length = b.scratch("line", LINE), b.scratch("line length")
        self.stopped = b.scratch("stopped")
        """1 where a run stopped since options are to be tried."""
        self.asked_seat, self.asked_count = b.scratch("asked seat"), b.scratch("asked count")
        self.joins = b.scratch("joins")
        """1 if what is chosen joins the tree."""
        self.looked, self.differed = b.scratch("looked", self.places), b.scratch("differed", self.places)
        """By place in the rules: how often options were tried, and how often they stood otherwise."""

    @property
    def _shared(self) -> SharedTree:
        """The tree, which is no other in a game with an aim."""
        assert isinstance(self.tree, SharedTree)
        return self.tree

    # ------------------------------------------------------------ in a run

    def beyond(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that a run stops that was to try an option; see `TreeMaker`."""
        if self.guided:
            with f.if_(e.and_(e.eq(e.load(self.mode), _LOOKING), e.gt(count, 1))):
                f.return_(STOPS)
        super().beyond(f, seat, count)

    def beyond_tree(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that options are tried."""
        self._look(f, seat, count, joins=False)

    def first_time(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that options are tried; the best joins the tree."""
        self._look(f, seat, count, joins=True)

    def _look(self, f: FunctionBuilder, seat: Expr, count: Expr, joins: bool) -> None:
        if not self.guided:
            return
        here = e.and_(e.eq(e.load(self.turns), e.load(self.turn_here)), e.eq(seat, e.load(self.path_seat)))
        narrow = e.and_(e.not_(e.load(self.flat)), e.le(count, WIDEST))
        narrow = e.and_(narrow, e.eq(e.load(self.secret), 0))
        room = e.and_(
            e.lt(e.load(self.line_length), LINE - 1), e.lt(e.load(self.root_end), SCRIPT - LINE - 1)
        )
        with f.if_(e.and_(self.may_look(seat), e.and_(here, e.and_(narrow, room)))):
            f.store(self.mode, 0, OUT)
            for array, value in (
                (self.joins, e.constant(int(joins))),
                (self.asked_seat, seat),
                (self.asked_count, count),
            ):
                f.store(array, 0, value)
            f.return_(_LOOKS)

    def may_look(self, seat: Expr) -> Expr:
        """Whether playouts are guided at all where a seat decides."""
        return e.constant(1)

    def chosen(self, f: FunctionBuilder, choice: Expr) -> None:
        """Notes the choice."""
        if not self.guided:
            return
        at = f.let(e.load(self.line_length), "at")
        with f.if_(e.lt(at, LINE)):
            f.store(self.line, at, choice)
        f.store(self.line_length, 0, e.add(at, 1))

    def waiting_for(self, local: ir.Local, choose: ir.Choose, wait: list[Stmt]) -> list[Stmt]:
        """Gives what is done once `take` gave a number: what is to be looked at stops the run."""
        found = super().waiting_for(local, choose, wait)
        if not self.guided:
            return found
        looked, differed = e.load(self.looked, choose.site), e.load(self.differed, choose.site)
        dull = e.and_(e.ge(looked, _OFTEN), e.le(e.mul(differed, _SELDOM), looked))
        stop = (
            ir.Store(self.control.waiting, ir.Const(2), ir.Const(choose.site)),
            ir.Store(self.stopped, ir.Const(0), ir.Const(1)),
            ir.Return(ir.Const(ir.WAITS)),
        )
        look = ir.If(dull, (ir.Call(self._at_random(), (choose.count,), local),), stop)
        # The tree may say, too, that options are to be tried.
        return [ir.If(e.gt(local, _LOOKS), tuple(found)), ir.If(e.eq(local, _LOOKS), (look,))]

    def _at_random(self) -> Function:
        """Makes the function that takes a choice by chance where options were to be tried."""
        if self.randomly is None:
            f = self.b.function("at_random", ["count"], result="i32")
            self.randomly = f.function
            drawn = f.let(f.call_value(self.pick, f.parameters[0]), "drawn")
            with f.if_(e.load(self.joins)):
                f.call(self._shared.adopt, e.load(self.asked_seat), drawn)
            self.chosen(f, drawn)
            f.return_(drawn)
            f.finish()
        return self.randomly

    # ------------------------------------------------------------ between runs

    def playout_begins(self, f: FunctionBuilder) -> None:
        """Nothing was chosen yet."""
        if self.guided:
            f.store(self.line_length, 0, 0)
            f.store(self.stopped, 0, 0)

    def played_on(self, f: FunctionBuilder, go: Function) -> None:
        """Emits that options are tried where a run stopped for it, and that it goes on with the best."""
        if not self.guided:
            return
        script, script_length = self.control.script, self.control.script_length
        with f.loop("looks", bound=LINE) as again, f.if_(e.load(self.stopped)):
            seat, count = f.let(e.load(self.asked_seat), "seat"), f.let(e.load(self.asked_count), "count")
            place = f.let(e.load(self.control.waiting, 2), "place")
            length = f.let(e.load(self.line_length), "length")
            end = f.let(e.add(e.load(self.root_end), length), "end")
            f.copy(script, e.shl(e.load(self.root_end), 2), self.line, 0, e.shl(length, 2))
            f.store(script_length, 0, e.add(end, 1))
            most, least = f.variable(-1, "most"), f.variable(1 << 30, "least")
            best, ties = f.variable(0, "best"), f.variable(1, "ties")
            f.store(self.mode, 0, _LOOKING)
            with f.each(0, count, "k") as k:
                f.store(script, end, k)
                f.store(self.reseed, 0, 1)
                f.call(go)
                f.call(self.judge)
                worth = f.let(e.load(self.rewards, seat), "worth")
                f.set(least, e.select(e.lt(worth, least), worth, least))
                with f.if_(e.gt(worth, most)):
                    f.set(best, k)
                    f.set(most, worth)
                    f.set(ties, 1)
                with f.else_(), f.if_(e.eq(worth, most)):
                    f.set(ties, e.add(ties, 1))
                    with f.if_(e.eq(f.call_value(self.pick, ties), 0)):
                        f.set(best, k)
            f.increase(self.looked, place)
            with f.if_(e.gt(most, least)):
                f.increase(self.differed, place)
            with f.if_(e.load(self.joins)):
                f.call(self._shared.adopt, seat, best)
            f.store(script, end, best)
            f.store(self.line, length, best)
            f.store(self.line_length, 0, e.add(length, 1))
            f.store(self.stopped, 0, 0)
            f.store(self.mode, 0, OUT)
            f.store(self.reseed, 0, 1)
            f.call(go)
            f.br(again)
        f.store(script_length, 0, e.load(self.root_end))

    def forgotten(self, f: FunctionBuilder) -> None:
        """Nothing is known of places in the rules."""
        if self.guided:
            with f.each(0, self.places, "place") as place:
                f.store(self.looked, place, 0)
                f.store(self.differed, place, 0)

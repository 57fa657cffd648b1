"""Where others have decided in secret, a match is led, inside the module, to where they have not; see `undecided`.

Worlds are dealt there, so that nothing that was decided in secret is looked at. Another script leads there: whoever
decides now comes first in the secret part, and only what they have chosen in it by now is chosen.

Invariants:
    The script of the match is kept aside meanwhile, and put back before the match goes on.
"""

from typing import Final

from gekido_dsl.backend.control import COMING, MOMENTS, ORDERED, SCRIPT, Control
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function

_ROOM: Final = COMING + 2
"""Entries of a script that say an order."""


class Leading:
    """The functions that lead a match elsewhere and back."""

    def __init__(self, b: ProgramBuilder, control: Control, secret: Array, follows: Array) -> None:
        """Declares what they need.

        Args:
            secret: how many secret parts run one in the other.
            follows: 1 while it is found out what choices tell of what lies hidden.
        """
        self.b, self.control, self.secret, self.follows = b, control, secret, follows
        self.kept, self.kept_length = b.control("kept script", SCRIPT), b.control("kept script length")
        self.away = b.control("led away")
        """1 while another script is in the place of that of the match."""
        self.unseen = b.control("decided unseen")
        """How many decisions of others the other script leaves out."""
        self.items, self.at = b.scratch("secret items", COMING), b.scratch("secret place")
        """What came in the secret part so far, in order, and the place of the last one."""

    def reordered(self, local: ir.Local, place: Expr) -> list[ir.Stmt]:
        """Gives what is done where a secret part comes to its next one; the script may say who the first are."""
        c = self.control
        return [
            ir.If(e.lt_u(place, e.load(c.order_length)), (ir.Set(local, e.load(c.order, place)),)),
            ir.If(e.lt_u(place, COMING), (ir.Store(self.items, place, local),)),
            ir.Store(self.at, ir.Const(0), place),
        ]

    def put_back(self, f: FunctionBuilder) -> None:
        """Emits that the match has its own script again."""
        with f.if_(e.load(self.away)):
            length = f.let(e.load(self.kept_length), "length")
            f.copy(self.control.script, 0, self.kept, 0, e.shl(length, 2))
            f.store(self.control.script_length, 0, length)
            f.store(self.away, 0, 0)

    def back(self, go: Function) -> Function:
        """Makes the function that leads a match back to its decision."""
        f = self.b.function("lead_back")
        self.put_back(f)
        for array in (self.control.looking, self.follows):
            f.store(array, 0, 1)
        f.call(go)
        for array in (self.control.looking, self.follows):
            f.store(array, 0, 0)
        return f.finish()

    def offered(self) -> Function:
        """Makes the function that identifies what is offered."""
        f, c = self.b.function("offered", result="i64"), self.control
        key = f.variable(e.extend(e.load(c.waiting)), "key", "i64")
        for index in (1, 2):
            f.set(key, chance.mix(f, e.add(e.mul(key, chance.GOLDEN), e.extend(e.load(c.waiting, index)))))
        with f.each(0, e.load(c.offers_length), "at") as at:
            f.set(key, chance.mix(f, e.add(e.mul(key, chance.GOLDEN), e.extend(e.load(c.offers, at)))))
        f.return_(key)
        return f.finish()

    def lead(self, go: Function, back: Function, sure: Function) -> Function:
        """Makes the function that leads to where nobody else has decided in secret.

        It tells whether worlds may be dealt there. Where they may not, the match is where it was.
        """
        f, c = self.b.function("lead", ["seat"], result="i32"), self.control
        (seat,) = f.parameters
        f.store(self.unseen, 0, 0)
        with f.if_(e.not_(e.load(self.secret))):
            f.return_(f.call_value(sure, seat))
        count = f.let(e.load(c.deciding), "count")
        with f.if_(e.or_(e.lt(count, 2), e.ge(count, MOMENTS))):
            f.return_(0)
        with f.if_(e.ne(e.load(c.deciding, count), seat)):
            f.return_(0)
        others, own = f.variable(0, "others"), f.variable(0, "own")
        with f.each(2, count, "one") as one:
            mine = f.let(e.eq(e.load(c.deciding, one), seat), "mine")
            f.set(own, e.add(own, mine))
            f.set(others, e.add(others, e.not_(mine)))
        with f.if_(e.not_(others)):
            f.return_(f.call_value(sure, seat))
        begun = f.let(e.shl(e.sub(count, 1), 1), "begun")
        # What came before the last boundary is in the script no more.
        past, drawn_past = (e.select(e.load(c.moved), e.load(c.moved, k), 0) for k in (1, 2))
        before = f.let(e.sub(e.load(c.decided_at), past), "before")
        after = f.let(e.sub(e.load(c.decided_at, begun), past), "after")
        place, length = f.let(e.load(self.at), "place"), f.let(e.load(c.script_length), "length")
        # What chance has brought somebody in secret, it would not bring again.
        drawn = e.ne(e.load(c.chances_at), e.sub(e.load(c.decided_at, 1), drawn_past))
        odd = e.or_(e.not_(e.within(place, 1, COMING - 1)), e.gt(length, SCRIPT - _ROOM - 2))
        with f.if_(e.or_(e.or_(own, drawn), odd)):
            f.return_(0)
        offered = self.offered()
        wanted = f.call_value(offered)
        f.store(self.unseen, 0, e.sub(after, before))
        f.copy(self.kept, 0, c.script, 0, e.shl(length, 2))
        f.store(self.kept_length, 0, length)
        f.store(self.away, 0, 1)
        f.store(c.script, before, ORDERED)
        f.store(c.script, e.add(before, 1), e.add(place, 1))
        first = f.let(e.add(before, 2), "first")
        with f.each(0, e.add(place, 1), "k") as k:
            f.store(c.script, e.add(first, k), e.load(self.items, k))
        f.store(c.script, first, e.load(self.items, place))
        f.store(c.script, e.add(first, place), e.load(self.items))
        rest = f.let(e.add(e.add(first, place), 1), "rest")
        left = f.let(e.sub(length, after), "left")
        f.copy(c.script, e.shl(rest, 2), self.kept, e.shl(after, 2), e.shl(left, 2))
        f.store(c.script_length, 0, e.add(rest, left))
        f.store(self.follows, 0, 1)
        f.call(go)
        f.store(self.follows, 0, 0)
        same = e.eq(f.call_value(offered), wanted)
        may = f.variable(0, "may")
        with f.if_(same):
            f.set(may, f.call_value(sure, seat))
        with f.if_(e.not_(may)):
            f.store(self.unseen, 0, 0)
            f.call(back)
        f.return_(may)
        return f.finish()

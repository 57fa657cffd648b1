"""Verbs that write: fields, facts of phases and locals."""

from collections.abc import Callable

from gekido_dsl.lowering.game.errors import NotLowered
from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.kept import knowledge, knowledge_of_facts, standing
from gekido_dsl.lowering.operators.dice import counted, error_of_none
from gekido_dsl.lowering.operators.facts import place_in
from gekido_dsl.lowering.verbs.tracks import place_on, set_counter
from gekido_dsl.lowering.writing.amounts import reckon
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import facts, hidden, unseen
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import Kind
from gekido_dsl.model.types import LEAST, MOST, NONE, IntType, ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Target:
    """A fact that is written: where, and whose it is."""

    def __init__(self, w: Writer, goal: m.Expr, s: m.Sentence) -> None:
        self.w = w
        self.goal = goal
        self.sentence = s
        self.thing: ir.Expr = x.constant(NONE)
        self.which: ir.Expr | None = None
        self.array: ir.Array | None = None
        self.at: ir.Expr = x.constant(0)
        self.place: ir.Expr = x.constant(NONE)
        """Of a counter, where its die lies."""
        self.unseen = unseen.unseen(w.game, s, goal)
        self.hidden = is_hidden(goal)
        """Whether somebody may not see it: of it not even that it stayed the same may be told by silence."""
        match goal:
            case m.ops.Cell():
                self.array = w.memory.fields[id(goal.ref.owner), goal.ref.name]
                if goal.index is not None:
                    self.which = w.fixed(goal.index)
                    self.at = self._place(goal.index)
            case m.ops.Field():
                self._of_thing(goal)
            case m.ops.Local():
                pass
            case m.ops.Counter():
                self.thing = w.fixed(goal.thing)
                error_of_none(w, self.thing, f"none has no `{goal.ref.name}`", goal)
                self.place = place_on(w, goal.ref, self.thing)
            case _:
                raise NotLowered(f"the writing of `{goal.op}`", s.span)

    def _of_thing(self, goal: m.ops.Field) -> None:
        w, fact = self.w, goal.ref
        assert isinstance(fact.owner, m.Kind)
        self.array = w.memory.fields[id(fact.owner), fact.name]
        self.thing = w.fixed(goal.thing)
        at = x.sub(self.thing, w.layout.things[fact.owner.name].start)
        if goal.index is not None:
            self.which = w.fixed(goal.index)
            at = x.add(x.mul(at, w.layout.index_size(fact.index)), self._place(goal.index))
        self.at = w.code.let(x.select(x.lt(self.thing, 0), -1, w.code.let(at)))

    def _place(self, asked: m.Expr) -> ir.Expr:
        place = self.w.code.let(place_in(self.w, self.goal.ref, asked))
        if not isinstance(asked, m.ops.Const):
            with self.w.code.if_(x.lt(place, 0)):
                self.w.error("there is no `{}` for none", self.goal.span, self.goal.ref.name)
        return place

    def read(self) -> ir.Expr:
        """What it holds now."""
        if isinstance(self.goal, m.ops.Counter):
            return counted(self.w, self.place)
        if self.array is None:
            return self.w.value(self.goal)
        return x.load(self.array, self.at)

    def write(self, value: ir.Expr) -> None:
        """Writes a value; of none it is an error, or nothing if that is possible."""
        w = self.w
        if isinstance(self.goal, m.ops.Counter):
            set_counter(w, self.sentence, self.goal.ref, self.place, value)
        elif self.array is None:
            w.assign(self.goal.value, value)
        elif isinstance(self.goal, m.ops.Cell):
            w.code.store(self.array, self.at, value)
        else:
            with w.code.if_(x.ge(self.thing, 0)):
                knowledge_of_facts.wrote(w, self.goal.ref, self.thing, self.at, self.sentence)
                standing.fact_changes(w, self.goal.ref, self.array, self.thing, self.at, value)
            if not self.sentence.if_possible:
                with w.code.else_():
                    w.error("none has no `{}`", self.goal.span, self.goal.ref.name)

    def tell(self, before: ir.Expr, after: ir.Expr, always: ir.Expr | bool = False) -> None:
        """Tells a change.

        Args:
            always: whether it is told even if nothing changes.
        """
        w = self.w
        if isinstance(self.goal, m.ops.Local) or getattr(self.goal.ref, "unlogged", False):
            return
        more = () if self.which is None else (self.which,)
        told = x.constant(1) if self.hidden or always is True else x.ne(before, after)
        if isinstance(always, ir.Expr):
            told = x.or_(told, always)
        with w.code.if_(told):
            w.tell("set", self.goal, before, after, self.thing, *more, *self.unseen)


def is_hidden(goal: m.Expr) -> bool:
    """Tells whether somebody may not see a fact."""
    if isinstance(goal.ref, m.Field):
        return hidden.seen(goal.ref) != "everyone"
    return isinstance(goal.ref, m.Counter) and goal.ref.seen != "everyone"


def in_range(goal: m.Expr, value: ir.Expr) -> ir.Expr:
    """Whether a value may be written; 1 where anything may."""
    kind = goal.type
    if isinstance(kind, IntType) and kind.low is not None and kind.high is not None:
        if (kind.low, kind.high) != (LEAST, MOST):
            return x.within(value, kind.low, kind.high)
    return x.constant(1)


def _check_range(w: Writer, goal: m.Expr, value: ir.Expr, s: m.Sentence) -> ir.Expr:
    """Gives whether a fact can take a value; a rule error unless that need not be possible."""
    fits = in_range(goal, value)
    if s.if_possible:
        return fits
    with w.code.if_(x.not_(fits)):
        assert isinstance(goal.type, IntType)
        outside = "a number outside its range"
        w.error("`{}` would become {}; it {}", s.span, goal.span.text, outside, goal.type.extent)
    return x.constant(1)


@lowers(m.acts.Set)
def set_fact(w: Writer, s: m.Sentence, act: m.acts.Set) -> None:
    """Writes a fact."""
    goal, value = act.fact, act.to
    given = w.fixed(value)
    fits: ir.Expr = x.constant(1)
    if not _fits(w, value, goal):
        fits = w.code.let(_check_range(w, goal, given, s))
    target = Target(w, goal, s)
    before = w.code.let(target.read())
    with w.code.if_(fits):
        target.write(given)
    if s.if_possible:
        given = w.code.let(target.read())
    target.tell(before, given, _unsure(w, goal, given))


def _unsure(w: Writer, goal: m.Expr, thing: ir.Expr) -> ir.Expr | bool:
    """Tells whether not everybody knows which thing it is; what is not known is not told by silence, either."""
    known = w.memory.known
    kind = goal.type
    if not isinstance(kind, ThingType) or known is None or knowledge.is_open(w, kind.kind):
        return False
    spectators = x.and_(x.shr(x.load(known, thing), w.layout.players), 1)
    return w.code.let(x.and_(x.ge(thing, 0), x.not_(spectators)))


def _fits(w: Writer, value: m.Expr, goal: m.Expr) -> bool:
    kind = goal.type
    if not isinstance(kind, IntType) or kind.low is None or kind.high is None:
        return True
    low, high = bounds(w.layout, value)
    return kind.low <= low and high <= kind.high


@lowers(m.acts.FlipFact)
def flip_fact(w: Writer, s: m.Sentence, act: m.acts.FlipFact) -> None:
    """The other of two values."""
    target = Target(w, act.fact, s)
    before = w.code.let(target.read())
    after = w.code.let(x.sub(1, before))
    target.write(after)
    target.tell(before, after, always=True)


@lowers(m.acts.Gain, m.acts.Lose)
def gain(w: Writer, s: m.Sentence, act: m.acts.Changing) -> None:
    """Adds or subtracts, as far as the end; outside the range it is a rule error."""
    code = w.code
    target = Target(w, act.fact, s)
    before = code.let(target.read())
    given = w.fixed(act.number)
    if _event(act) not in w.lowering.instead:
        _gain(w, s, act, target, before, given)
        return
    with code.block("gained") as gained:
        code.br(gained, _stood_in_for(w, act, target, given))
        _gain(w, s, act, target, before, given)


@lowers(m.acts.Sow)
def sow(w: Writer, s: m.Sentence, act: m.acts.Sow) -> None:
    """Empties a number, and adds one to that of each space in order, again and again until it is used up."""
    goal, code = act.fact, w.code
    assert isinstance(goal, m.ops.Field) and isinstance(goal.ref.owner, m.Kind)
    path = w.things(act.into)
    if ("field", goal.ref) in facts.of(w.game).reads(act.into):
        path = path.freeze(w)
    target = Target(w, goal, s)
    assert target.array is not None
    array, first = target.array, w.layout.things[goal.ref.owner.name].start
    last = code.variable(target.thing, "last")
    left = code.variable(target.read(), "left")
    if not s.if_possible:
        with code.if_(x.lt(target.thing, 0)):
            w.error("none has no `{}`", goal.span, goal.ref.name)
    with code.if_(x.and_(x.gt(left, 0), path.some(w))):
        target.write(x.constant(0))
        target.tell(left, x.constant(0))
        with code.block("sown") as done, code.loop("sow", bound=bounds(w.layout, goal)[1] + 1) as again:

            def visit(space: ir.Expr, leave: ir.Label) -> None:
                code.br(done, x.eq(left, 0))
                at = code.let(x.sub(space, first))
                before = code.let(x.load(array, at))
                after = code.let(x.add(before, 1))
                code.br(done, x.not_(_check_range(w, goal, after, s)))
                code.store(array, at, after)
                w.tell("set", goal, before, after, space)
                code.set(last, space)
                code.set(left, x.sub(left, 1))

            path.each(w, visit)
            code.br(again)
    w.assign(act.local, last)


def _event(act: m.acts.Changing) -> tuple[Kind, str]:
    """Gives the event that it is to gain or lose something, and what that is about; of no thing, nothing."""
    ref = act.fact.ref
    kept = isinstance(ref, m.Field | m.Counter) and ref.owner is not None
    return "gains" if isinstance(
        act, m.acts.Gain
    ) else "loses", f"{ref.owner.name} {ref.name}" if kept else ""


def _stood_in_for(w: Writer, act: m.acts.Changing, target: Target, given: ir.Expr) -> ir.Expr:
    """Has a rule stand in for what a thing gains or loses, if that is more than nothing."""
    kind, about = _event(act)
    replaced = w.code.variable(0, "instead")
    with w.code.if_(x.gt(given, 0)):
        w.code.set(replaced, stands_in(w, kind, about, target.thing, given))
    return replaced


def _gain(
    w: Writer, s: m.Sentence, act: m.acts.Changing, target: Target, before: ir.Expr, given: ir.Expr
) -> None:
    """Writes that a number grows or shrinks."""
    goal, amount, up = act.fact, act.number, isinstance(act, m.acts.Gain)
    code = w.code
    (low, high), (least, most) = bounds(w.layout, goal), bounds(w.layout, amount)
    may_leave = (
        (high + most > MOST or low + least < LEAST) if up else (high - least > MOST or low - most < LEAST)
    )
    value = code.variable(
        reckon(w, m.ops.Plus if up else m.ops.Minus, before, given, s.span, may_leave=may_leave), "value"
    )
    if act.end is not None:
        _as_far_as(w, value, before, act.end, up=up)
    if isinstance(goal, m.ops.Local):
        code.set(value, x.select(x.lt(value, 0), 0, value))
        target.write(value)
        return
    with code.if_(_check_range(w, goal, value, s)):
        target.write(value)
    after = code.let(target.read())
    target.tell(before, after)
    kind, about = _event(act)
    if (kind, about) in w.lowering.triggers:
        changed = code.let(x.sub(after, before) if up else x.sub(before, after))
        with code.if_(x.gt(changed, 0)):
            trigger(w, kind, about, w.actor, target.thing, changed)


def _as_far_as(w: Writer, value: ir.Local, before: ir.Expr, bound: m.Expr, *, up: bool) -> None:
    code = w.code
    compare: Callable[[ir.Expr, ir.Expr], ir.Expr] = x.gt if up else x.lt
    with code.if_(compare(value, before)):
        end = w.fixed(bound)
        code.set(value, x.select(compare(value, end), end, value))
        code.set(value, x.select(compare(before, value), before, value))

"""Links: two-sided tokens from one thing to another, their sides and their flips."""

from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.operators.sides import friends
from gekido_dsl.lowering.sets.composed_sets import Filtered, Mapped
from gekido_dsl.lowering.sets.sets import Range, Set
from gekido_dsl.lowering.writing.registry import lowers, operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import unseen
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Link)
def link(w: Writer, e: m.ops.Link) -> ir.Expr | Set:
    """The side up; without another thing, of all others."""
    decl: m.Link = e.ref
    here = w.fixed(e.thing)
    if e.other is None:
        goals = w.layout.things[decl.goal.name]
        many = Range(goals.start, x.select(x.lt(here, 0), goals.start, goals.stop), len(goals))
        others = Filtered(many, lambda goal: x.and_(x.ne(goal, here), _linked(w, decl, here, goal)))
        return Mapped(others, lambda goal: _load(w, decl, here, goal))
    goal = w.fixed(e.other)
    if not decl.enemy and len(w.layout.things[decl.goal.name]) == 1:
        return _load(w, decl, here, goal)
    found = w.code.variable(NONE, "side")
    with w.code.if_(x.and_(x.ge(here, 0), x.ge(goal, 0))):
        if decl.enemy:
            with w.code.if_(_linked(w, decl, here, goal)):
                w.code.set(found, _load(w, decl, here, goal))
        else:
            w.code.set(found, _load(w, decl, here, goal))
    return found


def _cell(w: Writer, decl: m.Link, here: ir.Expr, goal: ir.Expr) -> ir.Expr:
    origins, goals = w.layout.things[decl.origin.name], w.layout.things[decl.goal.name]
    return x.add(x.mul(x.sub(here, origins.start), len(goals)), x.sub(goal, goals.start))


def _load(w: Writer, decl: m.Link, here: ir.Expr, goal: ir.Expr) -> ir.Expr:
    return x.load(w.memory.links[decl.name], _cell(w, decl, here, goal))


def _linked(w: Writer, decl: m.Link, here: ir.Expr, goal: ir.Expr) -> ir.Expr:
    """Tells whether a link leads from one thing to another: always, or only between enemies."""
    if not decl.enemy:
        return x.constant(1)
    one, other = w.code.let(owner_of(w, here)), w.code.let(owner_of(w, goal))
    known = x.and_(x.ge(one, 0), x.ge(other, 0))
    found = w.code.variable(known, "linked")
    with w.code.if_(found):
        w.code.set(found, x.not_(friends(w, one, other)))
    return found


@lowers(m.acts.FlipLink)
def flip_link(w: Writer, s: m.Sentence, act: m.acts.FlipLink) -> None:
    """Turns the token, or all of them, to a side."""
    decl = act.link
    code, goals = w.code, w.layout.things[decl.goal.name]
    here, value = w.fixed(act.thing), w.fixed(act.side)
    goal = w.fixed(act.other) if act.other is not None else None

    def turn(other: ir.Expr, done: ir.Label) -> None:
        code.br(done, x.or_(x.lt(other, 0), x.eq(other, here)))
        if decl.enemy:
            code.br(done, x.not_(_linked(w, decl, here, other)))
        at = code.let(_cell(w, decl, here, other))
        before = code.let(x.load(w.memory.links[decl.name], at))
        code.br(done, x.lt(before, 0))
        if decl.seen == "everyone":
            code.br(done, x.eq(before, value))
        code.store(w.memory.links[decl.name], at, value)
        w.tell("flip_link", decl, here, other, before, value, *unseen.told(w.game, s, decl), span=s.span)

    with code.block("link") as none:
        code.br(none, x.lt(here, 0))
        if goal is not None:
            with code.block("token") as done:
                turn(goal, done)
            return
        with code.each(goals.start, goals.stop, "goal") as other, code.block("token") as done:
            turn(other, done)

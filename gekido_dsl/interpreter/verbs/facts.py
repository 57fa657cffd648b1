"""Verbs that write: fields, facts of phases, counters, links and locals."""

from collections.abc import Callable
from dataclasses import dataclass

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.operators.dice import holder
from gekido_dsl.interpreter.operators.facts import place_in
from gekido_dsl.interpreter.operators.making import held
from gekido_dsl.interpreter.operators.players import linked
from gekido_dsl.interpreter.state import Code, Frame, Locals, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import dealing
from gekido_dsl.model import hidden as hiding
from gekido_dsl.model import nodes as m
from gekido_dsl.model import unseen as telling
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType

Aimed = tuple[int, tuple[int, ...]]
"""Where a fact is kept, NONE for nowhere; and what keeps it, NONE for nothing, of several values with which of them."""


@dataclass(frozen=True, slots=True)
class _Target:
    """A fact that is written. It is found once: what is written may change which one its words mean."""

    aim: Callable[[State, Locals], Aimed]
    read: Callable[[State, Locals, int], int]
    write: Callable[[State, Locals, int, tuple[int, ...], int], None]


def _read(s: State, L: Locals, at: int) -> int:
    return s.cells[at] if at != NONE else NONE


def _write(s: State, L: Locals, at: int, whose: tuple[int, ...], value: int) -> None:
    s.cells[at] = value


@runs(m.acts.Set)
def _set(v: Acts, w: m.Sentence, it: m.acts.Set, code: Code) -> Act:
    goal, value = it.fact, it.to
    target = _target(v, goal, w)
    given = v.expr(value)
    hidden = _is_hidden(goal)
    unseen = telling.unseen(v.program.game, w, goal)

    def act(s: State, f: Frame) -> None:
        new = given(s, f.locals)
        fits = _in_range(v, goal, new, w)
        at, whose = target.aim(s, f.locals)
        before = target.read(s, f.locals, at)
        if fits:
            target.write(s, f.locals, at, whose, new)
        if w.if_possible:
            new = target.read(s, f.locals, at)
        # What is not known of a thing is not told by silence, either.
        unsure = isinstance(goal.type, ThingType) and new != NONE and knowledge.readers(s, new) is not None
        if (hidden or unsure or before != new) and isinstance(goal, m.ops.Cell | m.ops.Field | m.ops.Counter):
            v.tell(s, code, w.span, "set", goal, before, new, *whose, *unseen)

    return act


@runs(m.acts.FlipFact)
def _flip_fact(v: Acts, w: m.Sentence, it: m.acts.FlipFact, code: Code) -> Act:
    goal = it.fact
    unseen = telling.unseen(v.program.game, w, goal)
    target = _target(v, goal, w)

    def act(s: State, f: Frame) -> None:
        at, whose = target.aim(s, f.locals)
        before = target.read(s, f.locals, at)
        target.write(s, f.locals, at, whose, 1 - before)
        v.tell(s, code, w.span, "set", goal, before, 1 - before, *whose, *unseen)

    return act


@runs(m.acts.Gain, m.acts.Lose)
def _gain(v: Acts, w: m.Sentence, it: m.acts.Changing, code: Code) -> Act:
    goal, amount = it.fact, it.number
    bound = v.expr(it.end) if it.end is not None else None
    target = _target(v, goal, w)
    given = v.expr(amount)
    sign = 1 if isinstance(it, m.acts.Gain) else -1
    saturating = isinstance(goal, m.ops.Local)
    hidden = _is_hidden(goal)
    unseen = telling.unseen(v.program.game, w, goal)
    event = "gains" if isinstance(it, m.acts.Gain) else "loses"
    kept_by = goal.ref.owner if isinstance(goal.ref, m.Field | m.Counter) else None
    about = f"{kept_by.name} {goal.ref.name}" if kept_by is not None else ""
    replaced = (event, about) in v.program.instead
    followed = (event, about) in v.program.triggers

    def act(s: State, f: Frame) -> None:
        at, whose = target.aim(s, f.locals)
        before = target.read(s, f.locals, at)
        number = given(s, f.locals)
        if replaced and number > 0 and v.instead(s, event, about, f.locals[0], whose[0], number):
            return
        value = held(before + sign * number, w.span)
        if bound is not None and (value - before) * sign > 0:
            end = bound(s, f.locals)
            value = max(before, min(value, end)) if sign > 0 else min(before, max(value, end))
        fits = True
        if saturating:
            value = max(value, 0)
        else:
            fits = _in_range(v, goal, value, w)
        if fits:
            target.write(s, f.locals, at, whose, value)
        if not isinstance(goal, m.ops.Local):
            after = target.read(s, f.locals, at)
            if hidden or after != before:
                v.tell(s, code, w.span, "set", goal, before, after, *whose, *unseen)
            if followed and (after - before) * sign > 0:
                v.trigger(s, event, about, f.locals[0], whose[0], (after - before) * sign)

    return act


@runs(m.acts.Sow)
def _sow(v: Acts, w: m.Sentence, it: m.acts.Sow, code: Code) -> Act:
    goal = it.fact
    assert isinstance(goal, m.ops.Field) and isinstance(goal.ref.owner, m.Kind)
    fact, kind = goal.ref, goal.ref.owner
    target, into = _target(v, goal, w), v.things(it.into)
    start = v.layout.field_cell[id(kind), fact.name] - v.layout.things[kind.name].start

    def act(s: State, f: Frame) -> None:
        path = list(into(s, f.locals))
        at, (at_first,) = target.aim(s, f.locals)
        space = at_first
        left = target.read(s, f.locals, at)
        if at == NONE or (left > 0 and path):
            target.write(s, f.locals, at, (space,), 0)
        if at != NONE and left > 0 and path:
            v.tell(s, code, w.span, "set", goal, left, 0, space)
            for number in range(left):
                space = path[number % len(path)]
                before = s.cells[start + space]
                if not _in_range(v, goal, before + 1, w):
                    space = path[(number - 1) % len(path)] if number else at_first
                    break
                s.cells[start + space] = before + 1
                v.tell(s, code, w.span, "set", goal, before, before + 1, space)
        f.locals[it.local] = space

    return act


@runs(m.acts.Face, m.acts.TurnRound)
def face(v: Acts, w: m.Sentence, it: m.acts.Face | m.acts.TurnRound, code: Code) -> Act:
    """Turns things: to a direction, or by so many of the compass; to none, they stay as they are."""
    things = v.things(it.things)
    to = v.expr(it.direction) if isinstance(it, m.acts.Face) else None
    by = it.by if isinstance(it, m.acts.TurnRound) else None
    facts = it.facts if isinstance(it, m.acts.TurnRound) else (it.fact,)
    turns = [_turning(v, w, it.things, fact, code) for fact in facts]

    def act(s: State, f: Frame) -> None:
        named = to(s, f.locals) if to is not None else NONE
        for thing in things(s, f.locals):
            for turn in turns:
                turn(s, thing, named, by)

    return act


def _turning(v: Acts, w: m.Sentence, things: m.Expr, fact: m.Field, code: Code) -> Callable[..., None]:
    """Makes what turns one fact of a thing: to a direction, or where there is none, further along the compass."""
    kind: m.Kind = fact.owner  # type: ignore[assignment]
    first = v.layout.things[kind.name].start
    start = v.layout.field_cell[id(kind), fact.name] - first
    headings = len(fact.type.enum.members) if isinstance(fact.type, EnumType) else 1
    goal = m.ops.Field(fact.type, w.span, thing=things, ref=fact)
    hidden = _is_hidden(goal)
    unseen = telling.unseen(v.program.game, w, goal)

    def turn(s: State, thing: int, named: int, by: int | None) -> None:
        before = s.cells[start + thing]
        way = (before + by) % headings if by is not None and before != NONE else named
        if (way not in (NONE, before)) or (hidden and way != NONE):
            knowledge.wrote(s, fact, thing, thing - first)
            s.cells[start + thing] = way
            v.tell(s, code, w.span, "set", goal, before, way, thing, *unseen)

    return turn


def _target(v: Acts, goal: m.Expr, w: m.Sentence) -> "_Target":
    """Makes the functions that find, read and write a fact."""
    layout = v.layout
    match goal:
        case m.ops.Cell():
            cell = layout.field_cell[id(goal.ref.owner), goal.ref.name]
            if goal.index is None:
                return _Target(lambda s, L: (cell, (NONE,)), _read, _write)
            which, said = _of_several(v, goal.ref, goal.index, goal), v.expr(goal.index)
            return _Target(lambda s, L: (cell + which(s, L), (NONE, said(s, L))), _read, _write)
        case m.ops.Field():
            return _field_of(v, goal, w)
        case m.ops.Counter():
            return _counter_of(v, goal, w)
        case _:
            local = goal.value

            def write(s: State, L: Locals, at: int, whose: tuple[int, ...], value: int) -> None:
                L[at] = value

            return _Target(lambda s, L: (local, ()), lambda s, L, at: L[at], write)


def _field_of(v: Acts, goal: m.ops.Field, w: m.Sentence) -> "_Target":
    layout, fact = v.layout, goal.ref
    kind = fact.owner
    assert isinstance(kind, m.Kind)
    first, size = layout.things[kind.name].start, layout.index_size(fact.index)
    start = layout.field_cell[id(kind), fact.name]
    hidden = (id(kind), fact.name) in layout.fact_known
    told = knowledge.Target(dealing.by_chance(w), dealing.same_before(w))
    base = v.expr(goal.thing)

    def write(s: State, L: Locals, at: int, whose: tuple[int, ...], value: int) -> None:
        if at == NONE:
            if w.if_possible:
                return
            raise RuleError(f"none has no `{fact.name}`", goal.span)
        if hidden:
            knowledge.wrote(s, fact, whose[0], at - start, told)
        s.cells[at] = value

    def aim(s: State, L: Locals) -> Aimed:
        thing = base(s, L)
        return (start + thing - first if thing != NONE else NONE), (thing,)

    if goal.index is None:
        return _Target(aim, _read, write)
    index, said = _of_several(v, fact, goal.index, goal), v.expr(goal.index)

    def aim_at_one(s: State, L: Locals) -> Aimed:
        place, thing = index(s, L), base(s, L)
        at = start + (thing - first) * size + place if thing != NONE else NONE
        return at, (thing, said(s, L))

    return _Target(aim_at_one, _read, write)


def _counter_of(v: Acts, goal: m.ops.Counter, w: m.Sentence) -> "_Target":
    place, owner = holder(v.program.evaluator, goal), v.expr(goal.thing)
    face = v.layout.face_cell

    def read(s: State, L: Locals, at: int) -> int:
        dice = s.contents[at]
        return s.cells[face + dice[0]] if dice else 0

    def write(s: State, L: Locals, at: int, whose: tuple[int, ...], value: int) -> None:
        set_counter(v, s, goal.ref, at, value, w)

    return _Target(lambda s, L: (place(s, L), (owner(s, L),)), read, write)


def _of_several(v: Acts, fact: m.Field, asked: m.Expr, goal: m.Expr) -> Callable[[State, Locals], int]:
    """Makes the function that gives which of the values of a fact is written."""
    place = place_in(v.program.evaluator, fact, asked)

    def which(s: State, L: Locals) -> int:
        at: int = place(s, L)
        if at < 0:
            raise RuleError(f"there is no `{fact.name}` for none", goal.span)
        return at

    return which


def set_counter(v: Acts, s: State, counter: m.Counter, place: int, value: int, w: m.Sentence) -> bool:
    """Sets a counter: takes a die when it comes into use, and gives it back when it runs out."""
    dice = s.contents[place]
    face = v.layout.face_cell
    supply = v.layout.place_of[counter.supply.name, NONE]
    if not dice:
        if value == 0 and counter.kept is None:
            return True
        if not s.contents[supply]:
            if w.if_possible:
                return False
            raise RuleError(f"{v.labels.place(s, place)} gets no die: {counter.supply.name} is empty", w.span)
        knowledge.move(s, s.contents[supply][-1], place)
    s.cells[face + dice[0]] = value
    knowledge.rolled(s, dice[0])
    if value == 0 and counter.kept is None:
        knowledge.move(s, dice[0], supply)
    return True


def _in_range(v: Acts, goal: m.Expr, value: int, w: m.Sentence) -> bool:
    """Tells whether a fact can take a value; a rule error unless that need not be possible."""
    kind = goal.type
    if not isinstance(kind, IntType) or kind.low is None or kind.high is None:
        return True
    if kind.low <= value <= kind.high:
        return True
    if w.if_possible:
        return False
    raise RuleError(f"`{goal.span.text}` would become {value}; it {kind.extent}", w.span)


@runs(m.acts.FlipLink)
def _flip_link(v: Acts, w: m.Sentence, it: m.acts.FlipLink, code: Code) -> Act:
    link = it.link
    origin = v.expr(it.thing)
    goal = v.expr(it.other) if it.other is not None else None
    side = v.expr(it.side)
    layout = v.layout
    start, first = layout.link_cell[link.name], layout.things[link.origin.name].start
    goals = layout.things[link.goal.name]
    leads = linked(v.program.evaluator, link)
    unseen = telling.told(v.program.game, w, link)

    def act(s: State, f: Frame) -> None:
        here, value = origin(s, f.locals), side(s, f.locals)
        if here == NONE:
            return
        others = [goal(s, f.locals)] if goal is not None else list(goals)
        for other in others:
            if other in (NONE, here) or not leads(s, here, other):
                continue
            cell = start + (here - first) * len(goals) + other - goals.start
            before = s.cells[cell]
            if before not in (NONE, value) or (before != NONE and link.seen != "everyone"):
                s.cells[cell] = value
                v.tell(s, code, w.span, "flip_link", link, here, other, before, value, *unseen)

    return act


@runs(m.acts.Bind)
def _bind(v: Acts, w: m.Sentence, it: m.acts.Bind, code: Code) -> Act:
    chosen, local, kind = v.expr(it.found), it.local, it.found.type
    by_chance = w.decision is not None and any(slot.random for slot in w.decision.slots)

    def name(s: State, f: Frame) -> None:
        f.locals[local] = chosen(s, f.locals)

    if w.decision is None:
        return name

    def act(s: State, f: Frame) -> None:
        f.locals[local] = value = chosen(s, f.locals)
        v.tell(s, code, w.span, "choose", kind, tuple(value) if isinstance(value, list) else value, by_chance)

    return act


def _is_hidden(goal: m.Expr) -> bool:
    """Tells whether somebody may not see a fact: of it not even that it stayed the same may be told by silence."""
    if isinstance(goal.ref, m.Field):
        return hiding.seen(goal.ref) != "everyone"
    return isinstance(goal.ref, m.Counter) and goal.ref.seen != "everyone"

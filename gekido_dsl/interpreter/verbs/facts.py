"""Verbs that write: fields, facts of phases, counters, links and locals."""

from collections.abc import Callable

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.operators.making import held
from gekido_dsl.interpreter.state import Code, Frame, Locals, State
from gekido_dsl.interpreter.verbs.acting import Act, Verbs
from gekido_dsl.model import dealing
from gekido_dsl.model import hidden as hiding
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType


class Facts(Verbs):
    """Verbs that write."""

    def _set(self, w: m.Sentence, code: Code) -> Act:
        goal, value = w.act.args
        read, write = self._lvalue(goal, w)
        whose = self._whose(goal)
        given = self.expr(value)
        hidden = _is_hidden(goal)
        unseen = (NONE, True)[len(goal.args) - 1 :] if hidden and dealing.by_chance(w) else ()

        def act(s: State, f: Frame) -> None:
            new = given(s, f.locals)
            self._in_range(goal, new, w)
            before = read(s, f.locals)
            write(s, f.locals, new)
            # What is not known of a thing is not told by silence, either.
            unsure = (
                isinstance(goal.type, ThingType) and new != NONE and knowledge.readers(s, new) is not None
            )
            if (hidden or unsure or before != new) and goal.op in ("cell", "field", "counter"):
                self.tell(s, code, w.span, "set", goal, before, new, *whose(s, f.locals), *unseen)

        return act

    def _flip_fact(self, w: m.Sentence, code: Code) -> Act:
        goal = w.act.args[0]
        read, write = self._lvalue(goal, w)
        whose = self._whose(goal)

        def act(s: State, f: Frame) -> None:
            before = read(s, f.locals)
            write(s, f.locals, 1 - before)
            self.tell(s, code, w.span, "set", goal, before, 1 - before, *whose(s, f.locals))

        return act

    def _gain(self, w: m.Sentence, code: Code) -> Act:
        goal, amount, *ends = w.act.args
        bound = self.expr(ends[0]) if ends else None
        read, write = self._lvalue(goal, w)
        whose = self._whose(goal)
        given = self.expr(amount)
        sign = 1 if w.act.verb == "gain" else -1
        kind = goal.type
        saturating = goal.op == "local"
        hidden = _is_hidden(goal)

        def act(s: State, f: Frame) -> None:
            before = read(s, f.locals)
            value = held(before + sign * given(s, f.locals), w.span)
            if bound is not None and (value - before) * sign > 0:
                end = bound(s, f.locals)
                value = max(before, min(value, end)) if sign > 0 else min(before, max(value, end))
            fits = True
            if saturating:
                value = max(value, 0)
            elif isinstance(kind, IntType) and kind.low is not None and kind.high is not None:
                fits = kind.low <= value <= kind.high
                if not fits and not w.if_possible:
                    self._in_range(goal, value, w)
            if fits:
                write(s, f.locals, value)
            if goal.op != "local":
                after = read(s, f.locals)
                if hidden or after != before:
                    self.tell(s, code, w.span, "set", goal, before, after, *whose(s, f.locals))

        return act

    _lose = _gain

    def _face(self, w: m.Sentence, code: Code) -> Act:
        """Turns things: by so many directions of the compass, or to one; to none, they stay as they are."""
        fact: m.Field = w.act.ref
        kind: m.Kind = fact.owner  # type: ignore[assignment]
        things, by = self._things(w.act.args), w.act.value
        to = self.expr(w.act.args[1]) if len(w.act.args) > 1 else None
        start = self.layout.field_cell[id(kind), fact.name] - self.layout.things[kind.name].start
        headings = len(fact.type.enum.members) if isinstance(fact.type, EnumType) else 1
        goal = m.Expr("field", fact.type, w.span, w.act.args[:1], ref=fact)
        hidden = _is_hidden(goal)

        def act(s: State, f: Frame) -> None:
            way = to(s, f.locals) if to is not None else NONE
            for thing in things(s, f.locals):
                before = s.cells[start + thing]
                if to is None and before != NONE:
                    way = (before + by) % headings
                if (way not in (NONE, before)) or (hidden and way != NONE):
                    knowledge.wrote(s, fact, thing, thing - self.layout.things[kind.name].start)
                    s.cells[start + thing] = way
                    self.tell(s, code, w.span, "set", goal, before, way, thing)

        return act

    def _lvalue(
        self, goal: m.Expr, w: m.Sentence
    ) -> tuple[Callable[[State, Locals], int], Callable[..., None]]:
        """Makes the two functions that read and write a fact."""
        read = self.expr(goal)
        layout = self.layout
        match goal.op:
            case "cell":
                cell = layout.field_cell[id(goal.ref.owner), goal.ref.name]

                which = self._of_several(goal.ref, goal.args[0], goal) if goal.args else None

                def write(s: State, L: Locals, value: int) -> None:
                    s.cells[cell + (which(s, L) if which is not None else 0)] = value

            case "field":
                fact = goal.ref
                kind: m.Kind = fact.owner
                first, size = layout.things[kind.name].start, layout.index_size(fact.index)
                start = layout.field_cell[id(kind), fact.name]
                hidden = (id(kind), fact.name) in layout.fact_known
                told = knowledge.Target(dealing.by_chance(w), dealing.same_before(w))
                base = self.expr(goal.args[0])
                index = self._of_several(fact, goal.args[1], goal) if len(goal.args) > 1 else None

                def write(s: State, L: Locals, value: int) -> None:
                    at, thing = index(s, L) if index is not None else 0, base(s, L)
                    if thing == NONE:
                        if w.if_possible:
                            return
                        raise RuleError(f"none has no `{fact.name}`", goal.span)
                    cell = (thing - first) * size + at
                    if hidden:
                        knowledge.wrote(s, fact, thing, cell, told)
                    s.cells[start + cell] = value

            case "counter":
                place = self.program.evaluator.holder(goal)

                def write(s: State, L: Locals, value: int) -> None:
                    self.set_counter(s, goal.ref, place(s, L), value, w)

            case _:
                local = goal.value

                def write(s: State, L: Locals, value: int) -> None:
                    L[local] = value

        return read, write

    def _of_several(self, fact: m.Field, asked: m.Expr, goal: m.Expr) -> Callable[[State, Locals], int]:
        """Makes the function that gives which of the values of a fact is written."""
        place = self.program.evaluator.place_in(fact, asked)

        def which(s: State, L: Locals) -> int:
            at: int = place(s, L)
            if at < 0:
                raise RuleError(f"there is no `{fact.name}` for none", goal.span)
            return at

        return which

    def set_counter(self, s: State, counter: m.Counter, place: int, value: int, w: m.Sentence) -> bool:
        """Sets a counter: takes a die when it comes into use, and gives it back when it runs out."""
        dice = s.contents[place]
        face = self.layout.face_cell
        supply = self.layout.place_of[counter.supply.name, NONE]
        if not dice:
            if value == 0 and counter.kept is None:
                return True
            if not s.contents[supply]:
                if w.if_possible:
                    return False
                raise RuleError(
                    f"{self.labels.place(s, place)} gets no die: {counter.supply.name} is empty", w.span
                )
            knowledge.move(s, s.contents[supply][-1], place)
        s.cells[face + dice[0]] = value
        knowledge.rolled(s, dice[0])
        if value == 0 and counter.kept is None:
            knowledge.move(s, dice[0], supply)
        return True

    def _whose(self, goal: m.Expr) -> Callable[[State, Locals], tuple[int, ...]]:
        """Makes the function that gives the thing that keeps a fact, NONE for none, and of several for which value."""
        thing = self.expr(goal.args[0]) if goal.op in ("field", "counter") else None
        given = goal.args[1:] if goal.op == "field" else goal.args if goal.op == "cell" else ()
        which = self.expr(given[0]) if given else None

        def whose(s: State, L: Locals) -> tuple[int, ...]:
            kept_by = thing(s, L) if thing is not None else NONE
            return (kept_by,) if which is None else (kept_by, which(s, L))

        return whose

    def _in_range(self, goal: m.Expr, value: int, w: m.Sentence) -> None:
        kind = goal.type
        if isinstance(kind, IntType) and kind.low is not None and kind.high is not None:
            if not kind.low <= value <= kind.high:
                raise RuleError(f"`{goal.span.text}` would become {value}; it {kind.extent}", w.span)

    def _flip_link(self, w: m.Sentence, code: Code) -> Act:
        link: m.Link = w.act.ref
        origin = self.expr(w.act.args[0])
        goal = self.expr(w.act.args[1]) if len(w.act.args) > 2 else None
        side = self.expr(w.act.args[-1])
        layout = self.layout
        start, first = layout.link_cell[link.name], layout.things[link.origin.name].start
        goals = layout.things[link.goal.name]
        linked = self.program.evaluator.linked(link)

        def act(s: State, f: Frame) -> None:
            here, value = origin(s, f.locals), side(s, f.locals)
            if here == NONE:
                return
            others = [goal(s, f.locals)] if goal is not None else list(goals)
            for other in others:
                if other in (NONE, here) or not linked(s, here, other):
                    continue
                cell = start + (here - first) * len(goals) + other - goals.start
                before = s.cells[cell]
                if before not in (NONE, value) or (before != NONE and link.seen != "everyone"):
                    s.cells[cell] = value
                    self.tell(s, code, w.span, "flip_link", link, here, other, value)

        return act

    def _bind(self, w: m.Sentence, code: Code) -> Act:
        chosen, local, kind = self.expr(w.act.args[0]), w.act.value, w.act.args[0].type
        by_chance = w.decision is not None and any(slot.random for slot in w.decision.slots)

        def act(s: State, f: Frame) -> None:
            f.locals[local] = value = chosen(s, f.locals)
            self.tell(
                s, code, w.span, "choose", kind, tuple(value) if isinstance(value, list) else value, by_chance
            )

        return act


def _is_hidden(goal: m.Expr) -> bool:
    """Tells whether somebody may not see a fact: of it not even that it stayed the same may be told by silence."""
    if isinstance(goal.ref, m.Field):
        return hiding.seen(goal.ref) != "everyone"
    return isinstance(goal.ref, m.Counter) and goal.ref.seen != "everyone"

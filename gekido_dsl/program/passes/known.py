"""What is known of numbers where they are read takes the place of asking: that one is never none, that one is 0 or 1.

Of each local, array and function it is found out once, wherever it is set; where a condition stands around, or a branch
has left already if it did not hold, more is known of the locals in it.

Invariants:
    As in `signs`, an addition that leaves 32 bits is not thought of; whoever may make one checks it in 64 bits.
"""

from collections.abc import Iterable
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.flows import Place, flows
from gekido_dsl.program.nodes import Array, Body, Expr, Function, Label, Local, Stmt

NATURAL: Final = 1
"""Never negative."""
SOME_OR_NONE: Final = 2
"""Never less than -1."""
TRUTH: Final = 4
"""0 or 1."""
ALL: Final = 7
_NATURAL: Final = NATURAL | SOME_OR_NONE

Facts = dict[Local, int]
"""What is known of locals at one place, besides what always holds."""


def use_what_is_known(functions: Iterable[Function], exported: Iterable[Function]) -> None:
    """Shortens expressions and conditions."""
    functions = list(functions)
    always = _Always(functions, exported)
    for function in functions:
        function.body = _Flow(always).body(function.body, {})[0]


def _of_number(number: int) -> int:
    if number in (0, 1):
        return ALL
    return _NATURAL if number > 0 else SOME_OR_NONE if number == -1 else 0


class _Always:
    """What always holds. Begins by believing everything, and gives up what is not so."""

    def __init__(self, functions: list[Function], exported: Iterable[Function]) -> None:
        self.known: dict[Place, int] = {}
        for function in exported:
            self.known.update(dict.fromkeys(function.parameters, 0))
        found = flows(functions)
        self._flows = found.values
        for local in found.counters:
            self.known[local] = self.of_place(local) & ~TRUTH
        self.known.update(dict.fromkeys(found.unknown, 0))
        changed = True
        while changed:
            changed = False
            left: list[tuple[Place, Expr]] = []
            for place, value in self._flows:
                before = self.of_place(place)
                if not before:
                    continue
                now = before & self.of(value, {})
                if now != before:
                    self.known[place] = now
                    changed = True
                left.append((place, value))
            self._flows = left

    def of_place(self, place: Place) -> int:
        """What is known of what holds or gives numbers."""
        found = self.known.get(place)
        if found is None:
            found = ALL
            if isinstance(place, Array):
                found = 0 if place.kind in ("control", "region") else _of_number(place.fill)
                for number in set(place.contents):
                    found &= _of_number(number)
            self.known[place] = found
        return found

    def of(self, value: Expr, facts: Facts) -> int:
        """What is known of an expression."""
        match value:
            case ir.Const(value=number):
                return _of_number(number)
            case ir.Local():
                return self.of_place(value) | facts.get(value, 0)
            case ir.Load(array=array, index=index):
                found = self.of_place(array)
                if found and array.kind != "frame" and not self.of(index, facts) & NATURAL:
                    found &= _of_number(array.guard)
                return found
            case ir.Unary(op="eqz"):
                return ALL
            case ir.Unary(op="wrap", value=ir.Unary(op="popcount" | "ctz" | "clz")):
                return _NATURAL
            case ir.Unary(op="popcount" | "ctz" | "clz"):
                return _NATURAL
            case ir.Unary(op="wrap", value=ir.Binary(op="and", right=ir.Const(value=number))):
                return (ALL if number == 1 else _NATURAL) if 0 <= number < 1 << 31 else 0
            case ir.Unary(
                op="wrap", value=ir.Binary(op="shr_u", left=ir.Binary(op="mul"), right=ir.Const(value=32))
            ):
                return _NATURAL  # a draw below a number of 31 bits
            case ir.Unary(op="extend", value=inner):
                return self.of(inner, facts)
            case ir.Binary(op=op, left=left, right=right):
                return self._binary(op, left, right, facts)
            case ir.Select(condition=condition, yes=yes, no=no):
                then, otherwise = dict(facts), dict(facts)
                self.learn(condition, True, then)
                self.learn(condition, False, otherwise)
                return self.of(yes, then) & self.of(no, otherwise)
            case ir.Ask(function=function):
                return self.of_place(function)
        return 0

    def _binary(self, op: ir.BinaryOp, left: Expr, right: Expr, facts: Facts) -> int:
        if op in ir.COMPARISONS:
            return ALL
        match op:
            case "and":
                one, other = self.of(left, facts), self.of(right, facts)
                if (one | other) & TRUTH:
                    return ALL
                return _NATURAL if (one | other) & NATURAL else one & other & SOME_OR_NONE
            case "or":
                return self.of(left, facts) & self.of(right, facts)
            case "xor":
                return self.of(left, facts) & self.of(right, facts) & (NATURAL | TRUTH)
            case "add" if isinstance(right, ir.Const) and right.value == -1:
                return SOME_OR_NONE if self.of(left, facts) & NATURAL else 0
            case "add" if isinstance(right, ir.Const) and right.value > 0:
                return _NATURAL if self.of(left, facts) & SOME_OR_NONE else 0
            case "add" | "mul" | "div":
                return self.of(left, facts) & self.of(right, facts) & NATURAL
            case "rem" | "shr":
                return self.of(left, facts) & _NATURAL
            case "div_u" | "rem_u":
                return _NATURAL if isinstance(right, ir.Const) and right.value > 1 else 0
            case "shr_u":
                return _NATURAL if isinstance(right, ir.Const) and right.value > 0 else 0
        return 0

    def learn(self, condition: Expr, holds: bool, facts: Facts) -> None:
        """Takes up what a condition says that holds, or does not."""
        match condition:
            case ir.Unary(op="eqz", value=inner):
                self.learn(inner, not holds, facts)
            case ir.Binary(op="and", left=left, right=right) if holds and _are_truths(self, left, right):
                self.learn(left, True, facts)
                self.learn(right, True, facts)
            case ir.Binary(op="or", left=left, right=right) if not holds:
                self.learn(left, False, facts)
                self.learn(right, False, facts)
            case ir.Binary(op="ne", left=left, right=ir.Const(value=0)) if holds:
                self.learn(left, True, facts)
            case ir.Binary(op="lt", left=left, right=ir.Const(value=0)) if not holds:
                self._natural(left, facts)
            case ir.Binary(op="ge" | "gt" | "eq", left=left, right=ir.Const(value=number)) if holds:
                if number >= 0 or (condition.op == "gt" and number == -1):
                    self._natural(left, facts)
            case ir.Binary(op="eq" | "ne" as op, left=left, right=ir.Const(value=-1)) if holds == (
                op == "ne"
            ):
                if self.of(left, facts) & SOME_OR_NONE:
                    self._natural(left, facts)
            case ir.Binary(op="lt_u", left=left, right=ir.Const(value=number)) if holds and number > 0:
                match left:
                    case ir.Local():
                        self._natural(left, facts)
                    case ir.Binary(op="add", left=ir.Local() as local, right=ir.Const(value=less)) if (
                        less < 0
                    ):
                        self._natural(local, facts)

    def _natural(self, value: Expr, facts: Facts) -> None:
        match value:
            case ir.Local():
                facts[value] = facts.get(value, 0) | _NATURAL
            case ir.Binary(op="or", left=left, right=right):
                self._natural(left, facts)
                self._natural(right, facts)


def _are_truths(always: _Always, *values: Expr) -> bool:
    return all(e.is_truth(value) or always.of(value, {}) & TRUTH for value in values)


class _Flow:
    """Goes through a function."""

    def __init__(self, always: _Always) -> None:
        self.always = always
        self.facts: Facts = {}
        self.leaving: dict[Label, Facts | None] = {}
        """What is known wherever somebody leaves a block."""

    def body(self, body: Body, facts: Facts) -> tuple[Body, Facts | None]:
        """Gives a body, and what is known after it; None if its end is not reached."""
        out: list[Stmt] = []
        now: Facts | None = facts
        for statement in body:
            if now is None:
                break
            new, now = self._statement(statement, now)
            out += new
        return tuple(out), now

    def _statement(self, old: Stmt, facts: Facts) -> tuple[Iterable[Stmt], Facts | None]:
        self.facts = facts
        statement = walk.with_operands(old, self.expression)
        match statement:
            case ir.Set(local=local, value=value):
                known = self.always.of(value, facts)
                return [statement], {**facts, local: known}
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                return self._if(condition, then, otherwise, facts)
            case ir.Block(label=label, body=body):
                self.leaving[label] = None
                inner, after = self.body(body, facts)
                return [ir.Block(label, inner)], _joined(after, self.leaving.pop(label))
            case ir.Loop(label=label, body=body, bound=bound):
                inner, after = self.body(body, self._without(facts, body))
                return [ir.Loop(label, inner, bound)], after
            case ir.For(local=local, start=start, end=end, body=body, bound=bound):
                known = self.always.of(start, facts) & _NATURAL
                left = self._without(facts, body)
                inner, _ = self.body(body, {**left, local: known})
                left.pop(local, None)
                return [ir.For(local, start, end, inner, bound)], left
            case ir.Branch(label=label, condition=asked):
                return self._branch(label, asked, facts)
            case ir.Switch(labels=labels):
                for label in labels:
                    self._leave(label, facts)
                return [statement], None
            case ir.Return() | ir.Trap() | ir.Error():
                return [statement], None
        written = walk.written(statement)
        if written is not None:
            facts = {local: known for local, known in facts.items() if local is not written}
        return [walk.with_bodies(statement, lambda one: self.body(one, dict(facts))[0])], facts

    def _if(
        self, condition: Expr, then: Body, otherwise: Body, facts: Facts
    ) -> tuple[list[Stmt], Facts | None]:
        yes, no = dict(facts), dict(facts)
        self.always.learn(condition, True, yes)
        self.always.learn(condition, False, no)
        if isinstance(condition, ir.Const):
            inner, after = self.body(then, facts) if condition.value else self.body(otherwise, facts)
            return list(inner), after
        one, after = self.body(then, yes)
        other, besides = self.body(otherwise, no)
        if not one and not other:
            return [], facts
        if not one:
            return [ir.If(e.not_(condition), other)], _joined(after, besides)
        return [ir.If(condition, one, other)], _joined(after, besides)

    def _branch(self, label: Label, asked: Expr | None, facts: Facts) -> tuple[list[Stmt], Facts | None]:
        if asked is None or (isinstance(asked, ir.Const) and asked.value):
            self._leave(label, facts)
            return [ir.Branch(label)], None
        if isinstance(asked, ir.Const):
            return [], facts
        gone, stays = dict(facts), dict(facts)
        self.always.learn(asked, True, gone)
        self.always.learn(asked, False, stays)
        self._leave(label, gone)
        return [ir.Branch(label, asked)], stays

    def _leave(self, label: Label, facts: Facts) -> None:
        if label in self.leaving:
            self.leaving[label] = _joined(facts, self.leaving[label])

    def _without(self, facts: Facts, body: Body) -> Facts:
        """What is still known wherever a loop is."""
        if not facts:
            return {}
        inside = {walk.written(one) for one in walk.statements(body)}
        return {local: known for local, known in facts.items() if local not in inside}

    def expression(self, value: Expr) -> Expr:
        """Gives an expression without what is known."""
        if isinstance(value, ir.Local | ir.Const):
            return value
        if isinstance(value, ir.Select):
            return self._select(value)
        new = walk.rebuilt(value, self.expression)
        match new:
            case ir.Binary(op="lt" | "ge" as op, left=left, right=ir.Const(value=0)) if left.type == "i32":
                if self._natural(left):
                    return ir.Const(int(op == "ge"))
            case ir.Binary(op="eq" | "ne" as op, left=left, right=ir.Const(value=number)):
                if left.type == "i32" and number < 0 and self._natural(left):
                    return ir.Const(int(op == "ne"))
                if left.type == "i32" and number in (0, 1) and self.always.of(left, self.facts) & TRUTH:
                    return left if number == int(op == "eq") else e.not_(left)
            case ir.Binary(op="gt", left=left, right=ir.Const(value=number)) if number < 0:
                if left.type == "i32" and self._natural(left):
                    return ir.Const(1)
        return new

    def _select(self, value: ir.Select) -> Expr:
        condition = self.expression(value.condition)
        before = self.facts
        self.facts = dict(before)
        self.always.learn(condition, True, self.facts)
        yes = self.expression(value.yes)
        self.facts = dict(before)
        self.always.learn(condition, False, self.facts)
        no = self.expression(value.no)
        self.facts = before
        if condition is value.condition and yes is value.yes and no is value.no:
            return value
        return e.select(condition, yes, no)

    def _natural(self, value: Expr) -> bool:
        if isinstance(value, ir.Binary) and value.op == "or":
            return self._natural(value.left) and self._natural(value.right)
        return bool(self.always.of(value, self.facts) & NATURAL)


def _joined(one: Facts | None, other: Facts | None) -> Facts | None:
    if one is None or other is None:
        return other if one is None else one
    if one is other:
        return one
    return {local: known & other[local] for local, known in one.items() if local in other}

"""What a local is known to hold where it is read takes its place, and ways that are never taken are left out.

Unlike `simplify`, which knows locals that are set once, this goes through a function as it runs: what was set is known
until it is set anew, and where ways meet what all of them know. Of a loop it is believed at first that nothing known
before changes in it, and given up what does.
"""

from collections.abc import Sequence

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Const, Expr, Function, Label, Local, Stmt

Known = dict[Local, Const]


def follow_constants(function: Function) -> None:
    """Puts numbers in the place of locals that hold them."""
    _Following(function).run()


class _Following:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.reached: dict[Label, list[Known]] = {}
        """What is known at each branch to a block's end or a loop's beginning."""

    def run(self) -> None:
        """Changes the function."""
        self.function.body = self.body(self.function.body, {})[0]

    def body(self, body: Body, known: Known | None) -> tuple[Body, Known | None]:
        """Gives statements, and what is known behind them; None where nobody comes. What was known is changed."""
        out: list[Stmt] = []
        for statement in body:
            if known is None:
                break
            new, known = self.statement(statement, known)
            out += new
        return tuple(out), known

    def statement(self, old: Stmt, known: Known) -> tuple[Sequence[Stmt], Known | None]:
        """Gives what a statement becomes, and what is known behind it."""
        match old:
            case ir.If():
                return self._if(old, known)
            case ir.Block(label=label, body=body):
                self.reached[label] = []
                inner, behind = self.body(body, known)
                ways = [one for one in (*self.reached.pop(label), behind) if one is not None]
                return [ir.Block(label, inner)], _common(ways)
            case ir.Loop():
                return self._loop(old, known)
            case ir.For(local=local, body=body):
                written = {walk.written(one) for one in walk.statements(body)} | {local}
                new = walk.with_operands(old, lambda one: _put(one, known))
                inside = {one: value for one, value in known.items() if one not in written}
                return [walk.with_bodies(new, lambda inner: self.body(inner, dict(inside))[0])], inside
            case ir.Branch(label=label, condition=condition):
                return self._branch(label, condition, known)
            case ir.Switch(selector=selector, labels=labels):
                return self._switch(_put(selector, known), labels, known)
        new = walk.with_operands(old, lambda one: _put(one, known))
        if isinstance(new, ir.Return | ir.Trap | ir.Error):
            return [new], None
        written_ = walk.written(new)
        if written_ is not None:
            known.pop(written_, None)
            if isinstance(new, ir.Set) and isinstance(new.value, Const):
                known[written_] = new.value
        return [new], known

    def _if(self, old: ir.If, known: Known) -> tuple[Sequence[Stmt], Known | None]:
        condition = _put(old.condition, known)
        if isinstance(condition, Const):
            return self.body(old.then if condition.value else old.otherwise, known)
        then, first = self.body(old.then, _asked(condition, True, known))
        otherwise, second = self.body(old.otherwise, _asked(condition, False, known))
        ways = [one for one in (first, second) if one is not None]
        return [ir.If(condition, then, otherwise)], _common(ways)

    def _loop(self, old: ir.Loop, known: Known) -> tuple[Sequence[Stmt], Known | None]:
        before = {label: len(ways) for label, ways in self.reached.items()}
        while True:
            self.reached[old.label] = []
            inner, behind = self.body(old.body, dict(known))
            begins = _common([known, *self.reached.pop(old.label)])
            assert begins is not None
            if len(begins) == len(known):
                return [ir.Loop(old.label, inner, old.bound)], behind
            known = begins
            for label, count in before.items():
                del self.reached[label][count:]

    def _branch(
        self, label: Label, condition: Expr | None, known: Known
    ) -> tuple[Sequence[Stmt], Known | None]:
        asked = Const(1) if condition is None else _put(condition, known)
        if isinstance(asked, Const):
            if not asked.value:
                return [], known
            self.reached[label].append(known)
            return [ir.Branch(label)], None
        self.reached[label].append(_asked(asked, True, known))
        return [ir.Branch(label, asked)], _asked(asked, False, known)

    def _switch(
        self, selector: Expr, labels: tuple[Label, ...], known: Known
    ) -> tuple[Sequence[Stmt], Known | None]:
        if isinstance(selector, Const):
            number = selector.value
            return self._branch(labels[number] if 0 <= number < len(labels) else labels[-1], None, known)
        for label in labels:
            self.reached[label].append(dict(known))
        return [ir.Switch(selector, labels)], None


def _put(value: Expr, known: Known) -> Expr:
    if isinstance(value, Local):
        return known.get(value, value)
    return walk.rebuilt(value, lambda one: _put(one, known))


def _asked(condition: Expr, holds: bool, known: Known) -> Known:
    """Gives what is known where a condition holds, or does not."""
    match condition:
        case Local(type="i32") if not holds:
            return {**known, condition: Const(0)}
        case ir.Unary(op="eqz", value=Local(type="i32") as local) if holds:
            return {**known, local: Const(0)}
    return dict(known)


def _common(ways: Sequence[Known]) -> Known | None:
    """Gives what is known on all of several ways; None for none."""
    if not ways:
        return None
    first, *others = ways
    return {local: value for local, value in first.items() if all(one.get(local) == value for one in others)}

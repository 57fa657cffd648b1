"""A condition of several parts becomes branches: each part leads on where it decides, and nothing is asked twice.

What `a and b` leaves is a local that is set to `a`, if that holds to `b`, and then asked. Where it is asked right away,
and nowhere else, `b` is asked where it is worked out.
"""

from collections import Counter
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Expr, Function, Label, Local, Stmt

_LONGEST: Final = 4
"""So many copies of a condition are followed."""
_BEFORE: Final = 3
"""So many statements before are looked at again."""


def thread(function: Function) -> None:
    """Has conditions of a function lead on where they are decided."""
    _Threading(function).run()


class _Threading:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.reads: Counter[Local] = Counter()
        self.writes: Counter[Local] = Counter()
        for statement in walk.statements(function.body):
            written = walk.written(statement)
            if written is not None:
                self.writes[written] += 1
            for value in walk.expressions(walk.operands(statement)):
                if isinstance(value, Local):
                    self.reads[value] += 1
        for parameter in function.parameters:
            self.writes[parameter] += 1

    def run(self) -> None:
        """Changes the function."""
        self.function.body = self._body(self.function.body)

    def _body(self, body: Body) -> Body:
        out: list[Stmt] = []
        rest = list(reversed(body))
        while rest:
            statement = rest.pop()
            match statement:
                case ir.Set(local=local, value=first) if rest and self._once(local, 2):
                    new = self._joined(local, first, rest)
                    if new is not None:
                        # What stands before may lead on now, too.
                        rest += reversed([*out[-_BEFORE:], *new])
                        del out[-_BEFORE:]
                        continue
            out.append(walk.with_bodies(statement, self._body))
        return tuple(out)

    def _once(self, local: Local, writes: int) -> bool:
        return self.writes[local] == writes and self.reads[local] == 2 and local.type == "i32"

    def _joined(self, local: Local, first: Expr, rest: list[Stmt]) -> list[Stmt] | None:
        """Gives what takes the place of a local being set, and of what follows and is taken from `rest`."""
        if not self._is_truth(first):
            return None
        match rest[-1]:
            case ir.If(condition=condition, then=(*work, ir.Set(local=again, value=second)), otherwise=()):
                pass
            case _:
                return None
        asked = _sense(condition, local)
        if asked is None or again is not local or not self._is_truth(second):
            return None
        if not work and isinstance(second, ir.Const) and bool(second.value) == asked and e.is_truth(first):
            # `a and true`, `a or false`: the first part alone.
            rest.pop()
            self.reads[local] -= 1
            self.writes[local] -= 1
            return [ir.Set(local, first)]
        names, at = {local}, len(rest) - 2
        while at >= 0 and len(names) <= _LONGEST:
            match rest[at]:
                case ir.Set(local=copy, value=Local() as value) if value in names:
                    if self.writes[copy] != 1 or self.reads[copy] != 1:
                        break
                    names = {copy}
                    at -= 1
                    continue
            break
        if at < 0:
            return None
        (name,) = names
        new = self._led(first, list(work), second, asked, name, rest[at])
        if new is not None:
            del rest[at:]
        return new

    def _led(
        self, first: Expr, work: list[Stmt], second: Expr, both: bool, name: Local, use: Stmt
    ) -> list[Stmt] | None:
        """Gives the statements for `first and second`, or `first or second`, by what is done with it."""
        match use:
            case ir.Block(label=label, body=(begin, *others)):
                begun = self._led(first, work, second, both, name, begin)
                return None if begun is None else [ir.Block(label, (*begun, *others))]
            case ir.Branch(label=label, condition=condition) if condition is not None:
                holds = _sense(condition, name)
                if holds is None:
                    return None
                if holds != both:
                    return [_branch(label, first, holds), *work, _branch(label, second, holds)]
                return [ir.If(_that(first, holds), (*work, _branch(label, second, holds)))]
            case ir.If(condition=condition, then=then, otherwise=()):
                holds = _sense(condition, name)
                if holds is None:
                    return None
                if holds == both:
                    inner = ir.If(_that(second, holds), then)
                    return [ir.If(_that(first, holds), (*work, inner))]
                past, here = Label("past"), Label("here")
                asking = (_branch(here, first, holds), *work, _branch(past, second, not holds))
                return [ir.Block(past, (ir.Block(here, asking), *then))]
        return None

    def _is_truth(self, value: Expr) -> bool:
        return e.is_truth(value) or (isinstance(value, Local) and value.type == "i32")


def _sense(condition: Expr, local: Local) -> bool | None:
    """Tells whether a condition is that a local holds, or that it does not; None if it is anything else."""
    if condition is local:
        return True
    match condition:
        case ir.Unary(op="eqz", value=inner) if inner is local:
            return False
        case ir.Binary(op="ne", left=inner, right=ir.Const(value=0)) if inner is local:
            return True
    return None


def _that(value: Expr, holds: bool) -> Expr:
    return value if holds else e.not_(value)


def _branch(label: Label, value: Expr, holds: bool) -> Stmt:
    return ir.Branch(label, _that(value, holds))

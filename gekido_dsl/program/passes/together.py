"""Short tests of several numbers of an array that lead out to the same place are asked as one.

Whether any of a few numbers passes a test comes out after one of them or after all, as chance will have it, and no
processor foresees that. To ask all of them costs less than to guess wrong, where each is a few nodes.
"""

from collections import Counter
from operator import is_
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Expr, Function, Label, Local, Stmt
from gekido_dsl.program.passes.sizes import nodes

_MOST: Final = 8
"""So many tests become one."""
_SHORT: Final = 5
"""Of so many nodes each, no more."""
_DEAR: Final = frozenset({"div", "rem", "div_u", "rem_u"})


def ask_together(function: Function) -> None:
    """Makes one test of several."""
    reads = Counter(one for one in walk.all_expressions(function.body) if isinstance(one, Local))
    function.body = _Together(reads).body(function.body)


class _Together:
    def __init__(self, reads: Counter[Local]) -> None:
        self.reads = reads

    def body(self, body: Body) -> Body:
        """Gives statements, those within them first."""
        out: list[Stmt] = []
        asked: list[Expr] = []
        before: Stmt | None = None
        label: Label | None = None

        def leave() -> None:
            nonlocal label
            if before is not None and label is not None:
                out.append(before if len(asked) == 1 else ir.Branch(label, _any(asked)))
            asked.clear()
            label = None

        for statement in body:
            found = self._leading_out(statement)
            if found is None:
                leave()
                out.append(walk.with_bodies(statement, self.body))
                continue
            where, tests = found
            if where is not label or len(asked) + len(tests) > _MOST or _shape(tests[0]) != _shape(asked[0]):
                leave()
                label, before = where, statement
            asked += tests
        leave()
        return _same(body, out)

    def _leading_out(self, statement: Stmt) -> tuple[Label, list[Expr]] | None:
        """Gives where a statement leads out to, which does nothing else, and the tests of which one has to hold."""
        if not isinstance(statement, ir.For):
            found = _led_out(statement)
            return (found[0], [found[1]]) if found is not None and _is_short(found[1]) else None
        match statement:
            case ir.For(local=local, start=ir.Const(value=start), end=ir.Const(value=end), body=(inner,)):
                found = _led_out(inner)
                if found is None or not 0 < end - start <= _MOST:
                    return None
                label, test = found
                inside = sum(one is local for one in walk.expressions([test]))
                tests = [_put(test, local, number) for number in range(start, end)]
                if inside == self.reads[local] and all(map(_is_short, tests)):
                    return label, tests
        return None


def _same(body: Body, out: list[Stmt]) -> Body:
    return body if len(out) == len(body) and all(map(is_, out, body)) else tuple(out)


def _any(tests: list[Expr]) -> Expr:
    found: Expr = e.constant(0)
    for one in tests:
        found = e.or_(found, e.truth(one))
    return found


def _led_out(statement: Stmt) -> tuple[Label, Expr] | None:
    match statement:
        case ir.Branch(label=label, condition=condition) if condition is not None:
            return label, condition
        case ir.If(condition=condition, then=(ir.Branch(label=label, condition=None),), otherwise=()):
            return label, condition
    return None


def _put(value: Expr, local: Local, number: int) -> Expr:
    """Puts a number in the place of a local."""
    if value is local:
        return e.constant(number)
    return walk.rebuilt(value, lambda one: _put(one, local, number))


def _shape(test: Expr) -> Expr:
    """Gives a test without which number of an array it is about."""
    if isinstance(test, ir.Load):
        return ir.Load(test.array, ir.Const(0))
    return walk.rebuilt(test, _shape)


def _is_short(test: Expr) -> bool:
    """Whether a test may be asked whatever came out before it, and costs next to nothing."""
    if nodes(test) > _SHORT:
        return False
    for one in walk.expressions([test]):
        match one:
            case ir.Local():
                return False
            case ir.Load(array=array, index=index):
                if not isinstance(index, ir.Const) or not e.reaches(array, index.value):
                    return False
            case ir.Binary(op=op) if op in _DEAR:
                return False
            case ir.Ask() | ir.Select():
                return False
    return True

"""State that one function alone uses, at places that are fixed, is kept in locals."""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.addresses import image, unpack
from gekido_dsl.program.nodes import Array, Expr, Function, Local, Stmt

MOST = 96
"""How many numbers become locals, at most; more would only lie on another stack."""


def promote(root: Function, functions: Iterable[Function]) -> set[Array]:
    """Makes locals of arrays that only `root` uses, and gives those arrays.

    What they held before `root` was called is lost, and so is what they hold when it is left.
    """
    functions = list(functions)
    refused = {array for function in functions if function is not root for array in _used(function)}
    copying = ir.Save | ir.Restore | ir.Keep | ir.TakeBack | ir.Recall
    saving = any(isinstance(one, copying) for f in functions for one in walk.statements(f.body))
    counts: dict[Array, int] = {}
    for array, index in _accesses(root):
        counts[array] = counts.get(array, 0) + 1
        fixed = isinstance(index, ir.Const) and 0 <= index.value < array.length
        if (
            not fixed
            or array.kind not in ("state", "derived", "scratch")
            or (saving and array.kind != "scratch")
        ):
            refused.add(array)
    chosen: list[Array] = []
    room = MOST
    for array in sorted(counts, key=lambda array: -counts[array] / array.length):
        if array not in refused and array.length <= room:
            chosen.append(array)
            room -= array.length
    _Promotion(root, chosen).run()
    return set(chosen)


def _accesses(function: Function) -> Iterable[tuple[Array, Expr | None]]:
    for statement in walk.statements(function.body):
        match statement:
            case ir.Store(array=array, index=index):
                yield array, index
            case ir.Recall(result=array):
                yield array, None
            case ir.Copy(target=target, source=source):
                yield target, None
                yield source, None
        for value in walk.expressions(walk.operands(statement)):
            if isinstance(value, ir.Load):
                yield value.array, value.index


def _used(function: Function) -> set[Array]:
    return {array for array, _ in _accesses(function)}


class _Promotion:
    """Puts locals where numbers of arrays were."""

    def __init__(self, root: Function, arrays: list[Array]) -> None:
        self.root = root
        self.locals = {
            array: [Local(f"{array.name}{index or ''}", array.type) for index in range(array.length)]
            for array in arrays
        }
        self.start = {
            array: [0] * array.length if array.kind == "scratch" else unpack(image(array), array.width)[1:]
            for array in arrays
        }

    def run(self) -> None:
        """Changes the function."""
        root = self.root
        for locals_ in self.locals.values():
            root.locals += locals_
        body = walk.replaced(root.body, self.statement)
        root.body = (*self.reset(("state", "derived", "scratch")), *body)

    def reset(self, kinds: tuple[str, ...]) -> list[Stmt]:
        """Gives what sets the locals to how a match starts."""
        return [
            ir.Set(local, ir.Const(number, array.type))
            for array, locals_ in self.locals.items()
            if array.kind in kinds
            for local, number in zip(locals_, self.start[array], strict=True)
        ]

    def statement(self, old: Stmt) -> Iterable[Stmt]:
        """Changes a statement."""
        statement = walk.with_operands(old, self.expression)
        match statement:
            case ir.Store(array=array, index=ir.Const(value=index), value=value) if array in self.locals:
                return [ir.Set(self.locals[array][index], value)]
            case ir.Reset():
                return [statement, *self.reset(("state", "derived"))]
        return [statement]

    def expression(self, value: Expr) -> Expr:
        """Changes an expression."""
        match value:
            case ir.Load(array=array, index=ir.Const(value=index)) if array in self.locals:
                return self.locals[array][index]
        return walk.rebuilt(value, self.expression)

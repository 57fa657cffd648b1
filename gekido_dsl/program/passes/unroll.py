"""Short loops over fixed numbers are written out, and what is then known is put in its place."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from operator import is_

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.expressions import constant, entry, reaches
from gekido_dsl.program.nodes import Body, Expr, Function, Local, Stmt
from gekido_dsl.program.passes.sizes import size


def unroll(function: Function, rounds: int, budget: int, lasting: Mapping[Local, Collection[Local]]) -> int:
    """Writes out loops of at most so many rounds, the inner ones first; gives what is left of the budget in nodes.

    Args:
        lasting: what `once` gave; all other locals that only a loop has are set anew in each of its rounds.
    """
    occurrences = _occurrences(function.body)
    left = budget

    def change(statement: Stmt) -> Iterable[Stmt] | None:
        nonlocal left
        match statement:
            case ir.For(local=local, start=ir.Const(value=start), end=ir.Const(value=end), body=body):
                times = max(end - start, 0)
                cost = size(body) * (times - 1)
                if times > rounds or cost > left:
                    return None
                left -= max(cost, 0)
                inside = _occurrences((statement,))
                own = {one for one, count in inside.items() if count == occurrences[one]}
                own -= {*function.parameters}
                own -= {one for one, known in lasting.items() if not own.issuperset(known)}
                out: list[Stmt] = []
                for number in range(start, end):
                    out += _Round(function, local, number, own).body(body)
                for one, count in _occurrences(tuple(out)).items():
                    occurrences[one] = count if one in own else occurrences[one] + count - inside[one]
                return out
        return None

    function.body = walk.replaced(function.body, change)
    return left


def _occurrences(body: Body) -> Counter[Local]:
    found: Counter[Local] = Counter()
    for statement in walk.statements(body):
        local = walk.written(statement)
        if local is not None:
            found[local] += 1
        found.update(v for v in walk.expressions(walk.operands(statement)) if isinstance(v, ir.Local))
    return found


class _Round:
    """One round of a loop, with a number in place of its local and locals of its own."""

    def __init__(self, function: Function, local: Local, number: int, own: set[Local]) -> None:
        self.function = function
        self.number = constant(number)
        self.local = local
        self.own = own - {local}
        self.names: dict[Local, Local] = {}

    def body(self, body: Body) -> Body:
        """Gives the statements."""
        return tuple(self.statement(statement) for statement in body)

    def statement(self, old: Stmt) -> Stmt:
        """Gives a statement."""
        statement = walk.with_operands(old, self.expression)
        written = walk.written(statement)
        if written in self.own and written is not None:
            statement = walk.with_written(statement, self.named(written))
        return walk.with_bodies(statement, self.body)

    def expression(self, value: Expr) -> Expr:
        """Gives an expression."""
        if isinstance(value, ir.Local):
            if value is self.local:
                return self.number
            return self.named(value) if value in self.own else value
        return walk.rebuilt(value, self.expression)

    def named(self, local: Local) -> Local:
        """Gives the local that stands for one of the loop."""
        if local not in self.names:
            self.names[local] = Local(local.name, local.type)
            self.function.locals.append(self.names[local])
        return self.names[local]


def simplify(function: Function) -> None:
    """Puts what is known in the place of locals that are set once, and takes out what never runs."""
    for _ in range(8):
        statements = walk.statements(function.body)
        times = Counter(map(walk.written, statements))
        fixed = {*function.parameters} - set(times)
        known: dict[Local, Expr] = {}
        for statement in statements:
            match statement:
                case ir.Set(local=local, value=value) if times[local] == 1:
                    if isinstance(value, ir.Const) or (
                        isinstance(value, ir.Local) and (value in fixed or times[value] == 1)
                    ):
                        known[local] = value
        before = function.body
        function.body = _Simplified(known).body(before)
        if function.body is before:
            return


def _same(body: Body, out: list[Stmt]) -> Body:
    """Gives the body itself where nothing has changed."""
    return body if len(out) == len(body) and all(map(is_, out, body)) else tuple(out)


class _Simplified:
    def __init__(self, known: dict[Local, Expr]) -> None:
        self.known = known

    def body(self, body: Body) -> Body:
        """Gives statements up to the first that always leaves."""
        out: list[Stmt] = []
        for statement in body:
            for new in self.statement(statement):
                out.append(new)
                if isinstance(new, ir.Return | ir.Trap | ir.Error | ir.Switch) or (
                    isinstance(new, ir.Branch) and new.condition is None
                ):
                    return _same(body, out)
        return _same(body, out)

    def statement(self, old: Stmt) -> Iterable[Stmt]:
        """Gives what is left of a statement."""
        statement = walk.with_operands(old, self.expression)
        match statement:
            case ir.Set(local=local) if local in self.known:
                return []
            case ir.If(condition=ir.Const(value=value), then=then, otherwise=otherwise):
                return self.body(then if value else otherwise)
            case ir.Branch(label=label, condition=ir.Const(value=value)):
                return [ir.Branch(label)] if value else []
            case ir.If(then=(), otherwise=()):
                return []
        return [walk.with_bodies(statement, self.body)]

    def expression(self, value: Expr) -> Expr:
        """Gives an expression with what is known in it."""
        if isinstance(value, ir.Local):
            found = self.known.get(value)
            return value if found is None else self.expression(found)
        match walk.rebuilt(value, self.expression):
            case ir.Load(array=array, index=ir.Const(value=index)) if array.kind == "table" and reaches(
                array, index
            ):
                return ir.Const(entry(array, index), array.type)
            case changed:
                return changed

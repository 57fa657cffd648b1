"""Going through programs, and writing them anew."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.expressions import binary, load, not_, select, unary
from gekido_dsl.program.nodes import Body, Expr, Function, Stmt


def statements(body: Body) -> Iterator[Stmt]:
    """Goes through a body and all bodies in it, each statement before those in it."""
    for statement in body:
        yield statement
        for inner in bodies(statement):
            yield from statements(inner)


def bodies(statement: Stmt) -> tuple[Body, ...]:
    """Gives the bodies in a statement."""
    match statement:
        case ir.If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ir.Block(body=body) | ir.Loop(body=body) | ir.For(body=body):
            return (body,)
        case ir.Choose(listing=listing):
            return (listing,)
    return ()


def operands(statement: Stmt) -> tuple[Expr, ...]:
    """Gives the expressions that stand in a statement itself."""
    match statement:
        case ir.Set(value=value):
            return (value,)
        case ir.Store(index=index, value=value):
            return (index, value)
        case ir.If(condition=condition):
            return (condition,)
        case ir.For(start=start, end=end):
            return (start, end)
        case ir.Branch(condition=ir.Const() | None):
            return ()
        case ir.Branch(condition=asked) if asked is not None:
            return (asked,)
        case ir.Switch(selector=selector):
            return (selector,)
        case ir.Call(arguments=arguments):
            return arguments
        case ir.Return(value=given) if given is not None:
            return (given,)
        case ir.Choose(seat=seat, count=count):
            return (seat, count)
        case ir.Draw(count=count, values=values):
            return (count, *values)
        case ir.Tell(values=values) | ir.Offer(values=values):
            return values
        case ir.Copy(to=to, start=start, size=size):
            return (to, start, size)
    return ()


def parts(value: Expr) -> tuple[Expr, ...]:
    """Gives the expressions that an expression is made of."""
    match value:
        case ir.Load(index=index):
            return (index,)
        case ir.Unary(value=inner):
            return (inner,)
        case ir.Binary(left=left, right=right):
            return (left, right)
        case ir.Select(condition=condition, yes=yes, no=no):
            return (condition, yes, no)
        case ir.Ask(arguments=arguments):
            return arguments
    return ()


def expressions(values: Iterable[Expr]) -> Iterator[Expr]:
    """Goes through expressions and all that they are made of."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        yield value
        waiting += parts(value)


def all_expressions(body: Body) -> Iterator[Expr]:
    """Goes through every expression of a body."""
    for statement in statements(body):
        yield from expressions(operands(statement))


def written(statement: Stmt) -> ir.Local | None:
    """Gives the local that a statement itself sets."""
    match statement:
        case ir.Set(local=local) | ir.For(local=local) | ir.Choose(local=local) | ir.Draw(local=local):
            return local
        case ir.Call(result=result):
            return result
    return None


def callees(function: Function) -> list[Function]:
    """Lists the functions that a function calls or asks, each once, in order."""
    found: dict[Function, None] = {}
    for statement in statements(function.body):
        if isinstance(statement, ir.Call):
            found[statement.function] = None
        for value in expressions(operands(statement)):
            if isinstance(value, ir.Ask):
                found[value.function] = None
    return list(found)


def reachable(entries: Iterable[Function]) -> list[Function]:
    """Lists the functions that some functions need, those first."""
    found: dict[Function, None] = dict.fromkeys(entries)
    waiting = list(found)
    while waiting:
        for other in callees(waiting.pop(0)):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)


def circles(functions: Iterable[Function]) -> tuple[list[list[Function]], set[Function]]:
    """Orders functions so that each comes after those that call it, circles together.

    Returns:
        the groups in that order, and all functions that can be called again while they run.
    """
    edges = {function: callees(function) for function in functions}
    numbers: dict[Function, int] = {}
    low: dict[Function, int] = {}
    stack: list[Function] = []
    on_stack: set[Function] = set()
    groups: list[list[Function]] = []
    for root in edges:
        if root in numbers:
            continue
        path = [(root, iter(edges[root]))]
        numbers[root] = low[root] = len(numbers)
        stack.append(root)
        on_stack.add(root)
        while path:
            function, rest = path[-1]
            for other in rest:
                if other not in numbers:
                    numbers[other] = low[other] = len(numbers)
                    stack.append(other)
                    on_stack.add(other)
                    path.append((other, iter(edges.get(other, []))))
                    break
                if other in on_stack:
                    low[function] = min(low[function], numbers[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[function])
                if low[function] == numbers[function]:
                    group: list[Function] = []
                    while not group or group[-1] is not function:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    groups.append(group)
    again = {one for group in groups for one in group if len(group) > 1 or one in edges[one]}
    return groups[::-1], again


# ---------------------------------------------------------------- writing anew


def rebuilt(value: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Gives an expression with its parts changed, folded once more."""
    match value:
        case ir.Load(array=array, index=index):
            new = change(index)
            return value if new is index else load(array, new)
        case ir.Unary(op=op, value=inner, type=type):
            new = change(inner)
            if new is inner:
                return value
            return not_(new) if op == "eqz" else unary(op, new, type)
        case ir.Binary(op=op, left=left, right=right):
            one, other = change(left), change(right)
            return value if one is left and other is right else binary(op, one, other)
        case ir.Select(condition=condition, yes=yes, no=no):
            asked, one, other = change(condition), change(yes), change(no)
            if asked is condition and one is yes and other is no:
                return value
            return select(asked, one, other)
        case ir.Ask(function=function, arguments=arguments):
            return ir.Ask(function, tuple(change(argument) for argument in arguments)) if arguments else value
    return value


def with_operands(statement: Stmt, change: Callable[[Expr], Expr]) -> Stmt:
    """Gives a statement with its own expressions changed."""
    match statement:
        case ir.Set(local=local, value=value):
            return ir.Set(local, change(value))
        case ir.Store(array=array, index=index, value=value):
            return ir.Store(array, change(index), change(value))
        case ir.If(condition=condition):
            return replace(statement, condition=change(condition))
        case ir.For(start=start, end=end):
            return replace(statement, start=change(start), end=change(end))
        case ir.Branch(label=label, condition=asked) if asked is not None:
            return ir.Branch(label, change(asked))
        case ir.Switch(selector=selector):
            return replace(statement, selector=change(selector))
        case ir.Call(arguments=arguments):
            return replace(statement, arguments=tuple(change(one) for one in arguments))
        case ir.Return(value=given) if given is not None:
            return ir.Return(change(given))
        case ir.Choose(seat=seat, count=count):
            return replace(statement, seat=change(seat), count=change(count))
        case ir.Draw(count=count, values=values):
            return replace(statement, count=change(count), values=tuple(change(one) for one in values))
        case ir.Tell(values=values):
            return replace(statement, values=tuple(change(one) for one in values))
        case ir.Offer(values=values):
            return ir.Offer(tuple(change(one) for one in values))
        case ir.Copy(to=to, start=start, size=size):
            return replace(statement, to=change(to), start=change(start), size=change(size))
    return statement


def with_written(statement: Stmt, local: ir.Local) -> Stmt:
    """Gives a statement that sets another local."""
    match statement:
        case ir.Set(value=value):
            return ir.Set(local, value)
        case ir.For() | ir.Choose() | ir.Draw():
            return replace(statement, local=local)
        case ir.Call():
            return replace(statement, result=local)
    raise TypeError(f"{type(statement).__name__} sets no local")


def with_bodies(statement: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """Gives a statement with the bodies in it changed."""
    match statement:
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            return ir.If(condition, change(then), change(otherwise))
        case ir.Block(label=label, body=body):
            return ir.Block(label, change(body))
        case ir.Loop(label=label, body=body, bound=bound):
            return ir.Loop(label, change(body), bound)
        case ir.For(body=body):
            return replace(statement, body=change(body))
        case ir.Choose(listing=listing):
            return replace(statement, listing=change(listing))
    return statement


def replaced(body: Body, change: Callable[[Stmt], Iterable[Stmt] | None]) -> Body:
    """Gives a body in which statements are replaced, the inner ones first; None keeps one."""
    out: list[Stmt] = []
    for statement in body:
        inner = with_bodies(statement, lambda one: replaced(one, change)) if bodies(statement) else statement
        new = change(inner)
        if new is None:
            out.append(inner)
        else:
            out += new
    return tuple(out)

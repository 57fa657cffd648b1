"""Going through programs, and writing them anew."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from operator import attrgetter, is_
from typing import Any

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.expressions import binary, load, not_, select, unary
from gekido_dsl.program.nodes import Body, Expr, Function, Stmt


def statements(body: Body) -> list[Stmt]:
    """Lists the statements of a body and of all bodies in it, each statement before those in it."""
    found: list[Stmt] = []
    _collect(body, found)
    return found


def _collect(body: Body, found: list[Stmt]) -> None:
    for statement in body:
        found.append(statement)
        cls = type(statement)
        if cls in _BODIES:
            for inner in _BODIES[cls](statement):
                if inner:
                    _collect(inner, found)


# Tables by class: this is where most of the time of a compilation goes.
_BODIES: dict[type, Callable[[Any], tuple[Body, ...]]] = {
    ir.If: lambda one: (one.then, one.otherwise),
    ir.Block: lambda one: (one.body,),
    ir.Loop: lambda one: (one.body,),
    ir.For: lambda one: (one.body,),
    ir.Choose: lambda one: (one.listing,),
    ir.Sampled: lambda one: (one.drawn, one.listed),
}

_OPERANDS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    ir.Set: lambda one: (one.value,),
    ir.Store: lambda one: (one.index, one.value),
    ir.If: lambda one: (one.condition,),
    ir.For: lambda one: (one.start, one.end),
    ir.Branch: lambda one: () if one.condition is None else (one.condition,),
    ir.Switch: lambda one: (one.selector,),
    ir.Call: lambda one: one.arguments,
    ir.Return: lambda one: () if one.value is None else (one.value,),
    ir.Choose: lambda one: (one.seat, one.count, *one.about),
    ir.Pick: lambda one: (one.count,),
    ir.Picked: lambda one: (one.count,),
    ir.Draw: lambda one: (one.count, *one.values),
    ir.Tell: lambda one: one.values,
    ir.Offer: lambda one: one.values,
    ir.InSecret: lambda one: (one.player,),
    ir.Reordered: lambda one: (one.place,),
    ir.Reach: lambda one: () if one.condition is None else (one.condition,),
    ir.Copy: lambda one: (one.to, one.start, one.size),
    ir.Recall: lambda one: one.numbers,
    ir.Remember: lambda one: (one.entry, one.value),
}

_PARTS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    ir.Load: lambda one: (one.index,),
    ir.Unary: lambda one: (one.value,),
    ir.Binary: lambda one: (one.left, one.right),
    ir.Select: lambda one: (one.condition, one.yes, one.no),
    ir.Ask: lambda one: one.arguments,
}


def _nothing(_: object) -> tuple[()]:
    return ()


def bodies(statement: Stmt) -> tuple[Body, ...]:
    """Gives the bodies in a statement."""
    return _BODIES.get(type(statement), _nothing)(statement)


def operands(statement: Stmt) -> tuple[Expr, ...]:
    """Gives the expressions that stand in a statement itself."""
    return _OPERANDS.get(type(statement), _nothing)(statement)


def parts(value: Expr) -> tuple[Expr, ...]:
    """Gives the expressions that an expression is made of."""
    return _PARTS.get(type(value), _nothing)(value)


def expressions(values: Iterable[Expr]) -> list[Expr]:
    """Lists expressions and all that they are made of."""
    found = list(values)
    for value in found:
        inside = _PARTS.get(type(value))
        if inside is not None:
            found += inside(value)
    return found


def all_expressions(body: Body) -> Iterator[Expr]:
    """Goes through every expression of a body."""
    for statement in statements(body):
        yield from expressions(operands(statement))


def written(statement: Stmt) -> ir.Local | None:
    """Gives the local that a statement itself sets."""
    found: ir.Local | None = _WRITTEN.get(type(statement), _no_local)(statement)
    return found


def _no_local(_: object) -> None:
    return None


_WRITTEN: dict[type, Callable[[Any], ir.Local | None]] = {
    **dict.fromkeys(
        (ir.Set, ir.For, ir.Choose, ir.Pick, ir.Draw, ir.Recall, ir.Reordered), attrgetter("local")
    ),
    ir.Call: attrgetter("result"),
}


def callees(function: Function) -> list[Function]:
    """Lists the functions that a function calls or asks, each once, in order; who is given the list leaves it as it is.

    They are looked for once for each body that the function has.
    """
    known = function.called
    if known is not None and known[0] is function.body:
        return known[1]
    found: dict[Function, None] = {}
    for statement in statements(function.body):
        cls = type(statement)
        if isinstance(statement, ir.Call):
            found[statement.function] = None
        if cls not in _OPERANDS:
            continue
        # What has no parts asks nothing, and most have none.
        waiting = [one for one in _OPERANDS[cls](statement) if type(one) in _PARTS]
        for value in waiting:
            if type(value) is ir.Ask:
                found[value.function] = None
            waiting += [one for one in _PARTS[type(value)](value) if type(one) in _PARTS]
    function.called = (function.body, list(found))
    return function.called[1]


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
    if type(value) not in _PARTS:
        return value
    match value:
        case ir.Load(array=array, index=index):
            new = change(index)
            return value if new is index else load(array, new)
        case ir.Unary(op=op, value=inner):
            new = change(inner)
            if new is inner:
                return value
            return not_(new) if op == "eqz" else unary(op, new, value.type)
        case ir.Binary(op=op, left=left, right=right):
            one, other = change(left), change(right)
            return value if one is left and other is right else binary(op, one, other)
        case ir.Select(condition=condition, yes=yes, no=no):
            asked, one, other = change(condition), change(yes), change(no)
            if asked is condition and one is yes and other is no:
                return value
            return select(asked, one, other)
        case ir.Ask(function=function, arguments=arguments):
            given = tuple([change(argument) for argument in arguments])
            return value if all(map(is_, given, arguments)) else ir.Ask(function, given)
    return value


def with_operands(statement: Stmt, change: Callable[[Expr], Expr]) -> Stmt:
    """Gives a statement with its own expressions changed; the same if they are."""
    before = operands(statement)
    if not before:
        return statement
    after = tuple([change(value) for value in before])
    return statement if all(map(is_, before, after)) else _WITH[type(statement)](statement, after)


_WITH: dict[type, Callable[[Any, tuple[Expr, ...]], Stmt]] = {
    ir.Set: lambda one, new: ir.Set(one.local, new[0]),
    ir.Store: lambda one, new: ir.Store(one.array, new[0], new[1]),
    ir.If: lambda one, new: ir.If(new[0], one.then, one.otherwise),
    ir.For: lambda one, new: ir.For(one.local, new[0], new[1], one.body, one.bound),
    ir.Branch: lambda one, new: ir.Branch(one.label, new[0]),
    ir.Switch: lambda one, new: ir.Switch(new[0], one.labels),
    ir.Call: lambda one, new: ir.Call(one.function, new, one.result),
    ir.Return: lambda one, new: ir.Return(new[0]),
    ir.Choose: lambda one, new: replace(one, seat=new[0], count=new[1], about=new[2:]),
    ir.Pick: lambda one, new: ir.Pick(one.local, new[0]),
    ir.Picked: lambda one, new: ir.Picked(new[0]),
    ir.Draw: lambda one, new: replace(one, count=new[0], values=new[1:]),
    ir.Tell: lambda one, new: ir.Tell(one.site, new),
    ir.Offer: lambda one, new: ir.Offer(new),
    ir.InSecret: lambda one, new: ir.InSecret(new[0]),
    ir.Reordered: lambda one, new: ir.Reordered(one.local, new[0]),
    ir.Reach: lambda one, new: ir.Reach(one.block, new[0]),
    ir.Copy: lambda one, new: ir.Copy(one.target, new[0], one.source, new[1], new[2]),
    ir.Recall: lambda one, new: ir.Recall(one.local, one.result, new),
    ir.Remember: lambda one, new: ir.Remember(*new),
}


def with_written(statement: Stmt, local: ir.Local) -> Stmt:
    """Gives a statement that sets another local."""
    match statement:
        case ir.Set(value=value):
            return ir.Set(local, value)
        case ir.For() | ir.Choose() | ir.Pick() | ir.Draw() | ir.Recall() | ir.Reordered():
            return replace(statement, local=local)
        case ir.Call():
            return replace(statement, result=local)
    raise TypeError(f"{type(statement).__name__} sets no local")


def with_bodies(statement: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """Gives a statement with the bodies in it changed; the same if they are."""
    if type(statement) not in _BODIES:
        return statement
    match statement:
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            one, other = change(then), change(otherwise) if otherwise else otherwise
            return statement if one is then and other is otherwise else ir.If(condition, one, other)
        case ir.Block(label=label, body=body):
            new = change(body)
            return statement if new is body else ir.Block(label, new)
        case ir.Loop(label=label, body=body, bound=bound):
            new = change(body)
            return statement if new is body else ir.Loop(label, new, bound)
        case ir.For(body=body):
            new = change(body)
            return statement if new is body else replace(statement, body=new)
        case ir.Choose(listing=listing):
            new = change(listing)
            return statement if new is listing else replace(statement, listing=new)
        case ir.Sampled(drawn=drawn, listed=listed):
            one, other = change(drawn), change(listed)
            return statement if one is drawn and other is listed else ir.Sampled(one, other)
    return statement


def replaced(
    body: Body, change: Callable[[Stmt], Iterable[Stmt] | None], of: Container[type] | None = None
) -> Body:
    """Gives a body in which statements are replaced, the inner ones first; None keeps one.

    Args:
        of: the classes of what may be replaced, if others need not be asked about.
    """

    def inside(one: Body) -> Body:
        return replaced(one, change, of) if one else one

    out: list[Stmt] = []
    same = True
    for statement in body:
        inner = statement
        if type(statement) in _BODIES:
            inner = with_bodies(statement, inside)
        new = change(inner) if of is None or type(inner) in of else None
        if new is None:
            out.append(inner)
            same = same and inner is statement
        else:
            out += new
            same = False
    return body if same else tuple(out)

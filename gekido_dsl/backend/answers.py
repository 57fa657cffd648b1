"""Answers of declarations are remembered while nothing changes that they read; decision 8 has the interpreter's way.

A ruleset may define one word by another, each of which looks through the same things. Written out, every word then
multiplies the work of the one before. Functions of such declarations look into a small table first: by what they are
asked with, and by a number that goes up whenever something is written that one of them reads.

Invariants:
    An answer is found only if nothing was written since that its function reads, whatever it was.
    Programs whose declarations are not that dear are left exactly as they are.
"""

from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.program.nodes import Array, Body, Function, Program, Stmt

DEAR: Final = 10_000_000
"""From how much work on a function is one whose answers are remembered, with those of all that it asks."""
_LOOP: Final = 8
"""How often the body of a loop is taken to run."""
_LEAST: Final = 100
"""Less work than this is done again."""
_ENTRIES: Final = 256
"""How many answers of a function are kept, a power of two."""
_MOST: Final = 1 << 60


def remember(program: Program, b: ProgramBuilder) -> Array | None:
    """Makes the dear functions of a program remember their answers.

    Args:
        b: holds the arrays and functions of the program.
    Returns:
        the number that has to go up wherever the position becomes another one outside of the program; None where
        nothing is remembered.
    """
    chosen = _chosen(program)
    if not chosen:
        return None
    number = b.control("answers of", 1, 64)
    read = _read(chosen)
    inside = set(walk.reachable(chosen))
    grown: Stmt = ir.Store(number, ir.Const(0), e.add(e.load(number), 1))

    def change(statement: Stmt) -> list[Stmt] | None:
        match statement:
            case ir.Store(array=array) if array in read:
                return [statement, grown]
            case ir.Copy() | ir.Restore() | ir.TakeBack() | ir.Reset():
                return [statement, grown]
        return None

    for function in walk.reachable([program.entry, *program.also]):
        if function not in inside:
            function.body = walk.replaced(function.body, change)
    for function in program.also:
        function.body = (grown, *function.body)
    for function in chosen:
        _look_first(b, function, number)
    return number


def _chosen(program: Program) -> list[Function]:
    """Gives the functions whose answers are remembered."""
    functions = walk.reachable([program.entry, *program.also])
    asked = {
        value.function
        for function in functions
        for value in walk.all_expressions(function.body)
        if isinstance(value, ir.Ask)
    }
    costs: dict[Function, int] = {}
    dear = [function for function in functions if function in asked and _cost(function, costs) >= DEAR]
    within = set(walk.reachable(dear))
    return [
        function
        for function in functions
        if function in asked & within
        and function.result == "i32"
        and all(one.type == "i32" for one in function.parameters)
        and costs.get(function, 0) >= _LEAST
    ]


def _cost(function: Function, costs: dict[Function, int]) -> int:
    """Tells about how much work a function is. One that asks itself counts once."""
    if function not in costs:
        costs[function] = 0
        costs[function] = min(_work(function.body, costs), _MOST)
    return costs[function]


def _work(body: Body, costs: dict[Function, int]) -> int:
    found = 0
    for statement in body:
        found += 1
        if isinstance(statement, ir.Call):
            found += _cost(statement.function, costs)
        for value in walk.expressions(walk.operands(statement)):
            found += 1
            if isinstance(value, ir.Ask):
                found += _cost(value.function, costs)
        times = _LOOP if isinstance(statement, ir.For | ir.Loop) else 1
        found += times * sum(_work(inner, costs) for inner in walk.bodies(statement))
    return found


def _read(functions: list[Function]) -> set[Array]:
    """Gives what may change and is read by functions, or by what they ask."""
    return {
        value.array
        for function in walk.reachable(functions)
        for value in walk.all_expressions(function.body)
        if isinstance(value, ir.Load) and value.array.kind not in ("table", "frame")
    }


def _look_first(b: ProgramBuilder, function: Function, number: Array) -> None:
    """Has a function look whether its answer is known; what it does becomes another function."""
    inner = Function(
        f"{function.name} asked", function.parameters, "i32", function.locals, function.frame, function.body
    )
    b.functions.append(inner)
    f = b.function(function.name, [one.name for one in function.parameters], "i32")
    b.functions.pop()
    given = f.parameters
    keys = [b.control(f"{function.name} asked with", _ENTRIES) for _ in given]
    moments, values = b.control(f"{function.name} known", _ENTRIES, 64), b.control(function.name, _ENTRIES)
    place: e.Value = 0
    for one in given:
        place = e.add(e.mul(place, 37), one)
    place = f.let(e.and_(place, _ENTRIES - 1), "place")
    same: e.Value = e.eq(e.load(moments, place), e.load(number))
    for key, one in zip(keys, given, strict=True):
        same = e.and_(same, e.eq(e.load(key, place), one))
    with f.if_(same):
        f.return_(e.load(values, place))
    found = f.let(ir.Ask(inner, given), "found")
    for key, one in zip(keys, given, strict=True):
        f.store(key, place, one)
    f.store(moments, place, e.load(number))
    f.store(values, place, found)
    f.return_(found)
    made = f.finish()
    function.parameters, function.locals, function.frame = made.parameters, made.locals, []
    function.body = made.body

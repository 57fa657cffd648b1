"""What is only tried does no more than its question needs: the position is taken back, so nobody sees the rest.

Between a `Save` and its `Restore` everything is done by functions of their own, copies without what is told, in which
only that lives on which the answer depends. Only the arrays that they still write are saved and taken back.
"""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Array, Body, Function, Program, Stmt
from gekido_dsl.program.passes.live import drop_dead
from gekido_dsl.program.twins import twins_of

_NEVER = (
    ir.Save,
    ir.Restore,
    ir.Keep,
    ir.TakeBack,
    ir.Recall,
    ir.Remember,
    ir.Reset,
    ir.Copy,
    ir.Boundary,
    ir.Rest,
)
"""What leaves everything as it is, if it is in what is tried."""


def shorten_tries(program: Program) -> None:
    """Has what is tried do no more than needed, and the rest not saved."""
    made: list[Function] = []
    for function in walk.reachable([program.entry, *program.also]):
        function.body = _shortened(function.body, program, made)
    program.functions = (*program.functions, *made)


def _shortened(body: Body, program: Program, made: list[Function]) -> Body:
    found: list[Stmt] = []
    at = 0
    while at < len(body):
        statement = body[at]
        if isinstance(statement, ir.Save):
            end = next((k for k in range(at, len(body)) if isinstance(body[k], ir.Restore)), None)
            tried = None if end is None else _tried(body[at + 1 : end], program, made)
            if tried is not None and end is not None:
                inside, arrays = tried
                found += [ir.Save(arrays), *inside, ir.Restore(arrays)]
                at = end + 1
                continue
        found.append(walk.with_bodies(statement, lambda inner: _shortened(inner, program, made)))
        at += 1
    return tuple(found)


def _tried(inside: Body, program: Program, made: list[Function]) -> tuple[Body, tuple[Array, ...]] | None:
    """Gives what is done between saving and taking back, in functions of its own, and which state these write."""
    called = [one.function for one in inside if isinstance(one, ir.Call)]
    others = [one for one in inside if not isinstance(one, ir.Call)]
    if len(called) != 1 or not all(isinstance(one, ir.Store | ir.Set) for one in others):
        return None
    functions = walk.reachable(called)
    if any(isinstance(one, _NEVER) for function in functions for one in walk.statements(function.body)):
        return None
    if any(_is_state(array) for array in _written([inside])):
        return None
    twins = twins_of(functions, beside=True)
    root = twins[called[0]]
    for twin in twins.values():
        twin.body = walk.replaced(twin.body, _untold)
    used = {array for twin in twins.values() for array in _arrays(twin) if not _is_state(array)}
    drop_dead([root], list(twins.values()), used, forgotten=True)
    left = walk.reachable([root])
    made += left
    written = {array for array in _written(one.body for one in left) if _is_state(array)}
    if any(
        isinstance(one, ir.Draw | ir.Choose | ir.Pick) for twin in left for one in walk.statements(twin.body)
    ):
        return None
    arrays = tuple(sorted(written, key=lambda array: array.name))
    return tuple(
        ir.Call(root, one.arguments, one.result) if isinstance(one, ir.Call) else one for one in inside
    ), arrays


def _untold(statement: Stmt) -> Iterable[Stmt] | None:
    return [] if isinstance(statement, ir.Tell | ir.Reach) else None


def _is_state(array: Array) -> bool:
    return array.kind in ("state", "derived")


def _written(bodies: Iterable[Body]) -> set[Array]:
    return {one.array for body in bodies for one in walk.statements(body) if isinstance(one, ir.Store)}


def _arrays(function: Function) -> set[Array]:
    return _written([function.body]) | {
        one.array for one in walk.all_expressions(function.body) if isinstance(one, ir.Load)
    }

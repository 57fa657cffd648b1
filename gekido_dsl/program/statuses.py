"""Which functions can give a status that is not 0; nobody has to look at that of the others."""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Function, Local


def gives_status(functions: Iterable[Function]) -> set[Function]:
    """Gives the functions of which the status may be something but 0."""
    asked = [function for function in functions if function.result == "status"]
    giving: set[Function] = set()
    found = True
    while found:
        new = {function for function in asked if function not in giving and _gives(function, giving)}
        giving |= new
        found = bool(new)
    return giving


def _gives(function: Function, giving: set[Function]) -> bool:
    zero = _always_zero(function, giving)
    for statement in walk.statements(function.body):
        match statement:
            case ir.Return(value=ir.Const(value=0)):
                pass
            case ir.Return(value=ir.Local() as local) if local in zero:
                pass
            case ir.Return() | ir.Choose():
                return True
            case ir.Call(function=called) if called in giving:
                return True
    return False


def _always_zero(function: Function, giving: set[Function]) -> set[Local]:
    """Gives the locals that hold nothing but the status of functions that give none."""
    zero: set[Local] = set()
    others: set[Local] = set(function.parameters)
    for statement in walk.statements(function.body):
        local = walk.written(statement)
        match statement:
            case ir.Call(function=called) if called.result == "status" and called not in giving:
                zero |= {local} if local is not None else set()
            case ir.Set(value=ir.Const(value=0)) if local is not None:
                zero.add(local)
            case _ if local is not None:
                others.add(local)
    return zero - others

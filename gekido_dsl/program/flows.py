"""How numbers flow through a program: what is put where, whatever else is found out of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Array, Expr, Function, Local

Place = Local | Array | Function
"""What holds or gives numbers."""


@dataclass(slots=True)
class Flows:
    """Everything that comes to be in a place, in the order of the text."""

    values: list[tuple[Place, Expr]] = field(default_factory=list)
    """Of locals, arrays and functions: what they are set to, may hold, or give; of a counter where it starts."""
    counters: list[Local] = field(default_factory=list)
    """Locals that a loop counts up."""
    unknown: list[Place] = field(default_factory=list)
    """What may hold any number: arrays to which bytes are copied, what was chosen, drawn or recalled."""


def flows(functions: Iterable[Function]) -> Flows:
    """Collects the flows of functions."""
    found = Flows()
    recalled: set[Array] = set()
    remembered: list[Expr] = []
    for function in functions:
        for statement in walk.statements(function.body):
            match statement:
                case ir.Set(local=local, value=value):
                    found.values.append((local, value))
                case ir.For(local=local, start=value):
                    found.values.append((local, value))
                    found.counters.append(local)
                case ir.Store(array=array, value=value):
                    found.values.append((array, value))
                case ir.Copy(target=target):
                    found.unknown.append(target)
                case (
                    ir.Choose(local=local)
                    | ir.Pick(local=local)
                    | ir.Draw(local=local)
                    | ir.Reordered(local=local)
                ):
                    found.unknown.append(local)
                case ir.Recall(local=local, result=array):
                    found.unknown.append(local)
                    recalled.add(array)
                case ir.Remember(value=value):
                    remembered.append(value)
                case ir.Return(value=value) if value is not None:
                    found.values.append((function, value))
                case ir.Call(function=called, arguments=arguments, result=result):
                    found.values += zip(called.parameters, arguments, strict=True)
                    if result is not None:
                        found.values.append((result, ir.Ask(called, ())))
                    elif called.result == "status":
                        # What is not 0 is returned at once.
                        found.values.append((function, ir.Ask(called, ())))
            for value in walk.expressions(walk.operands(statement)):
                if isinstance(value, ir.Ask):
                    found.values += zip(value.function.parameters, value.arguments, strict=True)
    found.values += [(array, value) for array in recalled for value in remembered]
    return found

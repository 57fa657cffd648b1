"""Whether a value is among several, without listing them where that can be helped."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.interpreter.operators.making import LISTED
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def membership(ev: Evaluation, several: m.Expr) -> Callable[[State, Locals, Any], bool]:
    """Makes the test whether a value is among several, without listing them where that can be helped."""
    if isinstance(several, m.ops.Filter):
        base, test, local = membership(ev, several.set), ev.make(several.test), several.value

        def passes(s: State, L: Locals, value: Any) -> bool:
            if not base(s, L, value):
                return False
            before, L[local] = L[local], value
            result = bool(test(s, L))
            L[local] = before
            return result

        return passes
    if isinstance(several, m.ops.Things) and several.ref.legend is not None:
        spaces, cell = ev.layout.things[several.ref.name], ev.layout.position_cell
        return lambda s, L, value: value in spaces and s.cells[cell + value] != NONE
    if isinstance(several, m.ops.Things) and not several.ref.laid_out:
        things, gone = ev.layout.things[several.ref.name], ev.layout.gone
        return lambda s, L, value: value in things and s.where[value] != gone
    listed = ev.make(several)

    def among(s: State, L: Locals, value: Any) -> bool:
        found = listed(s, L)
        ev.work += len(found) // LISTED
        return value in found

    return among

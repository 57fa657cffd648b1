"""How often the position has come up: its number among those that were noted as turns began."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground import positions
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

_of_thing = lru_cache(1 << 16)(positions.of_thing)


@gives(m.ops.CameUp)
def _came_up(ev: Evaluation, e: m.ops.CameUp) -> Function:
    number = _number(ev, e.ref, e.things, e.facts, e.value)
    last, log, kept = ev.make(e.last), ev.layout.position_log, e.ref.kept

    def came_up(s: State, L: Locals) -> int:
        now, noted = positions.halves(number(s, L)), s.cells[log]
        most = min(max(last(s, L), 0), noted, kept)
        ev.work += most
        found = 0
        for back in range(1, most + 1):
            at = log + 1 + positions.CELLS * ((noted - back) % kept)
            found += (s.cells[at], s.cells[at + 1]) == now
        return found

    return came_up


def noting(ev: Evaluation, position: m.Position) -> Callable[[State, int], None]:
    """Makes the function that notes the position as the turn of a player begins."""
    number = _number(ev, position, position.things, position.facts, 1)
    blank, log, kept = [NONE] * (position.locals - 1), ev.layout.position_log, position.kept

    def note(s: State, player: int) -> None:
        at = log + 1 + positions.CELLS * (s.cells[log] % kept)
        s.cells[at], s.cells[at + 1] = positions.halves(number(s, [player, *blank]))
        s.cells[log] += 1

    return note


def _number(
    ev: Evaluation, position: m.Position, things: m.Expr, facts: Sequence[m.Expr], local: int
) -> Function:
    """Makes the function that gives the number of the position as it is."""
    several, asked = ev.make(things), [ev.make(one) for one in facts]
    row_of = ev.layout.row_of

    def number(s: State, L: Locals) -> int:
        total = 0
        for thing in several(s, L):
            L[local] = thing
            ev.work += 1
            said = [int(fact(s, L)) for fact in asked]
            total += _of_thing((s.where[thing], s.owner(thing), row_of[thing], *said))
        total &= positions.MASK
        return positions.mixed(total, s.cells[lay.ON_TURN]) if position.on_turn else total

    return number

"""Where others have decided in secret, a match is led to where they have not, and whoever decides now has just begun.

That is where worlds are drawn from; see `engine.Executor.sample`. Another script leads there: the choices before the
secret part, in what order they come in it, and what whoever decides has chosen in it by now.
"""

from collections.abc import Callable

from gekido_dsl import engine as e
from gekido_dsl.backend.control import COMING, DRAWN, ORDERED
from gekido_dsl.backend.machine import Failed, Machine, Stand
from gekido_dsl.interpreter.sampling import same_point
from gekido_dsl.interpreter.state import State


def undecided(machine: Machine, stand: Stand, known: State, played: Callable[[Stand], State]) -> Stand | None:
    """Gives where a match stands there; None where no script leads there for sure.

    Args:
        stand: of whoever decides in secret.
        known: the state of the interpreter there.
        played: has the interpreter play the turn over.
    """
    part = known.secret_part
    if part is None or known.question is None or stand.chances:
        return None
    *moments, (_, _, drawn) = machine.decided_at(stand)
    if len(moments) < 2:
        return None
    (_, begin, drawn_before), (_, own, _) = moments[0], moments[-1]
    order = known.frames[part.depth - 1].locals[part.local]
    others = any(entry <= DRAWN or entry == ORDERED for entry in stand.script[begin:])
    # What chance has brought somebody in secret, it would not bring again.
    if others or drawn != drawn_before or len(order) > COMING:
        return None
    script = (*stand.script[:begin], ORDERED, len(order), *order, *stand.script[own:])
    try:
        found = machine.by_script(stand, script)
        return found if same_point(known, played(found)) else None
    except (Failed, e.RuleError, e.IllegalChoice):
        return None

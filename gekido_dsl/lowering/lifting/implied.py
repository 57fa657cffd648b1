"""What has to be so if a test is to hold for any of what a loop goes through: it is asked once, before the loop."""

from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlayerType, SetType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_DEEP = 4
"""Definitions in one another are looked into so far."""
_WITHIN = 1
"""What is asked beforehand is written several times over, so it asks nothing beforehand that is deeper than this."""


def beforehand(w: Writer, test: m.Expr, unknown: frozenset[int]) -> ir.Expr | None:
    """Asks what a test implies that does not depend on some locals; None where there is nothing.

    Only inside definitions and questions about several: what stands in the test itself is asked quickly anyway.
    """
    if w.lowering.asking_before >= _WITHIN or not is_total(w.lowering, test):
        return None

    def asked() -> ir.Expr | None:
        found = w.code.variable(1, "may")
        w.lowering.asking_before += 1
        try:
            return found if _ask(w, test, unknown, found, 0) else None
        finally:
            w.lowering.asking_before -= 1

    if w.unwritten(asked) is None or not w.lowering.takes(Special.ASKED_BEFORE):
        return None
    return asked()


def _ask(w: Writer, e: m.Expr, unknown: frozenset[int], found: ir.Local, deep: int) -> bool:
    """Writes that a local becomes 0 if something that is implied is not so; tells whether anything is."""
    if not any(walk.reads(e, one) for one in unknown):
        if not deep:
            return False
        with w.code.if_(found):
            w.code.set(found, x.truth(w.test(e)))
        return True
    match e:
        case m.ops.And():
            return sum(_ask(w, part, unknown, found, deep) for part in e.args) > 0
        case m.ops.Some():
            return _ask(w, e.test, unknown | {e.value}, found, deep + 1)
        case m.ops.Defined():
            return _ask_definition(w, e, unknown, found, deep)
    return False


def _ask_definition(w: Writer, e: m.ops.Defined, unknown: frozenset[int], found: ir.Local, deep: int) -> bool:
    decl: m.Definition = e.ref
    test = w.lowering.in_force(decl)
    if test is None or isinstance(decl.subject, PlayerType) or decl in w.lowering.within or deep >= _DEEP:
        return False
    if any(isinstance(one.type, SetType) for one in e.args):
        return False
    depends = {k + 1 for k, one in enumerate(e.args) if any(walk.reads(one, local) for local in unknown)}
    given: dict[int, Held] = {0: w.actor}
    given |= {k + 1: w.fixed(one) for k, one in enumerate(e.args) if k + 1 not in depends}
    w.lowering.within.append(decl)
    asked = _ask(w.within(decl, given), test, frozenset(depends), found, deep + 1)
    w.lowering.within.pop()
    return asked

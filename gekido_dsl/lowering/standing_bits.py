"""Several spaces, or the spaces on which several things stand, as bits: all of them, or those of some owner."""

from gekido_dsl.lowering import standing
from gekido_dsl.lowering.bitsets import (
    Field,
    Spaces,
    Words,
    chosen,
)
from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def words_of(w: Writer, several: m.Expr) -> Spaces | None:
    """Gives several spaces as bits, if they can be had so."""
    try:
        found = w.lower(several)
    except NotLowered:
        return None
    return found if isinstance(found, Spaces) else None


def standing_of(w: Writer, field: Field, several: m.Expr) -> Words | None:
    """Gives the spaces on which several things stand, asked of by their owners alone; None if it is not so."""
    tests: list[m.Expr] = []
    base = several
    while base.op == "filter":
        if base.args[1].op in _OWNERS and base.args[1].args[0].op == "local":
            if base.args[1].args[0].value != base.value:
                return None
            tests.append(base.args[1])
            base = base.args[0]
        else:
            return None
    of_board = base.op == "on" and base.args[0].op == "board" and base.args[0].ref is field.board
    if not (base.op == "things" or of_board) or len(tests) > 1:
        return None
    kind: m.Kind = base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    return _of_owner(w, field, kind, tests[0].op if tests else "")


_OWNERS = frozenset({"friendly", "enemy", "unclaimed"})


def _of_owner(w: Writer, field: Field, kind: m.Kind, test: str) -> Words | None:
    if w.game.sides is not None and test in ("friendly", "enemy"):
        return None
    match test:
        case "":
            return standing.of_all(w, field, kind)
        case "unclaimed":
            return standing.of_owner(w, field, kind, x.constant(NONE))
        case "friendly":
            own = standing.of_owner(w, field, kind, w.actor)
            return chosen(w.code.let(x.ge(w.actor, 0)), own) if actor_may_be_none(w) else own
    found: Words | None = None
    for owner in range(w.layout.players):
        one = standing.of_owner(w, field, kind, x.constant(owner))
        one = chosen(w.code.let(x.ne(w.actor, owner)), one)
        found = one if found is None else found | one
    return found


def actor_may_be_none(w: Writer) -> bool:
    """Tells whether nobody may be acting."""
    return isinstance(w.actor, ir.Const) and w.actor.value < 0

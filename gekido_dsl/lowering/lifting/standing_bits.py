"""Several spaces, or the spaces on which several things stand, as bits: all of them, or those of some owner."""

from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.errors import NotLowered
from gekido_dsl.lowering.game.occupancy import is_local
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.sets.words import Field, Words, chosen
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, PlayerType
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
    base, test = several, None
    if isinstance(several, m.ops.Filter):
        base, test = several.set, several.test
    of_board = (
        isinstance(base, m.ops.On) and isinstance(base.spaces, m.ops.Board) and base.spaces.ref is field.board
    )
    if not (isinstance(base, m.ops.Things) or of_board):
        return None
    kind: m.Kind = base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    return standing.of_all(w, field, kind) if test is None else _of_owner(w, field, kind, test, several.value)


def given_to(w: Writer, e: m.Expr, local: int, *, asked: bool = False) -> tuple[dict[int, Held], int] | None:
    """Gives what a declaration is asked with besides a local, and as which of its own locals it has that one.

    None where it is asked with more than one thing that depends on the local.

    Args:
        asked: whether it is asked in any case.
    """
    its = [k for k, one in enumerate(e.args) if is_local(one, local)]
    others = [(k, one) for k, one in enumerate(e.args) if not is_local(one, local)]
    if len(its) != 1 or any(
        walk.reads(one, local) or not (asked or is_total(w.lowering, one)) for _, one in others
    ):
        return None
    given: dict[int, Held] = {0: w.actor}
    given |= {k + 1: w.code.let(w.value(one)) for k, one in others}
    return given, its[0] + 1


def _of_owner(w: Writer, field: Field, kind: m.Kind, test: m.Expr, local: int) -> Words | None:
    """Gives the spaces of the things for which a test of a local holds, where it asks only whose they are."""
    if isinstance(test, m.ops.Defined):
        inner = w.lowering.in_force(test.ref)
        if inner is None or isinstance(test.ref.subject, PlayerType) or test.ref in w.lowering.within:
            return None
        held = given_to(w, test, local)
        if held is None:
            return None
        w.lowering.within.append(test.ref)
        found = _of_owner(w.within(test.ref, held[0]), field, kind, inner, held[1])
        w.lowering.within.pop()
        return found
    if isinstance(test, m.ops.Is):
        for one, other in ((test.left, test.right), (test.right, test.left)):
            if isinstance(one, m.ops.Owner) and is_local(one.of, local):
                if walk.reads(other, local) or not is_total(w.lowering, other):
                    return None
                return standing.of_owner(w, field, kind, w.fixed(other))
    if not test.args or not is_local(test.args[0], local):
        return None
    if w.game.sides is not None and isinstance(test, m.ops.Friendly | m.ops.Enemy):
        return None
    match test:
        case m.ops.Unclaimed():
            return standing.of_owner(w, field, kind, x.constant(NONE))
        case m.ops.Friendly():
            own = standing.of_owner(w, field, kind, w.actor)
            return chosen(w.code.let(x.ge(w.actor, 0)), own) if actor_may_be_none(w) else own
        case m.ops.Enemy():
            return _enemies(w, field, kind)
    return None


def _enemies(w: Writer, field: Field, kind: m.Kind) -> Words | None:
    found: Words | None = None
    for owner in range(w.layout.players):
        one = standing.of_owner(w, field, kind, x.constant(owner))
        one = chosen(w.code.let(x.ne(w.actor, owner)), one)
        found = one if found is None else found | one
    return found


def actor_may_be_none(w: Writer) -> bool:
    """Tells whether nobody may be acting."""
    return isinstance(w.actor, ir.Const) and w.actor.value < 0

"""What never changes however a match goes: what printed facts and nothing else say of things."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Lasts, Many, OfMe
from gekido_dsl.model.types import SetType


def lasting(
    expr: m.Expr, game: m.Game, bound: frozenset[int] = frozenset(), placed: bool = True, listed: bool = True
) -> bool:
    """Tells whether what an expression says of things never changes: printed facts and nothing else.

    Args:
        bound: the locals that hold the things.
        placed: whether it is enough that it stays the same as long as spaces lie where they lie. Otherwise it may not
            need locals of its own, either.
        listed: whether it may list things of a kind, as what is asked of a space only if it lies there may.
    """
    record = expr.record
    match record.lasts:
        case Lasts.MATCH:
            return False
        case Lasts.LOCAL:
            return expr.value in bound
        case Lasts.FACT if expr.ref.kept:
            return False
        case Lasts.IN_THE_GAME | Lasts.PLACED if not placed:
            return False
        case Lasts.IN_THE_GAME if not listed and isinstance(expr.type, SetType):
            return False
        case Lasts.PLACED if record.of_me is OfMe.FACING and game.facing:
            return False
        case Lasts.DECLARED:
            about = asked_about(expr.ref)
            if expr.ref.exceptions or not all(
                lasting(one, game, about, placed, False) for one in walk.asked(expr.ref)
            ):
                return False
    if record.binds:
        if not placed:
            return False
        bound = bound | {expr.value}
    of_set = listed and record.many is Many.SEVERAL
    return all(lasting(arg, game, bound, placed, of_set and not at) for at, arg in enumerate(expr.args))


def asked_about(declared: m.Definition | m.Property | m.Amount) -> frozenset[int]:
    """Gives the locals that hold what is asked about and what it is asked with."""
    return frozenset(range(1, 2 + len(declared.params)))

"""What can be said of a test before it is asked: that it always has an answer, or which spaces it leaves out."""

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ListType, SetType, ThingType, item


def is_total(lowering: Lowering, e: m.Expr, within: tuple[object, ...] = ()) -> bool:
    """Tells whether an expression always has an answer."""
    if e.op == "field":
        # A fact of none is none; one with several values is asked with what may be none of them.
        if len(e.args) > 1 or isinstance(e.type, SetType | ListType):
            return False
    elif not e.record.ahead:
        return False
    if e.op == "defined":
        test = lowering.in_force(e.ref)
        if e.ref in within or test is None or not is_total(lowering, test, (*within, e.ref)):
            return False
    return all(is_total(lowering, one, within) for one in e.args)


def takes_up(several: m.Expr, test: m.Expr, local: int) -> bool:
    """Tells whether a test is that a space is not empty, and all of several spaces are known not to be."""
    if test.op != "not" or test.args[0].op != "empty":
        return False
    asked = test.args[0].args[0]
    return asked.op == "local" and asked.value == local and _all_taken(several)


def _all_taken(several: m.Expr) -> bool:
    return several.op == "filter" and (_taken(several.args[1], several.value) or _all_taken(several.args[0]))


def _taken(test: m.Expr, local: int) -> bool:
    """Tells whether a test of a space holds only where something stands that blocks it."""
    match test.op:
        case "and":
            return any(_taken(one, local) for one in test.args)
        case "defined":
            asked, decl = test.args[0], test.ref
            mine = asked.op == "local" and asked.value == local
            return mine and not decl.exceptions and _taken(decl.test, 1)
        case "some":
            kind, at = item(test.args[0].type), test.args[1]
            if at.op != "at" or not isinstance(kind, ThingType) or not kind.kind.blocking:
                return False
            thing, space = at.args
            return (thing.op, thing.value, space.op, space.value) == ("local", test.value, "local", local)
    return False

"""What can be said of a test before it is asked: that it always has an answer, or which spaces it leaves out."""

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ListType, SetType, ThingType, item


def is_total(lowering: Lowering, e: m.Expr, within: tuple[object, ...] = ()) -> bool:
    """Tells whether an expression always has an answer."""
    if isinstance(e, m.ops.Field):
        # A fact of none is none; one with several values is asked with what may be none of them.
        if e.index is not None or isinstance(e.type, SetType | ListType):
            return False
    elif isinstance(e, m.ops.Property):
        value = e.ref.value
        if not isinstance(value, m.ops.Touching) or not is_total(lowering, value, within):
            return False
    elif not e.record.ahead:
        return False
    if isinstance(e, m.ops.Defined):
        decl = e.ref
        # One that asks itself, by whatever way, is not total, so the answer does not hang on who asks first.
        if decl in within or not lowering.remembered(
            ("total", decl), lambda: _is_total_definition(lowering, decl, within)
        ):
            return False
    return all(is_total(lowering, one, within) for one in e.args)


def _is_total_definition(lowering: Lowering, decl: m.Definition, within: tuple[object, ...]) -> bool:
    test = lowering.in_force(decl)
    return test is not None and is_total(lowering, test, (*within, decl))


def takes_up(several: m.Expr, test: m.Expr, local: int) -> bool:
    """Tells whether a test is that a space is not empty, and all of several spaces are known not to be."""
    if not isinstance(test, m.ops.Not) or not isinstance(test.condition, m.ops.Empty):
        return False
    asked = test.condition.place
    return isinstance(asked, m.ops.Local) and asked.value == local and _all_taken(several)


def _all_taken(several: m.Expr) -> bool:
    return isinstance(several, m.ops.Filter) and (
        _taken(several.test, several.value) or _all_taken(several.set)
    )


def _taken(test: m.Expr, local: int) -> bool:
    """Tells whether a test of a space holds only where something stands that blocks it."""
    match test:
        case m.ops.And():
            return any(_taken(one, local) for one in test.args)
        case m.ops.Defined():
            asked, decl = test.thing, test.ref
            mine = isinstance(asked, m.ops.Local) and asked.value == local
            return mine and not decl.exceptions and _taken(decl.test, 1)
        case m.ops.Some():
            kind, at = item(test.set.type), test.test
            if not isinstance(at, m.ops.At) or not isinstance(kind, ThingType) or not kind.kind.blocking:
                return False
            thing, space = at.thing, at.space
            return (
                isinstance(thing, m.ops.Local)
                and isinstance(space, m.ops.Local)
                and (thing.value, space.value) == (test.value, local)
            )
    return False

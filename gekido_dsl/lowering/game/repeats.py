"""Whether the same value may come several times among several, as the owners of things do: by what they are made of."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Repeats
from gekido_dsl.model.types import ListType, SetType


def may_repeat(several: m.Expr, within: tuple[m.Decl, ...] = ()) -> bool:
    """Tells whether a value may come several times.

    Args:
        within: the properties that it is part of; one that asks itself adds nothing.
    """
    match several.record.repeats:
        case Repeats.NEVER:
            return False
        case Repeats.ALWAYS:
            return True
        case Repeats.OF_EACH:
            return isinstance(several.args[0].type, SetType)
        case Repeats.AS_OPERAND:
            return bool(several.args) and may_repeat(several.args[0], within)
        case Repeats.OF_A_LIST:
            return isinstance(several.args[0].type, ListType) or may_repeat(several.args[0], within)
        case Repeats.DECLARED:
            declared = several.ref
            return declared not in within and any(
                may_repeat(one, (*within, declared)) for one in walk.given(declared)
            )

"""What a question is about: the things with a name that its sentence speaks of, besides what is still to be chosen."""

from collections.abc import Mapping
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, Type, item
from gekido_dsl.model.walk import exprs


def given(procedure: m.Procedure) -> dict[int, Type]:
    """Gives the locals that a body is begun with, and their types."""
    if procedure.word == "action":
        return {1: procedure.item}
    return {number: param.type for number, param in enumerate(procedure.params, start=1)}


def spoken_of(standing: Mapping[int, Type], part: Any) -> tuple[int, ...]:
    """Gives the locals at hand that part of a statement speaks of, as far as what they hold has a name."""
    named = {local for local, kind in standing.items() if _has_name(kind)}
    return (
        tuple(sorted(named & {expr.value for expr in exprs(part) if isinstance(expr, m.ops.Local)}))
        if named
        else ()
    )


def _has_name(kind: Type) -> bool:
    one = item(kind)
    if not isinstance(one, ThingType) or one.kind.faces is not None or one.kind.board is not None:
        return False
    return one.kind.file is not None or (one.kind.parent is not None and one.kind.parent.file is not None)

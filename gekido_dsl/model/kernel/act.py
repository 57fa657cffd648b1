"""What every act has: the record of its verb, and its operands in the order of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gekido_dsl.model.kernel.verb import Many, Verb

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr

VERBS: Final[dict[str, type[Act]]] = {}
"""The class of each verb, by its name."""


class Act:
    """What a sentence does, once everything is chosen: a verb of the kernel and its operands.

    Each verb is a frozen class of its own, with named fields. It has no slots, as a class with slots is made twice, the
    second time without its record.
    """

    record: ClassVar[Verb]

    def __init_subclass__(cls, *, record: Verb) -> None:
        named = tuple(name for name, kind in cls.__annotations__.items() if "Expr" in str(kind))
        assert named == tuple(record.operands), (record.name, named)
        assert record.name not in VERBS, record.name
        cls.record = record
        VERBS[record.name] = cls

    @property
    def operands(self) -> tuple[Expr, ...]:
        """All operands that are there, in order."""
        found: list[Expr] = []
        for name in self.record.operands:
            given = getattr(self, name)
            if isinstance(given, tuple):
                found += given
            elif given is not None:
                found.append(given)
        return tuple(found)

    @property
    def single(self) -> tuple[Expr, ...]:
        """The operands that have to be one value each."""
        found: list[Expr] = []
        for name, operand in self.record.operands.items():
            given = getattr(self, name)
            if operand.many is Many.ONE and given is not None:
                found += given if isinstance(given, tuple) else (given,)
        return tuple(found)

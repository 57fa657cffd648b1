"""The record of a statement: what is declared of it, once, for all who ask; and what every statement has.

Invariants:
    No column has a default. A statement without one of them is an error of types.
    What a class holds is what its record says: a field of expressions or of statements that is missing there stops the
    import.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.statements import Statement

    Statements = tuple[Statement, ...]

STATEMENTS: Final[dict[str, type[Stated]]] = {}
"""The class of each statement, by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Statements inside a statement."""

    word: str
    """What a reader calls it."""
    repeated: bool
    """Whether it is any number of blocks."""
    labels: str
    """The field that labels each of several; empty where they have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An expression that a statement works out by itself, and how often."""

    said: str
    again: bool
    """Whether it is asked again before each round."""


class Decides(Enum):
    """Whether a statement asks somebody, or leaves something to chance."""

    NEVER = "only what stands in it may ask"
    ALWAYS = "asks"
    IF_OPEN = "asks if it leaves something open, or its verb does"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRecord:
    """All that is declared of a statement; the text of its class says what it does."""

    name: str
    blocks: dict[str, Block]
    """By the names of the fields of its class, in their order."""
    asks: dict[str, Asked]
    """By the names of the fields of its class, in their order."""
    gives: str
    """The field with the local in which its block is given a value; empty for none."""
    repeats: bool
    """Whether its block may be done more than once."""
    decides: Decides


class Stated:
    """A statement: its class has its record.

    It has no slots, as a class with slots is made twice, the second time without its record.
    """

    record: ClassVar[StatementRecord]

    def __init_subclass__(cls, *, record: StatementRecord) -> None:
        kinds = {name: str(kind) for name, kind in cls.__annotations__.items()}
        held = [name for name, kind in kinds.items() if "Statement" in kind]
        worked_out = [name for name, kind in kinds.items() if "Expr" in kind]
        assert sorted(held) == sorted(record.blocks), (record.name, held)
        assert sorted(worked_out) == sorted(record.asks), (record.name, worked_out)
        assert record.name not in STATEMENTS, record.name
        cls.record = record
        STATEMENTS[record.name] = cls

    @property
    def named_blocks(self) -> Iterator[tuple[Statements, str, str]]:
        """The blocks that it holds, with what each is called and its label."""
        for name, block in self.record.blocks.items():
            held = getattr(self, name)
            if not block.repeated:
                yield held or (), block.word, ""
                continue
            labels = getattr(self, block.labels) if block.labels else ("",) * len(held)
            for one, label in zip(held, labels, strict=True):
                yield one, block.word, label

    @property
    def blocks(self) -> tuple[Statements, ...]:
        """The blocks that it holds, without those that it could hold and has not."""
        found: list[Statements] = []
        for name, block in self.record.blocks.items():
            held = getattr(self, name)
            if block.repeated:
                found += held
            elif held is not None:
                found.append(held)
        return tuple(found)

    @property
    def asked(self) -> tuple[Expr, ...]:
        """The expressions that it works out by itself, what its verb and decision ask left out."""
        found: list[Expr] = []
        for name in self.record.asks:
            given = getattr(self, name)
            found += [one for one in (given if isinstance(given, tuple) else (given,)) if one is not None]
        return tuple(found)


def once(said: str) -> Asked:
    """An expression that is asked when the statement begins."""
    return Asked(said=said, again=False)


def again(said: str) -> Asked:
    """An expression that is asked before each round."""
    return Asked(said=said, again=True)


def block(word: str) -> Block:
    """A block."""
    return Block(word=word, repeated=False, labels="")


def ways(word: str, labels: str) -> Block:
    """Any number of blocks, each with a label."""
    return Block(word=word, repeated=True, labels=labels)

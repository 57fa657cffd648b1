"""The kernel of expressions: operators and their operands."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gekido_dsl.model.kernel import operator, operators
from gekido_dsl.model.types import Type
from gekido_dsl.source import Span

Operator = Literal[
    "const", "option", "local", "actor", "field", "cell", "owner", "face", "partner", "place", "space",
    "counter", "track", "link", "amount", "property", "mine", "all_mine", "things", "players", "members", "nested",
    "inside", "on", "items", "union", "next", "last", "highest", "lines", "spot", "row", "column",
    "toward", "filter", "count", "sum", "plus", "minus", "times", "window", "board",
    "is", "at_least", "at_most", "more", "less", "and", "or", "not", "member", "empty", "full", "next_to",
    "within", "on_board", "at", "in_place", "defined", "some", "every", "no", "fits", "complete", "shows", "shown_in",
    "moved", "used", "enemy", "friendly", "unclaimed", "other", "remaining", "central", "corner", "inner", "outer",
    "active",
    "joins", "in_a_row", "called", "sorted", "reversed", "whole", "arrived", "origin",
    "turned", "beside", "line", "distance", "side", "numbers", "seats", "rank",
    "round", "turn", "rounds_over", "neighbour", "leaves", "side_of", "automaton", "game", "games_won", "combination",
]  # fmt: skip


OPERATORS: Final[frozenset[str]] = frozenset(Operator.__args__)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Expr:
    """An operator with its operands. `docs/design/kernel.md` says what each operator means."""

    op: Operator
    type: Type
    span: Span = field(compare=False, repr=False)
    args: tuple["Expr", ...] = ()
    ref: Any = None
    """The declaration that the operator is about, where it needs one."""
    value: int = 0
    """The constant, or the number of a local."""

    @property
    def record(self) -> operator.Operator:
        """What is declared of the operator."""
        return operators.RECORDS[self.op]

"""Reports: tables that the log shows when a phase or rule ends."""

from dataclasses import dataclass, field

from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.model.nodes.rules import Procedure
from gekido_dsl.model.types import UNKNOWN, Type
from gekido_dsl.source import Span


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of a report: a value asked of each thing, or what some rules did."""

    title: str
    value: Expr | None
    """Local 1 is the thing; None for what rules did."""
    did: tuple[Procedure, ...]
    said: Span = field(compare=False, repr=False)
    """Where its value is written, without its title."""
    span: Span = field(compare=False, repr=False)


@dataclass(slots=True, eq=False)
class Report(Decl):
    """A table with a column for each thing of a kind, or each player."""

    subject: Type = UNKNOWN
    when: Procedure | None = None
    lines: tuple[ReportLine, ...] = ()
    locals: int = 2

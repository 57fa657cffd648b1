"""Reports: tables that the log shows when a phase or rule ends."""

from dataclasses import dataclass

from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Phrase


@dataclass(frozen=True, slots=True)
class ReportLine(Node):
    """`"Mode": its Mode`, or `"Outcome": what Play The Cards did`, then without a phrase."""

    title: str
    phrase: Phrase | None
    did: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Report(Node):
    """`report Stage Report of each Robot, when Stage ends`; kind is None for each player"""

    name: Name
    kind: Name | None
    when: Name
    lines: tuple[ReportLine, ...]
    text: str | None
    cites: Marks

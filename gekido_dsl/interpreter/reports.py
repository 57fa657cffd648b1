"""Which reports of a game the bodies that run belong to, and what the lines of a report are worth."""

from typing import Any

from gekido_dsl.engine import Event
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.state import Frame, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.telling.record import Record
from gekido_dsl.telling.reports import Bodies, Reports


class RunningReports:
    """The reports of one program."""

    def __init__(self, program: Program) -> None:
        self._words = Reports(program.layout)
        self.codes = frozenset(program.by_decl[id(one.when)].number for one in self._words.reports)
        """The numbers of the codes that a report waits for."""
        self._values = {
            id(line): program.evaluator.make(line.value)
            for report in self._words.reports
            for line in report.lines
            if line.value is not None
        }

    def about(self, s: State, record: Record) -> tuple[tuple[str, int, int], ...]:
        """Says in which lines and columns of which reports something belongs."""
        return self.about_bodies(s, [(frame.code.decl, _began(frame)) for frame in s.frames], record)

    def about_bodies(self, s: State, bodies: Bodies, record: Record) -> tuple[tuple[str, int, int], ...]:
        """Says the same while these bodies run."""
        return self._words.about(s, bodies, record)

    def tell(self, s: State, frame: Frame) -> None:
        """Tells the reports that wait for a body which ends; what happens in secret is not reported."""
        code = frame.code
        if s.log is None or code.number not in self.codes or s.cells[lay.SECRET]:
            return

        s.log += self.told(s, code.decl, _began(frame))

    def told(self, s: State, decl: m.Decl | None, began: int) -> list[Event]:
        """Gives what is told when the body of a declaration ends.

        Args:
            began: how many players had gone out when it began.
        """

        def value(line: m.ReportLine, L: list[Any]) -> Any:
            return self._values[id(line)](s, L)

        waiting = self._words.waiting(decl)
        return [
            self._words.event(s, report, decl.name if decl is not None else "", began, value)
            for report in waiting
        ]


def _began(frame: Frame) -> int:
    """Tells how many players had gone out when a body began that a report waits for."""
    return int(frame.locals[frame.code.began]) if frame.code.began >= 0 else 0

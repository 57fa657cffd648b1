"""Reports: where those that wait for a body are told. What stands in them is worked out by whoever listens."""

from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m


def at_end_of(w: Writer, body: m.Procedure) -> None:
    """Tells the reports that wait for a body which ends here."""
    if any(report.when is body for report in w.game.reports.values()):
        w.tell("report", body)


def at_end_of_match(w: Writer) -> None:
    """Tells the reports that wait for any of the bodies that run, as the match is over."""
    if any(report.when is not None for report in w.game.reports.values()):
        w.tell("report")

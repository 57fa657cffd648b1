"""Reports: where those that wait for a body are told. What stands in them is worked out by whoever listens."""

from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m


def listed_bodies(game: m.Game) -> list[m.Procedure]:
    """Lists the bodies of which it is noted that they run: phases, and those that reports wait for or tell of."""
    found = list(game.phases.values())
    for report in game.reports.values():
        if report.when is not None:
            found += [report.when, *(one for line in report.lines for one in line.did)]
    return list({id(one): one for one in found}.values())


def at_end_of(w: Writer, body: m.Procedure) -> None:
    """Tells the reports that wait for a body which ends here."""
    if any(report.when is body for report in w.game.reports.values()):
        w.tell("report", body)


def at_end_of_match(w: Writer) -> None:
    """Tells the reports that wait for any of the bodies that run, as the match is over."""
    if any(report.when is not None for report in w.game.reports.values()):
        w.tell("report")

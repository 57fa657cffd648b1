"""Comparisons of one setting with others become what a number of the rules moves: as text, data and a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing.charts import Point, Series, curves, percent, plain
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame, verdicts
from gekido_dsl.insight.comparing import Comparison, Difference, Verdict, grouped
from gekido_dsl.insight.pairs import END, LENGTH, WINS, Measure

SCHEMA_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Stop:
    """One value of a sweep."""

    value: str
    found: Comparison | None
    """With the value as it is written as A; None for that value itself."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """What came of every value."""

    name: str
    """What is turned, and where it stands."""
    now: str
    stops: tuple[Stop, ...]


def _measures(sweep: Sweep) -> dict[Measure, Difference]:
    """Gives everything that was measured for some value."""
    found: dict[Measure, Difference] = {}
    for stop in sweep.stops:
        for one in stop.found.differences if stop.found is not None else ():
            found.setdefault(one.measure, one)
    return found


def _at(stop: Stop, measure: Measure) -> Difference | None:
    differences = stop.found.differences if stop.found is not None else ()
    return next((one for one in differences if one.measure == measure), None)


def sentences(sweep: Sweep) -> list[str]:
    """Words what moves."""
    told = []
    for measure, first in _measures(sweep).items():
        moved = [(stop.value, one) for stop in sweep.stops if (one := _at(stop, measure)) is not None]
        changed = [(value, one) for value, one in moved if one.verdict is Verdict.CHANGED]
        if changed:
            ends = dict((changed[0], changed[-1]))
            said = [f"{_signed(one)} ({_span(one)}) at {value}" for value, one in ends.items()]
            unit = "" if measure[0] == LENGTH else " of 100"
            told.append(f"{_named(first)}: {' and '.join(said)}{unit}, against {sweep.now}.")
    return told or ["Nothing moves by more than chance alone can do in so few games."]


def _named(one: Difference) -> str:
    if one.measure[0] == LENGTH:
        return f"{one.name.capitalize()} in a game"
    if one.measure[0] == END:
        return f"Games that end by {one.name}"
    if one.measure[0] == WINS:
        return f"Wins of {one.name}"
    return f"Wins of {one.name}" if one.measure[1] else f"{one.name.capitalize()} games"


def _signed(one: Difference) -> str:
    return f"{one.value:+,.1f}" if one.measure[0] == LENGTH else f"{100 * one.value:+.1f}"


def _span(one: Difference) -> str:
    scale = 1 if one.measure[0] == LENGTH else 100
    return f"{scale * one.low:+,.1f} to {scale * one.high:+,.1f}"


def table(sweep: Sweep) -> list[tuple[str, ...]]:
    """Gives the rows of a table: what was measured, at each value; a star where it differs from now."""
    rows: list[tuple[str, ...]] = [("", *(stop.value for stop in sweep.stops))]
    for group, each in grouped(list(_measures(sweep).values())).items():
        blank = ("",) * len(sweep.stops)
        if each[0].measure[1]:
            head = {WINS: "wins by seat", END: "ended by", LENGTH: "length"}.get(group, f"wins by {group}")
            rows.append((head, *blank))
        indent = "  " if each[0].measure[1] else ""
        rows += [(indent + one.name, *(_cell(stop, one) for stop in sweep.stops)) for one in each]
    games = tuple(f"{stop.found.games:,}" if stop.found is not None else "now" for stop in sweep.stops)
    return [*rows, ("pairs of games", *games)]


def _cell(stop: Stop, first: Difference) -> str:
    form: Callable[[float], str] = (
        (lambda x: f"{x:,.1f}") if first.measure[0] == LENGTH else (lambda x: f"{x:.1%}")
    )
    if stop.found is None:
        return form(first.a) + " "
    one = _at(stop, first.measure)
    return "" if one is None else form(one.b) + ("*" if one.verdict is Verdict.CHANGED else " ")


def data(sweep: Sweep) -> dict[str, Any]:
    """Gives a sweep as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "name": sweep.name,
        "now": sweep.now,
        "moves": sentences(sweep),
        "values": [
            {
                "value": stop.value,
                "against_now": verdicts.data(stop.found) if stop.found is not None else None,
            }
            for stop in sweep.stops
        ],
    }


def page(sweep: Sweep, title: str, who: str, warning: str, command: str) -> str:
    """Writes a sweep as a page with charts."""
    rows = [[cell.strip() for cell in row] for row in table(sweep)]
    parts = [
        frame.heading(1, f"{title}: {sweep.name}"),
        frame.paragraph(who, "quiet"),
        *frame.warning(warning),
        *(frame.paragraph(one) for one in sentences(sweep)),
        frame.paragraph(
            f"Each value is compared with {sweep.now} game by game, with the same shuffles and dice. A line over a "
            "point holds how far it lies from there, with 95 % for all lines of a value together.",
            "quiet",
        ),
        frame.charts(charts(sweep)),
        frame.table(rows[0], rows[1:], "A star where it differs from what it is now."),
        frame.heading(2, "Play the same games again"),
        frame.command(command),
    ]
    return frame.page(f"{title}: {sweep.name}", parts)


def charts(sweep: Sweep) -> list[Picture]:
    """Draws what moves with a number; of answers that are no numbers there are no lines."""
    try:
        values = [float(stop.value) for stop in sweep.stops]
    except ValueError:
        return []
    made = []
    for group, each in grouped(list(_measures(sweep).values())).items():
        parts = [each] if group != LENGTH else [[one] for one in each]
        for part in parts:
            series = [Series(one.name, _points(sweep, values, one)) for one in part]
            head = {WINS: "Wins by seat", END: "How it ends"}.get(group, f"Wins by {group}")
            if group == LENGTH:
                head = part[0].name.capitalize()
            elif not part[0].measure[1]:
                head = group.capitalize()
            form = plain if group == LENGTH else percent
            made.append(curves(head, series, across=sweep.name.split(" (")[0].split(", “")[0], form=form))
    return made


def _points(sweep: Sweep, values: Sequence[float], first: Difference) -> list[Point]:
    points = []
    for x, stop in zip(values, sweep.stops, strict=True):
        if stop.found is None:
            points.append(Point(x, first.a))
        elif (one := _at(stop, first.measure)) is not None:
            points.append(Point(x, one.b, max(0.0, one.a + one.low), one.a + one.high))
    return points

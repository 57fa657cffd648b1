"""The reports of a match, put together from its events.

Invariants:
    A table is made of what its reader may read of events, and of nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gekido_dsl.engine import Event, Report, Seat
from gekido_dsl.languages import ENGLISH, Language
from gekido_dsl.play.chains import chained, ways_joined


@dataclass(frozen=True, slots=True)
class Table:
    """A report as one reader reads it."""

    name: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    """Each with its title and a cell for each column."""


def tables(
    events: Sequence[Event], reader: Seat | None, language: Language = ENGLISH
) -> Iterator[tuple[int, Table]]:
    """Gives the reports among the events of a match, each with its number among them.

    Args:
        events: all of the match, from its set-up on.
        reader: the seat that reads; None for a spectator.
        language: in which they read.
    """
    told: dict[tuple[str, int, int], list[str]] = {}
    for number, event in enumerate(events):
        if event.report is not None:
            yield number, _table(event.report, told, reader, language)
            told = {where: texts for where, texts in told.items() if where[0] != event.report.name}
        else:
            _note(event, told, reader, language)


def table_at(
    events: Sequence[Event], number: int, reader: Seat | None, language: Language = ENGLISH
) -> Table | None:
    """Gives the report of one event, as `tables` does; nothing before the last report of that name is gone through."""
    report = events[number].report
    if report is None:
        return None
    told: dict[tuple[str, int, int], list[str]] = {}
    begin = number
    while begin and ((before := events[begin - 1].report) is None or before.name != report.name):
        begin -= 1
    for event in events[begin:number]:
        if event.report is None:
            _note(event, told, reader, language)
    return _table(report, told, reader, language)


def _note(
    event: Event, told: dict[tuple[str, int, int], list[str]], reader: Seat | None, language: Language
) -> None:
    """Notes what an event tells of what reports are about."""
    if event.about and (reader in event.private if event.private else True):
        for where in event.about if (text := event.read_by(reader)) else ():
            told.setdefault(where, []).append(language.of(text))


def _table(
    report: Report, told: dict[tuple[str, int, int], list[str]], reader: Seat | None, language: Language
) -> Table:
    lines = []
    for number, line in enumerate(report.lines):
        cells = line.cells if reader is None else line.private.get(reader, line.cells)
        cells = tuple(map(language.value, cells))
        if not cells:
            cells = tuple(
                _joined(
                    told.get((report.name, number, key), []), (language.value(column), language.value(word))
                )
                for key, column, word in zip(report.keys, report.columns, report.words, strict=True)
            )
        lines.append((language.value(line.title), cells))
    return Table(language.value(report.name), tuple(map(language.value, report.columns)), tuple(lines))


def _joined(texts: Sequence[str], names: tuple[str, ...]) -> str:
    """Says what happened to one, without its name; what happened several times in a row is said once."""
    said: list[str] = []
    for text in texts:
        for name in names:
            text = re.sub(rf"^{re.escape(name)}( r\d+c\d+)?('s|:)? (?=\S)", "", text)
        if not said or said[-1] != text:
            said.append(text)
    return "; ".join(ways_joined(list(chained(said))))

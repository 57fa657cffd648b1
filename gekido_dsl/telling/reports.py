"""Reports: what the log tells in a table when a phase or rule ends.

Invariants:
    A report changes nothing, and nothing is worked out when nobody listens.
    A cell holds only what its reader may see; what they may not see is `hidden`, or goes by its kind.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.told import TOLD, About
from gekido_dsl.languages import article, joined, text
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlayerType, ThingType, item
from gekido_dsl.telling.actors import taken_by_chance
from gekido_dsl.telling.labels import Labels
from gekido_dsl.telling.ranges import ranges
from gekido_dsl.telling.record import Record
from gekido_dsl.telling.words import Words

Bodies = Sequence[tuple[m.Decl | None, int]]
"""The declarations whose bodies run, the outermost first, each with how many players had gone out when it began."""
Value = Callable[[m.ReportLine, list[int]], Any]
"""Gives the value of a line for one column, of the locals that it is asked with: the player and the key."""


class Reports:
    """The reports of one game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.labels = Labels(layout)
        self.reports = [report for report in layout.game.reports.values() if report.when is not None]
        self._did = {
            id(line): frozenset(id(one) for one in line.did)
            for report in self.reports
            for line in report.lines
        }
        self._readers: dict[int, hidden.Readers] = {
            id(line): hidden.readers(layout.game, line.value)[0] if line.value is not None else "everyone"
            for report in self.reports
            for line in report.lines
        }

    def waiting(self, decl: m.Decl | None) -> list[m.Report]:
        """Lists the reports that are told when the body of a declaration ends."""
        return [report for report in self.reports if report.when is decl]

    # ------------------------------------------------------------ what happened

    def about(self, s: Position, bodies: Bodies, record: Record) -> tuple[tuple[str, int, int], ...]:
        """Says in which lines and columns of which reports something belongs."""
        if record.kind == "begin":
            return ()
        running = [id(decl) for decl, _ in bodies]
        found = []
        for report in self.reports:
            if id(report.when) not in running:
                continue
            at = running.index(id(report.when))
            inner = set(running[at:])
            for number, line in enumerate(report.lines):
                if self._did[id(line)] & inner:
                    columns = self._columns_of(s, report, bodies[at][1], record)
                    found += [(report.name, number, key) for key in columns]
        return tuple(found)

    def _columns_of(self, s: Position, report: m.Report, began: int, record: Record) -> list[int]:
        """Finds the columns that something is about: its things and those they belong to, else whoever acted."""
        things, players = self._told(record)
        columns = self._keys(s, report, began)
        owners = [self._player(s, report, key) for key in columns]
        alone = {key: owner for key, owner in zip(columns, owners, strict=True) if owners.count(owner) == 1}
        """The columns that stand for their player, being their only ones."""
        if TOLD[record.kind].of_whoever_acts and alone:
            return [key for key, owner in alone.items() if owner == record.actor != NONE]
        return [
            key
            for key in columns
            if alone.get(key, NONE) in players
            or any(self._belongs(s, report, thing, key) for thing in things)
        ]

    def _told(self, record: Record) -> tuple[list[int], list[int]]:
        """Lists the things and the players that something is about."""
        args, told = record.args, TOLD[record.kind]
        if taken_by_chance(record):
            return [], []
        if told.either is not None:
            about, kind = args[told.either : told.either + 2]
            if about == NONE or kind is None:
                return [], []
            return ([about], []) if isinstance(item(kind), ThingType) else ([], [about])
        things: list[int] = []
        for value in (args[at] for at in told.things):
            things += value if isinstance(value, list | tuple) else [value] if value != NONE else []
        players = [args[at] for at in told.players]
        places = args[1:3] if told.about is About.MOVED else ()
        for decl, owner in (self.layout.place_names[one] for one in places if one >= self.layout.count):
            if owner != NONE:
                (things if _held_by_thing(decl) else players).append(owner)
        return things, players

    def _belongs(self, s: Position, report: m.Report, thing: int, key: int) -> bool:
        if isinstance(report.subject, PlayerType):
            return s.owner(thing) == key
        while thing != NONE:
            if thing == key:
                return True
            thing = self.layout.parent_of[thing]
        return False

    # ------------------------------------------------------------ columns

    def _keys(self, s: Position, report: m.Report, began: int) -> list[int]:
        """Lists the columns: the players who remained when it began, or the things in play that everybody sees."""
        out = self.layout.out_cell
        remaining = [p for p in range(self.layout.players) if not 0 < s.cells[out + p] <= began]
        if not isinstance(report.subject, ThingType):
            return remaining
        keys = []
        for thing in self.layout.things[report.subject.kind.name]:
            owner = s.owner(thing)
            known = knowledge.readers(s, thing) is None
            if known and (owner in remaining if owner != NONE else s.where[thing] != NONE):
                keys.append(thing)
        return keys

    def _player(self, s: Position, report: m.Report, key: int) -> int:
        return s.owner(key) if isinstance(report.subject, ThingType) else key

    # ------------------------------------------------------------ values

    def event(self, s: Position, report: m.Report, rule: str, began: int, value: Value) -> e.Event:
        """Tells a report.

        Args:
            rule: what a reader calls the body that ends.
            began: how many players had gone out when it began.
        """
        keys = self._keys(s, report, began)
        lines = tuple(self._told_line(s, report, line, keys, value) for line in report.lines)
        if isinstance(report.subject, ThingType):
            words = Words(s)
            columns = tuple(words.whose_name(key) for key in keys)
            called = tuple(self.labels.thing(s, key) for key in keys)
        else:
            columns = called = tuple(self.labels.player(key) for key in keys)
        return e.Event(
            "report",
            report.name,
            rule,
            report.name_span,
            tuple(str(cite) for cite in report.cites),
            report=e.Report(report.name, columns, tuple(keys), called, lines),
        )

    def _told_line(
        self, s: Position, report: m.Report, line: m.ReportLine, keys: list[int], value: Value
    ) -> e.ReportLine:
        if line.value is None:
            return e.ReportLine(line.title)
        values = []
        for key in keys:
            L = [self._player(s, report, key), key, *[NONE] * (report.locals - 2)]
            try:
                values.append(value(line, L))
            except e.RuleError:
                values.append(NONE)
        assert line.value is not None
        if self._readers[id(line)] not in ("nobody", "owner") and not isinstance(
            item(line.value.type), ThingType
        ):
            # Everybody reads the same, so it is put into words once.
            return e.ReportLine(
                line.title, tuple(self.labels.value(s, line.value.type, one) for one in values), {}
            )
        readers: list[e.Seat | None] = [None, *range(self.layout.players)]
        cells = {
            reader: tuple(
                self._cell(s, line, self._player(s, report, key), one, reader)
                for key, one in zip(keys, values, strict=True)
            )
            for reader in readers
        }
        public = cells.pop(None)
        return e.ReportLine(
            line.title,
            public,
            {seat: told for seat, told in cells.items() if seat is not None and told != public},
        )

    def _cell(self, s: Position, line: m.ReportLine, owner: int, value: Any, reader: e.Seat | None) -> str:
        """Puts a value into words, as a reader may read it."""
        readers = self._readers[id(line)]
        if readers == "nobody" or (readers == "owner" and (reader is None or reader != owner)):
            return hidden.UNREAD
        assert line.value is not None
        kind = item(line.value.type)
        if not isinstance(kind, ThingType):
            return self.labels.value(s, line.value.type, value)
        several = isinstance(value, list | tuple)
        things = [thing for thing in (value if several else [value]) if thing != NONE]
        if kind.kind.board is not None and several:
            return self._spaces(s, things)
        told = [self._thing(s, thing, reader) for thing in things]
        return joined(", ", told) or (text("nothing") if several else text("none"))

    def _spaces(self, s: Position, spaces: list[int]) -> str:
        """Names spaces, those that lie side by side together."""
        spots = []
        for space in spaces:
            board = self.layout.kind_of[space].board
            position = s.cells[self.layout.position_cell + space]
            if board is not None and position != NONE:
                spots.append((board.row_number(position), board.column_number(position)))
        return ranges(spots) or text("nothing")

    def _thing(self, s: Position, thing: int, reader: e.Seat | None) -> str:
        if knowledge.knows(s, reader, thing):
            return self.labels.called(s, thing)
        return article(self.layout.kind_of[thing].name)


def _held_by_thing(decl: m.Decl) -> bool:
    return isinstance(decl, m.Track | m.Counter | m.Kind) or (
        isinstance(decl, m.Place) and isinstance(decl.owner, m.Kind)
    )

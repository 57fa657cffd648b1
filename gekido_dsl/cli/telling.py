"""What happened becomes lines of the log, each told once to each reader.

Invariants:
    Nothing is told that the reader may not know, not even how much they were not told.
"""

from bisect import bisect_left

from rich.text import Text

from gekido_dsl.cli.gathering import gathered, repeated
from gekido_dsl.cli.reports import drawn
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import LOUD, QUIET, seat_style
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.engine import Event, RuleError, Seat
from gekido_dsl.ground.told import TOLD, Joined, Shown
from gekido_dsl.languages import ENGLISH, joined, now, text
from gekido_dsl.play.reports import Table, table_at, tables
from gekido_dsl.play.session import Session
from gekido_dsl.source import Span

_RECALLED_EVENTS = 10
"""How many events are told again when a match is resumed."""
_MOST_DRAWN = 500
"""How many tables of reports are drawn until a person is asked again."""


class Teller:
    """Tells what happened, each event once to each reader.

    Events are numbered for each reader, who cannot tell from the numbers how much they were not told.
    """

    def __init__(self, screen: Screen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self.told: dict[Seat | None, int] = {}
        self._first = max(0, len(session.events) - _RECALLED_EVENTS) if session.steps else 0
        self._read: dict[Seat | None, list[int]] = {}
        self._looked: dict[Seat | None, int] = {}
        self._drawn = 0
        """How many tables of reports stand since a person was asked last."""

    def asked(self) -> None:
        """Notes that a person is asked: what is told from here on is for them to read anew."""
        self._drawn = 0

    def tell(self, reader: Seat | None, key: Seat | None = None) -> None:
        """Tells what is new.

        Args:
            reader: the seat that reads; None for a spectator.
            key: who is remembered to have read it.
        """
        self._lines(min(self.told.get(key, self._first), len(self.session.events)), reader)
        self.told[key] = len(self.session.events)

    def forget(self) -> None:
        """Lets events that were taken back be told again."""
        count = len(self.session.events)
        self.told = {key: min(number, count) for key, number in self.told.items()}
        self._read, self._looked = {}, {}

    def readable(self, reader: Seat | None) -> list[int]:
        """Lists the events of which a reader may know, by their places among all."""
        events, found = self.session.events, self._read.setdefault(reader, [])
        since = self._looked.get(reader, 0)
        found += [at for at in range(since, len(events)) if events[at].read_by(reader)]
        self._looked[reader] = len(events)
        return found

    def log(self, reader: Seat | None, count: int) -> None:
        """Tells the last events again."""
        found = self.readable(reader)
        if not found:
            self.screen.say(text("Nothing has happened yet."))
        self._lines(
            found[-count] if 0 < count <= len(found) else 0 if count else len(self.session.events), reader
        )

    def _lines(self, first: int, reader: Seat | None) -> None:
        """Tells the events from one on; those of one kind that follow one another share a line."""
        events, found = self.session.events, self.readable(reader)
        number = bisect_left(found, first)
        while number < len(found):
            last, head = number, events[found[number]]
            while last + 1 < len(found) and _share_a_line(head, events[found[last + 1]]):
                last += 1
            told = [spoken(events[at].read_by(reader)) for at in found[number : last + 1]]
            begun = head.kind == "begin"
            marks = self.screen.marks
            gather = gathered if now() is ENGLISH else repeated
            line = f" {marks.step} ".join(told) if begun else "; ".join(gather(told, marks.times))
            seats = {events[at].seat for at in found[number : last + 1]}
            self._event(last, head, line, head.seat if len(seats) == 1 else None)
            table = table_at(events, found[number], reader, now())
            if table is not None:
                self._draw(table, brief=True)
            number = last + 1

    def reports(self, reader: Seat | None, count: int) -> None:
        """Shows the last reports."""
        made = [table for _, table in tables(self.session.events, reader, now())]
        if not made:
            self.screen.say(text("There is no report yet."))
        for table in made[max(0, len(made) - count) :]:
            self._draw(table)

    def _draw(self, table: Table, *, brief: bool = False) -> None:
        for grid in drawn(table, self.screen.width_columns, self.screen.marks, brief=brief):
            if brief and self._drawn >= _MOST_DRAWN:
                if self._drawn == _MOST_DRAWN:
                    self.screen.say(
                        text(
                            "{count} tables of reports are drawn here; the others are left out.",
                            count=_MOST_DRAWN,
                        )
                    )
                self._drawn = _MOST_DRAWN + 1
                return
            self._drawn += brief
            self.screen.show(grid)

    def _event(self, number: int, event: Event, text: str, seat: Seat | None) -> None:
        who = "" if seat is None else f"P{seat + 1}"
        style = _STYLES[TOLD[event.kind].shown]
        line = Text.assemble((f"{number + 1:4} ", QUIET), (f"{who:2} ", seat_style(seat)), (text, style))
        self.screen.say(line, indent=8)

    def why(self, reader: Seat | None, number: int) -> None:
        """Explains an event: its rule, where that is written, and how its numbers came about."""
        event = self.session.events[self.readable(reader)[number]]
        self._event(number, event, spoken(event.read_by(reader)), event.seat)
        place_of_rule = [event.rule, *event.cites, *written_at(event.span)]
        by = text("by {rules}", rules=joined(", ", place_of_rule))
        self.screen.say(Text(f"        {spoken(by)}", QUIET), indent=8)
        hidden = bool(event.private) and reader not in event.private
        for line in () if hidden else event.why:
            self.screen.say(text("        {told}", told=line), indent=10)


_STYLES = {Shown.QUIET: QUIET, Shown.PLAIN: "", Shown.LOUD: LOUD}


def _share_a_line(one: Event, other: Event) -> bool:
    joined = TOLD[one.kind].joined
    alike = joined is not Joined.NEVER and one.kind == other.kind
    return alike and (joined is Joined.WHOEVER_ACTS or one.seat == other.seat)


def tell_rule_error(screen: Screen, error: RuleError) -> None:
    """Says that a rule could not be carried out, and which rules were running."""
    screen.say(
        Text.assemble(
            (spoken(text("error")) + ": ", "bold red"),
            spoken(error.message),
            *[f" ({at})" for at in written_at(error.span)],
        )
    )
    for rule, span in error.trace:
        screen.say(
            Text(
                "  " + spoken(text("in {rule}", rule=rule)) + "".join(f" ({at})" for at in written_at(span)),
                QUIET,
            )
        )


def written_at(span: Span | None) -> list[str]:
    """Says where something is written."""
    if span is None:
        return []
    found = place(span)
    return [f"{spoken(found.file)}:{found.line}"]

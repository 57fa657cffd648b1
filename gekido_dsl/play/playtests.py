"""What a playtest keeps beside the choices: notes in the record of a match.

Invariants:
    They change nothing of the match: a program that does not know them plays it as it is.
    Each says whose it is, by seat. Nothing but seat, time and what was typed is kept of a person.
    What is kept of somebody can be taken out again, and the rest is a whole record.

Units:
    Times are milliseconds, from when a question was shown to when it was answered.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Seat
from gekido_dsl.play.record import Entry, Note, Record, Taken, Undo, encode_all
from gekido_dsl.play.session import Session

TIME: Final = "playtest-time"
"""How long the decision before it took."""
ASKED: Final = "playtest-asked"
"""What somebody looked up."""
REMARK: Final = "playtest-remark"
"""What somebody wrote down."""
ANSWER: Final = "playtest-answer"
"""What somebody answered to a question of the form."""
KINDS: Final = (TIME, ASKED, REMARK, ANSWER)
MOST_CHARACTERS: Final = 2_000
_DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing that was kept."""

    kind: str
    seat: Seat
    text: str
    """Of a time, its milliseconds; of an answer, the number of its question, a space and what was answered."""


class Keeping:
    """Keeps what happens at a table that is a playtest."""

    def __init__(
        self, session: Session, now_ms: Callable[[], int], is_kept: Callable[[], bool] = lambda: True
    ) -> None:
        """Keeps it in the record of a match.

        Args:
            now_ms: reads a clock that only goes forward.
            is_kept: whether the record still goes where it is kept.
        """
        self.is_kept = is_kept
        self._session = session
        self._now_ms = now_ms
        self._shown_at = now_ms()

    def shown(self) -> None:
        """Notes that a question is shown from now on."""
        self._shown_at = self._now_ms()

    def took(self, seat: Seat) -> None:
        """Keeps how long the decision took that a seat has just taken."""
        keep(self._session, TIME, seat, str(self._now_ms() - self._shown_at))

    def asked(self, seat: Seat, what: str) -> None:
        """Keeps what a seat looked up."""
        keep(self._session, ASKED, seat, what)

    def remark(self, seat: Seat, text: str) -> None:
        """Keeps what a seat wrote down, bound to the match as it stands."""
        keep(self._session, REMARK, seat, text)

    def answered(self, seat: Seat, question: int, text: str) -> None:
        """Keeps what a seat answered to a question of the form, counted from 1."""
        keep(self._session, ANSWER, seat, f"{question} {text}")


def keep(session: Session, kind: str, seat: Seat, text: str) -> None:
    """Keeps one thing, in one line and not longer than can be read."""
    session.note(kind, f"{seat} {' '.join(text.split())[:MOST_CHARACTERS]}")


def kept(entry: Entry) -> Kept | None:
    """Gives what an entry of a record keeps of a playtest; None if it is another entry, or garbled."""
    if not isinstance(entry, Note) or entry.kind not in KINDS:
        return None
    seat, _, text = entry.text.partition(" ")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        return None
    return Kept(entry.kind, int(seat), text)


def milliseconds(found: Kept) -> int | None:
    """Reads a time; None where it is none that a person can have taken."""
    if not (found.text.isascii() and found.text.isdecimal() and len(found.text) < 10):
        return None
    took = int(found.text)
    return took if took <= _DAY_MS else None


def answer_of(found: Kept) -> tuple[int, str] | None:
    """Reads the number of a question, and its answer; None where it is garbled."""
    number, _, text = found.text.partition(" ")
    if not (number.isascii() and number.isdecimal() and len(number) < 4):
        return None
    return int(number), text


def without(record: Record, seats: Collection[Seat] | None = None) -> list[str]:
    """Writes a record again without what a playtest kept, of some seats or of all: its lines, without their ends."""
    entries = [
        entry
        for entry in record.entries
        if (found := kept(entry)) is None or (seats is not None and found.seat not in seats)
    ]
    return encode_all(record.header, entries)


def steps(record: Record) -> Iterator[tuple[int, Entry]]:
    """Goes through a record, each entry with the number of decisions that stand before it."""
    standing = 0
    for entry in record.entries:
        yield standing, entry
        if isinstance(entry, Taken):
            standing += 1
        elif isinstance(entry, Undo):
            standing = max(0, standing - entry.count)

"""What the log keeps that no rule tells: choices that were taken back, and clocks that ran out.

These lines stay, in the record of the match too.

Invariants:
    A remark stands where the match went back to; if it goes back further, the remark goes along.
    What somebody takes back in secret, and nobody was asked about, only they can read.
"""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Seat
from gekido_dsl.languages import halves, joined
from gekido_dsl.play.record import Note
from gekido_dsl.play.session import Session

PUBLIC: Final = "taken-back"
"""The kind of the note in the record."""
CLOCK: Final = "time-over"
"""The kind of the note of a clock that ran out, which everybody may read."""
_OWN: Final = "taken-back-in-secret"


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the log that no rule has told."""

    after: int
    """After how many decisions it stands."""
    text: str
    reader: Seat | None = None
    """Who alone may read it; None for everybody."""

    def is_for(self, seat: Seat | None) -> bool:
        """Tells whether a seat may read it; None is a spectator."""
        return self.reader is None or self.reader == seat


def add(session: Session, text: str, reader: Seat | None = None, kind: str = PUBLIC) -> None:
    """Keeps a remark about the match as it stands now."""
    if reader is None:
        session.note(kind, text)
    else:
        session.note(_OWN, joined(" ", [str(reader), text]))


def remarks(session: Session) -> list[Remark]:
    """Lists the remarks of a match, in the order of the log."""
    return [found for after, note in session.notes if (found := _remark(after, note)) is not None]


def _remark(after: int, note: Note) -> Remark | None:
    if note.kind in (PUBLIC, CLOCK):
        return Remark(after, note.text)
    seat, text = halves(note.text)
    return Remark(after, text, int(seat)) if note.kind == _OWN and seat.isdecimal() else None

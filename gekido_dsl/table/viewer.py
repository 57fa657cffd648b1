"""Who looks at a table: which seats they play, whose eyes they look through, and at which moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.engine import Seat
from gekido_dsl.languages import ENGLISH, Language
from gekido_dsl.play.kinds import PERSON

if TYPE_CHECKING:
    from gekido_dsl.table.picture import Watch

WIDE: Final = "wide"
MIDDLE: Final = "middle"
NARROW: Final = "narrow"
WIDTHS: Final = (WIDE, MIDDLE, NARROW)


@dataclass(eq=False)
class Viewer:
    """Somebody at one screen. Whoever serves a table makes one for each connection."""

    plays: frozenset[Seat] = frozenset()
    """The seats whose questions are put to them; empty for a spectator."""
    is_host: bool = False
    """Whether they may take back, pause, give seats to others and begin again."""
    sees_all_seats: bool = False
    """Whether they may look through the eyes of any seat, as at one screen that players share, or in the studio."""
    width: str = WIDE
    """For how much room pictures are laid out: one of `WIDTHS`."""
    language: Language = ENGLISH
    """In which they are spoken to."""
    seat: Seat | None = None
    """Through whose eyes they look now; None for those of a spectator."""
    at: int | None = None
    """The moment that they look at, by the number of decisions that they know of; None for now."""
    handing: Seat | None = None
    """To whom the screen is to be handed before anything hidden is shown; they see what a spectator sees until then."""
    pinned: bool = False
    """Whether they asked to look through these eyes, and do not change seats with the questions."""
    version: int = 0
    """How often what is shown to them has changed."""
    past: "Watch | None" = None
    """What they saw when they looked back."""
    last: Any = None
    """What was shown last, without its version."""

    def __post_init__(self) -> None:
        if self.seat is None and self.plays:
            self.seat = min(self.plays)

    def play_people(self, kinds: Sequence[str], *, sees_all_seats: bool = False) -> None:
        """Plays all seats that are people's, as at one screen that they share.

        Args:
            kinds: who plays each seat.
            sees_all_seats: whether they may look through all eyes; where nobody plays, anybody may.
        """
        people = frozenset(seat for seat, kind in enumerate(kinds) if kind == PERSON)
        if self.plays == people:
            return
        self.plays = people
        self.sees_all_seats = sees_all_seats or not people
        if self.seat not in people:
            self.seat, self.pinned = min(people, default=None), False

    def move_on(self, by: int, seats: int) -> None:
        """Sits so many seats further on, as everybody does, and looks through no other eyes than those of that seat."""
        self.plays = frozenset((seat - by) % seats for seat in self.plays)
        self.seat = (self.seat - by) % seats if self.seat is not None else None
        self.handing, self.at, self.past, self.last = None, None, None, None

    def may_see(self, seat: Seat | None) -> bool:
        """Tells whether they may look through the eyes of a seat."""
        return self.sees_all_seats or (seat in self.plays if seat is not None else not self.plays)

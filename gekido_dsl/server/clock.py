"""How long people may think at a hosted table: so long for each choice, or for all choices of a match.

Invariants:
    A clock runs for a person alone, and only once everybody has been at the table and while the match does not pause.
    Who decides in secret is told by no clock but their own.
    What was used is kept with the table, so a server that is started anew gives nobody their time back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.engine import Seat

MOVE: Final = "move"
MATCH: Final = "match"
BOT: Final = "bot"
"""At zero a bot takes the choice."""
LEAVE: Final = "leave"
"""At zero the seat is given to a bot."""
_MOST_S: Final = 14 * 86_400


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever hosts a table says of time."""

    seconds: int = 0
    """How long; 0 for as long as people like."""
    per: str = MOVE
    """`move` or `match`."""
    zero: str = BOT
    """What happens then: `bot` or `leave`."""
    delay: int = 0
    """So many seconds later those see the match who look on."""

    @staticmethod
    def read(given: Mapping[str, Any]) -> "Terms":
        """Reads what was kept or written into a form, as far as it can be so."""

        def number(name: str) -> int:
            said = str(given.get(name, 0))
            return min(int(said), _MOST_S) if said.isdecimal() and len(said) < 9 else 0

        per, zero = given.get("per"), given.get("zero")
        return Terms(
            number("seconds"),
            MATCH if per == MATCH else MOVE,
            LEAVE if zero == LEAVE else BOT,
            number("delay"),
        )

    def kept(self) -> dict[str, Any]:
        """Writes them down."""
        return {"seconds": self.seconds, "per": self.per, "zero": self.zero, "delay": self.delay}


def is_kept(found: Any) -> bool:
    """Tells whether something can be what a clock has written down."""
    return isinstance(found, dict) and all(
        isinstance(lines, list)
        and all(
            isinstance(line, list)
            and len(line) == 2
            and type(line[0]) is int
            and type(line[1]) in (int, float)
            and 0 <= line[1] < 1e9
            for line in lines
        )
        for lines in (found.get("used", []), found.get("open", []))
    )


@dataclass
class Clock:
    """The clocks of the players of one match."""

    terms: Terms
    used: dict[Seat, float] = field(default_factory=dict)
    """What each has used: of a match, or of the choice that they have before them."""
    asked: Seat | None = None
    """Whose clock runs."""
    question: object = None
    since: float = 0.0
    open: dict[Seat, float] = field(default_factory=dict)
    """What each had used when nobody decided in secret last."""

    def follow(self, seat: Seat | None, question: object, now: float, *, secret: bool = False) -> None:
        """Takes up who is asked now; None where nobody's clock is to run.

        Args:
            secret: whether they decide in secret.
        """
        if self.asked is not None:
            self.used[self.asked] = self.used.get(self.asked, 0.0) + now - self.since
        if seat is not None and question is not self.question:
            self.question = question
            if self.terms.per == MOVE:
                self.used[seat] = 0.0
        self.asked, self.since = seat, now
        if not secret:
            self.open = dict(self.used)

    def count(self, now: float) -> None:
        """Counts what whoever is asked has used until now."""
        if self.asked is not None:
            self.used[self.asked] = self.used.get(self.asked, 0.0) + now - self.since
            self.since = now

    def kept(self, step: int) -> dict[str, Any]:
        """Writes down what was used before a decision, by its number."""
        return {
            "step": step,
            **{
                name: [[seat, round(used, 1)] for seat, used in sorted(found.items())]
                for name, found in (("used", self.used), ("open", self.open))
            },
        }

    def take_up(self, kept: Mapping[str, Any], step: int) -> bool:
        """Reads what was written down; tells whether that was before the same decision."""
        for name, found in (("used", self.used), ("open", self.open)):
            found.update({seat: float(used) for seat, used in kept.get(name, ())})
        return kept.get("step") == step

    def left(self, seat: Seat, now: float) -> float:
        """Tells how long somebody has."""
        used = self.used.get(seat, 0.0) + (now - self.since if seat == self.asked else 0.0)
        return max(0.0, self.terms.seconds - used)

    def shown(self, people: Sequence[bool], reader: Seat | None, secret: bool, now: float) -> dict[str, Any]:
        """Gives what one viewer is shown.

        Args:
            people: which seats are people's.
            reader: who looks.
            secret: whether whoever is asked decides in secret.
        """
        hidden = secret and (self.asked is None or self.asked != reader)
        running = None if hidden else self.asked
        used = self.used
        if hidden:  # for each choice anew: whoever is asked would be the one with all the time
            used = self.open if self.terms.per == MATCH else {}
        before = [self.terms.seconds - used.get(seat, 0.0) for seat in range(len(people))]
        return {
            "per": self.terms.per,
            "running": running,
            "left": [
                None
                if not is_person
                else round(max(0.0, self.left(seat, now) if seat == running else before[seat]), 1)
                for seat, is_person in enumerate(people)
            ],
        }

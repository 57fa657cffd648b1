"""A match of several games at one table, each for themselves or in teams: who has won how many of them.

Invariants:
    A game counts when it is over, and no more when its end is taken back. One that is left for another does not count.
    A side has a game if it alone has won it.
    Games are counted for people: where they change seats between games, each is known by the seat that they had in the
    first one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gekido_dsl.engine import Seat

GAMES: Final = (1, 3, 5, 7, 9)
"""How many games a match may have."""
TEAMS: Final = (0, 2, 3)
"""How many teams there may be; 0 where everybody plays for themselves."""


ROTATE: Final = "rotate"
LOSER: Final = "loser"
CHANGES: Final = ("", ROTATE, LOSER)
"""How people change seats between games: not at all, all by one seat, or so that whoever lost sits first."""
_DIGITS: Final = 16
"""The number of a game has fewer."""


def is_kept(found: Any) -> bool:
    """Tells whether something can be what a match of several games has written down."""
    if not isinstance(found, dict):
        return False
    won = found.get("won", {})
    return (
        all(type(found.get(name, 0)) is int for name in ("games", "teams", "now", "first", "moved"))
        and isinstance(found.get("changes", ""), str)
        and isinstance(won, dict)
        and all(key.isdecimal() and len(key) < _DIGITS for key in won)
        and all(isinstance(one, list) and all(type(seat) is int for seat in one) for one in won.values())
    )


@dataclass
class Series:
    """The games of a match."""

    games: int = 1
    teams: int = 0
    now: int = 0
    """The number of the game that is on the table, of all that were."""
    first: int = 0
    """The number of the first game of this match."""
    won: dict[int, tuple[Seat, ...]] = field(default_factory=dict)
    """By number of a game that is over, who has won it, by their seats in the first game."""
    changes: str = ""
    """How people change seats between games: one of `CHANGES`."""
    moved: int = 0
    """How many seats all have moved on since the first game."""

    @staticmethod
    def read(given: Mapping[str, Any]) -> "Series":
        """Reads what was kept or written into a form, as far as it can be so."""

        def number(name: str, known: Sequence[int]) -> int:
            said = str(given.get(name, known[0]))
            return int(said) if said.isdecimal() and len(said) < 3 and int(said) in known else known[0]

        def count(name: str) -> int:
            said = given.get(name, 0)
            return said if isinstance(said, int) and not isinstance(said, bool) and said >= 0 else 0

        kept = given.get("won")
        won = {
            int(key): tuple(seat for seat in seats if isinstance(seat, int))
            for key, seats in (kept.items() if isinstance(kept, dict) else ())
            if str(key).isdecimal() and len(str(key)) < _DIGITS and isinstance(seats, list)
        }
        changes = given.get("changes")
        return Series(
            number("games", GAMES),
            number("teams", TEAMS),
            count("now"),
            count("first"),
            won,
            changes if changes in CHANGES else "",
            count("moved"),
        )

    def kept(self) -> dict[str, Any]:
        """Writes it down."""
        won = {str(key): list(seats) for key, seats in self.won.items()}
        kept = {"games": self.games, "teams": self.teams, "now": self.now, "first": self.first, "won": won}
        return {**kept, "changes": self.changes, "moved": self.moved} if self.changes else kept

    def note(self, winners: Sequence[Seat] | None, seats: int = 0) -> None:
        """Notes how the game on the table ended; None while it goes on.

        Args:
            seats: how many there are, where people change them.
        """
        self.won.pop(self.now, None)
        if winners is not None:
            self.won[self.now] = tuple((seat + self.moved) % seats if seats else seat for seat in winners)

    def moves(self, seats: int) -> int:
        """Tells by how many seats all move on before the next game: what was left unfinished is begun as it was."""
        winners = self.won.get(self.now)
        if not self.changes or winners is None or seats < 2:
            return 0
        first = [seat for seat in range(seats) if (seat + self.moved) % seats not in winners]
        if self.changes == ROTATE or not winners or not first:
            return 1  # also where nobody has lost
        return first[0]

    def goes_on(self, number: int, seats: int) -> None:
        """Takes up the next game; of another match, where this one is decided."""
        if self.is_over(seats):
            self.first, self.moved = number, 0
        self.now = number
        self.won = {key: winners for key, winners in self.won.items() if self.first <= key < number}

    def copy(self) -> "Series":
        """Makes another one that stands as this does."""
        return replace(self, won=dict(self.won))

    def put_back(self, before: "Series") -> None:
        """Has it stand as it did before."""
        self.now, self.first, self.moved, self.won = before.now, before.first, before.moved, dict(before.won)

    def suits(self, seats: int) -> bool:
        """Tells whether so many seats can be shared out among the teams, with two or more in each."""
        return not self.teams or (seats % self.teams == 0 and seats > self.teams)

    def sides(self, seats: int) -> list[list[Seat]]:
        """Lists who plays with whom, by their seats in the first game: those of a team follow one another in turn."""
        teams = self.teams if self.teams and self.suits(seats) else seats
        return [list(range(side, seats, teams)) for side in range(teams)]

    def points(self, seats: int) -> list[int]:
        """Counts the games that each side has won."""
        sides = self.sides(seats)
        points = [0] * len(sides)
        for winners in self.won.values():
            have = [at for at, side in enumerate(sides) if set(side) & set(winners)]
            if len(have) == 1:
                points[have[0]] += 1
        return points

    def is_over(self, seats: int) -> bool:
        """Tells whether all games are played, or one side has more than half of them."""
        return len(self.won) >= self.games or max(self.points(seats), default=0) * 2 > self.games

    def shown(self, seats: int) -> dict[str, Any] | None:
        """Gives what everybody is told of it; None for a single game without teams."""
        sides, points = self.sides(seats), self.points(seats)
        if self.games == 1 and len(sides) == seats:
            return None
        return {
            "games": self.games,
            "game": len(self.won) + (self.now not in self.won),
            "sides": [
                {"seats": sorted((seat - self.moved) % seats for seat in side), "points": won}
                for side, won in zip(sides, points, strict=True)
            ],
            "changes": self.changes,
            "over": self.is_over(seats),
        }

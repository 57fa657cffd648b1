"""What happens in games becomes counts: what, with which kind and row, by whom, and whether they won; who is asked; and
which parts of the ruleset were played.

A happening is counted under what happened, the kind and the name of the thing that it happened to, and a seat:

    move, draw, discard, keep, lock, take, remove, off, destroy, roll_into, lose_die   a thing
    is entered          the thing or space that something moves onto
    damage, suffer      a thing; the amount is the damage
    deals damage        the thing that the damage comes from; the amount is the damage
    heal, fill          a thing; the amount is how many dice
    the name of an action            the thing that is used in a window
    the text of an announcement      the thing that it is about
    begin               a phase: the kind is `phase`, the name that of the phase
    eliminate, lead, win, defeat     a player: kind and name are empty

The seat is that of the thing's owner, else of whoever acts; -1 is nobody. The name is that of the row, and empty for
one of many things that are called by their kind.

A block of the ruleset, the body of a declaration or what stands below a branch, a loop or a choice, is counted each
time that it is begun; see `ground.blocks`.

Invariants:
    `times` and `amount` are of all games without a rule error; `games` and `won` of the finished ones.
    Adding tallies together in any order gives the tallies of all the games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.engine import Asked
from gekido_dsl.ground.happenings import BY_HAND
from gekido_dsl.simulate.course import Going

Key = tuple[str, str, str, int]
"""What happened, kind, name, seat."""
Part = tuple[str, str, str, str]
"""What a block of the ruleset is, the declaration that it is in, a label, and where it begins; see `ground.blocks`."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A row of the tallies."""

    what: str
    kind: str
    name: str
    seat: int
    times: int
    amount: int
    games: int
    """Finished games in which it happened to the seat."""
    won: int
    """Of those, the games that the seat won."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How often a phase, rule, effect or window asked for a decision."""

    rule: str
    decisions: int
    choices: int
    """Of all its decisions together."""
    most: int
    """The greatest number of choices of one."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How often a block of the ruleset was begun: the body of a declaration, a branch, a way of a menu."""

    what: str
    name: str
    label: str
    at: str
    times: int


@dataclass(slots=True)
class Tallies:
    """Counts of what happened, of what was asked, and of the parts of the ruleset that were played."""

    happened: dict[Key, list[int]] = field(default_factory=dict)
    """Times, amount, games, won."""
    asked: dict[str, list[int]] = field(default_factory=dict)
    """By rule: decisions, choices, most choices."""
    reached: dict[Part, int] = field(default_factory=dict)
    """By block of the ruleset, how often it was begun; those that never were are there, too."""

    def __bool__(self) -> bool:
        return bool(self.happened or self.asked)

    @property
    def happenings(self) -> Iterator[Happening]:
        """Gives the rows, in the order of their names."""
        for key in sorted(self.happened):
            yield Happening(*key, *self.happened[key])

    @property
    def askings(self) -> Iterator[Asking]:
        """Gives the rules that asked, the one that asked most often first."""
        for rule, counts in sorted(self.asked.items(), key=lambda one: (-one[1][0], one[0])):
            yield Asking(rule, *counts)

    @property
    def coverage(self) -> Iterator[Reached]:
        """Gives the blocks of the ruleset, in its order."""
        for part, times in self.reached.items():
            yield Reached(*part, times)

    def merge(self, other: "Tallies") -> None:
        """Adds the tallies of other games."""
        for key, counts in other.happened.items():
            mine = self.happened.setdefault(key, [0, 0, 0, 0])
            for at, count in enumerate(counts):
                mine[at] += count
        for rule, (decisions, choices, most) in other.asked.items():
            asked = self.asked.setdefault(rule, [0, 0, 0])
            asked[:] = asked[0] + decisions, asked[1] + choices, max(asked[2], most)
        for part, times in other.reached.items():
            self.reached[part] = self.reached.get(part, 0) + times

    def plain(self) -> list[Any]:
        """Gives the tallies as plain data."""
        return [
            [[*key, *self.happened[key]] for key in sorted(self.happened)],
            [[rule, *self.asked[rule]] for rule in sorted(self.asked)],
            [[*part, times] for part, times in self.reached.items()],
        ]

    @classmethod
    def from_plain(cls, data: list[Any]) -> "Tallies":
        """Makes tallies of what `plain` gave."""
        happened = {(row[0], row[1], row[2], row[3]): row[4:] for row in data[0]}
        reached = {(row[0], row[1], row[2], row[3]): row[4] for row in data[2]} if len(data) > 2 else {}
        return cls(happened, {row[0]: row[1:] for row in data[1]}, reached)


class Tally:
    """Counts one game as it goes."""

    def __init__(self, players: int) -> None:
        self.going = Going(players)
        self.happened: dict[Key, list[int]] = {}
        self.asked: dict[str, list[int]] = {}

    def notice(self, what: str, kind: str, name: str, seat: int, amount: int) -> None:
        """Counts something that happened."""
        if what == BY_HAND:
            self.going.handled(name)
            return
        counts = self.happened.get((what, kind, name, seat))
        if counts is None:
            self.happened[what, kind, name, seat] = [1, amount]
        else:
            counts[0] += 1
            counts[1] += amount

    def asks(self, asked: Asked) -> None:
        """Counts a decision."""
        counts = self.asked.setdefault(asked.rule, [0, 0, 0])
        counts[:] = counts[0] + 1, counts[1] + asked.count, max(counts[2], asked.count)

    def ended(self, finished: bool, won: Iterable[int], reached: dict[Part, int]) -> Tallies:
        """Gives the tallies of the game, once it is known who won it.

        Args:
            reached: how often each block of the ruleset was begun.
        """
        winners = frozenset(won)
        return Tallies(
            {
                key: [times, amount, int(finished), int(finished and key[3] in winners)]
                for key, (times, amount) in self.happened.items()
            },
            self.asked,
            reached,
        )

"""One game becomes its course: who had how much to decide, how long each waited, who led and when that was settled.

A *real* decision is one between two choices or more. The lead is measured at the first decision of each turn, by the
aim of the ruleset; a game whose ruleset has none, or whose aim cannot be asked somewhere, has no measurements.

A course is whole numbers, in the order of `HEAD` and then, seat after seat, of `EACH`: `backend.course` counts the
same in a module.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gekido_dsl.engine import Asked
from gekido_dsl.ground.course import (
    AGAIN,
    CHANGES,
    CHOICES,
    EACH,
    FAR,
    FURTHER,
    HANDED,
    HEAD,
    LEADER,
    LIFE,
    MEASURED,
    QUICK,
    REAL,
    SINCE,
)  # fmt: skip
from gekido_dsl.ground.happenings import HANDS
from gekido_dsl.ground.pace import Thinking


@dataclass(frozen=True, slots=True)
class Course:
    """How one game went, as numbers; see the module."""

    numbers: tuple[int, ...]

    @property
    def real(self) -> int:
        """Decisions between two choices or more."""
        return self.numbers[REAL]

    @property
    def choices(self) -> int:
        """Of all real decisions together."""
        return self.numbers[CHOICES]

    @property
    def quick(self) -> int:
        """How many real decisions passed a window, or were asked by the rule of the one before, of the same seat."""
        return self.numbers[QUICK]

    @property
    def again(self) -> int:
        """How many others were asked by a rule that had asked the seat in this turn."""
        return self.numbers[AGAIN]

    @property
    def further(self) -> int:
        """How often hands did what they had done just before, with no decision in between but quick ones."""
        return self.numbers[FURTHER]

    @property
    def hands(self) -> tuple[int, ...]:
        """How often hands were lifted, in the order of `HANDS`."""
        return self.numbers[HANDED : HANDED + len(HANDS)]

    @property
    def changes(self) -> int:
        """How often another player took the lead."""
        return self.numbers[CHANGES]

    @property
    def measured(self) -> int:
        """At how many turns the lead was measured."""
        return self.numbers[MEASURED]

    @property
    def since(self) -> int:
        """At which measurement, from 1, whoever leads took the lead for good."""
        return self.numbers[SINCE]

    @property
    def leader(self) -> int:
        """Who led at the last measurement; -1 if nobody did alone."""
        return self.numbers[LEADER] - 1

    @property
    def seats(self) -> list[tuple[int, ...]]:
        """By seat: real decisions; those of others between two own ones, together; how many such waits there were; the
        longest; the last measurement, from 1, at which nobody stood worse and somebody better."""
        rest = self.numbers[HEAD:]
        return [rest[at : at + EACH] for at in range(0, len(rest), EACH)]


class Going:
    """Follows a game, for its course."""

    def __init__(self, players: int) -> None:
        self._numbers = [0] * (HEAD + EACH * players)
        self._last = [0] * players
        self._turn = 0
        self._failed = False
        self._thinking = Thinking()
        self._work = ""
        """What hands did since the last decision that was not quick."""

    def handled(self, name: str) -> None:
        """Counts work of hands."""
        self._numbers[HANDED + HANDS.index(name)] += 1
        self._numbers[FURTHER] += name == self._work
        self._work = name

    def asks(self, asked: Asked, choice: int, turn: int) -> None:
        """Counts a decision.

        Args:
            choice: the number of what was chosen.
        """
        if asked.count < 2:
            return
        numbers = self._numbers
        numbers[REAL] += 1
        numbers[CHOICES] += asked.count
        passes = choice == asked.count - 1  # what a window offers last
        thought = self._thinking.of(asked.seat, asked.rule, turn, asked.window, passes)
        numbers[QUICK] += thought == "quick"
        numbers[AGAIN] += thought == "again"
        if thought != "quick":
            self._work = ""
        now, before, own = numbers[REAL], self._last[asked.seat], HEAD + EACH * asked.seat
        numbers[own] += 1
        if before:
            wait = now - before - 1
            numbers[own + 1] += wait
            numbers[own + 2] += 1
            numbers[own + 3] = max(numbers[own + 3], wait)
        self._last[asked.seat] = now

    def begins(self, turn: int) -> bool:
        """Tells whether this is the first decision of a turn, whose lead is to be measured."""
        if turn <= self._turn:
            return False
        self._turn = turn
        return not self._failed

    def fails(self) -> None:
        """Notes that the aim could not be asked: the game has no measurements."""
        self._failed = True

    def measures(self, aims: Sequence[int | None]) -> None:
        """Measures who leads.

        Args:
            aims: by seat how well it stands; None for who is out.
        """
        known = [max(-FAR, min(FAR, aim)) for aim in aims if aim is not None]
        least = min(known, default=0) - LIFE
        values = [least if aim is None else max(-FAR, min(FAR, aim)) for aim in aims]
        numbers, best, worst = self._numbers, max(values), min(values)
        numbers[MEASURED] += 1
        for seat, value in enumerate(values):
            if value == worst and worst < best:
                numbers[HEAD + EACH * seat + EACH - 1] = numbers[MEASURED]
        leader = numbers[LEADER]
        if leader and values[leader - 1] == best:
            return
        first = [seat for seat, value in enumerate(values) if value == best]
        numbers[LEADER] = first[0] + 1 if len(first) == 1 else 0
        if len(first) == 1:
            numbers[SINCE] = numbers[MEASURED]
            if self._led and self._led != first[0] + 1:
                numbers[CHANGES] += 1
            self._led = first[0] + 1

    _led = 0

    def course(self) -> Course:
        """Gives the course."""
        numbers = self._numbers
        if self._failed:
            for at in (CHANGES, MEASURED, SINCE, LEADER):
                numbers[at] = 0
            numbers[HEAD + EACH - 1 :: EACH] = [0] * len(self._last)
        return Course(tuple(numbers))

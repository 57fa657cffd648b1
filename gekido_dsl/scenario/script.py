"""Scripted chance: dice that fall, and choices of chance, as a scenario says."""

from collections import deque
from typing import Final

from gekido_dsl.engine import ChanceRequest
from gekido_dsl.scenario import choices
from gekido_dsl.scenario.trouble import Failure

CHANCE: Final = ""
"""Stands beside the kinds of dice for what chance chooses."""

Outcome = int | str
"""The face of a die, counted from 0, or the name of what chance chooses."""
_Outcomes = dict[str, deque[Outcome]]


class ScriptEmpty(Exception):
    """Chance is asked for something that the script has nothing for, although it goes on later."""

    def __init__(self, die: str) -> None:
        asked = "chance chooses something" if die == CHANCE else f"a {die} is rolled"
        what = "nothing" if die == CHANCE else "no face"
        super().__init__(f"{asked} that the script has {what} for; its next line comes later")


class Script:
    """Where chance comes from in a scenario.

    In the set-up it is as given; else nothing is shuffled, and the first of several is chosen. Afterwards it is
    as scripted. Where no script is left, dice and everything else are those of a fixed seed.
    """

    def __init__(self, later: dict[str, int], decks: frozenset[str]) -> None:
        """Begins without a script.

        Args:
            later: how many lines are still to come, by kind of die.
            decks: from where things come in their order, so that chance chooses nothing there.
        """
        self.in_setup = True
        self.later = later
        self.decks = decks
        self._first: _Outcomes = {}
        """What is so in the set-up."""
        self._next: _Outcomes = {}

    def copy(self) -> "Script":
        """Gives an independent copy."""
        made = Script(dict(self.later), self.decks)
        made.in_setup = self.in_setup
        made._first = {die: deque(outcomes) for die, outcomes in self._first.items()}
        made._next = {die: deque(outcomes) for die, outcomes in self._next.items()}
        return made

    def first(self, die: str, outcomes: list[Outcome]) -> None:
        """Adds what comes in the set-up."""
        self._first.setdefault(die, deque()).extend(outcomes)

    def add(self, die: str, outcomes: list[Outcome]) -> None:
        """Adds what comes next."""
        self._next.setdefault(die, deque()).extend(outcomes)
        self.later[die] -= 1

    def left(self, die: str, *, first: bool = False) -> int:
        """Tells how much has not come yet, now or in the set-up."""
        return len((self._first if first else self._next).get(die, ()))

    def draw(self, request: ChanceRequest) -> int | None:
        """Gives the next outcome; None leaves it to the seed."""
        die = request.what if request.kind == "roll" else CHANCE
        scripted = request.kind != "shuffle" and request.what not in self.decks
        if scripted and self._first.get(die):
            return _outcome(request, self._first[die].popleft())
        if self.in_setup:
            return {"shuffle": request.count - 1, "pick": 0}.get(request.kind)
        if not scripted or die not in self._next:
            return None
        if self._next[die]:
            return _outcome(request, self._next[die].popleft())
        if self.later.get(die, 0):
            raise ScriptEmpty(die)
        return None


def _outcome(request: ChanceRequest, outcome: Outcome) -> int:
    if isinstance(outcome, int):
        return outcome
    labels = [request.labels(k) for k in range(request.count)]
    found = choices.meant(labels, outcome)
    if found is None:
        raise Failure(f"chance cannot choose {outcome}: it chooses of {', '.join(dict.fromkeys(labels))}")
    return found

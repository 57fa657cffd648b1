"""What a game asks of people becomes minutes, by how fast they play.

What the program knows of a game tells decisions and operations apart: a choice among several is thought about, a window
is passed with a nod, dice are picked out one after the other, and a handful of dice goes back into the bag at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gekido_dsl.ground.course import AGAIN, FURTHER, HANDED, QUICK, REAL
from gekido_dsl.ground.happenings import HANDS

Thought = Literal["decision", "quick", "again"]
"""What a decision between two things or more is: one that is thought about, a quick one, or one asked again."""


class Thinking:
    """Follows the real decisions of a game to tell what each is."""

    def __init__(self) -> None:
        self._before = (-1, "")
        """Who decided last, and by which rule."""
        self._asked: dict[tuple[int, str], int] = {}
        """By seat and rule, the turn in which it asked last."""

    def of(self, seat: int, rule: str, turn: int, window: bool, passes: bool) -> Thought:
        """Tells what a decision is.

        Args:
            window: whether a window asks.
            passes: whether the last of the choices was taken, which is to pass in a window.
        """
        who = (seat, rule)
        quick, again = passes if window else who == self._before, self._asked.get(who) == turn
        self._before, self._asked[who] = who, turn
        return "quick" if quick else "again" if again else "decision"


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast people play; rough, and meant to be replaced by what was timed at a table."""

    decision_s: float = 6.0
    """For a choice between two things or more."""
    quick_s: float = 1.0
    """For a window that is passed by, or what the same rule asks the same player at once again, as for the next die."""
    again_s: float = 3.0
    """For what the same rule asks the same player later in a turn, when the plan is made."""
    operation_s: float = 2.0
    """For a thing put somewhere or drawn, a throw of dice, a number changed."""
    further_s: float = 0.5
    """For each further one of the same sort, with nothing to think about in between."""

    @property
    def weights(self) -> dict[str, float]:
        """Gives the minutes of each thing that the course of a game counts; teaching it is not among them."""
        each = {
            "real": self.decision_s,
            "quick": self.quick_s - self.decision_s,
            "again": self.again_s - self.decision_s,
            "further": self.further_s - self.operation_s,
        }
        return {
            name: seconds / 60 for name, seconds in (each | dict.fromkeys(HANDS, self.operation_s)).items()
        }

    def seconds(self, course: Sequence[int]) -> int:
        """Gives how long a game took, to the second, by the numbers of its course."""
        real, quick, again, further = course[REAL], course[QUICK], course[AGAIN], course[FURTHER]
        hands = sum(course[HANDED : HANDED + len(HANDS)])
        thought = (real - quick - again) * self.decision_s + quick * self.quick_s + again * self.again_s
        return round(thought + (hands - further) * self.operation_s + further * self.further_s)

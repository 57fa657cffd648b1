"""How seats decide that play whole matches inside a module; see `policies`."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat decides: by playouts from where the match stands."""

    playouts: int
    """For a decision, or more where there are many choices."""
    each: int = 0
    """At least so many for each choice."""
    rounds: int = 2
    """For how many rounds a playout goes on in a game with an aim; 0 for the turn. See `horizon`."""
    flat: bool = False
    """Whether playouts are random from the first choice on, instead of growing a tree."""
    slices: int = 4
    """Playouts in one world."""

    set_up: bool = True
    """Whether it looks ahead before the first turn, too; else chance chooses there, as where players draw what they
    play with."""

    def budget(self, choices: int) -> int:
        """Gives how many playouts a decision takes."""
        return max(self.playouts, self.each * choices)


GREEDY: Final = Policy(playouts=6, each=1, rounds=0, flat=True, slices=8)
"""Looks at each choice once or a few times, to the end of the turn where the game has an aim, and else to its end."""

"""The numbers of the course of a game, in their order; see `simulate.course` for what they mean."""

from typing import Final

from gekido_dsl.ground.happenings import HANDS

REAL: Final = 0
CHOICES: Final = 1
QUICK: Final = 2
AGAIN: Final = 3
FURTHER: Final = 4
HANDED: Final = 5
CHANGES: Final = HANDED + len(HANDS)
MEASURED: Final = CHANGES + 1
SINCE: Final = CHANGES + 2
LEADER: Final = CHANGES + 3
HEAD: Final = CHANGES + 4
"""How many numbers there are of the game; then come those of each seat."""
EACH: Final = 5
"""How many there are of a seat."""
FAR: Final = (1 << 24) - 1
"""What stands further by the aim is taken to stand so far."""
LIFE: Final = 200
"""How much worse than the worst of those in the game somebody stands by the aim who is out."""

"""What a module that searches does with choices, and what the functions that choose tell; see `tree`."""

from typing import Final

OFF, TREE, OUT = 0, 1, 2
"""What the module does with a choice that is not in the script: it waits, searches, or plays on at random."""
ASKS, STOPS = -2, -3
"""What `take` gives when the tree is to choose, and when a playout is long enough."""
DEPTH: Final = 1 << 12
"""Choices of one playout that are in the tree, at most."""
OPTIONS: Final = 10_000
"""Where there are more, chance chooses."""

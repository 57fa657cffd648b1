"""The names under which what happens is counted, where nothing of a game is needed to know them."""

from typing import Final

OF_A_THING: Final = frozenset({"take", "remove", "off", "destroy", "roll_into", "lose_die"})
OF_A_PLAYER: Final = frozenset({"eliminate", "lead", "win", "defeat"})
"""Kinds of events that are counted under their own names, by the thing or player that they tell of first."""
BY_HAND: Final = "by hand"
"""What is noticed under this is work of hands; the name is one of `HANDS`."""
HANDS: Final = ("moves", "draws", "throws", "numbers")
"""A thing put somewhere, turned over or taken off; a thing drawn; dice thrown together; a number that is changed."""

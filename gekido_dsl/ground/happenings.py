"""The names under which what happens is counted, where nothing of a game is needed to know them."""

from typing import Final

BY_HAND: Final = "by hand"
"""What is noticed under this is work of hands; the name is one of `HANDS`."""
HANDS: Final = ("moves", "draws", "throws", "numbers")
"""A thing put somewhere, turned over or taken off; a thing drawn; dice thrown together; a number that is changed."""

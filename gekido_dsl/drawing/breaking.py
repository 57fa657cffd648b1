"""Where a line of text may break, and which way it is read."""

import itertools
import unicodedata
from typing import Final

_RIGHT_TO_LEFT: Final = "\u200f"
_IDEOGRAPHS: Final = (
    (0x2E80, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x20000, 0x3FFFF),
)
"""Signs of scripts without spaces between words; Korean has them."""
_NOT_FIRST: Final = frozenset(
    "、。，．・：；？！ー～…‥）」』】〕〉》〗］｝”’%),.!?:;]}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々"
)
_NOT_LAST: Final = frozenset("（「『【〔〈《〖［｛“‘([{")


def pieces(told: str) -> list[tuple[str, str]]:
    """Parts a text where a line may end; each piece has in front what joins it to the one before on a line."""
    made: list[tuple[str, str]] = []
    for word in told.split():
        between = " "
        for piece in _parted(word):
            made.append((between, piece))
            between = ""
    return made


def _parted(word: str) -> list[str]:
    """Parts a word at signs that need no space between them; a line never begins with a mark that closes."""
    made = [word[:1]]
    for before, letter in itertools.pairwise(word):
        free = _ideograph(before) or _ideograph(letter)
        if free and letter not in _NOT_FIRST and before not in _NOT_LAST:
            made.append(letter)
        else:
            made[-1] += letter
    return made


def _ideograph(letter: str) -> bool:
    return any(low <= ord(letter) <= high for low, high in _IDEOGRAPHS)


def directed(told: str) -> str:
    """Has a line that begins in a script from right to left read so as a whole, marks at its ends included."""
    for letter in told if not told.isascii() else "":
        match unicodedata.bidirectional(letter):
            case "R" | "AL":
                return f"{_RIGHT_TO_LEFT}{told}{_RIGHT_TO_LEFT}"
            case "L":
                break
    return told

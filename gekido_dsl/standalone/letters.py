"""Bytes as text of a page, seven bits to a letter: a seventh larger than they are, where Base64 is a third larger.

Invariants:
    The text can stand in a script element: it has no `<`, no character that HTML replaces, and no byte that UTF-8
    does not allow.
    `alone_boot.js` reads it; the text alone does not say how many bytes it stands for.

A letter is one of the first 128 characters, which take one byte each. Three of these cannot stand in a page: 0,
carriage return and `<`. With the letter that follows, each of them becomes one character from U+0100 on: two bytes.
"""

import re
from typing import Final

_REFUSED: Final = "\0\r<"
_LIFTED: Final = 0x100
_PAIR: Final = re.compile(f"([{re.escape(_REFUSED)}])(.)", re.DOTALL)
_HALVES: Final = (
    (0x000000000FFFFFFF, 0x00FFFFFFF0000000, 4),
    (0x00003FFF00003FFF, 0x0FFFC0000FFFC000, 2),
    (0x007F007F007F007F, 0x3F803F803F803F80, 1),
)
"""Eight times seven bits become eight bytes by halves: what stays, what moves, and how far."""


def written(content: bytes) -> str:
    """Writes bytes as such a text; the lowest bits of each come first."""
    groups = -(-len(content) // 7)
    padded = content.ljust(7 * groups, b"\0")
    lanes = bytearray(8 * groups)
    for place in range(7):
        lanes[place::8] = padded[place::7]
    number = int.from_bytes(lanes, "little")
    for stays, moves, far in _HALVES:
        number = number & _mask(stays, groups) | (number & _mask(moves, groups)) << far
    # If the last letter cannot stand alone, another one follows it.
    letters = number.to_bytes(8 * groups, "little").decode("ascii") + "A"
    return _PAIR.sub(lambda pair: chr(_LIFTED + 128 * _REFUSED.index(pair[1]) + ord(pair[2])), letters)


def _mask(lane: int, groups: int) -> int:
    return int.from_bytes(lane.to_bytes(8, "little") * groups, "little")

"""Where each array lies in memory.

Invariants:
    Before each array lies a guard; so reading at -1 gives what the array says.
    State and derived state lie together, in the order of the program; how they start lies in memory, too.
    Nothing lies at address 0.
"""

import sys
from array import array as packed
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gekido_dsl.program.nodes import Array

_CODES = {8: "b", 16: "h", 32: "i", 64: "q"}


@dataclass(frozen=True, slots=True)
class Addresses:
    """The memory of a module."""

    by_array: dict[Array, int]
    """Of the number at 0."""
    region: int
    """Address of state and derived state."""
    data: tuple[tuple[int, bytes], ...]
    """What is in memory at the start; without state, which is copied there when a match starts."""
    size: int
    """In bytes."""


def step(array: Array) -> int:
    """Bytes from one number of an array to the next."""
    return array.width // 8


def region(arrays: Iterable[Array]) -> bytes:
    """Gives state and derived state as they lie in memory when a match starts, in full words of 8 bytes."""
    content = bytearray()
    for array in arrays:
        if array.kind in _REGION:
            content += bytes(_place(len(content), array) - step(array) - len(content))
            content += image(array)
    return bytes(content) + bytes(-len(content) % 8)


def offsets(arrays: Iterable[Array]) -> dict[Array, int]:
    """Gives where state and derived state lie, in bytes from where they begin together."""
    found: dict[Array, int] = {}
    end = 0
    for array in arrays:
        if array.kind in _REGION:
            found[array] = _place(end, array)
            end = found[array] + step(array) * array.length
    return found


def lay_out(arrays: Sequence[Array]) -> Addresses:
    """Gives each array its address, in the order in which they come; state and derived state lie together."""
    by_array: dict[Array, int] = {}
    data: list[tuple[int, bytes]] = []
    end = 16
    first: int | None = None
    inside = False
    for array in arrays:
        if array.kind == "region":
            continue
        if (array.kind in _REGION) != inside:
            inside = not inside
            end += -end % 8
            if inside:
                assert first is None, "state lies in two places"
                first = end
        address = _place(end, array)
        by_array[array] = address
        end = address + step(array) * array.length
        if not inside:
            data.append((address - step(array), image(array)))
    by_array |= {array: first or 0 for array in arrays if array.kind == "region"}
    return Addresses(by_array, first or 0, tuple(_joined(data)), end + -end % 8)


_REGION = ("state", "derived")


def _place(end: int, array: Array) -> int:
    """Gives the address of the number at 0 when the guard may lie from `end` on."""
    size = step(array)
    return end + size + -end % size


def image(array: Array) -> bytes:
    """Gives the guard and the numbers of an array as they are at the start."""
    contents = [array.guard]
    if array.kind not in ("scratch", "control"):
        contents += array.contents
        contents += [array.fill] * (array.length - len(array.contents))
    return pack(contents, array.width)


def pack(numbers: Iterable[int], width: int) -> bytes:
    """Gives numbers as they lie in memory: signed, the lowest byte first."""
    made = packed(_CODES[width], numbers)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


def unpack(content: bytes, width: int) -> "packed[int]":
    """Gives the numbers that lie in some bytes of memory."""
    made = packed(_CODES[width], content)
    if sys.byteorder == "big":
        made.byteswap()
    return made


def _joined(data: list[tuple[int, bytes]]) -> Iterable[tuple[int, bytes]]:
    """Puts pieces together that lie close to each other, and leaves out what is zero anyway."""
    start, piece = 0, bytearray()
    for address, content in data:
        if not any(content):
            continue
        if piece and address - start - len(piece) <= 16:
            piece += bytes(address - start - len(piece)) + content
            continue
        if piece:
            yield start, bytes(piece)
        start, piece = address, bytearray(content)
    if piece:
        yield start, bytes(piece)

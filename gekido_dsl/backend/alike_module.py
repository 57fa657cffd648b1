"""A module that tells rows of numbers apart and counts the ones that are equal, whichever game they come from.

The host copies rows into `given` and calls `tell(count)`, which gives how many of them it has taken: all, unless there
is no room for one more row that was never seen. `which` then has the number of each row, and `seen` row by row what
these numbers stand for. `winners(count)` looks up for each row what the host has noted of its number.
"""

from typing import Final

from gekido_dsl.backend.rows import ROWS, AlikeModule
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.program.emit import emit

_WORDS: Final = 1 << 19
"""How many numbers of rows that differ are kept."""
_MOST: Final = 1 << 12
"""How many rows that differ are kept."""
_WRITTEN_OUT: Final = 40
"""Rows of up to so many numbers are compared without a loop."""
_MIX: Final = 0x9E37_79B1 - (1 << 32)


def alike_module(width: int) -> AlikeModule:
    """Makes the module for rows of so many numbers."""
    most = max(min(_MOST, _WORDS // width), 16)
    slots = 1 << (2 * most - 1).bit_length()
    b = ProgramBuilder()
    pointer = b.control("pointer")
    given, which = b.control("given", ROWS * width), b.control("which", ROWS)
    seen, times = b.control("seen", most * width), b.control("times", most, 64)
    noted, winners = b.control("noted", most, 64), b.control("winners", ROWS, 64)
    number, table = b.control("number"), b.control("table", slots)
    factors = b.table("factors", [_factor(at) for at in range(width)], 32)

    f = b.function("tell", ["count"], result="i32")
    (count,) = f.parameters
    with f.each(0, count, "row") as row:
        start = f.let(e.mul(row, width), "start")
        hashed = f.variable(0, "hashed")
        if width <= _WRITTEN_OUT:
            for at in range(width):
                f.set(hashed, e.add(hashed, e.mul(e.load(given, e.add(start, at)), _factor(at))))
        else:
            with f.each(0, width, "at") as place:
                word = e.mul(e.load(given, e.add(start, place)), e.load(factors, place))
                f.set(hashed, e.add(hashed, word))
        f.set(hashed, e.mul(e.xor(hashed, e.shr_u(hashed, 15)), _MIX))
        slot = f.variable(e.and_(e.xor(hashed, e.shr_u(hashed, 16)), slots - 1), "slot")
        found = f.local("found")
        with f.block("known") as known, f.loop("slots") as again:
            f.set(found, e.sub(e.load(table, slot), 1))
            with f.if_(e.lt(found, 0)):
                f.set(found, e.load(number))
                with f.if_(e.ge(found, most)):
                    f.return_(row)
                f.store(number, 0, e.add(found, 1))
                f.store(table, slot, e.add(found, 1))
                f.store(times, found, 0)
                own = f.let(e.mul(found, width), "own")
                with f.each(0, width, "at") as place:
                    f.store(seen, e.add(own, place), e.load(given, e.add(start, place)))
                f.br(known)
            own = f.let(e.mul(found, width), "own")
            with f.block("other") as other:
                if width <= _WRITTEN_OUT:
                    differs: e.Value = 0
                    for at in range(width):
                        one, two = e.load(seen, e.add(own, at)), e.load(given, e.add(start, at))
                        differs = e.or_(differs, e.xor(one, two))
                    f.br(other, differs)
                else:
                    with f.each(0, width, "at") as place:
                        f.br(other, e.ne(e.load(seen, e.add(own, place)), e.load(given, e.add(start, place))))
                f.br(known)
            f.set(slot, e.and_(e.add(slot, 1), slots - 1))
            f.br(again)
        f.store(which, row, found)
        f.increase(times, found)
    f.return_(count)
    tell = f.finish()

    f = b.function("winners", ["count"])
    with f.each(0, f.parameters[0], "row") as row:
        f.store(winners, row, e.load(noted, e.load(which, row)))
    module = emit(b.ordered(), {"tell": tell, "winners": f.finish()}, pointer)
    places = module.addresses.by_array
    return AlikeModule(
        module.code,
        width,
        most,
        places[given],
        places[seen],
        places[times],
        places[noted],
        places[winners],
        places[number],
        places[table],
        slots,
    )


def _factor(at: int) -> int:
    """Gives an odd number for a place in a row, as a signed one of 32 bits."""
    value = ((at + 1) * 0x9E37_79B9_7F4A_7C15 >> 17 & 0xFFFF_FFFF) | 1
    return value - (value >> 31 << 32)

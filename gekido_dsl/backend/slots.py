"""Room for many matches in the memory of one module: vectors of matches that go on in one call, and trees.

A slot holds the boundary and the script of a match; to go on with it is to copy them back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.parts import NO_ROOM
from gekido_dsl.program import expressions as e
from gekido_dsl.program.nodes import Array, Function

if TYPE_CHECKING:
    from gekido_dsl.backend.scripted import Maker

SCRIPT: Final = 256
"""Choices in one turn of a match in a slot, at most."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The arrays of the slots; one number, or row of numbers, for each."""

    count: int
    seeds: Array
    """Given to `start_many(begin, end)`."""
    choices: Array
    """Given to `step_many(begin, end)`; a match that is over stays as it is."""
    seats: Array
    """Who decides."""
    counts: Array
    """Among how many options; 0 when the match is over."""
    observed: Array
    """Rows of the numbers of the arrays that were asked for, at the decision."""
    width: int
    """Numbers in a row."""
    at: Array
    """Which slot the module was at when it stopped."""


def add_slots(
    maker: "Maker", count: int, observed: Sequence[Array], start: Function, apply: Function, go: Function
) -> tuple[Slots, dict[str, Function]]:
    """Adds slots to a match module, and gives the functions that it exports for them."""
    b, size = maker.b, maker.parts.size
    width = max(sum(array.length for array in observed), 1)
    slots = Slots(
        count,
        b.control("seeds", count, 64),
        b.control("choices", count),
        b.control("seats", count),
        b.control("counts", count),
        b.control("observed", count * width),
        width,
        b.control("slot"),
    )
    boundaries = b.scratch("boundaries", count * size, 8)
    scripts = b.scratch("scripts", count * SCRIPT)
    lengths = b.scratch("lengths", count)

    keep = b.function("keep", ["slot"])
    (slot,) = keep.parameters
    length = keep.let(e.load(maker.control.script_length), "length")
    with keep.if_(e.gt(length, SCRIPT)):
        for statement in maker.parts.fail(NO_ROOM):
            keep.emit(statement)
    keep.copy(boundaries, e.mul(slot, size), maker.boundary, 0, size)
    keep.copy(scripts, e.mul(slot, 4 * SCRIPT), maker.control.script, 0, e.shl(length, 2))
    keep.store(lengths, slot, length)
    keep.store(slots.seats, slot, e.load(maker.control.waiting, 0))
    keep.store(slots.counts, slot, e.load(maker.control.waiting, 1))
    row = keep.let(e.mul(slot, width), "row")
    at = 0
    for array in observed:
        with keep.each(0, array.length) as i:
            keep.store(slots.observed, e.add(e.add(row, i), at), e.load(array, i))
        at += array.length
    keep.finish()

    take = b.function("take_slot", ["slot"])
    (slot,) = take.parameters
    length = take.let(e.load(lengths, slot), "length")
    take.copy(maker.boundary, 0, boundaries, e.mul(slot, size), size)
    take.copy(maker.control.script, 0, scripts, e.mul(slot, 4 * SCRIPT), e.shl(length, 2))
    take.store(maker.control.script_length, 0, length)
    take.store(maker.control.chances_length, 0, 0)
    take.finish()

    start_many = b.function("start_many", ["begin", "end"])
    begin, end = start_many.parameters
    with start_many.each(begin, end, "slot") as slot:
        start_many.store(slots.at, 0, slot)
        start_many.store(slots.counts, slot, 0)
        start_many.call(start, e.load(slots.seeds, slot))
        start_many.call(keep.function, slot)
    start_many.finish()

    step_many = b.function("step_many", ["begin", "end"])
    begin, end = step_many.parameters
    with step_many.each(begin, end, "slot") as slot, step_many.if_(e.load(slots.counts, slot)):
        step_many.store(slots.at, 0, slot)
        step_many.call(take.function, slot)
        step_many.call(apply, e.load(slots.choices, slot))
        step_many.call(keep.function, slot)
    step_many.finish()

    enter = b.function("enter_slot", ["slot"])
    enter.call(take.function, enter.parameters[0])
    enter.call(go)
    enter.finish()
    exports = {
        "start_many": start_many.function,
        "step_many": step_many.function,
        "keep_slot": keep.function,
        "enter_slot": enter.function,
    }
    return slots, exports

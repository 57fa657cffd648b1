"""Room for many matches in the memory of one module, all of which go on in one call.

A slot holds the boundary and the script of a match; to go on with it is to copy them back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend.control import SCRIPT as WHOLE_SCRIPT
from gekido_dsl.backend.match import MatchModule, functions_of, module_of
from gekido_dsl.backend.parts import NO_ROOM
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Expr, Function, Program

SCRIPT: Final = 256
"""Choices in one turn of a match in a slot, at most."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The arrays of the slots; one number, or row of numbers, for each.

    The module exports `start_many(begin, end)`, `step_many(begin, end)` and `run_many(begin, end)`.
    """

    count: int
    """For how many matches there is room."""
    which: Array
    """1 for the matches that a call is about."""
    seeds: Array
    """With which `start_many` begins."""
    choices: Array
    """What `step_many` takes."""
    streams: Array
    """Rows of four numbers: the streams from which `run_many` chooses."""
    left: Array
    """How many decisions a match may take in `run_many`; then, how many it did not."""
    seats: Array
    """Who decides."""
    counts: Array
    """Among how many options; 0 when the match is over."""
    sites: Array
    """What is asked."""
    watched: Array
    """Rows of the numbers of the arrays that were to be watched, at the decision."""
    ended: Array
    """Rows of the numbers that were asked for of matches that are over."""
    boundaries: Array
    scripts: Array
    lengths: Array
    at: Array
    """Which slot the module was at when it stopped."""


class SlotsMaker(Maker):
    """Adds choices at random that are noted in the script, so that the match can be asked where it stands."""

    def declare(self) -> None:
        """Declares how many such choices there may be."""
        self.drawn = self.b.control("drawn")

    def beyond(self, f: FunctionBuilder, seat: Expr, count: Expr) -> None:
        """Emits that chance chooses."""
        c = self.control
        end = f.let(e.load(c.script_length), "end")
        with f.if_(e.and_(e.gt(e.load(self.drawn), 0), e.lt(end, WHOLE_SCRIPT))):
            f.increase(self.drawn, 0, -1)
            k = f.let(f.call_value(self.pick, count), "k")
            f.store(c.script, end, k)
            f.store(c.script_length, 0, e.add(end, 1))
            f.store(c.script_at, 0, e.add(end, 1))
            f.return_(k)


def slots_module(
    program: Program, count: int, watched: Sequence[Array], ended: Sequence[Array]
) -> tuple[MatchModule, Slots]:
    """Makes a match module with slots.

    Args:
        count: how many.
        watched: state of which the slots show the numbers at every decision, and at the end.
        ended: state of which they show the numbers at the end.
    """
    maker = SlotsMaker(program, traced=False)
    exports = functions_of(maker)
    b, size = maker.b, maker.parts.size
    slots = Slots(
        count,
        b.control("which", count),
        b.control("seeds", count, 64),
        b.control("choices", count),
        b.control("streams", count * 4),
        b.control("left", count),
        b.control("seats", count),
        b.control("counts", count),
        b.control("sites", count),
        b.control("watched", count * _width(watched)),
        b.control("ended", count * _width(ended)),
        b.control("boundaries", count * size, 8),
        b.control("scripts", count * SCRIPT),
        b.control("lengths", count),
        b.control("slot"),
    )
    keep = _keep(maker, slots, watched, ended)

    take = b.function("take_slot", ["slot"])
    (slot,) = take.parameters
    length = take.let(e.load(slots.lengths, slot), "length")
    take.copy(maker.boundary, 0, slots.boundaries, e.mul(slot, size), size)
    take.copy(maker.control.script, 0, slots.scripts, e.mul(slot, 4 * SCRIPT), e.shl(length, 2))
    take.store(maker.control.script_length, 0, length)
    take.finish()

    start_many = b.function("start_many", ["begin", "end"])
    begin, end = start_many.parameters
    start_many.store(maker.drawn, 0, 0)
    with start_many.each(begin, end, "slot") as slot, start_many.if_(e.load(slots.which, slot)):
        start_many.store(slots.at, 0, slot)
        start_many.call(exports["start"], e.load(slots.seeds, slot))
        start_many.call(keep, slot)
    start_many.finish()

    step_many = b.function("step_many", ["begin", "end"])
    begin, end = step_many.parameters
    step_many.store(maker.drawn, 0, 0)
    with step_many.each(begin, end, "slot") as slot, step_many.if_(e.load(slots.which, slot)):
        step_many.store(slots.at, 0, slot)
        step_many.call(take.function, slot)
        step_many.call(exports["apply"], e.load(slots.choices, slot))
        step_many.call(keep, slot)
    step_many.finish()

    run_many = b.function("run_many", ["begin", "end"])
    begin, end = run_many.parameters
    with run_many.each(begin, end, "slot") as slot, run_many.if_(e.load(slots.which, slot)):
        run_many.store(slots.at, 0, slot)
        run_many.call(take.function, slot)
        row = run_many.let(e.shl(slot, 2), "row")
        for word in range(4):
            run_many.store(maker.player, word, e.load(slots.streams, e.add(row, word)))
        run_many.store(maker.drawn, 0, e.load(slots.left, slot))
        run_many.call(exports["go"])
        run_many.call(keep, slot)
        run_many.store(slots.left, slot, e.load(maker.drawn))
        for word in range(4):
            run_many.store(slots.streams, e.add(row, word), e.load(maker.player, word))
    run_many.finish()
    exports |= {one.function.name: one.function for one in (start_many, step_many, run_many)}
    return module_of(maker, exports), slots


def _width(arrays: Sequence[Array]) -> int:
    return sum(array.length for array in arrays)


def _keep(maker: SlotsMaker, slots: Slots, watched: Sequence[Array], ended: Sequence[Array]) -> Function:
    """Makes the function that puts into a slot where the match stands."""
    keep, c, size = maker.b.function("keep", ["slot"]), maker.control, maker.parts.size
    (slot,) = keep.parameters
    length = keep.let(e.load(c.script_length), "length")
    with keep.if_(e.gt(length, SCRIPT)):
        for statement in maker.parts.fail(NO_ROOM):
            keep.emit(statement)
    keep.copy(slots.boundaries, e.mul(slot, size), maker.boundary, 0, size)
    keep.copy(slots.scripts, e.mul(slot, 4 * SCRIPT), c.script, 0, e.shl(length, 2))
    keep.store(slots.lengths, slot, length)
    count = keep.let(e.load(c.waiting, 1), "count")
    for array, value in ((slots.seats, e.load(c.waiting, 0)), (slots.sites, e.load(c.waiting, 2))):
        keep.store(array, slot, value)
    keep.store(slots.counts, slot, count)

    def note(into: Array, arrays: Sequence[Array]) -> None:
        row = keep.let(e.mul(slot, _width(arrays)), "row")
        at = 0
        for array in arrays:
            with keep.each(0, array.length) as i:
                keep.store(into, e.add(e.add(row, i), at), e.load(array, i))
            at += array.length

    note(slots.watched, watched)
    with keep.if_(e.eq(count, 0)):
        note(slots.ended, ended)
    return keep.finish()

"""Programs are written with these builders: declare arrays and functions, then emit statements where one stands.

Invariants:
    Expressions come from `expressions`; whatever a builder takes may be a plain number.
    A statement goes where the builder stands; `with` opens what holds others.
    Code after a branch, return or error that always happens is not kept.
"""

from collections.abc import Sequence

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.functions import FunctionBuilder, Room, TooLong
from gekido_dsl.program.nodes import Array, ArrayKind, Function, Local, Result, Type, Width

_ORDER: Sequence[ArrayKind] = ("control", "state", "derived", "region", "scratch", "table", "frame")


def width_for(low: int, high: int) -> Width:
    """Gives the narrowest width that holds every number from `low` to `high`, and none."""
    for width in (8, 16):
        if -(1 << (width - 1)) <= min(low, -1) and high < 1 << (width - 1):
            return width
    return 32


class ProgramBuilder:
    """Collects arrays and functions."""

    def __init__(self, program: ir.Program | None = None, most: int | None = None) -> None:
        """Begins a program, or adds to one.

        Args:
            most: how many statements may be written; None for any number.
        """
        self._room = Room(most) if most is not None else None
        self.arrays: list[Array] = list(program.arrays) if program else []
        self.functions: list[Function] = list(program.functions) if program else []
        self._names: dict[str, int] = {function.name: 1 for function in self.functions}
        self.stream = program.stream if program else self.state("stream", 4)
        """The four words of the stream of the game; a module fills it from the seed."""

    def state(
        self, name: str, length: int = 1, width: Width = 32, fill: int = 0, contents: Sequence[int] = ()
    ) -> Array:
        """Declares a part of the position; `contents` and `fill` say how a match starts."""
        return self._declare(name, "state", length, width, fill, contents)

    def derived(
        self, name: str, length: int = 1, width: Width = 32, fill: int = 0, contents: Sequence[int] = ()
    ) -> Array:
        """Declares numbers that follow from the state and are kept up for speed; they start like state."""
        return self._declare(name, "derived", length, width, fill, contents)

    def scratch(self, name: str, length: int = 1, width: Width = 32) -> Array:
        """Declares numbers that mean nothing at a boundary; nothing may be read before it is written."""
        return self._declare(name, "scratch", length, width)

    def control(self, name: str, length: int = 1, width: Width = 32) -> Array:
        """Declares what module and host hand each other."""
        return self._declare(name, "control", length, width)

    def table(
        self, name: str, contents: Sequence[int], width: Width | None = None, guard: int | None = None
    ) -> Array:
        """Declares constants, as wide as they need; `guard` is what -1 reads, else none (of 64 bits: no bits)."""
        if width is None:
            known = [-1 if guard is None else guard, *contents]
            width = width_for(min(known), max(known))
        return self._declare(name, "table", max(len(contents), 1), width, 0, contents, guard)

    def _declare(
        self,
        name: str,
        kind: ArrayKind,
        length: int,
        width: Width,
        fill: int = 0,
        contents: Sequence[int] = (),
        guard: int | None = None,
    ) -> Array:
        if guard is None:
            guard = 0 if width == 64 else -1
        array = Array(name, kind, length, width, tuple(contents), fill, guard)
        self.arrays.append(array)
        return array

    def function(
        self,
        name: str,
        parameters: Sequence[str | tuple[str, Type]] = (),
        result: Result | None = None,
        note: str = "",
    ) -> FunctionBuilder:
        """Declares a function; calls of it may be emitted before it has a body."""
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        locals_ = tuple(Local(one) if isinstance(one, str) else Local(*one) for one in parameters)
        function = Function(f"{name}_{count + 1}" if count else name, locals_, result, note=note)
        self.functions.append(function)
        return FunctionBuilder(function, self._room)

    def finish(
        self,
        entry: Function,
        record: Sequence[Array] = (),
        noted: Array | None = None,
        also: Sequence[Function] = (),
    ) -> ir.Program:
        """Gives the program.

        Args:
            record: state arrays of which a batch keeps how they are at the end of a game.
            noted: of one number, kept for each listed body as it was when that began.
            also: functions that the entry does not need, and some modules do.
        """
        functions = tuple(self.functions)
        return ir.Program(entry, self.ordered(), functions, self.stream, tuple(record), noted, tuple(also))

    def ordered(self) -> tuple[Array, ...]:
        """Gives the arrays as they are to lie in memory."""
        return tuple(sorted(self.arrays, key=lambda array: _ORDER.index(array.kind)))


__all__ = ["FunctionBuilder", "ProgramBuilder", "Room", "TooLong", "width_for"]

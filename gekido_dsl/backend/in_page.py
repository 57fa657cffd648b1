"""Modules run in a page, by the WebAssembly of the browser: the same bytes as elsewhere.

The memory of a module belongs to the browser; Python in the page reads and writes it through typed arrays. What is read
as a whole is copied at once.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, overload

from gekido_dsl.backend.stopped import Stopped

_I64: Final = 0x7E
_ARRAYS: Final = {
    "B": ("Uint8Array", 1),
    "b": ("Int8Array", 1),
    "h": ("Int16Array", 2),
    "i": ("Int32Array", 4),
    "q": ("BigInt64Array", 8),
}


class View:
    """Numbers of a memory, to read and to write; of `memoryview` it has what is used here."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        """Takes a typed array of JavaScript."""
        self._array = array

    def __len__(self) -> int:
        return int(self._array.length)

    @property
    def nbytes(self) -> int:
        """How many bytes the numbers take."""
        return int(self._array.byteLength)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> "View": ...
    def __getitem__(self, at: int | slice) -> "int | View":
        if isinstance(at, int):
            return int(self._array[at])
        start, stop, step = at.indices(len(self))
        part = View(self._array.subarray(start, max(start, stop)))
        # With steps it is a copy: whoever takes every other number only reads.
        return part if step == 1 else View(self._array.constructor.of(*part.tolist()[::step]))

    def __setitem__(self, at: int | slice, value: "int | bytes | View") -> None:
        if isinstance(at, int):
            assert isinstance(value, int)
            self._array[at] = _big(value) if self._array.BYTES_PER_ELEMENT == 8 else int(value)
            return
        assert not isinstance(value, int)
        part, content = self[at]._array, bytes(value)
        if part.byteLength != len(content):
            raise ValueError(f"{len(content)} bytes do not fit {part.byteLength}")
        if content:
            from js import Uint8Array

            Uint8Array.new(part.buffer, part.byteOffset, part.byteLength).assign(content)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def __bytes__(self) -> bytes:
        made: bytes = self._array.to_bytes()
        return made

    def tolist(self) -> list[int]:
        """Gives the numbers as they are now."""
        found: list[int] = self._array.to_memoryview().tolist()
        return found

    def cast(self, code: str) -> "View":
        """Gives the same bytes as numbers of another width; see `memoryview.cast`."""
        import js

        name, size = _ARRAYS[code]
        array = self._array
        return View(getattr(js, name).new(array.buffer, array.byteOffset, array.byteLength // size))


def _big(number: int) -> Any:
    from pyodide.ffi import JsBigInt

    return JsBigInt(number)


class Code:
    """A module that was compiled."""

    def __init__(self, content: bytes) -> None:
        """Compiles it.

        Raises:
            ValueError: it is no module.
        """
        from js import Uint8Array, WebAssembly
        from pyodide.ffi import JsException

        array = Uint8Array.new(len(content))
        array.assign(content)
        try:
            self.module = WebAssembly.Module.new(array)
        except JsException as problem:
            raise ValueError(str(problem)) from None
        self.long = long_parameters(content)
        """By the name of an exported function, which of its parameters have 64 bits."""


class Opened:
    """An instance: its memory, and its functions."""

    def __init__(self, code: Code) -> None:
        from js import Uint8Array, WebAssembly

        self._exports = WebAssembly.Instance.new(code.module).exports
        self._long = code.long
        self.memory = View(Uint8Array.new(self._exports.memory.buffer))

    def function(self, name: str) -> Callable[..., int | None]:
        """Gives what calls an exported function; it raises `Stopped` where the module traps."""
        from pyodide.ffi import JsException

        exported, long = getattr(self._exports, name), self._long[name]

        def call(*arguments: int) -> int | None:
            given = [_big(one) if wide else one for one, wide in zip(arguments, long, strict=True)]
            try:
                result = exported(*given)
            except JsException as trap:
                # A browser says differently what all of them do when functions call one another too deep.
                deep = trap.name in ("RangeError", "InternalError")
                raise Stopped("stack overflow" if deep else str(trap)) from None
            return None if result is None else int(result)

        return call


def long_parameters(content: bytes) -> dict[str, tuple[bool, ...]]:
    """Tells of each exported function of a module which parameters have 64 bits: JavaScript hands those over otherwise.

    Source: WebAssembly Core Specification 2.0, "Binary Format". For modules of `program.wasm`, which import nothing.
    """
    kinds: list[tuple[bool, ...]] = []
    kind_of: list[int] = []
    found: dict[str, tuple[bool, ...]] = {}
    reader = _Reader(content, 8)
    while reader.at < len(content):
        section, size = reader.byte(), reader.number()
        end = reader.at + size
        if section == 1:
            for _ in range(reader.number()):
                reader.byte()
                kinds.append(tuple([reader.byte() == _I64 for _ in range(reader.number())]))
                reader.take(reader.number())
        elif section == 3:
            kind_of = [reader.number() for _ in range(reader.number())]
        elif section == 7:
            for _ in range(reader.number()):
                name = reader.take(reader.number()).decode()
                what, number = reader.byte(), reader.number()
                if what == 0:
                    found[name] = kinds[kind_of[number]]
        reader.at = end
    return found


class _Reader:
    """Goes through the bytes of a module."""

    def __init__(self, content: bytes, at: int) -> None:
        self.content = content
        self.at = at

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def take(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def number(self) -> int:
        """Reads an unsigned number, seven bits at a time."""
        total = shift = 0
        while True:
            byte = self.byte()
            total |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return total

"""Modules run here: by `wasmtime`, which nothing else knows, or in a page by the browser itself (`in_page`).

The import is lazy, so that whoever never runs a module does not wait for it, and a machine for which there is no wheel
can do everything else.
"""

import atexit
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakSet

from gekido_dsl.backend import in_page
from gekido_dsl.backend.stopped import Stopped as Stopped

if TYPE_CHECKING:
    from gekido_dsl.program.emit import Module
    from gekido_dsl.program.nodes import Array

IN_PAGE: Final = sys.platform == "emscripten"
"""Whether this Python runs in a page, or in anything else that is made of WebAssembly itself."""


class NoRuntime(Exception):
    """There is no `wasmtime` on this machine; the interpreter does everything, slower."""


class TooLarge(Exception):
    """A program that is larger than a program may be; the interpreter does everything, slower."""


@cache
def _wasmtime() -> ModuleType:
    # What there is no binary of is imported and then fails in one of these ways.
    try:
        import wasmtime
    except (ImportError, OSError, RuntimeError) as problem:
        raise NoRuntime(f"wasmtime cannot be loaded: {problem}") from problem
    return wasmtime


def load() -> None:
    """Loads what runs modules.

    Raises:
        NoRuntime: there is none for this machine.
    """
    if not IN_PAGE:
        _wasmtime()


def available() -> bool:
    """Whether modules can run here."""
    try:
        load()
    except NoRuntime:
        return False
    return True


_TOGETHER: Final = 8
"""For so many memories side by side there has to be room: a process may have several modules open."""


@cache
def _engine() -> Any:
    """Makes what compiles modules: with addresses reserved for all that a memory could be, where there are so many.

    Raises:
        NoRuntime: there is not even room for a small memory.
    """
    wasmtime = _wasmtime()
    if not _engines:
        atexit.register(_close)
    for reserved in (None, 0):
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        if reserved is not None:
            # Every access is checked then, which is slower; so it is where a process may have few addresses.
            config.memory_reservation = config.memory_reservation_for_growth = reserved
            config.memory_guard_size = 1 << 16
            config.parallel_compilation = False  # what is compiled side by side needs its memory at once
        engine = wasmtime.Engine(config)
        _engines.append(engine)
        store = wasmtime.Store(engine)
        try:
            for _ in range(_TOGETHER):
                wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, 1)))
        except wasmtime.WasmtimeError:
            continue
        finally:
            store.close()
        return engine
    raise NoRuntime("wasmtime gets no memory here")


_engines: list[Any] = []
_stores: "WeakSet[Any]" = WeakSet()
_modules: "WeakSet[Any]" = WeakSet()


def _close() -> None:
    """Frees everything while the library is still whole: it complains when Python frees it at its very end."""
    for thing in [*_stores, *_modules, *_engines]:
        thing.close()


class Compiled:
    """A module as machine code."""

    def __init__(self, by_array: "dict[Array, int]", code: Any) -> None:
        self.by_array = by_array
        self.code = code


def compile_module(module: "Module") -> Compiled:
    """Makes machine code of a module."""
    return compile_bytes(module.code, module.addresses.by_array)


def compile_bytes(content: bytes, by_array: "dict[Array, int]") -> Compiled:
    """Makes machine code of a module as bytes, of which one knows where some arrays lie.

    Raises:
        ValueError: it is no module.
    """
    if IN_PAGE:
        return Compiled(by_array, in_page.Code(content))
    wasmtime = _wasmtime()
    try:
        code = wasmtime.Module(_engine(), content)
    except wasmtime.WasmtimeError as problem:
        raise ValueError(str(problem)) from None
    _modules.add(code)
    return Compiled(by_array, code)


class Instance:
    """A module with a memory of its own."""

    def __init__(self, compiled: Compiled) -> None:
        self._functions: dict[str, Callable[..., int | None]] = {}
        self._addresses = compiled.by_array
        self._opened: in_page.Opened | _Opened = (in_page.Opened if IN_PAGE else _Opened)(compiled.code)
        self.memory = cast("memoryview[int]", self._opened.memory)
        """All of it, to read and to write; as long as the instance lives."""

    def call(self, name: str, *arguments: int) -> int | None:
        """Calls an exported function.

        Raises:
            Stopped: the module trapped.
        """
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._opened.function(name)
        return function(*arguments)

    def address(self, array: "Array") -> int:
        """Where an array begins."""
        return self._addresses[array]

    def words(self, array: "Array", length: int | None = None) -> "memoryview[int]":
        """Gives the numbers of an array, to read and to write. They change as the module runs."""
        return self.numbers(self._addresses[array], array.length if length is None else length, array.width)

    def numbers(self, start: int, length: int, width: int = 32) -> "memoryview[int]":
        """Gives the numbers that begin at an address, to read and to write.

        Args:
            width: bits of each.
        """
        return numbers_of(self.memory[start : start + length * width // 8], width)


class _Opened:
    """An instance of `wasmtime`: its memory, and its functions."""

    def __init__(self, code: Any) -> None:
        wasmtime = _wasmtime()
        import ctypes

        self._store = wasmtime.Store(_engine())
        _stores.add(self._store)
        self._exports = wasmtime.Instance(self._store, code, []).exports(self._store)
        memory = self._exports["memory"]
        base = ctypes.cast(memory.data_ptr(self._store), ctypes.c_void_p).value
        assert base is not None
        self.memory: memoryview[int] = memoryview(
            (ctypes.c_char * memory.data_len(self._store)).from_address(base)
        ).cast("B")

    def function(self, name: str) -> Callable[..., int | None]:
        """Gives what calls an exported function; it raises `Stopped` where the module traps."""
        exported = self._exports[name]
        return _quick(self._store, exported) or _careful(self._store, exported)


def _careful(store: Any, exported: Any) -> Callable[..., int | None]:
    """Gives a function that calls an exported one as `wasmtime` does, which takes 20 µs."""
    wasmtime = _wasmtime()

    def call(*arguments: int) -> int | None:
        try:
            result: int | None = exported(store, *arguments)
        except wasmtime.Trap as trap:
            raise Stopped(str(trap.message)) from None
        return result

    return call


def _quick(store: Any, exported: Any) -> Callable[..., int | None] | None:
    """Gives a function that calls an exported one in 1 µs: numbers are handed over unchecked, as they lie in memory.

    None where this `wasmtime` keeps its insides otherwise.
    """
    wasmtime = _wasmtime()
    if sys.byteorder != "little":
        return None
    import ctypes

    try:
        from wasmtime import _bindings as bindings

        kind = exported.type(store)
        results = [str(one) for one in kind.results]
        length = max(len(kind.params), len(results), 1)
        values = (bindings.wasmtime_val_raw * length)()
        trap: Any = ctypes.POINTER(bindings.wasm_trap_t)()
        where, function, context = ctypes.byref(trap), ctypes.byref(exported._func), store._context()
        unchecked, trap_of = bindings._wasmtime_func_call_unchecked, wasmtime.Trap._from_ptr
    except (AttributeError, ImportError):
        return None
    size = ctypes.sizeof(values) // length // 8
    words = memoryview(values).cast("B").cast("q")
    result = memoryview(values).cast("B").cast("q" if results == ["i64"] else "i")

    def call(*arguments: int) -> int | None:
        for place, argument in enumerate(arguments):
            words[place * size] = argument
        if unchecked(context, function, values, length, where):
            raise Stopped(f"the module could not be called with {len(arguments)} numbers")
        if trap:
            message = str(trap_of(ctypes.cast(trap, type(trap))).message)
            ctypes.memset(where, 0, ctypes.sizeof(trap))
            raise Stopped(message)
        return result[0] if results else None

    return call


def numbers_of(content: "memoryview[int]", width: int) -> "memoryview[int]":
    """Gives bytes of a memory as numbers of so many bits, to read and to write."""
    match width:
        case 8:
            return content.cast("b")
        case 16:
            return content.cast("h")
        case 32:
            return content.cast("i")
    return content.cast("q")


def signed(seed: int) -> int:
    """Gives a seed as a signed number of 64 bits, as modules take it."""
    return ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)

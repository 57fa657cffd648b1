"""What was made of a ruleset becomes bytes, and bytes become that again, without running anything they say.

`kept` takes something from the store of the process, or makes it and keeps it.

Invariants:
    Nothing but data comes out: data classes and enumerations of this package, and what Python itself is made of.
    A source is not written down but named by its number; whoever reads hands in the texts, which were read anew.
    A kind of finding is named by its slug, since there is one of each in a process.

The format is that of `pickle`, with every class looked up in the list that `_class` allows; see decision 10.
"""

import importlib
import io
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from gekido_dsl import store
from gekido_dsl.collecting import no_collecting
from gekido_dsl.diagnostics import Code, codes
from gekido_dsl.languages import Said
from gekido_dsl.source import Source

_PARTS: Final = (
    "gekido_dsl.languages.",
    "gekido_dsl.backend.",
    "gekido_dsl.diagnostics.",
    "gekido_dsl.drawing.",
    "gekido_dsl.grammar.lexer",
    "gekido_dsl.model.",
    "gekido_dsl.program.",
    "gekido_dsl.source",
    "gekido_dsl.syntax.",
)
"""Where the classes of what is kept come from."""


T = TypeVar("T")


class Unkeepable(Exception):
    """Something cannot be written down, or what was written cannot be read."""


def dumps(value: object, sources: Sequence[Source] = (), known: Sequence[object] = ()) -> bytes:
    """Writes data down.

    Args:
        sources: the texts that whoever reads will have.
        known: other objects that whoever reads will have, each equal only to itself.
    Raises:
        Unkeepable: it holds what is no data, or is nested too deeply.
    """
    stream = io.BytesIO()
    try:
        _Writer(stream, sources, known).dump(value)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise Unkeepable(str(error)) from error
    return stream.getvalue()


def loads(data: bytes, sources: Sequence[Source] = (), known: Sequence[object] = ()) -> Any:
    """Reads data; `sources` and `known` are what it was written with, read or made anew.

    Raises:
        Unkeepable: it is not what `dumps` wrote.
    """
    try:
        with no_collecting():
            return _Reader(io.BytesIO(data), sources, known).load()
    except Exception as error:  # whatever bytes of somebody else's bring about
        raise Unkeepable(str(error)) from error


def kept_as(key: str, known: Sequence[object], make: Callable[[], T], slim: Callable[[T], T]) -> T:
    """Gives what is kept under a key, or makes it and keeps it.

    Args:
        key: see `store.key`; empty where nothing is to be kept.
        known: see `dumps`.
        slim: leaves out what need not be kept.
    """
    place = store.current() if key else None
    data = place.read(key) if place is not None else None
    if data is not None:
        with suppress(Unkeepable):
            found: T = loads(data, (), known)
            return found
    made = make()
    if place is not None:
        with suppress(Unkeepable):
            place.write(key, dumps(slim(made), (), known))
    return made


def kept(kind: str, made_of: object, make: Callable[[], T]) -> T:
    """Gives what is made of some data by this version of the program, from the store if it is there.

    Args:
        kind: what it is; see `store.key`.
        made_of: all that it depends on.
        make: makes it; it is data, and shares no object with what it is made of that matters.
    """
    place, version = store.current(), store.version()
    if place is None or version is None:
        return make()
    try:
        key = store.key(kind, version, dumps(made_of))
    except Unkeepable:
        return make()
    data = place.read(key)
    if data is not None:
        with suppress(Unkeepable):
            found: T = loads(data)
            return found
    made = make()
    with suppress(Unkeepable):
        place.write(key, dumps(made))
    return made


class _Writer(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, sources: Sequence[Source], known: Sequence[object]) -> None:
        super().__init__(stream, protocol=5)
        self._numbers = {source: number for number, source in enumerate(sources)}
        self._known = {id(one): number for number, one in enumerate(known)}

    def persistent_id(self, obj: Any) -> Any:
        if id(obj) in self._known:
            return "known", self._known[id(obj)]
        kind = type(obj)
        if kind is Source:
            return self._numbers.get(obj)
        return obj.slug if kind is Code else None

    def reducer_override(self, obj: Any) -> Any:
        if callable(obj) and not _is_data(obj):
            raise pickle.PicklingError(f"{obj!r} is no data")
        return NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, sources: Sequence[Source], known: Sequence[object]) -> None:
        super().__init__(stream)
        self._sources = sources
        self._known = known

    def persistent_load(self, pid: Any) -> Any:
        if isinstance(pid, tuple):
            return self._known[pid[1]]
        return codes.ALL[pid] if isinstance(pid, str) else self._sources[pid]

    def find_class(self, module_name: str, global_name: str) -> Any:
        if not module_name.startswith(_PARTS):
            raise pickle.UnpicklingError(f"nothing of {module_name} is data")
        found = getattr(importlib.import_module(module_name), global_name)
        if not _is_data(found) or found.__module__ != module_name:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no data")
        return found


def _is_data(one: object) -> bool:
    named = is_dataclass(one) or hasattr(one, "__dataclass_transform__")
    return isinstance(one, type) and (named or issubclass(one, Enum | Said))

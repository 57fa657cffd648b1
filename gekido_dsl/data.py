"""Data classes that cost little to define.

`dataclass` is that of the standard library, and type checkers see no other. It writes and compiles six functions for
a frozen class when it is defined; with four hundred classes that is a fifth of the time from a cold process to a
game. Here the functions that compare, hash and print are shared, and the one that makes an instance is written when
the first one is made. What comes out behaves alike, but for `inspect.signature`; so classes of the public interface
keep to the standard library. Classes without slots are handed on to it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError, field
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, repr=True):
        """Makes a data class; see `dataclasses.dataclass`."""

        def made(cls):
            if not slots:
                return dataclasses.dataclass(cls, frozen=frozen, eq=eq, repr=repr)
            return _with_slots(cls, frozen, eq, repr)

        return made if cls is None else made(cls)


def _with_slots(cls: Any, frozen: bool, eq: bool, repr: bool) -> Any:
    own = set(cls.__dict__)
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclasses.dataclass(cls, init=False, eq=False, repr=False, slots=True)
    fields = dataclasses.fields(made)
    if frozen:
        made.__setattr__ = _refuse_to_set
        made.__delattr__ = _refuse_to_delete
        values = _values([one.name for one in fields])
        if "__getstate__" not in own:
            made.__getstate__ = lambda self: values(self)
            made.__setstate__ = _written_later(made, "__setstate__", _write_setstate)
    if "__init__" not in own:
        made.__init__ = _written_later(made, "__init__", _write_init)
    if repr and "__repr__" not in own:
        made.__repr__ = _shown
    if eq:
        _compare(made, own, [one for one in fields if one.compare], frozen)
    return made


def _compare(cls: Any, own: set[str], fields: list[dataclasses.Field[Any]], frozen: bool) -> None:
    """Gives a class what compares its instances and, if they never change, hashes them."""
    values = _values([one.name for one in fields])
    hashed = _values([one.name for one in fields if one.hash is not False])

    def __eq__(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    if "__eq__" not in own:
        cls.__eq__ = __eq__
    if "__hash__" not in own:
        cls.__hash__ = (lambda self: hash(hashed(self))) if frozen else None


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Makes what gives some fields of an instance."""
    if not names:
        return lambda _: ()
    if len(names) > 1:
        return attrgetter(*names)
    one = attrgetter(names[0])
    return lambda self: (one(self),)


@recursive_repr()
def _shown(self: Any) -> str:
    said = [f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr]
    return f"{type(self).__qualname__}({', '.join(said)})"


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


# ---------------------------------------------------------------- functions that are written


def _written_later(cls: Any, name: str, write: Callable[[Any], Callable[..., None]]) -> Callable[..., None]:
    """Stands for a function of a class until it is called."""

    def first(self: Any, *args: Any, **named: Any) -> None:
        function = write(cls)
        function.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, function)
        function(self, *args, **named)

    return first


def _write_init(cls: Any) -> Callable[..., None]:
    frozen = cls.__setattr__ is _refuse_to_set
    scope: dict[str, Any] = {"_missing": MISSING}
    named: list[str] = []
    only_by_name: list[str] = []
    body: list[str] = []
    for at, one in enumerate(dataclasses.fields(cls)):
        word = one.name
        if one.default_factory is not MISSING:
            scope[f"_made{at}"] = one.default_factory
            default = " = _missing"
            value = f"_made{at}() if {word} is _missing else {word}" if one.init else f"_made{at}()"
        elif one.default is not MISSING:
            scope[f"_default{at}"] = one.default
            default = f" = _default{at}"
            value = word if one.init else f"_default{at}"
        else:
            default, value = "", word
        if one.init:
            (only_by_name if one.kw_only else named).append(word + default)
        elif not default:
            continue  # whoever makes it sets it afterwards
        if frozen:
            scope[f"_set{at}"] = getattr(cls, word).__set__
            body.append(f"_set{at}(self, {value})")
        else:
            body.append(f"self.{word} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    words = ["self", *named, *(["*"] if only_by_name else []), *only_by_name]
    return _function("__init__", words, body, scope)


def _write_setstate(cls: Any) -> Callable[..., None]:
    names = [one.name for one in dataclasses.fields(cls)]
    scope = {f"_set{at}": getattr(cls, name).__set__ for at, name in enumerate(names)}
    body = [f"{', '.join(names)}, = state"] if names else []
    body += [f"_set{at}(self, {name})" for at, name in enumerate(names)]
    return _function("__setstate__", ["self", "state"], body, scope)


def _function(name: str, words: list[str], body: list[str], scope: dict[str, Any]) -> Callable[..., None]:
    lines = "\n  ".join(body or ["pass"])
    exec(f"def {name}({', '.join(words)}):\n  {lines}\n", scope)
    function: Callable[..., None] = scope[name]
    return function

"""Stands in for `rpds` in pages, where there is no machine code: what `referencing` and `jsonschema` use of it.

Each change copies everything, which is quick enough for the few entries that they keep.
"""

from collections.abc import Iterable, Mapping
from typing import Any


class HashTrieMap(dict[Any, Any]):
    """A mapping of which changes give new ones."""

    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> "HashTrieMap":
        """Takes any mapping."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> "HashTrieMap":
        """Gives it with one entry more."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Any) -> "HashTrieMap":
        """Gives it without an entry that it has."""
        copy = HashTrieMap(self)
        del copy[key]
        return copy

    def discard(self, key: Any) -> "HashTrieMap":
        """Gives it without an entry."""
        copy = HashTrieMap(self)
        copy.pop(key, None)
        return copy

    def update(self, *others: Any, **named: Any) -> "HashTrieMap":  # type: ignore[override]
        """Gives it with more entries."""
        made = dict(self)
        for other in others:
            made.update(other)
        return HashTrieMap({**made, **named})


class HashTrieSet(frozenset[Any]):
    """A set of which changes give new ones."""

    def insert(self, value: Any) -> "HashTrieSet":
        """Gives it with one more."""
        return HashTrieSet(self | {value})

    def remove(self, value: Any) -> "HashTrieSet":
        """Gives it without one that it has."""
        if value not in self:
            raise KeyError(value)
        return HashTrieSet(self - {value})

    def discard(self, value: Any) -> "HashTrieSet":
        """Gives it without one."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Any]) -> "HashTrieSet":
        """Gives it with more."""
        return HashTrieSet(self.union(*others))


class List(tuple[Any, ...]):
    """A list that grows at its front."""

    def __new__(cls, *values: Any) -> "List":
        """Takes values, or one iterable of them."""
        return super().__new__(cls, values[0] if len(values) == 1 else values)

    def push_front(self, value: Any) -> "List":
        """Gives it with one before the first."""
        return List((value, *self))

    def drop_first(self) -> "List":
        """Gives it without the first."""
        return List(self[1:])

    @property
    def first(self) -> Any:
        """The first."""
        return self[0]

    @property
    def rest(self) -> "List":
        """What follows the first."""
        return self.drop_first()

"""The cells of a table file: what stands in it, and where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from gekido_dsl.source import Span

_LETTERS_SHOWN: Final = 60


def _no_spans() -> Mapping[str, Span]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table file: a scalar, a list or a map."""

    value: "bool | int | float | str | tuple[Cell, ...] | Mapping[str, Cell] | None"
    """None for `null` and where nothing is written. Numbers of more than 18 digits and the like are text."""
    span: Span = field(compare=False, repr=False)
    """Empty where nothing is written, just after the `:` or the `-`."""
    key_spans: Mapping[str, Span] = field(default_factory=_no_spans, compare=False, repr=False)
    """Of a map: where each key is written."""
    quoted: bool = field(default=False, compare=False, repr=False)
    """Whether a scalar is written in quotes, or as a block of text."""
    damaged: bool = field(default=False, compare=False, repr=False)
    """Whether it could not be read as written, which has been reported; its value is a guess or a part."""

    @property
    def holds_damage(self) -> bool:
        """Whether this cell or one inside it is damaged."""
        waiting = [self]
        while waiting:
            cell = waiting.pop()
            if cell.damaged:
                return True
            if isinstance(cell.value, tuple):
                waiting.extend(cell.value)
            elif isinstance(cell.value, Mapping):
                waiting.extend(cell.value.values())
        return False


def short(text: str) -> str:
    """Cuts a text of the file to what a headline can hold."""
    return text if len(text) <= _LETTERS_SHOWN else text[:_LETTERS_SHOWN] + "…"

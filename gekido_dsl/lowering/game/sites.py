"""Sites: where a program asks, draws, tells or cannot go on, and what of it is known beforehand.

The program carries the number of a site; words, spans and citations stay here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import Type
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span

SiteKind = Literal["choose", "draw", "tell", "error"]
Stop = Literal["pass", "done", "no", ""]


class _Hole:
    """Stands for a number that the match tells, or for several."""

    def __init__(self, sign: str) -> None:
        self._sign = sign

    def __repr__(self) -> str:
        return self._sign


HOLE: Final = _Hole("?")
LISTED: Final = _Hole("?...")
"""Stands for so many numbers as the match tells; each has been told as an `item` before."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several numbers that are told: how many there are. The last ones told as an `item` are these."""

    count: ir.Expr


@dataclass(frozen=True, slots=True)
class Site:
    """One place in the rules."""

    kind: SiteKind
    word: str
    """Of an event its kind, of a question its prompt, of a draw what is drawn, of an error its message."""
    rule: str = ""
    """The rule, phase or window that it is in, as a reader calls it."""
    span: Span | None = None
    cites: tuple[m.Citation, ...] = ()
    args: tuple[Any, ...] = ()
    """Of an event what it tells, with `HOLE` for each number that the match tells; of an error likewise."""
    why: tuple[m.Expr, tuple[int, ...]] | None = None
    """Of an event whose number is explained: what gave it, and the locals that it was asked with. The match tells
    these last."""
    types: tuple[Type | str, ...] = ()
    """Of a question the type of each value of an option."""
    stop: Stop = ""
    """Of a question what its last option means where that is to decline; empty if no option declines."""
    asked: Literal["choice", "menu", "window", "order"] = "choice"
    labels: tuple[str, ...] = ()
    """Of a menu the labels of all its ways; an option is the number of one. Of an order the names of all rules."""
    source: Any = None
    """The sentence, menu or window that asks; of an order the rules, which an option gives by number."""

    def said(self) -> str:
        """Words a rule error without a match at hand: what only the match tells is `this`."""
        first, *rest = self.word.split("{}")
        known = [one if isinstance(one, str) else "this" for one in self.args]
        known += ["this"] * (len(rest) - len(known))
        return first + "".join(word + text for word, text in zip(known, rest, strict=False))


@dataclass(slots=True)
class Sites:
    """All sites of one program, by number."""

    every: list[Site] = field(default_factory=list)
    _known: dict[Any, int] = field(default_factory=dict)

    def add(self, site: Site) -> int:
        """Gives the number of a site."""
        self.every.append(site)
        return len(self.every) - 1

    def error(self, message: str, rule: str, span: Span | None, args: Iterable[Any] = ()) -> int:
        """Gives the number of the site of a rule error; the same error at the same place has one."""
        if not self.every:
            # Where a module notes which error stopped it, 0 says that it was none.
            self.add(Site("error", ""))
        key = (message, rule, span, tuple(args))
        if key not in self._known:
            self._known[key] = self.add(Site("error", message, rule, span, args=key[3]))
        return self._known[key]

    def __getitem__(self, number: int) -> Site:
        return self.every[number]

    def __len__(self) -> int:
        return len(self.every)

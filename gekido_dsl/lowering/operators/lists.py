"""Printed lists: each has a number, and is a set of what it names.

What a local or a parameter holds of a printed list is its number; none is the list without anything.
"""

from typing import Any

from gekido_dsl.ground.layout import Layout
from gekido_dsl.lowering.sets.sets import Set, Slice
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model.types import NONE, ListType, ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Lists:
    """The printed lists of a program that have numbers, one after the other in one table."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        self.closed = False
        """Whether somebody reads them, so that no more may come."""

    def number(self, printed: Any) -> int:
        """Gives the number of a list; like lists have the same."""
        wanted = tuple(printed) if isinstance(printed, list | tuple) else (printed,)
        assert not self.closed or wanted in self.numbers
        return self.numbers.setdefault(wanted, len(self.numbers))


def with_things(layout: Layout, kind: Type, printed: Any) -> Any:
    """Gives a printed list, or one of its values, with things in the place of rows of other kinds."""
    while isinstance(kind, ListType):
        kind = kind.item
    if not isinstance(kind, ThingType):
        return printed
    if not isinstance(printed, tuple):
        return layout.first_of_row.get((kind.kind.name, printed), NONE)
    return tuple(with_things(layout, kind, one) for one in printed)


def lists_of(w: Writer) -> Lists:
    """Gives the numbers of all rows of tracks, the lists that a local may hold."""

    def make() -> Lists:
        found = Lists()
        for track in w.game.tracks.values():
            for row in track.owner.rows if track.rows is not None else ():
                for one in row.values.get(track.rows.name, ()):  # type: ignore[union-attr]
                    found.number(with_things(w.layout, track.rows.type, one))  # type: ignore[union-attr]
        found.closed = True
        return found

    made: Lists = w.lowering.remembered("printed lists", make)
    return made


def printed_list(w: Writer, number: ir.Expr) -> Set:
    """Gives the printed list with a number."""
    lists = [*lists_of(w).numbers]
    starts = [sum(map(len, lists[:k])) for k in range(len(lists))]
    code, table = w.code, w.lowering.table
    number = code.let(number)
    start = code.let(x.load(table("list begins", starts, guard=0), number))
    length = code.let(x.load(table("list length", [len(one) for one in lists], guard=0), number))
    values = table("lists", [value for one in lists for value in one])
    return Slice(values, start, length, max(map(len, lists), default=0))

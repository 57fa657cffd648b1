"""Amounts of spaces that never change, such as the number of a point for each player: tables, and their inverse."""

from collections.abc import Iterable
from dataclasses import dataclass

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.things import number_in
from gekido_dsl.lowering.sets.words import Field, Words, from_table
from gekido_dsl.lowering.writing.amounts import pipeline
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@dataclass(frozen=True, slots=True)
class PrintedAmount:
    """An amount of a space that never changes, by who acts."""

    things: range
    by_actor: tuple[tuple[int, ...], ...]
    """For nobody, then each player: of none, then of each thing; one for all where it is the same for all."""

    def rows(self, w: Writer) -> ir.Expr:
        """Gives which of them is the actor's."""
        return x.constant(0) if len(self.by_actor) == 1 else x.add(w.actor, 1)

    def of(self, w: Writer, thing: ir.Expr) -> ir.Expr:
        """Gives the amount of a thing."""
        table = w.lowering.table("printed", [number for row in self.by_actor for number in row])
        at = x.add(number_in(w, thing, self.things.start), 1)
        row = x.mul(self.rows(w), len(self.things) + 1)
        return x.load(table, at if row == x.constant(0) else x.add(row, at))

    def _ends(self) -> tuple[int, int]:
        """Gives the least and the greatest amount of any thing."""
        numbers = [number for row in self.by_actor for number in row[1:]]
        return min(numbers), max(numbers)

    def has_inverse(self) -> bool:
        """Tells whether there is room for a table of the spaces by their amount."""
        low, high = self._ends()
        return (high - low + 1) * len(self.by_actor) <= PRINTED

    def where(self, w: Writer, field: Field, wanted: ir.Expr) -> Words:
        """Gives the spaces of which the amount is a number, by that table."""
        low, high = self._ends()
        spots: list[Iterable[int]] = [
            [spot for spot, number in enumerate(row[1:]) if number == value]
            for row in self.by_actor
            for value in range(low, high + 1)
        ]
        number = w.code.let(wanted)
        at = x.add(x.mul(self.rows(w), high - low + 1), x.sub(number, low))
        inside = x.within(number, low, high)
        return from_table(w, field, "where printed", spots, w.code.let(x.select(inside, at, NONE)))


PRINTED = 4096
"""So many numbers a table of amounts may have."""


def printed_amount(w: Writer, amount: m.Amount) -> PrintedAmount | None:
    """Gives an amount of spaces as a table, where it is known for each beforehand."""

    def make() -> PrintedAmount | None:
        subject = amount.subject
        if amount.exceptions or not isinstance(subject, ThingType) or amount in w.lowering.within:
            return None
        board, things = subject.kind.board, w.layout.things[subject.kind.name]
        players = range(NONE, w.layout.players)
        if board is None or not geo.is_still(w.lowering, board) or amount.params:
            return None
        if any(isinstance(e, m.ops.Defined | m.ops.Property) for line in amount.lines for e in _exprs(line)):
            return None
        if len(things) * len(players) > PRINTED:
            return None

        def ask(actor: int, thing: int) -> int | None:
            held: dict[int, Held] = {0: x.constant(actor), 1: x.constant(thing)}
            found, statements = w.apart(lambda: pipeline(w.within(amount, held), amount.lines))
            return found.value if isinstance(found, ir.Const) and not statements else None

        w.lowering.within.append(amount)
        rows: list[tuple[int, ...]] = []
        for actor in players:
            row = [ask(actor, thing) for thing in (NONE, *things)]
            rows.append(tuple(number for number in row if number is not None))
            if len(rows[-1]) <= len(things):
                break
        w.lowering.within.pop()
        if len(rows[-1]) <= len(things):
            return None
        if not w.lowering.takes(Special.PRINTED_AMOUNT):
            return None
        return PrintedAmount(things, tuple(rows[:1] if len(set(rows)) == 1 else rows))

    found: PrintedAmount | None = w.lowering.remembered(("printed", id(amount)), make)
    return found


def _exprs(line: m.AmountLine) -> list[m.Expr]:
    return [one for e in (line.operand, line.condition) if e is not None for one in walk.inside(e)]

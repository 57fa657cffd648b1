"""Things by their numbers: which of its kind one is, what is known of it beforehand, which each player has for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Range, Set
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

ROOM: Final = 4096
"""How many numbers a table of things may have before those it is about."""


def number_in(w: Pen, thing: ir.Expr, start: int) -> ir.Expr:
    """Gives which thing of its kind a thing is, from 0; none of none."""
    if not start or isinstance(thing, ir.Const):
        return thing if not start or thing == x.constant(-1) else x.sub(thing, start)
    one = w.code.let(thing)
    return w.code.let(x.select(x.lt(one, 0), -1, x.sub(one, start)))


def of_thing(w: Pen, name: str, values: Sequence[int], start: int, thing: ir.Expr) -> ir.Expr:
    """Reads a constant of a thing, given by the things of a kind, whose numbers begin at `start`; none of none.

    The table begins at thing 0 where that is not much longer: then nobody asks whether there is a thing.
    """
    if values and start <= ROOM and not isinstance(thing, ir.Const):
        return x.load(w.lowering.table(name, [*[values[0]] * start, *values]), thing)
    return x.load(w.lowering.table(name, values), number_in(w, thing, start))


def in_the_game(w: Pen, things: Set, kind: Type) -> Set:
    """Leaves out what has left the game."""
    if not w.lowering.may_leave(kind):
        return things
    where = w.memory.chains.where
    return Filtered(things, lambda one: x.ne(x.load(where, one), w.layout.gone))


@dataclass(frozen=True, slots=True)
class Born:
    """Things of a kind that each player has from the start and keeps: as many for each, one player after the other."""

    start: int
    each: int
    step: int
    """By how many the numbers of a player's things are higher than those of the player before."""

    def of(self, w: Pen, player: ir.Expr) -> Set:
        """Gives those of a player; nobody has none."""
        if isinstance(player, ir.Const):
            known = self.start + player.value * self.step
            return Range(known, known + (self.each if player.value >= 0 else 0), self.each)
        first = w.code.let(x.add(self.start, x.mul(player, self.step)))
        return Range(first, x.add(first, x.select(x.lt(player, 0), 0, self.each)), self.each)


def born_things(lowering: Lowering, kind: m.Kind) -> Born | None:
    """Tells how things are numbered by player that belong to one from the start and never change hands."""
    things = lowering.layout.things[kind.name]
    if not things or not lowering.keeps_owner(kind) or not lowering.takes(Special.BORN):
        return None
    each = len(things) // lowering.players
    return Born(things.start, each, each)


def born_rows(lowering: Lowering, kind: m.Kind, name: str) -> Born | None:
    """Tells the same of those things of a kind that have a row's name, where each player's follow one another."""
    whole = born_things(lowering, kind)
    named = list(lowering.layout.called.get((kind.name, name), []))
    if whole is None or not named or len(named) % lowering.players:
        return None
    found = Born(named[0], len(named) // lowering.players, whole.each)
    numbers = [
        found.start + player * found.step + number
        for player in range(lowering.players)
        for number in range(found.each)
    ]
    return found if numbers == named and found.start - whole.start + found.each <= whole.each else None

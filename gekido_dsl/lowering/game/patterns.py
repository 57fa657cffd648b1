"""Combinations of dice as a small automaton: sets of faces are its states.

One table gives the state after another face, one tells which patterns a state still fits or completes. Both are asked
of the pattern module, so that what a pattern is stands in one place.

Invariants:
    State 0 is no dice; a state of more dice than may ever lie together is not there.
    Of a die with numbers, whatever is none of its faces (0 after it was used up in a track) is one more column, and
    leads to the last state, which fits nothing.
    A variant is a pattern together with the face that it may not have and whether its second way counts.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from gekido_dsl.ground.patterns import PatternTable
from gekido_dsl.lowering.game.errors import TooMuch
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

STATES_LIMIT: Final = 20_000
"""How many states an automaton may have."""
_WORD: Final = 31
"""How many variants the bits of one number tell about."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """The tables of a set of patterns."""

    low: int
    """Value of the first face."""
    faces: int
    columns: int
    """One for each face, and one for what is none of them where a die may show that."""
    next: tuple[int, ...]
    """By state and column: the state with this face, too; NONE where there are no more dice."""
    fits: tuple[tuple[int, ...], ...]
    """By word and state: a bit for each variant that these faces can still become."""
    complete: tuple[tuple[int, ...], ...]
    """By word and state: a bit for each variant that these faces are."""
    first: tuple[int, ...]
    """By pattern: its first variant."""
    barred: tuple[int, ...]
    """By pattern: how many variants each of its ways has, one without a barred face and one for each."""

    def column(self, shown: ir.Expr) -> ir.Expr:
        """Gives the column of what a die shows."""
        face = x.sub(shown, self.low)
        return face if self.columns == self.faces else x.select(x.lt_u(face, self.faces), face, self.faces)

    def column_of(self, shown: int) -> int:
        """Gives the column of a number that a die shows."""
        return shown - self.low if self.low <= shown < self.low + self.faces else self.columns - 1

    def fitting(self) -> tuple[int, ...]:
        """By variant and state: a bit for each face that still fits, from the first face."""
        states = len(self.fits[0])
        found = []
        for variant in range(len(self.fits) * _WORD):
            bits, bit = self.fits[variant // _WORD], variant % _WORD
            if not any(word >> bit & 1 for word in bits):
                # Of variants that no dice fit there are none after it.
                break
            for state in range(states):
                after = self.next[state * self.columns : (state + 1) * self.columns]
                found.append(
                    sum((bits[one] >> bit & 1) << face for face, one in enumerate(after) if one != NONE)
                )
        return tuple(found)

    def variant(self, pattern: int, never: int = NONE, other: bool = False) -> int:
        """Gives the number of a variant: those of the first way, then those of the second."""
        face = 0 if never == NONE else never - self.low + 1
        return self.first[pattern] + int(other) * self.barred[pattern] + face


def too_many(patterns: m.PatternSet, dice: int) -> bool:
    """Tells whether the sets of faces are too many to be listed."""
    return comb(dice + faces_of(patterns.die)[1], dice) > STATES_LIMIT


def faces_of(die: m.Kind) -> tuple[int, int]:
    """Gives the first face of a die and how many it has."""
    match die.faces:
        case (low, high):
            return low, high - low + 1
        case None:
            return 0, 1
        case enum:
            return 0, len(enum.members)


def automaton(patterns: m.PatternSet, dice: int) -> Automaton:
    """Makes the tables for so many dice at most.

    Raises:
        TooMuch: there are too many sets of faces.
    """
    if too_many(patterns, dice):
        raise TooMuch(
            f"`{patterns.name}` has {dice} dice, which show more than {STATES_LIMIT:,} sets of faces",
            patterns.name_span,
        )
    low, faces = faces_of(patterns.die)
    columns = faces + isinstance(patterns.die.faces, tuple)
    table = PatternTable([(one.groups, one.other) for one in patterns.patterns], faces, low)
    sets = [
        one
        for size in range(dice + 1)
        for one in combinations_with_replacement(range(low, low + faces), size)
    ]
    number = {one: at for at, one in enumerate(sets)}
    following = [
        number.get(tuple(sorted((*one, low + face))), NONE) if face < faces else len(sets)
        for one in sets
        for face in range(columns)
    ]
    unfitting = columns - faces
    following += [len(sets)] * columns * unfitting
    variants: list[tuple[int, int, bool]] = []
    first, barred = [], []
    for at, pattern in enumerate(patterns.patterns):
        first.append(len(variants))
        nevers = [NONE, *range(low, low + faces)] if pattern.never is not None else [NONE]
        barred.append(len(nevers))
        variants += [
            (at, never, other) for other in ((False, True) if pattern.other else (False,)) for never in nevers
        ]
    words = range(0, len(variants), _WORD)
    fits = [[0] * (len(sets) + unfitting) for _ in words]
    complete = [[0] * (len(sets) + unfitting) for _ in words]
    for bit, (at, never, other) in enumerate(variants):
        word, mask = bit // _WORD, 1 << bit % _WORD
        for state, one in enumerate(sets):
            shown = list(one)
            fits[word][state] |= mask * table.fits(at, shown, never, other)
            complete[word][state] |= mask * table.complete(at, shown, never, other)
    return Automaton(
        low,
        faces,
        columns,
        tuple(following),
        tuple(map(tuple, fits)),
        tuple(map(tuple, complete)),
        tuple(first),
        tuple(barred),
    )

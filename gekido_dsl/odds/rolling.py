"""How dice may fall, and which ways to lie are alike.

Invariants:
    Every roll is counted by how often it comes.
    Faces that no rule tells apart may change their names; so dice that differ in names alone lie alike.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

from gekido_dsl.odds.graph import Node
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.scope import Columns, Die, State, TooMany, across
from gekido_dsl.rng import Rng

MOST_ROLLS: Final = 7_000
"""How many different rolls one throw may have."""
_MOST_KEPT: Final = 50_000
_ROLLED: dict[Any, tuple[tuple[float, Columns], ...]] = {}
"""What rolls come to, for all machines: they are the same wherever dice lie alike."""


class Rolling:
    """Knows which faces of some dice are told apart."""

    def __init__(self, machine: Machine, apart: frozenset[int] = frozenset()) -> None:
        """Begins with nothing.

        Args:
            apart: faces, by number, that are told apart besides those of the machine.
        """
        self._machine = machine
        scope = machine.scope
        count = scope.none
        fixed = set(range(count)) if machine.numeric else machine.shown | apart
        self._pairs: list[tuple[int, int]] = []
        self._free: list[int] = []
        if machine.flips:
            faces = scope.faces
            seen: set[int] = set()
            for at in range(count):
                to = faces.index(across(scope.die, faces[at]))
                if at not in seen:
                    seen |= {at, to}
                    if not fixed & {at, to}:
                        self._pairs.append((at, to))
        else:
            self._free = [at for at in range(count) if at not in fixed]
        self._alike: dict[Columns, Columns] = {}
        self.key = (tuple(self._free), tuple(self._pairs), machine.bags)

    def alike(self, columns: Columns) -> Columns:
        """Gives the one arrangement of dice that stands for all that are like it."""
        known = self._alike.get(columns)
        if known is None:
            known = self._alike[columns] = self._like(columns)
        return known

    def _like(self, columns: Columns) -> Columns:
        free, pairs = self._free, self._pairs
        if free:
            made = list(columns)
            for at, column in zip(free, sorted([columns[at] for at in free], reverse=True), strict=True):
                made[at] = column
            return tuple(made)
        if pairs:
            made = list(columns)
            both = []
            for one, two in pairs:
                a, b = columns[one], columns[two]
                both.append((a, b) if a >= b or one == two else (b, a))
            both.sort(reverse=True)
            for (one, two), (a, b) in zip(pairs, both, strict=True):
                made[one], made[two] = a, b
            return tuple(made)
        return columns

    def number(self, node: Node, columns: Columns) -> int:
        """Counts the dice that are rolled."""
        if node.fresh:
            bags = self._machine.bags
            return sum(columns[-1][place] for place in node.places if place not in bags)
        return sum(column[place] for column in columns for place in node.places)

    def rolls(self, node: Node, columns: Columns, plain: bool = False) -> tuple[tuple[float, Columns], ...]:
        """Gives every roll and how likely it is, the dice of each place by themselves.

        Args:
            plain: whether all faces are told apart.
        """
        if plain:
            return self._rolled(node, columns, True)
        key = (self.key, columns, node.places, node.fresh)
        known = _ROLLED.get(key)
        if known is None:
            if len(_ROLLED) > _MOST_KEPT:
                _ROLLED.clear()
            known = _ROLLED[key] = self._rolled(node, columns)
        return known

    def rolled_of(self, node: Node, before: Columns, after: Columns, die: Die) -> list[tuple[float, Die]]:
        """Tells what one of the dice that were rolled shows, and how likely that is."""
        if die.place not in node.places or (node.fresh and die.face != len(before) - 1):
            return [(1.0, die)]
        lain = [column[die.place] if node.fresh else 0 for column in before[:-1]]
        shown = [column[die.place] - lain[face] for face, column in enumerate(after[:-1])]
        every = sum(shown)
        return [(many / every, Die(die.place, face, die.fact)) for face, many in enumerate(shown) if many]

    def one(self, node: Node, columns: Columns, die: Die | None, rng: Rng) -> tuple[Columns, Die | None]:
        """Rolls once.

        Args:
            die: one that is followed by itself.
        """
        made = [[*column] for column in columns]
        faces = len(columns) - 1
        bags = self._machine.bags if node.fresh else frozenset()
        for place in node.places:
            if place in bags:
                continue
            lie = made[-1:] if node.fresh else made
            number = sum(column[place] for column in lie)
            for column in lie:
                column[place] = 0
            fell = [rng.below(faces) for _ in range(number)]
            for face in fell:
                made[face][place] += 1
            if die is not None and die.place == place and fell and (not node.fresh or die.face == faces):
                die = Die(place, fell[0], die.fact)
        return tuple(map(tuple, made)), die

    def _rolled(self, node: Node, columns: Columns, plain: bool = False) -> tuple[tuple[float, Columns], ...]:
        found: dict[Columns, float] = {columns: 1.0}
        bags = self._machine.bags if node.fresh else frozenset()
        for place in node.places:
            number = columns[-1][place] if node.fresh else sum(column[place] for column in columns)
            if not number or place in bags:
                continue
            more: dict[Columns, float] = {}
            for before, chance in found.items():
                base: list[list[int]] = [[*column] for column in before]
                for one in base if not node.fresh else base[-1:]:
                    one[place] = 0
                order, sizes = self._groups(base, plain)
                # What a column becomes with so many dice more.
                ready = [
                    [(*one[:place], one[place] + many, *one[place + 1 :]) for many in range(number + 1)]
                    for one in (base[at] for at in order)
                ]
                made = [tuple(one) for one in base]
                for shown, likely in rolls_among(number, sizes):
                    for at, column, many in zip(order, ready, shown, strict=True):
                        made[at] = column[many]
                    alike = tuple(made) if plain else self.alike(tuple(made))
                    more[alike] = more.get(alike, 0.0) + chance * likely
            found = more
        return tuple((chance, made) for made, chance in found.items())

    def _groups(self, columns: list[list[int]], plain: bool) -> tuple[list[int], tuple[int, ...]]:
        """Groups faces that may stand for each other as dice lie now.

        Returns:
            all faces, those of a group side by side, and the sizes of the groups.
        """
        groups: dict[Any, list[int]] = {}
        free = [] if plain else self._free
        for face in range(len(columns) - 1):
            groups.setdefault(tuple(columns[face]) if face in free else face, []).append(face)
        return [face for group in groups.values() for face in group], tuple(map(len, groups.values()))


def begin(machine: Machine) -> State:
    """Gives how dice and facts stand before the part begins."""
    scope = machine.scope
    places = len(scope.places)
    columns = [[0] * places for _ in range(scope.none + 1)]
    total = scope.die.total or max(1, len(scope.die.rows))
    for number, place in enumerate(scope.places):
        if place.full:
            many = scope.die.each_player or total
            if machine.dice is not None and not machine.sized:
                many, machine.sized = machine.dice, True
            columns[scope.none][number] += max(many, machine.dice or 0)
            break
    return tuple(map(tuple, columns)), tuple(scope.starts)


@lru_cache(maxsize=64)
def rolls_of(dice: int, faces: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Lists what so many dice may show, as counts of faces, with the chance of each."""
    number = factorial(dice + faces - 1) // factorial(dice) // factorial(faces - 1) if faces else 0
    if not 0 < number <= MOST_ROLLS:
        raise TooMany(f"{dice} dice can fall in too many ways")
    found = []
    for shown in combinations_with_replacement(range(faces), dice):
        counts = tuple(shown.count(face) for face in range(faces))
        found.append((counts, factorial(dice) / prod(map(factorial, counts)) / faces**dice))
    return tuple(found)


@lru_cache(maxsize=1024)
def rolls_among(dice: int, sizes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Lists what so many dice may show where only the faces of different groups are told apart."""
    every = rolls_of(dice, sum(sizes))
    if max(sizes, default=1) == 1:
        return every
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    parts = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    found: dict[tuple[int, ...], float] = {}
    for counts, chance in every:
        alike = tuple([many for part in parts for many in sorted(counts[part], reverse=True)])
        found[alike] = found.get(alike, 0.0) + chance
    return tuple(found.items())

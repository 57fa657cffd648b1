"""Everything that can come of a machine, counted: the best that can be made of each situation, from the end backwards.

Invariants:
    Nothing is estimated: every roll is counted by how often it comes.
    The ways in which dice may lie at one point are worked out together, and what is known is not worked out again.
"""

import sys
from collections.abc import Callable, Hashable, Mapping
from itertools import chain
from operator import itemgetter, mul
from typing import Any, Final

from gekido_dsl.model.types import NONE
from gekido_dsl.odds.graph import Node, Offer
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.points import SEVERAL, Point, Points
from gekido_dsl.odds.sampled import Estimate, Sampler
from gekido_dsl.odds.scope import OTHER, UNKNOWN, NotExact, State, TooMany
from gekido_dsl.odds.watching import OPEN, DiceAsked, Memo

MOST_SITUATIONS: Final = 1_000_000
"""Of more situations there are too many to count while somebody waits."""
_DEEP: Final = 600
_MOST_POINTS: Final = 5_000
"""So many points are looked at to find out what cannot be."""
_FRAMES: Final = 8 * _DEEP
"""So deep Python may call where one decision follows another."""
_FIRST: Final = itemgetter(0)
_SECOND: Final = itemgetter(1)
Goal = Callable[[State], float]
Values = dict[int, float]


class Tree:
    """What can happen from the start of a machine, as far as it is asked."""

    def __init__(
        self, machine: Machine, apart: frozenset[int] = frozenset(), at_end: frozenset[int] | None = None
    ) -> None:
        """Begins with nothing; see `Points` for what is asked."""
        self.machine = machine
        self.apart = apart
        self.points = Points(machine, apart, at_end)
        self._sought: dict[Hashable, Sought] = {}

    @property
    def size(self) -> int:
        """Counts the situations that were looked at."""
        return self.points.size + sum(one.size for one in self._sought.values())

    def best(
        self,
        goal: Goal,
        name: Hashable,
        other: Mapping[int, Any] | None = None,
        once: Mapping[int, Any] | None = None,
        start: tuple[Node, State] | None = None,
        most: int | None = None,
    ) -> float:
        """Works out what comes of best play: of the one who rolls for the most, of the others for the least.

        Args:
            name: what the goal is known by, so that nothing is worked out twice for it.
            other: facts that begin otherwise than in the machine.
            once: facts that are chosen once for all, with the value that alone is of use.
            start: where it begins; None for the start of the part.
            most: how many situations are looked at, at most; None for as many as a person waits for.
        """
        sought = self._sought.setdefault(name, Sought(self.points, goal, once, most or MOST_SITUATIONS))
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(max(limit, _FRAMES))
            return sought.value(*(self.points.start(other) if start is None else self.points.at(*start)))
        except NotExact:
            # What was begun in it would look like a way that leads back to itself.
            self._sought.pop(name, None)
            raise
        finally:
            sys.setrecursionlimit(limit)

    def sampled(
        self,
        goal: Goal,
        share: bool,
        other: Mapping[int, Any] | None,
        once: Mapping[int, Any] | None,
        start: tuple[Node, State] | None = None,
    ) -> Estimate:
        """Plays what is too much to count; see `best` for what is asked.

        Args:
            share: whether the goal gives a chance, and no number.
        """
        vain = Sought(self.points, goal, once).vain if share else lambda point: False
        return Sampler(self.points, goal, vain).estimate(
            self.points.start(other) if start is None else self.points.at(*start), share
        )

    def first_dice(self) -> int:
        """Counts the dice of the first roll."""
        point, number = self.points.start()
        for _ in range(50):
            if point.kind == "roll":
                return self.points.rolling.number(point.node, self.points.columns[number])
            found = self.points.next(point, number)
            if not found:
                break
            _, point, number = found[0]
        return 0

    def offered(self, offer: Offer) -> bool:
        """Tells whether something is offered, as far as it can be told without counting."""
        points = self.points
        waiting = [points.start()]
        seen = {waiting[0][0]}
        for point, number in waiting:
            if len(seen) > _MOST_POINTS:
                break
            node = point.node
            if point.kind == "tests" and node.guarded is not None:
                named = [one.entry for one in node.guarded(point.facts) if one.name == offer.name]
                if any(
                    points.point(entry, point.facts) is to
                    for entry in named
                    for to, _ in points.ways(point)[1:]
                ):
                    return True
            # Where the dice decide where it leads, those that came first stand for all.
            found = [(to, one) for _, to, one in points.next(point, number)]
            for both in [*found, *[(to, number) for to in points.possible(point) or ()]]:
                if both[0] not in seen:
                    seen.add(both[0])
                    waiting.append(both)
        return False


class Sought:
    """What situations are worth, for one goal."""

    def __init__(
        self,
        points: Points,
        goal: Goal,
        once: Mapping[int, Any] | None = None,
        most: int = MOST_SITUATIONS,
    ) -> None:
        """Begins with nothing.

        Args:
            most: how many situations it looks at, at most.
        """
        self._once = tuple((number, (value, NONE, UNKNOWN)) for number, value in (once or {}).items())
        self._points = points
        self._goal = goal
        self._ends = Memo(lambda dice, facts: goal((dice, facts)))
        self._values: dict[Point, Values] = {}
        self._open: set[Point] = set()
        self._path: set[tuple[Point, int]] = set()
        self._vain: dict[Point, bool] = {}
        self._most = self._left = most

    @property
    def size(self) -> int:
        """Counts the situations that were worked out."""
        return self._most - self._left

    def value(self, point: Point, number: int) -> float:
        """Gives what comes of best play from a situation."""
        return self._of(point, {number}, 0)[number]

    def _of(self, point: Point, numbers: set[int], deep: int) -> Values:
        """Works out what ways for dice to lie at a point are worth, all that are not known yet."""
        known = self._values.get(point)
        if known is None:
            known = self._values[point] = {}
        new = numbers - known.keys()
        if not new:
            return known
        if self.vain(point):
            known.update(dict.fromkeys(new, 0.0))
            return known
        self._left -= len(new)
        if self._left < 0:
            raise TooMany(f"there are more than {self._most:,} situations")
        if deep > _DEEP:
            raise TooMany("there are too many decisions one after the other")
        if point in self._open:  # The point leads back to itself with other dice: one after the other.
            for number in new:
                self._single(point, number, deep)
            return known
        self._open.add(point)
        if point.kind == "end":
            self._ended(point, new, known)
        elif point.kind == "roll":
            self._rolled(point, list(new), known, deep + 1)
        elif point.kind == "rows":
            self._changed(point, list(new), known, deep + 1)
        else:
            self._stayed(point, new, known, deep + 1)
        self._open.remove(point)
        return known

    def _ended(self, point: Point, new: set[int], known: Values) -> None:
        ends, columns = self._ends, self._points.columns
        for number in new:
            found = ends.table(point.facts, point.held).get(number)
            if found is None:
                found = ends.ask(number, columns[number], point.facts, point.held)
            known[number] = found

    def _seen(self, to: Point, look: int, numbers: set[int], deep: int) -> Values:
        """Gives the values of dice at a point that may tell less of them apart."""
        if to.look == look:
            return self._of(to, numbers, deep)
        seen_as, look = self._points.seen_as, to.look
        seen = {number: seen_as(look, number) for number in numbers}
        values = self._of(to, set(seen.values()), deep)
        return {number: values[one] for number, one in seen.items()}

    def _stayed(self, point: Point, new: set[int], known: Values, deep: int) -> None:
        """Decides where dice stay as they lie."""
        groups: dict[tuple[Point, ...], set[int]] = {}
        if point.kind == "same":
            groups[tuple(to for to, _ in self._points.ways(point))] = new
        else:
            holds, every = self._points.holds, self._points.ways(point)
            for number in new:
                ways = tuple([to for to, tests in every if not tests or holds(tests, point, number)])
                groups.setdefault(ways, set()).add(number)
        best: Any = min if point.node.seat is OTHER else max
        for ways, those in groups.items():
            found = [self._seen(to, point.look, those, deep) for to in dict.fromkeys(ways)]
            if len(found) == 1:
                values = found[0]
                known.update({number: values[number] for number in those})
            else:
                listed = list(those)
                known.update(
                    zip(listed, map(best, *[map(one.__getitem__, listed) for one in found]), strict=True)
                )

    def _rolled(self, point: Point, new: list[int], known: Values, deep: int) -> None:
        rows = self._points.rows(point, new)
        asked: dict[int, list[tuple[int, ...]]] = {}
        for row in rows:
            for target, numbers, _ in row[1] if row[0] == SEVERAL else (row,):
                asked.setdefault(target, []).append(numbers)
        gets = self._gets(point, asked, deep)
        for number, row in zip(new, rows, strict=True):
            if row[0] == SEVERAL:
                known[number] = sum(
                    sum(map(mul, shares, map(gets[to], those))) for to, those, shares in row[1]
                )
            else:
                known[number] = sum(map(mul, row[2], map(gets[row[0]], row[1])))

    def _gets(self, point: Point, asked: Mapping[int, list[tuple[int, ...]]], deep: int) -> dict[int, Any]:
        """Works out what is asked of each target, and gives what tells it."""
        target, of = self._points.target, self._seen
        return {
            one: of(*target(point, one), set(chain.from_iterable(several)), deep).__getitem__
            for one, several in asked.items()
        }

    def _changed(self, point: Point, new: list[int], known: Values, deep: int) -> None:
        """Decides where dice come to lie otherwise."""
        rows = self._points.rows(point, new)
        targets = set(map(_FIRST, rows))
        if len(targets) > 1 or SEVERAL in targets:
            self._parted(point, new, rows, known, deep)
            return
        (target,) = targets
        least = list(map(_SECOND, rows))
        every = set(chain.from_iterable(least))
        get = self._seen(*self._points.target(point, target), every, deep).__getitem__
        if point.node.kind != "decide":
            known.update(zip(new, map(get, chain.from_iterable(least)), strict=True))
            return
        best: Any = min if point.node.seat is OTHER else max
        known.update(zip(new, [best(map(get, numbers)) for numbers in least], strict=True))

    def _parted(self, point: Point, new: list[int], rows: list[Any], known: Values, deep: int) -> None:
        """Decides where it depends on the dice which way is open."""
        asked: dict[int, list[tuple[int, ...]]] = {}
        for target, numbers in rows:
            for one, those in numbers if target == SEVERAL else ((target, numbers),):
                asked.setdefault(one, []).append(those)
        gets = self._gets(point, asked, deep)
        best: Any = min if point.node.seat is OTHER else max
        for number, (target, numbers) in zip(new, rows, strict=True):
            if target == SEVERAL:
                known[number] = best([best(map(gets[one], those)) for one, those in numbers])
            elif len(numbers) == 1:
                known[number] = gets[target](numbers[0])
            else:
                known[number] = best(map(gets[target], numbers))

    def _single(self, point: Point, number: int, deep: int) -> float:
        """Works out one situation by itself."""
        known = self._values.setdefault(point, {})
        if number in known:
            return known[number]
        both = (point, number)
        if both in self._path:
            raise NotExact("it may go on for ever")
        if deep > _DEEP:
            raise TooMany("there are too many decisions one after the other")
        self._path.add(both)
        if point.kind == "end":
            self._ended(point, {number}, known)
        else:
            found = [
                chance * self._single(to, one, deep + 1)
                for chance, to, one in self._points.next(point, number)
            ]
            if point.kind == "roll":
                known[number] = sum(found)
            else:
                known[number] = min(found) if point.node.seat is OTHER else max(found)
        self._path.remove(both)
        return known[number]

    def vain(self, point: Point) -> bool:
        """Tells whether nothing can be won from a point however the dice lie."""
        known = self._vain.get(point)
        if known is not None:
            return known
        for number, of_use in self._once:
            if point.facts[number] not in of_use:
                return True
        came: dict[Point, Point | None] = {point: None}
        waiting = [point]
        while waiting:
            one: Point | None = waiting.pop()
            assert one is not None
            known = self._vain.get(one)
            if known:
                continue
            after = self._points.possible(one) if len(came) < _MOST_POINTS else None
            if known is False or after is None or (one.kind == "end" and not self._lost(one)):
                while one is not None:
                    self._vain[one] = False
                    one = came[one]
                return False
            for more in after:
                if more not in came:
                    came[more] = one
                    waiting.append(more)
        self._vain.update(dict.fromkeys(came, True))
        return True

    def _lost(self, point: Point) -> bool:
        try:
            return self._goal((OPEN, point.facts)) == 0
        except (DiceAsked, NotExact):
            return False

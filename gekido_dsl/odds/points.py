"""Where a machine may stand, dice aside, and what can come next from there for each way in which dice lie.

Invariants:
    A situation is a point, which is a node with the facts that hold there, and the number of how dice lie.
    Dice that differ only in what nobody asks for any more, or in the names of faces that nothing tells apart, are one.
    What a node does with dice is worked out once for all facts that it does not ask for.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from gekido_dsl.odds.forgetting import Forgetting, back
from gekido_dsl.odds.graph import Facts, Node
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.rolling import Rolling, begin
from gekido_dsl.odds.scope import (
    UNKNOWN,
    Columns,
    Die,
    NotExact,
    State,
    TooMany,
    followed,
    held_in,
    with_fact,
)
from gekido_dsl.odds.watching import OPEN, DiceAsked, Memo, Watched
from gekido_dsl.rng import Rng

Kind = Literal["end", "roll", "same", "tests", "rows"]
Row = tuple[Any, ...]
"""Of one way in which dice lie, the target it leads to and how dice may lie then; of several targets, such pairs."""
SEVERAL = -1
"""In the place of a target where there are several."""
MOST_WORK: Final = 1_500_000
"""More ways are too many to count while somebody waits; a situation counts as ten."""
_ALL: Final = ((1.0, None),)
HELD = -1
"""The class of points where one die is followed by itself: nothing is forgotten there."""


class Point:
    """A node with the facts that hold there."""

    __slots__ = (
        "after",
        "facts",
        "held",
        "kept",
        "kind",
        "look",
        "node",
        "table",
        "targets",
        "version",
        "ways",
    )

    def __init__(self, node: Node, facts: Facts, kind: Kind, look: int, held: tuple[int, ...]) -> None:
        self.node = node
        self.facts = facts
        self.kind = kind
        self.look = look
        """What of the dice matters: points that agree in it tell dice apart alike."""
        self.held = held
        """The facts that follow one die each."""
        self.ways: list[tuple[Point, tuple[Memo, ...]]] = []
        """Where it may lead without a change of dice, with the tests of dice that have to hold."""
        self.targets: dict[int, tuple[Point, int]] = {}
        self.kept: Memo | None = None
        self.table: dict[int, Any] = {}
        self.version = -1
        self.after: list[Point] | None = []
        """Where it may lead, however the dice lie; None where nobody knows beforehand, empty before that is asked."""


class Points:
    """The points of one machine, made as they are asked for."""

    def __init__(
        self, machine: Machine, apart: frozenset[int] = frozenset(), at_end: frozenset[int] | None = None
    ) -> None:
        """Begins with nothing.

        Args:
            apart: faces, by number, that are told apart besides those of the machine.
            at_end: the places whose dice an end is judged by; None for all.
        """
        self.machine = machine
        machine.leveled = machine.level()
        self.apart = apart
        self.rolling = Rolling(machine, apart)
        machine.like, machine.like_key = self.rolling.alike, self.rolling.key
        self._forgetting = Forgetting(machine.scope, machine.nodes, at_end, machine.leveled, machine.followed)
        self.columns: list[Columns] = []
        self._numbers: dict[Columns, int] = {}
        self._points: dict[tuple[int, Facts], Point] = {}
        self._kept: dict[Any, Memo] = {}
        self._targets: list[tuple[Node, tuple[tuple[int, Any], ...]]] = []
        self._target_numbers: dict[Any, int] = {}
        self.unlimited = False
        """Whether as much may be counted as is asked for."""
        self._work = 0
        self.seen: dict[int, dict[int, int]] = {}
        """By what of the dice matters, the number of dice that stand for others."""

    @property
    def size(self) -> int:
        """Counts the ways in which dice lie, and the points."""
        return len(self.columns) + len(self._points)

    def start(self, other: Mapping[int, Any] | None = None) -> tuple[Point, int]:
        """Gives the situation at the start.

        Args:
            other: facts that begin otherwise than in the machine.
        """
        state = begin(self.machine)
        for number, value in (other or {}).items():
            state = with_fact(state, number, value)
        return self.at(self.machine.start, state)

    def at(self, node: Node, state: State) -> tuple[Point, int]:
        """Gives the situation at a node."""
        point = self.point(node, state[1])
        return point, self.seen_as(point.look, self.number(state[0]))

    # ------------------------------------------------------------ dice

    def number(self, columns: Columns) -> int:
        """Gives the number of how dice lie."""
        found = self._numbers.get(columns)
        if found is None:
            found = self._numbers[columns] = len(self.columns)
            self.columns.append(columns)
        return found

    def seen_as(self, look: int, number: int) -> int:
        """Gives the number of the dice that stand for these where no more of them matters."""
        if look == HELD:
            return number
        table = self.seen.setdefault(look, {})
        found = table.get(number)
        if found is None:
            left, taken = self._forgetting.columns(look, self.columns[number])
            found = table[number] = self.number(back(self.rolling.alike(left), taken))
            table[found] = found
        return found

    # ------------------------------------------------------------ points

    def point(self, node: Node | None, facts: Facts) -> Point:
        """Goes on to where dice matter or something is decided, or to the end."""
        passed: list[tuple[int, Facts]] = []
        while True:
            if node is None:
                raise NotExact("it leads nowhere")
            facts = self._forgetting.facts(node.number, facts)
            held = held_in(facts)
            key = (node.number, facts)
            found = self._points.get(key)
            if found is not None:
                break
            passed.append(key)
            if len(passed) > 10_000:
                raise NotExact("it may go on for ever")
            after = self._passed(node, facts)
            if isinstance(after, tuple):
                node, facts = after
                continue
            look = HELD if held else self._forgetting.look(node.number)
            found = Point(node, facts, after, look, held)
            self._points[key] = found
            if after in ("rows", "roll"):
                found.kept = self._kept_of(node, after)
            break
        for key in passed:
            self._points[key] = found
        return found

    def _passed(self, node: Node, facts: Facts) -> "tuple[Node | None, Facts] | Kind":
        """Tells what comes next where dice do not matter, or of which kind the point is."""
        if node.kind in ("end", "roll"):
            return "end" if node.kind == "end" else "roll"
        try:
            if node.change is not None:
                return node.next, node.change((OPEN, facts))[1]
            if node.test is not None:
                return _branch(node, node.test((OPEN, facts))), facts
            if node.guarded is not None:
                return "tests" if node.guarded(facts) else (node.next, facts)
            assert node.ways is not None
            ways = node.ways((OPEN, facts))
        except DiceAsked:
            return "rows"
        return "same" if len(ways) > 1 else (ways[0][2], ways[0][1][1])

    def ways(self, point: Point) -> list[tuple[Point, tuple[Memo, ...]]]:
        """Lists where a point may lead without a change of dice, with the tests of dice that have to hold."""
        if point.ways:
            return point.ways
        node, facts = point.node, point.facts
        match point.kind:
            case "same":
                assert node.ways is not None
                ways = [(self.point(entry, state[1]), ()) for _, state, entry in node.ways((OPEN, facts))]
                point.ways = list(dict.fromkeys(ways))
            case "tests":
                assert node.guarded is not None
                point.ways = [(self.point(node.next, facts), ())]
                for number, one in enumerate(node.guarded(facts)):
                    tests = self._tests(node, facts, number)
                    if tests is not None:
                        point.ways.append((self.point(one.entry, facts), tests))
        return point.ways

    def _kept_of(self, node: Node, kind: Kind) -> Memo:
        kept = self._kept.get(node.number)
        if kept is None:
            row = self._rolled if kind == "roll" else self._row
            kept = self._kept[node.number] = Memo(lambda dice, facts: row(node, dice, facts))
        return kept

    def _tests(self, node: Node, facts: Facts, which: int) -> tuple[Memo, ...] | None:
        """Lists the tests of something that dice decide; None if another fails."""
        assert node.guarded is not None
        one = node.guarded(facts)[which]
        given = {0: one.seat}
        found = []
        for test in one.tests:
            try:
                if test((OPEN, facts), dict(given)) not in (1, UNKNOWN):
                    return None
            except DiceAsked:
                kept = self._kept.get(test)
                if kept is None:
                    kept = self._kept[test] = Memo(
                        lambda dice, held, test=test: test((dice, held), dict(given)) in (1, UNKNOWN)  # type: ignore[misc]
                    )
                found.append(kept)
        return tuple(found)

    # ------------------------------------------------------------ what comes next

    def _row(self, node: Node, dice: Columns, facts: Watched) -> Row:
        if node.change is not None:
            ways = [(node.change((dice, facts)), node.next)]
        elif node.test is not None:
            ways = [((dice, facts), _branch(node, node.test((dice, facts))))]
        else:
            assert node.ways is not None
            ways = [(state, entry) for _, state, entry in node.ways((dice, facts))]
        groups: dict[int, dict[int, None]] = {}
        for made, entry in ways:
            state = self._named(made)
            target = self._target(entry, facts, state[1])
            groups.setdefault(target, {})[self._seen_at(entry, state)] = None
        rows = tuple((target, tuple(found)) for target, found in groups.items())
        self._worked(len(ways))
        return rows[0] if len(rows) == 1 else (SEVERAL, rows)

    def _rolled(self, node: Node, dice: Columns, facts: Watched) -> Row:
        groups: dict[int, dict[int, float]] = {}
        apart = followed(facts)
        for chance, columns in self.rolling.rolls(node, dice, bool(apart)):
            shown = self.rolling.rolled_of(node, dice, columns, apart[0]) if apart else _ALL
            for share, die in shown:
                state: State = (columns, facts)
                if die is not None:
                    state = self._named(with_fact(state, die.fact, die))
                number = self._seen_at(node.next, state)
                chances = groups.setdefault(self._target(node.next, facts, state[1]), {})
                chances[number] = chances.get(number, 0.0) + chance * share
        self._worked(sum(map(len, groups.values())))
        rows = [(target, tuple(chances), tuple(chances.values())) for target, chances in groups.items()]
        return rows[0] if len(rows) == 1 else (SEVERAL, tuple(rows))

    def _named(self, state: State) -> State:
        """Gives faces that nothing tells apart other names where one die is followed by itself."""
        apart = followed(state[1])
        if not apart:
            return state
        if len(apart) > 1:
            raise NotExact("several dice are followed, each by itself")
        (die,) = apart
        marked = tuple((*column, int(face == die.face)) for face, column in enumerate(state[0]))
        alike = self.rolling.alike(marked)
        face = next(face for face, column in enumerate(alike) if column[-1])
        columns = tuple(column[:-1] for column in alike)
        return with_fact((columns, state[1]), die.fact, Die(die.place, face, die.fact))

    def _seen_at(self, node: Node | None, state: State) -> int:
        if node is None:
            raise NotExact("it leads nowhere")
        look = HELD if held_in(state[1]) else self._forgetting.look(node.number)
        return self.seen_as(look, self.number(state[0]))

    def _target(self, node: Node | None, before: Watched, after: Facts) -> int:
        """Gives the number of a target: where it leads, and which facts are changed."""
        if node is None:
            raise NotExact("it leads nowhere")
        changes = ()
        if after is not before:
            was, now = tuple(before), tuple(after)
            changes = tuple((at, now[at]) for at in sorted(before.read) if now[at] != was[at])  # type: ignore[assignment]
        key = (node.number, changes)
        found = self._target_numbers.get(key)
        if found is None:
            found = self._target_numbers[key] = len(self._targets)
            self._targets.append((node, changes))
        return found

    def target(self, point: Point, number: int) -> tuple[Point, int]:
        """Gives the point that a target of another is, and what of the dice mattered on the way to it."""
        found = point.targets.get(number)
        if found is None:
            node, changes = self._targets[number]
            facts = point.facts
            if changes:
                made = list(facts)
                for at, value in changes:
                    made[at] = value
                facts = tuple(made)
            look = HELD if held_in(facts) else self._forgetting.look(node.number)
            found = point.targets[number] = self.point(node, facts), look
        return found

    def _worked(self, ways: int) -> None:
        self._work += 10 + ways
        if self._work > MOST_WORK and not self.unlimited:
            raise TooMany("there are too many situations to count while you wait")

    def roll(self, point: Point, number: int, rng: Rng) -> tuple[Point, int]:
        """Rolls once, and goes on to where that leads."""
        facts, columns = point.facts, self.columns[number]
        apart = followed(facts)
        columns, die = self.rolling.one(point.node, columns, apart[0] if apart else None, rng)
        state: State = (columns if die is not None else self.rolling.alike(columns), facts)
        if die is not None:
            state = self._named(with_fact(state, die.fact, die))
        assert point.node.next is not None
        return self.at(point.node.next, state)

    def rows(self, point: Point, numbers: Iterable[int]) -> list[Any]:
        """Lists what comes next, for each way in which dice lie."""
        kept = point.kept
        assert kept is not None
        table = self._table(point, kept)
        try:
            return list(map(table.__getitem__, numbers))
        except KeyError:
            pass
        for number in numbers:
            if number not in table:
                kept.ask(number, self.columns[number], point.facts, point.held)
                table = self._table(point, kept)
        return self.rows(point, numbers)  # More facts may have been found to matter in the middle.

    def _table(self, point: Point, kept: Memo) -> dict[int, Any]:
        if point.version != kept.version:
            point.table, point.version = kept.table(point.facts, point.held), kept.version
        return point.table

    def holds(self, tests: tuple[Memo, ...], point: Point, number: int) -> bool:
        """Tells whether tests of dice hold."""
        for test in tests:
            known = test.table(point.facts, point.held).get(number)
            if known is None:
                known = test.ask(number, self.columns[number], point.facts, point.held)
            if not known:
                return False
        return True

    def next(self, point: Point, number: int) -> list[tuple[float, Point, int]]:
        """Lists what can come of one situation, of chance with how likely it is."""
        if point.kind in ("same", "tests"):
            return [
                (1.0, to, self.seen_as(to.look, number))
                for to, tests in self.ways(point)
                if self.holds(tests, point, number)
            ]
        if point.kind == "end":
            return []
        row = self.rows(point, [number])[0]
        if point.kind == "roll":
            rolled = []
            for target, numbers, chances in row[1] if row[0] == SEVERAL else (row,):
                to, _ = self.target(point, target)
                rolled += [
                    (chance, to, self.seen_as(to.look, one))
                    for chance, one in zip(chances, numbers, strict=True)
                ]
            return rolled
        found = []
        for target, numbers in row[1] if row[0] == SEVERAL else (row,):
            to, _ = self.target(point, target)
            found += [(1.0, to, self.seen_as(to.look, one)) for one in numbers]
        return found

    def possible(self, point: Point) -> list[Point] | None:
        """Lists where a point may lead, however the dice lie; None where nobody knows beforehand."""
        if point.after == []:
            try:
                point.after = self._possible(point)
            except NotExact:
                point.after = None
        return point.after

    def _possible(self, point: Point) -> list[Point] | None:
        if point.kind in ("same", "tests"):
            return [to for to, _ in self.ways(point)]
        if point.kind == "end":
            return []
        if point.held:
            return None
        node, facts = point.node, point.facts
        if point.kind == "roll":
            return [self.point(node.next, facts)]
        if node.kind == "branch":
            return [self.point(node.next, facts), self.point(node.other, facts)]
        if node.possible is None:
            return None
        return [self.point(entry, after) for after, entry in node.possible(facts)]


def _branch(node: Node, holds: Any) -> Node | None:
    if holds is UNKNOWN:
        raise NotExact("it depends on more than dice", getattr(node.statement, "span", None))
    return node.next if holds else node.other

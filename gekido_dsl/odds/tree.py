"""Everything that can come of a machine, counted: states that are alike are one, and each is worked out once.

Invariants:
    Nothing is estimated: every roll is counted by how often it comes.
    Faces that no rule tells apart may change their names; so rolls that differ in names alone are one.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

from gekido_dsl.odds.forgetting import Forgetting, back, holds_die
from gekido_dsl.odds.graph import Node, Offer
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.scope import OTHER, UNKNOWN, Columns, NotExact, State, across, with_fact

MOST_STATES: Final = 400_000
"""Of more situations there are too many to count while somebody waits."""
MOST_ROLLS: Final = 4_000
"""How many different rolls one throw may have."""
Key = tuple[int, State]
Goal = Callable[[State], float]


_MOST_KEPT: Final = 50_000
_ROLLED: dict[Any, tuple[tuple[float, Columns], ...]] = {}
"""What rolls come to, for all trees: they are the same wherever dice lie alike."""


class Tree:
    """What can happen from the start of a machine, as far as it is asked."""

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
        self._forgetting = Forgetting(machine.scope, machine.nodes, at_end, machine.leveled)
        self._stood: dict[tuple[int, Columns], Columns] = {}
        self._through: dict[Key, Key] = {}
        self._settled: dict[Key, int] = {}
        self._left: dict[tuple[int, tuple[Any, ...]], tuple[Any, ...] | None] = {}
        self._numbers: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._valued: dict[Hashable, dict[int, float]] = {}
        self.apart = apart
        self._ways: dict[Key, list[tuple[str, State, Node]]] = {}
        scope = machine.scope
        count = scope.none
        fixed = set(range(count)) if machine.numeric else machine.shown | apart
        if machine.flips:
            faces = scope.faces
            pairs, seen = [], set()
            for at in range(count):
                face = faces[at]
                to = faces.index(across(scope.die, face))
                if at not in seen:
                    seen |= {at, to}
                    pairs.append((at, to))
            self._alone = [pair for pair in pairs if fixed & set(pair)]
            self._pairs = [pair for pair in pairs if not fixed & set(pair)]
            self._free: list[int] = []
        else:
            self._pairs = []
            self._free = [at for at in range(count) if at not in fixed]
        self._known: dict[int, tuple[str, Any]] = {}
        self._alike: dict[Columns, Columns] = {}
        self._free_key = (tuple(self._free), tuple(self._pairs), machine.bags)

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
            for at, column in zip(free, sorted((columns[at] for at in free), reverse=True), strict=True):
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

    @property
    def size(self) -> int:
        """Counts the situations that were looked at."""
        return len(self._known)

    def start(self, other: Mapping[int, Any] | None = None) -> int:
        """Gives the number of the situation at the start.

        Args:
            other: facts that begin otherwise than in the machine.
        """
        state = begin(self.machine)
        for number, value in (other or {}).items():
            state = with_fact(state, number, value)
        return self.settle(self.machine.start, state)

    def settle(self, node: Node | None, state: State) -> int:
        """Goes on to where chance or a player decides, or to the end, and gives the number of that situation."""
        if node is None:
            raise NotExact("it leads nowhere")
        steps = 0
        state = self._standing(node.number, state)
        first: Key = (node.number, state)
        known = self._settled.get(first)
        if known is not None:
            return known
        passed: list[Key] = []
        key = first
        while node is not None:
            steps += 1
            if steps > 10_000:
                raise NotExact("it may go on for ever")
            if node.kind == "change" and node.change is not None:
                state = node.change(state)
                node = node.next
            elif node.kind == "branch" and node.test is not None:
                holds = node.test(state)
                if holds is UNKNOWN:
                    raise NotExact("it depends on more than dice", getattr(node.statement, "span", None))
                node = node.next if holds else node.other
            elif node.kind == "roll" and not self._rolling(node, state[0]):
                node = node.next
            else:
                state = self._standing(node.number, state)
                key = (node.number, state)
                if node.ways is None:
                    break
                # Where there is but one way, nothing is decided.
                through = self._through.get(key)
                if through is not None:
                    key = through
                    break
                ways = node.ways(state)
                if len(ways) != 1:
                    self._through[key] = key
                    self._ways[key] = ways
                    break
                passed.append(key)
                _, state, node = ways[0]
        else:
            raise NotExact("it leads nowhere")
        for one in passed:
            self._through[one] = key
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        self._settled[first] = number
        return number

    def _standing(self, number: int, state: State) -> State:
        """Gives the one situation at a point that stands for all that are like it from there on."""
        columns, facts = state
        left_facts = self._left.get((number, facts), ())
        if left_facts == ():
            made = None if holds_die(facts) else self._forgetting.facts(number, facts)
            left_facts = self._left[number, facts] = made
        if left_facts is None:
            return state
        stood = self._stood.get((number, columns))
        if stood is None:
            left, taken = self._forgetting.columns(number, columns)
            stood = self._stood[number, columns] = back(self.alike(left), taken)
        return stood, left_facts

    def _rolling(self, node: Node, columns: Columns) -> int:
        """Counts the dice that are rolled."""
        if node.fresh:
            bags = self.machine.bags
            return sum(columns[-1][place] for place in node.places if place not in bags)
        return sum(column[place] for column in columns for place in node.places)

    def next(self, key: int) -> tuple[str, Any]:
        """Tells who decides, and what can come of it.

        Returns:
            `end` with the state; `chance` with chances and situations; `roller` or `other` with situations.
        """
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_STATES:
                raise NotExact(f"there are more than {MOST_STATES:,} situations")
            known = self._known[key] = self._next(self._keys[key])
        return known

    def _next(self, key: Key) -> tuple[str, Any]:
        node, state = self.machine.nodes[key[0]], key[1]
        if node.kind == "end":
            return "end", state
        if node.kind == "roll":
            chances: dict[int, float] = {}
            for chance, columns in self._rolls(node, state[0]):
                to = self.settle(node.next, (columns, state[1]))
                chances[to] = chances.get(to, 0.0) + chance
            return "chance", tuple(chances.items())
        assert node.ways is not None
        found = self._ways.pop(key, None)
        ways = dict.fromkeys(
            self.settle(entry, made) for _, made, entry in (node.ways(state) if found is None else found)
        )
        return "other" if node.seat is OTHER else "roller", tuple(ways)

    def _rolls(self, node: Node, columns: Columns) -> tuple[tuple[float, Columns], ...]:
        """Gives every roll and how likely it is, the dice of each place by themselves."""
        key = (self._free_key, columns, node.places, node.fresh)
        known = _ROLLED.get(key)
        if known is None:
            if len(_ROLLED) > _MOST_KEPT:
                _ROLLED.clear()
            known = _ROLLED[key] = self._rolled(node, columns)
        return known

    def _rolled(self, node: Node, columns: Columns) -> tuple[tuple[float, Columns], ...]:
        found: dict[Columns, float] = {columns: 1.0}
        faces = len(columns) - 1
        bags = self.machine.bags if node.fresh else frozenset()
        for place in node.places:
            number = columns[-1][place] if node.fresh else sum(column[place] for column in columns)
            if not number or place in bags:
                continue
            outcomes = rolls_of(number, faces)
            more: dict[Columns, float] = {}
            for before, chance in found.items():
                base: list[list[int]] = [[*column] for column in before]
                for column in base if not node.fresh else base[-1:]:
                    column[place] = 0
                ready: list[dict[int, tuple[int, ...]]] = [{} for _ in base]
                last = tuple(base[-1])
                for shown, likely in outcomes:
                    made: list[tuple[int, ...]] = []
                    for at, many in enumerate(shown):
                        ready_one = ready[at].get(many)
                        if ready_one is None:
                            start = base[at]
                            ready_one = (*start[:place], start[place] + many, *start[place + 1 :])
                            ready[at][many] = ready_one
                        made.append(ready_one)
                    made.append(last)
                    alike = self.alike(tuple(made))
                    more[alike] = more.get(alike, 0.0) + chance * likely
            found = more
        return tuple((chance, made) for made, chance in found.items())

    def first_dice(self) -> int:
        """Counts the dice of the first roll."""
        key = self.start()
        for _ in range(50):
            number, state = self._keys[key]
            node = self.machine.nodes[number]
            if node.kind == "roll":
                return self._rolling(node, state[0])
            kind, found = self.next(key)
            if kind in ("end", "chance") or not found:
                break
            key = found[0]
        return 0

    def offered(self, offer: Offer) -> bool:
        """Tells whether something is offered on the ways that are looked at first."""
        seen: set[int] = set()
        waiting = [self.start()]
        while waiting and len(seen) < 2_000:
            key = waiting.pop()
            if key in seen:
                continue
            seen.add(key)
            number, state = self._keys[key]
            node = self.machine.nodes[number]
            if node.ways is not None and any(name == offer.name for name, _, _ in node.ways(state)):
                return True
            kind, found = self.next(key)
            if kind != "end":
                waiting += [one[0] for one in found] if kind == "chance" else list(found)
        return False

    def best(self, goal: Goal, key: int | None = None, name: Hashable = None) -> float:
        """Works out what comes of best play: of the one who rolls for the most, of the others for the least.

        Args:
            name: what the goal is known by, so that nothing is worked out twice for it.
        """
        values: dict[int, float] = {} if name is None else self._valued.setdefault(name, {})
        try:
            return self._value(self.start() if key is None else key, goal, values, 0)
        except NotExact:
            self._valued.pop(
                name, None
            )  # What was begun in it would look like a way that leads back to itself.
            raise

    def values(self, goal: Goal) -> "Values":
        """Makes what answers for many situations."""
        return Values(self, goal)

    def _value(self, key: int, goal: Goal, values: dict[int, float], deep: int) -> float:
        known = values.get(key)
        if known is not None:
            if known != known:
                raise NotExact("it may go on for ever")
            return known
        if deep > 600:
            raise NotExact("there are too many decisions one after the other")
        values[key] = float("nan")  # Asked for while it is being worked out, it would lead back to itself.
        kind, found = self.next(key)
        deep += 1
        asked, of = values.get, self._value
        if kind == "end":
            value = goal(found)
        elif kind == "chance":
            value = 0.0
            for to, chance in found:
                one = asked(to)
                value += chance * (of(to, goal, values, deep) if one is None or one != one else one)
        else:
            every = []
            for to in found:
                one = asked(to)
                every.append(of(to, goal, values, deep) if one is None or one != one else one)
            value = max(every) if kind == "roller" else min(every)
        values[key] = value
        return value


class Values:
    """What situations are worth, for one goal."""

    def __init__(self, tree: Tree, goal: Goal) -> None:
        self._tree = tree
        self._goal = goal
        self._known: dict[int, float] = {}

    def of(self, key: int) -> float:
        """Gives what comes of best play from a situation."""
        return self._tree._value(key, self._goal, self._known, 0)


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
        raise NotExact(f"{dice} dice can fall in too many ways")
    found = []
    for shown in combinations_with_replacement(range(faces), dice):
        counts = tuple(shown.count(face) for face in range(faces))
        found.append((counts, factorial(dice) / prod(map(factorial, counts)) / faces**dice))
    return tuple(found)

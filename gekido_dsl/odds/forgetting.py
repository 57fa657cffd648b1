"""What of a situation no longer matters at a point of the graph, so that situations that differ in it alone are one.

Invariants:
    What is forgotten is asked for on no way from that point: the faces of dice that are rolled before anybody asks
    for them, and how often something was used before it may be used anew.
"""

from collections.abc import Sequence
from typing import Any

from gekido_dsl.odds.graph import Node
from gekido_dsl.odds.scope import Columns, Scope


class Forgetting:
    """Knows what matters at each point of a graph."""

    def __init__(
        self,
        scope: Scope,
        nodes: Sequence[Node],
        at_end: frozenset[int] | None,
        level: tuple[int, ...] = (),
        followed: frozenset[int] = frozenset(),
    ) -> None:
        """Works it out, from the ends backwards.

        Args:
            at_end: the places whose dice an end is judged by; None for all.
            level: two facts of which only their difference counts; the first is kept as at the start.
            followed: the facts that may hold one die.
        """
        every = frozenset(range(len(scope.places)))
        counting = {
            number: key
            for key, number in scope.keys.items()
            if isinstance(key, tuple) and key[0] in ("quota", "once")
        }
        cleared = {
            node.number: node.cleared
            | frozenset(number for number, key in counting.items() if node.scope and key[-1] == node.scope)
            for node in nodes
        }
        faces: list[frozenset[int]] = [frozenset()] * len(nodes)
        facts: list[frozenset[int]] = [frozenset()] * len(nodes)
        changed = True
        while changed:
            changed = False
            for node in nodes:
                after = [one for one in (node.next, node.other, *node.entries) if one is not None]
                asked = frozenset().union(*(faces[one.number] for one in after))
                counted = frozenset().union(*(facts[one.number] for one in after))
                if node.kind == "end":
                    asked = every if at_end is None else at_end
                elif node.kind == "roll" and not node.fresh:
                    asked -= frozenset(node.places)
                elif node.carried is not None:
                    here, there = node.carried
                    if there in asked:
                        asked |= {here}
                elif node.faces is None:
                    asked = every
                else:
                    asked |= node.faces
                counted = (counted - cleared[node.number]) | node.facts
                number = node.number
                if asked != faces[number] or counted != facts[number]:
                    faces[number], facts[number], changed = asked, counted, True
        dropped = [tuple(sorted(every - one)) for one in faces]
        self._forgotten = list(dict.fromkeys(dropped))
        """The places whose dice are not asked for any more."""
        self._looks = [self._forgotten.index(one) for one in dropped]
        self._facts = [tuple(sorted((counting.keys() | followed) - one)) for one in facts]
        self._starts = tuple(scope.starts)
        self._level = level

    def look(self, number: int) -> int:
        """Gives the number of what matters of the dice at a node: nodes that agree in it forget the same."""
        return self._looks[number]

    def columns(self, look: int, columns: Columns) -> tuple[Columns, tuple[tuple[int, int], ...]]:
        """Takes away the dice of which only their number matters.

        Returns:
            the rest, and the places and numbers of those taken.
        """
        places = self._forgotten[look]
        taken = []
        for place in places:
            many = sum([column[place] for column in columns[:-1]])
            if many:
                taken.append((place, many))
        if not taken:
            return columns, ()
        dropped = {place for place, _ in taken}
        left = tuple(
            tuple([0 if place in dropped else many for place, many in enumerate(column)])
            for column in columns[:-1]
        )
        return (*left, columns[-1]), tuple(taken)

    def facts(self, number: int, facts: tuple[Any, ...]) -> tuple[Any, ...]:
        """Has the facts that do not matter any more be as at the start."""
        if self._level:
            first, second = self._level
            more = facts[first] - self._starts[first]
            if more:
                changed = list(facts)
                changed[first] -= more
                changed[second] -= more
                facts = tuple(changed)
        for one in self._facts[number]:
            if facts[one] != self._starts[one]:
                facts = (*facts[:one], self._starts[one], *facts[one + 1 :])
        return facts


def back(columns: Columns, taken: Sequence[tuple[int, int]]) -> Columns:
    """Puts dice of which only their number matters back, all with the first face."""
    first = list(columns[0])
    for place, many in taken:
        first[place] += many
    return (tuple(first), *columns[1:])

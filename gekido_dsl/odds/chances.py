"""The chances of what a part of the turn can give, asked by name and kept once they are known."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType
from gekido_dsl.odds.finding import Aim, Part, aims
from gekido_dsl.odds.graph import Offer
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.scope import UNKNOWN, NotExact, Scope, State
from gekido_dsl.odds.tree import Tree


@dataclass(eq=False)
class Chances:
    """Answers for one part of a turn, under one set of answers to the options."""

    game: m.Game
    part: Part
    answers: Mapping[str, int]
    """The answer to each option; those left out have their default."""
    _known: dict[Hashable, float] = field(default_factory=dict)
    _trees: dict[Hashable, Tree] = field(default_factory=dict)
    """The tree that was asked last, if it serves every aim."""

    def of(
        self,
        aim: Aim,
        rolls: int | None = None,
        dice: int | None = None,
        offers: Sequence[Offer] = (),
        rows: Mapping[str, int] | None = None,
    ) -> float:
        """Gives the chance to reach an aim; of a number, what can be expected of it.

        Args:
            rolls: how many rolls there are at most; None for as many as the rules say.
            dice: how many dice there are; None for as many as the rules say.
            offers: what may be used besides.
            rows: which row of a kind the player has, by the name of the kind.
        Raises:
            NotExact: it cannot be counted.
        """
        kept = {
            (one.thing.kind.rows[one.thing.row].name, one.name, one.seat, min(one.uses, 9)) for one in offers
        }
        key = (
            aim.decl.name,
            aim.name,
            aim.value,
            rolls,
            dice,
            frozenset(kept),
            tuple(sorted((rows or {}).items())),
        )
        if key not in self._known:
            tree, goal = self.tree(aim, rolls, dice, offers, rows)
            self._known[key] = tree.best(goal)
        return self._known[key]

    def uses(self, aim: Aim, offer: Offer, rows: Mapping[str, int]) -> bool:
        """Tells whether something can be used in this part, and can change what comes of it."""
        key = ("uses", offer.name, offer.seat, offer.thing)
        if key not in self._known:
            tree, _ = self.tree(aim, None, None, (offer,), rows)
            self._known[key] = float(tree.offered(offer))
        return bool(self._known[key])

    def dice(self, aim: Aim, dice: int | None, rows: Mapping[str, int]) -> int:
        """Counts the dice of the first roll."""
        tree, _ = self.tree(aim, None, dice, (), rows)
        return tree.first_dice()

    def tree(
        self,
        aim: Aim,
        rolls: int | None = None,
        dice: int | None = None,
        offers: Sequence[Offer] = (),
        rows: Mapping[str, int] | None = None,
    ) -> tuple[Tree, Any]:
        """Makes the tree of what can happen, and what its ends are worth for an aim."""
        own = rows or {}
        first = self._machine(aim, rolls, dice, offers, own, None, None, False)
        # Whoever can turn to another aim later may well begin with that.
        free = any(len(first.setters.get(key, ())) > 1 for key in aim.cells)
        key = (rolls, dice, tuple(offers), tuple(sorted(own.items())))
        shared = free or aim.kind in ("test", "amount")
        if shared and key in self._trees:
            tree = self._trees[key]
            return tree, self._goal(tree.machine, aim)
        machine = self._machine(
            aim, rolls, dice, offers, own, self._wanted_by(first, aim), first.holders, not free
        )
        if rolls is not None and not machine.limited:
            raise NotExact("how many rolls there are is not a number that can be changed")
        if dice is not None and not machine.sized and not any(place.full for place in machine.scope.places):
            raise NotExact("how many dice there are is not a number that can be changed")
        apart: frozenset[int] = frozenset()
        for one in self._aims() if shared else (aim,):
            if one.kind in ("test", "amount"):
                self._look(machine, one)
            apart |= self._apart(machine, one)
        tree = Tree(machine, apart, _at_end(machine, aim))
        if shared:
            self._trees.clear()
            self._trees[key] = tree
        return tree, self._goal(machine, aim)

    def _aims(self) -> list[Aim]:
        return aims(self.game, self.part)

    def _machine(
        self,
        aim: Aim,
        rolls: int | None,
        dice: int | None,
        offers: Sequence[Offer],
        rows: Mapping[str, int],
        wanted: frozenset[Hashable] | None,
        holders: Mapping[Hashable, Any] | None,
        aimed: bool,
    ) -> Machine:
        scope = Scope(self.game, self.part.die, self.answers, rows)
        scope.wanted = wanted
        for key in aim.cells if aim.kind == "gain" else ():
            scope.fact(key, 0)
        choice = (frozenset(aim.cells), aim.value) if aimed else (frozenset(), -1)
        return Machine(scope, self.part.procedures, offers, rolls, dice, choice, holders)

    def _wanted_by(self, machine: Machine, aim: Aim) -> frozenset[Hashable]:
        """Tells which facts matter: those that are asked for, and those that these depend on."""
        wanted = set(machine.scope.read) | set(aim.cells)
        waiting = list(wanted)
        while waiting:
            for key in machine.assigned.get(waiting.pop(), ()):
                if key not in wanted:
                    wanted.add(key)
                    waiting.append(key)
        return frozenset(wanted)

    def _look(self, machine: Machine, aim: Aim) -> None:
        """Notes which faces an aim tells apart."""
        decl = aim.decl
        exprs = [decl.test] if isinstance(decl, m.Definition) else []
        if isinstance(decl, m.Amount):
            exprs = [
                part for line in decl.lines for part in (line.operand, line.condition) if part is not None
            ]
        for e in exprs:
            machine.walk_faces(e, set())

    def _apart(self, machine: Machine, aim: Aim) -> frozenset[int]:
        if not isinstance(aim.decl, m.PatternSet):
            return frozenset()
        pattern = aim.decl.patterns[aim.value]
        if pattern.never is None:
            return frozenset()
        scope = machine.scope
        held = list(scope.starts)
        for key, thing in machine.holders.items():
            if key in scope.keys:
                held[scope.keys[key]] = thing
        start = ((), tuple(held))
        never = machine.expressions.make(pattern.never)(start, {})
        faces = machine.scope.faces
        if isinstance(never, int) and never in faces:
            return frozenset((faces.index(never),))
        return frozenset(range(len(faces)))

    def _goal(self, machine: Machine, aim: Aim) -> Any:
        """Makes what an end is worth."""
        scope, value = machine.scope, aim.value
        if isinstance(aim.decl, m.PatternSet):
            more = machine.expressions.pattern(aim.decl)
            facts = [scope.keys[key] for key in aim.cells if key in scope.keys]

            def made(S: State) -> float:
                if any(S[1][fact] != value for fact in facts):
                    return 0.0
                return float(more(S, value, None)[1])

            return made
        if aim.kind == "gain":
            fact = scope.keys[aim.cells[0]]
            start = scope.starts[fact]
            if value:
                return lambda S: float(S[1][fact] - start >= value)
            return lambda S: float(S[1][fact] - start)
        if isinstance(aim.decl, m.Definition):
            asked = machine.expressions.definition(aim.decl)
        else:
            assert isinstance(aim.decl, m.Amount) and isinstance(aim.decl.subject, EnumType)
            asked = machine.expressions.amount(aim.decl)

        def holds(S: State) -> float:
            found = asked(S, {1: value})
            if found is UNKNOWN:
                raise NotExact(f"{aim.decl.name} depends on more than dice", aim.decl.name_span)
            return float(found)

        return holds


def _at_end(machine: Machine, aim: Aim) -> frozenset[int] | None:
    """Lists the places whose dice an end is judged by; None if that may be any."""
    if aim.kind == "gain":
        return frozenset()
    if isinstance(aim.decl, m.PatternSet):
        return frozenset((machine.scope.place(aim.decl.place),))
    return None

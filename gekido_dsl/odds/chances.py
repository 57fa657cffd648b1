"""The chances of what a part of the turn can give, asked by name and kept once they are known."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType
from gekido_dsl.odds.finding import Aim, Part, aims, owners
from gekido_dsl.odds.graph import Offer
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.position import roller_of, rows_of, situation
from gekido_dsl.odds.resuming import Running, is_besides
from gekido_dsl.odds.scope import UNKNOWN, NotExact, Scope, State, TooMany, across, printed
from gekido_dsl.odds.tree import Tree

_MOST_KEPT: Final = 300_000
"""So many situations are kept at most, in trees that the next question may be about."""


@dataclass(eq=False)
class Known:
    """A tree, and what it was made for."""

    told: Hashable
    tree: Tree
    group: Hashable
    """What the aims that it serves have in common."""
    begins: tuple[int | None, tuple[int, ...]]
    """How many rolls it was made for, and how often each thing can be used in it."""

    sampled: str = ""
    """Why it is sampled; empty where it is counted."""

    def serves(self, rolls: int | None, offers: Sequence[Offer]) -> bool:
        """Tells whether it answers for so many rolls and uses."""
        machine = self.tree.machine
        if rolls != self.begins[0] and machine.limit not in machine.scope.keys:
            return False
        uses = tuple(one.uses for one in offers)
        return uses == self.begins[1] or not machine.scope.told

    def begin(self, rolls: int | None, offers: Sequence[Offer]) -> dict[int, Any]:
        """Lists the facts that begin otherwise with so many rolls and uses."""
        machine = self.tree.machine
        found: dict[int, Any] = {}
        if rolls != self.begins[0]:
            limit = machine.scope.keys[machine.limit]
            found[limit] = machine.limit_start if rolls is None else rolls
        for made, asked in zip(machine.offers, offers, strict=True):
            for offer, number in machine.uses_of:
                if offer is made and number >= 0:
                    found[number] = asked.uses
        return found

    def agrees(self, rows: Mapping[str, int]) -> bool:
        """Tells whether all that was asked of the rows it was made for is the same in others.

        Where faces are told apart by nothing but a face that a row names, any other face serves as well.
        """
        machine, scope = self.tree.machine, self.tree.machine.scope
        plain = not (machine.shown or machine.numeric or scope.named)
        named = 0
        for name, (kind, fact) in scope.asked.items():
            if name[0] not in rows:
                return False
            one = printed(kind, scope.rows[name[0]], fact)
            two = printed(kind, rows[name[0]], fact)
            faces = isinstance(fact.type, EnumType) and fact.type.enum is scope.die.faces
            named += faces
            if one == two:
                continue
            if not (plain and faces and isinstance(one, int) and isinstance(two, int)):
                return False
            if not self.tree.apart <= {one} or -1 in (one, two):
                return False
            if machine.flips and (across(scope.die, one) == one) != (across(scope.die, two) == two):
                return False
        return named <= 1 or all(
            printed(kind, scope.rows[name[0]], fact) == printed(kind, rows[name[0]], fact)
            for name, (kind, fact) in scope.asked.items()
        )


def _described(offer: Offer) -> Hashable:
    """Tells things apart that may come to something else; how often they can be used aside."""
    kind, number = offer.thing
    values = sorted(
        (name, repr(value)) for name, value in kind.rows[number].values.items() if value != offer.uses
    )
    return offer.name, offer.action.name, offer.seat, kind.name, tuple(values)


@dataclass(eq=False)
class Chances:
    """Answers for one part of a turn, under one set of answers to the options."""

    game: m.Game
    part: Part
    answers: Mapping[str, int]
    """The answer to each option; those left out have their default."""
    _known: dict[Hashable, float] = field(default_factory=dict)
    _trees: "list[Known]" = field(default_factory=list)
    """The trees that were made last."""
    _read: dict[Hashable, tuple[bool, frozenset[Hashable], dict[Hashable, Any]]] = field(default_factory=dict)
    _choices: dict[Hashable, Any] = field(default_factory=dict)
    """What is known of choices among dice, for all trees."""

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
            known = self.tree(aim, rolls, dice, offers, rows)
            found = self._best(known, aim, rolls, offers)
            if not known.agrees(rows or {}):  # Something was asked on the way that the rows have otherwise.
                self._trees.remove(known)
                kept_trees, self._trees = self._trees, []
                own = self.tree(aim, rolls, dice, offers, rows, own=True)
                found = self._best(own, aim, rolls, offers)
                self._trees = [*self._trees, known, *kept_trees]
            self._known[key] = found
        return self._known[key]

    def _best(self, known: "Known", aim: Aim, rolls: int | None, offers: Sequence[Offer]) -> float:
        tree = known.tree
        goal = self._goal(tree.machine, aim)
        begins, once = known.begin(rolls, offers), self._once(tree.machine, aim)
        try:
            if known.sampled:
                raise TooMany(known.sampled)
            return tree.best(goal, (aim.name, aim.value), begins, once)
        except TooMany as error:
            known.sampled = error.why
            return tree.sampled(goal, _is_share(aim), begins, once)

    def at(
        self,
        aim: Aim,
        s: Position,
        stack: Sequence[Running],
        reader: int | None = None,
        most: int | None = None,
    ) -> float:
        """Gives the chance to reach an aim from a position of a match, with nothing used besides.

        Args:
            reader: the seat of whoever asks; None for the one who rolls.
            most: of how many situations it is counted, at most; None for as many as usual, and more are sampled.
        Raises:
            NotExact: this part is not under way, the reader may not see what it depends on, or it cannot be counted.
        """
        player = roller_of(self.part.procedures, stack)
        reader = player if reader is None else reader
        rows = rows_of(s, owners(self.game, self.part), player, reader)
        known = self._tree_at(aim, rows, stack)
        machine = known.tree.machine
        start = situation(machine, s, stack, player, reader)
        goal = self._goal(machine, aim, start[1])
        once = self._once(machine, aim)
        gained = start[1][1][machine.scope.keys[aim.cells[0]]] if aim.kind == "gain" else None
        try:
            return known.tree.best(goal, (aim.name, aim.value, gained), None, once, start, most)
        except TooMany:
            if most is not None:
                raise
            return known.tree.sampled(goal, _is_share(aim), None, once, start)

    def carried(self, aim: Aim, s: Position, stack: Sequence[Running], reader: int) -> dict[str, bool]:
        """Names what is being carried out and counted, and tells whether another player chooses in it."""
        rows = rows_of(s, owners(self.game, self.part), roller_of(self.part.procedures, stack), reader)
        return self._tree_at(aim, rows, stack).tree.machine.carried

    def _once(self, machine: Machine, aim: Aim) -> dict[int, Any]:
        """Lists the facts that say what is strived for, where they are chosen once for all."""
        if aim.kind != "pattern":
            return {}
        keys = [key for key in aim.cells if key in machine.scope.keys and key in machine.chosen_once]
        return {machine.scope.keys[key]: aim.value for key in keys if len(machine.setters.get(key, ())) == 1}

    def uses(self, aim: Aim, offer: Offer, rows: Mapping[str, int]) -> bool:
        """Tells whether something can be used in this part, and can change what comes of it."""
        key = ("uses", offer.name, offer.seat, offer.thing)
        if key not in self._known:
            known = self.tree(aim, None, None, (offer,), rows)
            machine = known.tree.machine
            self._known[key] = float(offer.name in machine.used_offers and known.tree.offered(offer))
        return bool(self._known[key])

    def dice(self, aim: Aim, dice: int | None, rows: Mapping[str, int]) -> int:
        """Counts the dice of the first roll."""
        return self.tree(aim, None, dice, (), rows).tree.first_dice()

    def tree(
        self,
        aim: Aim,
        rolls: int | None = None,
        dice: int | None = None,
        offers: Sequence[Offer] = (),
        rows: Mapping[str, int] | None = None,
        *,
        own: bool = False,
    ) -> "Known":
        """Finds or makes the tree of what can happen.

        Args:
            own: whether it is made with these rows, and not with the first ones, which may do as well.
        """
        asked = rows or {}
        begins = (rolls, tuple(one.uses for one in offers))
        told = (dice, tuple(map(_described, offers)), aim.cells, aim.kind)
        for known in self._trees:
            if known.told != told or not known.serves(rolls, offers) or not known.agrees(asked):
                continue
            if known.group is None or known.group == _group(aim):
                return known
        made = self._made(aim, rolls, dice, offers, asked if own else dict.fromkeys(asked, 0), told, begins)
        return made if own or made.agrees(asked) else self.tree(aim, rolls, dice, offers, rows, own=True)

    def _tree_at(self, aim: Aim, rows: Mapping[str, int], stack: Sequence[Running]) -> "Known":
        """Finds or makes the tree of what can happen in a match, where dice lie already and no other rows will do."""
        besides = stack if is_besides(stack) else ()
        runs = [(id(one.decl), one.span, one.begun, one.locals[0], len(one.chosen)) for one in besides]
        told = ("at", tuple(sorted(rows.items())), tuple(runs), aim.cells, aim.kind)
        for known in self._trees:
            if known.told == told and known.group in (None, _group(aim)):
                return known
        return self._made(aim, None, None, (), rows, told, (None, ()), besides)

    def _made(
        self,
        aim: Aim,
        rolls: int | None,
        dice: int | None,
        offers: Sequence[Offer],
        rows: Mapping[str, int],
        told: Hashable,
        begins: tuple[int | None, tuple[int, ...]],
        stack: Sequence[Running] = (),
    ) -> "Known":
        key = (told, tuple(offers), tuple(sorted(rows.items())))
        if key not in self._read:
            first = self._machine(aim, rolls, dice, offers, rows, None, None, stack)
            # Whoever can turn to another aim later may well begin with that.
            free = any(len(first.setters.get(key, ())) > 1 for key in aim.cells)
            self._read[key] = free, self._wanted_by(first, aim), dict(first.holders)
        free, wanted, holders = self._read[key]
        machine = self._machine(aim, rolls, dice, offers, rows, wanted, holders, stack)
        if rolls is not None and not machine.limited:
            raise NotExact("how many rolls there are is not a number that can be changed")
        if dice is not None and not machine.sized and not any(place.full for place in machine.scope.places):
            raise NotExact("how many dice there are is not a number that can be changed")
        group = None if free else _group(aim)
        apart: frozenset[int] = frozenset()
        for one in self._aims():
            if group is not None and _group(one) != group:
                continue
            if one.kind in ("test", "amount"):
                self._look(machine, one)
            apart |= self._apart(machine, one)
        made = Known(told, Tree(machine, apart, _at_end(machine, aim)), group, begins)
        self._trees.insert(0, made)
        kept = 0
        for number, earlier in enumerate(self._trees):
            kept += earlier.tree.size
            if number and kept > _MOST_KEPT:
                del self._trees[number:]
                break
        return made

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
        stack: Sequence[Running],
    ) -> Machine:
        scope = Scope(self.game, self.part.die, self.answers, rows)
        scope.wanted = wanted
        for key in aim.cells if aim.kind == "gain" else ():
            scope.fact(key, 0)
        return Machine(scope, self.part.procedures, offers, rolls, dice, holders, self._choices, stack)

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

    def _goal(self, machine: Machine, aim: Aim, begins: State | None = None) -> Any:
        """Makes what an end is worth.

        Args:
            begins: where it is sought from; None for the start of the part.
        """
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
            start = scope.starts[fact] if begins is None else begins[1][fact]
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


def _is_share(aim: Aim) -> bool:
    return aim.kind in ("pattern", "test") or (aim.kind == "gain" and aim.value > 0)


def _group(aim: Aim) -> Hashable:
    """Tells aims apart that tell faces apart by themselves."""
    if isinstance(aim.decl, m.PatternSet) and aim.decl.patterns[aim.value].never is not None:
        return aim.decl.name, aim.value
    return ()


def _at_end(machine: Machine, aim: Aim) -> frozenset[int] | None:
    """Lists the places whose dice an end is judged by; None if that may be any."""
    if aim.kind == "gain":
        return frozenset()
    if isinstance(aim.decl, m.PatternSet):
        conditions = [e for one in aim.decl.patterns for e in (one.never, one.other_condition)]
        asked = machine.faces_read(conditions)
        return None if asked is None else asked | {machine.scope.place(aim.decl.place)}
    return None

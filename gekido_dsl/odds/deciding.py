"""What players decide while dice are rolled: which dice, which value, and what they use in a window."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds.changing import Changing
from gekido_dsl.odds.expressions import key_of_cell
from gekido_dsl.odds.graph import (
    Body,
    Facts,
    Guarded,
    Node,
    Offer,
    asked_in,
    none_in,
    theirs_among,
    walk_expr,
)
from gekido_dsl.odds.reading import NOTHING
from gekido_dsl.odds.scope import (
    OTHER,
    UNKNOWN,
    Die,
    Function,
    Locals,
    Mine,
    NotExact,
    Seat,
    State,
    held_in,
    with_fact,
)
from gekido_dsl.odds.watching import OPEN

Picked = dict[Hashable, tuple[Any, ...]]


class Deciding(Changing):
    """Writes decisions."""

    choices: dict[Hashable, tuple[Picked, Picked]]
    """What is known of choices among dice, shared by all machines of one part."""
    _tested: list[m.Expr | None]
    """What is asked before what was written last is offered."""

    def _decision(self, sentence: m.Sentence, body: Body, next_: Node) -> Node:
        decision, act = sentence.decision, sentence.act
        assert decision is not None
        if decision.ladders:
            raise NotExact("what may be chosen is narrowed by a ladder", sentence.span)
        slots = decision.slots
        if any(slot.random or slot.number is not None for slot in slots):
            raise NotExact("chance picks among dice", sentence.span)
        if any(slot.adding is not None for slot in slots):
            raise NotExact("what is chosen adds up to a number", sentence.span)
        candidates = [self._make(slot.candidates, body) for slot in slots]
        change = self._change(sentence, body)
        after = self._fresh(next_, sentence) if isinstance(act, m.acts.Rolling) else next_
        other = next_ if sentence.otherwise is None else self._block(sentence.otherwise, body, next_)
        several = len(slots) == 1 and (slots[0].least, slots[0].most) != (1, 1)
        optional = decision.may
        theirs = theirs_among(slots[0].candidates)
        keeps = isinstance(act, m.acts.Set | m.acts.Bind)
        if isinstance(act, m.acts.Set) and isinstance(theirs, Mine) and isinstance(act.fact, m.ops.Cell):
            self.holders[key_of_cell(act.fact)] = theirs

        def one(S: State, L: Locals, at: int) -> Iterator[tuple[str, State]]:
            if at == len(slots):
                yield "", change(S, L)
                return
            found = candidates[at](S, L)
            if found is UNKNOWN and keeps:
                found = [theirs]
            if found is UNKNOWN:
                raise NotExact("what may be chosen depends on more than dice", sentence.span)
            for value in dict.fromkeys(found):
                yield from ((f"{value}", to) for _, to in one(S, {**L, slots[at].local: value}, at + 1))

        def more(S: State) -> list[State]:
            """Chooses one of several more."""
            free = candidates[0](S, {})
            if free is UNKNOWN:
                raise NotExact("what may be chosen depends on more than dice", sentence.span)
            local, none = slots[0].local, self.scope.none
            return [
                change(S, {local: die})
                for die in dict.fromkeys(free)
                if not isinstance(die, Die) or die.face < none
            ]

        def many(S: State) -> list[State]:
            slot = slots[0]
            least, most = slot.least, slot.most
            layer: dict[State, None] = {S: None}
            found: dict[State, None] = {}
            count = 0
            while layer:
                after: dict[State, None] = {}
                for state in layer:
                    to = further(state)
                    if count >= least or (not to and count):
                        found[state] = None
                    if most is None or count < most:
                        after.update(dict.fromkeys(to))
                layer, count = after, count + 1
            return list(found)

        asked = self._facts_of(slots[0].candidates, body)
        chosen, stepped = self._choices(sentence, asked)

        def further(S: State) -> list[State]:
            """Chooses one more; what that gives follows from the dice and few facts, and changes dice alone."""
            if not plain or held_in(S[1]):
                return more(S)
            key = (self.like_key, S[0], *[S[1][number] for number in asked])
            known = stepped.get(key)
            if known is None:
                known = stepped[key] = tuple(dict.fromkeys(self.like(state[0]) for state in more(S)))
            return [(columns, S[1]) for columns in known]

        def picked(S: State) -> list[State]:
            """What can be chosen follows from the dice and few facts, and changes dice alone."""
            if held_in(S[1]):
                return many(S)
            key = (self.like_key, S[0], *[S[1][number] for number in asked])
            known = chosen.get(key)
            if known is None:
                if slots[0].most is None and slots[0].least == 0:
                    every = {S[0]: None}
                    for state in further(S):
                        every.update(dict.fromkeys(one[0] for one in picked(state)))
                    known = tuple(every)
                else:
                    known = tuple(state[0] for state in many(S))
                chosen[key] = known
            return [(columns, S[1]) for columns in known]

        plain = isinstance(act, m.acts.Move | m.acts.Roll | m.acts.Reroll | m.acts.Flip | m.acts.Turn)

        def possible(facts: Facts) -> list[tuple[Facts, Node]]:
            return [(facts, after), (facts, other)]

        def ways(S: State) -> list[tuple[str, State, Node]]:
            if several:
                found = [("", state, after) for state in (picked(S) if plain else many(S))]
            else:
                found = [(label, state, after) for label, state in one(S, {}, 0)]
            if not found or optional:
                found.append(("", S, other))
            return found

        key = self._target(act.fact, body) if isinstance(act, m.acts.Set) else None
        if key in body.guards | none_in(sentence.condition):
            self.chosen_once.add(key)
        seat = self._who(sentence.actor, body)
        faces = self.faces_read((*(slot.candidates for slot in slots), *act.operands[1:]), plain)
        return self._node(
            "decide",
            next_,
            ways=ways,
            possible=possible if plain else None,
            seat=seat,
            statement=sentence,
            entries=(after, other),
            faces=faces if plain or keeps else None,
        )

    def _choices(self, sentence: m.Sentence, asked: tuple[int, ...]) -> tuple[Picked, Picked]:
        """Finds what is known of a choice among dice: it is the same wherever the same facts are asked."""
        names = {number: key for key, number in self.scope.keys.items()}
        told = tuple(names[number] for number in asked)
        if any(isinstance(one, tuple) and one[0] == "local" for one in told):
            return {}, {}  # What a fact of a rule's own is called says nothing elsewhere.
        key = (id(sentence), told, tuple(sorted(self.scope.rows.items())))
        return self.choices.setdefault(key, ({}, {}))

    def _facts_of(self, e: m.Expr, body: Body) -> tuple[int, ...]:
        """Lists the facts that an expression asks for, by number."""
        keys = self._read_by(e, body)
        exprs = list(asked_in(e))
        for one in [one for one in exprs if isinstance(one, m.ops.Fits | m.ops.Complete)]:
            for pattern in one.ref.patterns:
                for condition in (pattern.never, pattern.other_condition):
                    exprs += asked_in(condition) if condition is not None else ()
        if any(isinstance(one, m.ops.Counter | m.ops.Amount) for one in exprs):
            keys |= {key for key in self.scope.keys if isinstance(key, tuple) and key[0] == "counter"}
        return tuple(sorted(self.scope.keys[key] for key in keys if key in self.scope.keys))

    # ------------------------------------------------------------ windows

    def _open(self, window: m.Window, body: Body, next_: Node) -> Node:
        self.windows.add(window.index)
        number = self.scope.fact("window", NONE)
        leave = next_
        if number >= 0:
            leave = self._node("change", next_, change=lambda S: with_fact(S, number, NONE), faces=NOTHING)
        node = leave
        for at in range(len(window.lines) - 1, -1, -1):
            node = self._line(window, at, body, node)
        if number >= 0:
            node = self._node(
                "change", node, change=lambda S: with_fact(S, number, window.index), faces=NOTHING
            )
        return node

    def _line(self, window: m.Window, at: int, body: Body, next_: Node) -> Node:
        line = window.lines[at]
        seat_of = self._make(line.seat, body)
        condition = self._make(line.condition, body) if line.condition is not None else None
        decide = self._node("decide", next_)
        entries: list[tuple[Offer, Callable[[Facts], bool], Guarded]] = []
        resets = []
        asked: list[m.Expr | None] = [line.seat, line.condition]
        counting: set[int] = set()
        held = list(self.scope.starts)
        for key, thing in self.holders.items():
            if key in self.scope.keys:
                held[self.scope.keys[key]] = thing
        known = seat_of(((), tuple(held)), {})
        for offer in self.offers:
            if isinstance(known, Seat) and known is not offer.seat:
                continue
            for which, quota in enumerate(line.quotas):
                if offer.action not in quota.actions:
                    continue
                number, key = -1, ("quota", window.index, at, which, id(quota.scope) if quota.scope else 0)
                if quota.most is not None:
                    self.scope.read.add(key)
                    number = self.scope.fact(key, 0)
                    if quota.scope is None:
                        resets.append(number)
                made = self._offer(offer, body, decide, number, quota.most, window.index)
                if made is not None:
                    counting |= {number, self.scope.keys.get(self._once(offer.action), -1)}
                    asked += self._tested
                    entries.append((offer, *made))
                    self.used_offers.add(offer.name)
                break
        if not entries:
            return next_

        def guarded(facts: Facts, dice: Any = OPEN) -> list[Guarded]:
            S = (dice, facts)
            if condition is not None and condition(S, {}) in (0,):
                return []
            seat = seat_of(S, {})
            seat = seat if isinstance(seat, Seat) else OTHER
            return [one for _, ready, one in entries if one.seat is seat and ready(facts)]

        def ways(S: State) -> list[tuple[str, State, Node]]:
            found = [
                (one.name, S, one.entry)
                for one in guarded(S[1], S[0])
                if all(test(S, {0: one.seat}) in (1, UNKNOWN) for test in one.tests)
            ]
            return [("", S, next_), *found]

        decide.ways, decide.guarded = ways, guarded
        decide.asks = tuple(e for e in asked if e is not None)
        decide.seat = entries[0][0].seat
        decide.statement = line
        decide.entries = tuple(one.entry for _, _, one in entries)
        decide.faces = self.faces_read(asked)
        decide.facts = frozenset(counting - {-1})
        if not resets:
            return decide

        def reset(S: State) -> State:
            for number in resets:
                S = with_fact(S, number, 0) if number >= 0 else S
            return S

        cleared = frozenset(number for number in resets if number >= 0)
        return self._node("change", decide, change=reset, faces=NOTHING, cleared=cleared)

    def _once(self, action: m.Procedure) -> Hashable:
        """Names the fact that says whether something was used that may be used once."""
        return ("once", id(action), id(action.once_each))

    def _offer(
        self, offer: Offer, body: Body, back: Node, quota: int, most: int | None, window: int
    ) -> tuple[Callable[[Facts], bool], Guarded] | None:
        """Writes what happens when something is used, whether it may be by what was used before, and by its tests."""
        action = offer.action
        inner = Body({}, offer.seat, back, (), body.phases, body.calls, token=offer.thing)
        key: Hashable = ("uses", offer.name)
        counters = [
            one
            for e in (
                action.candidates,
                *(arg for act in self._acts(action.body.statements) for arg in act.operands),
            )
            if e is not None
            for one in walk_expr(e)
            if isinstance(one, m.ops.Counter)
        ]
        if counters:
            key = ("counter", id(counters[0].ref), offer.thing)
        self.scope.read.add(key)
        uses = self.scope.fact(key, offer.uses)
        self.uses_of.append((offer, uses))
        once = -1
        if action.once_each is not None:
            scope_key = self._once(action)
            self.scope.read.add(scope_key)
            once = self.scope.fact(scope_key, 0)
        try:
            effects = [
                self.scope.game.effect_calls[effect][0]
                for act in self._acts(action.body.statements)
                if isinstance(act, m.acts.Apply)
                for effect in [self._make(act.effects, inner)((), {})]  # type: ignore[arg-type]
                if isinstance(effect, int) and effect >= 0
            ]
        except NotExact:
            return None
        if not any(self.touches(one) for effect in effects for one in effect.body.statements):
            return None
        self._tested = [*action.only_if, action.candidates]
        self._tested += [one for effect in effects for one in effect.only_if]
        tests = [self._make(one, inner) for one in action.only_if]
        tests += [self.expressions.make(one, {}, offer.seat) for effect in effects for one in effect.only_if]
        tests += self._whether(action.candidates, offer)
        if any(self._never(test, offer, window) for test in tests):
            return None
        entry = self._uses(action.body.statements, inner, back)
        counted = bool(counters)

        def ready(facts: Facts) -> bool:
            if uses >= 0 and facts[uses] < 1:
                return False
            if quota >= 0 and most is not None and facts[quota] >= most:
                return False
            return once < 0 or not facts[once]

        def used(S: State) -> State:
            if uses >= 0 and not counted:
                S = with_fact(S, uses, S[1][uses] - 1)
            if quota >= 0:
                S = with_fact(S, quota, S[1][quota] + 1)
            return with_fact(S, once, 1) if once >= 0 else S

        counting = frozenset(number for number in (quota, once) if number >= 0)
        node = self._node("change", entry, change=used, faces=NOTHING, facts=counting)
        return ready, Guarded(offer.name, tuple(tests), offer.seat, node)

    def _never(self, test: Function, offer: Offer, window: int) -> bool:
        """Tells whether a test fails in a window however the dice lie."""
        held: list[Any] = [UNKNOWN] * len(self.scope.starts)
        for key, thing in self.holders.items():
            if key in self.scope.keys:
                held[self.scope.keys[key]] = thing
        if "window" in self.scope.keys:
            held[self.scope.keys["window"]] = window
        try:
            # There are no dice to ask: whatever asks for them is not known beforehand.
            return test((None, tuple(held)), {0: offer.seat}) in (0,)  # type: ignore[arg-type]
        except (IndexError, TypeError, NotExact):
            return False

    def _uses(self, statements: Sequence[m.Statement], body: Body, next_: Node) -> Node:
        """Writes what an action does: its effect, and what it costs."""
        node = next_
        for statement in reversed(statements):
            costs = isinstance(statement, m.Sentence) and isinstance(
                statement.act, m.acts.Apply | m.acts.Lose
            )
            if costs or self.touches(statement):
                node = self._statement(statement, body, node)
        return node

    def _whether(self, candidates: m.Expr | None, offer: Offer) -> list[Function]:
        """Makes the tests that the thing must pass to be offered."""
        found: list[Function] = []
        while candidates is not None and isinstance(candidates, m.ops.Filter):
            test, local = self.expressions.make(candidates.test, {}, offer.seat), candidates.value
            found.append(_given(test, local, offer.thing))
            candidates = candidates.set
        return found


def _given(test: Function, local: int, thing: Any) -> Function:
    """Makes a test of one thing."""
    return lambda S, L: test(S, {**L, local: thing})

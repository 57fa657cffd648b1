"""The part of a turn in which dice are rolled becomes a graph: what happens, and who or what decides.

Invariants:
    The graph is made of the statements of the ruleset. What neither moves, rolls nor turns these dice, nor changes
    what decides about them, is left out.
    Whoever reaches the end of the part has the dice as they lie then.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.odds.deciding import Picked
from gekido_dsl.odds.expressions import key_of_cell
from gekido_dsl.odds.graph import Body, Facts, Node, Offer, Written, none_in, walk_expr
from gekido_dsl.odds.reading import NOTHING
from gekido_dsl.odds.resuming import Resuming, Running
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Columns,
    Locals,
    Mine,
    NotExact,
    RowOf,
    Scope,
    Seat,
    State,
    start_of,
    with_fact,
)

_DEEP: Final = 30


class Machine(Resuming):
    """Makes the graph of one part of a turn."""

    def __init__(
        self,
        scope: Scope,
        procedures: Sequence[m.Procedure],
        offers: Sequence[Offer] = (),
        rolls: int | None = None,
        dice: int | None = None,
        holders: Mapping[Hashable, Mine | RowOf] | None = None,
        choices: "dict[Hashable, tuple[Picked, Picked]] | None" = None,
        stack: Sequence[Running] = (),
    ) -> None:
        """Makes it; see `Reading` for what else is asked.

        Args:
            procedures: the phases of the part, in their order.
            choices: what other machines of the same part found out of choices among dice.
            stack: what runs in a match, so that what is being carried out besides is written, too.
        """
        super().__init__(scope, offers, rolls, dice, holders)
        self.choices = {} if choices is None else choices
        self.end = node = self._node("end")
        self.refuse_between(procedures[0], procedures[1:])
        for procedure in reversed(procedures):
            leads = node
            node = self._procedure(
                procedure, Body({}, ROLLER, leads, (), {id(procedures[0]): self.end}), leads
            )
            self.outer = self.bodies[id(procedure), leads]
            if procedures.count(procedure) == 1:
                self.steps[procedure.name_span] = node
        self.start = node
        if stack:
            self.where(stack)
        self.follow_dice()

    def level(self) -> tuple[int, ...]:
        """Finds the limit of rolls and their count, where they are only compared with each other.

        Then a situation after one roll of three is as one after two of four.
        """
        scope, limit = self.scope, self.limit
        pairs = [pair for pair in scope.compared if limit in pair]
        if limit is None or len(pairs) != 1 or len(pairs[0]) != 2:
            return ()
        (other,) = pairs[0] - {limit}
        both = (limit, other)
        if any(
            scope.alone.get(key, 0)
            or key not in scope.keys
            or not self.steady.get(key, True)
            or not isinstance(scope.starts[scope.keys[key]], int)
            or sum(key in pair for pair in scope.compared) != 1
            for key in both
        ):
            return ()
        return scope.keys[limit], scope.keys[other]

    # ------------------------------------------------------------ bodies

    def _procedure(self, procedure: m.Procedure, caller: Body, next_: Node) -> Node:
        """Writes the body of a rule or phase where it is called."""
        if id(procedure) in caller.calls or len(caller.calls) > _DEEP:
            raise NotExact(f"{procedure.name} runs itself again", procedure.name_span)
        if any(one.body is not None for one in procedure.exceptions):
            raise NotExact(f"{procedure.name} has exceptions", procedure.name_span)
        phases = dict(caller.phases)
        if procedure.word == "phase":
            phases.setdefault(id(procedure), next_)
        body = Body(
            dict(caller.frame),
            caller.actor,
            next_,
            (),
            phases,
            (*caller.calls, id(procedure)),
            caller.guards,
            caller.token,
        )
        self.bodies[body.key] = body
        node = self._block(procedure.body.statements, body, next_)
        resets = [
            key
            for key in list(self.scope.keys)
            if isinstance(key, tuple) and key[0] in ("quota", "once") and key[-1] == id(procedure)
        ]
        return self._reset(procedure, node) if resets or procedure.word == "phase" else node

    def _reset(self, procedure: m.Procedure, node: Node) -> Node:
        """Has what may be used once each phase be unused when the phase begins."""

        reset: list[int] = []

        def change(S: State) -> State:
            if not reset:  # By now all facts are known.
                reset.extend(
                    number
                    for key, number in self.scope.keys.items()
                    if isinstance(key, tuple) and key[0] in ("quota", "once") and key[-1] == id(procedure)
                )
                reset.append(-1)
            for number in reset[:-1]:
                S = with_fact(S, number, 0)
            return S

        return self._node("change", node, change=change, faces=NOTHING, scope=id(procedure))

    def _block(self, statements: Sequence[m.Statement], body: Body, next_: Node) -> Node:
        node = next_
        for statement in reversed(statements):
            after = node
            if not self.touches(statement):
                for one in walk.statements((statement,)):
                    self.written[body.key, one.span] = Written(after, after, after, one, body)
                continue
            node = self._statement(statement, body, after)
            within: Node | None = node
            if isinstance(statement, m.If | m.Menu):
                within = after
            elif isinstance(statement, m.Repeat) and statement.times is not None:
                within = node.next  # The first node begins to count.
            self.written[body.key, statement.span] = Written(node, within or node, after, statement, body)
        return node

    def _statement(self, statement: m.Statement, body: Body, next_: Node) -> Node:
        match statement:
            case m.Sentence():
                return self._sentence(statement, body, next_)
            case m.If():
                settled = self.expressions.settled(statement.condition)
                if settled is not None:
                    return self._block(statement.then if settled else statement.otherwise, body, next_)
                test = self._test(statement.condition, body)
                then = self._block(statement.then, body, next_)
                other = self._block(statement.otherwise, body, next_)
                faces = self.faces_read((statement.condition,))
                return self._node("branch", then, other=other, test=test, statement=statement, faces=faces)
            case m.Repeat():
                return self._repeat(statement, body, next_)
            case m.Menu():
                return self._menu(statement, body, next_)
            case m.Each():
                raise NotExact("it is done for each of several, in turn", statement.span)

    def _test(self, condition: m.Expr, body: Body) -> Callable[[State], Any]:
        self._faces(condition)
        made = self._make(condition, body)
        return lambda S: made(S, {})

    def _repeat(self, statement: m.Repeat, body: Body, next_: Node) -> Node:
        again = self._node("branch", None, other=next_, statement=statement)
        inner = replace(body, loops=(*body.loops, (next_, again)), guards=frozenset())
        if statement.ends is not None:
            raise NotExact("its loop looks ahead", statement.span)
        if statement.times is not None:
            key = self._key()
            self.scope.read.add(key)
            number = self.scope.fact(key, 0)
            times = self._make(statement.times, body)
            less = 0
            if self.rolls is not None and not self.limited and self._rolls_in(statement.body):
                self.limited, fixed = True, self.rolls - 1
                times, less = (lambda S, L: fixed), 0

            self.counted[number] = statement, times, body.key

            def test(S: State) -> Any:
                most = times(S, {})
                return UNKNOWN if most is UNKNOWN or number < 0 else int(S[1][number] < most - less)

            def count(S: State) -> State:
                return with_fact(S, number, S[1][number] + 1) if number >= 0 else S

            again.test = test
            again.faces = self.faces_read((statement.times,))
            again.next = self._node(
                "change", self._block(statement.body, inner, again), change=count, faces=NOTHING
            )
            return self._node(
                "change",
                again,
                change=lambda S: with_fact(S, number, 0) if number >= 0 else S,
                faces=NOTHING,
            )
        if statement.condition is None:
            again.test = lambda S: 1
            again.faces = NOTHING
        else:
            if self._rolls_in(statement.body):
                self._limit(statement.condition)
            again.test = self._test(statement.condition, body)
            again.faces = self.faces_read((statement.condition,))
        again.next = self._block(statement.body, inner, again)
        return again

    def _rolls_in(self, statements: Sequence[m.Statement]) -> bool:
        return any(isinstance(act, m.acts.Rolling) for act in self._acts(statements))

    def _limit(self, condition: m.Expr) -> None:
        """Has a loop end after other than its own number of rolls: its limit is a fact that starts otherwise."""
        for e in walk_expr(condition):
            if (
                isinstance(e, m.ops.AtLeast | m.ops.Less | m.ops.More | m.ops.AtMost)
                and isinstance(e.left, m.ops.Cell)
                and isinstance(e.right, m.ops.Cell)
            ):
                limit = e.right if isinstance(e, m.ops.AtLeast | m.ops.Less) else e.left
                key = key_of_cell(limit)
                if self.limit is None and (self.rolls is None or not self.limited):
                    self.limit, self.limit_start = key, start_of(limit.ref)
                if self.rolls is None or (self.limited and self.limit != key):
                    continue
                self.scope.given[key] = self.rolls
                if key in self.scope.keys:
                    self.scope.starts[self.scope.keys[key]] = self.rolls
                self.limited = True

    def _menu(self, statement: m.Menu, body: Body, next_: Node) -> Node:
        tests = [None if one is None else self._test(one, body) for one in statement.conditions]
        entries = [self._block(one, body, next_) for one in statement.bodies]
        labels = statement.labels

        def ways(S: State) -> list[tuple[str, State, Node]]:
            found = []
            for label, test, entry in zip(labels, tests, entries, strict=True):
                holds = 1 if test is None else test(S)
                if holds is UNKNOWN:
                    raise NotExact("what is offered depends on more than dice", statement.span)
                if holds:
                    found.append((label, S, entry))
            return found or [("", S, next_)]

        def possible(facts: Facts) -> list[tuple[Facts, Node]]:
            return [(facts, entry) for entry in (*entries, next_)]

        return self._node(
            "decide",
            next_,
            ways=ways,
            possible=possible,
            seat=self._who(statement.actor, body),
            statement=statement,
            entries=tuple(entries),
            faces=self.faces_read(statement.conditions),
        )

    def _who(self, actor: m.Expr | None, body: Body) -> Seat:
        if actor is None:
            return body.actor
        self.others_choose = self.others_choose or not isinstance(actor, m.ops.Actor)
        who = (
            self._make(actor, body)(((), tuple(self.scope.starts)), {})
            if isinstance(actor, m.ops.Actor)
            else OTHER
        )
        return who if isinstance(who, Seat) else OTHER

    # ------------------------------------------------------------ sentences

    def _sentence(self, sentence: m.Sentence, body: Body, next_: Node) -> Node:
        act = sentence.act
        settled = 1 if sentence.condition is None else self.expressions.settled(sentence.condition)
        if settled == 0:
            return next_
        node = self._act(sentence, body, next_)
        if sentence.condition is not None and settled is None:
            test = self._test(sentence.condition, body)
            faces = self.faces_read((sentence.condition,))
            node = self._node("branch", node, other=next_, test=test, statement=sentence, faces=faces)
        for e in act.operands:
            self._faces(e, top=isinstance(act, m.acts.Turn))
        if sentence.decision is not None:
            for slot in sentence.decision.slots:
                self._faces(slot.candidates)
        return node

    def _act(self, sentence: m.Sentence, body: Body, next_: Node) -> Node:
        act = sentence.act
        match act:
            case m.acts.Stop() | m.acts.Skip():
                return self._left(act, body)
            case m.acts.End(phase=phase):
                target = body.phases.get(id(phase))
                if target is None:
                    raise NotExact("it ends what began before", sentence.span)
                return target
            case m.acts.Do():
                return self._do(sentence, act, body, next_)
            case m.acts.Apply():
                return self._apply(act, body, next_)
            case m.acts.Open(window=window):
                return self._open(window, body, next_)
            case _:
                pass
        if sentence.decision is not None:
            return self._decision(sentence, body, next_)
        rolled = isinstance(act, m.acts.Rolling)
        if isinstance(act, m.acts.Rolling) and not isinstance(act.dice, m.ops.Cell):
            places = self._places(act.dice, sentence)
            return self._node("roll", next_, places=places, statement=sentence, faces=NOTHING)
        after = self._fresh(next_, sentence) if rolled else next_
        change = self._change(sentence, body)
        faces, carried = self._reads_of(sentence)
        if carried is not None:
            change = self._all_moved(change, carried)
        dice_alone = rolled or isinstance(act, m.acts.Move | m.acts.Draw | m.acts.Flip | m.acts.Turn)
        return self._node(
            "change",
            after,
            change=lambda S: change(S, {}),
            possible=(lambda facts: [(facts, after)]) if dice_alone else None,
            statement=sentence,
            faces=faces,
            carried=carried,
        )

    def _all_moved(
        self, change: Callable[[State, Locals], State], carried: tuple[int, int]
    ) -> Callable[[State, Locals], State]:
        """Has all dice of a place move, which depends on nothing but how they lie."""
        here, there = carried
        if here < 0 or there < 0:
            return change
        known: dict[Columns, Columns] = {}

        def move(S: State, L: Locals) -> State:
            columns = S[0]
            to = known.get(columns)
            if to is None:
                to = known[columns] = change(S, L)[0] if any(one[here] for one in columns) else columns
            return S if to is columns else (to, S[1])

        return move

    def _left(self, act: m.acts.Stop | m.acts.Skip, body: Body) -> Node:
        if act.depth >= len(body.loops):
            return body.leave
        leave, again = body.loops[len(body.loops) - 1 - act.depth]
        return again if isinstance(act, m.acts.Skip) else leave

    def _do(self, sentence: m.Sentence, act: m.acts.Do, body: Body, next_: Node) -> Node:
        procedure = act.rule
        frame: dict[int, Hashable] = {}
        changes = []
        for place, arg in enumerate(act.values):
            key = self._key()
            frame[place + 1] = key
            value = self._make(arg, body)
            self.assigned.setdefault(key, set()).update(self._read_by(arg, body))
            changes.append((self.scope.fact(key, UNKNOWN), value))
        guards = body.guards | none_in(sentence.condition)
        inner = Body(frame, body.actor, next_, (), body.phases, body.calls, guards)
        node = self._procedure(procedure, inner, next_)
        if not changes:
            return node

        def give(S: State) -> State:
            given = [(number, value(S, {})) for number, value in changes if number >= 0]
            for number, value in given:
                S = with_fact(S, number, value)
            return S

        faces = self.faces_read(act.values)
        return self._node("change", node, change=give, statement=sentence, faces=faces)

    def _apply(self, act: m.acts.Apply, body: Body, next_: Node) -> Node:
        effect = self._make(act.effects, body)((), {})  # type: ignore[arg-type]
        if not isinstance(effect, int) or not 0 <= effect < len(self.scope.game.effect_calls):
            raise NotExact("which effect applies depends on more than dice", act.effects.span)
        procedure, numbers = self.scope.game.effect_calls[effect]
        frame: dict[int, Hashable] = {}
        node_body = Body(frame, body.actor, next_, (), body.phases, body.calls)
        given = []
        for place, value in enumerate(numbers):
            key = self._key()
            frame[place + 1] = key
            given.append((self.scope.fact(key, value), value))
        node = self._procedure(procedure, node_body, next_)

        def give(S: State) -> State:
            for number, value in given:
                if number >= 0:
                    S = with_fact(S, number, value)
            return S

        return self._node("change", node, change=give, faces=NOTHING) if given else node

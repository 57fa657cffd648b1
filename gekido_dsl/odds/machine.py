"""The part of a turn in which dice are rolled becomes a graph: what happens, what chance decides, what a player decides.

Invariants:
    The graph is made of the statements of the ruleset. What neither moves, rolls nor turns these dice, nor changes
    what decides about them, is left out.
    Whoever reaches the end of the part has the dice as they lie then.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType
from gekido_dsl.odds.expressions import Expressions, key_of_cell
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Die,
    Function,
    Locals,
    Mine,
    NotExact,
    RowOf,
    Scope,
    Seat,
    State,
    dice_in,
    moved,
    start_of,
    with_fact,
)

Change = Callable[[State], State]
Ways = Callable[[State], "list[tuple[str, State, Node]]"]


@dataclass(eq=False)
class Node:
    """A point of the part."""

    kind: Literal["end", "change", "branch", "roll", "decide"]
    number: int
    next: "Node | None" = None
    other: "Node | None" = None
    """Of a branch, where it goes if the test fails."""
    change: Change | None = None
    test: Callable[[State], Any] | None = None
    ways: Ways | None = None
    seat: Seat = ROLLER
    places: tuple[int, ...] = ()
    """Of a roll, the places whose dice are rolled."""
    fresh: bool = False
    """Of a roll, whether only dice without a face are rolled."""
    statement: Any = None


@dataclass(frozen=True)
class Offer:
    """Something that may be used in a window: an action with a thing."""

    name: str
    action: m.Procedure
    thing: RowOf
    uses: int
    """How often it can be used."""
    seat: Seat


@dataclass(eq=False)
class _Body:
    """A body while it is being written."""

    frame: dict[int, Hashable]
    actor: Seat
    leave: Node
    loops: tuple[tuple[Node, Node], ...] = ()
    """Of each loop around, the outermost first: where it is left to, and where its next round begins."""
    phases: dict[int, Node] = field(default_factory=dict)
    """Where each phase that runs is left to."""
    calls: tuple[int, ...] = ()
    token: RowOf | None = None
    """What local 1 holds, where that is known beforehand."""
    guards: frozenset[Hashable] = frozenset()
    """The facts that are none here."""


_DEEP: Final = 30
_LEAVES: Final = ("stop", "skip", "end")


class Machine:
    """Makes the graph of one part of a turn."""

    def __init__(
        self,
        scope: Scope,
        procedures: Sequence[m.Procedure],
        offers: Sequence[Offer] = (),
        rolls: int | None = None,
        dice: int | None = None,
        aim: tuple[frozenset[Hashable], int] = (frozenset(), NONE),
        holders: Mapping[Hashable, Mine | RowOf] | None = None,
    ) -> None:
        """Makes it.

        Args:
            procedures: the phases of the part, in their order.
            offers: what may be used in windows.
            rolls: how many rolls there are at most; None for as many as the rules say.
            dice: how many dice there are; None for as many as the rules say.
            aim: facts, and the value that is chosen for them wherever they are chosen once and for all.
            holders: the facts that are known to hold a thing.
        """
        self.scope = scope
        self.aim = aim
        self.expressions = Expressions(scope)
        self.nodes: list[Node] = []
        self.offers = tuple(offers)
        self.rolls = rolls
        self.dice = dice
        self.assigned: dict[Hashable, set[Hashable]] = {}
        """What the new value of each fact depends on."""
        self.sets: dict[Hashable, int] = {}
        """How many statements change each fact."""
        self.holders: dict[Hashable, Mine | RowOf] = dict(holders or {})
        """The facts that hold a thing from early on."""
        self.numeric = False
        self.shown: set[int] = set()
        """Faces that are told apart from the others, by number."""
        self.flips = False
        self.windows: set[int] = set()
        self.used_offers: set[str] = set()
        self.limited = rolls is None
        self.sized = dice is None
        self._serial = 0
        self._bagged: frozenset[int] | None = None
        end = self._node("end")
        phases: dict[int, Node] = {}
        node = end
        for procedure in reversed(procedures):
            node = self._procedure(procedure, _Body({}, ROLLER, end, (), {id(procedures[0]): end, **phases}), node)
        self.start = node

    # ------------------------------------------------------------ nodes

    def _node(self, kind: Any, next_: Node | None = None, **more: Any) -> Node:
        node = Node(kind, len(self.nodes), next_, **more)
        self.nodes.append(node)
        return node

    def _make(self, e: m.Expr, body: _Body) -> Function:
        made = self.expressions.make(e, body.frame, body.actor)
        if body.token is None:
            return made
        token = body.token
        return lambda S, L: made(S, {1: token, **L})

    def _key(self) -> Hashable:
        self._serial += 1
        return ("local", self._serial)

    # ------------------------------------------------------------ bodies

    def _procedure(self, procedure: m.Procedure, caller: _Body, next_: Node) -> Node:
        """Writes the body of a rule or phase where it is called."""
        if id(procedure) in caller.calls or len(caller.calls) > _DEEP:
            raise NotExact(f"{procedure.name} runs itself again", procedure.name_span)
        if any(one.body is not None for one in procedure.exceptions):
            raise NotExact(f"{procedure.name} has exceptions", procedure.name_span)
        phases = dict(caller.phases)
        if procedure.word == "phase":
            phases[id(procedure)] = next_
        body = _Body(
            dict(caller.frame),
            caller.actor,
            next_,
            (),
            phases,
            (*caller.calls, id(procedure)),
            caller.token,
            caller.guards,
        )
        node = self._block(procedure.body.statements, body, next_)
        resets = [
            key
            for key in list(self.scope.keys)
            if isinstance(key, tuple) and key[0] in ("quota", "once") and key[-1] == id(procedure)
        ]
        return self._reset(procedure, node) if resets or procedure.word == "phase" else node

    def _reset(self, procedure: m.Procedure, node: Node) -> Node:
        """Has what may be used once each phase be unused when the phase begins."""

        def change(S: State) -> State:
            for key, number in self.scope.keys.items():
                if isinstance(key, tuple) and key[0] in ("quota", "once") and key[-1] == id(procedure):
                    S = with_fact(S, number, 0)
            return S

        return self._node("change", node, change=change)

    def _block(self, statements: Sequence[m.Statement], body: _Body, next_: Node) -> Node:
        node = next_
        for statement in reversed(statements):
            if self.touches(statement):
                node = self._statement(statement, body, node)
        return node

    def _statement(self, statement: m.Statement, body: _Body, next_: Node) -> Node:
        match statement:
            case m.Sentence():
                return self._sentence(statement, body, next_)
            case m.If():
                test = self._test(statement.condition, body)
                then = self._block(statement.then, body, next_)
                other = self._block(statement.otherwise, body, next_)
                return self._node("branch", then, other=other, test=test, statement=statement)
            case m.Repeat():
                return self._repeat(statement, body, next_)
            case m.Menu():
                return self._menu(statement, body, next_)
            case m.Each():
                raise NotExact("it is done for each of several, in turn", statement.span)

    def _test(self, condition: m.Expr, body: _Body) -> Callable[[State], Any]:
        self._faces(condition)
        made = self._make(condition, body)
        return lambda S: made(S, {})

    def _repeat(self, statement: m.Repeat, body: _Body, next_: Node) -> Node:
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

            def test(S: State) -> Any:
                most = times(S, {})
                return UNKNOWN if most is UNKNOWN or number < 0 else int(S[1][number] < most - less)

            def count(S: State) -> State:
                return with_fact(S, number, S[1][number] + 1) if number >= 0 else S

            again.test = test
            again.next = self._node("change", self._block(statement.body, inner, again), change=count)
            return self._node(
                "change", again, change=lambda S: with_fact(S, number, 0) if number >= 0 else S
            )
        if statement.condition is None:
            again.test = lambda S: 1
        else:
            if self.rolls is not None and not self.limited and self._rolls_in(statement.body):
                self._limit(statement.condition)
            again.test = self._test(statement.condition, body)
        again.next = self._block(statement.body, inner, again)
        return again

    def _rolls_in(self, statements: Sequence[m.Statement]) -> bool:
        return any(act.verb in ("roll", "reroll") for act in self._acts(statements))

    def _limit(self, condition: m.Expr) -> None:
        """Has a loop end after other than its own number of rolls: its limit is a fact that starts otherwise."""
        for e in walk_expr(condition):
            if e.op in ("at_least", "less", "more", "at_most") and all(one.op == "cell" for one in e.args):
                limit = e.args[1] if e.op in ("at_least", "less") else e.args[0]
                self.scope.given[key_of_cell(limit)] = self.rolls
                key = key_of_cell(limit)
                if key in self.scope.keys:
                    self.scope.starts[self.scope.keys[key]] = self.rolls
                self.limited = True

    def _menu(self, statement: m.Menu, body: _Body, next_: Node) -> Node:
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

        return self._node("decide", next_, ways=ways, seat=self._who(statement.actor, body), statement=statement)

    def _who(self, actor: m.Expr | None, body: _Body) -> Seat:
        if actor is None:
            return body.actor
        who = self._make(actor, body)((tuple(), tuple(self.scope.starts)), {}) if actor.op == "actor" else OTHER
        return who if isinstance(who, Seat) else OTHER

    # ------------------------------------------------------------ sentences

    def _sentence(self, sentence: m.Sentence, body: _Body, next_: Node) -> Node:
        act = sentence.act
        node = self._act(sentence, body, next_)
        if sentence.condition is not None:
            test = self._test(sentence.condition, body)
            node = self._node("branch", node, other=next_, test=test, statement=sentence)
        for e in act.args:
            self._faces(e, top=act.verb in ("turn",))
        if sentence.decision is not None:
            for slot in sentence.decision.slots:
                self._faces(slot.candidates)
        return node

    def _act(self, sentence: m.Sentence, body: _Body, next_: Node) -> Node:
        act = sentence.act
        match act.verb:
            case "stop" | "skip":
                return self._left(act, body)
            case "end":
                target = body.phases.get(id(act.ref))
                if target is None:
                    raise NotExact("it ends what began before", sentence.span)
                return target
            case "do":
                return self._do(sentence, body, next_)
            case "apply":
                return self._apply(act, body, next_)
            case "open":
                return self._open(act.ref, body, next_)
        if sentence.decision is not None:
            return self._decision(sentence, body, next_)
        rolled = act.verb in ("roll", "reroll")
        if rolled and act.args[0].op != "cell":
            places = self._places(act.args[0], sentence)
            return self._node("roll", next_, places=places, statement=sentence)
        after = self._fresh(next_, sentence) if rolled else next_
        change = self._change(sentence, body)
        return self._node("change", after, change=lambda S: change(S, {}), statement=sentence)

    def _fresh(self, next_: Node, statement: Any) -> Node:
        """Rolls the dice that have just lost their faces."""
        places = tuple(range(len(self.scope.places)))
        return self._node("roll", next_, places=places, fresh=True, statement=statement)

    def _left(self, act: m.Act, body: _Body) -> Node:
        if act.value >= len(body.loops):
            return body.leave
        leave, again = body.loops[len(body.loops) - 1 - act.value]
        return again if act.verb == "skip" else leave

    def _do(self, sentence: m.Sentence, body: _Body, next_: Node) -> Node:
        procedure = sentence.act.ref
        frame: dict[int, Hashable] = {}
        changes = []
        for place, arg in enumerate(sentence.act.args):
            key = self._key()
            frame[place + 1] = key
            value = self._make(arg, body)
            self.assigned.setdefault(key, set()).update(self._read_by(arg, body))
            changes.append((self.scope.fact(key, UNKNOWN), value))
        guards = body.guards | _none_in(sentence.condition)
        inner = _Body(frame, body.actor, next_, (), body.phases, body.calls, None, guards)
        node = self._procedure(procedure, inner, next_)
        if not changes:
            return node

        def give(S: State) -> State:
            given = [(number, value(S, {})) for number, value in changes if number >= 0]
            for number, value in given:
                S = with_fact(S, number, value)
            return S

        return self._node("change", node, change=give)

    def _apply(self, act: m.Act, body: _Body, next_: Node) -> Node:
        effect = self._make(act.args[0], body)((), {})  # type: ignore[arg-type]
        if not isinstance(effect, int) or not 0 <= effect < len(self.scope.game.effect_calls):
            raise NotExact("which effect applies depends on more than dice", act.args[0].span)
        procedure, numbers = self.scope.game.effect_calls[effect]
        frame: dict[int, Hashable] = {}
        node_body = _Body(frame, body.actor, next_, (), body.phases, body.calls)
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

        return self._node("change", node, change=give) if given else node

    # ------------------------------------------------------------ changes

    def _target(self, e: m.Expr, body: _Body) -> Hashable | None:
        """Names the fact that a sentence changes; None for what nothing here asks about."""
        if e.op == "cell" and not e.args:
            return key_of_cell(e)
        if e.op == "field" and len(e.args) == 1 and e.args[0].op == "mine" and body.actor is ROLLER:
            return ("field", id(e.ref))
        if e.op == "counter" and body.token is not None and e.args[0].op == "local" and e.args[0].value == 1:
            return ("counter", id(e.ref), body.token)
        return None

    def _read_by(self, e: m.Expr, body: _Body) -> set[Hashable]:
        before, self.scope.read = self.scope.read, set()
        self._make(e, body)
        found, self.scope.read = self.scope.read, before
        return found

    def _change(self, sentence: m.Sentence, body: _Body) -> Callable[[State, Locals], State]:
        """Makes what a sentence does once everything is chosen."""
        act = sentence.act
        match act.verb:
            case "set" | "gain" | "lose":
                return self._setting(sentence, body)
            case "move":
                return self._moving(sentence, body)
            case "draw":
                return self._drawing(sentence, body)
            case "roll" | "reroll":
                dice = self._make(act.args[0], body)
                none = self.scope.none
                return lambda S, L: _each(S, dice(S, L), lambda die: Die(die.place, none), sentence)
            case "flip":
                self.flips = True
                dice = self._make(act.args[0], body)
                return lambda S, L: _each(S, dice(S, L), self._flipped, sentence)
            case "turn":
                dice, face = self._make(act.args[0], body), self._make(act.args[1], body)
                faces = self.scope.faces
                self._told_apart(act.args[1], body)

                def turn(S: State, L: Locals) -> State:
                    wanted = face(S, L)
                    if wanted is UNKNOWN or wanted not in faces:
                        raise NotExact("which face a die is turned to depends on more than dice", sentence.span)
                    return _each(S, dice(S, L), lambda die: Die(die.place, faces.index(wanted)), sentence)

                return turn
            case "bind":
                key = body.frame.setdefault(act.value, self._key())
                value = self._make(act.args[0], body)
                number = self.scope.fact(key, UNKNOWN)
                return lambda S, L: with_fact(S, number, value(S, L)) if number >= 0 else S
        if act.verb in ("announce", "show", "discard"):
            return lambda S, L: S
        raise NotExact(f"it does something else with the dice: {act.verb}", sentence.span)

    def _flipped(self, die: Die) -> Die:
        kind, faces = self.scope.die, self.scope.faces
        if die.face >= len(faces):
            raise NotExact("a die is flipped that was not rolled")
        face = faces[die.face]
        across = kind.opposite.get(face, face) if isinstance(kind.faces, m.Enum) else faces[0] + faces[-1] - face
        return Die(die.place, faces.index(across))

    def _told_apart(self, e: m.Expr, body: _Body) -> None:
        """Notes a face that an expression names."""
        if e.op in ("local", "face"):
            return
        value = self._make(e, body)(((), tuple(self.scope.starts)), {})
        if isinstance(value, int) and value in self.scope.faces:
            self.shown.add(self.scope.faces.index(value))

    def _setting(self, sentence: m.Sentence, body: _Body) -> Callable[[State, Locals], State]:
        act = sentence.act
        target, verb = act.args[0], act.verb
        key = self._target(target, body)
        value = self._make(act.args[1], body)
        if key is None:
            return lambda S, L: S
        self.assigned.setdefault(key, set()).update(self._read_by(act.args[1], body))
        self.sets[key] = self.sets.get(key, 0) + 1
        number = self.scope.fact(key, start_of(target.ref) if isinstance(target.ref, m.Field) else 0)
        if verb == "set" and sentence.decision is None:
            first = value(((), tuple(self.scope.starts)), {})
            if isinstance(first, Mine | RowOf):
                self.holders[key] = first
        low, high = _range(target)
        end = self._make(act.args[2], body) if len(act.args) > 2 else None
        sign = -1 if verb == "lose" else 1

        def change(S: State, L: Locals) -> State:
            if number < 0:
                return S
            new = value(S, L)
            if verb != "set":
                before = S[1][number]
                if new is UNKNOWN or before is UNKNOWN:
                    return with_fact(S, number, UNKNOWN)
                new = before + sign * new
                if end is not None:
                    last = end(S, L)
                    if last is UNKNOWN:
                        return with_fact(S, number, UNKNOWN)
                    new = max(new, min(before, last)) if sign < 0 else min(new, max(before, last))
                if not low <= new <= high:
                    if sentence.if_possible:
                        return S
                    raise NotExact("a number may leave its range", sentence.span)
            return with_fact(S, number, new)

        return change

    def _moving(self, sentence: m.Sentence, body: _Body) -> Callable[[State, Locals], State]:
        act = sentence.act
        things, goal = self._make(act.args[0], body), self._make(act.args[1], body)
        told = act.args[0].op == "cell"
        number = self.scope.fact(key_of_cell(act.args[0]), NONE) if told else -1
        none, bags = self.scope.none, self.bags

        def move(S: State, L: Locals) -> State:
            place = goal(S, L)
            if place is UNKNOWN:
                raise NotExact("where dice go depends on more than dice", sentence.span)
            to = _each(
                S, things(S, L), lambda die: Die(place, none if place in bags else die.face), sentence
            )
            if number >= 0 and isinstance(S[1][number], Die):
                die = S[1][number]
                to = with_fact(to, number, Die(place, none if place in bags else die.face))
            return to

        return move

    def _drawing(self, sentence: m.Sentence, body: _Body) -> Callable[[State, Locals], State]:
        act = sentence.act
        number, origin, goal = (self._make(one, body) for one in act.args[:3])
        none = self.scope.none
        fixed = self.dice
        if fixed is not None and not self.sized:
            self.sized = True
            number = lambda S, L: fixed  # noqa: E731

        def draw(S: State, L: Locals) -> State:
            many, here, there = number(S, L), origin(S, L), goal(S, L)
            if many is UNKNOWN or here is UNKNOWN or there is UNKNOWN:
                raise NotExact("how many dice are drawn depends on more than dice", sentence.span)
            for _ in range(many):
                if not S[0][none][here]:
                    if dice_in(S, here):
                        raise NotExact("dice are drawn whose faces count", sentence.span)
                    break
                S = moved(S, Die(here, none), Die(there, none))
            return S

        return draw

    # ------------------------------------------------------------ decisions

    def _decision(self, sentence: m.Sentence, body: _Body, next_: Node) -> Node:
        decision, act = sentence.decision, sentence.act
        assert decision is not None
        if decision.ladders:
            raise NotExact("what may be chosen is narrowed by a ladder", sentence.span)
        slots = decision.slots
        if any(slot.random or slot.number is not None for slot in slots):
            raise NotExact("chance picks among dice", sentence.span)
        candidates = [self._make(slot.candidates, body) for slot in slots]
        change = self._change(sentence, body)
        after = self._fresh(next_, sentence) if act.verb in ("roll", "reroll") else next_
        other = next_ if sentence.otherwise is None else self._block(sentence.otherwise, body, next_)
        several = len(slots) == 1 and slots[0].most != 1
        optional = decision.may
        theirs = _theirs(slots[0].candidates)
        if act.verb == "set" and isinstance(theirs, Mine) and act.args[0].op == "cell":
            self.holders[key_of_cell(act.args[0])] = theirs

        def one(S: State, L: Locals, at: int) -> Iterator[tuple[str, State]]:
            if at == len(slots):
                yield "", change(S, L)
                return
            found = candidates[at](S, L)
            if found is UNKNOWN and act.verb in ("set", "bind"):
                found = [theirs]
            if found is UNKNOWN:
                raise NotExact("what may be chosen depends on more than dice", sentence.span)
            for value in dict.fromkeys(found):
                yield from ((f"{value}", to) for _, to in one(S, {**L, slots[at].local: value}, at + 1))

        def many(S: State) -> list[State]:
            slot = slots[0]
            least, most = slot.least, slot.most
            layer, found, count = {S: None}, {}, 0
            while layer:
                more: dict[State, None] = {}
                for state in layer:
                    free = candidates[0](state, {})
                    if free is UNKNOWN:
                        raise NotExact("what may be chosen depends on more than dice", sentence.span)
                    to = [
                        change(state, {slot.local: die})
                        for die in dict.fromkeys(free)
                        if not isinstance(die, Die) or die.face < self.scope.none
                    ]
                    if count >= least or (not to and count):
                        found[state] = None
                    if most is None or count < most:
                        more.update(dict.fromkeys(to))
                layer, count = more, count + 1
            return list(found)

        def ways(S: State) -> list[tuple[str, State, Node]]:
            if several:
                found = [("", state, after) for state in many(S)]
            else:
                found = [(label, state, after) for label, state in one(S, {}, 0)]
            if not found or optional:
                found.append(("", S, other))
            return found

        key = self._target(act.args[0], body) if act.verb == "set" else None
        if key in self.aim[0] and key in body.guards | _none_in(sentence.condition):
            # Who strives for one thing takes that; what comes of all else is no use to him.
            first, wanted = candidates[0], self.aim[1]

            def aimed(S: State, L: Locals) -> Any:
                found = first(S, L)
                return found if found is UNKNOWN else [wanted] if wanted in found else found[:1]

            candidates[0] = aimed
        seat = self._who(sentence.actor, body)
        return self._node("decide", next_, ways=ways, seat=seat, statement=sentence)

    # ------------------------------------------------------------ windows

    def _open(self, window: m.Window, body: _Body, next_: Node) -> Node:
        self.windows.add(window.index)
        number = self.scope.fact("window", NONE)
        leave = next_
        if number >= 0:
            leave = self._node("change", next_, change=lambda S: with_fact(S, number, NONE))
        node = leave
        for at in range(len(window.lines) - 1, -1, -1):
            node = self._line(window, at, body, node)
        if number >= 0:
            node = self._node("change", node, change=lambda S: with_fact(S, number, window.index))
        return node

    def _line(self, window: m.Window, at: int, body: _Body, next_: Node) -> Node:
        line = window.lines[at]
        seat_of = self._make(line.seat, body)
        condition = self._make(line.condition, body) if line.condition is not None else None
        decide = self._node("decide", next_)
        entries: list[tuple[Offer, Function, Node, int]] = []
        resets = []
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
                made = self._offer(offer, body, decide, number, quota.most)
                if made is not None:
                    entries.append((offer, *made, number))
                    self.used_offers.add(offer.name)
                break
        if not entries:
            return next_

        def ways(S: State) -> list[tuple[str, State, Node]]:
            found = [("", S, next_)]
            if condition is not None and condition(S, {}) in (0,):
                return found
            seat = seat_of(S, {})
            seat = seat if isinstance(seat, Seat) else OTHER
            for offer, test, entry, _ in entries:
                if offer.seat is seat and test(S, {}):
                    found.append((offer.name, S, entry))
            return found

        decide.ways = ways
        decide.seat = entries[0][0].seat
        decide.statement = line
        if not resets:
            return decide

        def reset(S: State) -> State:
            for number in resets:
                S = with_fact(S, number, 0) if number >= 0 else S
            return S

        return self._node("change", decide, change=reset)

    def _offer(
        self, offer: Offer, body: _Body, back: Node, quota: int, most: int | None
    ) -> tuple[Function, Node] | None:
        """Writes what happens when something is used, and the test whether it may be."""
        action = offer.action
        inner = _Body({}, offer.seat, back, (), body.phases, body.calls, offer.thing)
        key: Hashable = ("uses", offer.name)
        counters = [
            one
            for e in (action.candidates, *(arg for act in self._acts(action.body.statements) for arg in act.args))
            if e is not None
            for one in walk_expr(e)
            if one.op == "counter"
        ]
        if counters:
            key = ("counter", id(counters[0].ref), offer.thing)
        self.scope.read.add(key)
        uses = self.scope.fact(key, offer.uses)
        once = -1
        if action.once_each is not None:
            scope_key = ("once", id(action), id(action.once_each))
            self.scope.read.add(scope_key)
            once = self.scope.fact(scope_key, 0)
        try:
            effects = [
                self.scope.game.effect_calls[effect][0]
                for act in self._acts(action.body.statements)
                if act.verb == "apply"
                for effect in [self._make(act.args[0], inner)((), {})]  # type: ignore[arg-type]
                if isinstance(effect, int) and effect >= 0
            ]
        except NotExact:
            return None
        if not any(self.touches(one) for effect in effects for one in effect.body.statements):
            return None
        tests = [self._make(one, inner) for one in action.only_if]
        tests += [self.expressions.make(one, {}, offer.seat) for effect in effects for one in effect.only_if]
        tests += self._whether(action.candidates, offer)
        entry = self._uses(action.body.statements, inner, back)
        counted = bool(counters)

        def may(S: State, L: Locals) -> bool:
            if uses >= 0 and S[1][uses] < 1:
                return False
            if quota >= 0 and most is not None and S[1][quota] >= most:
                return False
            if once >= 0 and S[1][once]:
                return False
            return all(test(S, {0: offer.seat, **L}) in (1, UNKNOWN) for test in tests)

        def used(S: State) -> State:
            if uses >= 0 and not counted:
                S = with_fact(S, uses, S[1][uses] - 1)
            if quota >= 0:
                S = with_fact(S, quota, S[1][quota] + 1)
            return with_fact(S, once, 1) if once >= 0 else S

        return may, self._node("change", entry, change=used)

    def _uses(self, statements: Sequence[m.Statement], body: _Body, next_: Node) -> Node:
        """Writes what an action does: its effect, and what it costs."""
        node = next_
        for statement in reversed(statements):
            costs = isinstance(statement, m.Sentence) and statement.act.verb in ("apply", "lose")
            if costs or self.touches(statement):
                node = self._statement(statement, body, node)
        return node

    def _whether(self, candidates: m.Expr | None, offer: Offer) -> list[Function]:
        """Makes the tests that the thing must pass to be offered."""
        found = []
        while candidates is not None and candidates.op == "filter":
            test, local = self.expressions.make(candidates.args[1], {}, offer.seat), candidates.value
            thing = offer.thing

            def holds(S: State, L: Locals, test: Function = test, local: int = local) -> Any:
                return test(S, {**L, local: thing})

            found.append(holds)
            candidates = candidates.args[0]
        return found

    # ------------------------------------------------------------ what matters

    @property
    def bags(self) -> frozenset[int]:
        """The places whose dice only wait to be drawn."""
        if self._bagged is None:
            self._bagged = self._bags()
        return self._bagged

    def _bags(self) -> frozenset[int]:
        scope = self.scope
        rolled: set[int] = set()
        for body in _bodies(scope.game):
            for act in self._acts(body, deep=False):
                for e in act.args if act.verb in ("roll", "reroll") else ():
                    rolled.update(
                        scope.place(one.ref) if one.op == "place" else -1 for one in walk_expr(e)
                    )
                    if any(one.op in ("things", "called") and one.ref is scope.die for one in walk_expr(e)):
                        rolled.update(range(len(scope.places)))
        return frozenset(
            number
            for number, place in enumerate(scope.places)
            if place.word == "box" and number not in rolled
        )

    def _places(self, e: m.Expr, sentence: m.Sentence) -> tuple[int, ...]:
        """Tells the places whose dice are all rolled."""
        if e.op == "inside" and e.args[0].op == "place":
            number = self.scope.place(e.args[0].ref)
            if number >= 0:
                return (number,)
        whole = e.op == "things" or (
            e.op == "called" and isinstance(e.ref, tuple) and len(self.scope.die.rows or [0]) <= 1
        )
        if whole:
            return tuple(range(len(self.scope.places)))
        raise NotExact("which dice are rolled depends on more than dice", sentence.span)

    def touches(self, statement: m.Statement) -> bool:
        """Tells whether a statement can change how the dice lie, or what decides about them."""
        if isinstance(statement, m.Sentence) and statement.decision is not None:
            # What is chosen besides the dice is taken to be there.
            inside = [act for act in self._acts(statement.otherwise or ()) if act.verb not in _LEAVES]
            return any(map(self._matters, [*self._acts((replace(statement, otherwise=None),)), *inside]))
        return any(self._matters(act) for act in self._acts((statement,)))

    def _matters(self, act: m.Act) -> bool:
        scope = self.scope
        match act.verb:
            case "roll" | "reroll" | "flip" | "turn" | "move" | "draw" | "remove" | "discard" | "shuffle":
                return any(_about(one, scope) for e in act.args for one in walk_expr(e)) or (
                    act.verb == "draw" and act.ref is scope.die
                )
            case "set" | "gain" | "lose":
                target = act.args[0]
                if target.op == "cell":
                    return scope.wanted is None or key_of_cell(target) in scope.wanted
                if target.op == "field" and target.args and target.args[0].op == "mine":
                    return scope.wanted is not None and ("field", id(target.ref)) in scope.wanted
                return False
            case "stop" | "skip" | "end":
                return True
            case "open":
                return bool(self.offers)
        return False

    def _acts(
        self, statements: Sequence[m.Statement], seen: frozenset[int] = frozenset(), deep: bool = True
    ) -> Iterator[m.Act]:
        """Gives the acts of statements, with those of the rules that they run; what leaves a rule stays inside it."""
        for statement in statements:
            for inner in walk.statements((statement,)):
                if not isinstance(inner, m.Sentence):
                    continue
                yield inner.act
                if deep and inner.act.verb == "do" and id(inner.act.ref) not in seen:
                    for act in self._acts(inner.act.ref.body.statements, seen | {id(inner.act.ref)}):
                        if act.verb not in ("stop", "skip"):
                            yield act

    def _faces(self, e: m.Expr, top: bool = False) -> None:
        """Notes which faces an expression tells apart."""
        self.walk_faces(e, set())

    def walk_faces(self, e: m.Expr, seen: set[int]) -> None:
        """Notes which faces an expression tells apart, with the declarations that it asks."""
        for one in walk_expr(e):
            if one.op == "shows" and _about_die(one.args[0], self.scope):
                wanted = self.expressions.make(one.args[1])(((), tuple(self.scope.starts)), {})
                if isinstance(wanted, int) and wanted in self.scope.faces:
                    self.shown.add(self.scope.faces.index(wanted))
            if one.op != "is" or not all(arg.op == "face" for arg in one.args):
                self.numeric = self.numeric or any(
                    arg.op == "face" and _about_die(arg.args[0], self.scope) for arg in one.args
                )
            if one.op in ("defined", "amount") and id(one.ref) not in seen:
                seen.add(id(one.ref))
                inside = [one.ref.test] if one.op == "defined" else [
                    part for line in one.ref.lines for part in (line.operand, line.condition) if part is not None
                ]
                for part in inside:
                    self.walk_faces(part, seen)


def walk_expr(e: m.Expr) -> Iterator[m.Expr]:
    """Gives an expression with all inside it."""
    yield e
    for one in e.args:
        yield from walk_expr(one)


def _theirs(candidates: m.Expr) -> Any:
    """Gives what is chosen among things that dice do not tell: another player's, if only those may be chosen."""
    kind = getattr(candidates.type, "item", candidates.type)
    if isinstance(kind, ThingType) and any(e.op in ("enemy", "other") for e in _asked(candidates, set())):
        return Mine(kind.kind, OTHER)
    return UNKNOWN


def _asked(e: m.Expr, seen: set[int]) -> Iterator[m.Expr]:
    """Gives an expression with all inside it and inside the definitions that it asks."""
    for one in walk_expr(e):
        yield one
        if one.op == "defined" and id(one.ref) not in seen:
            seen.add(id(one.ref))
            yield from _asked(one.ref.test, seen)


def _none_in(condition: m.Expr | None) -> frozenset[Hashable]:
    """Lists the facts that are none where a condition holds."""
    if condition is None:
        return frozenset()
    if condition.op == "and":
        return frozenset().union(*map(_none_in, condition.args))
    if condition.op == "is" and len(condition.args) == 2:
        one, two = condition.args
        if one.op == "cell" and two.op == "const" and two.value == NONE:
            return frozenset((key_of_cell(one),))
    return frozenset()


def _bodies(game: m.Game) -> Iterator[Sequence[m.Statement]]:
    for group in (game.phases, game.rules, game.effects, game.actions):
        for procedure in group.values():
            yield procedure.body.statements


def _about(e: m.Expr, scope: Scope) -> bool:
    """Tells whether an expression names these dice or a place of theirs."""
    if e.op == "place":
        return e.ref in scope.places
    if e.op in ("things", "called"):
        return (e.ref[0] if isinstance(e.ref, tuple) else e.ref) is scope.die
    return _about_die(e, scope)


def _about_die(e: m.Expr, scope: Scope) -> bool:
    return isinstance(e.type, ThingType) and e.type.kind is scope.die


def _each(S: State, dice: Any, to: Callable[[Die], Die], sentence: m.Sentence) -> State:
    """Has dice lie elsewhere or show something else."""
    if dice is UNKNOWN:
        raise NotExact("which dice are meant depends on more than dice", sentence.span)
    for die in dice if isinstance(dice, list) else [] if dice == NONE else [dice]:
        S = moved(S, die, to(die))
    return S


def _range(target: m.Expr) -> tuple[float, float]:
    kind = target.type
    if target.op == "counter":
        return target.ref.low, target.ref.high
    if isinstance(kind, IntType):
        return (
            kind.low if kind.low is not None else float("-inf"),
            kind.high if kind.high is not None else float("inf"),
        )
    return float("-inf"), float("inf")

"""What of a ruleset matters for some dice, and which of their faces it tells apart."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.bringing import may_bring
from gekido_dsl.model.kernel.operator import Reads
from gekido_dsl.model.types import ThingType
from gekido_dsl.odds.expressions import Expressions, key_of_cell
from gekido_dsl.odds.graph import Body, Key, Node, Offer, Written, asked_in, walk_expr
from gekido_dsl.odds.scope import Columns, Function, Mine, NotExact, RowOf, Scope, Seat
from gekido_dsl.source import Span

NOTHING: Final[frozenset[int]] = frozenset()


class Reading:
    """Knows what was read so far."""

    def __init__(
        self,
        scope: Scope,
        offers: Sequence[Offer] = (),
        rolls: int | None = None,
        dice: int | None = None,
        holders: Mapping[Hashable, Mine | RowOf] | None = None,
    ) -> None:
        """Begins.

        Args:
            offers: what may be used in windows.
            rolls: how many rolls there are at most; None for as many as the rules say.
            dice: how many dice there are; None for as many as the rules say.
            holders: the facts that are known to hold a thing.
        """
        self.scope = scope
        self.expressions = Expressions(scope)
        self.nodes: list[Node] = []
        self.offers = tuple(offers)
        self.rolls = rolls
        self.dice = dice
        self.assigned: dict[Hashable, set[Hashable]] = {}
        """What the new value of each fact depends on."""
        self.setters: dict[Hashable, set[int]] = {}
        """Which statements change each fact."""
        self.holders: dict[Hashable, Mine | RowOf] = dict(holders or {})
        """The facts that hold a thing from early on."""
        self.chosen_once: set[Hashable] = set()
        """The facts that are chosen where they are none."""
        self.numeric = False
        self.shown: set[int] = set()
        """Faces that are told apart from the others, by number."""
        self.flips = False
        self.windows: set[int] = set()
        self.used_offers: set[str] = set()
        self.limited = rolls is None
        self.limit: Hashable = None
        """The fact that says how many rolls there are, if one does."""
        self.limit_start: Any = None
        self.leveled: tuple[int, ...] = ()
        """Two facts of which only the difference counts, the limit of rolls first."""
        self.uses_of: list[tuple[Offer, int]] = []
        """The facts that say how often something can be used."""
        self.steady: dict[Hashable, bool] = {}
        """Of each fact that is changed, whether it only grows and shrinks by fixed numbers."""
        self.others_choose = False
        """Whether somebody is named who chooses: it is taken to be another player."""
        self.sized = dice is None
        self.like: Callable[[Columns], Columns] = lambda columns: columns
        """Gives the dice that stand for all that lie alike."""
        self.like_key: Hashable = None
        """What tells two such functions apart."""
        self.followed: frozenset[int] = frozenset()
        """The facts that may hold one die."""
        self.bodies: dict[Key, Body] = {}
        """The bodies that were written, by their key."""
        self.written: dict[tuple[Key, Span], Written] = {}
        """The statements that were written, by the key of their body and where they stand in the ruleset."""
        self.counted: dict[int, tuple[m.Repeat, Function, Key]] = {}
        """The facts that count the rounds of a loop, with how many rounds it has and the key of its body."""
        self._serial = 0
        self._bagged: frozenset[int] | None = None

    def _node(self, kind: Any, next_: Node | None = None, **more: Any) -> Node:
        node = Node(kind, len(self.nodes), next_, **more)
        self.nodes.append(node)
        return node

    def _make(self, e: m.Expr, body: Body) -> Function:
        made = self.expressions.make(e, body.frame, body.actor)
        if body.token is None:
            return made
        token = body.token
        return lambda S, L: made(S, {1: token, **L})

    def _key(self) -> Hashable:
        self._serial += 1
        return ("local", self._serial)

    def _block(self, statements: Sequence[m.Statement], body: Body, next_: Node) -> Node:
        """Writes statements in front of a point."""
        raise NotImplementedError

    def _statement(self, statement: m.Statement, body: Body, next_: Node) -> Node:
        """Writes a statement in front of a point."""
        raise NotImplementedError

    def _who(self, actor: m.Expr | None, body: Body) -> Seat:
        """Tells who decides."""
        raise NotImplementedError

    def _fresh(self, next_: Node, statement: Any) -> Node:
        """Rolls the dice that have just lost their faces."""
        places = tuple(range(len(self.scope.places)))
        return self._node("roll", next_, places=places, fresh=True, statement=statement, faces=NOTHING)

    def follow_dice(self) -> None:
        """Notes where a die that a fact holds is asked for, and where the fact begins anew."""
        cells = {
            one.ref: number
            for node in self.nodes
            for one in _exprs(node)
            if isinstance(one, m.ops.Cell) and _about_die(one, self.scope)
            for number in [self.scope.keys.get(key_of_cell(one), -1)]
            if number >= 0
        }
        self.followed = frozenset(cells.values())
        for node in self.nodes if cells else ():
            asked = {
                cells[one.ref]
                for e in _exprs(node)
                for one in asked_in(e)
                if isinstance(one, m.ops.Cell) and one.ref in cells
            }
            statement = node.statement
            act = statement.act if isinstance(statement, m.Sentence) else None
            if isinstance(act, m.acts.Set) and node.kind != "branch":
                target = act.fact
                number = cells.get(target.ref, -1) if isinstance(target, m.ops.Cell) else -1
                others = [e for e in _exprs(node) if e is not target]
                if number >= 0 and not any(one.ref is target.ref for e in others for one in asked_in(e)):
                    asked -= {number}
                    node.cleared |= {number}
            if node.kind != "roll":
                node.facts |= asked

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
                for e in act.operands if isinstance(act, m.acts.Rolling) else ():
                    rolled.update(
                        scope.place(one.ref) if isinstance(one, m.ops.Place) else -1 for one in walk_expr(e)
                    )
                    if any(
                        isinstance(one, m.ops.Things | m.ops.Called) and one.ref is scope.die
                        for one in walk_expr(e)
                    ):
                        rolled.update(range(len(scope.places)))
        return frozenset(
            number
            for number, place in enumerate(scope.places)
            if place.word == "box" and number not in rolled
        )

    def _places(self, e: m.Expr, sentence: m.Sentence) -> tuple[int, ...]:
        """Tells the places whose dice are all rolled."""
        if isinstance(e, m.ops.Inside) and isinstance(e.place, m.ops.Place):
            number = self.scope.place(e.place.ref)
            if number >= 0:
                return (number,)
        whole = isinstance(e, m.ops.Things) or (
            isinstance(e, m.ops.Called) and len(self.scope.die.rows or [0]) <= 1
        )
        if whole:
            return tuple(range(len(self.scope.places)))
        raise NotExact("which dice are rolled depends on more than dice", sentence.span)

    def touches(self, statement: m.Statement) -> bool:
        """Tells whether a statement can change how the dice lie, or what decides about them."""
        if isinstance(statement, m.Sentence) and statement.decision is not None:
            # What is chosen besides the dice is taken to be there.
            inside = [act for act in self._acts(statement.otherwise or ()) if not act.record.then.leaves]
            return any(map(self._matters, [*self._acts((replace(statement, otherwise=None),)), *inside]))
        return any(self._matters(act) for act in self._acts((statement,)))

    def _matters(self, act: m.Act) -> bool:
        scope = self.scope
        match act:
            case m.acts.Set(fact=target) | m.acts.Gain(fact=target) | m.acts.Lose(fact=target):
                if isinstance(target, m.ops.Cell):
                    return scope.wanted is None or key_of_cell(target) in scope.wanted
                if isinstance(target, m.ops.Field) and isinstance(target.thing, m.ops.Mine):
                    return scope.wanted is not None and ("field", id(target.ref)) in scope.wanted
                return False
            case m.acts.Open():
                return bool(self.offers)
            case m.acts.Draw(kind=kind) if kind is scope.die:
                return True
            case _ if act.record.then.leaves:
                return True
            case _:
                handled = act.record.moves_named or isinstance(
                    act, m.acts.Rolling | m.acts.Flip | m.acts.Turn
                )
                return handled and any(_about(one, scope) for e in act.operands for one in walk_expr(e))

    def _acts(
        self, statements: Sequence[m.Statement], seen: frozenset[int] = frozenset(), deep: bool = True
    ) -> Iterator[m.Act]:
        """Gives the acts of statements, with those of the rules that they run; what leaves a rule stays inside it."""
        for statement in statements:
            for inner in walk.statements((statement,)):
                if not isinstance(inner, m.Sentence):
                    continue
                yield inner.act
                for rule in self.waiting(inner.act) if deep else ():
                    if id(rule) not in seen:
                        yield from self._inside(rule, seen)
                if deep and isinstance(inner.act, m.acts.Do) and id(inner.act.rule) not in seen:
                    yield from self._inside(inner.act.rule, seen)

    def _inside(self, rule: m.Procedure, seen: frozenset[int]) -> Iterator[m.Act]:
        """Gives the acts of a rule that is run; what leaves it stays inside it."""
        for act in self._acts(rule.body.statements, seen | {id(rule)}):
            if not isinstance(act, m.acts.Stop | m.acts.Skip):
                yield act

    def waiting(self, act: m.Act) -> list[m.Procedure]:
        """Lists the rules that may follow what an act does, or stand in for it."""
        game = self.scope.game
        rules = (*game.triggers, *game.replacements)
        return [one for one in rules if one.event is not None and may_bring(game, act, one.event)]

    def refuse_between(self, phase: m.Procedure, steps: Sequence[m.Procedure]) -> None:
        """Finds a rule that is done as a phase or step begins, or between two steps, and changes what is counted."""
        within = [("begins", one) for one in (phase, *steps)] + [("ends", one) for one in steps[:-1]]
        for rule in self.scope.game.triggers:
            event = rule.event
            if event is None or (event.kind, event.subject) not in within:
                continue
            if any(map(self._matters, self._inside(rule, frozenset()))):
                raise NotExact(f"another rule follows it: {rule.name}", rule.name_span)

    def refuse_what_follows(self, sentence: m.Sentence) -> None:
        """Finds a rule that follows a sentence, or stands in for it, and changes what is counted."""
        for rule in self.waiting(sentence.act):
            stands_in = rule.word == "replacement" and self._matters(sentence.act)
            if stands_in or any(map(self._matters, self._inside(rule, frozenset()))):
                how = "stands in for it" if rule.word == "replacement" else "follows it"
                raise NotExact(f"another rule {how}: {rule.name}", sentence.span)

    def faces_read(self, exprs: Iterable[m.Expr | None], among: bool = False) -> frozenset[int] | None:
        """Lists the places whose dice expressions tell apart by their faces; None if that may be any.

        Args:
            among: whether dice are chosen from what they give, so that every place that is named counts.
        """
        found: set[int] = set()
        waiting, seen = [e for e in exprs if e is not None], set()
        while waiting:
            for one in walk_expr(waiting.pop()):
                about = _about_die(one, self.scope) or any(_about_die(arg, self.scope) for arg in one.args)
                if isinstance(one, m.ops.Place) and among and one.ref in self.scope.places:
                    found.add(self.scope.place(one.ref))
                elif isinstance(one, m.ops.Complete | m.ops.Fits):
                    found.add(self.scope.place(one.ref.place))
                    for pattern in one.ref.patterns if id(one.ref) not in seen else ():
                        waiting += [e for e in (pattern.never, pattern.other_condition) if e is not None]
                    seen.add(id(one.ref))
                elif among and (isinstance(one, m.ops.Things | m.ops.Called) and _about(one, self.scope)):
                    return None
                elif about and (isinstance(one, m.ops.Cell | m.ops.Field) or one.record.singles_out):
                    if among or not isinstance(one, m.ops.Cell):
                        return None
                elif about and isinstance(one, m.ops.Is | m.ops.Member):
                    return None
                if not among and _by_face(one):
                    return None
                if isinstance(one, m.ops.Defined | m.ops.Amount) and id(one.ref) not in seen:
                    seen.add(id(one.ref))
                    if one.ref.exceptions:
                        continue
                    waiting += (
                        [one.ref.test]
                        if isinstance(one, m.ops.Defined)
                        else [
                            part
                            for line in one.ref.lines
                            for part in (line.operand, line.condition)
                            if part is not None
                        ]
                    )
        return frozenset(found) - {-1}

    def _reads_of(self, sentence: m.Sentence) -> tuple[frozenset[int] | None, tuple[int, int] | None]:
        """Tells whose faces a sentence without a choice asks for, and from where to where it moves all dice."""
        act, scope = sentence.act, self.scope
        match act:
            case m.acts.Set() | m.acts.Gain() | m.acts.Lose() | m.acts.Bind():
                if not any(_about_die(one, scope) for e in act.operands for one in walk_expr(e)):
                    return self.faces_read(act.operands), None
            case m.acts.Announce() | m.acts.Show() | m.acts.ShowFact():
                return NOTHING, None
            case m.acts.Draw(origin=origin):
                if isinstance(origin, m.ops.Place) and scope.place(origin.ref) in self.bags:
                    return self.faces_read(act.operands), None
            case m.acts.Move(things=here, goal=there):
                if (
                    isinstance(here, m.ops.Cell)
                    and isinstance(there, m.ops.Place)
                    and scope.place(there.ref) in self.bags
                ):
                    return NOTHING, None  # A die that is kept apart keeps its face wherever it matters.
                if (
                    isinstance(here, m.ops.Inside)
                    and isinstance(here.place, m.ops.Place)
                    and isinstance(there, m.ops.Place)
                ):
                    return NOTHING, (scope.place(here.place.ref), scope.place(there.ref))
            case _:
                pass
        return None, None

    def _faces(self, e: m.Expr, top: bool = False) -> None:
        """Notes which faces an expression tells apart."""
        self.walk_faces(e, set())

    def walk_faces(self, e: m.Expr, seen: set[int]) -> None:
        """Notes which faces an expression tells apart, with the declarations that it asks."""
        for one in walk_expr(e):
            if isinstance(one, m.ops.Shows) and _about_die(one.die, self.scope):
                wanted = self.expressions.make(one.face)(((), tuple(self.scope.starts)), {})
                if isinstance(wanted, int) and wanted in self.scope.faces:
                    self.shown.add(self.scope.faces.index(wanted))
            if not isinstance(one, m.ops.Is) or not (
                isinstance(one.left, m.ops.Face) and isinstance(one.right, m.ops.Face)
            ):
                self.numeric = self.numeric or any(
                    isinstance(arg, m.ops.Face) and _about_die(arg.die, self.scope) for arg in one.args
                )
            if isinstance(one, m.ops.Defined | m.ops.Amount) and id(one.ref) not in seen:
                seen.add(id(one.ref))
                inside = (
                    [one.ref.test]
                    if isinstance(one, m.ops.Defined)
                    else [
                        part
                        for line in one.ref.lines
                        for part in (line.operand, line.condition)
                        if part is not None
                    ]
                )
                for part in inside:
                    self.walk_faces(part, seen)


def _by_face(one: m.Expr) -> bool:
    """Tells whether an expression tells dice apart by what they show; a complete pattern says where they lie."""
    if one.record.singles_out:
        return True
    return Reads.FACE in one.record.reads and not isinstance(one, m.ops.Complete)


def _exprs(node: Node) -> list[m.Expr]:
    """Lists what a node asks, and what it changes."""
    statement = node.statement
    match statement:
        case m.Sentence():
            decision = statement.decision
            slots = [slot.candidates for slot in decision.slots] if decision is not None else []
            more = [statement.condition] if statement.condition is not None else []
            return [*statement.act.operands, *slots, *more]
        case m.If():
            return [statement.condition]
        case m.Repeat():
            return [e for e in (statement.condition, statement.times) if e is not None]
        case m.Menu():
            return [e for e in statement.conditions if e is not None]
    return list(node.asks)


def _bodies(game: m.Game) -> Iterator[Sequence[m.Statement]]:
    for group in (game.phases, game.rules, game.effects, game.actions):
        for procedure in group.values():
            yield procedure.body.statements


def _about(e: m.Expr, scope: Scope) -> bool:
    """Tells whether an expression names these dice or a place of theirs."""
    if isinstance(e, m.ops.Place):
        return e.ref in scope.places
    if isinstance(e, m.ops.Things | m.ops.Called):
        return (e.ref[0] if isinstance(e.ref, tuple) else e.ref) is scope.die
    return _about_die(e, scope)


def _about_die(e: m.Expr, scope: Scope) -> bool:
    return isinstance(e.type, ThingType) and e.type.kind is scope.die

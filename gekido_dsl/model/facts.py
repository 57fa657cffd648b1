"""What a game reads, changes and calls: the ground on which the checks of a whole game stand.

Invariants:
    Reads and changes are never too few: where a thing cannot be told apart, its whole sort counts as touched.
    A fact is a key: a word for a sort of fact, and the declaration it belongs to where there is one.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk, whereabouts
from gekido_dsl.model.bringing import may_bring
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.operator import OfMe, Reads
from gekido_dsl.model.kernel.statement import Decides
from gekido_dsl.model.kernel.verb import Chance, Writes
from gekido_dsl.model.types import (
    NONE,
    EffectType,
    ListType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    item,
)

Fact = tuple[str, Any]

_WHERE: Fact = ("where", None)
_FACE: Fact = ("face", None)
_OUT: Fact = ("out", None)
_OWNER: Fact = ("owner", None)
_USED: Fact = ("used", None)
_NEXT: Fact = ("turn", None)

_READ_BY: Final[dict[Reads, tuple[Fact, ...]]] = {
    Reads.FACE: (_FACE,),
    Reads.OUT: (_OUT,),
    Reads.USED: (_USED,),
    Reads.WINDOW: (("window", None),),
    Reads.ROUND: (("round", None),),
    Reads.NEXT: (_NEXT,),
}
"""Facts of which there is one for the whole game."""


class Facts:
    """What the declarations of one game read, change and call."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.decls = walk.declarations(game)
        self.nodes: dict[m.Decl, list[Any]] = {decl: list(walk.nodes(decl)) for decl in self.decls}
        """What stands inside each declaration; see `walk.nodes`. Walked once, as many checks ask."""
        self.mentions: dict[m.Decl, set[m.Decl]] = {
            decl: {one for one in found if isinstance(one, m.Decl) and one is not decl}
            for decl, found in self.nodes.items()
        }
        self._reads: dict[m.Decl, frozenset[Fact]] = {}
        self._calls: dict[m.Decl, tuple[m.Decl, ...]] = {}
        self._closures: dict[m.Decl, frozenset[m.Decl]] = {}
        self._direct: dict[m.Decl, frozenset[Fact]] = {}
        self._acts: dict[m.Decl, tuple[m.Act, ...]] = {}
        self._changed: dict[int, tuple[m.Statement, frozenset[Fact]]] = {}
        """By the statement's id; with the statement, so that no other gets that id."""
        self._effects: dict[int, tuple[m.Procedure, ...]] = {}
        self._leaving: set[m.Kind] | None = None
        self._waiting: dict[str, list[m.Procedure]] = {}
        """What waits for each kind of event, for things."""
        for one in (*game.triggers, *game.replacements):
            if one.event is not None:
                self._waiting.setdefault(one.event.kind, []).append(one)

    # ------------------------------------------------------------ calls

    def effects_of(self, operand: m.Expr) -> tuple[m.Procedure, ...]:
        """Lists the effects that an operand of `apply` may be."""
        key = id(operand)
        if key not in self._effects:
            columns = [
                e.ref for e in walk.inside(operand) if isinstance(e, m.ops.Field) and _of_effects(e.ref.type)
            ]
            if not columns and any(
                isinstance(e, m.ops.Local) and _of_effects(e.type) for e in walk.inside(operand)
            ):
                columns = [track.rows for track in self.game.tracks.values() if track.rows is not None]
            if columns:
                found = [effect for column in columns for effect in self._in_column(column)]
            else:
                found = [effect for effect, _ in self.game.effect_calls]
            self._effects[key] = tuple(dict.fromkeys(found))
        return self._effects[key]

    def _in_column(self, column: m.Field) -> Iterator[m.Procedure]:
        kind = column.owner
        for row in kind.rows if isinstance(kind, m.Kind) else ():
            for number in walk.numbers(row.values.get(column.name)):
                if number != NONE:
                    yield self.game.effect_calls[number][0]

    def called_by(self, act: m.Act) -> tuple[m.Decl, ...]:
        """Lists what an act sets going: rules, windows, effects, triggers."""
        match act:
            case m.acts.Do(rule=called):
                return (called,)
            case m.acts.Open(window=opened):
                return (opened,)
            case m.acts.Apply(effects=effects):
                return self.effects_of(effects)
            case _:
                happens = act.record.happens
                return tuple(
                    one
                    for kind in self._waiting
                    if kind in happens
                    for one in self._waiting[kind]
                    if one.event is not None and may_bring(self.game, act, one.event)
                )

    def calls(self, decl: m.Decl) -> tuple[m.Decl, ...]:
        """Lists what a declaration sets going by itself."""
        if decl not in self._calls:
            found: list[m.Decl] = []
            for act in self.acts(decl):
                found += self.called_by(act)
            match decl:
                case m.Window(lines=lines):
                    found += [action for line in lines for quota in line.quotas for action in quota.actions]
                case m.Turn(lines=turns):
                    found += [line.phase for line in turns]
                    found += [
                        one
                        for one in self.game.triggers
                        if one.event is not None and isinstance(one.event.subject, m.Stretch)
                    ]
                case m.Procedure(word="phase"):
                    found += self.steps(decl)
                    found += [
                        one
                        for one in self.game.triggers
                        if one.event is not None
                        and EVENTS[one.event.kind].of_a_stretch
                        and one.event.subject is decl
                    ]
                case _:
                    pass
            self._calls[decl] = tuple(dict.fromkeys(found))
        return self._calls[decl]

    def steps(self, phase: m.Procedure) -> tuple[m.Procedure, ...]:
        """Lists the steps that the turn gives a phase."""
        turn = self.game.turn
        return (
            next((line.steps for line in turn.lines if line.phase is phase), ()) if turn is not None else ()
        )

    def acts(self, decl: m.Decl) -> tuple[m.Act, ...]:
        """Gives every act of a declaration."""
        if decl not in self._acts:
            every = (one for body in walk.bodies(decl) for one in walk.statements(body))
            self._acts[decl] = tuple(one.act for one in every if isinstance(one, m.Sentence))
        return self._acts[decl]

    @cached_property
    def leads(self) -> bool:
        """Whether rules make somebody the next on turn."""
        return any(isinstance(act, m.acts.Lead) for decl in self.decls for act in self.acts(decl))

    def closure(self, decl: m.Decl) -> frozenset[m.Decl]:
        """Gives a declaration and everything that it may set going, however far."""
        if decl not in self._closures:
            self._closures[decl] = self.reach([decl])
        return self._closures[decl]

    def reach(self, start: Iterable[m.Decl]) -> frozenset[m.Decl]:
        """Gives everything that several declarations may set going, themselves included."""
        seen: set[m.Decl] = set()
        stack = list(start)
        while stack:
            one = stack.pop()
            if one not in seen:
                seen.add(one)
                stack += self.calls(one)
        return frozenset(seen)

    def roots(self) -> list[m.Decl]:
        """Lists where play begins by itself: the set-up, the turn, the end of the game."""
        game = self.game
        found: list[m.Decl] = [one for one in (game.setup, game.turn) if one is not None]
        return [*found, *game.ends]

    def reachable(self) -> frozenset[m.Decl]:
        """Gives everything that play may ever come to."""
        return self.reach(self.roots())

    # ------------------------------------------------------------ reads and changes

    def may_be_gone(self, kind: m.Kind) -> bool:
        """Tells whether things of a kind may not be there: spaces that are not laid out, and what is taken out."""
        if self._leaving is None:
            acts = (act for decl in self.decls for act in self.acts(decl))
            gone = [item(act.things.type) for act in acts if isinstance(act, m.acts.Remove | m.acts.Destroy)]
            self._leaving = {one.kind for one in gone if isinstance(one, ThingType)}
        return kind in self._leaving or kind.legend is not None

    def reads(self, expr: m.Expr) -> frozenset[Fact]:
        """Gives the facts that an expression depends on, those behind definitions and amounts included."""
        found: set[Fact] = set()
        bound = {node.value for node in walk.inside(expr) if node.record.binds}
        for node in walk.inside(expr):
            for read in node.record.reads:
                found.update(self._read(node, read, bound))
        if not isinstance(expr.type, SetType) and not any(node.record.picks for node in walk.inside(expr)):
            found.discard(_NEXT)  # in whatever order players come, they are the same
        return frozenset(found)

    def _read(self, node: m.Expr, read: Reads, bound: set[int]) -> Iterable[Fact]:
        """Gives the facts that one column of an operator stands for."""
        ref = node.ref
        match read:
            case Reads.WHERE:
                return whereabouts.asked(self.game, node, "where")
            case Reads.OWNER:
                return whereabouts.asked(self.game, node, "owner")
            case Reads.CELL:
                return (("cell", ref),)
            case Reads.FIELD:
                return (("field", ref),) if ref.kept else ()
            case Reads.COUNTER:
                return (("counter", ref),)
            case Reads.LINK:
                return (("link", ref),)
            case Reads.LOCAL:
                return (("local", node.value),) if node.value not in bound else ()
            case Reads.DECLARED:
                return self._reads_of(ref) if isinstance(ref, m.Decl) else ()
            case Reads.GONE:
                return (_WHERE,) if self.may_be_gone(ref) else ()
            case Reads.LAID:
                return (_WHERE,) if self._may_be_laid(node) else ()
            case Reads.WHOSE:
                return (_OWNER,) if isinstance(item(node.args[0].type), ThingType) else ()
            case Reads.TURNED:
                facing = _facing(item(node.args[0].type))
                return (("field", facing),) if facing is not None else ()
            case Reads.SIDES:
                return self._sides
            case Reads.AHEAD:
                return (_OWNER,) if self.game.facing else ()
            case Reads.ENEMIES:
                return (_OWNER, *self._sides) if ref.enemy else ()
            case Reads.PATTERNS:
                asked = [one for each in ref.patterns for one in (each.never, each.other_condition)]
                return self._of_others(asked)
            case Reads.SPACES:
                return self._of_others([node.args[0].ref.spaces])
            case _:
                return _READ_BY[read]

    def _may_be_laid(self, node: m.Expr) -> bool:
        """Tells whether a match can change which spaces lie where on the board that an operator is about."""
        kind = item(node.args[0].type) if not isinstance(node.ref, m.Board) else ThingType(node.ref.space)
        if not isinstance(kind, ThingType) or kind.kind.board is None:
            return True
        return bool(kind.kind.board.layout) or self.may_be_gone(kind.kind)

    @cached_property
    def _sides(self) -> frozenset[Fact]:
        """What decides who plays with whom."""
        sides = self.game.sides
        return self._of_others([sides.by]) if sides is not None else frozenset()

    def _of_others(self, asked: Iterable[m.Expr | None]) -> frozenset[Fact]:
        """Gives what expressions with locals of their own depend on."""
        read = (self.reads(one) for one in asked if one is not None)
        return frozenset(fact for facts in read for fact in facts if fact[0] != "local")

    def speaks_of_me(self, expr: m.Expr) -> bool:
        """Tells whether an expression depends on who acts, also through what it names."""
        every = (node.ref for node in walk.inside(expr) if isinstance(node.ref, m.Decl))
        named = {inner for decl in every for inner in self._asks(decl)}
        exprs = [expr, *(asked for decl in named for asked in walk.asked(decl))]
        of_me = (OfMe.ALWAYS, OfMe.FACING) if self.game.facing else (OfMe.ALWAYS,)
        return any(node.record.of_me in of_me for one in exprs for node in walk.inside(one))

    def _asks(self, decl: m.Decl) -> set[m.Decl]:
        """Gives a definition, property or amount and all those that it asks in turn; a player's own speak of them."""
        seen: set[m.Decl] = set()
        stack = [decl]
        while stack:
            one = stack.pop()
            asked = walk.asked(one)
            if one in seen or not asked or isinstance(getattr(one, "subject", None), PlayerType):
                continue
            seen.add(one)
            stack += [node.ref for e in asked for node in walk.inside(e) if isinstance(node.ref, m.Decl)]
        return seen

    def _reads_of(self, decl: m.Decl) -> frozenset[Fact]:
        if decl not in self._reads:
            self._reads[decl] = frozenset()
            tops = walk.asked(decl)
            facts = frozenset(fact for expr in tops for fact in self.reads(expr) if fact[0] != "local")
            self._reads[decl] = facts
        return self._reads[decl]

    def changes(self, act: m.Act) -> frozenset[Fact]:
        """Gives the facts that an act changes, with all that it sets going."""
        found = set(changes_itself(act))
        for called in self.called_by(act):
            found |= self.changes_of(called)
        return frozenset(found)

    def changes_of(self, decl: m.Decl) -> frozenset[Fact]:
        """Gives the facts that a declaration changes, with all that it sets going; its own locals left out."""
        found: set[Fact] = set()
        for one in self.closure(decl):
            found |= self._directly(one)
        return frozenset(found)

    def _directly(self, decl: m.Decl) -> frozenset[Fact]:
        if decl not in self._direct:
            found: set[Fact] = set()
            for act in self.acts(decl):
                found |= {fact for fact in changes_itself(act) if fact[0] != "local"}
            if isinstance(decl, m.Turn):
                found.add(("round", None))
            if isinstance(decl, m.Procedure):
                if decl.word == "action":
                    found.add(_USED)
                if decl.word == "phase":
                    found |= {("cell", field) for field in decl.fields.values()}
            self._direct[decl] = frozenset(found)
        return self._direct[decl]

    def changed_in(self, body: Iterable[m.Statement]) -> frozenset[Fact]:
        """Gives the facts that a block changes, with all that it sets going."""
        return frozenset[Fact]().union(*(self._changed_by(statement) for statement in body))

    def _changed_by(self, statement: m.Statement) -> frozenset[Fact]:
        """Gives what a statement and the blocks in it change; worked out once, as each block around them asks."""
        key = id(statement)
        if key not in self._changed:
            found: set[Fact] = set()
            match statement:
                case m.Sentence(act=act, decision=decision):
                    found |= self.changes(act)
                    if decision is not None:
                        found |= {("local", slot.local) for slot in decision.slots}
                case _:
                    if statement.record.gives:
                        found.add(("local", getattr(statement, statement.record.gives)))
            inner = (self.changed_in(block) for block in statement.blocks)
            self._changed[key] = statement, frozenset(found.union(*inner))
        return self._changed[key][1]

    def decides(self, body: tuple[m.Statement, ...]) -> bool:
        """Tells whether a block asks somebody, or leaves something to chance, wherever that is."""
        for statement in walk.statements(body):
            if _decides(statement):
                return True
            if isinstance(statement, m.Sentence) and any(
                isinstance(one, m.Window)
                or any(_decides(inner) for body in walk.bodies(one) for inner in walk.statements(body))
                for called in self.called_by(statement.act)
                for one in self.closure(called)
            ):
                return True
        return False


def _decides(statement: m.Statement) -> bool:
    """Tells whether a statement asks somebody or leaves something to chance by itself."""
    if isinstance(statement, m.Sentence):
        return statement.decision is not None or statement.act.record.chance is not Chance.NONE
    return statement.record.decides is Decides.ALWAYS


@lru_cache(maxsize=2)
def of(game: m.Game) -> Facts:
    """Gives the facts of a game, the same for every check."""
    return Facts(game)


def changes_itself(act: m.Act) -> tuple[Fact, ...]:
    """Gives the facts that an act changes by itself."""
    return tuple(dict.fromkeys(fact for sort in act.record.writes for fact in _written(act, sort)))


def _written(act: m.Act, sort: Writes) -> tuple[Fact, ...]:
    """Gives the facts that an act changes of a sort."""
    match sort:
        case Writes.WHERE:
            return whereabouts.changed(act, "where")
        case Writes.FACE:
            return (_FACE,)
        case Writes.OWNER:
            return whereabouts.changed(act, "owner")
        case Writes.OUT:
            return (_OUT,)
        case Writes.WINDOW:
            return (("window", None),)
        case Writes.NEXT:
            return (("turn", None),)
        case Writes.COUNTERS:
            return (("counter", None),)
        case Writes.LOCAL:
            assert isinstance(act, m.acts.Bind | m.acts.Sow | m.acts.Together)
            moved = (("local", act.local + 1),) if isinstance(act, m.acts.Together) else ()
            return (("local", act.local), *moved)
        case Writes.LINK:
            assert isinstance(act, m.acts.FlipLink)
            return (("link", act.link),)
        case Writes.FIELD:
            assert isinstance(act, m.acts.Face | m.acts.TurnRound | m.acts.Lay)
            facts = act.facts if isinstance(act, m.acts.TurnRound) else (act.fact,)
            return tuple(("field", fact) for fact in facts)
        case Writes.FACT:
            assert isinstance(act, m.acts.Set | m.acts.Gain | m.acts.Lose | m.acts.FlipFact | m.acts.Sow)
            return _of_fact(act.fact)


def _facing(kind: Type) -> m.Field | None:
    """Gives the fact that says how things lie that have sides, or whose parts have; None of others."""
    whole = kind.kind.parent or kind.kind if isinstance(kind, ThingType) else None
    return next(iter(whole.facings()), None) if whole is not None else None


def _of_fact(goal: m.Expr) -> tuple[Fact, ...]:
    match goal:
        case m.ops.Cell() | m.ops.Field():
            return ((goal.op, goal.ref),)
        case m.ops.Counter():
            return (("counter", goal.ref), ("counter", None), *whereabouts.UNTOLD)
        case m.ops.Local():
            return (("local", goal.value),)
        case _:
            return ()


def _of_effects(kind: Type) -> bool:
    while isinstance(kind, ListType):
        kind = kind.item
    return isinstance(kind, EffectType)

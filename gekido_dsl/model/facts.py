"""What a game reads, changes and calls: the ground on which the checks of a whole game stand.

Invariants:
    Reads and changes are never too few: where a thing cannot be told apart, its whole sort counts as touched.
    A fact is a key: a word for a sort of fact, and the declaration it belongs to where there is one.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.verb import Chance, Writes
from gekido_dsl.model.types import NONE, EffectType, ListType, PlayerType, ThingType, Type, item

Fact = tuple[str, Any]

_WHERE: Fact = ("where", None)
_FACE: Fact = ("face", None)
_OUT: Fact = ("out", None)
_OWNER: Fact = ("owner", None)
_USED: Fact = ("used", None)

_READS: dict[str, tuple[Fact, ...]] = {
    "owner": (_OWNER,), "face": (_FACE,), "partner": (), "space": (_WHERE,), "track": (_WHERE,),
    "mine": (_OWNER, _WHERE),
    "all_mine": (_OWNER, _WHERE), "nested": (_WHERE,), "called": (_WHERE,),
    "things": (_WHERE,), "players": (_OUT,), "inside": (_WHERE,), "on": (_WHERE,),
    "empty": (_WHERE,), "full": (_WHERE,), "next_to": (_WHERE,), "within": (_WHERE,), "on_board": (_WHERE,),
    "at": (_WHERE,), "in_place": (_WHERE,), "fits": (_FACE, _WHERE), "complete": (_FACE, _WHERE), "shows": (_FACE,),
    "shown_in": (_FACE, _WHERE), "moved": (_WHERE,), "used": (_USED,), "enemy": (_OWNER,), "friendly": (_OWNER,),
    "unclaimed": (_OWNER,), "other": (_OWNER,), "remaining": (_OUT,), "joins": (_WHERE,), "in_a_row": (_WHERE,),
    "window": (("window", None),), "union": (), "next": (_WHERE,), "last": (_WHERE,), "highest": (), "sum": (),
    "rank": (_OUT,),
    "lines": (_WHERE, _OWNER), "turned": (), "beside": (_WHERE,), "line": (_WHERE,),
    "round": (("round", None),), "turn": (("round", None),), "rounds_over": (("round", None),),
    "game": (("round", None),), "games_won": (("round", None),), "neighbour": (_OUT,), "side_of": (_OWNER,),
    "arrived": (_WHERE,), "distance": (_WHERE,), "side": (_FACE,),
}  # fmt: skip

_BINDING = frozenset({"filter", "some", "every", "no", "sum", "highest", "sorted"})
"""What asks something of each member of a set, as a local of its own."""

_OF_ME = frozenset({"actor", "friendly", "enemy", "other"})


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
            columns = [e.ref for e in walk.inside(operand) if e.op == "field" and _of_effects(e.ref.type)]
            if not columns and any(e.op == "local" and _of_effects(e.type) for e in walk.inside(operand)):
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
                return tuple(one for kind in self._waiting if kind in happens for one in self._waiting[kind])

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

    def acts(self, decl: m.Decl) -> Iterator[m.Act]:
        """Gives every act of a declaration."""
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Sentence):
                    yield statement.act

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
        bound = {node.value for node in walk.inside(expr) if node.op in _BINDING}
        for node in walk.inside(expr):
            ref = node.ref
            match node.op:
                case "cell":
                    found.add(("cell", ref))
                case "field" if ref.kept:
                    found.add(("field", ref))
                case "counter" | "active":
                    found.add(("counter", ref) if ref is not None else ("counter", None))
                case "link":
                    found.add(("link", ref))
                case "local":
                    if node.value not in bound:
                        found.add(("local", node.value))
                case "things" if not self.may_be_gone(ref):
                    pass
                case "defined" | "amount" | "property" if isinstance(ref, m.Decl):
                    found |= self._reads_of(ref)
                case _:
                    found |= set(_READS.get(node.op, ()))
        return frozenset(found)

    def speaks_of_me(self, expr: m.Expr) -> bool:
        """Tells whether an expression depends on who acts, also through what it names."""
        every = (node.ref for node in walk.inside(expr) if isinstance(node.ref, m.Decl))
        named = {inner for decl in every for inner in self._asks(decl)}
        exprs = [expr, *(asked for decl in named for asked in walk.asked(decl))]
        return any(node.op in _OF_ME for one in exprs for node in walk.inside(one))

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

    def changed_in(self, body: tuple[m.Statement, ...]) -> frozenset[Fact]:
        """Gives the facts that a block changes, with all that it sets going."""
        found: set[Fact] = set()
        for statement in walk.statements(body):
            match statement:
                case m.Sentence(act=act, decision=decision):
                    found |= self.changes(act)
                    if decision is not None:
                        found |= {("local", slot.local) for slot in decision.slots}
                case m.Each(local=local):
                    found.add(("local", local))
                case _:
                    pass
        return frozenset(found)

    def decides(self, body: tuple[m.Statement, ...]) -> bool:
        """Tells whether a block asks somebody, or leaves something to chance, wherever that is."""
        for statement in walk.statements(body):
            if isinstance(statement, m.Menu):
                return True
            if isinstance(statement, m.Sentence) and self._decides(statement):
                return True
        return False

    def _decides(self, sentence: m.Sentence) -> bool:
        if sentence.decision is not None or sentence.act.record.chance is not Chance.NONE:
            return True
        for called in self.called_by(sentence.act):
            for one in self.closure(called):
                if isinstance(one, m.Window) or any(
                    isinstance(inner, m.Menu)
                    or (
                        isinstance(inner, m.Sentence)
                        and (inner.decision is not None or inner.act.record.chance is not Chance.NONE)
                    )
                    for body in walk.bodies(one)
                    for inner in walk.statements(body)
                ):
                    return True
        return False


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
            return (_WHERE,)
        case Writes.FACE:
            return (_FACE,)
        case Writes.OWNER:
            return (_OWNER,)
        case Writes.OUT:
            return (_OUT,)
        case Writes.WINDOW:
            return (("window", None),)
        case Writes.NEXT:
            return (("turn", None),)
        case Writes.COUNTERS:
            return (("counter", None),)
        case Writes.LOCAL:
            assert isinstance(act, m.acts.Bind | m.acts.Together)
            moved = (("local", act.local + 1),) if isinstance(act, m.acts.Together) else ()
            return (("local", act.local), *moved)
        case Writes.LINK:
            assert isinstance(act, m.acts.FlipLink)
            return (("link", act.link),)
        case Writes.FIELD:
            assert isinstance(act, m.acts.Face | m.acts.TurnRound)
            return (("field", act.fact),)
        case Writes.FACT:
            assert isinstance(act, m.acts.Set | m.acts.Gain | m.acts.Lose | m.acts.FlipFact)
            return _of_fact(act.fact)


def _of_fact(goal: m.Expr) -> tuple[Fact, ...]:
    match goal.op:
        case "cell" | "field":
            return ((goal.op, goal.ref),)
        case "counter":
            return (("counter", goal.ref), ("counter", None), _WHERE)
        case "local":
            return (("local", goal.value),)
        case _:
            return ()


def _of_effects(kind: Type) -> bool:
    while isinstance(kind, ListType):
        kind = kind.item
    return isinstance(kind, EffectType)

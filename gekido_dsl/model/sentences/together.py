"""Things that move all at once become an act, and what is done for each that moved a loop after it."""

from abc import abstractmethod

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.marks import cite_list
from gekido_dsl.model.sentences.verbs import Verbs
from gekido_dsl.model.types import BOOL, NONE, IntType, PlaceType, SetType, ThingType, Type, UnknownType, item
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

USED = "together move each THING to its SPACE, 1 THING to a SPACE; together move each THING to its PLACE"
"""How it is used; shown when it does not fit."""


class Together(Verbs):
    """Resolves what moves together."""

    @abstractmethod
    def block(self, written: tuple[s.Statement, ...], scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves statements."""

    @abstractmethod
    def guard(self, guard: s.Guard | None, scope: Scope) -> tuple[m.Expr | None, bool]:
        """Resolves a condition."""

    def together(self, written: s.Together, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves `together move` with all its lines; nothing is left of it when its things or goals are wrong."""
        things = self.phrases.every_one(written.things, scope)
        one = item(things.type)
        local = scope.fresh()
        moved = scope.fresh()
        before, spoken = scope.it, scope.spoken
        scope.it = (local, one)
        scope.speak(local, one, written.things.span)
        goal = self.phrases.expr(written.goal, scope)
        stays = self._any(written.stays, scope, written.span)
        first = self._any(written.first, scope, written.span)
        scope.spoken = spoken
        room, counting = (
            self._room(written.room, item(goal.type), scope) if written.room is not None else (None, None)
        )
        if written.first and written.room is None:
            self._report(
                written.first[0].span,
                "nothing is in the way of anything here, so nothing goes first",
                "say how many things a space has room for: `, 1 THING to a SPACE`",
            )
        made: tuple[m.Statement, ...] = ()
        if self._may_move(things, goal):
            act = m.acts.Together(things, goal, stays, first, room, counting, local)
            made = (m.Sentence(act, written.span, cites=cite_list(written.cites)),)
        if written.then:
            made += self._then(written, things, item(goal.type), moved, scope)
        scope.it, scope.spoken = before, spoken
        return made

    def _may_move(self, things: m.Expr, goal: m.Expr) -> bool:
        one, where = item(things.type), item(goal.type)
        if isinstance(one, UnknownType) or (isinstance(where, UnknownType) and goal.value != NONE):
            return False
        if not isinstance(one, ThingType) or one.kind.board is not None:
            self._report(things.span, f"`{things.span.text}` is {things.type}, and only things move")
            return False
        if isinstance(where, PlaceType) and not isinstance(goal.type, SetType):
            self.phrases.expect(goal, PlaceType(one.kind))
            return where.holds is one.kind
        if not isinstance(where, ThingType) or where.kind.board is None:
            self._report(goal.span, f"`{goal.span.text}` is {goal.type}, and a space or one place is needed")
            return False
        return True

    def _room(self, room: s.Room, goal: Type, scope: Scope) -> tuple[m.Expr | None, m.Expr | None]:
        """Resolves how many of which things a space has room for."""
        before, scope.it = scope.it, None
        things = self.phrases.every_one(room.things, scope)
        scope.it = before
        if isinstance(goal, PlaceType):
            self._report(room.span, "a place has room for everything; only a space can be full")
            return None, None
        space = self.index.find(room.space, m.Kind, "kind")
        if room.number < 1:
            self.index.report(
                codes.VALUE_OUT_OF_RANGE,
                "a space has room for one thing at least",
                room.span,
                "leave it out where nothing is in the way of anything",
            )
        if not isinstance(item(things.type), ThingType | UnknownType):
            self._report(room.things.span, f"`{room.things.span.text}` is {item(things.type)}, not a thing")
            return None, None
        if space is not None and isinstance(goal, ThingType) and goal.kind is not space:
            self._report(room.space.span, f"these things move to {goal.kind.plural}, not to {space.plural}")
            return None, None
        number = m.ops.Const(IntType(room.number, room.number), room.span, value=room.number)
        return number, things

    def _any(self, guards: tuple[s.Guard, ...], scope: Scope, span: Span) -> m.Expr:
        """Resolves lines of which one is enough; without a line it is never so."""
        found = [test for guard in guards if (test := self.guard(guard, scope)[0]) is not None]
        if not found:
            return m.ops.Const(BOOL, span, value=0)
        if len(found) == 1:
            return found[0]
        left, right, *more = found
        return m.ops.Or(BOOL, left.span, left=left, right=right, more=tuple(more))

    def _then(
        self, written: s.Together, things: m.Expr, goal: Type, moved: int, scope: Scope
    ) -> tuple[m.Statement, ...]:
        """Makes the loop over what moved: `it` is the thing, `the origin` where it stood before."""
        span, last = written.then[0].span, written.then[-1].span
        span = span.cover(last) if last.source is span.source else span
        one = item(things.type)
        local, saved = scope.fresh(), scope.fresh()
        scope.fresh()
        scope.fresh()
        hidden, noted = scope.words.get("origin"), scope.given.get("origin")
        origin = scope.name("origin", goal)
        scope.it = (local, one)
        scope.speak(local, one, written.things.span)
        body = self.block(written.then, scope)
        if hidden is None:
            del scope.words["origin"]
        else:
            scope.call("origin", *hidden, noted)
        if any(isinstance(e, m.ops.Local) and e.value == origin for made in body for e in walk.exprs(made)):
            it = m.ops.Local(one, things.span, value=local)
            if isinstance(goal, PlaceType):
                self._report(span, "`the origin` is a space that was left, and these things come from places")
            whence = m.ops.Origin(goal, things.span, thing=it, value=moved)
            body = (m.Sentence(m.acts.Bind(whence, origin), span), *body)
        arrived = m.ops.Arrived(SetType(one), things.span, value=moved)
        return (m.Each(arrived, local, False, body, span, saved),)

    def _report(self, span: Span, why: str, help: str | None = None) -> None:
        self.index.report(codes.WRONG_SENTENCE, why, span, "here", help=help or f"this is used so: {USED}")

"""Meanings: conditions, amounts, bodies, windows, triggers and exceptions are resolved."""

from typing import Any

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import seating
from gekido_dsl.model.exceptions import Excepting, event_scope, subject_span
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    PLAYER,
    UNKNOWN,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    UnknownType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Resolver(Excepting):
    """Resolves everything that is said in phrases and sentences."""

    def _meaning(self, d: s.Declaration) -> None:
        game = self.game
        match d:
            case s.Game():
                seating.resolve(game, d, self.phrases)
            case s.Board():
                board = self._own(d, game.boards)
                if board is not None and board.space is not None:
                    self._board(board, d)
            case s.Kind():
                self._sides(d)
            case s.Place():
                place = self._own(d, game.places)
                if place is not None:
                    self._place(place, d)
            case s.Track():
                track = self._own(d, game.tracks)
                if track is not None and d.spaces is not None:
                    scope = Scope(size=2, it=(1, ThingType(track.owner)), acting=False)
                    scope.speak(1, ThingType(track.owner), track.name_span)
                    track.spaces = self.phrases.number(d.spaces, scope)
                    track.locals = scope.size
            case s.Patterns():
                patterns = self._own(d, game.patterns)
                if patterns is not None:
                    patterns.patterns = tuple(self._pattern(one) for one in d.patterns)
            case s.Definition():
                definition = self._own(d, game.definitions)
                if definition is not None:
                    scope = self._given_scope(definition.subject, definition.params, subject_span(d))
                    definition.test = self.phrases.cond(d.condition, scope)
                    self._check_fact(definition)
                    definition.locals = max(definition.locals, scope.size)
            case s.Property():
                prop = self._own(d, game.properties)
                resolve = self.phrases.unresolved.pop(id(prop), None)
                if resolve is not None:
                    resolve()
            case s.Amount():
                amount = self._own(d, game.amounts)
                if amount is not None:
                    span = d.of.span if d.of is not None else d.span
                    scope = self._given_scope(amount.subject, amount.params, span)
                    amount.lines = tuple(self._line(line, scope) for line in d.lines)
                    amount.locals = max(amount.locals, scope.size)
            case s.Report():
                report = self._own(d, game.reports)
                if report is not None:
                    self._report(report, d)
            case s.Phase():
                phase = self._own(d, game.phases)
                if phase is not None:
                    phase.body = self.sentences.body(d.body, Scope())
            case s.Procedure():
                procedure = self._own(d, game.rules if d.word == "rule" else game.effects)
                if procedure is not None:
                    self._body(procedure, d, self._param_scope(procedure))
            case s.Action():
                action = self._own(d, game.actions)
                if action is not None:
                    scope = Scope(size=2)
                    candidates = self.phrases.unchosen(d.phrase, scope, article=True)
                    if not isinstance(candidates.type, SetType):
                        candidates = m.Expr("items", SetType(candidates.type), candidates.span, (candidates,))
                    action.candidates, action.item = candidates, item(candidates.type)
                    action.once_each = self.phrases.scope_of(d.once_each) if d.once_each else None
                    scope.it = (1, action.item)
                    scope.speak(1, action.item, d.phrase.span)
                    self._body(action, d, scope)
            case s.Window():
                window = self._own(d, game.windows)
                if window is not None:
                    window.lines = tuple(self._window_line(line) for line in d.lines)
            case s.Turn():
                lines = [self._turn_line(line) for line in d.lines]
                basics = self._basics(d) | {"name_span": d.span}
                game.turn = m.Turn(
                    "Turn",
                    **basics,
                    first=d.first,
                    together=d.together,
                    lines=tuple(x for x in lines if x is not None),
                    round=d.round,
                    turns=tuple(seating.turns(one, self.phrases) for one in d.turns),
                )
            case s.Setup():
                game.setup = m.Procedure("Setup", **self._basics(d) | {"name_span": d.span}, word="setup")
                game.setup.body = self.sentences.body(d.body, Scope())
            case s.Trigger():
                self._trigger(d, "trigger")
            case s.Replacement():
                self._trigger(d, "replacement")
            case s.GameEnd():
                if d.name is not None:
                    self._check_label(d.name)
                name = d.name.text if d.name is not None else m.GAME_END
                end = m.Procedure(name, **self._basics(d) | {"name_span": d.span}, word="end")
                scope = Scope()
                end.condition = self.phrases.cond(d.condition, scope)
                end.body = self.sentences.body(d.body, scope)
                end.whole = d.whole
                if d.whole and not game.row:
                    self.index.report(
                        codes.WRONG_SENTENCE,
                        "a match of one game ends when the game does",
                        d.span,
                        "no games in a row",
                        help="write `the game ends when ...`, or `3 games in a row` under the game",
                    )
                game.ends.append(end)
            case s.Aim():
                self._aim(d)
            case s.Exception_():
                self._exception(d)
            case _:
                pass

    def _property(self, prop: m.Property, d: s.Property) -> None:
        """Resolves what a property is; it is asked for when the first phrase needs its type."""
        scope = self._given_scope(prop.subject, prop.params, subject_span(d))
        prop.value = self.phrases.unchosen(d.phrase, scope)
        prop.locals = max(prop.locals, scope.size)

    def _aim(self, d: s.Aim) -> None:
        """Resolves what a player strives for: an amount of a player, or one that is asked as each of them."""
        amount = self.index.find(d.amount, m.Amount, "amount")
        if amount is None:
            return
        if not isinstance(amount.subject, PlayerType | None) or amount.params:
            what = "something else" if amount.params else str(amount.subject)
            self.index.report(
                codes.WRONG_TYPE,
                f"an aim is an amount of a player, and `{amount.name}` is asked of {what}",
                d.amount.span,
                "no amount of a player",
                Label(amount.name_span, "declared here"),
                help=f"write `amount ... of a player` that says it with `{amount.name}`",
            )
            return
        self.game.aim = m.Aim(
            "Aim", **self._basics(d) | {"name_span": d.span}, amount=amount, lowest=d.lowest
        )

    def _place(self, place: m.Place, d: s.Place) -> None:
        scope = Scope(size=2)
        owner: Type = PLAYER if place.owner == "player" else UNKNOWN
        if isinstance(place.owner, m.Kind):
            owner = ThingType(place.owner)
        scope.it = (1, owner)
        scope.speak(1, owner, place.name_span)
        if d.limit is not None:
            place.limit = self.phrases.number(_owner_is_it(d.limit), scope)
            self._discards_elsewhere(place, d.limit.span)
        if d.late is not None:
            always = m.Expr("const", BOOL, d.late.span, value=1)
            place.late = self.sentences.guard(d.late.guard, scope)[0] or always
        if d.refill is not None:
            place.refill = self.sentences.sentence(d.refill, scope)
        place.locals = scope.size

    def _discards_elsewhere(self, place: m.Place, span: Span) -> None:
        """Reports a limit that has no pile to discard to, or none but the place itself."""
        kind = place.holds
        if self.game.piles_of(kind) != [place]:
            room = f"`if the number of {kind.plural} of {place.name} is less than ...`"
            self.sentences.has_pile(
                kind,
                span,
                f"a limit is kept by discarding: declare `pile NAME of {kind.plural}`; to let no more in, ask {room}",
            )
            return
        self.index.report(
            codes.WRONG_SENTENCE,
            f"a limit is kept by discarding, and {kind.plural} are discarded to `{place.name}` itself",
            span,
            "never kept",
            help=f"declare another pile, and name it where {kind.plural} lie: `..., with pile NAME`",
        )

    def _pattern(self, one: s.Pattern) -> m.Pattern:
        scope = Scope()
        never = self.phrases.expr(one.never, scope) if one.never is not None else None
        condition, _ = self.sentences.guard(one.other_guard, scope)
        return m.Pattern(
            one.name.text,
            tuple((group.number, group.alike) for group in one.groups),
            never,
            tuple((group.number, group.alike) for group in one.other),
            condition,
            one.span,
        )

    def _body(self, procedure: m.Procedure, d: Any, scope: Scope) -> None:
        procedure.only_if = tuple(self.phrases.cond(one.condition, scope) for one in d.only_if)
        procedure.body = self.sentences.body(d.body, scope)

    def _window_line(self, line: s.WindowLine) -> m.WindowLine:
        scope = Scope()
        if isinstance(line.seat, s.Phrase):
            seat = self.phrases.every_one(line.seat, scope)
            self.phrases.expect(seat, SetType(PLAYER))
        else:
            seat = self.phrases.expect(self.phrases.expr(line.seat, scope), PLAYER)
        condition, _ = self.sentences.guard(line.guard, scope)
        quotas = []
        for quota in line.quotas:
            actions = [self.index.find(name, m.Procedure, "action") for name in quota.actions]
            limit = self.phrases.scope_of(quota.scope) if quota.scope is not None else None
            quotas.append(
                m.Quota(quota.most, limit, tuple(a for a in actions if a is not None and a.word == "action"))
            )
        return m.WindowLine(seat, tuple(quotas), condition, line.span, scope.size)

    def _turn_line(self, line: s.TurnLine) -> m.TurnLine | None:
        phase = self.index.find(line.phase, m.Procedure, "phase")
        steps = [self.index.find(name, m.Procedure, "phase") for name in line.steps]
        scope = Scope()
        condition, _ = self.sentences.guard(line.guard, scope)
        if phase is None:
            return None
        for one in (phase, *steps):
            if one is not None:
                one.in_turn = True
        every = tuple(step for step in steps if step is not None)
        return m.TurnLine(phase, every, condition, line.span, scope.size, line.turns)

    def _trigger(self, d: s.Trigger | s.Replacement, word: Any) -> None:
        event = d.event
        label = d.name if isinstance(d, s.Trigger) else None
        wanted: Any = m.Procedure if EVENTS[event.kind].of_a_stretch else m.Kind
        subject: m.Decl | None
        if wanted is m.Procedure and self.phrases.is_stretch(event.subject):
            subject = m.Stretch(event.subject.text, event.subject.span, event.subject.span)
        else:
            subject = self.index.find(event.subject, wanted, "phase" if wanted is m.Procedure else "kind")
        if subject is None:
            if label is not None:
                self.index.give_up(label.text)
            return
        kind, other = event.kind, None
        if event.other is not None:
            if kind == "row" or kind == "out":
                other = self.index.find(event.other, m.Track, "track")
            else:
                other = self._kept_number(subject, event.other)
                if other is None:
                    return
        happening: Kind = "entering" if word == "replacement" and kind == "enters" else kind
        scope = event_scope(happening, subject, other, event.local, event.span)
        where = None
        if isinstance(subject, m.Kind) and event.where is not None:
            where = self.phrases.every_one(event.where, scope, article=True)
            if happening == "entering" and isinstance(item(where.type), ThingType):
                scope.speak(2, item(where.type), event.where.span)
        name = d.name.text if d.name is not None else event.span.text
        if label is not None:
            self._check_label(label)
        made = m.Procedure(name, **self._basics(d) | {"name_span": event.span}, word=word)
        made.event = m.Event(happening, subject, other, where, event.span, event.local)
        made.after_damage = isinstance(d, s.Trigger) and d.after_damage
        made.condition, _ = self.sentences.guard(d.guard, scope)
        made.condition = self._entering(made, where, made.condition)
        self._replaceable(word, happening, event.span)
        made.body = self.sentences.body(d.body, scope)
        (self.game.triggers if word == "trigger" else self.game.replacements).append(made)

    def _kept_number(self, subject: m.Decl | None, name: s.Name) -> m.Decl | None:
        """Finds the number that things of a kind keep, a field or a counter, by its name."""
        fact = subject.fields.get(name.text) if isinstance(subject, m.Kind) else None
        if fact is not None and fact.kept and isinstance(fact.type, IntType):
            return fact
        counter = self.game.counters.get(name.text)
        if counter is not None and counter.owner is subject:
            return counter
        owner = subject.name if subject is not None else ""
        self.index.report(
            codes.WRONG_TYPE,
            f"`{name.text}` is no number that a `{owner}` keeps, so it is neither gained nor lost",
            name.span,
            "no such number",
            help=f"name a field of `{owner}` that is a number, or one of its counters",
        )
        return None

    def _replaceable(self, word: str, kind: Kind, span: Span) -> None:
        """Reports an event that no rule stands in for, and one that rules only stand in for."""
        if word == "replacement" and not EVENTS[kind].replaceable:
            self.index.report(
                codes.WRONG_SENTENCE,
                "no rule stands in for this",
                span,
                "this cannot be replaced",
                help="what is drawn, destroyed, gained, lost or suffered and what enters a space or place can be; "
                "for what follows an event write `whenever`",
            )
        if word == "trigger" and not EVENTS[kind].followed:
            self.index.report(
                codes.WRONG_SENTENCE,
                "rules stand in for this, and do not follow it",
                span,
                "nothing waits for this",
                help="write `instead when ...`, and in its block what else happens",
            )

    def _entering(self, made: m.Procedure, where: m.Expr | None, condition: m.Expr | None) -> m.Expr | None:
        """Adds to the condition of `enters ...` that it is one of these spaces; all spaces there are need no test."""
        if where is None or made.event is None or not isinstance(made.event.subject, m.Kind):
            return condition
        one = item(where.type)
        replaces = made.event.kind == "entering"
        if replaces and isinstance(one, PlaceType) and one.holds is made.event.subject:
            return self._coming(made, where, condition)
        if not isinstance(one, ThingType) or one.kind.board is None:
            if not isinstance(one, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"things enter spaces of a board, not {one}",
                    where.span,
                    f"this is {one}",
                )
            return condition
        if replaces:
            return self._coming(made, where, condition)
        if where.op == "things" and len(self.game.boards) == 1:
            return condition
        thing = m.Expr("local", ThingType(made.event.subject), made.event.span, value=1)
        space = m.Expr("space", one, made.event.span, (thing,), ref=one.kind.board)
        there = m.Expr("member", BOOL, where.span, (space, where))
        return there if condition is None else m.Expr("and", BOOL, made.event.span, (there, condition))

    def _coming(self, made: m.Procedure, where: m.Expr, condition: m.Expr | None) -> m.Expr:
        """Adds to the condition that a thing would come to one of these spaces or places."""
        goal = m.Expr("local", item(where.type), where.span, value=2)
        several = isinstance(where.type, SetType)
        there = m.Expr("member" if several else "is", BOOL, where.span, (goal, where))
        return there if condition is None else m.Expr("and", BOOL, where.span, (there, condition))

    def _check_fact(self, definition: m.Definition) -> None:
        """Reports a definition that is called like a fact of yes or no: a thing `is` the one or the other."""
        subject = definition.subject
        fact = subject.kind.fields.get(definition.name) if isinstance(subject, ThingType) else None
        if fact is not None and fact.type == BOOL:
            self.index.taken(definition.name, definition.name_span, fact)


def _owner_is_it(written: s.Expr) -> s.Expr:
    """Reads `its owner` of a place as the player or thing it belongs to."""
    if isinstance(written, s.Of):
        if (
            isinstance(written.base, s.It)
            and written.attribute.built_in
            and written.attribute.name == "owner"
        ):
            return written.base
        return s.Of(written.span, _owner_is_it(written.base), written.attribute)
    return written

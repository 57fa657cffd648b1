"""Meanings: conditions, amounts, bodies, windows, triggers and exceptions are resolved."""

from typing import Any, Final

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import limits, seating
from gekido_dsl.model import nodes as m
from gekido_dsl.model.exceptions import Excepting, event_scope, subject_span
from gekido_dsl.model.handlers import PATCHES, Handlers
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    PLAYER,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    UnknownType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

MEANINGS: Final = Handlers()
"""What is resolved of a declaration in phrases and sentences, by its class."""


class Resolver(Excepting):
    """Resolves everything that is said in phrases and sentences."""

    def _meaning(self, d: s.Declaration) -> None:
        """Resolves what a node says in phrases and sentences."""
        MEANINGS.give(self, d)

    @MEANINGS.takes(s.Game)
    def _meaning_game(self, d: s.Game) -> None:
        game = self.game
        seating.resolve(game, d, self.phrases)

    @MEANINGS.takes(s.Board)
    def _meaning_board(self, d: s.Board) -> None:
        game = self.game
        board = self._own(d, game.boards)
        if board is not None and board.space is not None:
            self._board(board, d)

    @MEANINGS.takes(s.Kind)
    def _meaning_kind(self, d: s.Kind) -> None:
        self._sides(d)

    @MEANINGS.takes(s.Place)
    def _meaning_place(self, d: s.Place) -> None:
        game = self.game
        place = self._own(d, game.places)
        if place is not None:
            limits.resolve(self, place, d)

    @MEANINGS.takes(s.Track)
    def _meaning_track(self, d: s.Track) -> None:
        game = self.game
        track = self._own(d, game.tracks)
        if track is not None and d.spaces is not None:
            scope = Scope(size=2, it=(1, ThingType(track.owner)), acting=False)
            scope.speak(1, ThingType(track.owner), track.name_span)
            track.spaces = self.phrases.number(d.spaces, scope)
            track.locals = scope.size

    @MEANINGS.takes(s.Patterns)
    def _meaning_patterns(self, d: s.Patterns) -> None:
        game = self.game
        patterns = self._own(d, game.patterns)
        if patterns is not None:
            patterns.patterns = tuple(self._pattern(one) for one in d.patterns)

    @MEANINGS.takes(s.Definition)
    def _meaning_definition(self, d: s.Definition) -> None:
        game = self.game
        definition = self._own(d, game.definitions)
        if definition is not None:
            scope = self._given_scope(definition.subject, definition.params, subject_span(d))
            definition.test = self.phrases.cond(d.condition, scope)
            self._check_fact(definition)
            definition.locals = max(definition.locals, scope.size)

    @MEANINGS.takes(s.Property)
    def _meaning_property(self, d: s.Property) -> None:
        game = self.game
        prop = self._own(d, game.properties)
        resolve = self.phrases.unresolved.pop(id(prop), None)
        if resolve is not None:
            resolve()

    @MEANINGS.takes(s.Amount)
    def _meaning_amount(self, d: s.Amount) -> None:
        game = self.game
        amount = self._own(d, game.amounts)
        if amount is not None:
            span = d.of.span if d.of is not None else d.span
            scope = self._given_scope(amount.subject, amount.params, span)
            amount.lines = tuple(self._line(line, scope) for line in d.lines)
            amount.locals = max(amount.locals, scope.size)

    @MEANINGS.takes(s.Report)
    def _meaning_report(self, d: s.Report) -> None:
        game = self.game
        report = self._own(d, game.reports)
        if report is not None:
            self._report(report, d)

    @MEANINGS.takes(s.Phase)
    def _meaning_phase(self, d: s.Phase) -> None:
        game = self.game
        phase = self._own(d, game.phases)
        if phase is not None:
            phase.body = self.sentences.body(d.body, Scope())

    @MEANINGS.takes(s.Procedure)
    def _meaning_procedure(self, d: s.Procedure) -> None:
        game = self.game
        procedure = self._own(d, game.rules if d.word == "rule" else game.effects)
        if procedure is not None:
            self._body(procedure, d, self._param_scope(procedure))

    @MEANINGS.takes(s.Action)
    def _meaning_action(self, d: s.Action) -> None:
        game = self.game
        action = self._own(d, game.actions)
        if action is not None:
            scope = Scope(size=2)
            candidates = self.phrases.unchosen(d.phrase, scope, article=True)
            if not isinstance(candidates.type, SetType):
                candidates = m.ops.Items(SetType(candidates.type), candidates.span, one=candidates)
            action.candidates, action.item = candidates, item(candidates.type)
            action.once_each = self.phrases.scope_of(d.once_each) if d.once_each else None
            scope.it = (1, action.item)
            scope.speak(1, action.item, d.phrase.span)
            self._body(action, d, scope)

    @MEANINGS.takes(s.Window)
    def _meaning_window(self, d: s.Window) -> None:
        game = self.game
        window = self._own(d, game.windows)
        if window is not None:
            window.lines = tuple(self._window_line(line) for line in d.lines)

    @MEANINGS.takes(s.Turn)
    def _meaning_turn(self, d: s.Turn) -> None:
        game = self.game
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

    @MEANINGS.takes(s.Setup)
    def _meaning_setup(self, d: s.Setup) -> None:
        game = self.game
        game.setup = m.Procedure("Setup", **self._basics(d) | {"name_span": d.span}, word="setup")
        game.setup.body = self.sentences.body(d.body, Scope())

    @MEANINGS.takes(s.Trigger)
    def _meaning_trigger(self, d: s.Trigger) -> None:
        self._trigger(d, "trigger")

    @MEANINGS.takes(s.Replacement)
    def _meaning_replacement(self, d: s.Replacement) -> None:
        self._trigger(d, "replacement")

    @MEANINGS.takes(s.GameEnd)
    def _meaning_game_end(self, d: s.GameEnd) -> None:
        game = self.game
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

    @MEANINGS.takes(s.Aim)
    def _meaning_aim(self, d: s.Aim) -> None:
        self._aim(d)

    @MEANINGS.takes(s.Exception_)
    def _meaning_exception(self, d: s.Exception_) -> None:
        self._exception(d)

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
        happening = _happening(kind, word)
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
        self._replaceable(happening, event.span, stands_in=word == "replacement")
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

    def _replaceable(self, kind: Kind, span: Span, *, stands_in: bool) -> None:
        """Reports an event that no rule stands in for."""
        if stands_in and not EVENTS[kind].replaceable:
            self.index.report(
                codes.WRONG_SENTENCE,
                "no rule stands in for this",
                span,
                "this cannot be replaced",
                help="what is drawn, destroyed, gained, lost or suffered and what enters a space or place can be; "
                "for what follows an event write `whenever`",
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
        if isinstance(where, m.ops.Things) and len(self.game.boards) == 1:
            return condition
        thing = m.ops.Local(ThingType(made.event.subject), made.event.span, value=1)
        space = m.ops.Space(one, made.event.span, thing=thing, ref=one.kind.board)
        there = m.ops.Member(BOOL, where.span, one=space, set=where)
        return there if condition is None else m.ops.And(BOOL, made.event.span, left=there, right=condition)

    def _coming(self, made: m.Procedure, where: m.Expr, condition: m.Expr | None) -> m.Expr:
        """Adds to the condition that a thing would come to one of these spaces or places."""
        goal = m.ops.Local(item(where.type), where.span, value=2)
        there: m.Expr = m.ops.Is(BOOL, where.span, left=goal, right=where)
        if isinstance(where.type, SetType):
            there = m.ops.Member(BOOL, where.span, one=goal, set=where)
        return there if condition is None else m.ops.And(BOOL, where.span, left=there, right=condition)

    def _check_fact(self, definition: m.Definition) -> None:
        """Reports a definition that is called like a fact of yes or no: a thing `is` the one or the other."""
        subject = definition.subject
        fact = subject.kind.fields.get(definition.name) if isinstance(subject, ThingType) else None
        if fact is not None and fact.type == BOOL:
            self.index.taken(definition.name, definition.name_span, fact)


def _happening(kind: Kind, word: str) -> Kind:
    """Gives the kind of an event as it is written: before it happens, or after."""
    if kind == "enters" and word == "replacement":
        return "entering"
    return "drawn" if kind == "draws" and word == "trigger" else kind


MEANINGS.passes_over(
    s.Edition, s.Use, s.Rulings, s.Book, s.Theme, s.Option, s.Values, s.Die, s.Counter, s.Link, s.Damage,
    s.Scenario, s.Claim, *PATCHES,
)  # fmt: skip

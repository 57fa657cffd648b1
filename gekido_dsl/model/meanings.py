"""Meanings: conditions, amounts, bodies, windows, triggers and exceptions are resolved."""

from typing import Any, Final

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import clusters, limits, positions, seating
from gekido_dsl.model import nodes as m
from gekido_dsl.model.boards import resolve_board, resolve_sides
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.exceptions import (
    amount_line,
    check_label,
    event_scope,
    param_scope,
    resolve_exception,
    subject_span,
)
from gekido_dsl.model.handlers import PATCHES, Handlers
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.model.reports import given_scope, resolve_report
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


def resolve(draft: Draft, d: s.Declaration) -> None:
    """Resolves what a node says in phrases and sentences."""
    MEANINGS.give(draft, d)


@MEANINGS.takes(s.Game)
def _meaning_game(draft: Draft, d: s.Game) -> None:
    game = draft.game
    seating.resolve(game, d, draft.phrases)


@MEANINGS.takes(s.Board)
def _meaning_board(draft: Draft, d: s.Board) -> None:
    game = draft.game
    board = draft.own(d, game.boards)
    if board is not None and board.space is not None:
        resolve_board(draft, board, d)


@MEANINGS.takes(s.Kind)
def _meaning_kind(draft: Draft, d: s.Kind) -> None:
    resolve_sides(draft, d)


@MEANINGS.takes(s.Place)
def _meaning_place(draft: Draft, d: s.Place) -> None:
    game = draft.game
    place = draft.own(d, game.places)
    if place is not None:
        limits.resolve(draft, place, d)


@MEANINGS.takes(s.Track)
def _meaning_track(draft: Draft, d: s.Track) -> None:
    game = draft.game
    track = draft.own(d, game.tracks)
    if track is not None and d.spaces is not None:
        scope = Scope(size=2, it=(1, ThingType(track.owner)), acting=False)
        scope.speak(1, ThingType(track.owner), track.name_span)
        track.spaces = draft.phrases.number(d.spaces, scope)
        track.locals = scope.size


@MEANINGS.takes(s.Patterns)
def _meaning_patterns(draft: Draft, d: s.Patterns) -> None:
    game = draft.game
    patterns = draft.own(d, game.patterns)
    if patterns is not None and d.place is not None:
        patterns.patterns = tuple(_pattern(draft, one) for one in d.patterns)


@MEANINGS.takes(s.Definition)
def _meaning_definition(draft: Draft, d: s.Definition) -> None:
    game = draft.game
    definition = draft.own(d, game.definitions)
    if definition is not None:
        scope = given_scope(draft, definition.subject, definition.params, subject_span(d))
        definition.test = draft.phrases.cond(d.condition, scope)
        _check_fact(draft, definition)
        definition.locals = max(definition.locals, scope.size)


@MEANINGS.takes(s.Position)
def _meaning_position(draft: Draft, d: s.Position) -> None:
    positions.resolve(draft, d)


@MEANINGS.takes(s.Cluster)
def _meaning_cluster(draft: Draft, d: s.Cluster) -> None:
    definition = draft.own(d, draft.game.definitions)
    if definition is not None:
        clusters.resolve(draft, definition, d)


@MEANINGS.takes(s.Property)
def _meaning_property(draft: Draft, d: s.Property) -> None:
    game = draft.game
    prop = draft.own(d, game.properties)
    resolve = draft.phrases.unresolved.pop(id(prop), None)
    if resolve is not None:
        resolve()


@MEANINGS.takes(s.Amount)
def _meaning_amount(draft: Draft, d: s.Amount) -> None:
    game = draft.game
    amount = draft.own(d, game.amounts)
    if amount is not None:
        span = d.of.span if d.of is not None else d.span
        scope = given_scope(draft, amount.subject, amount.params, span)
        amount.lines = tuple(amount_line(draft, line, scope) for line in d.lines)
        amount.locals = max(amount.locals, scope.size)


@MEANINGS.takes(s.Report)
def _meaning_report(draft: Draft, d: s.Report) -> None:
    game = draft.game
    report = draft.own(d, game.reports)
    if report is not None:
        resolve_report(draft, report, d)


@MEANINGS.takes(s.Phase)
def _meaning_phase(draft: Draft, d: s.Phase) -> None:
    game = draft.game
    phase = draft.own(d, game.phases)
    if phase is not None:
        phase.body = draft.sentences.body(d.body, Scope())


@MEANINGS.takes(s.Procedure)
def _meaning_procedure(draft: Draft, d: s.Procedure) -> None:
    game = draft.game
    procedure = draft.own(d, game.rules if d.word == "rule" else game.effects)
    if procedure is not None:
        _body(draft, procedure, d, param_scope(draft, procedure))


@MEANINGS.takes(s.Action)
def _meaning_action(draft: Draft, d: s.Action) -> None:
    game = draft.game
    action = draft.own(d, game.actions)
    if action is not None:
        scope = Scope(size=2)
        candidates = draft.phrases.unchosen(d.phrase, scope, article=True)
        if not isinstance(candidates.type, SetType):
            candidates = m.ops.Items(SetType(candidates.type), candidates.span, one=candidates)
        action.candidates, action.item = candidates, item(candidates.type)
        action.once_each = draft.phrases.scope_of(d.once_each) if d.once_each else None
        scope.it = (1, action.item)
        scope.speak(1, action.item, d.phrase.span)
        _body(draft, action, d, scope)


@MEANINGS.takes(s.Window)
def _meaning_window(draft: Draft, d: s.Window) -> None:
    game = draft.game
    window = draft.own(d, game.windows)
    if window is not None:
        window.lines = tuple(_window_line(draft, line) for line in d.lines)


@MEANINGS.takes(s.Turn)
def _meaning_turn(draft: Draft, d: s.Turn) -> None:
    game = draft.game
    lines = [_turn_line(draft, line) for line in d.lines]
    basics = draft.basics(d) | {"name_span": d.span}
    game.turn = m.Turn(
        "Turn",
        **basics,
        first=d.first,
        together=d.together,
        lines=tuple(x for x in lines if x is not None),
        round=d.round,
        turns=tuple(seating.turns(one, draft.phrases) for one in d.turns),
    )


@MEANINGS.takes(s.Setup)
def _meaning_setup(draft: Draft, d: s.Setup) -> None:
    game = draft.game
    game.setup = m.Procedure("Setup", **draft.basics(d) | {"name_span": d.span}, word="setup")
    game.setup.body = draft.sentences.body(d.body, Scope())


@MEANINGS.takes(s.Trigger)
def _meaning_trigger(draft: Draft, d: s.Trigger) -> None:
    _trigger(draft, d, "trigger")


@MEANINGS.takes(s.Replacement)
def _meaning_replacement(draft: Draft, d: s.Replacement) -> None:
    _trigger(draft, d, "replacement")


@MEANINGS.takes(s.GameEnd)
def _meaning_game_end(draft: Draft, d: s.GameEnd) -> None:
    game = draft.game
    if d.name is not None:
        check_label(draft, d.name)
    name = d.name.text if d.name is not None else m.GAME_END
    end = m.Procedure(name, **draft.basics(d) | {"name_span": d.span}, word="end")
    scope = Scope()
    end.condition = draft.phrases.cond(d.condition, scope)
    end.body = draft.sentences.body(d.body, scope)
    end.whole = d.whole
    if d.last is not None:
        end.last = d.last.whose
        _check_last_turns(draft, d, d.last)
    if d.whole and not game.row:
        draft.index.report(
            codes.WRONG_SENTENCE,
            "a match of one game ends when the game does",
            d.span,
            "no games in a row",
            help="write `the game ends when ...`, or `3 games in a row` under the game",
        )
    game.ends.append(end)


def _check_last_turns(draft: Draft, d: s.GameEnd, last: s.LastTurns) -> None:
    """Reports last turns where nothing is played turn by turn."""
    turn = draft.game.turn
    if d.whole:
        draft.index.report(
            codes.WRONG_SENTENCE,
            "a match of several games ends between two games, when it is no player's turn",
            last.span,
            "there are no turns left to have",
            help="leave it out, or write it below `the game ends when`",
        )
    elif isinstance(d.condition, s.RoundsOver):
        draft.index.report(
            codes.WRONG_SENTENCE,
            "after a round, all have had their turns",
            last.span,
            "there is no end to wait for",
            help="leave it out, or say after how many rounds: `the game ends after 6 rounds`",
        )
    elif turn is not None and turn.together and (turn.round or last.whose == "others"):
        what = "round" if turn.round else "turn"
        draft.index.report(
            codes.WRONG_SENTENCE,
            f"each {what} belongs to all players here, so no player has an extra one",
            last.span,
            f"a {what} is of all at once",
            help="leave it out: the game ends when the "
            + ("round" if turn.round else "turn")
            + " is over, or say `after 5 rounds`",
        )


@MEANINGS.takes(s.Aim)
def _meaning_aim(draft: Draft, d: s.Aim) -> None:
    _aim(draft, d)


@MEANINGS.takes(s.Exception_)
def _meaning_exception(draft: Draft, d: s.Exception_) -> None:
    resolve_exception(draft, d)


def resolve_property(draft: Draft, prop: m.Property, d: s.Property) -> None:
    """Resolves what a property is; it is asked for when the first phrase needs its type."""
    scope = given_scope(draft, prop.subject, prop.params, subject_span(d))
    prop.value = draft.phrases.unchosen(d.phrase, scope)
    prop.locals = max(prop.locals, scope.size)


def _aim(draft: Draft, d: s.Aim) -> None:
    """Resolves what a player strives for: an amount of a player, or one that is asked as each of them."""
    amount = draft.index.find(d.amount, m.Amount, "amount")
    if amount is None:
        return
    if not isinstance(amount.subject, PlayerType | None) or amount.params:
        what = "something else" if amount.params else str(amount.subject)
        draft.index.report(
            codes.WRONG_TYPE,
            f"an aim is an amount of a player, and `{amount.name}` is asked of {what}",
            d.amount.span,
            "no amount of a player",
            Label(amount.name_span, "declared here"),
            help=f"write `amount ... of a player` that says it with `{amount.name}`",
        )
        return
    draft.game.aim = m.Aim("Aim", **draft.basics(d) | {"name_span": d.span}, amount=amount, lowest=d.lowest)


def _pattern(draft: Draft, one: s.Pattern) -> m.Pattern:
    scope = Scope()
    never = draft.phrases.expr(one.never, scope) if one.never is not None else None
    condition, _ = draft.sentences.guard(one.other_guard, scope)
    return m.Pattern(
        one.name.text,
        tuple((group.number, group.alike) for group in one.groups),
        never,
        tuple((group.number, group.alike) for group in one.other),
        condition,
        one.span,
    )


def _body(draft: Draft, procedure: m.Procedure, d: Any, scope: Scope) -> None:
    procedure.only_if = tuple(draft.phrases.cond(one.condition, scope) for one in d.only_if)
    procedure.body = draft.sentences.body(d.body, scope)


def _window_line(draft: Draft, line: s.WindowLine) -> m.WindowLine:
    scope = Scope()
    if isinstance(line.seat, s.Phrase):
        seat = draft.phrases.every_one(line.seat, scope)
        draft.phrases.expect(seat, SetType(PLAYER))
    else:
        seat = draft.phrases.expect(draft.phrases.expr(line.seat, scope), PLAYER)
    condition, _ = draft.sentences.guard(line.guard, scope)
    quotas = []
    for quota in line.quotas:
        actions = [draft.index.find(name, m.Procedure, "action") for name in quota.actions]
        limit = draft.phrases.scope_of(quota.scope) if quota.scope is not None else None
        quotas.append(
            m.Quota(quota.most, limit, tuple(a for a in actions if a is not None and a.word == "action"))
        )
    return m.WindowLine(seat, tuple(quotas), condition, line.span, scope.size)


def _turn_line(draft: Draft, line: s.TurnLine) -> m.TurnLine | None:
    phase = draft.index.find(line.phase, m.Procedure, "phase")
    steps = [draft.index.find(name, m.Procedure, "phase") for name in line.steps]
    scope = Scope()
    condition, _ = draft.sentences.guard(line.guard, scope)
    if phase is None:
        return None
    for one in (phase, *steps):
        if one is not None:
            one.in_turn = True
    every = tuple(step for step in steps if step is not None)
    return m.TurnLine(phase, every, condition, line.span, scope.size, line.turns)


def _trigger(draft: Draft, d: s.Trigger | s.Replacement, word: Any) -> None:
    event = d.event
    label = d.name if isinstance(d, s.Trigger) else None
    wanted: Any = m.Procedure if EVENTS[event.kind].of_a_stretch else m.Kind
    subject: m.Decl | None
    if wanted is m.Procedure and draft.phrases.is_stretch(event.subject):
        subject = m.Stretch(event.subject.text, event.subject.span, event.subject.span)
    else:
        subject = draft.index.find(event.subject, wanted, "phase" if wanted is m.Procedure else "kind")
    if subject is None:
        if label is not None:
            draft.index.give_up(label.text)
        return
    kind, other = event.kind, None
    if event.other is not None:
        if kind == "row" or kind == "out":
            other = draft.index.find(event.other, m.Track, "track")
        else:
            other = _kept_number(draft, subject, event.other)
            if other is None:
                return
    happening = _happening(kind, word)
    scope = event_scope(happening, subject, other, event.local, event.span)
    where = None
    if isinstance(subject, m.Kind) and event.where is not None:
        where = draft.phrases.every_one(event.where, scope, article=True)
        if happening == "entering" and isinstance(item(where.type), ThingType):
            scope.speak(2, item(where.type), event.where.span)
    name = d.name.text if d.name is not None else event.span.text
    if label is not None:
        check_label(draft, label)
    made = m.Procedure(name, **draft.basics(d) | {"name_span": event.span}, word=word)
    made.event = m.Event(happening, subject, other, where, event.span, event.local)
    made.after_damage = isinstance(d, s.Trigger) and d.after_damage
    made.condition, _ = draft.sentences.guard(d.guard, scope)
    if event.every > 1:
        made.condition = _every(draft, made, event, scope)
    made.condition = _entering(draft, made, where, made.condition)
    _replaceable(draft, happening, event.span, stands_in=word == "replacement")
    made.body = draft.sentences.body(d.body, scope)
    (draft.game.triggers if word == "trigger" else draft.game.replacements).append(made)


def _every(draft: Draft, made: m.Procedure, event: s.Event, scope: Scope) -> m.Expr | None:
    """Adds to the condition of `every third Round ends` that it is one of these."""
    if not draft.phrases.is_stretch(event.subject):
        draft.index.report(
            codes.WRONG_TYPE,
            f"{event.subject.text} is not counted",
            event.subject.span,
            "a phase",
            help="rounds and turns are counted: `every third Round ends`, `every third Turn begins`",
        )
        return made.condition
    counted = s.Noun(event.span, (), event.subject, (), definite=True)
    left = s.Arithmetic(event.span, "remainder", counted, s.Num(event.span, event.every))
    zero = s.Is(event.span, False, "value", s.Num(event.span, 0))
    due = draft.phrases.cond(s.Test(event.span, left, zero), scope)
    return due if made.condition is None else m.ops.And(BOOL, event.span, left=due, right=made.condition)


def _kept_number(draft: Draft, subject: m.Decl | None, name: s.Name) -> m.Decl | None:
    """Finds the number that things of a kind keep, a field or a counter, by its name."""
    fact = subject.fields.get(name.text) if isinstance(subject, m.Kind) else None
    if fact is not None and fact.kept and isinstance(fact.type, IntType):
        return fact
    counter = draft.game.counters.get(name.text)
    if counter is not None and counter.owner is subject:
        return counter
    owner = subject.name if subject is not None else ""
    draft.index.report(
        codes.WRONG_TYPE,
        f"`{name.text}` is no number that a `{owner}` keeps, so it is neither gained nor lost",
        name.span,
        "no such number",
        help=f"name a field of `{owner}` that is a number, or one of its counters",
    )
    return None


def _replaceable(draft: Draft, kind: Kind, span: Span, *, stands_in: bool) -> None:
    """Reports an event that no rule stands in for."""
    if stands_in and not EVENTS[kind].replaceable:
        draft.index.report(
            codes.WRONG_SENTENCE,
            "no rule can replace this",
            span,
            "this cannot be replaced",
            help="what is drawn, destroyed, gained, lost or suffered and what enters a space or place can be; "
            "for what follows an event write `whenever`",
        )


def _entering(
    draft: Draft, made: m.Procedure, where: m.Expr | None, condition: m.Expr | None
) -> m.Expr | None:
    """Adds to the condition of `enters ...` that it is one of these spaces; all spaces there are need no test."""
    if where is None or made.event is None or not isinstance(made.event.subject, m.Kind):
        return condition
    one = item(where.type)
    replaces = made.event.kind == "entering"
    if replaces and isinstance(one, PlaceType) and one.holds is made.event.subject:
        return _coming(draft, made, where, condition)
    if not isinstance(one, ThingType) or one.kind.board is None:
        if not isinstance(one, UnknownType):
            draft.index.report(
                codes.WRONG_TYPE,
                f"things enter spaces of a board, not {one}",
                where.span,
                f"this is {one}",
            )
        return condition
    if replaces:
        return _coming(draft, made, where, condition)
    if isinstance(where, m.ops.Things) and len(draft.game.boards) == 1:
        return condition
    thing = m.ops.Local(ThingType(made.event.subject), made.event.span, value=1)
    space = m.ops.Space(one, made.event.span, thing=thing, ref=one.kind.board)
    there = m.ops.Member(BOOL, where.span, one=space, set=where)
    return there if condition is None else m.ops.And(BOOL, made.event.span, left=there, right=condition)


def _coming(draft: Draft, made: m.Procedure, where: m.Expr, condition: m.Expr | None) -> m.Expr:
    """Adds to the condition that a thing would come to one of these spaces or places."""
    goal = m.ops.Local(item(where.type), where.span, value=2)
    there: m.Expr = m.ops.Is(BOOL, where.span, left=goal, right=where)
    if isinstance(where.type, SetType):
        there = m.ops.Member(BOOL, where.span, one=goal, set=where)
    return there if condition is None else m.ops.And(BOOL, where.span, left=there, right=condition)


def _check_fact(draft: Draft, definition: m.Definition) -> None:
    """Reports a definition that is called like a fact of yes or no: a thing `is` the one or the other."""
    subject = definition.subject
    fact = subject.kind.fields.get(definition.name) if isinstance(subject, ThingType) else None
    if fact is not None and fact.type == BOOL:
        draft.index.taken(definition.name, definition.name_span, fact)


def _happening(kind: Kind, word: str) -> Kind:
    """Gives the kind of an event as it is written: before it happens, or after."""
    if kind == "enters" and word == "replacement":
        return "entering"
    return "drawn" if kind == "draws" and word == "trigger" else kind


MEANINGS.passes_over(
    s.Edition, s.Use, s.Rulings, s.Book, s.Theme, s.Translation, s.Option, s.NamedNumber, s.Values, s.Die,
    s.Counter, s.Link, s.Damage, s.Scenario, s.Claim, *PATCHES,
)  # fmt: skip

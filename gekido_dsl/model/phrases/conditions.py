"""Conditions: a subject and what is said of it."""

from dataclasses import replace
from typing import Final, cast

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import several, walk
from gekido_dsl.model.phrases.base import face_type, replace_source, unknown
from gekido_dsl.model.phrases.comparisons import Comparisons
from gekido_dsl.model.phrases.prices import Prices
from gekido_dsl.model.phrases.ranking import Ranking
from gekido_dsl.model.phrases.sides import SidesOf
from gekido_dsl.model.regions import region
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    NONE,
    PLAYER,
    UNKNOWN,
    EnumType,
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

_SOMEWHERE: Final = frozenset({"next_to", "within", "leap", "on", "in", "relation", "connected_to"})
"""What is said of things and spaces alone."""


def _counted(written: str, operand: s.Expr, asked: Type) -> str | None:
    """Words a condition that counts with `has`, as in `Deck has 3 Cards`, the way it is written."""
    head = getattr(operand, "head", operand)
    if not isinstance(head, s.Several) or head.noun.name is None:
        return None
    subject, name = written.partition(" has ")[0], head.noun.name.text
    if isinstance(item(asked), PlaceType):
        return f"(number of {name} in {subject}) is {head.number}"
    if isinstance(item(asked), PlayerType | ThingType):
        owner = "my" if subject in ("me", "the player") else "its" if subject == "it" else f"({subject})'s"
        return f"{owner} {name} is {head.number}"
    return None


class Conditions(Comparisons, SidesOf, Prices, Ranking):
    """Resolves conditions, and every predicate but `is`."""

    def repeated(self, written: s.Repeated, scope: Scope) -> m.Expr:
        """Resolves how often the position has come up as turns began."""
        position, span = self.game.position, written.span
        if position is None:
            if not self.index.is_broken("position"):
                self.index.report(
                    codes.UNBOUND_WORD,
                    "nothing says what belongs to a position",
                    span,
                    "which things tell it apart?",
                    help="declare it, as in `the position is Pieces on Board with Rank, and who is on turn`",
                )
            return unknown(span, BOOL)
        kept = IntType(0, position.kept)
        last: m.Expr = m.ops.Const(kept, span, value=position.kept)
        if written.last is not None:
            last = self.number(written.last, scope)
        own = {1} | {e.value for one in position.asked for e in walk.inside(one) if e.record.binds}
        locals_ = {old: scope.fresh() for old in sorted(own)}
        things, *facts = (walk.renumbered(one, locals_) for one in position.asked)
        times = m.ops.CameUp(
            kept, span, things=things, last=last, facts=tuple(facts), ref=position, value=locals_[1]
        )
        number = m.ops.Const(IntType(written.number, written.number), span, value=written.number)
        found = m.made(written.how, BOOL, span, (times, number))
        return m.ops.Not(BOOL, span, condition=found) if written.negated else found

    def cond(self, written: s.Cond, scope: Scope) -> m.Expr:
        """Resolves a condition."""
        match written:
            case s.Logic(operator=operator, parts=parts):
                return m.made(operator, BOOL, written.span, tuple(self.cond(part, scope) for part in parts))
            case s.Quantified(phrase=phrase, predicate=s.AddsUp() as sum_):
                return self.adds_up(written, phrase, sum_, scope)
            case s.Quantified(quantifier=quantifier, phrase=phrase, predicate=predicate):
                meant = self._standing(phrase.head, predicate)
                candidates = self.every_one(phrase, scope, meant)
                asked: list[s.Of] = []
                if several.stands_for_one(candidates):
                    candidates, asked = self._owners(phrase, scope, candidates)
                local = scope.fresh()
                one = item(candidates.type)
                before = scope.it
                scope.it = scope.it_or(local, one)
                one_of: m.Expr = m.ops.Local(one, phrase.span, value=local)
                for of in asked:
                    one_of = self.attribute(one_of, of.attribute, of.span, scope)
                test = self.predicate(one_of, predicate, scope)
                scope.it = before
                return m.made(quantifier, BOOL, written.span, (candidates, test), value=local)
            case s.ForSome(quantifier=quantifier, phrase=phrase, condition=condition):
                candidates = self.every_one(phrase, scope, None)
                local, one = scope.fresh(), item(candidates.type)
                before, spoken = scope.it, scope.spoken
                scope.it = scope.it_or(local, one)
                scope.speak(local, one, phrase.span)
                test = self.cond(condition, scope)
                scope.it, scope.spoken = before, spoken
                return m.made(quantifier, BOOL, written.span, (candidates, test), value=local)
            case s.Repeated():
                return self.repeated(written, scope)
            case s.RoundsOver(number=number):
                if number < 1:
                    self.index.report(
                        codes.VALUE_OUT_OF_RANGE, "a game has at least 1 round", written.span, "out of range"
                    )
                return m.ops.RoundsOver(BOOL, written.span, value=number)
            case s.Test(subject=subject, predicate=s.CanPay() as can):
                if not self.pays(self.expr(subject, scope)):
                    return unknown(written.span, BOOL)
                found = self._can_pay(subject, can, written.span, scope)
                return m.ops.Not(BOOL, written.span, condition=found) if can.negated else found
            case s.Test(subject=subject, predicate=predicate):
                wanted = self._standing(subject, predicate)
                return self.predicate(self.expr(subject, scope, wanted), predicate, scope)

    def _standing(self, subject: s.Expr, predicate: s.Predicate) -> Type | None:
        """Gives what a name means that stands or lies somewhere: the row, where a value is called the same."""
        if not isinstance(predicate, s.Is) or predicate.how not in _SOMEWHERE:
            return None
        return self.row_meant(subject)

    def _owners(self, phrase: s.Phrase, scope: Scope, found: m.Expr) -> tuple[m.Expr, list[s.Of]]:
        """Takes `some player's Score` apart: whose it is, of several, and what is asked of each one."""
        asked: list[s.Of] = []
        head = phrase.head
        while phrase.relative is None and isinstance(head, s.Of):
            asked.insert(0, head)
            head = head.base
            owners = self.expr(head, scope)
            if isinstance(owners.type, SetType) and not several.stands_for_one(owners):
                return owners, asked
        return found, []

    def predicate(self, subject: m.Expr, predicate: s.Predicate, scope: Scope) -> m.Expr:
        """Resolves what is said of a subject."""
        span = (
            subject.span.cover(predicate.span)
            if subject.span.source is predicate.span.source
            else predicate.span
        )
        match predicate:
            case s.Is():
                found = self.is_what(subject, predicate, span, scope)
            case s.Has(operand=operand):
                found = self._has(subject, operand, span, scope)
            case s.HasMoved(scope=name):
                found = m.ops.Moved(BOOL, span, thing=self._placed(subject), ref=self.scope_of(name))
            case s.HasUsed(actions=names, scope=name):
                actions = tuple(
                    action
                    for action in (self.index.find(n, m.Procedure, "action") for n in names)
                    if action is not None
                )
                found = m.ops.Used(
                    BOOL, span, player=self.expect(subject, PLAYER), ref=(actions, self.scope_of(name))
                )
            case s.Fits(operand=operand):
                found = self._fits(subject, operand, span, scope)
            case s.FitsNeighbours(fact=fact):
                found = self.fits_neighbours(subject, fact, span)
            case s.HasOpenSide():
                found = self.open_side(subject, span)
            case s.Shows(operand=operand):
                found = self._shows(subject, operand, span, scope)
            case s.CanPay():
                payer = self.payer_of(subject, scope)
                found = unknown(span, BOOL) if payer is None else self._can_pay(payer, predicate, span, scope)
            case s.Joins(first=first, second=second):
                self._sides_are_there(subject, (first, second), span)
                found = m.ops.Joins(BOOL, span, things=self._on_board_together(subject), ref=(first, second))
            case s.MakesMeld():
                found = self.makes_meld(subject, predicate, span, scope)
            case _:
                assert isinstance(
                    predicate, s.MakesRow
                )  # what adds up is said of several, and resolved with them
                length = predicate.length
                found = m.ops.InARow(BOOL, span, things=self._on_board_together(subject), value=length)
        negated = getattr(predicate, "negated", False)
        return m.ops.Not(BOOL, span, condition=found) if negated else found

    def _sides_are_there(self, subject: m.Expr, sides: tuple[str, str], span: Span) -> None:
        """Reports sides that no board has, because it wraps round there."""
        one = item(subject.type)
        own = one.kind.board if isinstance(one, ThingType) else None
        boards = [
            board for board in ([own] if own is not None else self.game.boards.values()) if not board.is_map
        ]
        gone = [side for side in sides if not any(region(board, side) for board in boards)]
        if boards and gone and all(any(board.shape.wraps) for board in boards):
            self.index.report(
                codes.WRONG_SHAPE,
                f"nothing on `{boards[0].name}` joins {sides[0]} and {sides[1]}: it wraps round there",
                span,
                f"`{boards[0].name}` has no {gone[0]}",
                help="ask for the sides at which it does not wrap round, or let it have a rim there",
            )

    def _can_pay(self, payer: s.Expr, can: s.CanPay, span: Span, scope: Scope) -> m.Expr:
        written = self.has_price(payer, can, span, scope)
        return unknown(span, BOOL) if written is None else self.cond(written, scope)

    def _on_board_together(self, subject: m.Expr) -> m.Expr:
        """Reports a subject that is not several things of a kind."""
        one = item(subject.type)
        if isinstance(one, UnknownType) or (isinstance(subject.type, SetType) and isinstance(one, ThingType)):
            return subject
        self.index.report(
            codes.WRONG_TYPE,
            f"only several things together can do this, and `{subject.span.text}` is {subject.type}",
            subject.span,
            "one by itself",
            help="name them all, as in `friendly ... make 3 in a row`",
        )
        return unknown(subject.span)

    def scope_of(self, name: s.Name) -> m.Scope:
        """Resolves a stretch of play: a phase, `Turn` or `Round`."""
        if self.is_stretch(name):
            return cast(m.Scope, name.text)
        found: m.Scope | None = self.index.find(name, m.Procedure, "phase")
        return found if found is not None else "Turn"

    def is_stretch(self, name: s.Name) -> bool:
        """Tells whether a name is that of a stretch that every game has; a phase of this name goes before it."""
        own = any(isinstance(one, m.Procedure) for one in self.index.meanings(name.text))
        return name.text in m.STRETCHES and not own

    def _has(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        named = operand.phrase.head if isinstance(operand, s.Inner) else operand
        noun = named.noun if isinstance(named, s.Indefinite | s.Several) else named
        if isinstance(operand, s.Inner):
            operand = replace(operand, phrase=replace(operand.phrase, head=noun))
        one = item(subject.type)
        if isinstance(noun, s.Noun) and noun.name is not None and isinstance(one, ThingType):
            text = noun.name.text
            fact = text in one.kind.fields and one.kind.fields[text].optional
            if fact and operand is named:
                attribute = s.Attribute(noun.span, text, False, noun.arguments)
                value = self.attribute(subject, attribute, span, scope)
                none = m.ops.Const(UNKNOWN, span, value=NONE)
                return m.ops.Not(BOOL, span, condition=m.ops.Is(BOOL, span, left=value, right=none))
            if not fact and one.kind.board is not None:
                things = self.expr(operand, scope)
                inside = item(things.type)
                if isinstance(things.type, ThingType) and not isinstance(operand, s.Indefinite | s.Several):
                    return m.ops.At(BOOL, span, thing=things, space=subject)
                if isinstance(inside, ThingType):
                    on = m.ops.On(SetType(inside), span, spaces=subject, ref=inside.kind)
                    here = replace_source(things, on, inside.kind)
                    local = scope.fresh()
                    yes = m.ops.Const(BOOL, span, value=1)
                    return m.ops.Some(BOOL, span, set=here, test=yes, value=local)
        written = " ".join(span.text.split())
        counted = _counted(written, named, subject.type)
        message = f"`{written}` is not a question that has an answer"
        help = (
            "`has` asks for things that lie somewhere; compare a number with `is`: `my Score is at least 3`"
        )
        if counted:
            message, help = "`has` does not compare numbers", f"write `{counted}`"
        elif isinstance(one, PlaceType):
            said = f"{' '.join(operand.span.text.split())} is in {written.partition(' has ')[0]}"
            message, help = "`has` is not asked of a place", f"write `{said}`"
        self.index.report(codes.WRONG_TYPE, message, operand.span, f"of {one}", help=help)
        return unknown(span, BOOL)

    def _fits(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        right = self.expr(operand, scope)
        one = item(right.type)
        for patterns in self.game.patterns.values():
            if one == EnumType(patterns.enum):
                die = self.expect(subject, ThingType(patterns.die))
                return m.ops.Fits(BOOL, span, die=die, pattern=right, ref=patterns)
        if not isinstance(one, UnknownType):
            self.index.report(
                codes.WRONG_TYPE, f"{right.type} is no pattern that dice can fit", right.span, "no pattern"
            )
        return unknown(span, BOOL)

    def _shows(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        one = item(subject.type)
        if isinstance(one, EnumType | IntType):
            return m.ops.ShownIn(BOOL, span, face=subject, place=self.expr(operand, scope))
        if not isinstance(one, ThingType) or one.kind.faces is None:
            if not isinstance(one, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE, f"{subject.type} has no face to show", subject.span, "no die"
                )
            return unknown(span, BOOL)
        wanted = face_type(one.kind)
        right = self.expect(self.expr(operand, scope, wanted), wanted)
        return m.ops.Shows(BOOL, span, die=subject, face=right)

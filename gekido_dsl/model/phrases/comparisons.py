"""What `is` says of a subject: a value, a comparison, where it is, or an adjective of the language."""

from dataclasses import replace
from typing import Any

from gekido_dsl.diagnostics import Label, Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.parameters import asked_with
from gekido_dsl.model.phrases.base import PhraseBase, is_none, unknown
from gekido_dsl.model.phrases.nouns import could_be
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    INT,
    NONE,
    UNKNOWN,
    BoardType,
    BoolType,
    EnumType,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    UnknownType,
    fits,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Comparisons(PhraseBase):
    """Resolves what stands after `is`."""

    def is_what(self, subject: m.Expr, predicate: s.Is, span: Span, scope: Scope) -> m.Expr:
        """Resolves `is …`, without its `not`."""
        if predicate.operand is None:
            return self.adjective(predicate.word, subject, span, scope)
        if predicate.others:
            first = replace(predicate, others=())
            each = (first, *(replace(first, operand=other) for other in predicate.others))
            return m.made("or", BOOL, span, tuple(self.is_what(subject, one, span, scope) for one in each))
        if predicate.how == "value":
            return self._is_value(subject, predicate.operand, span, scope)
        operand = self.expr(predicate.operand, scope)
        match predicate.how:
            case "at_least" | "at_most" | "more" | "less":
                return m.made(
                    predicate.how, BOOL, span, (self.expect(subject, INT), self.expect(operand, INT))
                )
            case "next_to" if predicate.over is not None:
                return self.along(subject, operand, predicate.over, span, scope)
            case "next_to":
                return m.ops.NextTo(BOOL, span, thing=self._placed(subject), of=self._placed(operand))
            case "connected_to":
                return self.connected(subject, operand, predicate.over, span, scope)
            case "relation":
                one, of = self._placed(subject), self._placed(operand)
                return m.ops.Toward(BOOL, span, one=one, of=of, ref=predicate.word)
            case "within":
                return self.within(subject, operand, predicate, span, scope)
            case "leap":
                one, of = self._placed(subject), self._placed(operand)
                return m.ops.Leap(BOOL, span, thing=one, of=of, ref=(predicate.distance, predicate.across))
            case _:
                return self._at(subject, operand, span, scope)

    def _placed(self, found: m.Expr) -> m.Expr:
        if not isinstance(item(found.type), ThingType | UnknownType):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{found.span.text}` is {found.type}, and a thing or a space of a board is needed",
                found.span,
                f"this is {found.type}",
                help="`it` is the player of the loop or the rule around this; name the thing: `next to my ...`"
                if found.span.text == "it" and isinstance(found.type, PlayerType)
                else None,
            )
            return unknown(found.span)
        return found

    def _at(self, subject: m.Expr, operand: m.Expr, span: Span, scope: Scope) -> m.Expr:
        match item(operand.type):
            case BoardType() | PlaceType() if not isinstance(item(subject.type), ThingType | UnknownType):
                found = self._shown_in(subject, operand, span, scope)
                if found is None:
                    self._placed(subject)
                return found or unknown(span, BOOL)
            case BoardType():
                return m.made("on_board", BOOL, span, (subject, *operand.args), ref=operand.ref)
            case PlaceType(holds=holds):
                one = item(subject.type)
                if isinstance(one, ThingType) and one.kind is not holds:
                    self.index.report(
                        codes.WRONG_TYPE,
                        f"`{operand.span.text}` holds {holds.plural}, and `{subject.span.text}` is {one}",
                        operand.span,
                        "never in there",
                    )
                    return unknown(span, BOOL)
                if isinstance(operand.type, SetType):
                    inside = m.ops.Inside(SetType(ThingType(holds)), operand.span, place=operand, ref=holds)
                    return m.ops.Member(BOOL, span, one=subject, set=inside)
                return m.ops.InPlace(BOOL, span, thing=subject, place=operand)
            case ThingType(kind=kind) if kind.board is not None:
                one = item(subject.type)
                if isinstance(one, ThingType) and one.kind is kind:
                    # A space is no thing on a space: it is one of these.
                    if isinstance(operand.type, SetType):
                        return m.ops.Member(BOOL, span, one=subject, set=operand)
                    return m.ops.Is(BOOL, span, left=subject, right=operand)
                if isinstance(operand.type, SetType):
                    where = m.ops.Space(ThingType(kind), span, thing=subject, ref=kind.board)
                    return m.ops.Member(BOOL, span, one=where, set=operand)
                return m.ops.At(BOOL, span, thing=subject, space=operand)
            case _ if isinstance(operand.type, SetType):
                return m.ops.Member(BOOL, span, one=subject, set=operand)
            case UnknownType():
                return unknown(span, BOOL)
            case _:
                self.index.report(
                    codes.WRONG_TYPE, f"nothing can be on {operand.type}", operand.span, "not a place"
                )
                return unknown(span, BOOL)

    def _shown_in(self, value: m.Expr, place: m.Expr, span: Span, scope: Scope) -> m.Expr | None:
        """Resolves `some Suit is in my Prize`: whether something there has the value as its only such fact."""
        around = item(place.type)
        if not isinstance(around, PlaceType) or not isinstance(value.type, EnumType):
            return None
        kind = around.holds
        facts = [fact for fact in kind.fields.values() if fact.index is None and fact.type == value.type]
        if len(facts) != 1:
            return None
        inside = m.ops.Inside(SetType(ThingType(kind)), span, place=place, ref=kind)
        local = scope.fresh()
        one = m.ops.Local(ThingType(kind), span, value=local)
        fact = self.attribute(one, s.Attribute(span, facts[0].name, False), span, scope)
        same = m.ops.Is(BOOL, span, left=fact, right=value)
        return m.ops.Some(BOOL, span, set=inside, test=same, value=local)

    def _is_value(self, subject: m.Expr, operand: s.Expr, span: Span, scope: Scope) -> m.Expr:
        name: s.Name | None = None
        arguments: tuple[s.Argument, ...] = ()
        noun = operand.noun if isinstance(operand, s.Indefinite) else operand
        if isinstance(noun, s.Noun) and noun.name is not None and not noun.adjectives:
            name, arguments = noun.name, noun.arguments
        if (
            isinstance(item(subject.type), UnknownType)
            and isinstance(subject, m.ops.Window)
            and name is not None
        ):
            window = self.index.find(name, m.Window, "window")
            return m.ops.Window(BOOL, span, ref=window)
        if name is not None:
            for meaning in self.index.meanings(name.text):
                if not isinstance(meaning, m.Decl):
                    continue
                if isinstance(meaning, m.Definition) and fits(item(subject.type), meaning.subject):
                    meaning.used = True
                    given = self.arguments(meaning.name, asked_with(meaning), arguments, span, scope)
                    if given is None:
                        return unknown(span, BOOL)
                    return m.ops.Defined(BOOL, span, thing=subject, given=tuple(given), ref=meaning)
                if _is_told_of(meaning, item(subject.type)):
                    attribute = s.Attribute(name.span, name.text, False, arguments)
                    fact = self.attribute(subject, attribute, span, scope)
                    return m.ops.Is(BOOL, span, left=fact, right=m.ops.Const(BOOL, span, value=1))
            if self._no_such_value(subject, name):
                return unknown(span, BOOL)
        right = self.expr(operand, scope, subject.type)
        if isinstance(right.type, SetType) and not isinstance(subject.type, SetType):
            if not fits(item(right.type), item(subject.type)):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{subject.span.text}` is {subject.type}, and `{right.span.text}` is {right.type}",
                    right.span,
                    "never one of these",
                )
                return unknown(span, BOOL)
            return m.ops.Member(BOOL, span, one=subject, set=right)
        if not (isinstance(right, m.ops.Const) and right.value == NONE and right.type is UNKNOWN):
            left = item(subject.type)
            if not fits(item(right.type), left) and not isinstance(left, UnknownType):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{subject.span.text}` is {subject.type}, and `{right.span.text}` is {right.type}",
                    right.span,
                    "these are never the same",
                    help=_comparable(subject, right),
                )
                return unknown(span, BOOL)
            excepted = isinstance(subject, m.ops.Property) and subject.ref.name in self.index.excepted
            if (
                isinstance(left, IntType)
                and isinstance(right, m.ops.Const)
                and left.excludes(right.value)
                and not excepted
            ):
                self.index.report(
                    codes.VALUE_OUT_OF_RANGE,
                    f"`{subject.span.text}` is never {right.value}: it {left.extent}",
                    right.span,
                    "never reached",
                )
        return m.ops.Is(BOOL, span, left=subject, right=right)

    def _no_such_value(self, subject: m.Expr, name: s.Name) -> bool:
        """Reports a name that is no value of the subject's closed list."""
        one = item(subject.type)
        if not isinstance(one, EnumType) or name.text in one.enum.members:
            return False
        meanings = self.index.meanings(name.text)
        if any(could_be(meaning, one) for meaning in meanings):
            return False
        self.index.report(
            codes.UNKNOWN_NAME,
            f"`{subject.span.text}` is never `{name.text}`",
            name.span,
            f"it is {' or '.join(one.enum.members)}"
            if len(one.enum.members) < 9
            else "not one of its values",
            Label(one.enum.span, "its values are declared here"),
            help=suggest.did_you_mean(name.text, list(one.enum.members)),
            missing=Missing("value", name.text, one.enum.name),
        )
        return True

    def adjective(self, word: str, subject: m.Expr, span: Span, scope: Scope) -> m.Expr:
        """Resolves an adjective of the language."""
        one = item(subject.type)
        ok: bool
        op: Any = word
        ref: Any = None
        match word:
            case "empty" if isinstance(subject, m.ops.Track):
                none = m.ops.Const(INT, span, value=0)
                return m.ops.Is(BOOL, span, left=m.ops.Count(INT, span, set=subject), right=none)
            case "empty":
                ok = isinstance(one, PlaceType) or (isinstance(one, ThingType) and one.kind.board is not None)
            case "full":
                ok = isinstance(subject, m.ops.Track)
            case "enemy" | "friendly" | "unclaimed":
                ok = isinstance(one, ThingType | PlayerType)
            case "other" | "remaining":
                ok = isinstance(one, PlayerType | ThingType)
            case "central" | "corner" | "inner" | "outer":
                ok = isinstance(one, ThingType) and one.kind.board is not None
            case "active":
                ok = isinstance(subject, m.ops.Counter)
            case "complete":
                sets = [p for p in self.game.patterns.values() if one == EnumType(p.enum)]
                ok = bool(sets)
                ref = sets[0] if sets else None
            case _:
                ok = False
        if not ok:
            what = "`none`" if is_none(subject) else str(subject.type)
            if is_none(subject) or not isinstance(one, UnknownType):
                several = subject.ref.space.name if isinstance(subject, m.ops.Board) else ""
                whole = {"full": f"`no {several} is empty`", "empty": f"`every {several} is empty`"}.get(word)
                help = f"ask it of the spaces, as in {whole}" if several and whole else None
                self.index.report(
                    codes.WRONG_TYPE, f"{what} is never `{word}`", span, f"this is {what}", help=help
                )
            return unknown(span, BOOL)
        return m.made(op, BOOL, span, (subject,), ref=ref)


def _is_told_of(meaning: Any, one: Type) -> bool:
    """Tells whether a name is a fact of yes or no that a thing has, so that the thing `is` it or is not."""
    match meaning, one:
        case m.Field(owner=m.Kind() as owner, type=BoolType()), ThingType(kind=kind):
            return owner is kind
        case m.Field(owner=m.Kind(sheet=sheet), type=BoolType()), PlayerType():
            return sheet
        case _:
            return False


def _comparable(subject: m.Expr, other: m.Expr) -> str | None:
    """Says what of a thing to compare with a number, where things are compared with one."""
    if not isinstance(other.type, IntType):
        return None
    said, number = subject.span.text, other.span.text
    if isinstance(subject.type, SetType):
        return f"to count them, write `number of {said} is {number}`"
    if isinstance(subject.type, PlaceType):
        return f"to count what is there, write `number of {subject.type.holds.plural} in {said} is {number}`"
    one = subject.type
    if isinstance(one, ThingType) and isinstance(one.kind.faces, tuple):
        return f"write `{said}'s face is {number}`"
    return None

"""Nouns: a name stands for what its meanings allow where it is written."""

from typing import Any

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.phrases.base import unknown
from gekido_dsl.model.phrases.spoken import SpokenOf
from gekido_dsl.model.scope import Member, RowName, Scope, describe
from gekido_dsl.model.types import (
    BOOL,
    PLAYER,
    BoardType,
    EnumType,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    ThingType,
    Type,
    fits,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


class Nouns(SpokenOf):
    """Resolves nouns and the adjectives before them."""

    def _noun(self, noun: s.Noun, scope: Scope, wanted: Type | None, *, every: bool = False) -> m.Expr:
        if noun.name is None:
            found: m.Expr = m.ops.Players(SetType(PLAYER), noun.span)
        else:
            definite = noun.definite and not noun.adjectives and not every
            found = self._name(noun.name, scope, wanted, every=every, definite=definite, given=noun.arguments)
        for adjective in reversed(noun.adjectives):
            local = scope.fresh()
            subject = m.ops.Local(item(found.type), noun.span, value=local)
            test = self.adjective(adjective, subject, noun.span, scope)
            found = m.ops.Filter(found.type, noun.span, set=found, test=test, value=local)
        return found

    def _name(
        self,
        name: s.Name,
        scope: Scope,
        wanted: Type | None,
        *,
        every: bool,
        definite: bool,
        given: tuple[s.Argument, ...] = (),
    ) -> m.Expr:
        span = name.span.cover(given[-1].span) if given else name.span
        known = self.index.meanings(name.text)
        meanings = known
        if len(known) > 1:
            facts = [x for x in known if isinstance(x, m.Field) and isinstance(x.owner, m.Procedure)]
            rest = [x for x in known if x not in facts]
            meanings = rest or facts if every else facts + rest
        if wanted is not None:
            meanings = _of_type(meanings, wanted) or meanings
        if definite and not meanings and name.text == "Game":
            return m.ops.Game(IntType(0, max(self.game.row, 1)), span)
        if definite and not meanings and name.text in m.STRETCHES:
            if name.text == "Round":
                return m.ops.Round(IntType(0, self.game.round_limit), span)
            return m.ops.Turn(IntType(0, self.game.turn_limit), span)
        if not meanings:
            values = wanted.enum.members if isinstance(wanted, EnumType) else ()
            self.index.unknown(name, None, "thing, value or rule", values)
            return unknown(span)
        meaning = meanings[0]
        if isinstance(meaning, m.Decl):
            meaning.used = True
        with_ = self.asked(meaning, name.text, given, span, scope)
        if with_ is None:
            return unknown(span)
        if definite and isinstance(meaning, (m.Kind, m.Enum, m.PatternSet)) and name.text == meaning.name:
            spoken = self.spoken(meaning, name.text, span, scope)
            if spoken is not None:
                return spoken
        if definite and isinstance(meaning, m.Definition) and name.text == meaning.name:
            group = self._group_spoken_of(meaning, span, scope)
            if group is not None:
                return group
        match meaning:
            case Member(enum=enum, value=value):
                enum.used_members.add(value)
                return m.ops.Const(EnumType(enum), span, value=value)
            case RowName(kind=kind, name=row_name):
                rows = [row for row in kind.rows if row.name == row_name]
                for row in rows:
                    row.used = True
                copies = sum(row.copies for row in rows)
                one_type = ThingType(kind)
                if kind.each_player is not None or kind.parent is not None or copies != 1:
                    return m.ops.Called(SetType(one_type), span, ref=(kind, row_name))
                return m.ops.Called(one_type, span, ref=(kind, row_name))
            case m.Kind(total=1) if not every and name.text == meaning.name and meaning.file is None:
                return m.ops.Called(ThingType(meaning), span, ref=(meaning, meaning.name))
            case m.Kind():
                return m.ops.Things(SetType(ThingType(meaning)), span, ref=meaning)
            case m.Definition(subject=subject):
                subjects = all_of(subject, span)
                local = scope.fresh()
                one = m.ops.Local(subject, span, value=local)
                test = m.ops.Defined(BOOL, span, thing=one, given=tuple(with_), ref=meaning)
                return m.ops.Filter(SetType(subject), span, set=subjects, test=test, value=local)
            case m.Enum():
                return m.ops.Members(SetType(EnumType(meaning)), span, ref=meaning)
            case m.PatternSet(enum=enum):
                return m.ops.Members(SetType(EnumType(enum)), span, ref=enum)
            case m.Option(answers=answers):
                return m.ops.Option(EnumType(answers), span, ref=meaning)
            case m.Field(owner=m.Procedure(), type=kind_of):
                return m.ops.Cell(kind_of, span, index=with_[0] if with_ else None, ref=meaning)
            case m.Field(owner=m.Kind(table=True) as table, type=kind_of):
                table.used = True
                the_game = m.ops.Called(ThingType(table), span, ref=(table, table.name))
                return m.ops.Field(
                    kind_of, span, thing=the_game, index=with_[0] if with_ else None, ref=meaning
                )
            case m.Place(owner=None, holds=holds):
                return m.ops.Place(PlaceType(holds), span, ref=meaning)
            case m.Place(owner=m.Kind() | "player" as owner, holds=holds) if every or name.text == plural(
                meaning.name
            ):
                owners = all_of(PLAYER if owner == "player" else ThingType(owner), span)
                return m.ops.Place(SetType(PlaceType(holds)), span, owner=owners, ref=meaning)
            case m.Board():
                return m.ops.Board(BoardType(), span, ref=meaning)
            case m.Amount(subject=None):
                return m.ops.Amount(IntType(meaning.low, meaning.high), span, asked=tuple(with_), ref=meaning)
            case _:
                of_player = isinstance(meaning, m.Place) and meaning.owner == "player"
                if isinstance(meaning, m.Field) and isinstance(meaning.owner, m.Kind):
                    of_player = meaning.owner.sheet
                whose = f"as in `{'my' if of_player else 'its'} {name.text}`"
                if isinstance(meaning, m.Place) and not name.text.endswith("s"):  # else a plural of a plural
                    whose += f", or write `{plural(name.text)}` for all of them"
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{name.text}` is {describe(meaning)} and needs an owner",
                    span,
                    "whose?",
                    help=f"say whose it is, {whose}",
                )
                return unknown(span)

    def _group_spoken_of(self, meaning: m.Definition, span: Span, scope: Scope) -> m.Expr | None:
        """Gives the group of the thing that is spoken of: `each Group` brings up the first of each."""
        kind = meaning.subject
        if meaning.members is None or not isinstance(kind, ThingType):
            return None
        one = self.spoken(kind.kind, kind.kind.name, span, scope)
        return None if one is None else m.ops.Property(SetType(kind), span, thing=one, ref=meaning.members)


def _of_type(meanings: list[Any], wanted: Type) -> list[Any]:
    """Lists those meanings of a name that give a value of a type."""
    one = item(wanted)
    if isinstance(one, EnumType):  # a hundred options may all be Yes or No
        return [x for x in meanings if (x.enum is one.enum if type(x) is Member else could_be(x, one))]
    return [x for x in meanings if could_be(x, one)]


def could_be(meaning: Any, wanted: Type) -> bool:
    """Tells whether a meaning of a name gives a value of a type."""
    wanted = item(wanted)
    match meaning:
        case Member(enum=enum):
            return isinstance(wanted, EnumType) and wanted.enum is enum
        case RowName(kind=kind):
            return wanted == ThingType(kind)
        case m.Field(owner=m.Procedure() | m.Kind(table=True), type=kind):
            return fits(kind, wanted)
        case m.Enum() | m.PatternSet():
            enum = meaning if isinstance(meaning, m.Enum) else meaning.enum
            return wanted == EnumType(enum)
        case m.Kind():
            return wanted == ThingType(meaning)
        case m.Definition(subject=subject):
            return fits(subject, wanted)
        case m.Amount():
            return isinstance(wanted, IntType)
        case m.Place(holds=holds):
            return wanted == PlaceType(holds)
        case m.Board():
            return isinstance(wanted, BoardType)
        case _:
            return False


def all_of(subject: Type, span: Span) -> m.Expr:
    """Gives every value of a type."""
    match subject:
        case ThingType(kind=kind):
            return m.ops.Things(SetType(subject), span, ref=kind)
        case PlayerType():
            return m.ops.Players(SetType(PLAYER), span)
        case EnumType(enum=enum):
            return m.ops.Members(SetType(subject), span, ref=enum)
        case _:
            return unknown(span)

"""Attributes and places: what belongs to something (`my Bot's Hand`), and what lies where (`Cards in Hand`)."""

from dataclasses import replace
from typing import Any

from gekido_dsl.diagnostics import Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.parameters import asked_with
from gekido_dsl.model.phrases.base import face_type, replace_source, unknown
from gekido_dsl.model.phrases.sides import SidesOf
from gekido_dsl.model.phrases.spoken import SpokenOf
from gekido_dsl.model.scope import Index, RowName, Scope
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import (
    BOOL,
    EFFECT,
    PLAYER,
    BoardType,
    EnumType,
    IntType,
    ListType,
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
from gekido_dsl.syntax.arguments import without_arguments


class Attributes(SpokenOf, SidesOf):
    """Resolves what belongs to a thing or a player, and what lies somewhere."""

    def _of(self, written: s.Of, scope: Scope, wanted: Type | None) -> m.Expr:
        base = self.expr(written.base, scope, self._row_asked(written))
        return self.attribute(base, written.attribute, written.span, scope)

    def _row_asked(self, written: s.Of) -> Type | None:
        """Gives the row that is asked for something that belongs to no value, where a value is called the same."""
        row = self.row_meant(written.base)
        if row is None:
            return None
        asked = [
            one.subject
            for one in self.index.meanings(written.attribute.name)
            if isinstance(one, m.Amount | m.Definition | m.Property)
        ]
        return None if any(isinstance(one, EnumType) for one in asked) else row

    def attribute(self, base: m.Expr, attribute: s.Attribute, span: Span, scope: Scope) -> m.Expr:
        """Resolves what follows `'s`, `my` or `its`."""
        if attribute.built_in:
            if attribute.arguments:
                return self._side(base, attribute, span, scope)
            return self._built_in(base, attribute.name, span)
        one = item(base.type)
        if isinstance(one, UnknownType):
            return unknown(span)
        if attribute.nth is not None:
            return self._nth(self.attribute(base, replace(attribute, nth=None), span, scope), attribute)
        name = s.Name(attribute.span, attribute.name)
        if isinstance(one, PlayerType) and (own := self._own_fact(base, attribute, span, scope)) is not None:
            return own
        for meaning in self.index.meanings(attribute.name):
            found = self._attribute_as(meaning, base, one, attribute, span, scope)
            if found is not None:
                if attribute.arguments and not isinstance(meaning, m.Link) and not asked_with(meaning):
                    self.arguments(attribute.name, (), attribute.arguments, span, scope)
                if isinstance(meaning, m.Decl):
                    meaning.used = True
                if isinstance(base.type, SetType) and not isinstance(found.type, SetType):
                    found = m.made(
                        found.op, SetType(found.type), found.span, found.args, found.ref, found.value
                    )
                return found
        for part in self.game.kinds.values():
            if (
                isinstance(one, ThingType)
                and part.parent is one.kind
                and any(r.name == attribute.name for r in part.rows)
            ):
                parts = m.ops.Nested(SetType(ThingType(part)), span, thing=base, ref=part)
                return m.ops.Called(ThingType(part), span, set=parts, ref=(part, attribute.name))
        self._no_attribute(base, one, name)
        return unknown(span)

    def _nth(self, several: m.Expr, attribute: s.Attribute) -> m.Expr:
        """Gives one of several of somebody's by its place; reports where there is one alone."""
        if isinstance(several.type, UnknownType):
            return several
        if not isinstance(several.type, SetType) or not isinstance(item(several.type), ThingType):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{attribute.name}` is {several.type}, and has no place among several",
                attribute.span,
                "which of them?",
            )
            return unknown(attribute.span)
        return m.ops.Nth(item(several.type), several.span, set=several, value=attribute.nth or 0)

    def _own_fact(self, base: m.Expr, attribute: s.Attribute, span: Span, scope: Scope) -> m.Expr | None:
        """Resolves `my Coins` where `each player has` says so; None where they have no such fact."""
        sheet = self.game.kinds.get(s.SHEET)
        if sheet is None or attribute.name not in sheet.fields:
            return None
        sheet.used = True
        one = ThingType(sheet)
        kept: m.Expr = (
            m.ops.AllMine(SetType(one), span, player=base, ref=sheet)
            if isinstance(base.type, SetType)
            else m.ops.Mine(one, span, player=base, ref=sheet)
        )
        return self.attribute(kept, attribute, span, scope)

    def _attribute_as(
        self, meaning: Any, base: m.Expr, one: Type, attribute: s.Attribute, span: Span, scope: Scope
    ) -> m.Expr | None:
        match meaning, one:
            case m.Field(owner=m.Kind() as owner, turned=True), ThingType(kind=kind) if owner is kind:
                return self.lying(base, meaning, span)
            case m.Field(owner=m.Kind() as owner), ThingType(kind=kind) if owner is kind:
                return self._with("field", meaning.type, meaning, (base,), attribute, span, scope)
            case m.Kind(parent=parent), ThingType(kind=kind) if parent is kind:
                return m.ops.Nested(SetType(ThingType(meaning)), span, thing=base, ref=meaning)
            case m.Kind(), ThingType(kind=kind) if meaning in kind.wholes():
                return m.ops.Whole(ThingType(meaning), span, thing=base, ref=meaning)
            case m.Kind(board=board), ThingType(kind=kind) if board is not None and kind is not meaning:
                return m.ops.Space(ThingType(meaning), span, thing=base, ref=board)
            case m.Kind(), PlayerType():
                single = meaning.plural != attribute.name and (meaning.each_player or 1) == 1
                if single:
                    return m.ops.Mine(ThingType(meaning), span, player=base, ref=meaning)
                return m.ops.AllMine(SetType(ThingType(meaning)), span, player=base, ref=meaning)
            case RowName(kind=kind, name=name), PlayerType() if kind.parent is None:
                rows = [row for row in kind.rows if row.name == name]
                for row in rows:
                    row.used = True
                single = sum(row.copies for row in rows) == 1
                mine = m.ops.AllMine(SetType(ThingType(kind)), span, player=base, ref=kind)
                called = ThingType(kind) if single else SetType(ThingType(kind))
                return m.ops.Called(called, span, set=mine, ref=(kind, name))
            case m.Board(each_player=True), PlayerType():
                return m.ops.Board(BoardType(), span, owner=base, ref=meaning)
            case m.Place(owner="player", holds=holds), PlayerType():
                return m.ops.Place(PlaceType(holds), span, owner=base, ref=meaning)
            case m.Place(owner="player", holds=holds), ThingType() if self.figures:
                whose = m.ops.Owner(PLAYER, span, of=base)
                return m.ops.Place(PlaceType(holds), span, owner=whose, ref=meaning)
            case m.Place(owner=m.Kind() as owner, holds=holds), ThingType(kind=kind) if owner is kind:
                return m.ops.Place(PlaceType(holds), span, owner=base, ref=meaning)
            case m.Track(owner=owner, die=die), ThingType(kind=kind) if owner is kind:
                return m.ops.Track(SetType(ThingType(die)), span, thing=base, ref=meaning)
            case m.Counter(owner=owner), ThingType(kind=kind) if owner is kind:
                return m.ops.Counter(IntType(meaning.low, meaning.high), span, thing=base, ref=meaning)
            case m.Link(origin=origin, goal=goal, sides=sides), ThingType(kind=kind) if origin is kind:
                if not attribute.arguments:
                    return m.ops.Link(SetType(EnumType(sides)), span, thing=base, ref=meaning)
                other = self.arguments(meaning.name, (ThingType(goal),), attribute.arguments, span, scope)
                if other is None:
                    return unknown(span)
                return m.ops.Link(EnumType(sides), span, thing=base, other=other[0], ref=meaning)
            case m.Amount(subject=subject), _ if subject is not None and subject == one:
                number = IntType(meaning.low, meaning.high)
                return self._with("amount", number, meaning, (base,), attribute, span, scope)
            case m.Definition(subject=subject, members=m.Property() as members), _ if subject == one:
                return self._with("property", SetType(subject), members, (base,), attribute, span, scope)
            case m.Property(subject=subject), _ if subject == one:
                value = self.value_type(meaning, span)
                return self._with("property", value, meaning, (base,), attribute, span, scope)
            case _:
                return None

    def _with(
        self,
        op: str,
        kind: Type,
        meaning: m.Decl,
        args: tuple[m.Expr, ...],
        attribute: s.Attribute,
        span: Span,
        scope: Scope,
    ) -> m.Expr:
        """Makes the expression of a name that may be asked with something."""
        given = self.asked(meaning, meaning.name, attribute.arguments, span, scope)
        return unknown(span) if given is None else m.made(op, kind, span, (*args, *given), ref=meaning)

    def _no_attribute(self, base: m.Expr, one: Type, name: s.Name) -> None:
        if self.index.is_broken(name.text):
            return
        if name.text in self.index.lost:
            return
        if self.index.is_removed(name):
            return
        known = list(one.kind.fields) if isinstance(one, ThingType) else []
        if isinstance(one, PlayerType) and (sheet := self.game.kinds.get(s.SHEET)) is not None:
            known += list(sheet.fields)
        if isinstance(one, ThingType | PlayerType):
            for group in (
                self.game.tracks,
                self.game.counters,
                self.game.links,
                self.game.places,
                self.game.kinds,
                self.game.amounts,
                self.game.properties,
            ):
                known += list(group)
        self.index.report(
            codes.UNKNOWN_NAME,
            f"{one} has nothing called `{name.text}`",
            name.span,
            "not declared for it",
            help=self._of_a_kind(name.text, one)
            or self._as_many(base, known, name.text)
            or self._in_two(known, one, name.text)
            or self._of_what_lies_there(base, one, name.text)
            or suggest.did_you_mean(name.text, known)
            or self._to_declare(name.text, one),
            missing=Missing("member", name.text, one.kind.name if isinstance(one, ThingType) else ""),
        )

    def _of_a_kind(self, name: str, one: Type) -> str | None:
        """Says how a player's fact is asked where it is one of the things that each player has."""
        if not isinstance(one, PlayerType):
            return None
        for kind in self.game.kinds.values():
            if kind.each_player and name in kind.fields:
                return f"`{name}` is a fact of `{kind.name}`: say whose, as in `my {kind.name}'s {name}`"
        return None

    def _of_what_lies_there(self, base: m.Expr, one: Type, name: str) -> str | None:
        """Says how a fact is asked of what lies in a place, where it is asked of the place."""
        if not isinstance(one, PlaceType) or name not in one.holds.fields:
            return None
        return (
            f"put the thing in parentheses, as in `(the next {one.holds.name} of {base.span.text})'s {name}`"
        )

    def _as_many(self, base: m.Expr, known: list[str], name: str) -> str | None:
        """Says how to take as many things as a number of something says: `its Length Cards`."""
        words = name.split(" ")
        for at in range(1, len(words)):
            fact, things = " ".join(words[:at]), " ".join(words[at:])
            if fact in known and any(isinstance(one, m.Kind) for one in self.index.meanings(things)):
                at_ = base.span.start
                the = "the " if base.span.source.text[max(0, at_ - 4) : at_] == "the " else ""
                return f"write `as many {things} as {the}{base.span.text}'s {fact}`"
        return None

    def _in_two(self, known: list[str], one: Type, name: str) -> str | None:
        """Says how two names are joined that were run together: `Stores Seeds`, `Coach Tickets`."""
        kind = self.game.kinds.get(s.SHEET) if isinstance(one, PlayerType) else getattr(one, "kind", None)
        words = name.split(" ")
        for at in range(1, len(words)):
            first, second = " ".join(words[:at]), " ".join(words[at:])
            owner = first.removesuffix("s")
            if owner != first and self.index.meanings(owner) and self.index.meanings(second):
                return f"did you mean `{owner}'s {second}`?"
            fact = kind.fields.get(second) if kind is not None else None
            if fact is not None and fact.index and self.index.meanings(first):
                return f"did you mean `{second} for {first}`?"
        return None

    def _to_declare(self, name: str, one: Type) -> str | None:
        """Says which facts there are, and where to declare another one."""
        if not isinstance(one, ThingType | PlayerType):
            return None
        kind = one.kind if isinstance(one, ThingType) else self.game.kinds.get(s.SHEET)
        where = f"kind {kind.name}" if kind is not None and isinstance(one, ThingType) else "each player has"
        facts = [f"`{fact}`" for fact in kind.fields] if kind is not None else []
        if not facts or len(facts) > 6:
            return f"declare `{name}` below `{where}`"
        listed = facts[0] if len(facts) == 1 else f"{', '.join(facts[:-1])} and {facts[-1]}"
        return f"write one of its facts, {listed}, or declare `{name}` below `{where}`"

    def _built_in(self, base: m.Expr, name: str, span: Span) -> m.Expr:
        one = item(base.type)
        several = isinstance(base.type, SetType)
        match name, one:
            case "owner", ThingType() | PlaceType():
                return m.ops.Owner(SetType(PLAYER) if several else PLAYER, span, of=base)
            case "face", ThingType(kind=kind) if kind.faces is not None:
                face = face_type(kind)
                return m.ops.Face(SetType(face) if several else face, span, die=base)
            case "row" | "column" as op, ThingType(kind=kind) if kind.board is not None:
                most = kind.board.shape.rows if op == "row" else kind.board.shape.columns
                return m.made(op, IntType(1, most), span, (base,))
            case "games won", PlayerType() if not several:
                return m.ops.GamesWon(IntType(0, max(self.game.row, 1)), span, player=base)
            case "side", PlayerType():
                return m.ops.SideOf(SetType(PLAYER), span, player=base)
            case "left neighbour" | "right neighbour", PlayerType():
                way = 1 if name.startswith("left") else -1
                return m.ops.Neighbour(SetType(PLAYER) if several else PLAYER, span, player=base, value=way)
            case "partner", PlayerType():
                return m.ops.Partner(PLAYER, span, player=base)
            case _, UnknownType():
                return unknown(span)
            case _:
                self.index.report(codes.WRONG_TYPE, f"{one} has no {name}", span, f"this is {one}")
                return unknown(span)

    def _attribute_of(self, written: s.Located, scope: Scope) -> m.Expr | None:
        """Resolves `the Row of the robot towards the way`: what a thing has, said the other way round."""
        noun, where = written.things, written.where
        if not isinstance(noun, s.Noun) or noun.name is None or noun.adjectives or noun.arguments:
            return None
        owned = (m.Field, m.Property, m.Amount, m.Counter, m.Link)
        meanings = [
            one.members if isinstance(one, m.Definition) and one.members is not None else one
            for one in self.index.meanings(noun.name.text)
        ]
        mine = [one for one in meanings if isinstance(one, owned) and not _stands_alone(one)]
        if not mine or any(isinstance(one, m.Kind | m.Definition) for one in meanings):
            return None
        bare, given = without_arguments(where)
        match where:
            case s.Of(attribute=s.Attribute(name=name)) | s.Noun(name=s.Name(text=name)) if any(
                asked_with(one) for one in self.index.meanings(name)
            ):
                bare, given = where, ()
            case _:
                pass
        base = self.expr(bare, scope)
        attribute = s.Attribute(noun.span, noun.name.text, False, given)
        return self.attribute(base, attribute, written.span, scope)

    def _places_of(self, noun: s.Expr, where: m.Expr, written: s.Located, scope: Scope) -> m.Expr | None:
        """Resolves `the Slots of my Bot`: the places that some things have; None when something else is meant."""
        one = item(where.type)
        owner = "player" if isinstance(one, PlayerType) else one.kind if isinstance(one, ThingType) else None
        if isinstance(noun, s.Noun) and noun.name is not None and _has_owner(self.index, noun, owner):
            attribute = s.Attribute(noun.name.span, noun.name.text, False)
            return self.attribute(where, attribute, written.span, scope)
        return None

    def _side(self, base: m.Expr, attribute: s.Attribute, span: Span, scope: Scope) -> m.Expr:
        """Resolves `its face towards the way`: the side of a solid die that looks there."""
        one = item(base.type)
        facing = one.kind.fields.get(FACING) if isinstance(one, ThingType) else None
        wanted = (facing.type,) if facing is not None and attribute.name == "face" else ()
        given = self.arguments(attribute.name, wanted, attribute.arguments, span, scope)
        if not given or not isinstance(one, ThingType):
            return unknown(span)
        return m.ops.Side(face_type(one.kind), span, die=base, direction=given[0], ref=facing)

    def _located(self, written: s.Located, scope: Scope) -> m.Expr:
        inner = written.things
        if isinstance(inner, s.Spot):
            board = self.expr(written.where, scope)
            if isinstance(board, m.ops.Board):
                return self.spot(inner, written.span, board)
        if (
            isinstance(inner, s.Located)
            and isinstance(inner.where, s.Noun)
            and _has_owner(self.index, inner.where)
        ):
            # `Cards in the Slots of my Bot`: the Slots are those of my Bot.
            places = s.Located(written.span, inner.where, written.where)
            written = s.Located(written.span, inner.things, places)
        span = written.span
        noun = written.things
        if written.way != "of":
            return self._following(written, scope)
        own = self._attribute_of(written, scope)
        if own is not None:
            return own
        where = self.expr(written.where, scope)
        if isinstance(noun, s.Indefinite | s.Several):
            noun = noun.noun
        name = noun.name.text if isinstance(noun, s.Noun) and noun.name else ""
        if isinstance(where.type, UnknownType) and name in ("Effect", "Effects"):
            return unknown(span)
        if isinstance(where.type, ListType) and name in ("Effect", "Effects"):
            return m.ops.Items(SetType(EFFECT), span, one=where)
        held = self._places_of(noun, where, written, scope)
        if held is not None:
            return held
        if self.one_of(written.things, written.where.span.text, written.things.span):
            return unknown(span)
        inner = written.things
        around = item(where.type)
        wanted = ThingType(around.holds) if isinstance(around, PlaceType) else None
        things = self.expr(
            replace(inner, definite=False) if isinstance(inner, s.Noun) else inner, scope, wanted
        )
        one = item(things.type)
        if isinstance(one, UnknownType) or isinstance(where.type, UnknownType):
            return unknown(span)
        kind = one.kind if isinstance(one, ThingType) else None
        if isinstance(one, PlayerType) and where.type == SetType(PLAYER):
            return _among(things, where)
        if kind is not None:
            narrowed: m.Expr | None = None
            match item(where.type):
                case PlaceType(holds=holds) if holds is kind:
                    narrowed = m.ops.Inside(SetType(one), span, place=where, ref=kind)
                case ThingType(kind=other) if isinstance(where.type, SetType) and other is kind:
                    narrowed = where
                case ThingType(kind=other) if kind.parent is other:
                    narrowed = m.ops.Nested(SetType(one), span, thing=where, ref=kind)
                case ThingType(kind=other) if other.board is not None and kind is not other:
                    narrowed = m.ops.On(SetType(one), span, spaces=where, ref=kind)
                case BoardType() if isinstance(where, m.ops.Board) and where.ref.space is kind:
                    narrowed = m.ops.Board(SetType(one), span, owner=where.owner, ref=where.ref)
                case BoardType():
                    narrowed = m.ops.On(SetType(one), span, spaces=where, ref=kind)
                case PlayerType():
                    narrowed = m.ops.AllMine(SetType(one), span, player=where, ref=kind)
                case _:
                    narrowed = self._by_fact(things, kind, where, span, scope)
            if narrowed is not None and isinstance(inner, s.Of):
                return self._narrowed(things, narrowed, one, span, scope)
            if narrowed is not None:
                return replace_source(things, narrowed, kind)
        self.index.report(
            codes.WRONG_TYPE,
            f"`{written.things.span.text}` are not found in `{written.where.span.text}`",
            span,
            f"{item(where.type)} does not hold {one}",
        )
        return unknown(span)

    def _narrowed(self, things: m.Expr, among: m.Expr, one: Type, span: Span, scope: Scope) -> m.Expr:
        """Gives `my Stones on Board`: those of mine that are among the Stones on Board."""
        local = scope.fresh()
        subject = m.ops.Local(one, span, value=local)
        if isinstance(things.type, SetType):
            kept: m.Expr = m.ops.Member(BOOL, span, one=subject, set=among)
            return m.ops.Filter(things.type, span, set=things, test=kept, value=local)
        test = m.ops.Is(BOOL, span, left=subject, right=things)
        return m.ops.Filter(SetType(one), span, set=among, test=test, value=local)

    def _by_fact(
        self, things: m.Expr, kind: m.Kind, where: m.Expr, span: Span, scope: Scope
    ) -> m.Expr | None:
        """Gives the `Lands of the Continent`: those of which the one fact of such a thing or value is it."""
        one = item(where.type)
        facts = [fact for fact in kind.fields.values() if fact.index is None and fact.type == one]
        while isinstance(things, m.ops.Filter):
            things = things.set
        if len(facts) != 1 or not isinstance(things.type, SetType):
            return None
        local, attribute = scope.fresh(), s.Attribute(span, facts[0].name, False)
        subject = m.ops.Local(ThingType(kind), span, value=local)
        fact = self.attribute(subject, attribute, span, scope)
        test: m.Expr = (
            m.ops.Member(BOOL, span, one=fact, set=where)
            if isinstance(where.type, SetType)
            else m.ops.Is(BOOL, span, left=fact, right=where)
        )
        return m.ops.Filter(things.type, span, set=things, test=test, value=local)

    def _following(self, written: s.Located, scope: Scope) -> m.Expr:
        """Resolves `Houses after it`: the spaces that follow one, the nearest first, round a ring back to itself."""
        noun = written.things
        noun = noun.noun if isinstance(noun, s.Indefinite | s.Several) else noun
        things = self.expr(replace(noun, definite=False) if isinstance(noun, s.Noun) else noun, scope)
        one = item(things.type)
        where = self._on_a_rim(one, things, written.where, scope)
        if where is None or not isinstance(one, ThingType):
            return unknown(written.span)
        board, origin = where
        follow = m.ops.Following(
            SetType(one), written.span, origin=origin, ref=board, value=1 if written.way == "after" else -1
        )
        return replace_source(things, follow, one.kind)

    def _opposite(self, written: s.Opposite, scope: Scope) -> m.Expr:
        noun = self._noun(written.noun, scope, None, every=True)
        one = item(noun.type)
        where = self._on_a_rim(one, noun, written.origin, scope)
        if where is None:
            return unknown(written.span)
        board, origin = where
        return m.ops.Opposite(one, written.span, origin=origin, ref=board)

    def _on_a_rim(
        self, one: Type, noun: m.Expr, origin: s.Expr, scope: Scope
    ) -> tuple[m.Board, m.Expr] | None:
        """Resolves the space that others follow or face; reports what is no space of a board in a ring or line."""
        board = one.kind.board if isinstance(one, ThingType) else None
        start = self.expr(origin, scope)
        if isinstance(one, UnknownType) or isinstance(start.type, UnknownType):
            return None
        if board is None or board.shape.rim is None:
            self.index.report(
                codes.WRONG_TYPE,
                f"{one} follows nothing: it is no space of a board in a ring or a line",
                noun.span,
                f"this is {one}",
                help="write `, in a ring clockwise` or `, in a line clockwise` behind the directions of its board"
                if board is not None
                else None,
            )
            return None
        if not isinstance(start.type, ThingType) or start.type.kind.board not in (None, board):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{start.span.text}` is {start.type}, and one thing or space of `{board.name}` is needed",
                start.span,
                f"this is {start.type}",
            )
            return None
        return board, start


def _among(players: m.Expr, where: m.Expr) -> m.Expr:
    """Narrows players to those of a set, under the adjectives before them."""
    if isinstance(players, m.ops.Filter):
        inner = _among(players.set, where)
        return m.ops.Filter(inner.type, players.span, set=inner, test=players.test, value=players.value)
    return where


def _has_owner(index: Index, noun: s.Noun, owner: m.Kind | str | None = None) -> bool:
    """Tells whether a noun names places that belong to things or players, maybe to those of a sort."""
    return (
        noun.name is not None
        and not noun.adjectives
        and any(
            isinstance(place, m.Place) and place.owner is not None and owner in (None, place.owner)
            for place in index.meanings(noun.name.text)
        )
    )


def _stands_alone(meaning: Any) -> bool:
    """Tells whether a name means something by itself: a fact of a phase, an amount of nothing."""
    if isinstance(meaning, m.Field):
        owner = meaning.owner
        return isinstance(owner, m.Procedure) or (isinstance(owner, m.Kind) and owner.table)
    return isinstance(meaning, m.Amount) and meaning.subject is None

"""Phrases and expressions: one method for each level, which hands each form to the part that knows it."""

from dataclasses import replace
from typing import Any, Literal

from gekido_dsl.diagnostics import Missing, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases.attributes import Attributes
from gekido_dsl.model.phrases.base import Chosen, is_none, unknown
from gekido_dsl.model.phrases.conditions import Conditions
from gekido_dsl.model.phrases.directions import Directions
from gekido_dsl.model.phrases.nouns import Nouns
from gekido_dsl.model.phrases.numbers import Numbers
from gekido_dsl.model.phrases.ranking import Ranking
from gekido_dsl.model.phrases.ways import Ways
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    INT,
    NONE,
    PLAYER,
    UNKNOWN,
    IntType,
    ListType,
    SetType,
    ThingType,
    Type,
    UnknownType,
    item,
    kind_name,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.meant import LOCALS


class Phrases(Nouns, Attributes, Directions, Conditions, Ways, Numbers, Ranking):
    """Resolves phrases against one game."""

    def phrase(self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None) -> m.Expr | Chosen:
        """Resolves a phrase of a sentence: one thing, or a choice."""
        head = phrase.head
        if phrase.as_many is not None:
            number = self.number(phrase.as_many, scope)
            return Chosen(self.several(phrase, scope), as_many=number)
        if phrase.adding is not None:
            candidates = self.several(phrase, scope)
            return Chosen(candidates, 1, None, adding=self.sum_of(candidates, phrase.adding, scope))
        if phrase.quantity is not None:
            kind = phrase.quantity.kind
            candidates = self.several(phrase, scope, wanted)
            match kind:
                case "all":
                    return Chosen(candidates, every=True)
                case "random":
                    return Chosen(candidates, phrase.quantity.least, phrase.quantity.most, random=True)
                case "nth":
                    return m.ops.Nth(
                        item(candidates.type), phrase.span, set=candidates, value=phrase.quantity.least
                    )
                case "next" | "last" | "front" | "back":
                    end = self._end_of_track(candidates, kind, phrase)
                    counted, number_of = _open(head)
                    if counted and isinstance(candidates.type, SetType):
                        return m.made(end, candidates.type, phrase.span, (candidates,), value=number_of)
                    return m.made(end, item(candidates.type), phrase.span, (candidates,))
                case _:
                    return Chosen(candidates, phrase.quantity.least, phrase.quantity.most)
        if isinstance(head, s.Highest) and head.random:
            return Chosen(self.highest(head, scope), random=True)
        if isinstance(head, s.Union):
            parts = self._alike(head, tuple(self.several(part, scope) for part in head.parts))
            if len(parts) == 1:
                return Chosen(parts[0])
            left, right, *more = parts
            return Chosen(m.ops.Union(left.type, phrase.span, left=left, right=right, more=tuple(more)))
        indefinite, number_of = _open(head)
        if indefinite:
            return Chosen(self.several(phrase, scope, wanted), number_of, number_of)
        found = self.expr(head, scope, wanted)
        if phrase.relative is not None:
            found = self._relative(found, phrase.relative, scope)
        return found

    def _end_of_track(self, several: m.Expr, word: str, phrase: s.Phrase) -> Literal["next", "last"]:
        """Gives the operator for one end: of a track, the front is hit first; other places have a next and a last."""
        base = several
        while isinstance(base, m.ops.Filter | m.ops.Inside | m.ops.Items):
            base = base.args[0]
        if isinstance(base, m.ops.Following):
            return "last" if word == "next" else "next"
        of_track = isinstance(base, m.ops.Track)
        if of_track is (word in ("next", "last")) and not isinstance(several.type, UnknownType):
            self.index.report(
                codes.WRONG_TYPE,
                f"a track has no `{word}` die" if of_track else f"only a track has a `{word}`",
                phrase.span,
                "which end of it?" if of_track else f"this is {several.type}",
                help="write `the front ...` for the die that is hit first, `the back ...` for the one hit last"
                if of_track
                else "write `the next ...` for what is on top, `the last ...` for what is at the bottom",
            )
        return "last" if word in ("front", "last") else "next"

    def unchosen(self, phrase: s.Phrase, scope: Scope, *, article: bool = False) -> m.Expr:
        """Resolves a phrase where nothing is chosen to what it means; reports one that leaves something open.

        Args:
            article: whether `a Card` may stand there, for any Card.
        """
        self._leaves_nothing_open(phrase, article)
        found = self.phrase(phrase, scope)
        return found.candidates if isinstance(found, Chosen) else found

    def every_one(
        self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None, *, article: bool = False
    ) -> m.Expr:
        """Resolves a phrase to all that it means, where nothing is chosen; `wanted` tells names apart."""
        self._leaves_nothing_open(phrase, article)
        return self.several(phrase, scope, wanted)

    def _leaves_nothing_open(self, phrase: s.Phrase, article: bool) -> None:
        left_open, number = _open(phrase.head)
        counted = phrase.quantity is not None and phrase.quantity.kind not in (
            "all",
            "nth",
            "next",
            "last",
            "front",
            "back",
        )
        any_one = article and number == 1 and not isinstance(phrase.head, s.Several | s.Numbers)
        if isinstance(phrase.head, s.Highest) and phrase.head.random:
            self._nothing_drawn(phrase.head)
        elif (
            phrase.as_many is not None or phrase.adding is not None or counted or (left_open and not any_one)
        ):
            self.index.report(
                codes.WRONG_TYPE,
                f"`{phrase.span.text}` leaves something open, but nothing is chosen here",
                phrase.span,
                "which?",
                help="leave out what leaves it open, or choose before: `choose a ...`, then `the ...`",
            )

    def _alike(self, head: s.Union, parts: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
        """Reports what is offered beside things of another kind, and leaves it out: a choice is among one kind."""
        kind, kept = item(parts[0].type), [parts[0]]
        for part, written in zip(parts[1:], head.parts[1:], strict=True):
            other = item(part.type)
            if other == kind or isinstance(other, UnknownType) or isinstance(kind, UnknownType):
                kept.append(part)
                continue
            self.index.report(
                codes.WRONG_TYPE,
                f"a choice is among things of one kind, and `{written.span.text}` is {part.type}",
                written.span,
                f"this is {part.type}",
                help="offer the two as ways of `choose one`, each with a sentence of its own",
            )
        return tuple(kept)

    def several(self, phrase: s.Phrase, scope: Scope, wanted: Type | None = None) -> m.Expr:
        """Resolves a phrase to all it may mean: the candidates of a choice."""
        found = self.expr(_without_number(phrase.head), scope, wanted)
        if is_none(found):
            self.index.report(codes.WRONG_TYPE, "`none` is nothing at all", found.span, "things are needed")
        if isinstance(found.type, ListType):
            found = m.ops.Items(SetType(found.type.item), found.span, one=found)
        if not isinstance(found.type, SetType | UnknownType):
            found = m.ops.Items(SetType(found.type), found.span, one=found)
        if phrase.relative is not None:
            found = self._relative(found, phrase.relative, scope)
        return found

    def _relative(self, found: m.Expr, relative: s.Relative, scope: Scope) -> m.Expr:
        if (
            isinstance(found, m.ops.Place)
            and found.owner is not None
            and isinstance(found.owner.type, SetType)
        ):
            # `the Slots of my Bots that are Open`: what is said of places is said of the things that have them.
            owners = self._relative(found.owner, relative, scope)
            return m.ops.Place(found.type, relative.span, owner=owners, ref=found.ref)
        local = scope.fresh()
        before = scope.it
        scope.it = scope.it_or(local, item(found.type))
        subject = m.ops.Local(item(found.type), found.span, value=local)
        said = tuple(self.predicate(subject, predicate, scope) for predicate in relative.predicates)
        if len(said) > 1:
            said = (m.made(relative.joined, BOOL, relative.span, said),)
        parts = said + tuple(self._fact_of_each(subject, one, scope, before) for one in relative.whose)
        scope.it = before
        condition = parts[0] if len(parts) == 1 else m.made("and", BOOL, relative.span, parts)
        return m.ops.Filter(found.type, relative.span, set=found, test=condition, value=local)

    def _fact_of_each(self, subject: m.Expr, whose: s.Whose, scope: Scope, it: Any) -> m.Expr:
        """Resolves `whose Suit is Hearts`, or `of the same Suit as it`, where `it` is what it was before."""
        fact = self.attribute(subject, whose.attribute, whose.attribute.span, scope)
        if whose.predicate is not None:
            return self.predicate(fact, whose.predicate, scope)
        assert whose.like is not None
        inner, scope.it = scope.it, it
        other = self.attribute(self.expr(whose.like, scope), whose.attribute, whose.span, scope)
        scope.it = inner
        return m.ops.Is(BOOL, whose.span, left=fact, right=other)

    def expr(self, written: s.Expr, scope: Scope, wanted: Type | None = None) -> m.Expr:
        """Resolves an expression; `wanted` tells names with several meanings apart."""
        span = written.span
        match written:
            case s.Num(value=value):
                return m.ops.Const(IntType(value, value), span, value=value)
            case s.NoneWord():
                return m.ops.Const(UNKNOWN, span, value=NONE)
            case s.YesNo(value=answer):
                return m.ops.Const(BOOL, span, value=int(answer))
            case s.Me():
                return self._actor(span, scope)
            case s.It():
                if scope.it is None and scope.known is not None:
                    scope.known_said = True
                    return scope.known.written_at(span)
                if scope.it is None:
                    self.index.report(
                        codes.UNBOUND_WORD,
                        f"`{'their' if span.text.startswith('their ') else 'it'}` means nothing here",
                        span,
                        "no thing is talked about",
                        help="write `my`, for the acting player"
                        if span.text.startswith("their ")
                        else f"write `the {kind_name(scope.spoken[-1].type)}`"
                        if len(scope.spoken) == 1
                        else "name it where it comes up, as in `choose a Card as the card`, and write `the card`",
                    )
                    return unknown(span)
                subject = m.ops.Local(scope.it[1], span, value=scope.it[0])
                of_player = isinstance(subject.type, ThingType) and subject.type.kind.sheet
                return m.ops.Owner(PLAYER, span, of=subject) if of_player else subject
            case s.Local(word=word):
                return self._local(word, span, scope)
            case s.Noun():
                return self._noun(written, scope, wanted)
            case s.Indefinite(noun=noun):
                return self._noun(noun, scope, wanted, every=True)
            case s.Several(number=number, noun=noun):
                self.index.report(
                    codes.WRONG_TYPE,
                    f"`{span.text}` leaves something open, but nothing is chosen here",
                    span,
                    "which?",
                    help=f"to ask how many there are, write `the number of ... is at least {number}`",
                )
                return self._noun(noun, scope, wanted, every=True)
            case s.Of():
                return self._of(written, scope, wanted)
            case s.Located():
                return self._located(written, scope)
            case s.Ordinal(number=number):
                if number >= self.game.most_players and "game" not in self.index.lost:
                    self.index.report(
                        codes.VALUE_OUT_OF_RANGE,
                        f"there is no such player: the game has at most {self.game.most_players}",
                        span,
                        "nobody",
                        help=f"name one of the {self.game.most_players}, or let more play: `players` below `game`",
                        missing=Missing("player"),
                    )
                return m.ops.Const(PLAYER, span, value=number)
            case s.Automaton():
                if not self.game.automaton:
                    self.index.report(
                        codes.UNBOUND_WORD,
                        "this game has no automaton",
                        span,
                        "nobody",
                        help="write it behind the players: `players 1 to 3, and an automaton`",
                    )
                return m.ops.Automaton(PLAYER, span)
            case s.Highest():
                if written.random:
                    self._nothing_drawn(written)
                return self.highest(written, scope)
            case s.Rank():
                return self.rank(written, scope)
            case s.Sum(outside=s.Name()):
                return self.left_over(written, scope)
            case s.Sum(things=things, by=by):
                return self.total(things, by, span, scope)
            case s.Lines(origin=origin, over=over, end=end):
                start = self.expr(origin, scope)
                crossed, ends = (self._noun(noun, scope, None, every=True) for noun in (over, end))
                return m.ops.Lines(crossed.type, span, space=start, over=crossed, end=ends)
            case s.Distance():
                return self.distance(written, scope)
            case s.LongestWay():
                return self.longest(written, scope)
            case s.Share():
                return self.share(written, scope)
            case s.Best() | s.Worth():
                return self.best(written, scope)
            case s.Numbers():
                return self.numbers(written, scope)
            case s.Spot():
                return self.spot(written, span)
            case s.StandingOn():
                return self._standing_on(written, scope)
            case s.Inner(phrase=phrase):
                return self.unchosen(phrase, scope, article=True)
            case s.Turned():
                return self._turned(written, scope)
            case s.Beside():
                return self._beside(written, scope)
            case s.Opposite():
                return self._opposite(written, scope)
            case s.Line():
                return self._line(written, scope)
            case s.Asked():
                return self._asked(written)
            case s.Union():
                for part in written.parts:
                    self._leaves_nothing_open(part, article=True)
                both = self.phrase(s.Phrase(span, None, written, None), scope)
                return both.candidates if isinstance(both, Chosen) else both
            case s.Count(phrase=phrase):
                return m.ops.Count(INT, span, set=self.every_one(phrase, scope))
            case s.Arithmetic(operator=operator, left=left, right=right):
                return m.made(operator, INT, span, (self.number(left, scope), self.number(right, scope)))

    def spot(self, spot: s.Spot, span: Span, board: m.Expr | None = None) -> m.Expr:
        """Resolves a space by its place: `r2c3` is the third of the second row, `r2c3 of Sea` that of Sea."""
        boards = list(self.game.boards.values()) if board is None else [board.ref]
        row, _, column = spot.word[1:].partition("c")
        if len(boards) == 1:
            one = boards[0]
            if 1 <= int(row) <= one.shape.rows and 1 <= int(column) <= one.shape.columns:
                position = one.position(int(row), int(column))
                if position in one.shape.spots:
                    space = ThingType(one.space)
                    owner = board.owner if isinstance(board, m.ops.Board) else None
                    spots = SetType(space) if one.each_player and owner is None else space
                    return m.ops.Spot(spots, span, owner=owner, ref=one, value=position)
        self.index.report(
            codes.UNKNOWN_NAME,
            f"there is no space `{spot.word}`"
            if len(boards) < 2
            else f"several boards have a space `{spot.word}`",
            span,
            "on which of them?"
            if len(boards) > 1
            else f"the board has {boards[0].shape.rows} rows and {boards[0].shape.columns} columns"
            if boards
            else "there is no board",
            help=f"say on which: `{spot.word} of {boards[0].name}`" if len(boards) > 1 else None,
            missing=Missing("space" if len(boards) < 2 else "spot", spot.word),
        )
        return unknown(span)

    def _standing_on(self, written: s.StandingOn, scope: Scope) -> m.Expr:
        """Resolves `Pawn r1c2`: the one that stands there."""
        kind = self.index.find(written.name, m.Kind, "kind")
        space = self.spot(written.spot, written.spot.span)
        if kind is None or isinstance(space.type, UnknownType):
            return unknown(written.span)
        kind.used = True
        there = m.ops.On(SetType(ThingType(kind)), written.span, spaces=space, ref=kind)
        return m.ops.Next(ThingType(kind), written.span, set=there)

    def _actor(self, span: Span, scope: Scope) -> m.Expr:
        if not scope.acting:
            self.index.report(
                codes.UNBOUND_WORD,
                "there is no acting player here, so `me` and `my` mean nothing",
                span,
                "no acting player",
            )
        return m.ops.Actor(PLAYER, span)

    def _local(self, word: str, span: Span, scope: Scope) -> m.Expr:
        if word == "window":
            return m.ops.Window(UNKNOWN, span)
        if word not in scope.words:
            known = [*scope.words, "window"]
            names = (*self.game.kinds, *self.game.places, *self.game.boards, *self.game.tracks)
            self.index.report(
                codes.UNBOUND_WORD,
                f"nothing is called `the {word}` here",
                span,
                "not named before",
                help=LOCALS.get(word)
                or suggest.did_you_mean(word, [*known, *(one for one in names if one.lower() == word)])
                or f"name it first: `choose ... as the {word}`",
            )
            return unknown(span)
        if word in scope.given:
            scope.given[word].used = True
        local, kind = scope.words[word]
        return m.ops.Local(kind, span, value=local)


def _without_number(head: s.Expr) -> s.Expr:
    """Leaves out how many are chosen, at the beginning of a phrase."""
    match head:
        case s.Several(span=span, noun=noun):
            return s.Indefinite(span, noun)
        case s.Located(things=things):
            return replace(head, things=_without_number(things))
        case _:
            return head


def _open(head: s.Expr) -> tuple[bool, int]:
    """Tells whether a phrase leaves a choice open, and of how many."""
    match head:
        case s.Indefinite() | s.Numbers():
            return True, 1
        case s.Several(number=number):
            return True, number
        case s.Located(things=things):
            return _open(things)
        case _:
            return False, 1

"""What is compared by numbers: the highest of several, their order, a rank, a sum."""

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.phrases.base import PhraseBase, unknown
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.types import (
    BOOL,
    INT,
    MOST,
    NONE,
    PLAYER,
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


class Ranking(PhraseBase):
    """Resolves what follows `by`: of players it is asked as each of them, of things it is a fact of each."""

    def highest(self, written: s.Highest, scope: Scope) -> m.Expr:
        """Resolves `the highest X by Y, then by Z`: one thing, or players; where chance picks one, all the equals."""
        several = self.expr(written.things, scope)
        rates, local = self.rates(several, written.keys, scope)
        one = item(several.type)
        if written.taking is not None:
            before = self._taking(written.taking, several, local, scope)
            rates = (*before, *rates)
            ways = (*(False for _ in before), *(key.lowest for key in written.keys))
            return m.ops.Highest(one, written.span, set=several, numbers=rates, ref=ways, value=local)
        kind: Type = SetType(one) if written.random or isinstance(one, PlayerType) else one
        ways = tuple(key.lowest for key in written.keys)
        return m.ops.Highest(kind, written.span, set=several, numbers=tuple(rates), ref=ways, value=local)

    def _taking(self, written: s.Taking, several: m.Expr, local: int, scope: Scope) -> tuple[m.Expr, ...]:
        """Resolves `, following Suit, unless trumped by X`: numbers that come before the others, 1 or 0 each."""
        one, span = item(several.type), written.span
        if isinstance(one, UnknownType):
            return ()
        if not isinstance(several, m.ops.Inside) or isinstance(several.place.type, SetType):
            self.index.report(
                codes.WRONG_TYPE, "`following` needs things in one place", span,
                f"`{several.span.text}` is {several.type}", Label(several.span, "nothing was led here"),
                help="write `the highest Card of Trick by ..., following ...`",
            )  # fmt: skip
            return ()
        subject = m.ops.Local(one, span, value=local)
        fact = self.attribute(subject, written.attribute, written.attribute.span, scope)
        if not self.a_suit(subject, written.attribute, scope):
            return ()
        tests = [self.follows(subject, written.attribute, several.place, scope)]
        if written.trump is not None:
            wanted = fact.type if isinstance(fact.type, EnumType) else None
            trump = self.expr(written.trump, scope, wanted)
            if wanted is not None:
                self.expect(trump, wanted)
            tests.insert(0, m.ops.Is(BOOL, written.trump.span, left=fact, right=trump))
        alone = m.ops.Items(SetType(one), span, one=subject)
        return tuple(
            m.ops.Filter(SetType(one), test.span, set=alone, test=test, value=scope.fresh()) for test in tests
        )

    def follows(self, card: m.Expr, attribute: s.Attribute, place: m.Expr, scope: Scope) -> m.Expr:
        """Resolves whether a card is like the one that was led, the first in its place, in one fact."""
        span = attribute.span
        holds = item(card.type)
        there = m.ops.Inside(SetType(holds), span, place=place, ref=getattr(holds, "kind", None))
        led = m.ops.Last(holds, span, set=there)
        facts = [self.attribute(one, attribute, span, scope) for one in (card, led)]
        return m.ops.Is(BOOL, span, left=facts[0], right=facts[1])

    def a_suit(self, card: m.Expr, attribute: s.Attribute, scope: Scope) -> bool:
        """Reports what cards cannot follow: a number, or several."""
        fact = self.attribute(card, attribute, attribute.span, scope)
        if isinstance(fact.type, EnumType | UnknownType):
            return True
        self.index.report(
            codes.WRONG_TYPE, f"`{attribute.name}` is {fact.type}, and cards follow a value of a list",
            attribute.span, "which suit?", help="name the fact that holds the suit",
        )  # fmt: skip
        return False

    def ordered(self, several: m.Expr, order: s.Order, scope: Scope) -> m.Expr:
        """Resolves the order of what a block goes through."""
        if order.start is not None:
            first = self.expect(self.expr(order.start, scope), PLAYER)
            return self.starting_with(several, first)
        if not order.keys:
            return m.ops.Reversed(several.type, order.span, set=several)
        rates, local = self.rates(several, order.keys, scope)
        ways = tuple(key.lowest for key in order.keys)
        return m.ops.Sorted(
            several.type, order.span, set=several, numbers=tuple(rates), ref=ways, value=local
        )

    def starting_with(self, several: m.Expr, first: m.Expr) -> m.Expr:
        """Gives players in the order of turns from one of them on; reports what is no list of players."""
        if isinstance(several, m.ops.Players):
            return m.ops.Players(several.type, several.span, first=first)
        if isinstance(several, m.ops.Filter):
            return several.with_args((self.starting_with(several.set, first), *several.args[1:]))
        if not isinstance(several.type, UnknownType):
            self.index.report(
                codes.WRONG_SENTENCE, "only players start with one of them", first.span,
                f"`{' '.join(several.span.text.split())}` are not players in the order of turns",
                help="write `each player, starting with ...`; things come `by` a number, or `last first`",
            )  # fmt: skip
        return several

    def rank(self, written: s.Rank, scope: Scope) -> m.Expr:
        """Resolves `the rank of me by Y`: 1 and how many who remain have more."""
        player = self.expect(self.expr(written.player, scope), PLAYER)
        several = m.ops.Players(SetType(PLAYER), written.span)
        rates, local = self.rates(several, written.keys, scope)
        ways = tuple(key.lowest for key in written.keys)
        kind = IntType(1, self.game.most_players)
        return m.ops.Rank(kind, written.span, player=player, numbers=tuple(rates), ref=ways, value=local)

    def total(self, things: s.Expr, by: s.Expr, span: Span, scope: Scope) -> m.Expr:
        """Resolves `the sum of X by Y`."""
        several = self.expr(things, scope)
        rates, local = self.rates(several, (s.Key(by.span, by, False),), scope)
        return m.ops.Sum(INT, span, set=several, number=rates[0], value=local)

    def share(self, written: s.Share, scope: Scope) -> m.Expr:
        """Resolves `the share of me in their Paid among players that are Live by their Worth, highest first`."""
        player = self.expect(self.expr(written.player, scope), PLAYER)
        among = self.expect(self.expr(written.among, scope), SetType(PLAYER))
        seats = m.ops.Seats(SetType(PLAYER), written.span)
        keys = (s.Key(written.paid.span, written.paid, False), *written.keys)
        (paid, *rates), local = self.rates(seats, keys, scope)
        paid = self.expect(paid, INT)
        high = paid.type.high if isinstance(paid.type, IntType) else None
        most = MOST if high is None else min(max(high, 0) * self.game.most_players, MOST)
        return m.ops.Share(
            IntType(0, most), written.span, player=player, among=among, paid=paid, numbers=tuple(rates),
            ref=tuple(key.lowest for key in written.keys), value=local,
        )  # fmt: skip

    def best(self, written: s.Best | s.Worth, scope: Scope) -> m.Expr:
        """Resolves `the best Hand of X` and `the worth of X as a Hand`."""
        enum = self.index.find(written.name, m.Enum, "list of patterns")
        several = written.things.things if isinstance(written.things, s.Exactly) else (written.things,)
        cards, *more = (self.expr(one, scope) for one in several)
        if enum is None or any(isinstance(item(one.type), UnknownType) for one in (cards, *more)):
            return unknown(written.span)
        ranking = enum.ranking
        if ranking is None:
            self.index.report(
                codes.WRONG_TYPE, f"`{enum.name}` says of no cards what they make", written.name.span,
                "no patterns of cards", Label(enum.name_span, "declared here"),
                help="declare them: `patterns Hand of 5 Cards by Rank`, then a pattern a line",
            )  # fmt: skip
            return unknown(written.span)
        self.expect(cards, SetType(ThingType(ranking.kind)))
        best = isinstance(written, s.Best)
        kind = EnumType(enum) if best else IntType(0, ranking.most - 1)
        if isinstance(written.things, s.Exactly):
            self.expect(more[0], SetType(ThingType(ranking.kind)))
            if not self._taken_apart(enum, ranking, written.things):
                return unknown(written.span)
            number, taken = written.things.numbers[0], m.ops.BestTaken if best else m.ops.WorthTaken
            return taken(kind, written.span, cards=cards, others=more[0], ref=enum, value=number)
        wild: m.Expr | None = None
        if ranking.wild:
            cards = self.expr(_wild(written.things, ranking.wild, negated=True), scope)
            wild = self.expr(
                s.Count(written.span, _wild(written.things, ranking.wild, negated=False).phrase), scope
            )
        made = m.ops.BestPattern if best else m.ops.Worth
        return made(kind, written.span, cards=cards, wild=wild, ref=enum)

    def _taken_apart(self, enum: m.Enum, ranking: m.Ranking, things: s.Exactly) -> bool:
        """Tells whether so many cards of either place make a pattern; reports it if they do not."""
        number = sum(things.numbers)
        if ranking.wild:
            why = "wild cards count as any card, but here a fixed number of cards from each place counts"
            help_ = f"leave out `{ranking.wild} wild` behind the patterns, or `exactly` here"
        elif number != ranking.number or 0 in things.numbers:
            why = f"these are {number} cards, and a {enum.name} has {ranking.number}"
            help_ = f"write two numbers, of at least 1, that make {ranking.number}"
        else:
            return True
        self.index.report(
            codes.WRONG_TYPE, why, things.span, "an exact number", Label(enum.name_span, "declared here"),
            help=help_,
        )  # fmt: skip
        return False

    def left_over(self, written: s.Sum, scope: Scope) -> m.Expr:
        """Resolves `the sum of Cards of my Hand outside Melds by Points`."""
        assert written.outside is not None
        named = next(
            (one for one in self.game.enums.values() if plural(one.name) == written.outside.text), None
        )
        enum = named or self.index.find(written.outside, m.Enum, "list of melds")
        cards = self.expr(written.things, scope)
        if enum is None or isinstance(item(cards.type), UnknownType):
            return unknown(written.span)
        if not self.melds(enum, written.outside):
            return unknown(written.span)
        none = m.ops.Items(
            cards.type, written.span, one=m.ops.Const(item(cards.type), written.span, value=NONE)
        )
        return self.counted_outside(enum, cards, none, written.by, written.span, scope)

    def counted_outside(
        self, enum: m.Enum, cards: m.Expr, begun: m.Expr, by: s.Expr, span: Span, scope: Scope
    ) -> m.Expr:
        """Resolves how much the cards count at least that no meld takes."""
        assert enum.melding is not None
        cards = self.expect(cards, SetType(ThingType(enum.melding.kind)))
        rates, local = self.rates(cards, (s.Key(by.span, by, False),), scope)
        return m.ops.LeftOver(INT, span, cards=cards, begun=begun, number=rates[0], value=local, ref=enum)

    def sum_of(self, several: m.Expr, adds: s.AddsUp, scope: Scope, span: Span | None = None) -> m.ops.AddsUp:
        """Resolves what some of several add up to, and by what."""
        total = self.number(adds.total, scope)
        (number,), local = self.rates(several, (s.Key(adds.by.span, adds.by, False),), scope)
        return m.ops.AddsUp(BOOL, span or adds.span, set=several, total=total, number=number, value=local)

    def adds_up(self, written: s.Quantified, phrase: s.Phrase, adds: s.AddsUp, scope: Scope) -> m.Expr:
        """Resolves `some Cards of Table add up to 15 by Worth`."""
        found: m.Expr = self.sum_of(self.every_one(phrase, scope), adds, scope, written.span)
        if written.quantifier == "every":
            self.index.report(
                codes.WRONG_TYPE,
                "`every` asks about each thing by itself, but a sum is about several",
                written.span,
                "which of them?",
                help="write `some ... add up to`, or compare `the sum of ... by ...`",
            )
        return m.ops.Not(BOOL, written.span, condition=found) if written.quantifier == "no" else found

    def makes_meld(self, subject: m.Expr, written: s.MakesMeld, span: Span, scope: Scope) -> m.Expr:
        """Resolves `makes a Meld together with Cards of Spread`."""
        enum = self.index.find(written.name, m.Enum, "list of melds")
        if enum is None or isinstance(item(subject.type), UnknownType) or not self.melds(enum, written.name):
            return unknown(span, BOOL)
        assert enum.melding is not None
        cards = self._all_of(subject, enum.melding.kind, scope)
        laid = more = cards
        if written.along is not None:
            laid = self._all_of(self.expr(written.along, scope), enum.melding.kind, scope)
            cards = m.ops.Union(cards.type, span, left=cards, right=laid)
            more = cards
        if written.more is not None:
            more = self._all_of(self.expr(written.more, scope), enum.melding.kind, scope)
        found: m.Expr = m.ops.MakesMeld(BOOL, span, cards=cards, more=more, ref=enum)
        if written.most is not None:
            most = self.number(written.most[0], scope)
            every = m.ops.Union(cards.type, span, left=more, right=cards)
            left = self.counted_outside(enum, every, cards, written.most[1], span, scope)
            found = m.made("and", BOOL, span, (found, m.made("at_most", BOOL, span, (left, most))))
        return found

    def _all_of(self, found: m.Expr, kind: m.Kind, scope: Scope) -> m.Expr:
        """Gives cards as a set: those in a place, in that of a thing, several, or one."""
        one, holder = ThingType(kind), found.type
        if isinstance(holder, ThingType) and holder.kind is not kind:
            places = [at for at in self.game.places.values() if at.owner is holder.kind and at.holds is kind]
            if len(places) == 1:
                name = s.Attribute(found.span, places[0].name, False)
                found = self.attribute(found, name, found.span, scope)
        if isinstance(found.type, PlaceType):
            holds = found.type.holds
            found = m.ops.Inside(SetType(ThingType(holds)), found.span, place=found, ref=holds)
        elif not isinstance(found.type, SetType):
            found = m.ops.Items(SetType(found.type), found.span, one=found)
        return self.expect(found, SetType(one))

    def melds(self, enum: m.Enum, name: s.Name) -> bool:
        """Reports a list of which no melds are made."""
        if enum.melding is None:
            self.index.report(
                codes.WRONG_TYPE, f"`{enum.name}` says of no cards which are laid down together", name.span,
                "no melds", Label(enum.name_span, "declared here"),
                help="declare them: `patterns Meld of Cards by Rank`, then `Set: 3 or more alike`",
            )  # fmt: skip
        return enum.melding is not None

    def rates(self, several: m.Expr, keys: tuple[s.Key, ...], scope: Scope) -> tuple[tuple[m.Expr, ...], int]:
        """Resolves the numbers that several are compared by; in them, `it` is the one that is asked."""
        one = item(several.type)
        local = scope.fresh()
        before, scope.it = scope.it, (local, one)
        made = []
        for key in keys:
            by = key.by
            if isinstance(one, ThingType) and isinstance(by, s.Noun) and by.name is not None:
                attribute = s.Attribute(by.span, by.name.text, False, by.arguments)
                subject = m.ops.Local(one, by.span, value=local)
                made.append(self.attribute(subject, attribute, by.span, scope))
            else:
                made.append(self.expr(by, scope))
        scope.it = before
        return tuple(self._compared(rate) for rate in made), local

    def _compared(self, rate: m.Expr) -> m.Expr:
        """Checks that things are compared by a number; several count as many as they are."""
        return rate if isinstance(rate.type, SetType) else self.expect(rate, INT)

    def _nothing_drawn(self, written: s.Highest) -> None:
        self.index.report(
            codes.WRONG_TYPE,
            "chance picks one of the equals only where something is chosen",
            written.span,
            "nothing is drawn here",
            help="choose before: `choose the highest ..., then at random as the ...`, then `the ...`",
        )


def _wild(things: s.Expr, name: str, *, negated: bool) -> s.Inner:
    """Writes those of some cards that are wild, or that are not."""
    span = things.span
    told = s.Is(span, negated, "value", s.Noun(span, (), s.Name(span, name)))
    return s.Inner(span, s.Phrase(span, None, things, s.Relative(span, (told,), "and")))

"""Auctions: players bid in turn or in secret, and the winner does what is said below.

An auction is written out in statements that are there already, so whoever goes through statements knows it. A bid is a
fact of each player: 0 as long as they have none, and again when they pass for good.
"""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.operands import Operands
from gekido_dsl.model.types import PLAYER, IntType, UnknownType
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_PRICE: Final = "highest bid"
"""What the highest bid is called inside; no author can write it, as it is no word."""


class Auctions(Operands):
    """Writes auctions out."""

    def auctioned(self, written: s.Auction, scope: Scope) -> tuple[s.Statement, ...]:
        """Gives the statements that an auction is short for; none if its bids cannot be kept."""
        head = written.phrase.head
        if not isinstance(head, s.Noun) or head.name is not None:
            self.index.report(
                codes.WRONG_SENTENCE, "only players bid", written.phrase.span, "expected players",
                help="write `in turn each player bids ...`, or `each player that is ... bids ...`",
            )  # fmt: skip
            return ()
        if not self._keeps_bids(written, scope):
            return ()
        span, fact = written.span, written.fact
        everyone = s.Phrase(span, None, s.Noun(span, (), None))
        mine = s.Of(fact.span, s.Me(fact.span), fact)
        to_nothing = _set(mine, s.Num(span, 0), span)
        first = (
            s.Each(span, everyone, (to_nothing,)),
            *(_sealed if written.sealed else _open)(written, mine, to_nothing),
        )
        # Nothing but bids changed since the winner named theirs.
        enough = s.Test(span, mine, s.Is(span, False, "at_most", written.high))
        wins = s.Each(span, s.Phrase(span, None, _leader(fact, span)), written.body, sure=enough)
        return (*first, s.If(span, _some_bid(fact, span), (wins,), written.otherwise))

    def _keeps_bids(self, written: s.Auction, scope: Scope) -> bool:
        """Reports a fact that holds no bids: no number of each player, or seen by the wrong players."""
        fact = written.fact
        anyone = m.ops.Local(PLAYER, fact.span, value=0)
        found = self.phrases.attribute(anyone, fact, fact.span, scope)
        if isinstance(found.type, UnknownType):
            return False
        if not isinstance(found, m.ops.Field) or not isinstance(found.type, IntType) or found.args[1:]:
            why, help = f"`{fact.name}` keeps no number of each player", "write it below `each player has`"
        elif not written.sealed and found.ref.seen != "everyone":
            why = f"bids in turn are open, and not everyone sees `{fact.name}`"
            help = f"leave out `, seen by ...` behind `{fact.name}`, or write `secretly each player bids ...`"
        elif written.sealed and found.ref.seen == "everyone":
            why = f"bids are secret, and everyone sees `{fact.name}`"
            help = f"write `{fact.name}: 0 to 30, starts 0, seen by its owner`"
        else:
            return True
        self.index.report(codes.WRONG_SENTENCE, why, fact.span, "bids are kept here", help=help)
        return False


def _open(written: s.Auction, mine: s.Expr, to_nothing: s.Sentence) -> tuple[s.Statement, ...]:
    """Writes out bids in turn: everyone is asked once, and then who has bid, until one of them is left."""
    span, fact = written.span, written.fact
    order = s.Order(span, (), start=written.start) if written.start is not None else None
    price = s.Local(span, _PRICE)
    named = s.Sentence(
        span, None, False, "call", s.Phrase(span, None, s.Of(span, _leader(fact, span), fact)), None,
        (s.Prep(span, "as", s.Phrase(span, None, price)),),
    )  # fmt: skip
    higher = s.Arithmetic(span, "plus", price, s.Num(span, 1))
    more: s.Cond = s.Test(written.high.span, written.high, s.Is(span, False, "more", price))
    goes_on: s.Statement = _bid(written, mine, higher)
    begins, can = goes_on, more
    if not isinstance(written.low, s.Num) or written.low.value > 1:
        under = s.Test(span, price, s.Is(span, False, "less", written.low))
        begins = s.If(span, under, (_bid(written, mine, written.low),), (goes_on,))
        if not (isinstance(written.low, s.Num) and isinstance(written.high, s.Num)):
            enough = s.Test(written.high.span, written.high, s.Is(span, False, "at_least", written.low))
            can = s.Logic(span, "and", (more, enough))

    def asked(bid: s.Statement, possible: s.Cond) -> tuple[s.Statement, ...]:
        raises = s.Alternative(span, text("Raise"), s.Guard(span, "if", possible), (bid,))
        passes = s.Alternative(span, text("Pass for good"), None, (to_nothing,))
        return named, s.ChooseOne(span, written.asking or text("Do you raise?"), (raises, passes))

    several = s.Test(span, s.Count(span, _bidders(fact, span)), s.Is(span, False, "more", s.Num(span, 1)))
    still = s.Test(span, mine, s.Is(span, False, "at_least", s.Num(span, 1)))
    again = s.Each(
        span,
        _bidders(fact, span),
        (s.If(span, s.Logic(span, "and", (still, several)), asked(goes_on, more), ()),),
        order=order,
    )
    return s.Each(span, written.phrase, asked(begins, can), order=order), s.Repeat(
        span, "while", several, None, (again,)
    )


def _sealed(written: s.Auction, mine: s.Expr, to_nothing: s.Sentence) -> tuple[s.Statement, ...]:
    """Writes out bids in secret, which then are shown."""
    span = written.span
    bid = _bid(written, mine, written.low)
    everyone = s.Phrase(span, None, s.Noun(span, (), None))
    shown = s.Sentence(span, None, False, "show", s.Phrase(span, None, mine), None)
    return s.Each(span, written.phrase, (bid,), True), s.Each(span, everyone, (shown,))


def _bid(written: s.Auction, mine: s.Expr, low: s.Expr) -> s.Sentence:
    numbers = s.Numbers(written.span, low, written.high)
    asking = written.asking or (
        text("What do you bid, in secret?") if written.sealed else text("What do you bid?")
    )
    return _set(mine, numbers, written.span, asking, s.Guard(written.span, "possible", None))


def _set(
    fact: s.Expr, value: s.Expr, span: Span, asking: str | None = None, guard: s.Guard | None = None
) -> s.Sentence:
    goal = s.Prep(span, "to", s.Phrase(span, None, value))
    return s.Sentence(span, None, False, "set", s.Phrase(span, None, fact), None, (goal,), asking, guard)


def _bidders(fact: s.Attribute, span: Span) -> s.Phrase:
    """Gives the players who have a bid."""
    has = s.Whose(span, fact, s.Is(span, False, "at_least", s.Num(span, 1)))
    return s.Phrase(span, None, s.Noun(span, (), None), s.Relative(span, (), "and", (has,)))


def _some_bid(fact: s.Attribute, span: Span) -> s.Cond:
    number = s.Count(span, _bidders(fact, span))
    return s.Test(span, number, s.Is(span, False, "at_least", s.Num(span, 1)))


def _leader(fact: s.Attribute, span: Span) -> s.Expr:
    """Gives the first of those with the highest bid."""
    key = s.Key(span, s.Of(span, s.It(span), fact), False)
    best = s.Highest(span, s.Noun(span, (), None), (key,))
    return s.Inner(span, s.Phrase(span, s.Quantity(span, "nth", 0), best))

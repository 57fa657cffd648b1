"""Betting: players fold, call or raise in turn; and what all paid is shared out.

Both are written out in statements that are there already, so whoever goes through statements knows them. In the first
round of betting everyone may raise; after it only who owes something is asked.
"""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.phrases.prices import Due
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.loops import IN_TURN, in_loop
from gekido_dsl.model.sentences.payments import Payments
from gekido_dsl.model.types import BOOL, INT, MOST, PLAYER, IntType, Type, UnknownType
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_WAYS: Final = ("Fold", "Check", "Call", "Raise")
_FIRST: Final = "first round of betting"
_AGAIN: Final = "asked again"
_PRICE: Final = "price"
_OWED: Final = "owed"
_LAST: Final = "last raise"
_RAISE: Final = "raise"
"""What is noted inside, each in a local; no author can write these, as they are no words, or are hidden again."""


class Betting(Payments):
    """Writes betting and the sharing of pots out."""

    @abstractmethod
    def each(self, written: s.Each, scope: Scope) -> m.Each:
        """Resolves `each` with its order and its block."""

    def bet(self, written: s.Betting, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves a round of betting; gives nothing if it was reported."""
        dues = self.phrases.dues(written.price, None, scope)
        if len(dues) != 1 or not self._can_bet(written, dues[0], scope):
            return ()
        span, due = written.span, dues[0]
        if not self._another("rounds of betting", span):
            return ()
        with _hidden(scope, _FIRST, _AGAIN, _PRICE, _OWED, _LAST, _RAISE):
            before = [_note(word, _yes(span, 1), BOOL, scope) for word in (_FIRST, _AGAIN)]
            if written.like_last:
                least = self.phrases.number(due.number, scope)
                before.append(_note(_LAST, least, IntType(0, MOST), scope))
            inner, counter = scope.size, scope.fresh()
            order = s.Order(span, (), start=written.start) if written.start is not None else None
            with in_loop(scope, "repeat", IN_TURN):
                each = self.each(s.Each(span, written.phrase, (), order=order), scope)
                it, spoken = scope.it, scope.spoken
                scope.it = (each.local, PLAYER)
                with in_loop(scope, "player"):
                    asked = self._asked(written, due, scope)
                scope.it, scope.spoken = it, spoken
            rounds = (
                _note(_AGAIN, _yes(span, 0), BOOL, scope),
                replace(each, body=asked),
                _note(_FIRST, _yes(span, 0), BOOL, scope),
            )
            again = m.Repeat(
                _noted(_AGAIN, span, scope), None, counter, rounds, span, None, False, (inner, scope.size)
            )
        return (*before, again)

    def _can_bet(self, written: s.Betting, due: Due, scope: Scope) -> bool:
        """Reports what cannot be bet, where it cannot be kept, and who would be asked after they fold."""
        head, stake = written.phrase.head, written.stake
        if not isinstance(head, s.Noun) or head.name is not None:
            why, at, help = (
                "only players bet",
                written.phrase.span,
                "write `each player that is ... bets ...`",
            )
        elif written.phrase.relative is None:
            why, at = "who folds would be asked again", written.phrase.span
            help = "write `each player that is ... bets ...`, and let it be so no longer below `otherwise`"
        elif due.fact is None:
            why, at = f"`{_said(due.span)}` is no number of a player", due.span
            help = "bet a number below `each player has`, as in `bets at least 2 Chips`"
        else:
            anyone = m.ops.Local(PLAYER, stake.span, value=0)
            found = self.phrases.attribute(anyone, stake, stake.span, scope)
            if isinstance(found.type, UnknownType):
                return False
            if isinstance(found, m.ops.Field) and isinstance(found.type, IntType) and not found.args[1:]:
                return True
            why, at = f"`{stake.name}` keeps no number of each player", stake.span
            help = "write it below `each player has`"
        self.index.report(codes.WRONG_SENTENCE, why, at, "in a round of betting", help=help)
        return False

    def _asked(self, written: s.Betting, due: Due, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves what each player is asked in turn."""
        span = written.span
        assert due.fact is not None
        me = m.ops.Local(PLAYER, span, value=0)
        chips = self.phrases.attribute(me, due.fact, span, scope)
        stake = self.phrases.attribute(me, written.stake, span, scope)
        leader = s.Highest(
            span, s.Noun(span, (), None), (s.Key(span, s.Of(span, s.It(span), written.stake), False),)
        )
        top: s.Expr = s.Of(
            span, s.Inner(span, s.Phrase(span, s.Quantity(span, "nth", 0), leader)), written.stake
        )
        if written.calling is not None:
            top = s.Arithmetic(span, "larger", top, written.calling)
        kind = IntType(0, MOST)
        price = _note(_PRICE, self.phrases.number(top, scope), kind, scope)
        owed = m.ops.Minus(kind, span, left=_noted(_PRICE, span, scope), right=stake)
        owes = _note(_OWED, owed, kind, scope)
        due_now = _noted(_OWED, span, scope)
        none, one = (m.ops.Const(IntType(n, n), span, value=n) for n in (0, 1))
        owing = m.ops.AtLeast(BOOL, span, left=due_now, right=one)
        dearer = self._some_other(written.phrase, False, due, written.stake, scope)
        deep = self._some_other(written.phrase, True, due, written.stake, scope)
        first = _noted(_FIRST, span, scope)
        has_some = m.ops.AtLeast(BOOL, span, left=chips, right=one)
        asked = _all(span, has_some, _any(span, first, owing), _any(span, dearer, deep))
        can = [m.ops.More(BOOL, span, left=chips, right=due_now), deep]
        if written.like_last:
            last = _noted(_LAST, span, scope)
            can.append(_any(span, first, m.ops.AtLeast(BOOL, span, left=due_now, right=last)))
        fold, check, call, raised = (_told(word, me, span) for word in _WAYS)
        menu = m.Menu(
            None,
            written.asking or "What do you do?",
            _WAYS,
            (owing, m.ops.Is(BOOL, span, left=due_now, right=none), owing, _all(span, *can)),
            (
                (fold, *self.block(written.fold, scope)),
                (check,),
                (call, *self.block((_paid(written, due, s.Local(span, _OWED)),), scope)),
                (raised, *self._raised(written, due, scope)),
            ),
            span,
        )
        on = _note(_AGAIN, _yes(span, 1), BOOL, scope)
        return (price, owes, m.If(asked, (on, menu), (), span))

    def _some_other(self, phrase: s.Phrase, deep: bool, due: Due, stake: s.Attribute, scope: Scope) -> m.Expr:
        """Resolves whether some other player has paid more, or who plays on could pay more than the price."""
        span = phrase.span
        noun = s.Noun(span, ("other",), None)
        among = replace(phrase, head=noun) if deep else s.Phrase(span, None, noun)
        several = self.phrases.every_one(among, scope)
        if isinstance(several, m.ops.Filter):
            players, local, also = several.set, several.value, several.test
        else:
            players, local, also = several, scope.fresh(), _yes(span, 1)
        them = m.ops.Local(PLAYER, span, value=local)
        theirs = self.phrases.attribute(them, stake, span, scope)
        assert due.fact is not None
        if deep:
            chips = self.phrases.attribute(them, due.fact, span, scope)
            theirs = m.ops.Plus(INT, span, left=chips, right=theirs)
            than: m.Expr = _noted(_PRICE, span, scope)
        else:
            me = m.ops.Local(PLAYER, span, value=0)
            than = self.phrases.attribute(me, stake, span, scope)
        more = m.ops.More(BOOL, span, left=theirs, right=than)
        return m.ops.Some(BOOL, span, set=players, test=_all(span, also, more), value=local)

    def _raised(self, written: s.Betting, due: Due, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves a raise: by how much, and that it is paid."""
        span = written.span
        owed, last = s.Local(span, _OWED), s.Local(span, _LAST)
        assert due.fact is not None
        most = s.Arithmetic(span, "minus", s.Of(span, s.Me(span), due.fact), owed)
        step: s.Expr = last if written.like_last else due.number
        low = s.Arithmetic(span, "smaller", step, most)
        named = (s.Prep(span, "as", s.Phrase(span, None, s.Local(span, _RAISE))),)
        if written.least:
            by: s.Expr = s.Numbers(span, s.Arithmetic(span, "larger", low, s.Num(span, 1)), most)
            chosen = s.Sentence(
                span, None, False, "choose", s.Phrase(span, None, by), None, named, "By how much?",
                otherwise=(s.Nothing(span),),
            )  # fmt: skip
        else:
            chosen = s.Sentence(span, None, False, "call", s.Phrase(span, None, low), None, named)
        total = s.Arithmetic(span, "plus", owed, s.Local(span, _RAISE))
        steps = self.block((chosen, _paid(written, due, total)), scope)
        if not written.like_last:
            return steps
        raised, before = _noted(_RAISE, span, scope), _noted(_LAST, span, scope)
        more = m.ops.More(BOOL, span, left=raised, right=before)
        return (*steps, m.If(more, (_note(_LAST, raised, IntType(0, MOST), scope),), (), span))

    def shared_out(self, written: s.ShareOut, scope: Scope) -> tuple[s.Statement, ...]:
        """Gives the statements that sharing out is short for; none if there is no such number."""
        span, sheet = written.span, self.game.kinds.get(s.SHEET)
        fields = sheet.fields.values() if sheet is not None else ()
        name = written.paid
        fact = next((one for one in fields if name.text in (one.name, plural(one.name))), None)
        if fact is None or not isinstance(fact.type, IntType) or fact.index is not None:
            self.index.report(
                codes.WRONG_SENTENCE, f"`{name.text}` is no number of each player", name.span, "what is shared?",
                help="name the number below `each player has` in which they paid, as in `share all Stakes`",
            )  # fmt: skip
            return ()
        paid = s.Attribute(name.span, fact.name, False)
        theirs = s.Of(name.span, s.It(name.span), paid)
        keys = written.keys or (s.Key(span, s.Num(span, 0), False),)
        share = s.Share(span, s.Me(span), theirs, written.among, keys)
        everyone = s.Phrase(span, None, s.Noun(span, (), None))
        won = s.Phrase(written.won.span, None, s.Of(written.won.span, s.Me(span), written.won))
        gains = s.Sentence(span, won, False, "gain", s.Phrase(span, None, share), None)
        mine = s.Phrase(name.span, None, s.Of(name.span, s.Me(span), paid))
        goal = s.Prep(span, "to", s.Phrase(span, None, s.Num(span, 0)))
        empties = s.Sentence(span, None, False, "set", mine, None, (goal,))
        return s.Each(span, everyone, (gains,)), s.Each(span, everyone, (empties,))


@contextmanager
def _hidden(scope: Scope, *words: str) -> Iterator[None]:
    """Hides what the author calls so while a round of betting is written out."""
    before = {word: scope.words.pop(word) for word in words if word in scope.words}
    yield
    for word in words:
        scope.words.pop(word, None)
    scope.words.update(before)


def _note(word: str, found: m.Expr, kind: Type, scope: Scope) -> m.Sentence:
    """Notes something, in the local of before if it was noted already."""
    local = scope.words[word][0] if word in scope.words else scope.name(word, kind)
    return m.Sentence(m.acts.Bind(found, local), found.span)


def _noted(word: str, span: Span, scope: Scope) -> m.Expr:
    local, kind = scope.words[word]
    return m.ops.Local(kind, span, value=local)


def _told(word: str, me: m.Expr, span: Span) -> m.Sentence:
    """Tells everybody what was chosen: bets are open, and a number that grew says less."""
    return m.Sentence(m.acts.Announce(me, None, word), span)


def _yes(span: Span, value: int) -> m.Expr:
    return m.ops.Const(BOOL, span, value=value)


def _all(span: Span, *conditions: m.Expr) -> m.Expr:
    return m.made("and", BOOL, span, conditions)


def _any(span: Span, *conditions: m.Expr) -> m.Expr:
    return m.made("or", BOOL, span, conditions)


def _paid(written: s.Betting, due: Due, number: s.Expr) -> s.Pay:
    """Writes that a player pays as much, or all that is left, into what they have at stake."""
    span = written.span
    goal = s.Of(span, s.Me(span), written.stake)
    price = s.Price(span, number, written.price.unit, None)
    return s.Pay(span, None, False, (price,), None, goal, True, None, None, None)


def _said(span: Span) -> str:
    return " ".join(span.text.split())

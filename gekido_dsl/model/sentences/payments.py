"""Payments: all of it or nothing, or as much as is left.

A payment is written out in statements that are there already, so whoever goes through statements knows it.
"""

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m
from gekido_dsl.model import ranges, walk
from gekido_dsl.model.phrases.prices import Due, paid_by, payable
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences.operands import Operands
from gekido_dsl.model.types import BOOL, IntType, PlaceType, PlayerType, UnknownType
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_MOST_WRITTEN_OUT: Final = 100


class Payments(Operands):
    """Writes payments out."""

    @abstractmethod
    def block(self, written: tuple[s.Statement, ...], scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves statements."""

    def paid(self, written: s.Pay, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves a payment; gives nothing if it was reported."""
        span, subject = written.span, written.subject
        if subject is not None and isinstance(written.goal, s.Me):
            # Nobody pays to themselves: `me` is who acts in the rule around.
            called, goal_ = _called(written.goal, "payee")
            before = self.block((called,), scope)
            return (*before, *self.paid(replace(written, goal=goal_), scope))
        if subject is not None and subject.quantity is not None:
            one = replace(written, subject=None)
            return self.block((s.Each(span, replace(subject, quantity=None), (one,)),), scope)
        if subject is not None and paid_by(subject.head, s.It(span)) != subject.head:
            # While a neighbour pays, `me` is that neighbour: `my left neighbour` is another then.
            called, payer_ = _called(subject.head, "payer")
            before = self.block((called,), scope)
            return (*before, *self.paid(replace(written, subject=replace(subject, head=payer_)), scope))
        payer: s.Expr = subject.head if subject is not None else s.Me(span)
        prices: tuple[s.Price, ...] = paid_by(written.prices, payer)
        source = paid_by(written.source, payer)
        goal = paid_by(written.goal, payer)
        dues = [due for price in prices for due in self.phrases.dues(price, source, scope)]
        if not dues:
            return ()
        if not written.all_left:
            self.phrases.can_be_there(dues)
        else:
            dues = [self._at_least_nothing(due, scope) for due in dues]
        named: list[s.Statement] = []
        fixed = [
            self._due_named(number, due, payer, source, written, named, scope)
            for number, due in enumerate(dues)
        ]
        steps: list[s.Statement] = []
        mixed = any(due.fact is None for due in fixed)
        for due in fixed:
            steps += self._pay_steps(due, payer, source, goal, written, mixed, scope)
        if len(steps) < len(fixed):
            return ()
        guard = written.guard
        condition = guard.condition if guard is not None else None
        test = None if condition is None else self.phrases.cond(condition, scope)
        if test is not None and guard is not None and guard.kind == "unless":
            test = m.ops.Not(test.type, guard.span, condition=test)
        found = self.block(tuple(named), scope)
        if written.all_left and not written.may:
            found = (*found, *self.block(tuple(steps), scope))
        else:
            found = (*found, *self._if_there(written, payable(fixed, payer, source, span), steps, scope))
        return found if test is None else (m.If(test, found, (), span),)

    def offered(self, written: s.Offer, scope: Scope) -> tuple[m.Statement, ...]:
        """Resolves an offer: the others answer in turn, and the first who accepts trades with who offers."""
        span = written.span
        if not self._another("offers", span):
            return ()
        word = Span(span.source, span.start, span.start + len("offer"))
        host = s.Local(word, "host of an offer")
        given: tuple[s.Price, ...] = paid_by(written.given, host)
        wanted: tuple[s.Price, ...] = paid_by(written.wanted, host)
        name = s.Prep(span, "as", s.Phrase(span, None, host))
        called = s.Sentence(span, None, False, "call", s.Phrase(span, None, s.Me(span)), None, (name,))
        takes = s.Pay(span, None, False, wanted, None, host, False, None, None, None)
        gives = s.Pay(
            span, s.Phrase(span, None, host), False, given, None, s.Me(word), False, None, None, None
        )
        done = s.Sentence(span, None, False, "stop", None, None, loop="player")
        can = s.Test(span, s.Me(span), s.CanPay(span, False, wanted))
        ways = (
            s.Alternative(span, "No", None, (s.Nothing(span),)),
            s.Alternative(span, "Yes", s.Guard(span, "if", can), (takes, gives, done)),
        )
        asking = written.asking or _asked(written)
        asked = s.Each(span, written.to, (s.ChooseOne(span, asking, ways),))
        condition = written.guard.condition if written.guard is not None else None
        test = None if condition is None else self.phrases.cond(condition, scope)
        if test is not None and written.guard is not None and written.guard.kind == "unless":
            test = m.ops.Not(test.type, written.guard.span, condition=test)
        before = self.block((called,), scope)
        dues = [due for price in given for due in self.phrases.dues(price, None, scope)]
        if not dues:
            return ()
        self.phrases.can_be_there(dues)
        open_ = scope.fresh()
        made = self.block((asked,), scope)
        if written.otherwise is not None:
            refused = m.ops.Local(BOOL, span, value=open_)
            made = tuple(_accepted(one, open_) for one in made)
            left = m.If(refused, self.block(written.otherwise, scope), (), span)
            made = (_noted(open_, 1, span), *made, left)
        if any(due.thing is None for due in dues):
            there = self.phrases.cond(payable(dues, host, None, span), scope)
            made = (m.If(there, made, (m.Sentence(m.acts.Owe(), span),), span),)
        made = (*before, *made)
        return made if test is None else (m.If(test, made, (), span),)

    def _another(self, what: str, span: Span) -> bool:
        """Tells whether there is room for something that is written out in many statements; reports one too many."""
        self.index.written_out[what] += 1
        found = self.index.written_out[what]
        if found == _MOST_WRITTEN_OUT + 1:
            why, help = f"a game has {_MOST_WRITTEN_OUT} {what} at most", "do one again in a loop"
            self.index.report(codes.TOO_LARGE, why, span, "one too many", help=help)
        return found <= _MOST_WRITTEN_OUT

    def _if_there(
        self, written: s.Pay, can: s.Cond, steps: list[s.Statement], scope: Scope
    ) -> tuple[m.Statement, ...]:
        """Resolves a payment that is made if all of it is there; else it is what the rule says, or a rule error."""
        span, otherwise = written.span, written.otherwise
        if written.may:
            only = None if written.all_left else s.Guard(span, "if", can)
            label = _label(written)
            asked = s.May(span, written.subject, label, only, tuple(steps), otherwise or ())
            return self.block((asked,), scope)
        test = self.phrases.cond(can, scope)
        made = self.block(tuple(steps), scope)
        possible = written.guard is not None and written.guard.condition is None
        if possible or otherwise is not None:
            return (m.If(test, made, self.block(otherwise or (), scope), span),)
        return (m.If(test, made, (m.Sentence(m.acts.Owe(), span),), span),)

    def _due_named(
        self,
        number: int,
        due: Due,
        payer: s.Expr,
        source: s.Expr | None,
        written: s.Pay,
        named: list[s.Statement],
        scope: Scope,
    ) -> Due:
        """Gives what is due with a number that stays as it is while it is paid."""
        amount = due.number
        if written.all_left and due.fact is None:
            amount = s.Arithmetic(due.span, "smaller", amount, due.held(payer, source))
        elif (len(written.prices) == 1 and (due.fact is None or written.goal is None)) or self._stays(
            amount, scope
        ):
            return due
        word = s.Local(due.span, f"sum {number}")
        name = s.Prep(due.span, "as", s.Phrase(due.span, None, word))
        phrase = s.Phrase(due.span, None, amount)
        named.append(s.Sentence(due.span, None, False, "call", phrase, None, (name,)))
        return replace(due, number=word)

    def _pay_steps(
        self,
        due: Due,
        payer: s.Expr,
        source: s.Expr | None,
        goal: s.Expr | None,
        written: s.Pay,
        mixed: bool,
        scope: Scope,
    ) -> list[s.Statement]:
        """Writes how one number is paid."""
        if due.fact is not None:
            gained = self._gained(due, goal, mixed, scope)
            if gained is None:
                return []
            lost = s.Of(due.span, payer, due.fact)
            if not written.all_left:
                return [*_counted(lost, "lose", due), *gained]
            paid = replace(due, number=s.Arithmetic(due.span, "smaller", due.number, due.held(payer, source)))
            gained = self._gained(paid, goal, mixed, scope) or []
            return [*gained, *_counted(lost, "lose", due, s.Num(due.span, due.low))]
        place = self._paid_to(due, goal, scope)
        if place is None:
            return []
        to = (s.Prep(place.span, "to", s.Phrase(place.span, None, place)),)
        subject = written.subject

        def moved(phrase: s.Phrase) -> s.Sentence:
            # That it is there was asked before.
            guard = None if due.alike else s.Guard(due.span, "possible", None)
            asking = None if due.alike else written.asking or _label(written)
            return s.Sentence(due.span, subject, False, "move", phrase, None, to, asking, guard)

        if due.thing is not None:
            return [
                s.Sentence(due.span, subject, False, "move", s.Phrase(due.span, None, due.thing), None, to)
            ]
        fixed = due.number.value if isinstance(due.number, s.Num) else None
        if not due.alike:
            number = None if fixed is not None else due.number
            return [moved(replace(due.things(payer, source, fixed), as_many=number))]
        following = s.Quantity(due.span, "next")
        if fixed is not None:
            count = fixed if fixed != 1 else None
            return [moved(replace(due.things(payer, source, count), quantity=following))]
        one = moved(replace(due.things(payer, source), quantity=following))
        return [s.Repeat(due.span, "times", None, due.number, (one,))]

    def _at_least_nothing(self, due: Due, scope: Scope) -> Due:
        """Gives what is due where a number may be less than 0: nothing is paid then."""
        found = self._meant(due.number, scope)
        low = ranges.written(found)[0] if isinstance(found.type, IntType) else 0
        if low is not None and low >= 0:
            return due
        return replace(due, number=s.Arithmetic(due.span, "larger", due.number, s.Num(due.span, 0)))

    def _stays(self, number: s.Expr, scope: Scope) -> bool:
        """Tells whether a number is printed or has a word, so that no payment changes it."""
        if isinstance(number, s.Num):
            return True
        found = self._meant(number, scope)
        return all(
            isinstance(one, m.ops.Const | m.ops.Local) or (isinstance(one, m.ops.Field) and not one.ref.kept)
            for one in walk.inside(found)
        )

    def _gained(self, due: Due, goal: s.Expr | None, mixed: bool, scope: Scope) -> list[s.Statement] | None:
        """Writes who or what gains a number that is paid; None where that was reported."""
        if goal is None:
            return []
        assert due.fact is not None
        found = self._meant(goal, scope)
        if isinstance(found.type, UnknownType):
            return []
        if isinstance(found.type, PlayerType):
            return _counted(s.Of(goal.span, goal, due.fact), "gain", due)
        if isinstance(found.type, IntType) and found.record.written:
            return _counted(goal, "gain", due)
        if isinstance(found.type, PlaceType) and mixed:
            return []
        self._goes_nowhere(goal, f"`{due.fact.name}` is a number, and `{_said(goal.span)}` is {found.type}",
            "pay it to a player or to a number that may change; without `to` it is gone")  # fmt: skip
        return None

    def _paid_to(self, due: Due, goal: s.Expr | None, scope: Scope) -> s.Expr | None:
        """Gives the place that things are paid into; None where there is none, which was reported."""
        if goal is None:
            self._goes_nowhere(
                due, f"say to where `{_said(due.span)}` goes", "write `to` and a place after it"
            )
            return None
        found = self._meant(goal, scope)
        if isinstance(found.type, PlayerType) and due.place:
            return s.Of(goal.span, goal, s.Attribute(goal.span, due.place, False))
        if isinstance(found.type, PlaceType | UnknownType):
            return goal
        self._goes_nowhere(goal, f"`{_said(due.span)}` are things, and `{_said(goal.span)}` is {found.type}",
            "pay them to a place or to a player")  # fmt: skip
        return None

    def _meant(self, written: s.Expr, scope: Scope) -> m.Expr:
        """Resolves what something is paid to, to see what it is; what it reports is reported where it is used."""
        before, it, known = len(self.index.found), scope.it, scope.known
        found = self.phrases.expr(written, scope)
        scope.it, scope.known = it, known
        del self.index.found[before:]
        return found

    def _goes_nowhere(self, at: s.Expr | Due, why: str, help: str) -> None:
        self.index.report(codes.WRONG_SENTENCE, why, at.span, "paid to this", help=help)


def _noted(local: int, value: int, span: Span) -> m.Sentence:
    return m.Sentence(m.acts.Bind(m.ops.Const(BOOL, span, value=value), local), span)


def _accepted(asked: m.Statement, local: int) -> m.Statement:
    """Notes that an offer is open no longer before its loop is left."""
    match asked:
        case m.Each(body=(m.Menu() as choice,)):
            *others, yes = choice.bodies
            taken = (_noted(local, 0, asked.span), *yes)
            return replace(asked, body=(replace(choice, bodies=(*others, taken)),))
        case _:
            return asked


def _counted(fact: s.Expr, verb: str, due: Due, low: s.Expr | None = None) -> list[s.Statement]:
    subject, number = s.Phrase(due.span, None, fact), s.Phrase(due.span, None, due.number)
    # That a player has it was asked before; who gains it may still have no room for it.
    guard = s.Guard(due.span, "possible", None) if verb == "lose" and low is None else None
    word = "down" if low is not None else ""
    return [s.Sentence(due.span, subject, False, verb, number, None, guard=guard, bound=low, bound_word=word)]


def _called(player: s.Expr, word: str) -> tuple[s.Sentence, s.Local]:
    """Gives a player a word, by which they are the same whoever acts."""
    at = player.span
    local = s.Local(at, word)
    name = s.Prep(at, "as", s.Phrase(at, None, local))
    return s.Sentence(at, None, False, "call", s.Phrase(at, None, player), None, (name,)), local


def _asked(written: s.Offer) -> str:
    """Says what others are asked: what they get, and for what."""
    given, wanted = (
        " ".join(written.span.source.text[prices[0].span.start : prices[-1].span.end].split())
        for prices in (written.given, written.wanted)
    )
    return text("Do you take {given} for {wanted}?", given=given, wanted=wanted)


def _label(written: s.Pay) -> str:
    """Says what is asked: what is paid, and to whom."""
    start = written.prices[0].span.start
    end = max(written.prices[-1].span.end, written.goal.span.end if written.goal is not None else 0)
    return f"Pay {' '.join(written.span.source.text[start:end].split())}"


def _said(span: Span) -> str:
    return " ".join(span.text.split())

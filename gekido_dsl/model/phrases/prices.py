"""What is paid: how many of what, out of whose, and whether they have as much.

A payment is written out in sentences that are there already, and `can pay` in conditions, so whoever goes through
statements and conditions knows it. Paid are the things of a kind that lie with a player, and numbers that a player has.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.phrases.base import PhraseBase
from gekido_dsl.model.scope import RowName, Scope
from gekido_dsl.model.types import LEAST, MOST, PLAYER, EnumType, IntType, PlayerType, ThingType, UnknownType
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

PAYER: Final = "payer"
"""What who pays is called inside, where no words name them; no author can write it alone."""


@dataclass(frozen=True, slots=True)
class Due:
    """One number of things or of a fact that is paid."""

    span: Span
    number: s.Expr
    fact: s.Attribute | None
    """The number of a player that is paid; None where things are."""
    low: int = 0
    """The least that the fact may be."""
    noun: s.Noun | None = None
    place: str = ""
    """The place of each player that the things lie in, where no place is said."""
    relative: s.Relative | None = None
    alike: bool = True
    """Whether it is all the same which of the things are paid."""
    most: int | None = None
    """How many there can be at most; None where that is not known."""
    rows: tuple[tuple[str, int], ...] = ()
    """What the number is for each row where it is printed."""
    thing: s.Expr | None = None
    """The one thing that is paid, which somebody has."""

    def too_much(self) -> str | None:
        """Says what is more than there can ever be; None where nothing is."""
        if self.most is None:
            return None
        if isinstance(self.number, s.Num) and self.number.value > self.most:
            return ""
        dear = next(((name, number) for name, number in self.rows if number > self.most), None)
        return f", and {dear[0]} costs {dear[1]}" if dear is not None else None

    def held(self, payer: s.Expr, source: s.Expr | None) -> s.Expr:
        """Gives how much of it is there to be paid with."""
        if self.fact is not None:
            mine = s.Of(self.span, payer, self.fact)
            return s.Arithmetic(self.span, "minus", mine, s.Num(self.span, self.low)) if self.low else mine
        return s.Count(self.span, self.things(payer, source))

    def things(self, payer: s.Expr, source: s.Expr | None, number: int | None = None) -> s.Phrase:
        """Gives the things that it may be paid with."""
        assert self.noun is not None
        head: s.Expr = self.noun if number is None else s.Several(self.span, number, self.noun)
        where = (
            source
            if source is not None
            else s.Of(self.span, payer, s.Attribute(self.span, self.place, False))
        )
        return s.Phrase(self.span, None, s.Located(self.span, head, where), self.relative)


class Prices(PhraseBase):
    """Resolves what is paid."""

    def dues(self, price: s.Price, source: s.Expr | None, scope: Scope) -> tuple[Due, ...]:
        """Gives what a price consists of; nothing if it was reported."""
        unit = price.unit
        if price.amount is None and (one := self._one_thing(price, source, scope)) is not None:
            return one
        if price.amount is None or not isinstance(unit, s.Noun) or unit.name is None or unit.adjectives:
            self._no_price(
                price.span, f"`{_said(price.span)}` does not say how many of what", "how many?",
                "write a number before it, as in `3 Ore`, or `in` behind a number: `its Cost in Coins`",
            )  # fmt: skip
            return ()
        name = unit.name.text
        sheet = self.game.kinds.get(s.SHEET)
        own = sheet.fields if sheet is not None else {}
        fact = own.get(name) or own.get(plural(name))
        if fact is not None:
            return self._fact_dues(price, price.amount, unit, fact, source)
        return self._thing_dues(price, price.amount, unit, source)

    def can_be_there(self, dues: list[Due]) -> None:
        """Reports what is more than anybody can ever have."""
        for due in dues:
            dear = due.too_much()
            if dear is None:
                continue
            what = due.fact.name if due.fact is not None else _said(due.noun.span) if due.noun else ""
            much = f"nobody has more than {due.most} {what}" if due.fact else f"there are {due.most} {what}"
            self.index.report(
                codes.COST_NEVER_PAID, f"`{_said(due.span)}` can never be paid: {much}{dear}", due.span,
                "too dear", help=f"make it cheaper, or let there be more {what}",
            )  # fmt: skip
            return

    def _printed(self, amount: s.Expr, value: int | None = None) -> tuple[tuple[str, int], ...]:
        """Lists what a printed number is for each row, of a fact that no other has the name of."""
        if not isinstance(amount, s.Of) or amount.attribute.built_in:
            return ()
        found = [one for one in self.index.meanings(amount.attribute.name) if isinstance(one, m.Field)]
        if len(found) != 1 or found[0].kept or not isinstance(found[0].owner, m.Kind):
            return ()
        made = []
        for row in found[0].owner.rows:
            number = row.values.get(found[0].name)
            if isinstance(number, tuple) and value is not None and value < len(number):
                number = number[value]
            if isinstance(number, int):
                made.append((row.name, number))
        return tuple(made)

    def _one_thing(self, price: s.Price, source: s.Expr | None, scope: Scope) -> tuple[Due, ...] | None:
        """Gives the one thing that is paid where it is known: `the Card`; None where it is no such thing."""
        before, it, known = len(self.index.found), scope.it, scope.known
        found = self.expr(price.unit, scope)
        scope.it, scope.known = it, known
        if len(self.index.found) > before or not isinstance(found.type, ThingType):
            del self.index.found[before:]
            return None
        kind = found.type.kind
        places = [one for one in self.game.places.values() if one.holds is kind and one.owner == "player"]
        if source is None and len(places) != 1:
            return None
        place = places[0].name if source is None else ""
        return (Due(price.span, s.Num(price.span, 1), None, 0, None, place, thing=price.unit),)

    def _no_price(self, span: Span, why: str, label: str, help: str | None = None) -> None:
        self.index.report(codes.WRONG_SENTENCE, why, span, label, help=help)

    def _fact_dues(
        self,
        price: s.Price,
        amount: s.Expr,
        unit: s.Noun,
        fact: m.Field,
        source: s.Expr | None,
    ) -> tuple[Due, ...]:
        assert unit.name is not None
        if not isinstance(fact.type, IntType) or not fact.kept:
            self._no_price(
                price.span, f"`{fact.name}` is no number that may change", "nothing is paid with it"
            )
            return ()
        if source is not None or price.relative is not None:
            behind = source.span if source is not None else price.span
            self._no_price(
                behind, f"`{fact.name}` is a number of a player and has no place", "leave this out"
            )
            return ()
        low = fact.type.low if fact.type.low is not None else LEAST
        high = fact.type.high
        most = high - low if high not in (None, MOST) and low != LEAST else None
        values = self._paired(amount)
        if fact.index is not None and not unit.arguments:
            if values is None or values.index is not fact.index or not isinstance(fact.index, m.Enum):
                self._no_price(
                    price.span, f"`{fact.name}` has a number for each {fact.index.name}", "which of them?",
                    f"say for which: `{_said(price.span)} for ...`",
                )  # fmt: skip
                return ()
            return tuple(
                Due(
                    price.span,
                    _for(amount, value),
                    s.Attribute(unit.span, fact.name, False, (value,)),
                    low,
                    most=most,
                    rows=self._printed(amount, number),
                )
                for number, value in enumerate(_each(fact.index, unit.span))
            )
        mine = s.Attribute(unit.span, fact.name, False, unit.arguments)
        return (Due(price.span, amount, mine, low, most=most, rows=self._printed(amount)),)

    def _thing_dues(
        self, price: s.Price, amount: s.Expr, unit: s.Noun, source: s.Expr | None
    ) -> tuple[Due, ...]:
        assert unit.name is not None
        kind, row = self._paid_kind(unit.name)
        if kind is None:
            if not self.index.meanings(unit.name.text):
                self.index.unknown(unit.name, None, "thing, value or rule")
            else:
                self._no_price(
                    unit.span, f"nobody pays with `{unit.name.text}`", "no kind of thing, and no number of a player",
                    f"to change a number, write `{unit.name.text} loses {_without(amount, unit)}`; only things of a "
                    "kind and numbers below `each player has` can be paid",
                )  # fmt: skip
            return ()
        place = ""
        if source is None:
            places = [p for p in self.game.places.values() if p.holds is kind and p.owner == "player"]
            if len(places) != 1:
                many = "more than one place" if places else "no place"
                self._no_price(
                    price.span, f"say from where: each player has {many} for {kind.plural}", "paid from where?",
                    "write `from my ...` behind what is paid",
                )  # fmt: skip
                return ()
            place = places[0].name
            places[0].used = True
        rows = [one for one in kind.rows if row is None or one.name == row]
        most = None if kind.each_player is not None or kind.parent is not None else kind.total
        if most is None and rows and kind.each_player is None and kind.parent is None:
            most = sum(one.copies for one in rows)
        if row is not None:
            most = sum(one.copies for one in rows) if kind.each_player is None else None
        pinned = (
            {one.attribute.name for one in price.relative.whose if _pins(one)} if price.relative else set()
        )
        loose = {field.name for field in kind.fields.values() if field.kept or row is None} - pinned
        alike = not loose and (row is not None or bool(pinned) or len({one.name for one in rows}) <= 1)
        values = self._paired(amount)
        if values is None:
            printed = self._printed(amount)
            return (Due(price.span, amount, None, 0, unit, place, price.relative, alike, most, printed),)
        index = values.index
        found = [f for f in kind.fields.values() if isinstance(f.type, EnumType) and f.type.enum is index]
        if len(found) != 1 or not isinstance(index, m.Enum):
            self._no_price(
                price.span, f"`{values.name}` has a number for each {index.name if index else 'value'}, and "
                f"{kind.plural} have {'no' if not found else 'more than one'} fact that says which they are",
                "which of them?", f"say for which: `{_said(amount.span)} for ...`",
            )  # fmt: skip
            return ()
        like = s.Attribute(price.span, found[0].name, False)
        rest = price.relative or s.Relative(price.span, (), "and", ())
        loose -= {found[0].name}
        made = []
        for number, value in enumerate(_each(index, price.span)):
            whose = s.Whose(price.span, like, s.Is(price.span, False, "value", value.value))
            relative = replace(rest, whose=(*rest.whose, whose))
            column = kind.combined and [r for r in rows if r.values.get(found[0].name) == number]
            copies = sum(one.copies for one in column) if column else None
            made.append(
                Due(
                    price.span,
                    _for(amount, value),
                    None,
                    0,
                    unit,
                    place,
                    relative,
                    not loose,
                    copies,
                    self._printed(amount, number),
                )
            )
        return tuple(made)

    def _paid_kind(self, name: s.Name) -> tuple[m.Kind | None, str | None]:
        """Gives the kind whose things are paid, and the row where only those of one are."""
        for meaning in self.index.meanings(name.text):
            match meaning:
                case m.Kind(sheet=False, board=None):
                    return meaning, None
                case RowName(kind=kind, name=row) if kind.board is None:
                    return kind, row
                case m.Definition(subject=ThingType(kind=kind)) if kind.board is None:
                    return kind, None
        return None, None

    def _paired(self, amount: s.Expr) -> m.Field | None:
        """Gives the fact whose numbers, one for each value of a list, are paid all at once: `its Price`."""
        if not isinstance(amount, s.Of) or amount.attribute.built_in or amount.attribute.arguments:
            return None
        found = [one for one in self.index.meanings(amount.attribute.name) if isinstance(one, m.Field)]
        if len(found) != 1 or not isinstance(found[0].index, m.Enum) or found[0].of_numbers:
            return None
        return found[0]

    def has_price(self, payer: s.Expr, can: s.CanPay, span: Span, scope: Scope) -> s.Cond | None:
        """Writes that a player has as much as something costs; None if that was reported."""
        source = can.source if isinstance(payer, s.Me) else paid_by(can.source, payer, s.It)
        found = [due for price in can.prices for due in self.dues(price, source, scope)]
        self.can_be_there(found)
        return payable(found, payer, source, span) if found else None

    def pays(self, subject: m.Expr) -> bool:
        """Tells whether it is a player who can pay; else it is reported."""
        if not isinstance(subject.type, PlayerType | UnknownType):
            self.index.report(
                codes.WRONG_TYPE, f"`{_said(subject.span)}` does not pay: only a player can", subject.span,
                f"this is {subject.type}", help="name a player before `can pay`: `I`, `the WORD`, `its owner`",
            )  # fmt: skip
        return isinstance(subject.type, PlayerType)

    def payer_of(self, subject: m.Expr, scope: Scope) -> s.Expr | None:
        """Gives words for one of several players; None, with a report, for what does not pay."""
        if not self.pays(subject) or not isinstance(subject, m.ops.Local):
            return None
        scope.words[PAYER] = (subject.value, PLAYER)
        return s.Local(subject.span, PAYER)


def payable(dues: list[Due], payer: s.Expr, source: s.Expr | None, span: Span) -> s.Cond:
    """Writes that a player has everything that is due."""
    tests = tuple(_there(due, payer, source) for due in dues if due.low != LEAST)
    if not tests:
        return s.Test(span, s.Num(span, 0), s.Is(span, False, "value", s.Num(span, 0)))
    return tests[0] if len(tests) == 1 else s.Logic(span, "and", tests)


def _there(due: Due, payer: s.Expr, source: s.Expr | None) -> s.Cond:
    """Writes that a player has what is due."""
    if due.thing is None:
        return s.Test(due.span, due.held(payer, source), s.Is(due.span, False, "at_least", due.number))
    where = source if source is not None else s.Of(due.span, payer, s.Attribute(due.span, due.place, False))
    return s.Test(due.span, due.thing, s.Is(due.span, False, "in", where))


def paid_by(written: Any, payer: s.Expr, word: type[s.Me] | type[s.It] = s.Me) -> Any:
    """Writes `me` of whoever pays, or `it` where another one does: `can pay 2 Coins from its Purse`."""
    if isinstance(written, word):
        return payer
    if isinstance(written, tuple) and any(isinstance(one, s.Node) for one in written):
        return tuple(paid_by(one, payer, word) for one in written)
    if isinstance(written, s.Node) and is_dataclass(written):
        changed = {
            one.name: paid_by(getattr(written, one.name), payer, word)
            for one in fields(written)
            if one.name != "span" and one.init
        }
        return replace(written, **changed)
    return written


def _said(span: Span) -> str:
    return " ".join(span.text.split())


def _pins(whose: s.Whose) -> bool:
    return (
        isinstance(whose.predicate, s.Is)
        and whose.predicate.how == "value"
        and not whose.predicate.negated
        and not whose.predicate.others
    )


def _each(index: m.Enum, span: Span) -> Iterator[s.Argument]:
    for member in index.members:
        yield s.Argument(span, "for", s.Noun(span, (), s.Name(span, member)))


def _for(amount: s.Expr, value: s.Argument) -> s.Expr:
    assert isinstance(amount, s.Of)
    return replace(amount, attribute=replace(amount.attribute, arguments=(value,)))


def _without(amount: s.Expr, unit: s.Noun) -> str:
    """Gives the number of a price as it is written, without what is paid."""
    assert unit.name is not None
    return amount.span.text.removesuffix(unit.name.text).strip()

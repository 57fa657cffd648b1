"""Phrases and conditions become words again.

Brackets stand only where the words would say something else without them.
"""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from gekido_dsl.grammar.lexer import name_as_written
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s

CLOSED, _POSTFIX, LOCATED, _PRODUCT, _ARITH, _SUM, _PHRASE = range(7)
"""How closely the words of an expression hold together; brackets make anything closed."""

_IS: Final = {
    "at_least": "at least ",
    "at_most": "at most ",
    "more": "more than ",
    "less": "less than ",
    "next_to": "next to ",
    "on": "on ",
    "in": "in ",
}
_LEAPS: Final = {
    "": "a leap of {along} by {across} from",
    "diagonally": "diagonally next to",
    "straight": "{along} straight from",
    "slanted": "{along} diagonally from",
    "knight": "a knight's move from",
}
_VOWELS: Final = "AEIOUaeiou"


def an(name: str) -> str:
    """Puts the article before a name."""
    return f"{'an' if name[:1] in _VOWELS else 'a'} {name}"


def names(found: Sequence[s.Name], last: str = "") -> str:
    """Lists names."""
    said = [one.text for one in found]
    if last and len(said) > 1:
        return f"{', '.join(said[:-1])} {last} {said[-1]}"
    return ", ".join(said)


class Phrases:
    """Writes phrases and conditions."""

    def __init__(self, words: Mapping[str, str], texts: bool) -> None:
        """Begins a text.

        Args:
            words: what is said instead of the words that a declaration gives to things inside.
            texts: whether titles, questions and texts for players are written, too.
        """
        self._words = words
        self._texts = texts

    def string(self, text: str) -> str:
        """Writes a text for players, or that there is one."""
        return f'"{text}"' if self._texts else '"..."'

    def local(self, word: str) -> str:
        """Writes what something inside is called."""
        return f"the {self._words.get(word, word)}"

    # ------------------------------------------------------------ expressions

    def expr(self, e: s.Expr, level: int = _SUM) -> str:
        """Writes an expression; in brackets where it stands with words that hold together more closely."""
        text, own = self._expr(e)
        return f"({text})" if own > level else text

    def _expr(self, e: s.Expr) -> tuple[str, int]:
        match e:
            case s.Num(value=value):
                return str(value), CLOSED
            case s.Noun():
                return self._noun(e), _POSTFIX if e.arguments else CLOSED
            case s.Indefinite(noun=noun):
                return an(self._noun(noun)), _POSTFIX if noun.arguments else CLOSED
            case s.Several(number=number, noun=noun):
                return f"{number} {self._noun(noun)}", _POSTFIX if noun.arguments else CLOSED
            case s.Local(word=word):
                return self.local(word), CLOSED
            case s.It():
                return "it", CLOSED
            case s.Me():
                return "me", CLOSED
            case s.NoneWord():
                return "none", CLOSED
            case s.YesNo(value=yes):
                return "yes" if yes else "no", CLOSED
            case s.Ordinal(number=number):
                return f"the {ORDINALS[number]} player", CLOSED
            case s.Automaton():
                return "the automaton", CLOSED
            case s.Spot(word=word):
                return word, CLOSED
            case s.StandingOn(name=name, spot=spot):
                return f"{name.text} {spot.word}", CLOSED
            case s.Inner(phrase=phrase, bare=True):
                return self.phrase(phrase), _ARITH
            case s.Inner(phrase=phrase):
                return f"({self.phrase(phrase)})", CLOSED
            case s.Of():
                return self._of(e)
            case s.Turned(base=base, way=way):
                return f"{self.expr(base, CLOSED)} turned {way}", CLOSED
            case _:
                return self._longer(e)

    def _longer(self, e: s.Expr) -> tuple[str, int]:
        match e:
            case s.Asked(base=base, arguments=arguments):
                return self.expr(base, CLOSED) + self._arguments(arguments), _POSTFIX
            case s.Beside(noun=noun, origin=origin, towards=way):
                said = f"{self.expr(origin, CLOSED)} towards {self.expr(way, CLOSED)}"
                return f"the {self._noun(noun)} beside {said}", _POSTFIX
            case s.Opposite(noun=noun, origin=origin):
                return f"the {self._noun(noun)} opposite {self.expr(origin, CLOSED)}", _POSTFIX
            case s.Line(origin=origin, towards=way, bound=bound, test=test, any=every):
                any_ = "any " if every else ""
                said = f"the line from {self.expr(origin, CLOSED)} towards {any_}{self.expr(way, CLOSED)}"
                if bound == "blocked":
                    said += " until blocked"
                elif bound is not None and test is not None:
                    said += f" {bound} it {self._be(test, 'is', _POSTFIX)}"
                return said, _POSTFIX
            case s.Located(things=things, where=where, way=way):
                return f"{self.expr(things, LOCATED)} {way} {self.expr(where, _POSTFIX)}", LOCATED
            case s.Arithmetic(operator="divided_up" | "divided_down" as operator, left=left, right=right):
                rounded = operator.removeprefix("divided_")
                said = f"{self.expr(left, _PRODUCT)} divided by {self.expr(right, LOCATED)}"
                return f"{said} rounded {rounded}", _PRODUCT
            case s.Arithmetic(operator="remainder", left=left, right=right):
                said = f"{self.expr(left, LOCATED)} divided by {self.expr(right, LOCATED)}"
                return f"the remainder of {said}", _PRODUCT
            case s.Arithmetic(operator="smaller" | "larger" as operator, left=left, right=right):
                both = (
                    self.expr(one, _SUM if isinstance(one, s.Count | s.Sum) else LOCATED)
                    for one in (left, right)
                )
                return f"the {operator} of {' and '.join(both)}", _PRODUCT
            case s.Arithmetic(operator=operator, left=left, right=right):
                level = _PRODUCT if operator == "times" else _ARITH
                return f"{self.expr(left, level)} {operator} {self.expr(right, level - 1)}", level
            case s.Count(phrase=phrase):
                return f"the number of {self._bare(phrase, LOCATED)}", _SUM
            case s.Sum(things=things, by=by, outside=outside):
                rest = f" outside {outside.text}" if outside is not None else ""
                return f"the sum of {self.rated(things)}{rest} by {self.expr(by)}", _SUM
            case s.Highest(things=things, keys=keys, random=random, taking=taking):
                first, *more = keys
                said = f"the {_best(first)} {self.rated(things)} by {self.expr(first.by)}"
                said += "".join(f", then the {_best(key)} by {self.expr(key.by)}" for key in more)
                if taking is not None:
                    said += f", following {self.attribute(taking.attribute)}"
                    trump = taking.trump
                    said += f", unless trumped by {self.expr(trump, CLOSED)}" if trump is not None else ""
                return said + (", then at random" if random else ""), _SUM
            case s.Rank(player=player, keys=keys):
                return f"the rank of {self.expr(player, _POSTFIX)} {self.keys(keys)}", _SUM
            case s.Lines(origin=origin, over=over, end=end):
                said = f"the lines from {self.expr(origin, _POSTFIX)}"
                return f"{said} over {self._noun(over)} to {self._noun(end)}", _SUM
            case s.Distance(origin=origin, goal=goal, over=over, cost=cost):
                said = f"the distance from {self.expr(origin, _POSTFIX)} to {self.expr(goal, _POSTFIX)}"
                said += f" over {self._bare(over, LOCATED)}" if over is not None else ""
                return said + self._cost(cost), _SUM
            case s.LongestWay(over=over, cost=cost):
                return f"the longest way over {self._bare(over, LOCATED)}{self._cost(cost)}", _SUM
            case s.Best(name=name, things=things):
                return f"the best {name.text} of {self._counted(things)}", _SUM
            case s.Worth(things=things, name=name):
                return f"the worth of {self._counted(things)} as {an(name.text)}", _SUM
            case s.Share(player=player, paid=paid, among=among, keys=keys):
                said = f"the share of {self.expr(player, CLOSED)} in {self.expr(paid, CLOSED)}"
                said += f" among {self.rated(among)}"
                return f"{said} {self.keys(keys)}", _SUM
            case s.Numbers(low=low, high=high):
                return f"a number from {self.expr(low)} to {self.expr(high)}", _PHRASE
            case s.Union(parts=parts):
                return " or ".join(self.phrase(part) for part in parts), _PHRASE
            case _:
                raise TypeError(f"{type(e).__name__} is no expression")

    def _noun(self, noun: s.Noun) -> str:
        name = noun.name.text if noun.name is not None else "player"
        if name == s.TABLE:
            return "the game"
        said = " ".join([*noun.adjectives, name if noun.name is None else name_as_written(name)])
        return ("the " if noun.definite else "") + said + self._arguments(noun.arguments)

    def _arguments(self, given: Sequence[s.Argument]) -> str:
        return "".join(f" {one.word} {self.expr(one.value, CLOSED)}" for one in given)

    def _of(self, e: s.Of) -> tuple[str, int]:
        level = _POSTFIX if e.attribute.arguments else CLOSED
        said = self.attribute(e.attribute)
        match e.base:
            case s.Me():
                return f"my {said}", level
            case s.It():
                return f"its {said}", level
            case base:
                return f"{self.expr(base, CLOSED)}'s {said}", level

    def attribute(self, attribute: s.Attribute) -> str:
        """Writes what belongs to something."""
        nth = "" if attribute.nth is None else f"{ORDINALS[attribute.nth]} "
        return nth + attribute.name + self._arguments(attribute.arguments)

    def _counted(self, things: s.Expr | s.Exactly) -> str:
        if not isinstance(things, s.Exactly):
            return self.rated(things)
        parts = zip(things.numbers, things.things, strict=True)
        return "exactly " + " and ".join(f"{number} {self.rated(one)}" for number, one in parts)

    def rated(self, things: s.Expr) -> str:
        """Writes the things that are compared, with what is said of them."""
        inner = things.phrase if isinstance(things, s.Inner) else None
        if inner is not None and inner.quantity is None and inner.as_many is None and inner.adding is None:
            return self._bare(inner, LOCATED)
        return self.expr(things, LOCATED)

    def _cost(self, cost: s.Expr | None) -> str:
        return f", each by {self.expr(cost)}" if cost is not None else ""

    def keys(self, keys: Sequence[s.Key]) -> str:
        return "by " + ", then by ".join(f"{self.expr(key.by)}, {_best(key)} first" for key in keys)

    def order(self, order: s.Order) -> str:
        """Writes in which order, with the blank or comma before it."""
        if order.start is not None:
            return f", starting with {self.expr(order.start)}"
        if not order.keys:
            return ", last first"
        return f" {self.keys(order.keys)}" + (", then at random" if order.random else "")

    # ------------------------------------------------------------ phrases

    def phrase(self, p: s.Phrase) -> str:
        """Writes a phrase with how many of it are meant."""
        if p.as_many is not None:
            return f"as many {self._bare(p)} as {self.expr(p.as_many)}"
        if p.adding is not None:
            one = p.relative
            goes_on = one is not None and not one.whose and one.joined == "and"
            joined = "and" if goes_on else "that"
            return f"any {self._bare(p, _SUM)} {joined} {self.predicate(p.adding)}"
        if p.quantity is None:
            return self._bare(p, _PHRASE)
        return f"{_quantity(p.quantity)} {self._bare(p)}"

    def bare(self, p: s.Phrase) -> str:
        """Writes a phrase without a quantity."""
        return self._bare(p)

    def _bare(self, p: s.Phrase, level: int = _SUM) -> str:
        return self.expr(p.head, level) + (f" {self.relative(p.relative)}" if p.relative is not None else "")

    def relative(self, relative: s.Relative) -> str:
        """Writes what is said of things."""
        said = f" {relative.joined} ".join(self.predicate(one) for one in relative.predicates)
        parts = [f"that {said}"] if said else []
        return " and ".join([*parts, *(self._whose(one) for one in relative.whose)])

    def _whose(self, whose: s.Whose) -> str:
        if whose.predicate is not None:
            return f"whose {whose.attribute.name} {self.predicate(whose.predicate)}"
        like = self.expr(whose.like, CLOSED) if whose.like is not None else ""
        return f"of the same {whose.attribute.name} as {like}"

    # ------------------------------------------------------------ conditions

    def predicate(self, p: s.Predicate) -> str:
        """Writes what is said of a subject."""
        match p:
            case s.Is():
                return self._be(p, "is", _ARITH)
            case s.Has(negated=negated, operand=operand):
                return f"{_has(negated)} {self.expr(operand, _ARITH)}"
            case s.HasMoved(negated=negated, scope=scope):
                return f"{_has(negated)} moved this {scope.text}"
            case s.HasUsed(negated=negated, actions=actions, scope=scope):
                return f"{_has(negated)} used {names(actions, 'or')} this {scope.text}"
            case s.Fits(negated=negated, operand=operand):
                return f"{'does not fit' if negated else 'fits'} {self.expr(operand, _ARITH)}"
            case s.FitsNeighbours(negated=negated, fact=fact):
                return f"{'does not fit' if negated else 'fits'} its neighbours by {fact.text}"
            case s.HasOpenSide(negated=negated):
                return f"{_has(negated)} an open side"
            case s.Shows(negated=negated, operand=operand):
                return f"{'does not show' if negated else 'shows'} {self.expr(operand, _ARITH)}"
            case s.Joins(first=first, second=second):
                return f"joins {first} and {second}"
            case s.MakesRow(length=length):
                return f"makes {length} in a row"
            case s.CanPay(negated=negated, prices=prices, source=source):
                return f"{'cannot' if negated else 'can'} pay {self.prices(prices, source)}"
            case s.AddsUp(total=total, by=by):
                return f"add up to {self.expr(total)} by {self.expr(by)}"
            case s.MakesMeld(negated=negated, name=name, along=along):
                rest = f" together with {self.expr(along, LOCATED)}" if along is not None else ""
                return f"{'does not make' if negated else 'makes'} {an(name.text)}{rest}"
            case _:
                assert_never(p)

    def prices(self, prices: Sequence[s.Price], source: s.Expr | None) -> str:
        """Writes what is paid, and from where."""
        *said, last = (self._price(one) for one in prices)
        told = f"{', '.join(said)} and {last}" if said else last
        return told + (f" from {self.expr(source, LOCATED)}" if source is not None else "")

    def _price(self, price: s.Price) -> str:
        unit = self.expr(price.unit)
        unit += f" {self.relative(price.relative)}" if price.relative is not None else ""
        if price.amount is None:
            return unit
        if isinstance(price.amount, s.Num):
            return f"{price.amount.value} {unit}"
        return f"{self.expr(price.amount, _ARITH)} in {unit}"

    def _repeated(self, cond: s.Repeated) -> str:
        if cond.new:
            like = "new" if cond.last is None else f"unlike the last {self.expr(cond.last, CLOSED)}"
            return f"the position is {'not ' if cond.negated else ''}{like}"
        how = _IS[cond.how] if cond.how != "is" else ""
        within = "" if cond.last is None else f" within the last {self.expr(cond.last, CLOSED)}"
        return f"the position has come up {how}{cond.number} times{within}"

    def _be(self, test: s.Is, be: str, level: int) -> str:
        return f"{be} {'not ' if test.negated else ''}{self.what(test, level)}"

    def what(self, test: s.Is, level: int = _ARITH) -> str:
        """Writes what something is said to be."""
        operand = self.expr(test.operand, level) if test.operand is not None else ""
        match test.how:
            case "adjective":
                return test.word
            case "within":
                reach = test.distance if test.reach is None else self.expr(test.reach, CLOSED)
                over = f" over {self._bare(test.over, LOCATED)}" if test.over is not None else ""
                return f"within {reach} of {operand}{over}{self._cost(test.cost)}"
            case "next_to" if test.over is not None:
                return f"next to {operand} along {self._bare(test.over, LOCATED)}"
            case "leap":
                return f"{_LEAPS[test.word].format(along=test.distance, across=test.across)} {operand}"
            case "relation":
                return f"{test.word} {operand}"
            case "connected_to":
                assert test.operand is not None
                over = f" over {self._bare(test.over, LOCATED)}" if test.over is not None else ""
                return f"connected to {self.expr(test.operand, _POSTFIX)}{over}"
            case "value" if test.others:
                said = [operand, *(self.expr(one, level) for one in test.others)]
                return f"{', '.join(said[:-1])} or {said[-1]}"
            case "value":
                return operand
            case how:
                return _IS[how] + operand

    def cond(self, c: s.Cond, *, inner: bool = False) -> str:
        """Writes a condition; in brackets where it is a part of one."""
        match c:
            case s.Test(subject=s.Me(), predicate=s.CanPay() as can):
                return f"I {self.predicate(can)}"
            case s.Test(subject=subject, predicate=predicate):
                return f"{self.expr(subject)} {self.predicate(predicate)}"
            case s.Quantified(quantifier=quantifier, phrase=phrase, predicate=predicate):
                return f"{quantifier} {self._bare(phrase)} {self.predicate(predicate)}"
            case s.ForSome(quantifier=quantifier, phrase=phrase, condition=condition):
                told = f"for {quantifier} {self._bare(phrase)}, {self.cond(condition)}"
                return f"({told})" if inner else told
            case s.Logic(operator=operator, parts=parts):
                said = f" {operator} ".join(self.cond(part, inner=True) for part in parts)
                return f"({said})" if inner else said
            case s.Repeated():
                return self._repeated(c)
            case s.RoundsOver(number=number):
                return f"{number} rounds"
            case _:
                assert_never(c)

    def guard(self, guard: s.Guard | None) -> str:
        """Writes under which condition, with the blank before it; nothing when there is none."""
        if guard is None:
            return ""
        if guard.condition is None:
            return " if possible"
        return f" {guard.kind} {self.cond(guard.condition)}"


def _quantity(quantity: s.Quantity) -> str:
    least, most = quantity.least, quantity.most
    match quantity.kind:
        case "all":
            return "all"
        case "random":
            return f"{least} random"
        case "nth":
            return f"the {ORDINALS[least]}"
        case "between" if most is None:
            return "any number of" if least == 0 else f"at least {least}"
        case "between":
            return f"up to {most}" if least == 0 else f"{least} to {most}"
        case word:
            return f"the {word}"


def _best(key: s.Key) -> str:
    return "lowest" if key.lowest else "highest"


def _has(negated: bool) -> str:
    return "has not" if negated else "has"

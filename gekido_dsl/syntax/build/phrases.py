"""Phrases and conditions: trees become nodes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import with_arguments
from gekido_dsl.syntax.build.parts import (
    CONTENT,
    DropPart,
    FlagPart,
    MarksPart,
    NamesPart,
    WordPart,
    first,
    must_find,
    number_of,
    range_of,
    unquote,
)


class PhraseBuilder:
    """Builds phrases and conditions of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def build(self, tree: Tree) -> Any:
        """Builds the node of a tree, whatever its rule."""
        method: Callable[[Tree], Any] = getattr(self, tree.data)
        return method(tree)

    # ------------------------------------------------------------ small parts

    def _span(self, tree: Tree | Token) -> Span:
        if isinstance(tree, Token):
            return Span(self._source, tree.start_pos or 0, tree.end_pos or 0)
        if tree.is_empty:
            return Span(self._source, 0, 0)
        end = max(tree.end_pos, tree.start_pos)
        return Span(self._source, tree.start_pos, end)

    def _name(self, token: Any) -> s.Name:
        return s.Name(self._span(token), str(token))

    def _all(self, tree: Tree) -> list[Any]:
        """Builds every child; tokens stay tokens."""
        return [self.build(child) if isinstance(child, Tree) else child for child in tree.children]

    def _parts(self, tree: Tree) -> tuple[list[Any], tuple[Any, ...]]:
        """Gives tokens that say something and built children apart."""
        built = self._all(tree)
        tokens = [part for part in built if isinstance(part, Token) and part.type in CONTENT]
        return tokens, tuple(part for part in built if not isinstance(part, Token))

    def start(self, tree: Tree) -> s.Declaration:
        return cast(s.Declaration, self._all(tree)[0])

    def marks(self, tree: Tree) -> s.Marks:
        return MarksPart(s.Cite(self._span(token), str(token)[1:-1].strip()) for token in tree.children)

    def names(self, tree: Tree) -> NamesPart:
        return NamesPart(self._name(t) for t in tree.children if isinstance(t, Token) and t.type == "NAME")

    def article(self, tree: Tree) -> DropPart:
        return DropPart()

    all_of = article

    def word(self, tree: Tree) -> WordPart:
        """A rule that stands for one word."""
        return WordPart(str(tree.children[0]))

    quantifier = some_or_no = superlative = ordinal = next = region_side = rounding = region = place_word = (
        turn_word
    ) = word
    line_bound = way = word

    def may(self, tree: Tree) -> FlagPart:
        """A rule that is there or not."""
        return FlagPart()

    shuffled = later = secretly = numbered = for_all = may
    locals()["not"] = may
    be = article

    def text(self, tree: Tree) -> s.Text:
        return s.Text(self._span(tree), unquote(tree.children[0]))

    # ------------------------------------------------------------ conditions

    def any_of(self, tree: Tree) -> s.Logic:
        return s.Logic(self._span(tree), "or", tuple(self._all(tree)))

    def all_of_conds(self, tree: Tree) -> s.Logic:
        return s.Logic(self._span(tree), "and", tuple(self._all(tree)))

    def is_test(self, tree: Tree) -> s.Test:
        subject, predicate = self._all(tree)
        return s.Test(self._span(tree), subject, predicate)

    def quantified(self, tree: Tree) -> s.Quantified:
        quantifier, phrase, predicate = self._all(tree)
        return s.Quantified(self._span(tree), quantifier.word, phrase, predicate)

    def is_predicate(self, tree: Tree) -> s.Is:
        _, parts = self._parts(tree)
        what = must_find(parts, s.Is)
        negated = any(isinstance(part, FlagPart) for part in parts)
        return s.Is(self._span(tree), negated, what.how, what.operand, what.word, what.distance)

    def has_predicate(self, tree: Tree) -> s.Predicate:
        return self._has(tree, negated=False)

    def has_not_predicate(self, tree: Tree) -> s.Predicate:
        return self._has(tree, negated=True)

    def _has(self, tree: Tree, negated: bool) -> s.Predicate:
        made = next(part for part in self._all(tree) if not isinstance(part, Token))
        span = self._span(tree)
        match made:
            case s.HasMoved():
                return s.HasMoved(span, negated, made.scope)
            case s.HasUsed():
                return s.HasUsed(span, negated, made.actions, made.scope)
            case _:
                return s.Has(span, negated, made)

    def has_moved(self, tree: Tree) -> s.HasMoved:
        return s.HasMoved(self._span(tree), False, self._name(tree.children[-1]))

    def has_used(self, tree: Tree) -> s.HasUsed:
        built = self._all(tree)
        return s.HasUsed(self._span(tree), False, tuple(built[0]), self._name(built[-1]))

    def has_thing(self, tree: Tree) -> s.Expr:
        return cast(s.Expr, self._all(tree)[0])

    def _operand(self, tree: Tree) -> s.Expr:
        return cast(s.Expr, next(part for part in self._all(tree) if not isinstance(part, Token)))

    def fits(self, tree: Tree) -> s.Fits:
        return s.Fits(self._span(tree), False, self._operand(tree))

    def fits_not(self, tree: Tree) -> s.Fits:
        return s.Fits(self._span(tree), True, self._operand(tree))

    def shows(self, tree: Tree) -> s.Shows:
        return s.Shows(self._span(tree), False, self._operand(tree))

    def shows_not(self, tree: Tree) -> s.Shows:
        return s.Shows(self._span(tree), True, self._operand(tree))

    def joins(self, tree: Tree) -> s.Joins:
        first, second = self._all(tree)
        return s.Joins(self._span(tree), first.word, second.word)

    def makes_row(self, tree: Tree) -> s.MakesRow:
        return s.MakesRow(self._span(tree), int(str(tree.children[0])))

    def what_value(self, tree: Tree) -> s.Is:
        return s.Is(self._span(tree), False, "value", self._operand(tree))

    def what_adjective(self, tree: Tree) -> s.Is:
        tokens, _ = self._parts(tree)
        return s.Is(self._span(tree), False, "adjective", None, str(tokens[0]))

    def _what(self, tree: Tree) -> s.Is:
        how = cast(Any, str(tree.data).removeprefix("what_"))
        return s.Is(self._span(tree), False, how, self._operand(tree))

    def what_relation(self, tree: Tree) -> s.Is:
        word = next(str(token) for token in tree.children if isinstance(token, Token))
        return s.Is(self._span(tree), False, "relation", self._operand(tree), word)

    what_at_least = what_at_most = what_more = what_less = what_next_to = what_on = what_in = _what

    def row_and_column(self, tree: Tree) -> s.Spot:
        return s.Spot(self._span(tree), str(tree.children[0]))

    def standing_on(self, tree: Tree) -> s.StandingOn:
        name, spot = (token for token in tree.children if isinstance(token, Token))
        return s.StandingOn(self._span(tree), self._name(name), s.Spot(self._span(spot), str(spot)))

    def what_within(self, tree: Tree) -> s.Is:
        number = next(token for token in tree.children if isinstance(token, Token) and token.type == "NUMBER")
        return s.Is(self._span(tree), False, "within", self._operand(tree), distance=int(number))

    # ------------------------------------------------------------ phrases

    def np(self, tree: Tree) -> s.Phrase:
        _, parts = self._parts(tree)
        quantity, phrase = first(parts, s.Quantity), must_find(parts, s.Phrase)
        number = first(parts, s.Local)
        if number is not None:
            return s.Phrase(self._span(tree), None, phrase.head, phrase.relative, number)
        return s.Phrase(self._span(tree), quantity, phrase.head, phrase.relative)

    def np_as_many(self, tree: Tree) -> s.Phrase:
        _, (phrase, number) = self._parts(tree)
        return s.Phrase(self._span(tree), None, phrase.head, phrase.relative, number)

    def np_numbers(self, tree: Tree) -> s.Phrase:
        _, (low, high) = self._parts(tree)
        return s.Phrase(self._span(tree), None, s.Numbers(self._span(tree), low, high))

    def np_union(self, tree: Tree) -> s.Phrase:
        phrases: tuple[s.Phrase, ...] = tuple(self._all(tree))
        return s.Phrase(self._span(tree), None, s.Union(self._span(tree), phrases))

    def np_range(self, tree: Tree) -> s.Phrase:
        span = self._span(tree)
        low, high = range_of(cast(Token, tree.children[0]))
        return s.Phrase(span, None, s.Numbers(span, s.Num(span, low), s.Num(span, high)))

    def q_word(self, tree: Tree) -> s.Local:
        return s.Local(self._span(tree), str(tree.children[-1]))

    def q_next(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), self._all(tree)[0].word)

    def highest(self, tree: Tree) -> s.Highest:
        tokens, (superlative, *rest) = self._parts(tree)
        things, by, *more = self._rated(rest)
        keys = [s.Key(by.span, by, superlative.word == "lowest")]
        for key in more:
            keys.append(key if key.lowest is not None else replace(key, lowest=keys[-1].lowest))
        return s.Highest(self._span(tree), things, tuple(keys), _at_random(tokens))

    def next_key(self, tree: Tree) -> s.Key:
        """Builds a further number; without a word it goes the way of the one before."""
        _, parts = self._parts(tree)
        lowest = cast(bool, None) if len(parts) == 1 else parts[0].word == "lowest"
        return s.Key(self._span(tree), parts[-1], lowest)

    def rank(self, tree: Tree) -> s.Rank:
        tokens, (player, by, *more) = self._parts(tree)
        return s.Rank(self._span(tree), player, (s.Key(by.span, by, _lowest(tokens)), *more))

    def next_rank(self, tree: Tree) -> s.Key:
        tokens, (by,) = self._parts(tree)
        return s.Key(self._span(tree), by, _lowest(tokens))

    def ordering(self, tree: Tree) -> s.Order:
        tokens, (by, *more) = self._parts(tree)
        keys = (s.Key(by.span, by, _lowest(tokens)), *more)
        return s.Order(self._span(tree), keys, _at_random(tokens))

    next_order = next_rank

    def order_last(self, tree: Tree) -> s.Order:
        return s.Order(self._span(tree), ())

    def sum_of(self, tree: Tree) -> s.Sum:
        _, parts = self._parts(tree)
        return s.Sum(self._span(tree), *self._rated(list(parts)))

    def _rated(self, parts: list[Any]) -> list[Any]:
        """Puts what is said of things, `that are ...`, and the things before it together."""
        things, *rest = parts
        if not isinstance(rest[0], s.Relative):
            return parts
        span = self._source.span(things.span.start, rest[0].span.end)
        return [s.Inner(span, s.Phrase(span, None, things, rest[0])), *rest[1:]]

    def lines(self, tree: Tree) -> s.Lines:
        return s.Lines(self._span(tree), *self._all(tree))

    def distance(self, tree: Tree) -> s.Distance:
        _, (origin, goal, *way) = self._parts(tree)
        over = None
        if way:
            span = way[0].span.source.span(way[0].span.start, way[-1].span.end)
            over = s.Phrase(span, None, way[0], first(tuple(way), s.Relative))
        return s.Distance(self._span(tree), origin, goal, over)

    def q_all(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), "all")

    def q_between(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), "between", *range_of(cast(Token, tree.children[0])))

    def q_up_to(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), "between", 0, number_of(tree))

    def q_at_least(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), "between", number_of(tree), None)

    def q_any(self, tree: Tree) -> s.Quantity:
        return s.Quantity(self._span(tree), "between", 0, None)

    def q_random(self, tree: Tree) -> s.Quantity:
        number = number_of(tree) if tree.children else 1
        return s.Quantity(self._span(tree), "random", number, number)

    def np_bare(self, tree: Tree) -> s.Phrase:
        _, parts = self._parts(tree)
        return s.Phrase(self._span(tree), None, parts[0], first(parts, s.Relative))

    def relative(self, tree: Tree) -> s.Relative:
        tokens, parts = self._parts(tree)
        joined: Literal["and", "or"] = "or" if any(token.type == "OR_IS" for token in tokens) else "and"
        return s.Relative(self._span(tree), parts, joined)

    def count(self, tree: Tree) -> s.Count:
        _, parts = self._parts(tree)
        return s.Count(self._span(tree), s.Phrase(self._span(tree), None, parts[0], first(parts, s.Relative)))

    def arith(self, tree: Tree) -> s.Arithmetic:
        left, right = self._all(tree)
        span = self._span(tree)
        between = span.source.text[left.span.end : right.span.start]
        return s.Arithmetic(span, "plus" if "plus" in between else "minus", left, right)

    def product(self, tree: Tree) -> s.Arithmetic:
        left, right = self._all(tree)
        return s.Arithmetic(self._span(tree), "times", left, right)

    def located(self, tree: Tree) -> s.Located:
        things, where = self._all(tree)
        return s.Located(self._span(tree), things, where)

    def whose(self, tree: Tree) -> s.Of:
        base, attribute = (part for part in self._all(tree) if not isinstance(part, Token))
        return s.Of(self._span(tree), base, attribute)

    def attribute(self, tree: Tree) -> s.Attribute:
        token = cast(Token, tree.children[0])
        return s.Attribute(self._span(tree), str(token), token.type == "ATTR")

    def turned(self, tree: Tree) -> s.Turned:
        base, token = self._all(tree)
        return s.Turned(self._span(tree), base, str(token).split()[-1])

    def beside(self, tree: Tree) -> s.Beside:
        _, parts = self._parts(tree)
        return s.Beside(self._span(tree), *parts)

    def line(self, tree: Tree) -> s.Line:
        _, parts = self._parts(tree)
        bound, test = first(parts, WordPart), first(parts, s.Is)
        return s.Line(self._span(tree), parts[0], parts[1], bound.word if bound else None, test)

    def line_test(self, tree: Tree) -> s.Is:
        _, parts = self._parts(tree)
        negated = any(isinstance(part, FlagPart) for part in parts)
        return s.Is(self._span(tree), negated, "value", parts[-1])

    def line_adjective(self, tree: Tree) -> s.Is:
        tokens, parts = self._parts(tree)
        negated = any(isinstance(part, FlagPart) for part in parts)
        return s.Is(self._span(tree), negated, "adjective", None, str(tokens[0]))

    def argument_for(self, tree: Tree) -> s.Argument:
        return s.Argument(self._span(tree), "for", self._all(tree)[-1])

    def argument_towards(self, tree: Tree) -> s.Argument:
        return s.Argument(self._span(tree), "towards", self._all(tree)[-1])

    def asked(self, tree: Tree) -> s.Expr:
        """Hands the arguments to the name that takes them."""
        base, *given = self._all(tree)
        return with_arguments(base, tuple(given), self._span(tree))

    def num(self, tree: Tree) -> s.Num:
        return s.Num(self._span(tree), number_of(tree))

    def inner(self, tree: Tree) -> s.Expr:
        phrase: s.Phrase = self._all(tree)[0]
        if phrase.quantity is None and phrase.relative is None and phrase.as_many is None:
            return phrase.head
        return s.Inner(self._span(tree), phrase)

    def primary(self, tree: Tree) -> s.Expr:
        return cast(s.Expr, self._all(tree)[0])

    def indefinite(self, tree: Tree) -> s.Indefinite:
        return s.Indefinite(self._span(tree), self._all(tree)[-1])

    def definite(self, tree: Tree) -> s.Expr:
        noun: s.Noun = self._all(tree)[-1]
        if noun.name is None and not noun.adjectives:
            return s.Me(self._span(tree))
        return replace(noun, definite=True)

    def local(self, tree: Tree) -> s.Local:
        return s.Local(self._span(tree), str(tree.children[0]))

    def it(self, tree: Tree) -> s.It:
        return s.It(self._span(tree))

    def me(self, tree: Tree) -> s.Me:
        return s.Me(self._span(tree))

    def side_of(self, tree: Tree) -> s.Of:
        base = next(part for part in self._all(tree) if not isinstance(part, Token))
        return s.Of(self._span(tree), base, s.Attribute(self._span(tree), "side", True))

    def automaton(self, tree: Tree) -> s.Automaton:
        return s.Automaton(self._span(tree))

    def adjacent(self, tree: Tree) -> s.Of:
        span = self._span(tree)
        side = "left" if "next" in str(tree.children[-1]) else "right"
        return s.Of(span, s.Me(span), s.Attribute(span, f"{side} neighbour", True))

    def mine(self, tree: Tree) -> s.Of:
        return s.Of(self._span(tree), s.Me(self._span(tree)), self._all(tree)[0])

    def its(self, tree: Tree) -> s.Of:
        return s.Of(self._span(tree), s.It(self._span(tree)), self._all(tree)[0])

    def several(self, tree: Tree) -> s.Several:
        tokens, (noun,) = self._parts(tree)
        return s.Several(self._span(tree), int(tokens[0]), noun)

    def none(self, tree: Tree) -> s.NoneWord:
        return s.NoneWord(self._span(tree))

    def yes(self, tree: Tree) -> s.YesNo:
        return s.YesNo(self._span(tree), True)

    def no(self, tree: Tree) -> s.YesNo:
        return s.YesNo(self._span(tree), False)

    def noun(self, tree: Tree) -> s.Noun:
        names = [token for token in tree.children if isinstance(token, Token) and token.type == "NAME"]
        adjectives = tuple(str(t) for t in tree.children if isinstance(t, Token) and t.type == "ADJ")
        name = self._name(names[0]) if names else None
        number = next((t for t in tree.children if isinstance(t, Token) and t.type == "NUMBER"), None)
        if name is not None and number is not None:
            name = s.Name(self._source.span(name.span.start, self._span(number).end), f"{name.text} {number}")
        return s.Noun(self._span(tree), adjectives, name)


def _at_random(tokens: list[Any]) -> bool:
    return any(token.type == "AT_RANDOM" for token in tokens)


def _lowest(tokens: list[Any]) -> bool:
    return any(token.type == "ORDER_WAY" and "lowest" in token for token in tokens)

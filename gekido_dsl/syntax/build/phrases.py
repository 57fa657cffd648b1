"""Phrases: trees become nodes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.grammar.words import ORDINALS
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.arguments import with_arguments
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CostPart,
    FlagPart,
    KeysPart,
    WordPart,
    every,
    first,
    must_find,
    number_of,
    range_of,
)


@builds("np")
def _np(b: Builder, tree: Tree) -> s.Phrase:
    _, parts = b.parts(tree)
    quantity, phrase = first(parts, s.Quantity), must_find(parts, s.Phrase)
    number = first(parts, s.Local)
    if number is not None:
        return s.Phrase(b.span(tree), None, phrase.head, phrase.relative, number)
    return s.Phrase(b.span(tree), quantity, phrase.head, phrase.relative)


@builds("np_as_many")
def _np_as_many(b: Builder, tree: Tree) -> s.Phrase:
    _, (phrase, number) = b.parts(tree)
    return s.Phrase(b.span(tree), None, phrase.head, phrase.relative, number)


@builds("np_adds_up")
def _np_adds_up(b: Builder, tree: Tree) -> s.Phrase:
    span = b.span(tree)
    head, *relative, total, by = b.parts(tree)[1]
    return s.Phrase(span, None, head, relative[0] if relative else None, None, s.AddsUp(span, total, by))


@builds("np_numbers")
def _np_numbers(b: Builder, tree: Tree) -> s.Phrase:
    _, (low, high) = b.parts(tree)
    return s.Phrase(b.span(tree), None, s.Numbers(b.span(tree), low, high))


@builds("np_union")
def _np_union(b: Builder, tree: Tree) -> s.Phrase:
    phrases: tuple[s.Phrase, ...] = tuple(b.all(tree))
    return s.Phrase(b.span(tree), None, s.Union(b.span(tree), phrases))


@builds("np_range")
def _np_range(b: Builder, tree: Tree) -> s.Phrase:
    span = b.span(tree)
    low, high = range_of(cast(Token, tree.children[0]))
    return s.Phrase(span, None, s.Numbers(span, s.Num(span, low), s.Num(span, high)))


@builds("q_word")
def _q_word(b: Builder, tree: Tree) -> s.Local:
    return s.Local(b.span(tree), str(tree.children[-1]))


@builds("q_next")
def _q_next(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), b.all(tree)[0].word)


@builds("q_nth")
def _q_nth(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "nth", ORDINALS.index(b.all(tree)[0].word))


@builds("highest")
def _highest(b: Builder, tree: Tree) -> s.Highest:
    tokens, (superlative, *rest) = b.parts(tree)
    taking = first(rest, s.Taking)
    things, by, *more = _rated(b, [part for part in rest if part is not taking])
    keys = [s.Key(by.span, by, superlative.word == "lowest")]
    for key in more:
        keys.append(key if key.lowest is not None else replace(key, lowest=keys[-1].lowest))
    return s.Highest(b.span(tree), things, tuple(keys), _at_random(tokens), taking)


@builds("trick")
def _trick(b: Builder, tree: Tree) -> s.Taking:
    _, (attribute, *trump) = b.parts(tree)
    return s.Taking(b.span(tree), attribute, trump[0] if trump else None)


@builds("next_key")
def _next_key(b: Builder, tree: Tree) -> s.Key:
    """Builds a further number; without a word it goes the way of the one before."""
    _, parts = b.parts(tree)
    lowest = cast(bool, None) if len(parts) == 1 else parts[0].word == "lowest"
    return s.Key(b.span(tree), parts[-1], lowest)


@builds("rank")
def _rank(b: Builder, tree: Tree) -> s.Rank:
    tokens, (player, by, *more) = b.parts(tree)
    return s.Rank(b.span(tree), player, (s.Key(by.span, by, _lowest(tokens)), *more))


@builds("next_rank", "next_order")
def _next_rank(b: Builder, tree: Tree) -> s.Key:
    tokens, (by,) = b.parts(tree)
    return s.Key(b.span(tree), by, _lowest(tokens))


@builds("ordering")
def _ordering(b: Builder, tree: Tree) -> s.Order:
    tokens, (by, *more) = b.parts(tree)
    keys = (s.Key(by.span, by, _lowest(tokens)), *more)
    return s.Order(b.span(tree), keys, _at_random(tokens))


@builds("order_last")
def _order_last(b: Builder, tree: Tree) -> s.Order:
    return s.Order(b.span(tree), ())


@builds("order_from")
def _order_from(b: Builder, tree: Tree) -> s.Order:
    return s.Order(b.span(tree), (), False, b.all(tree)[-1])


@builds("sharing_by")
def _sharing_by(b: Builder, tree: Tree) -> KeysPart:
    tokens, (by, *more) = b.parts(tree)
    return KeysPart((s.Key(by.span, by, _lowest(tokens)), *more))


@builds("sum_of")
def _sum_of(b: Builder, tree: Tree) -> s.Sum:
    _, parts = b.parts(tree)
    outside = first(parts, s.Name)
    things, by = _rated(b, [part for part in parts if part is not outside])
    return s.Sum(b.span(tree), things, by, outside)


@builds("outside")
def _outside(b: Builder, tree: Tree) -> s.Name:
    return b.name(tree.children[-1])


def _rated(b: Builder, parts: list[Any]) -> list[Any]:
    """Puts what is said of things, `that are ...`, and the things before it together."""
    things, *rest = parts
    if not isinstance(rest[0], s.Relative):
        return parts
    span = b.source.span(things.span.start, rest[0].span.end)
    return [s.Inner(span, s.Phrase(span, None, things, rest[0])), *rest[1:]]


@builds("lines")
def _lines(b: Builder, tree: Tree) -> s.Lines:
    return s.Lines(b.span(tree), *b.all(tree))


@builds("distance")
def _distance(b: Builder, tree: Tree) -> s.Distance:
    _, (origin, goal, *way) = b.parts(tree)
    cost = first(tuple(way), CostPart)
    return s.Distance(b.span(tree), origin, goal, _over(way), cost.by if cost is not None else None)


def _over(way: list[Any]) -> s.Phrase | None:
    """Gives what a way leads over, of its parts."""
    rest = [part for part in way if not isinstance(part, CostPart)]
    if not rest:
        return None
    span = rest[0].span.source.span(rest[0].span.start, rest[-1].span.end)
    return s.Phrase(span, None, rest[0], first(tuple(rest), s.Relative))


@builds("costs")
def _costs(b: Builder, tree: Tree) -> CostPart:
    return CostPart(b.parts(tree)[1][0])


@builds("longest")
def _longest(b: Builder, tree: Tree) -> s.LongestWay:
    _, parts = b.parts(tree)
    cost, over = first(parts, CostPart), _over(list(parts))
    assert over is not None
    return s.LongestWay(b.span(tree), over, cost.by if cost is not None else None)


@builds("best")
def _best(b: Builder, tree: Tree) -> s.Best:
    tokens, parts = b.parts(tree)
    name = next(token for token in tokens if token.type == "NAME")
    return s.Best(b.span(tree), b.name(name), _together(b, parts))


@builds("share")
def _share(b: Builder, tree: Tree) -> s.Share:
    tokens, (player, paid, *rest) = b.parts(tree)
    among = [rest.pop(0)]
    if rest and isinstance(rest[0], s.Relative):
        among.append(rest.pop(0))
    by, *more = rest
    keys = (s.Key(by.span, by, _lowest(tokens)), *more)
    return s.Share(b.span(tree), player, paid, such(b, among), keys)


@builds("worth")
def _worth(b: Builder, tree: Tree) -> s.Worth:
    tokens, parts = b.parts(tree)
    name = next(token for token in tokens if token.type == "NAME")
    things = [part for part in parts if not isinstance(part, FlagPart)]
    return s.Worth(b.span(tree), _together(b, things), b.name(name))


@builds("exactly")
def _exactly(b: Builder, tree: Tree) -> s.Exactly:
    numbers: list[int] = []
    said: list[list[Any]] = []
    for part in b.all(tree):
        if not isinstance(part, Token):
            said[-1].append(part)
        elif part.type == "NUMBER":
            numbers.append(int(part))
            said.append([])
    return s.Exactly(b.span(tree), tuple(numbers), tuple(such(b, parts) for parts in said))


def _together(b: Builder, parts: Sequence[Any]) -> s.Expr | s.Exactly:
    """Gives what counts together: things, or so many of each."""
    return parts[0] if isinstance(parts[0], s.Exactly) else such(b, parts)


def such(b: Builder, parts: Iterable[Any]) -> s.Expr:
    """Puts what is said of things, `that are ...`, and the things before it together."""
    things, *rest = (part for part in parts if isinstance(part, s.Node))
    return cast(s.Expr, _rated(b, [things, *rest])[0] if rest else things)


@builds("q_all")
def _q_all(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "all")


@builds("q_between")
def _q_between(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "between", *range_of(cast(Token, tree.children[0])))


@builds("q_up_to")
def _q_up_to(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "between", 0, number_of(tree))


@builds("q_at_least")
def _q_at_least(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "between", number_of(tree), None)


@builds("q_any")
def _q_any(b: Builder, tree: Tree) -> s.Quantity:
    return s.Quantity(b.span(tree), "between", 0, None)


@builds("q_random")
def _q_random(b: Builder, tree: Tree) -> s.Quantity:
    number = number_of(tree) if tree.children else 1
    return s.Quantity(b.span(tree), "random", number, number)


@builds("np_bare")
def _np_bare(b: Builder, tree: Tree) -> s.Phrase:
    _, parts = b.parts(tree)
    return s.Phrase(b.span(tree), None, parts[0], first(parts, s.Relative))


@builds("relative")
def _relative(b: Builder, tree: Tree) -> s.Relative:
    tokens, parts = b.parts(tree)
    joined: Literal["and", "or"] = "or" if any(token.type == "OR_IS" for token in tokens) else "and"
    whose = every(parts, s.Whose)
    return s.Relative(b.span(tree), tuple(one for one in parts if one not in whose), joined, whose)


@builds("fact_is")
def _fact_is(b: Builder, tree: Tree) -> s.Whose:
    _, (attribute, predicate) = b.parts(tree)
    return s.Whose(b.span(tree), attribute, predicate)


@builds("of_the_same")
def _of_the_same(b: Builder, tree: Tree) -> s.Whose:
    _, (attribute, like) = b.parts(tree)
    return s.Whose(b.span(tree), attribute, None, like)


@builds("count")
def _count(b: Builder, tree: Tree) -> s.Count:
    _, parts = b.parts(tree)
    return s.Count(b.span(tree), s.Phrase(b.span(tree), None, parts[0], first(parts, s.Relative)))


@builds("arith")
def _arith(b: Builder, tree: Tree) -> s.Arithmetic:
    left, right = b.all(tree)
    span = b.span(tree)
    between = span.source.text[left.span.end : right.span.start]
    return s.Arithmetic(span, "plus" if "plus" in between else "minus", left, right)


@builds("product")
def _product(b: Builder, tree: Tree) -> s.Arithmetic:
    left, right = b.all(tree)
    return s.Arithmetic(b.span(tree), "times", left, right)


@builds("divided")
def _divided(b: Builder, tree: Tree) -> s.Arithmetic:
    _, parts = b.parts(tree)
    rounding = first(parts, WordPart)
    left, right = (part for part in parts if not isinstance(part, WordPart))
    up = rounding is not None and rounding.word == "up"
    return s.Arithmetic(b.span(tree), "divided_up" if up else "divided_down", left, right)


@builds("remainder", "smaller", "larger")
def _of_two(b: Builder, tree: Tree) -> s.Arithmetic:
    _, parts = b.parts(tree)
    left, right = parts
    return s.Arithmetic(b.span(tree), cast(Any, str(tree.data)), left, right)


@builds("located")
def _located(b: Builder, tree: Tree) -> s.Located:
    things, where = b.all(tree)
    return s.Located(b.span(tree), things, where)


@builds("after", "before")
def _after(b: Builder, tree: Tree) -> s.Located:
    things, where = b.all(tree)
    return s.Located(b.span(tree), things, where, "after" if tree.data == "after" else "before")


@builds("whose")
def _whose(b: Builder, tree: Tree) -> s.Of:
    base, attribute = (part for part in b.all(tree) if not isinstance(part, Token))
    return s.Of(b.span(tree), base, attribute)


@builds("attribute")
def _attribute(b: Builder, tree: Tree) -> s.Attribute:
    token = cast(Token, tree.children[0])
    return s.Attribute(b.span(tree), str(token), token.type == "ATTR")


@builds("attribute_nth")
def _attribute_nth(b: Builder, tree: Tree) -> s.Attribute:
    tokens, (ordinal,) = b.parts(tree)
    return s.Attribute(b.span(tree), str(tokens[0]), False, nth=ORDINALS.index(ordinal.word))


@builds("turned")
def _turned(b: Builder, tree: Tree) -> s.Turned:
    base, token = b.all(tree)
    return s.Turned(b.span(tree), base, str(token).split()[-1])


@builds("beside")
def _beside(b: Builder, tree: Tree) -> s.Beside:
    _, parts = b.parts(tree)
    return s.Beside(b.span(tree), *parts)


@builds("opposite")
def _opposite(b: Builder, tree: Tree) -> s.Opposite:
    _, parts = b.parts(tree)
    return s.Opposite(b.span(tree), *parts)


@builds("line", "line_any")
def _line(b: Builder, tree: Tree) -> s.Line:
    _, parts = b.parts(tree)
    origin, towards, *end = parts
    bound, test = end[0] if end else (None, None)
    return s.Line(b.span(tree), origin, towards, bound, test, tree.data == "line_any")


@builds("line_end")
def _line_end(b: Builder, tree: Tree) -> tuple[str, s.Is | None]:
    _, parts = b.parts(tree)
    return parts[0].word, parts[-1]


@builds("line_until_blocked")
def _line_until_blocked(b: Builder, tree: Tree) -> tuple[str, s.Is | None]:
    return "blocked", None


@builds("line_test")
def _line_test(b: Builder, tree: Tree) -> s.Is:
    _, parts = b.parts(tree)
    negated = any(isinstance(part, FlagPart) for part in parts)
    return s.Is(b.span(tree), negated, "value", parts[-1])


@builds("line_adjective")
def _line_adjective(b: Builder, tree: Tree) -> s.Is:
    tokens, parts = b.parts(tree)
    negated = any(isinstance(part, FlagPart) for part in parts)
    return s.Is(b.span(tree), negated, "adjective", None, str(tokens[0]))


@builds("argument_for")
def _argument_for(b: Builder, tree: Tree) -> tuple[s.Argument, ...]:
    _, (value, *others) = b.parts(tree)
    more = (s.Argument(other.span, "for", other) for other in others)
    return (s.Argument(value.span if others else b.span(tree), "for", value), *more)


@builds("argument_towards")
def _argument_towards(b: Builder, tree: Tree) -> tuple[s.Argument, ...]:
    return (s.Argument(b.span(tree), "towards", b.all(tree)[-1]),)


@builds("asked")
def _asked(b: Builder, tree: Tree) -> s.Expr:
    """Hands the arguments to the name that takes them."""
    base, *given = b.all(tree)
    return with_arguments(base, tuple(one for some in given for one in some), b.span(tree))


@builds("num")
def _num(b: Builder, tree: Tree) -> s.Num:
    return s.Num(b.span(tree), number_of(tree))


@builds("inner")
def _inner(b: Builder, tree: Tree) -> s.Expr:
    phrase: s.Phrase = b.all(tree)[0]
    if phrase == s.Phrase(phrase.span, None, phrase.head):
        return phrase.head
    return s.Inner(b.span(tree), phrase)


@builds("primary")
def _primary(b: Builder, tree: Tree) -> s.Expr:
    return cast(s.Expr, b.all(tree)[0])


@builds("indefinite")
def _indefinite(b: Builder, tree: Tree) -> s.Indefinite:
    return s.Indefinite(b.span(tree), b.all(tree)[-1])


@builds("definite")
def _definite(b: Builder, tree: Tree) -> s.Expr:
    noun: s.Noun = b.all(tree)[-1]
    if noun.name is None and not noun.adjectives:
        return s.Me(b.span(tree))
    return replace(noun, definite=True)


@builds("local")
def _local(b: Builder, tree: Tree) -> s.Local:
    return s.Local(b.span(tree), str(tree.children[0]))


@builds("it")
def _it(b: Builder, tree: Tree) -> s.It:
    return s.It(b.span(tree))


@builds("me")
def _me(b: Builder, tree: Tree) -> s.Me:
    return s.Me(b.span(tree))


@builds("side_of")
def _side_of(b: Builder, tree: Tree) -> s.Of:
    base = next(part for part in b.all(tree) if not isinstance(part, Token))
    return s.Of(b.span(tree), base, s.Attribute(b.span(tree), "side", True))


@builds("the_game")
def _the_game(b: Builder, tree: Tree) -> s.Noun:
    return s.Noun(b.span(tree), (), s.Name(b.span(tree), s.TABLE), definite=True)


@builds("automaton")
def _automaton(b: Builder, tree: Tree) -> s.Automaton:
    return s.Automaton(b.span(tree))


@builds("adjacent")
def _adjacent(b: Builder, tree: Tree) -> s.Of:
    span = b.span(tree)
    side = "left" if "next" in str(tree.children[-1]) else "right"
    return s.Of(span, s.Me(span), s.Attribute(span, f"{side} neighbour", True))


@builds("mine")
def _mine(b: Builder, tree: Tree) -> s.Of:
    return s.Of(b.span(tree), s.Me(b.span(tree)), b.all(tree)[0])


@builds("its")
def _its(b: Builder, tree: Tree) -> s.Of:
    return s.Of(b.span(tree), s.It(b.span(tree)), b.all(tree)[0])


@builds("several")
def _several(b: Builder, tree: Tree) -> s.Several:
    tokens, (noun,) = b.parts(tree)
    return s.Several(b.span(tree), int(tokens[0]), noun)


@builds("none")
def _none(b: Builder, tree: Tree) -> s.NoneWord:
    return s.NoneWord(b.span(tree))


@builds("yes")
def _yes(b: Builder, tree: Tree) -> s.YesNo:
    return s.YesNo(b.span(tree), True)


@builds("no")
def _no(b: Builder, tree: Tree) -> s.YesNo:
    return s.YesNo(b.span(tree), False)


@builds("noun")
def _noun(b: Builder, tree: Tree) -> s.Noun:
    names = [token for token in tree.children if isinstance(token, Token) and token.type == "NAME"]
    adjectives = tuple(str(t) for t in tree.children if isinstance(t, Token) and t.type == "ADJ")
    name = b.name(names[0]) if names else None
    number = next((t for t in tree.children if isinstance(t, Token) and t.type == "NUMBER"), None)
    if name is not None and number is not None:
        name = s.Name(b.source.span(name.span.start, b.span(number).end), f"{name.text} {number}")
    return s.Noun(b.span(tree), adjectives, name)


def _at_random(tokens: list[Any]) -> bool:
    return any(token.type == "AT_RANDOM" for token in tokens)


def _lowest(tokens: list[Any]) -> bool:
    return any(token.type == "ORDER_WAY" and "lowest" in token for token in tokens)

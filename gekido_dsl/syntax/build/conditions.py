"""Conditions: trees become nodes."""

from typing import Any, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CostPart,
    FlagPart,
    FromPart,
    PricesPart,
    first,
    must_find,
    number_of,
)


@builds("any_of")
def _any_of(b: Builder, tree: Tree) -> s.Logic:
    return s.Logic(b.span(tree), "or", tuple(b.all(tree)))


@builds("all_of_conds")
def _all_of_conds(b: Builder, tree: Tree) -> s.Logic:
    return s.Logic(b.span(tree), "and", tuple(b.all(tree)))


@builds("is_test")
def _is_test(b: Builder, tree: Tree) -> s.Test:
    subject, predicate = b.all(tree)
    return s.Test(b.span(tree), subject, predicate)


@builds("i_can_pay")
def _i_can_pay(b: Builder, tree: Tree) -> s.Test:
    return s.Test(b.span(tree), s.Me(b.span(tree)), _can_pay(b, tree))


@builds("can_pay")
def _can_pay(b: Builder, tree: Tree) -> s.CanPay:
    parts = b.all(tree)
    negated = any(isinstance(part, Token) and "CANNOT" in part.type for part in parts)
    source = first(parts, FromPart)
    return s.CanPay(
        b.span(tree), negated, must_find(parts, PricesPart).prices, source.source if source else None
    )


@builds("quantified")
def _quantified(b: Builder, tree: Tree) -> s.Quantified:
    quantifier, phrase, predicate = b.all(tree)
    return s.Quantified(b.span(tree), quantifier.word, phrase, predicate)


@builds("adds_up")
def _adds_up(b: Builder, tree: Tree) -> s.Quantified:
    quantifier, phrase, total, by = b.parts(tree)[1]
    return s.Quantified(b.span(tree), quantifier.word, phrase, s.AddsUp(b.span(tree), total, by))


@builds("for_some")
def _for_some(b: Builder, tree: Tree) -> s.ForSome:
    quantifier, phrase, condition = b.parts(tree)[1]
    return s.ForSome(b.span(tree), quantifier.word, phrase, condition)


@builds("is_predicate")
def _is_predicate(b: Builder, tree: Tree) -> s.Is:
    _, parts = b.parts(tree)
    what = must_find(parts, s.Is)
    negated = any(isinstance(part, FlagPart) for part in parts)
    return s.Is(
        b.span(tree), negated, what.how, what.operand, what.word, what.distance, what.across, what.over,
        what.reach, what.cost, what.others,
    )  # fmt: skip


@builds("has_predicate")
def _has_predicate(b: Builder, tree: Tree) -> s.Predicate:
    return _has(b, tree, negated=False)


@builds("has_not_predicate")
def _has_not_predicate(b: Builder, tree: Tree) -> s.Predicate:
    return _has(b, tree, negated=True)


def _has(b: Builder, tree: Tree, negated: bool) -> s.Predicate:
    made = next(part for part in b.all(tree) if not isinstance(part, Token))
    span = b.span(tree)
    match made:
        case s.HasMoved():
            return s.HasMoved(span, negated, made.scope)
        case s.HasUsed():
            return s.HasUsed(span, negated, made.actions, made.scope)
        case s.HasOpenSide():
            return s.HasOpenSide(span, negated)
        case _:
            return s.Has(span, negated, made)


@builds("has_moved")
def _has_moved(b: Builder, tree: Tree) -> s.HasMoved:
    return s.HasMoved(b.span(tree), False, b.name(tree.children[-1]))


@builds("has_used")
def _has_used(b: Builder, tree: Tree) -> s.HasUsed:
    built = b.all(tree)
    return s.HasUsed(b.span(tree), False, tuple(built[0]), b.name(built[-1]))


@builds("has_open_side")
def _has_open_side(b: Builder, tree: Tree) -> s.HasOpenSide:
    return s.HasOpenSide(b.span(tree), False)


@builds("narrowed")
def _narrowed(b: Builder, tree: Tree) -> s.Inner:
    things, relative = b.all(tree)
    return s.Inner(b.span(tree), s.Phrase(b.span(tree), None, things, relative), bare=True)


@builds("has_thing")
def _has_thing(b: Builder, tree: Tree) -> s.Expr:
    return cast(s.Expr, b.all(tree)[0])


def _operand(b: Builder, tree: Tree) -> s.Expr:
    return cast(s.Expr, next(part for part in b.all(tree) if not isinstance(part, Token)))


@builds("fits")
def _fits(b: Builder, tree: Tree) -> s.Fits:
    return s.Fits(b.span(tree), False, _operand(b, tree))


@builds("fits_not")
def _fits_not(b: Builder, tree: Tree) -> s.Fits:
    return s.Fits(b.span(tree), True, _operand(b, tree))


@builds("fits_neighbours")
def _fits_neighbours(b: Builder, tree: Tree) -> s.FitsNeighbours:
    return s.FitsNeighbours(b.span(tree), False, b.name(tree.children[-1]))


@builds("fits_neighbours_not")
def _fits_neighbours_not(b: Builder, tree: Tree) -> s.FitsNeighbours:
    return s.FitsNeighbours(b.span(tree), True, b.name(tree.children[-1]))


@builds("shows")
def _shows(b: Builder, tree: Tree) -> s.Shows:
    return s.Shows(b.span(tree), False, _operand(b, tree))


@builds("shows_not")
def _shows_not(b: Builder, tree: Tree) -> s.Shows:
    return s.Shows(b.span(tree), True, _operand(b, tree))


@builds("joins")
def _joins(b: Builder, tree: Tree) -> s.Joins:
    first, second = b.all(tree)
    return s.Joins(b.span(tree), first.word, second.word)


@builds("makes_row")
def _makes_row(b: Builder, tree: Tree) -> s.MakesRow:
    return s.MakesRow(b.span(tree), int(str(tree.children[0])))


@builds("makes_meld", "makes_meld_not")
def _makes_meld(b: Builder, tree: Tree) -> s.MakesMeld:
    tokens, parts = b.parts(tree)
    name = next(token for token in tokens if token.type == "NAME")
    along = cast(list[s.Expr], [part for part in parts if isinstance(part, s.Node)])
    return s.MakesMeld(b.span(tree), tree.data == "makes_meld_not", b.name(name), along[0] if along else None)


@builds("meld_with")
def _meld_with(b: Builder, tree: Tree) -> s.Expr:
    return cast(s.Expr, b.parts(tree)[1][-1])


@builds("what_value")
def _what_value(b: Builder, tree: Tree) -> s.Is:
    return s.Is(b.span(tree), False, "value", _operand(b, tree))


@builds("what_one_of")
def _what_one_of(b: Builder, tree: Tree) -> s.Is:
    _, (first_one, *others) = b.parts(tree)
    return s.Is(b.span(tree), False, "value", first_one, others=tuple(others))


@builds("what_diagonal")
def _what_diagonal(b: Builder, tree: Tree) -> s.Is:
    return s.Is(b.span(tree), False, "leap", _operand(b, tree), "diagonally", 1, 1)


@builds("what_knight")
def _what_knight(b: Builder, tree: Tree) -> s.Is:
    return s.Is(b.span(tree), False, "leap", _operand(b, tree), "knight", 1, 2)


@builds("what_straight")
def _what_straight(b: Builder, tree: Tree) -> s.Is:
    return s.Is(b.span(tree), False, "leap", _operand(b, tree), "straight", number_of(tree), 0)


@builds("what_slanted")
def _what_slanted(b: Builder, tree: Tree) -> s.Is:
    far = number_of(tree)
    return s.Is(b.span(tree), False, "leap", _operand(b, tree), "slanted", far, far)


@builds("what_adjective")
def _what_adjective(b: Builder, tree: Tree) -> s.Is:
    tokens, _ = b.parts(tree)
    return s.Is(b.span(tree), False, "adjective", None, str(tokens[0]))


@builds("what_at_least", "what_at_most", "what_more", "what_less", "what_on", "what_in")
def _what(b: Builder, tree: Tree) -> s.Is:
    how = cast(Any, str(tree.data).removeprefix("what_"))
    return s.Is(b.span(tree), False, how, _operand(b, tree))


@builds("what_relation")
def _what_relation(b: Builder, tree: Tree) -> s.Is:
    word = next(str(token) for token in tree.children if isinstance(token, Token))
    return s.Is(b.span(tree), False, "relation", _operand(b, tree), word)


@builds("row_and_column")
def _row_and_column(b: Builder, tree: Tree) -> s.Spot:
    return s.Spot(b.span(tree), str(tree.children[0]))


@builds("standing_on")
def _standing_on(b: Builder, tree: Tree) -> s.StandingOn:
    name, spot = (token for token in tree.children if isinstance(token, Token))
    return s.StandingOn(b.span(tree), b.name(name), s.Spot(b.span(spot), str(spot)))


@builds("what_within")
def _what_within(b: Builder, tree: Tree) -> s.Is:
    _, (reach, operand, *way) = b.parts(tree)
    cost = first(tuple(way), CostPart)
    over = [part for part in way if part is not cost]
    return s.Is(
        b.span(tree), False, "within", operand, distance=reach.value if isinstance(reach, s.Num) else 0,
        over=s.Phrase(over[0].span, None, over[0], None) if over else None,
        reach=None if isinstance(reach, s.Num) else reach,
        cost=cost.by if cost is not None else None,
    )  # fmt: skip


@builds("what_next_to")
def _what_next_to(b: Builder, tree: Tree) -> s.Is:
    operand, over = _over(b, tree)
    return s.Is(b.span(tree), False, "next_to", operand, over=over)


def _over(b: Builder, tree: Tree) -> tuple[s.Expr, s.Phrase | None]:
    """Gives what something is compared with, and over what a way leads there."""
    _, (operand, *way) = b.parts(tree)
    return operand, s.Phrase(way[0].span, None, way[0], None) if way else None


@builds("what_leap")
def _what_leap(b: Builder, tree: Tree) -> s.Is:
    along, across = (
        int(token) for token in tree.children if isinstance(token, Token) and token.type == "NUMBER"
    )
    return s.Is(b.span(tree), False, "leap", _operand(b, tree), distance=along, across=across)


@builds("what_connected")
def _what_connected(b: Builder, tree: Tree) -> s.Is:
    goal, over = _over(b, tree)
    return s.Is(b.span(tree), False, "connected_to", goal, over=over)


@builds("position_new", "leaving_new")
def _position_new(b: Builder, tree: Tree) -> s.Repeated | s.LeavingPosition:
    return _new(b, tree, None)


@builds("position_unlike", "leaving_unlike")
def _position_unlike(b: Builder, tree: Tree) -> s.Repeated | s.LeavingPosition:
    return _new(b, tree, _operand_of(b, tree))


def _operand_of(b: Builder, tree: Tree) -> s.Expr:
    parts = [part for part in b.all(tree) if not isinstance(part, Token | FlagPart)]
    return cast(s.Expr, parts[-1])


def _new(b: Builder, tree: Tree, last: s.Expr | None) -> s.Repeated | s.LeavingPosition:
    span = b.span(tree)
    negated = any(isinstance(part, FlagPart) for part in b.all(tree))
    found = s.Repeated(span, "is", 0, negated, last, new=True)
    return s.LeavingPosition(span, found) if str(tree.data).startswith("leaving") else found


@builds("position_came_up")
def _position_came_up(b: Builder, tree: Tree) -> s.Repeated:
    how: Any = {"AT_LEAST": "at_least", "AT_MOST": "at_most", "MORE_THAN": "more", "LESS_THAN": "less"}
    tokens = [token for token in tree.children if isinstance(token, Token)]
    said: Any = next((how[token.type] for token in tokens if token.type in how), "is")
    number = next(int(str(token)) for token in tokens if token.type == "NUMBER")
    within = any(token.type == "TIMES_WITHIN" for token in tokens)
    return s.Repeated(b.span(tree), said, number, last=_operand_of(b, tree) if within else None)

"""What follows from a state: trees become nodes."""

from dataclasses import replace
from typing import Any, Literal, cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CONDS,
    AmountOpPart,
    CondsPart,
    GroupsPart,
    NamesPart,
    OnTurnPart,
    OtherPart,
    StartPart,
    TurnsPart,
    WildPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    text_of,
)


@builds("patterns")
def _patterns(b: Builder, tree: Tree) -> s.Patterns:
    tokens, parts = b.parts(tree)
    name, die, place = map(b.name, tokens)
    return s.Patterns(b.span(tree), name, die, place, every(parts, s.Pattern), marks_of(parts))


@builds("pattern")
def _pattern(b: Builder, tree: Tree) -> s.Pattern:
    tokens, parts = b.parts(tree)
    never, other = first(parts, StartPart), first(parts, OtherPart)
    return s.Pattern(
        b.span(tree),
        b.name(tokens[0]),
        must_find(parts, GroupsPart).groups,
        never.value if never else None,
        other.groups if other else (),
        other.guard if other else None,
        marks_of(parts),
    )


@builds("card_patterns")
def _card_patterns(b: Builder, tree: Tree) -> s.Patterns:
    tokens, parts = b.parts(tree)
    name, kind, by = (b.name(token) for token in tokens if token.type == "NAME")
    wild = first(parts, WildPart)
    number = next(int(str(token)) for token in tokens if token.type == "NUMBER")
    also = first(parts, StartPart)
    patterns = every(parts, s.Pattern)
    return s.Patterns(
        b.span(tree), name, kind, None, patterns, marks_of(parts), number, by, also.value if also else None,
        wild.name if wild else None,
    )  # fmt: skip


@builds("wild")
def _wild(b: Builder, tree: Tree) -> WildPart:
    return WildPart(next(b.name(token) for token in b.parts(tree)[0] if token.type == "NAME"))


@builds("melds")
def _melds(b: Builder, tree: Tree) -> s.Patterns:
    tokens, parts = b.parts(tree)
    name, kind, by = (b.name(token) for token in tokens if token.type == "NAME")
    also = first(parts, StartPart)
    patterns = every(parts, s.Pattern)
    wild = first(parts, WildPart)
    return s.Patterns(
        b.span(tree), name, kind, None, patterns, marks_of(parts), 0, by, also.value if also else None,
        wild.name if wild else None,
    )  # fmt: skip


@builds("meld")
def _meld(b: Builder, tree: Tree) -> s.Pattern:
    tokens, parts = b.parts(tree)
    least, most = first(parts, StartPart).value
    run = s.Run(b.span(tree), least, _in_a_row(tree), first(parts, s.Name), most)
    return s.Pattern(b.span(tree), b.name(tokens[0]), (), None, (), None, marks_of(parts), run)


@builds("how_many")
def _how_many(b: Builder, tree: Tree) -> StartPart:
    """Builds the least and the most; without a most, None."""
    tokens = [one for one in tree.children if isinstance(one, Token)]
    least, *most = str(tokens[0]).split(" to ")
    if tokens[-1].type == "OR_MORE":
        return StartPart((int(least), None))
    return StartPart((int(least), int(most[0] if most else least)))


@builds("also_as")
def _also_as(b: Builder, tree: Tree) -> StartPart:
    one, other = (int(str(token)) for token in b.parts(tree)[0] if token.type == "NUMBER")
    return StartPart((one, other))


@builds("card_pattern")
def _card_pattern(b: Builder, tree: Tree) -> s.Pattern:
    tokens, parts = b.parts(tree)
    groups = first(parts, GroupsPart)
    return s.Pattern(
        b.span(tree),
        b.name(tokens[0]),
        groups.groups if groups else (),
        None,
        (),
        None,
        marks_of(parts),
        first(parts, s.Run),
    )


@builds("card_run")
def _card_run(b: Builder, tree: Tree) -> s.Run:
    tokens, parts = b.parts(tree)
    suit = first(parts, s.Name)
    return s.Run(b.span(tree), int(str(tokens[0])), _in_a_row(tree), suit)


def _in_a_row(tree: Tree) -> bool:
    return any(isinstance(one, Token) and one.type == "IN_A_ROW" for one in tree.children)


@builds("of_one", "of_different")
def _of_one(b: Builder, tree: Tree) -> s.Name:
    tokens, _ = b.parts(tree)
    return b.name(next(token for token in tokens if token.type == "NAME"))


@builds("groups")
def _groups(b: Builder, tree: Tree) -> GroupsPart:
    return GroupsPart(tuple(b.all(tree)))


@builds("group")
def _group(b: Builder, tree: Tree) -> s.Group:
    number, word = tree.children
    return s.Group(b.span(tree), int(str(number)), word == "alike")


@builds("none_showing")
def _none_showing(b: Builder, tree: Tree) -> StartPart:
    return StartPart(b.all(tree)[-1])


@builds("or_groups")
def _or_groups(b: Builder, tree: Tree) -> OtherPart:
    _, parts = b.parts(tree)
    return OtherPart(must_find(parts, GroupsPart).groups, first(parts, s.Guard))


@builds("definition")
def _definition(b: Builder, tree: Tree) -> s.Definition:
    return _definition_of(b, tree, None)


@builds("definition_any")
def _definition_any(b: Builder, tree: Tree) -> s.Definition:
    return _definition_of(b, tree, "or")


@builds("definition_all")
def _definition_all(b: Builder, tree: Tree) -> s.Definition:
    return _definition_of(b, tree, "and")


def _definition_of(b: Builder, tree: Tree, operator: Literal["and", "or"] | None) -> s.Definition:
    _, parts = b.parts(tree)
    *kinds, name = must_find(parts, NamesPart)
    condition: s.Cond
    if operator:
        lines = must_find(parts, CondsPart).conds
        condition = lines[0] if len(lines) == 1 else s.Logic(b.span(tree), operator, lines)
    else:
        condition = must_find(parts, CONDS)
    kind = kinds[0] if kinds else None
    return s.Definition(b.span(tree), kind, name, condition, marks_of(parts), every(parts, s.Param))


@builds("defined")
def _defined(b: Builder, tree: Tree) -> NamesPart:
    return NamesPart(tuple(b.name(token) for token in b.parts(tree)[0] if token.type == "NAME"))


@builds("defined_game")
def _defined_game(b: Builder, tree: Tree) -> NamesPart:
    tokens, _ = b.parts(tree)
    name = next(token for token in tokens if token.type == "NAME")
    return NamesPart((s.Name(_game_span(b, tree), s.TABLE), b.name(name)))


def _game_span(b: Builder, tree: Tree) -> Span:
    """Gives where `the game` is written, at the beginning of what it is said of."""
    start = b.span(tree).start
    return b.source.span(start, start + len("the game"))


@builds("cluster")
def _cluster(b: Builder, tree: Tree) -> s.Cluster:
    tokens, parts = b.parts(tree)
    name = next(b.name(token) for token in tokens if token.type == "NAME")
    return s.Cluster(b.span(tree), name, must_find(parts, s.Noun), every(parts, s.Attribute), marks_of(parts))


@builds("alike")
def _alike(b: Builder, tree: Tree) -> s.Attribute:
    return cast(s.Attribute, b.all(tree)[-1])


@builds("param")
def _param(b: Builder, tree: Tree) -> s.Param:
    kind, *word = b.all(tree)
    return s.Param(b.span(tree), kind, word[0].word if word else "")


@builds("given_for")
def _given_for(b: Builder, tree: Tree) -> s.Param:
    return cast(s.Param, replace(b.all(tree)[-1], span=b.span(tree), said="for"))


@builds("given_towards")
def _given_towards(b: Builder, tree: Tree) -> s.Param:
    return cast(s.Param, replace(b.all(tree)[-1], span=b.span(tree), said="towards"))


@builds("cond_lines")
def _cond_lines(b: Builder, tree: Tree) -> CondsPart:
    return CondsPart(tuple(b.all(tree)))


@builds("position")
def _position(b: Builder, tree: Tree) -> s.Position:
    _, parts = b.parts(tree)
    facts, kept = first(parts, NamesPart), first(parts, TurnsPart)
    on_turn = first(parts, OnTurnPart) is not None
    return s.Position(
        b.span(tree),
        must_find(parts, s.Phrase),
        tuple(facts or ()),
        on_turn,
        kept.number if kept is not None else None,
        marks_of(parts),
    )


@builds("on_turn")
def _on_turn(b: Builder, tree: Tree) -> OnTurnPart:
    return OnTurnPart()


@builds("kept_for")
def _kept_for(b: Builder, tree: Tree) -> TurnsPart:
    return TurnsPart(next(int(str(token)) for token in tree.children if str(token).isdigit()))


@builds("property")
def _property(b: Builder, tree: Tree) -> s.Property:
    tokens, parts = b.parts(tree)
    kind = b.name(tokens[1]) if len(tokens) > 1 else None
    return s.Property(
        b.span(tree),
        b.name(tokens[0]),
        kind,
        must_find(parts, s.Phrase),
        marks_of(parts),
        every(parts, s.Param),
    )


@builds("amount")
def _amount(b: Builder, tree: Tree) -> s.Amount:
    tokens, parts = b.parts(tree)
    return s.Amount(
        b.span(tree),
        b.name(tokens[0]),
        first(parts, s.Owner),
        every(parts, s.AmountLine),
        text_of(parts),
        marks_of(parts),
        every(parts, s.Param),
    )


@builds("of_subject")
def _of_subject(b: Builder, tree: Tree) -> s.Owner:
    tokens, _ = b.parts(tree)
    return s.Owner(b.span(tree), b.name(tokens[0]) if tokens else None)


@builds("amount_is")
def _amount_is(b: Builder, tree: Tree) -> s.AmountLine:
    _, (number,) = b.parts(tree)
    return s.AmountLine(b.span(tree), "start", number, "", None, ())


@builds("amount_line")
def _amount_line(b: Builder, tree: Tree) -> s.AmountLine:
    _, parts = b.parts(tree)
    made = must_find(parts, AmountOpPart)
    return s.AmountLine(
        b.span(tree),
        made.operator,
        made.operand,
        made.rounding,
        first(parts, s.Guard),
        marks_of(parts),
    )


@builds("op_start", "op_add", "op_subtract", "op_multiply", "op_divide", "op_set", "op_floor", "op_cap")
def _op(b: Builder, tree: Tree) -> AmountOpPart:
    operator = str(tree.data).removeprefix("op_")
    _, parts = b.parts(tree)
    rounding = first(parts, WordPart)
    operand = next(part for part in parts if not isinstance(part, WordPart))
    return AmountOpPart(cast(Any, operator), operand, rounding.word if rounding else "")

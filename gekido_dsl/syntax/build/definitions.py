"""What follows from a state: trees become nodes."""

from dataclasses import replace
from typing import Any, Literal, cast

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import (
    CONDS,
    AmountOpPart,
    CondsPart,
    GroupsPart,
    OtherPart,
    StartPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    text_of,
)
from gekido_dsl.syntax.build.statements import StatementBuilder


class DefinitionBuilder(StatementBuilder):
    """Builds patterns, definitions, properties and amounts."""

    def patterns(self, tree: Tree) -> s.Patterns:
        tokens, parts = self._parts(tree)
        name, die, place = map(self._name, tokens)
        return s.Patterns(self._span(tree), name, die, place, every(parts, s.Pattern), marks_of(parts))

    def pattern(self, tree: Tree) -> s.Pattern:
        tokens, parts = self._parts(tree)
        never, other = first(parts, StartPart), first(parts, OtherPart)
        return s.Pattern(
            self._span(tree),
            self._name(tokens[0]),
            must_find(parts, GroupsPart).groups,
            never.value if never else None,
            other.groups if other else (),
            other.guard if other else None,
            marks_of(parts),
        )

    def groups(self, tree: Tree) -> GroupsPart:
        return GroupsPart(tuple(self._all(tree)))

    def group(self, tree: Tree) -> s.Group:
        number, word = tree.children
        return s.Group(self._span(tree), int(str(number)), word == "alike")

    def none_showing(self, tree: Tree) -> StartPart:
        return StartPart(self._all(tree)[-1])

    def or_groups(self, tree: Tree) -> OtherPart:
        _, parts = self._parts(tree)
        return OtherPart(must_find(parts, GroupsPart).groups, first(parts, s.Guard))

    def definition(self, tree: Tree) -> s.Definition:
        return self._definition(tree, None)

    def definition_any(self, tree: Tree) -> s.Definition:
        return self._definition(tree, "or")

    def definition_all(self, tree: Tree) -> s.Definition:
        return self._definition(tree, "and")

    def _definition(self, tree: Tree, operator: Literal["and", "or"] | None) -> s.Definition:
        tokens, parts = self._parts(tree)
        names = [self._name(token) for token in tokens if token.type == "NAME"]
        kind = names[0] if len(names) > 1 else None
        condition: s.Cond
        if operator:
            lines = must_find(parts, CondsPart).conds
            condition = lines[0] if len(lines) == 1 else s.Logic(self._span(tree), operator, lines)
        else:
            condition = must_find(parts, CONDS)
        return s.Definition(
            self._span(tree), kind, names[-1], condition, marks_of(parts), every(parts, s.Param)
        )

    def param(self, tree: Tree) -> s.Param:
        kind, *word = self._all(tree)
        return s.Param(self._span(tree), kind, word[0].word if word else "")

    def given_for(self, tree: Tree) -> s.Param:
        return cast(s.Param, replace(self._all(tree)[-1], span=self._span(tree), said="for"))

    def given_towards(self, tree: Tree) -> s.Param:
        return cast(s.Param, replace(self._all(tree)[-1], span=self._span(tree), said="towards"))

    def cond_lines(self, tree: Tree) -> CondsPart:
        return CondsPart(tuple(self._all(tree)))

    def property(self, tree: Tree) -> s.Property:
        tokens, parts = self._parts(tree)
        kind = self._name(tokens[1]) if len(tokens) > 1 else None
        return s.Property(
            self._span(tree),
            self._name(tokens[0]),
            kind,
            must_find(parts, s.Phrase),
            marks_of(parts),
            every(parts, s.Param),
        )

    def amount(self, tree: Tree) -> s.Amount:
        tokens, parts = self._parts(tree)
        return s.Amount(
            self._span(tree),
            self._name(tokens[0]),
            first(parts, s.Owner),
            every(parts, s.AmountLine),
            text_of(parts),
            marks_of(parts),
            every(parts, s.Param),
        )

    def of_subject(self, tree: Tree) -> s.Owner:
        tokens, _ = self._parts(tree)
        return s.Owner(self._span(tree), self._name(tokens[0]) if tokens else None)

    def amount_line(self, tree: Tree) -> s.AmountLine:
        _, parts = self._parts(tree)
        made = must_find(parts, AmountOpPart)
        return s.AmountLine(
            self._span(tree),
            made.operator,
            made.operand,
            made.rounding,
            first(parts, s.Guard),
            marks_of(parts),
        )

    def _op(self, tree: Tree) -> AmountOpPart:
        operator = str(tree.data).removeprefix("op_")
        _, parts = self._parts(tree)
        rounding = first(parts, WordPart)
        operand = next(part for part in parts if not isinstance(part, WordPart))
        return AmountOpPart(cast(Any, operator), operand, rounding.word if rounding else "")

    op_start = op_add = op_subtract = op_multiply = op_divide = op_set = op_floor = op_cap = _op

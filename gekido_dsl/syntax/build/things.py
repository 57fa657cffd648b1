"""Things and the values on them: trees become nodes."""

from typing import cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import (
    CarriedPart,
    DropPart,
    FacesPart,
    FlagPart,
    MarksPart,
    NamesPart,
    PairsPart,
    StartPart,
    UnloggedPart,
    WordPart,
    every,
    first,
    marks_of,
    must_find,
    range_of,
    text_of,
    unquote,
)
from gekido_dsl.syntax.build.statements import StatementBuilder


class ThingBuilder(StatementBuilder):
    """Builds lists of names, dice, kinds and their fields."""

    def values(self, tree: Tree) -> s.Values:
        tokens, parts = self._parts(tree)
        glyphs = first(parts, WordPart)
        return s.Values(
            self._span(tree),
            self._name(tokens[0]),
            tuple(first(parts, NamesPart) or ()),
            marks_of(parts),
            glyphs.word if glyphs else None,
            any(isinstance(part, FlagPart) for part in parts),
        )

    def compass(self, tree: Tree) -> FlagPart:
        return FlagPart()

    def glyphs(self, tree: Tree) -> WordPart:
        return WordPart(unquote(tree.children[0]))

    def die(self, tree: Tree) -> s.Die:
        tokens, parts = self._parts(tree)
        faces = next(p for p in parts if isinstance(p, s.Name | FacesPart))
        return s.Die(
            self._span(tree),
            self._name(tokens[0]),
            faces if isinstance(faces, s.Name) else (faces.low, faces.high),
            first(parts, s.Total),
            tuple(pair for line in every(parts, PairsPart) for pair in line),
            every(parts, s.Ring),
            marks_of(parts),
        )

    def faces(self, tree: Tree) -> "s.Name | FacesPart":
        token = cast(Token, tree.children[0])
        return self._name(token) if token.type == "NAME" else FacesPart(*range_of(token))

    def total(self, tree: Tree) -> s.Total:
        span = self._span(tree)
        return s.Total(span, int(str(tree.children[0])), "player" in span.text)

    def total_parts(self, tree: Tree) -> s.Total:
        tokens, parts = self._parts(tree)
        return s.Total(self._span(tree), int(str(tokens[0])), False, tuple(must_find(parts, NamesPart)))

    def opposites(self, tree: Tree) -> PairsPart:
        return PairsPart(
            part for part in self._all(tree) if isinstance(part, tuple) and not isinstance(part, MarksPart)
        )

    def ring(self, tree: Tree) -> s.Ring:
        _, parts = self._parts(tree)
        top, *sides = every(parts, s.Face)
        return s.Ring(self._span(tree), top, tuple(sides), marks_of(parts))

    def face(self, tree: Tree) -> s.Face:
        token = cast(Token, tree.children[0])
        return s.Face(self._span(tree), int(token) if token.type == "NUMBER" else self._name(token).text)

    def pair(self, tree: Tree) -> tuple[s.Name, s.Name]:
        return self._name(tree.children[0]), self._name(tree.children[1])

    def kind(self, tree: Tree) -> s.Kind:
        tokens, parts = self._parts(tree)
        return s.Kind(
            self._span(tree),
            self._name(tokens[0]),
            first(parts, s.RowsFrom),
            first(parts, s.Total),
            every(parts, s.Field),
            text_of(parts),
            marks_of(parts),
            not every(parts, FlagPart),
        )

    def not_blocking(self, tree: Tree) -> FlagPart:
        return FlagPart()

    def rows_table(self, tree: Tree) -> s.RowsFrom:
        return s.RowsFrom(self._span(tree), unquote(tree.children[0]))

    def rows_nested(self, tree: Tree) -> s.RowsFrom:
        parent, column = tree.children
        return s.RowsFrom(self._span(tree), None, self._name(parent), self._name(column))

    def rows_drawn(self, tree: Tree) -> s.RowsFrom:
        parent, column, signs = tree.children
        return s.RowsFrom(self._span(tree), None, self._name(parent), self._name(column), unquote(signs))

    def field(self, tree: Tree) -> s.Field:
        tokens, parts = self._parts(tree)
        start = first(parts, StartPart)
        kinds = (s.RangeType, s.RefType, s.ValuesType, s.BoolType, s.ListType, s.TextType)
        return s.Field(
            self._span(tree),
            self._name(tokens[0]),
            tuple(part for part in parts if isinstance(part, s.Index)),
            must_find(parts, kinds),
            start.value if start else None,
            first(parts, str),
            marks_of(parts),
            any(isinstance(part, FlagPart) for part in parts),
            any(isinstance(part, DropPart) for part in parts),
            any(isinstance(part, UnloggedPart) for part in parts),
            any(isinstance(part, CarriedPart) for part in parts),
        )

    def carried(self, tree: Tree) -> CarriedPart:
        return CarriedPart()

    def unlogged(self, tree: Tree) -> UnloggedPart:
        return UnloggedPart()

    def both_sides(self, tree: Tree) -> DropPart:
        return DropPart()

    def index_for(self, tree: Tree) -> s.Index:
        return self._index(tree, towards=False)

    def index_towards(self, tree: Tree) -> s.Index:
        return self._index(tree, towards=True)

    def _index(self, tree: Tree, towards: bool) -> s.Index:
        token = cast(Token, tree.children[-1])
        of = s.RangeType(self._span(token), *range_of(token)) if token.type == "RANGE" else self._name(token)
        return s.Index(self._span(tree), of, towards)

    def field_start(self, tree: Tree) -> StartPart:
        return StartPart(self._all(tree)[-1])

    def seen(self, tree: Tree) -> str:
        return " ".join(str(token) for token in tree.children[2:])

    def type_range(self, tree: Tree) -> s.RangeType:
        return s.RangeType(self._span(tree), *range_of(cast(Token, tree.children[0])))

    def type_least(self, tree: Tree) -> s.RangeType:
        return s.RangeType(self._span(tree), int(cast(Token, tree.children[0])), None)

    def type_any(self, tree: Tree) -> s.RangeType:
        return s.RangeType(self._span(tree), None, None)

    def type_ref(self, tree: Tree) -> s.RefType:
        tokens, _ = self._parts(tree)
        return s.RefType(self._span(tree), self._name(tokens[0]), len(tokens) > 1)

    def type_player(self, tree: Tree) -> s.RefType:
        tokens, _ = self._parts(tree)
        return s.RefType(self._span(tree), None, bool(tokens))

    def type_values(self, tree: Tree) -> s.ValuesType:
        return s.ValuesType(self._span(tree), tuple(self._all(tree)[0]))

    def type_bool(self, tree: Tree) -> s.BoolType:
        return s.BoolType(self._span(tree))

    def type_rows(self, tree: Tree) -> s.ListType:
        numbers, name = self._numbers_and_name(tree)
        return s.ListType(self._span(tree), numbers[0], numbers[1], name)

    def type_list(self, tree: Tree) -> s.ListType:
        numbers, name = self._numbers_and_name(tree)
        return s.ListType(self._span(tree), None, numbers[0], name)

    def _numbers_and_name(self, tree: Tree) -> tuple[list[int], s.Name]:
        tokens = [token for token in tree.children if isinstance(token, Token)]
        return [int(t) for t in tokens if t.type == "NUMBER"], self._name(tokens[-1])

    def type_text(self, tree: Tree) -> s.TextType:
        return s.TextType(self._span(tree))

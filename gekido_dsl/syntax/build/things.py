"""Things and the values on them: trees become nodes."""

from dataclasses import replace
from typing import cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    CarriedPart,
    DropPart,
    EachPlayerPart,
    FacesPart,
    FilePart,
    FlagPart,
    MarksPart,
    NamesPart,
    PairsPart,
    StartPart,
    TurningPart,
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


@builds("values")
def _values(b: Builder, tree: Tree) -> s.Values:
    tokens, parts = b.parts(tree)
    glyphs = first(parts, WordPart)
    return s.Values(
        b.span(tree),
        b.name(tokens[0]),
        tuple(first(parts, NamesPart) or ()),
        marks_of(parts),
        glyphs.word if glyphs else None,
        any(isinstance(part, FlagPart) for part in parts),
    )


@builds("compass")
def _compass(b: Builder, tree: Tree) -> FlagPart:
    return FlagPart()


@builds("glyphs")
def _glyphs(b: Builder, tree: Tree) -> WordPart:
    return WordPart(unquote(tree.children[0]))


@builds("die")
def _die(b: Builder, tree: Tree) -> s.Die:
    tokens, parts = b.parts(tree)
    faces = next(p for p in parts if isinstance(p, s.Name | FacesPart))
    return s.Die(
        b.span(tree),
        b.name(tokens[0]),
        faces if isinstance(faces, s.Name) else (faces.low, faces.high),
        first(parts, s.Total),
        tuple(pair for line in every(parts, PairsPart) for pair in line),
        every(parts, s.Ring),
        marks_of(parts),
    )


@builds("faces")
def _faces(b: Builder, tree: Tree) -> "s.Name | FacesPart":
    token = cast(Token, tree.children[0])
    return b.name(token) if token.type == "NAME" else FacesPart(*range_of(token))


@builds("total")
def _total(b: Builder, tree: Tree) -> s.Total:
    span = b.span(tree)
    return s.Total(span, int(str(tree.children[0])), "player" in span.text)


@builds("total_parts")
def _total_parts(b: Builder, tree: Tree) -> s.Total:
    tokens, parts = b.parts(tree)
    return s.Total(b.span(tree), int(str(tokens[0])), False, tuple(must_find(parts, NamesPart)))


@builds("opposites")
def _opposites(b: Builder, tree: Tree) -> PairsPart:
    return PairsPart(
        part for part in b.all(tree) if isinstance(part, tuple) and not isinstance(part, MarksPart)
    )


@builds("ring")
def _ring(b: Builder, tree: Tree) -> s.Ring:
    _, parts = b.parts(tree)
    top, *sides = every(parts, s.Face)
    return s.Ring(b.span(tree), top, tuple(sides), marks_of(parts))


@builds("face")
def _face(b: Builder, tree: Tree) -> s.Face:
    token = cast(Token, tree.children[0])
    return s.Face(b.span(tree), int(token) if token.type == "NUMBER" else b.name(token).text)


@builds("pair")
def _pair(b: Builder, tree: Tree) -> tuple[s.Name, s.Name]:
    return b.name(tree.children[0]), b.name(tree.children[1])


@builds("kind")
def _kind(b: Builder, tree: Tree) -> s.Kind:
    tokens, parts = b.parts(tree)
    return s.Kind(
        b.span(tree),
        b.name(tokens[0]),
        first(parts, s.RowsFrom),
        first(parts, s.Total),
        every(parts, s.Field),
        text_of(parts),
        marks_of(parts),
        not every(parts, FlagPart),
        shapes=every(parts, s.ShapeHere),
    )


@builds("kind_listed")
def _kind_listed(b: Builder, tree: Tree) -> s.Kind:
    _, parts = b.parts(tree)
    plain = _kind(b, tree)
    rows = every(parts, s.RowHere)
    each = any(isinstance(part, EachPlayerPart) for part in parts)
    total = s.Total(b.span(tree), sum(row.number for row in rows), True) if each else None
    return replace(plain, listed=rows, total=total)


@builds("row_here")
def _row_here(b: Builder, tree: Tree) -> s.RowHere:
    *number, name = (one for one in tree.children if isinstance(one, Token))
    bare = len(tree.children) == 1
    return s.RowHere(b.span(tree), int(str(number[0])) if number else 1, b.name(name), bare)


@builds("for_each_player")
def _for_each_player(b: Builder, tree: Tree) -> EachPlayerPart:
    return EachPlayerPart()


@builds("player_facts")
def _player_facts(b: Builder, tree: Tree) -> s.Kind:
    _, parts = b.parts(tree)
    head = b.span(cast(Token, tree.children[0]))
    return s.Kind(
        b.span(tree),
        s.Name(head, s.SHEET),
        None,
        s.Total(head, 1, True),
        every(parts, s.Field),
        text_of(parts),
        marks_of(parts),
        sheet=True,
    )


@builds("game_facts")
def _game_facts(b: Builder, tree: Tree) -> s.Kind:
    _, parts = b.parts(tree)
    start = b.span(tree).start
    head = b.source.span(start, start + len("the game"))
    return s.Kind(
        b.span(tree),
        s.Name(head, s.TABLE),
        None,
        s.Total(head, 1, False),
        every(parts, s.Field),
        text_of(parts),
        marks_of(parts),
    )


@builds("not_blocking")
def _not_blocking(b: Builder, tree: Tree) -> FlagPart:
    return FlagPart()


@builds("rows_table")
def _rows_table(b: Builder, tree: Tree) -> s.RowsFrom:
    _, parts = b.parts(tree)
    return s.RowsFrom(b.span(tree), must_find(parts, FilePart).name)


@builds("table_file")
def _table_file(b: Builder, tree: Tree) -> FilePart:
    return FilePart("/".join(unquote(one) for one in tree.children))


@builds("rows_nested")
def _rows_nested(b: Builder, tree: Tree) -> s.RowsFrom:
    parent, column = tree.children
    return s.RowsFrom(b.span(tree), None, b.name(parent), b.name(column))


@builds("rows_drawn")
def _rows_drawn(b: Builder, tree: Tree) -> s.RowsFrom:
    (parent, column), parts = b.parts(tree)
    signs = must_find(parts, FilePart).name
    return s.RowsFrom(b.span(tree), None, b.name(parent), b.name(column), signs)


@builds("rows_shaped")
def _rows_shaped(b: Builder, tree: Tree) -> s.RowsFrom:
    parent, column = (one for one in tree.children if isinstance(one, Token))
    return s.RowsFrom(b.span(tree), None, b.name(parent), b.name(column), shaped=True)


@builds("rows_below")
def _rows_below(b: Builder, tree: Tree) -> s.RowsFrom:
    parent = next(one for one in tree.children if isinstance(one, Token) and one.type == "NAME")
    return s.RowsFrom(b.span(tree), None, b.name(parent), shaped=True)


@builds("shape")
def _shape(b: Builder, tree: Tree) -> s.ShapeHere:
    tokens = [one for one in tree.children if isinstance(one, Token)]
    name = b.name(tokens[0]) if tokens[0].type == "NAME" else None
    lines = tuple(unquote(one) for one in tokens if one.type == "STRING")
    return s.ShapeHere(b.span(tree), name, lines)


@builds("field")
def _field(b: Builder, tree: Tree) -> s.Field:
    tokens, parts = b.parts(tree)
    start = first(parts, StartPart)
    kinds = (s.RangeType, s.RefType, s.ValuesType, s.BoolType, s.ListType, s.TextType)
    return s.Field(
        b.span(tree),
        b.name(tokens[0]),
        tuple(part for part in parts if isinstance(part, s.Index)),
        must_find(parts, kinds),
        start.value if start else None,
        first(parts, str),
        marks_of(parts),
        any(isinstance(part, FlagPart) for part in parts),
        any(isinstance(part, DropPart) for part in parts),
        any(isinstance(part, UnloggedPart) for part in parts),
        any(isinstance(part, CarriedPart) for part in parts),
        turning.name if (turning := first(parts, TurningPart)) is not None else None,
        first(parts, s.Usual),
    )


@builds("usual")
def _usual(b: Builder, tree: Tree) -> s.Usual:
    last = cast(Token, tree.children[-1])
    return s.Usual(b.span(last), str(last))


@builds("carried")
def _carried(b: Builder, tree: Tree) -> CarriedPart:
    return CarriedPart()


@builds("unlogged")
def _unlogged(b: Builder, tree: Tree) -> UnloggedPart:
    return UnloggedPart()


@builds("turned_with")
def _turned_with(b: Builder, tree: Tree) -> TurningPart:
    return TurningPart(b.name(tree.children[-1]))


@builds("both_sides")
def _both_sides(b: Builder, tree: Tree) -> DropPart:
    return DropPart()


@builds("index_for")
def _index_for(b: Builder, tree: Tree) -> s.Index:
    return _index(b, tree, towards=False)


@builds("index_towards")
def _index_towards(b: Builder, tree: Tree) -> s.Index:
    return _index(b, tree, towards=True)


def _index(b: Builder, tree: Tree, towards: bool) -> s.Index:
    token = cast(Token, tree.children[-1])
    of = s.RangeType(b.span(token), *range_of(token)) if token.type == "RANGE" else b.name(token)
    return s.Index(b.span(tree), of, towards)


@builds("field_start")
def _field_start(b: Builder, tree: Tree) -> StartPart:
    return StartPart(b.all(tree)[-1])


@builds("seen")
def _seen(b: Builder, tree: Tree) -> str:
    return " ".join(str(token) for token in tree.children[2:])


@builds("type_range")
def _type_range(b: Builder, tree: Tree) -> s.RangeType:
    return s.RangeType(b.span(tree), *range_of(cast(Token, tree.children[0])))


@builds("type_least")
def _type_least(b: Builder, tree: Tree) -> s.RangeType:
    return s.RangeType(b.span(tree), int(cast(Token, tree.children[0])), None)


@builds("type_any")
def _type_any(b: Builder, tree: Tree) -> s.RangeType:
    return s.RangeType(b.span(tree), None, None)


@builds("type_ref")
def _type_ref(b: Builder, tree: Tree) -> s.RefType:
    tokens, _ = b.parts(tree)
    return s.RefType(b.span(tree), b.name(tokens[0]), len(tokens) > 1)


@builds("type_player")
def _type_player(b: Builder, tree: Tree) -> s.RefType:
    tokens, _ = b.parts(tree)
    return s.RefType(b.span(tree), None, bool(tokens))


@builds("named_number")
def _named_number(b: Builder, tree: Tree) -> s.NamedNumber:
    tokens, parts = b.parts(tree)
    return s.NamedNumber(b.span(tree), b.name(tokens[0]), int(tokens[-1]), marks_of(parts))


@builds("type_values")
def _type_values(b: Builder, tree: Tree) -> s.ValuesType:
    return s.ValuesType(b.span(tree), tuple(b.all(tree)[0]))


@builds("type_bool")
def _type_bool(b: Builder, tree: Tree) -> s.BoolType:
    return s.BoolType(b.span(tree))


@builds("type_rows")
def _type_rows(b: Builder, tree: Tree) -> s.ListType:
    numbers, name = _numbers_and_name(b, tree)
    return s.ListType(b.span(tree), numbers[0], numbers[1], name)


@builds("type_list")
def _type_list(b: Builder, tree: Tree) -> s.ListType:
    numbers, name = _numbers_and_name(b, tree)
    return s.ListType(b.span(tree), None, numbers[0], name)


def _numbers_and_name(b: Builder, tree: Tree) -> tuple[list[int], s.Name]:
    tokens = [token for token in tree.children if isinstance(token, Token)]
    return [int(t) for t in tokens if t.type == "NUMBER"], b.name(tokens[-1])


@builds("type_text")
def _type_text(b: Builder, tree: Tree) -> s.TextType:
    return s.TextType(b.span(tree))

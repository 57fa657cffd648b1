"""What a variant adds, changes, replaces and removes: trees become nodes."""

from typing import Any

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import FilePart, NamesPart, WordPart, first, marks_of, must_find, unquote


@builds("add_lines")
def _add_lines(b: Builder, tree: Tree) -> s.AddLines:
    _, parts = b.parts(tree)
    return s.AddLines(b.span(tree), must_find(parts, s.Section), first(parts, s.PatchSpot), marks_of(parts))


@builds("add_table")
def _add_table(b: Builder, tree: Tree) -> s.AddTable:
    tokens, parts = b.parts(tree)
    return s.AddTable(b.span(tree), b.name(tokens[0]), must_find(parts, FilePart).name, marks_of(parts))


@builds("add_values")
def _add_values(b: Builder, tree: Tree) -> s.AddValues:
    tokens, parts = b.parts(tree)
    return s.AddValues(
        b.span(tree),
        must_find(parts, WordPart).word,
        b.name(tokens[0]),
        tuple(must_find(parts, NamesPart)),
        unquote(tokens[1]) if len(tokens) > 1 else None,
        marks_of(parts),
    )


@builds("add_row")
def _add_row(b: Builder, tree: Tree) -> s.AddRow:
    tokens, parts = b.parts(tree)
    return s.AddRow(b.span(tree), _said(b, tokens[0]), b.name(tokens[1]), marks_of(parts))


@builds("add_sign", "change_sign")
def _patch_sign(b: Builder, tree: Tree) -> s.PatchSign:
    tokens, parts = b.parts(tree)
    adds = tree.data == "add_sign"
    return s.PatchSign(b.span(tree), _said(b, tokens[0]), adds, b.name(tokens[1]), marks_of(parts))


@builds("add_to_field", "add_to_player", "add_to_game")
def _add_to_field(b: Builder, tree: Tree) -> s.AddToField:
    tokens, parts = b.parts(tree)
    names = tuple(must_find(parts, NamesPart))
    field, span = b.name(tokens[0]), b.span(tree)
    if tree.data == "add_to_field":
        kind = b.name(tokens[1])
    else:
        kind = s.Name(field.span, s.SHEET if tree.data == "add_to_player" else s.TABLE)
    return s.AddToField(span, field, kind, names, marks_of(parts))


@builds("change_spot")
def _change_spot(b: Builder, tree: Tree) -> s.ChangeSpot:
    tokens, parts = b.parts(tree)
    return s.ChangeSpot(b.span(tree), _said(b, tokens[0]), b.name(tokens[1]), marks_of(parts))


@builds("change")
def _change(b: Builder, tree: Tree) -> s.Change:
    return s.Change(b.span(tree), "change", b.all(tree)[0])


@builds("change_part")
def _change_part(b: Builder, tree: Tree) -> s.ChangePart:
    tokens, parts = b.parts(tree)
    quoted = tokens[0].type == "STRING"
    part, section = _said(b, tokens[0]), first(parts, s.Section)
    named = section or s.Section(part.span, "", None, part.text)  # the declaration that begins so
    return s.ChangePart(b.span(tree), part, quoted, named, marks_of(parts))


@builds("replace")
def _replace(b: Builder, tree: Tree) -> s.Change:
    return s.Change(b.span(tree), "replace", b.all(tree)[0])


@builds("replace_table")
def _replace_table(b: Builder, tree: Tree) -> s.ReplaceTable:
    tokens, parts = b.parts(tree)
    name, file = b.name(tokens[0]), must_find(parts, FilePart).name
    return s.ReplaceTable(b.span(tree), name, file, first(parts, s.Total), marks_of(parts))


@builds("remove")
def _remove(b: Builder, tree: Tree) -> s.Remove:
    _, parts = b.parts(tree)
    return s.Remove(b.span(tree), tuple(must_find(parts, NamesPart)), marks_of(parts))


@builds("remove_line")
def _remove_line(b: Builder, tree: Tree) -> s.RemoveLine:
    tokens, parts = b.parts(tree)
    part, section = _said(b, tokens[0]), first(parts, s.Section)
    whole = section is None
    named = section or s.Section(part.span, "", None, part.text)
    return s.RemoveLine(b.span(tree), part, named, marks_of(parts), whole)


@builds("section")
def _section(b: Builder, tree: Tree) -> s.Section:
    word, name, text = "", None, None
    for part in b.all(tree):
        if isinstance(part, _Whose):
            continue
        if isinstance(part, WordPart):
            word = part.word
        elif isinstance(part, s.Noun):
            word, name = "kind", part.name
        elif part.type == "STRING":
            text = unquote(part)
        elif part.type == "NAME":
            name = b.name(part)
        elif part.type == "EACH_PLAYER_HAS":
            word, name = "kind", s.Name(b.span(part), s.SHEET)
        else:
            word = "exception to"
    return s.Section(b.span(tree), word, name, text)


class _Whose:
    """`of a player` behind the name of a section, as it stands in its first line; the name alone says which."""


@builds("section_of")
def _section_of(b: Builder, tree: Tree) -> _Whose:
    return _Whose()


@builds("section_word", "value_list", "spot_word")
def _section_word(b: Builder, tree: Tree) -> WordPart:
    return WordPart(str(tree.children[0]))


@builds("spot")
def _spot(b: Builder, tree: Tree) -> s.PatchSpot:
    tokens, parts = b.parts(tree)
    return s.PatchSpot(b.span(tree), must_find(parts, WordPart).word, _said(b, tokens[0]))


@builds("spot_first")
def _spot_first(b: Builder, tree: Tree) -> s.PatchSpot:
    return s.PatchSpot(b.span(tree), "first")


def _said(b: Builder, token: Any) -> s.Name:
    """Gives a name, or what is said in quotes."""
    return s.Name(b.span(token), unquote(token) if token.type == "STRING" else str(token))

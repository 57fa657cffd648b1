"""What a variant adds, changes, replaces and removes: trees become nodes."""

from typing import Any

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import NamesPart, WordPart, first, marks_of, must_find, unquote
from gekido_dsl.syntax.build.statements import StatementBuilder


class PatchBuilder(StatementBuilder):
    """Builds the patches of a variant; the blocks that are read with what they change are put in by `parse`."""

    def add_lines(self, tree: Tree) -> s.AddLines:
        _, parts = self._parts(tree)
        return s.AddLines(
            self._span(tree), must_find(parts, s.Section), first(parts, s.PatchSpot), marks_of(parts)
        )

    def add_table(self, tree: Tree) -> s.AddTable:
        tokens, parts = self._parts(tree)
        return s.AddTable(self._span(tree), self._name(tokens[0]), unquote(tokens[1]), marks_of(parts))

    def add_values(self, tree: Tree) -> s.AddValues:
        tokens, parts = self._parts(tree)
        return s.AddValues(
            self._span(tree),
            must_find(parts, WordPart).word,
            self._name(tokens[0]),
            tuple(must_find(parts, NamesPart)),
            unquote(tokens[1]) if len(tokens) > 1 else None,
            marks_of(parts),
        )

    def add_row(self, tree: Tree) -> s.AddRow:
        tokens, parts = self._parts(tree)
        return s.AddRow(self._span(tree), self._said(tokens[0]), self._name(tokens[1]), marks_of(parts))

    def change(self, tree: Tree) -> s.Change:
        return s.Change(self._span(tree), "change", self._all(tree)[0])

    def change_part(self, tree: Tree) -> s.ChangePart:
        tokens, parts = self._parts(tree)
        quoted = tokens[0].type == "STRING"
        section = must_find(parts, s.Section)
        return s.ChangePart(self._span(tree), self._said(tokens[0]), quoted, section, marks_of(parts))

    def replace(self, tree: Tree) -> s.Change:
        return s.Change(self._span(tree), "replace", self._all(tree)[0])

    def replace_table(self, tree: Tree) -> s.ReplaceTable:
        tokens, parts = self._parts(tree)
        name, file = self._name(tokens[0]), unquote(tokens[1])
        return s.ReplaceTable(self._span(tree), name, file, first(parts, s.Total), marks_of(parts))

    def remove(self, tree: Tree) -> s.Remove:
        _, parts = self._parts(tree)
        return s.Remove(self._span(tree), tuple(must_find(parts, NamesPart)), marks_of(parts))

    def remove_line(self, tree: Tree) -> s.RemoveLine:
        tokens, parts = self._parts(tree)
        part, section = self._said(tokens[0]), first(parts, s.Section)
        whole = section is None
        named = section or s.Section(part.span, "", None, part.text)
        return s.RemoveLine(self._span(tree), part, named, marks_of(parts), whole)

    def section(self, tree: Tree) -> s.Section:
        word, name, text = "", None, None
        for part in self._all(tree):
            if isinstance(part, WordPart):
                word = part.word
            elif part.type == "STRING":
                text = unquote(part)
            elif part.type == "NAME":
                name = self._name(part)
            else:
                word = "exception to"
        return s.Section(self._span(tree), word, name, text)

    def section_word(self, tree: Tree) -> WordPart:
        return WordPart(str(tree.children[0]))

    value_list = spot_word = section_word

    def spot(self, tree: Tree) -> s.PatchSpot:
        tokens, parts = self._parts(tree)
        return s.PatchSpot(self._span(tree), must_find(parts, WordPart).word, self._said(tokens[0]))

    def spot_first(self, tree: Tree) -> s.PatchSpot:
        return s.PatchSpot(self._span(tree), "first")

    def _said(self, token: Any) -> s.Name:
        """Gives a name, or what is said in quotes."""
        return s.Name(self._span(token), unquote(token) if token.type == "STRING" else str(token))

"""Reports: trees become nodes."""

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import NamesPart, every, first, marks_of, must_find, text_of, unquote
from gekido_dsl.syntax.build.statements import StatementBuilder


class ReportBuilder(StatementBuilder):
    """Builds reports."""

    def report(self, tree: Tree) -> s.Report:
        tokens, parts = self._parts(tree)
        return s.Report(
            self._span(tree),
            self._name(tokens[0]),
            must_find(parts, s.Owner).kind,
            self._name(tokens[1]),
            every(parts, s.ReportLine),
            text_of(parts),
            marks_of(parts),
        )

    def report_line(self, tree: Tree) -> s.ReportLine:
        tokens, parts = self._parts(tree)
        names = first(parts, NamesPart)
        return s.ReportLine(
            self._span(tree),
            unquote(tokens[0]),
            None if names is not None else must_find(parts, s.Phrase),
            tuple(names or ()),
            marks_of(parts),
        )

    def what_did(self, tree: Tree) -> NamesPart:
        _, parts = self._parts(tree)
        return NamesPart(must_find(parts, NamesPart))

"""Reports: trees become nodes."""

from gekido_dsl.grammar.tree import Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import NamesPart, every, first, marks_of, must_find, text_of, unquote


@builds("report")
def _report(b: Builder, tree: Tree) -> s.Report:
    tokens, parts = b.parts(tree)
    return s.Report(
        b.span(tree),
        b.name(tokens[0]),
        must_find(parts, s.Owner).kind,
        b.name(tokens[1]),
        every(parts, s.ReportLine),
        text_of(parts),
        marks_of(parts),
    )


@builds("report_line")
def _report_line(b: Builder, tree: Tree) -> s.ReportLine:
    tokens, parts = b.parts(tree)
    names = first(parts, NamesPart)
    return s.ReportLine(
        b.span(tree),
        unquote(tokens[0]),
        None if names is not None else must_find(parts, s.Phrase),
        tuple(names or ()),
        marks_of(parts),
    )


@builds("what_did")
def _what_did(b: Builder, tree: Tree) -> NamesPart:
    _, parts = b.parts(tree)
    return NamesPart(must_find(parts, NamesPart))

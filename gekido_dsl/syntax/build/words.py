"""Single words, marks and names: trees become parts of nodes."""

from typing import cast

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.building import Builder, builds
from gekido_dsl.syntax.build.parts import (
    DropPart,
    FlagPart,
    MarksPart,
    NamesPart,
    WordPart,
    unquote,
)


@builds("start")
def _start(b: Builder, tree: Tree) -> s.Declaration:
    return cast(s.Declaration, b.all(tree)[0])


@builds("marks")
def _marks(b: Builder, tree: Tree) -> s.Marks:
    return MarksPart(s.Cite(b.span(token), str(token)[1:-1].strip()) for token in tree.children)


@builds("names")
def _names(b: Builder, tree: Tree) -> NamesPart:
    return NamesPart(b.name(t) for t in tree.children if isinstance(t, Token) and t.type == "NAME")


@builds("article", "all_of", "be")
def _article(b: Builder, tree: Tree) -> DropPart:
    return DropPart()


@builds(
    "quantifier",
    "some_or_no",
    "superlative",
    "ordinal",
    "ring_way",
    "next",
    "region_side",
    "rounding",
    "region",
    "place_word",
    "turn_word",
    "line_bound",
    "way",
)
def _word(b: Builder, tree: Tree) -> WordPart:
    """A rule that stands for one word."""
    return WordPart(str(tree.children[0]))


@builds("may", "my", "shuffled", "later", "secretly", "numbered", "for_all", "not")
def _may(b: Builder, tree: Tree) -> FlagPart:
    """A rule that is there or not."""
    return FlagPart()


@builds("text")
def _text(b: Builder, tree: Tree) -> s.Text:
    return s.Text(b.span(tree), unquote(tree.children[0]))

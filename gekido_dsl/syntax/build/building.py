"""What the builders of nodes have in common: the text they are made for, and what is registered for each rule."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build.parts import CONTENT

Build = Callable[["Builder", Tree], Any]
One = TypeVar("One", bound=Build)
RULES: Final[dict[str, Build]] = {}
"""What builds the node of a tree, by the rule of the grammar that the tree was made by."""


def builds(*rules: str) -> Callable[[One], One]:
    """Registers what builds the nodes of these rules."""

    def register(build: One) -> One:
        for rule in rules:
            assert rule not in RULES, rule
            RULES[rule] = build
        return build

    return register


class Builder:
    """Builds the nodes of one source; what builds those of a rule is a registered function that is given this."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def build(self, tree: Tree) -> Any:
        """Builds the node of a tree, whatever its rule."""
        return RULES[tree.data](self, tree)

    def span(self, tree: Tree | Token) -> Span:
        """Gives the place of a tree or token in the text."""
        if isinstance(tree, Token):
            return Span(self.source, tree.start_pos or 0, tree.end_pos or 0)
        if tree.is_empty:
            return Span(self.source, 0, 0)
        end = max(tree.end_pos, tree.start_pos)
        return Span(self.source, tree.start_pos, end)

    def name(self, token: Any) -> s.Name:
        """Builds the name that a token is."""
        return s.Name(self.span(token), str(token))

    def all(self, tree: Tree) -> list[Any]:
        """Builds every child; tokens stay tokens."""
        return [self.build(child) if isinstance(child, Tree) else child for child in tree.children]

    def parts(self, tree: Tree) -> tuple[list[Any], tuple[Any, ...]]:
        """Gives tokens that say something and built children apart."""
        built = self.all(tree)
        tokens = [part for part in built if isinstance(part, Token) and part.type in CONTENT]
        return tokens, tuple(part for part in built if not isinstance(part, Token))

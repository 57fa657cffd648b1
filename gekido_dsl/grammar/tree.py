"""What the parser gives: Lark's trees of rules and tokens, with their offsets."""

from collections.abc import Iterator
from typing import Self

import lark


class Token(lark.Token):
    """A word, sign, name or mark; equal to its text."""

    __slots__ = ()

    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start_pos: int = 0, end_pos: int = 0) -> Self:
        """Makes a token; offsets count from the start of the source."""
        made: Self = super().__new__(cls, type, text, start_pos=start_pos, end_pos=end_pos)  # type: ignore[assignment]
        return made

    def reworded(self, text: str) -> Self:
        """Gives a token at the same place with another text."""
        return type(self)(self.type, text, self.start_pos, self.end_pos)


class Tree(lark.Tree[Token]):
    """What was read by a rule."""

    children: list["Tree | Token"]  # type: ignore[assignment]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read, as by a rule that may be left out."""
        return self.meta.empty

    @property
    def start_pos(self) -> int:
        """The offset at which it begins; -1 when nothing was read."""
        return -1 if self.meta.empty else self.meta.start_pos

    @property
    def end_pos(self) -> int:
        """The offset behind it; -1 when nothing was read."""
        return -1 if self.meta.empty else self.meta.end_pos

    def subtrees(self) -> Iterator["Tree"]:
        """Gives this tree and all below it, each before those below it, from left to right."""
        left = [self]
        while left:
            tree = left.pop()
            yield tree
            left += [child for child in reversed(tree.children) if isinstance(child, Tree)]

    def named(self, data: str) -> Iterator["Tree"]:
        """Gives what was read by one rule, in this tree and below."""
        return (tree for tree in self.subtrees() if tree.data == data)

    def tokens(self) -> Iterator[Token]:
        """Gives the tokens below, in no particular order."""
        return (child for tree in self.subtrees() for child in tree.children if isinstance(child, Token))

"""What the parser gives: a tree of rules and tokens, with their offsets."""

from collections.abc import Iterator
from typing import Self


class Token(str):
    """A word, sign, name or mark; equal to its text."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    """The terminal of the grammar."""
    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start_pos: int = 0, end_pos: int = 0) -> Self:
        """Makes a token; offsets count from the start of the source."""
        made = super().__new__(cls, text)
        made.type = type
        made.start_pos = start_pos
        made.end_pos = end_pos
        return made

    def reworded(self, text: str) -> Self:
        """Gives a token at the same place with another text."""
        return type(self)(self.type, text, self.start_pos, self.end_pos)


class Tree:
    """What was read by a rule."""

    __slots__ = ("children", "data", "end_pos", "outer_end", "outer_start", "start_pos")

    def __init__(self, data: str, children: list["Tree | Token"]) -> None:
        self.data = data
        """The name of the rule."""
        self.children = children
        self.start_pos = self.end_pos = -1
        """Offsets; -1 when nothing was read."""
        self.outer_start = self.outer_end = -1
        """Offsets with the brackets around it, which are part of whatever it is part of."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read, as by a rule that may be left out."""
        return self.start_pos < 0

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

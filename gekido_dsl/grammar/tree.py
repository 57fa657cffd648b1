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


class Tree:
    """What was read by a rule."""

    __slots__ = ("begin", "children", "data", "end_pos", "start_pos", "stop")

    def __init__(self, data: str, children: "list[Tree | Token]") -> None:
        self.data, self.children = data, children
        self.start_pos = self.end_pos = -1
        """The offset at which it begins, and the one behind it; -1 when nothing was read."""
        self.begin = self.stop = -1
        """The same with what stands around it and says nothing, such as parentheses."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read, as by a rule that may be left out."""
        return self.begin < 0

    def placed(self, read: "list[Tree | Token]") -> None:
        """Takes its place from what was read, of which some may be left out of the tree."""
        begin = stop = -1
        for first in read:
            begin = first.start_pos if isinstance(first, Token) else first.begin
            if begin >= 0:
                break
        for last in reversed(read):
            stop = last.end_pos if isinstance(last, Token) else last.stop
            if stop >= 0:
                break
        self.begin, self.stop = begin, stop
        if begin >= 0 > self.start_pos:  # one that stands for what is around it has its own place already
            self.start_pos, self.end_pos = begin, stop

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

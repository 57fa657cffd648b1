"""The blocks of a ruleset: the bodies of its declarations and what stands below a branch, a loop or a choice.

How often each of them was begun is what tells the parts of a ruleset that were never played. Both executors count by
the same numbers: those of this order.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span

Statements = tuple[m.Statement, ...]


class Block(NamedTuple):
    """A block, as it is told from all others."""

    what: str
    """`phase`, `rule`, `effect`, `action`, `trigger`, `replacement`, `setup`, `end` or `window`: the body of one;
    `exception`: what happens instead; `if`, `else`, `way` of a menu, `otherwise`, `each`, `repeat`."""
    name: str
    """Of the declaration that it is in."""
    label: str
    """Of a way of a menu its text; empty otherwise."""
    at: str
    """Where it begins: file, line and column."""


class Blocks:
    """All blocks of a game, by number."""

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self.every: list[Block] = []
        self.spans: list[tuple[Span, ...]] = []
        """By block, where its statements stand, with the blocks in them; of a window the window."""
        self._numbers: dict[int, int] = {}
        """By the identity of the first statement of a block, or of a window."""
        procedures: list[tuple[str, m.Procedure]] = [
            (one.word, one)
            for group in (game.phases, game.rules, game.effects, game.actions)
            for one in group.values()
        ]
        procedures += [("trigger", one) for one in game.triggers]
        procedures += [("replacement", one) for one in game.replacements]
        procedures += [("setup", one) for one in (game.setup,) if one is not None]
        procedures += [("end", one) for one in game.ends]
        for word, procedure in procedures:
            for exception in procedure.exceptions:
                if exception.body is not None:
                    self._add("exception", procedure.name, exception.body.statements)
            self._add(word, procedure.name, procedure.body.statements)
        for window in game.windows.values():
            self._note(window, Block("window", window.name, "", _at(window.span)), (window.span,))

    def of(self, statements: Statements) -> int | None:
        """Gives the number of a block; None for one without a statement."""
        return self._numbers.get(id(statements[0])) if statements else None

    def of_window(self, window: m.Window) -> int:
        """Gives the number of a window."""
        return self._numbers[id(window)]

    def _note(self, known: object, block: Block, spans: tuple[Span, ...]) -> None:
        if id(known) not in self._numbers:
            self._numbers[id(known)] = len(self.every)
            self.every.append(block)
            self.spans.append(spans)

    def _add(self, what: str, name: str, statements: Statements, label: str = "") -> None:
        """Adds a block and those in it."""
        if statements:
            spans = tuple(_begin(one) for one in statements)
            self._note(statements[0], Block(what, name, label, _at(spans[0])), spans)
        for statement in statements:
            for inner, word, text in _inside(statement):
                self._add(word, name, inner, text)


def _inside(statement: m.Statement) -> Iterator[tuple[Statements, str, str]]:
    """Gives the blocks in a statement, with what each is and its label."""
    match statement:
        case m.Sentence(otherwise=otherwise):
            yield otherwise or (), "otherwise", ""
        case m.If(then=then, otherwise=otherwise):
            yield then, "if", ""
            yield otherwise, "else", ""
        case m.Each(body=body):
            yield body, "each", ""
        case m.Repeat(body=body):
            yield body, "repeat", ""
        case m.Menu(bodies=bodies, labels=labels):
            for body, label in zip(bodies, labels, strict=False):
                yield body, "way", label


def _begin(statement: Any) -> Span:
    span: Span = statement.span
    return span


def _at(span: Span) -> str:
    found = place(span)
    return f"{found.file}:{found.line}:{found.column}"

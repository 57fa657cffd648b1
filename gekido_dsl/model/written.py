"""The declarations of a game that comes about, and how a variant speaks of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from gekido_dsl.grammar.lexer import Line
from gekido_dsl.model import merging
from gekido_dsl.model.variant_lines import begins, only_words
from gekido_dsl.model.variant_weave import Edit, take_out
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s

SORTS: Final[Mapping[str, type]] = {
    "setup": s.Setup, "turn": s.Turn, "phase": s.Phase, "rule": s.Procedure, "effect": s.Procedure,
    "action": s.Action, "window": s.Window, "amount": s.Amount, "patterns": s.Patterns, "report": s.Report,
    "kind": s.Kind, "die": s.Die, "board": s.Board, "whenever": s.Trigger, "instead": s.Replacement,
    "exception to": s.Exception_, "values": s.Values, "option": s.Option,
}  # fmt: skip
"""The declarations by the words that they begin with; other words lead places."""


@dataclass(frozen=True, slots=True)
class Written:
    """A declaration and how it is written."""

    declaration: s.Declaration
    lines: tuple[Line, ...]
    source: Source
    renamed: Mapping[str, str]


@dataclass(eq=False, slots=True)
class Part:
    """A declaration of the game that comes about."""

    node: Any
    written: Written
    lines: list[Line] | None = None
    """Its lines with what was put in; None while they are as written."""
    edits: list[Edit] = field(default_factory=list)
    """What is done to the node beside its lines, in order."""
    numbers: list[tuple[set[int], Span]] = field(default_factory=list)
    """Numbers that changes took away, and where."""

    def edit(
        self,
        change: Callable[[Any], Any],
        to_lines: Callable[[list[Line]], None] | None = None,
        rest: Callable[[Any], Any] | None = None,
    ) -> bool:
        """Does something to the node; tells whether that makes a difference.

        Args:
            to_lines: what of it is done to its lines, if a patch asks for them.
            rest: what is left to do to what they say then.
        """
        made = change(self.node)
        differs = made is not self.node
        if differs or self.lines is not None:
            self.edits.append(Edit(change, to_lines, rest))
            self.node = made
            if self.lines is not None and to_lines is not None:
                to_lines(self.lines)
        return differs

    def without(self, name: str) -> bool:
        """Takes a field, an action or a step out of it; tells whether it holds one with that name."""
        without = partial(merging.without, name=name)
        if isinstance(self.node, s.Kind | s.Phase):
            return self.edit(without, partial(take_out, name=name), lambda node: node)
        return self.edit(without)

    def open(self, lines: list[Line]) -> None:
        """Takes its lines and does to them what was done before, so that a patch can name one."""
        self.lines = lines
        for one in self.edits:
            if one.to_lines is not None:
                one.to_lines(lines)


def is_meant(part: Part, section: s.Section) -> bool:
    """Tells whether a section names a declaration."""
    node = part.node
    if section.text is not None:
        return bool(part.written.lines) and begins(part.written.lines[0], only_words(section.text))
    if not section.word:
        assert section.name is not None
        return name_of(node) == section.name.text and not isinstance(node, s.Game | s.Scenario | s.Claim)
    sort = SORTS.get(section.word)
    if sort is None:
        right = isinstance(node, s.Place) and node.word == section.word
    else:
        right = type(node) is sort and getattr(node, "word", section.word) == section.word
    if section.name is None:
        return right
    if isinstance(node, s.Exception_):
        return right and excepts(node, section.name.text)
    return right and name_of(node) == section.name.text


def key_of(declaration: Any) -> str | None:
    """Gives what tells a declaration apart from others of its sort: its name, or what it is about."""
    return declaration.kind.text if isinstance(declaration, s.Damage) else name_of(declaration)


def name_of(declaration: Any) -> str | None:
    """Gives what a declaration is called; an exception is called by what it excepts, and has no name."""
    name = getattr(declaration, "name", None)
    return name.text if isinstance(name, s.Name) and not isinstance(declaration, s.Exception_) else None


def told(declaration: Any) -> tuple[str | None, ...]:
    """Gives what players read of a declaration: its title and its text."""
    return getattr(declaration, "title", None), getattr(declaration, "text", None)


def called(declaration: Any) -> str:
    """Says how a patch speaks of a declaration."""
    word = getattr(declaration, "word", "")
    sort = next((word for word, sort in SORTS.items() if type(declaration) is sort), "")
    name = declaration.name.text if isinstance(declaration, s.Exception_) else key_of(declaration)
    if isinstance(declaration, s.Aim | s.Position):
        return "aim" if isinstance(declaration, s.Aim) else "the position"
    return " ".join(each for each in (word if isinstance(word, str) and word else sort, name) if each)


def excepts(declaration: Any, name: str) -> bool:
    """Tells whether a declaration is an exception to something."""
    return isinstance(declaration, s.Exception_) and any(one.text == name for one in declaration.names)


def first_line(own: Written) -> Span:
    """Gives the place of the first line of a declaration."""
    return Span(own.source, own.lines[0].start, own.lines[0].end)


def whole(own: Written) -> Span:
    """Gives the place of all lines of a declaration."""
    return Span(own.source, own.lines[0].start, own.lines[-1].end)


def tables_of(declaration: s.Declaration) -> list[str]:
    """Lists the tables that a declaration names."""
    match declaration:
        case s.Change(declaration=inner):
            return tables_of(inner)
        case s.Kind(rows=s.RowsFrom(file=file, signs=signs)):
            return [name for name in (file, signs) if name is not None]
        case s.AddTable(file=file) | s.ReplaceTable(file=file) | s.Rulings(file=file):
            return [file]
        case _:
            return []

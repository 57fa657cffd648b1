"""A game on its way: what the steps from syntax to model share."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Outcome, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.phrases import Phrases
from gekido_dsl.model.scope import Index
from gekido_dsl.model.sentences import Sentences, cite_list
from gekido_dsl.model.types import (
    EFFECT,
    UNKNOWN,
    EnumType,
    ThingType,
    Type,
)
from gekido_dsl.model.variants import Patches
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.yaml import Cell

EDITION = 1
"""The edition of the language that is understood."""

ReadTable = Callable[[str, Span], tuple[Source, Outcome[Cell]] | Diagnostic]
"""Reads a table by the name that a ruleset gives it, and the place where it does."""


class Draft:
    """A game that is being built, its names, and the resolvers of phrases and sentences."""

    def __init__(self, read_table: ReadTable, patches: Patches, whole: Span) -> None:
        self.read_table = read_table
        self.index = Index()
        self.row_patches = patches.rows
        self.other_tables = patches.tables
        self.index.removed = dict(patches.removed)
        self.index.removed_rows = {name: False for name in patches.removed if name in patches.removed_rows}
        self.game = m.Game("", EDITION, 1, 1, False, False, None, {}, {}, whole)
        self.game.own = patches.own
        self.phrases = Phrases(self.game, self.index)
        self.sentences = Sentences(self.phrases)
        self.later: list[Callable[[], None]] = []
        """What remains to be resolved once every name is declared."""
        self.common: list[tuple[m.Place | None, s.Name]] = []
        """Places that have to belong to nobody, and where they are named."""
        self.piles: list[tuple[m.Place, s.Name, bool]] = []
        """Piles for discards, where they are named, and whether with `my`."""
        self.subjects: dict[str, s.Name | None] = {}
        """Of what each definition is said; None of players."""
        self.listed_ways: dict[str, tuple[m.Board, s.Board]] = {}
        """Kinds of ways that are written below a map, with it."""
        self.relief: dict[str, list[tuple[Any, m.Exception_]]] = {}
        """Exceptions that have a label, by it, each with what it is to."""

    def basics(self, written: Any) -> dict[str, Any]:
        """Gives what every declaration has."""
        marks: s.Marks = written.cites
        ruling = next(
            (mark.text.removeprefix("ruling ") for mark in marks if mark.text.startswith("ruling ")), None
        )
        return {
            "span": written.span,
            "name_span": written.name.span if getattr(written, "name", None) is not None else written.span,
            "cites": cite_list(marks),
            "ruling": ruling,
            "reconstructed": any(mark.text == "reconstructed" for mark in marks),
            "text": getattr(written, "text", None) or getattr(written, "title", None),
        }

    def carried_over(self, name: s.Name, fits: bool) -> None:
        """Reports what is carried over where there is no next game, or though no match keeps it."""
        if fits and self.game.row:
            return
        self.index.report(
            codes.WRONG_TYPE,
            f"`{name.text}` is carried over"
            + (", and there is no next game" if fits else ", and a match does not keep it beyond its phase"),
            name.span,
            "carried over",
            help="write `best of 3 games` or `3 games in a row` under the game"
            if fits
            else "carry over a field of a kind that `starts` at something, or a place",
        )

    def own(self, d: Any, group: dict[str, Any]) -> Any:
        """Finds the declaration that was made for a node; None when it was a duplicate."""
        found = group.get(d.name.text)
        return found if found is not None and found.span == d.span else None

    def named_type(self, name: s.Name) -> Type:
        """Gives the type that a name stands for; unknown if it names no kind or list of values."""
        if name.text == "Effect":
            return EFFECT
        groups = [one for one in self.index.meanings(name.text) if isinstance(one, m.Definition)]
        if groups and groups[0].members is not None:
            groups[0].used = True
            return groups[0].subject
        found = self.index.find(name, (m.Kind, m.Enum, m.PatternSet), "kind or list of values")
        match found:
            case m.Kind():
                return ThingType(found)
            case m.Enum():
                return EnumType(found)
            case m.PatternSet(enum=enum):
                return EnumType(enum)
            case _:
                return UNKNOWN

"""One side of a comparison: the declarations and rows of a ruleset by what they are called."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from gekido_dsl.compilation import Compilation
from gekido_dsl.diff.nodes import Area, Place
from gekido_dsl.grammar.lexer import Piece, comments, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import ReadLine, canonical, readable_lines, walk
from gekido_dsl.model.english import plural
from gekido_dsl.model.row_words import cells
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

NOT_COMPARED = (s.Edition, s.Use, s.Rulings, s.Book, s.Theme, s.Translation, s.Patch)
"""Declarations that only name files, or that are gone once a variant is a whole game."""

Key = tuple[str, str]
"""The sort of a declaration and its name, or what its first line means where it has none."""

SORTS: dict[type, tuple[str, Area]] = {
    s.Game: ("game", "game"),
    s.Option: ("option", "options"),
    s.NamedNumber: ("number", "components"),
    s.Values: ("list", "components"),
    s.Die: ("die", "components"),
    s.Kind: ("kind", "components"),
    s.Board: ("board", "components"),
    s.Track: ("track", "components"),
    s.Counter: ("counter", "components"),
    s.Link: ("link", "components"),
    s.Damage: ("damage to", "rules"),
    s.Patterns: ("patterns", "components"),
    s.Definition: ("definition", "definitions"),
    s.Position: ("position", "definitions"),
    s.Cluster: ("definition", "definitions"),
    s.Property: ("value", "definitions"),
    s.Amount: ("amount", "definitions"),
    s.Report: ("report", "around"),
    s.Turn: ("turn", "turn"),
    s.Setup: ("set-up", "turn"),
    s.Phase: ("phase", "turn"),
    s.Action: ("action", "rules"),
    s.Window: ("window", "rules"),
    s.Trigger: ("whenever", "rules"),
    s.Replacement: ("instead when", "rules"),
    s.Exception_: ("exception to", "rules"),
    s.GameEnd: ("end of the game", "turn"),
    s.Aim: ("aim", "around"),
    s.Scenario: ("example", "examples"),
    s.Claim: ("claim", "around"),
}


@dataclass(eq=False)
class Declared:
    """A declaration of one side."""

    node: s.Declaration
    as_it_stands: bool = False
    """Whether it says what stands in its file: no variant has changed it, and names are those that it has there."""

    @cached_property
    def meaning(self) -> str:
        """What it means; see `canonical`."""
        return canonical(self.node)

    @cached_property
    def lines(self) -> tuple[ReadLine, ...]:
        """Its lines, for showing."""
        return readable_lines(self.node, as_it_stands=self.as_it_stands)

    @property
    def sort(self) -> str:
        """What sort of declaration it is."""
        word = getattr(self.node, "word", None)
        if isinstance(self.node, s.Place | s.Procedure):
            return str(word)
        return SORTS[type(self.node)][0]

    @property
    def area(self) -> Area:
        """Where its changes belong."""
        if isinstance(self.node, s.Place):
            return "components"
        return "rules" if isinstance(self.node, s.Procedure) else SORTS[type(self.node)][1]

    @property
    def name(self) -> str:
        """What it is called; empty when it has no name of its own."""
        if isinstance(self.node, s.Damage):
            return self.node.kind.text
        if isinstance(self.node, s.Scenario | s.Claim):
            return self.node.title
        name = getattr(self.node, "name", None)
        return name.text if isinstance(name, s.Name) else ""

    @property
    def key(self) -> Key:
        """What tells it apart from others."""
        named = self.name and not isinstance(self.node, s.Exception_)
        single = isinstance(self.node, s.Game | s.Setup | s.Turn | s.Aim | s.Position)
        head = "" if named or single else self.meaning.partition("\n")[0]
        return self.sort, self.name if named else head

    @property
    def place(self) -> Place:
        """Where it stands."""
        return place_of(self.node.span)

    @property
    def pages(self) -> tuple[str, ...]:
        """What it cites: on its first line, or else anywhere."""
        own = [one.text for one in getattr(self.node, "cites", ())]
        every = own or [one.text for one in walk(self.node) if isinstance(one, s.Cite)]
        return tuple(dict.fromkeys(text for text in every if text != "reconstructed"))


class Side:
    """One of two rulesets that are compared."""

    def __init__(self, compilation: Compilation) -> None:
        self.compilation = compilation
        self.game = compilation.game
        self.declared = [
            Declared(one, id(one) in compilation.unchanged)
            for one in compilation.syntax
            if not isinstance(one, NOT_COMPARED)
        ]

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title if self.game is not None else self.compilation.name

    @cached_property
    def kinds(self) -> dict[str, m.Kind]:
        """The kinds that have a table, by name."""
        if self.game is None:
            return {}
        return {name: kind for name, kind in self.game.kinds.items() if kind.file is not None}

    @cached_property
    def _cells(self) -> dict[str, list[dict[str, str]]]:
        assert self.game is not None
        return {
            name: [cells(self.game, kind, number) for number in range(len(kind.rows))]
            for name, kind in self.kinds.items()
        }

    def rows(self, kind: str) -> list[tuple[m.Row, dict[str, str]]]:
        """Gives the rows of a kind, each with what its cells say."""
        if kind not in self.kinds:
            return []
        return list(zip(self.kinds[kind].rows, self._cells[kind], strict=True))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that is said anywhere, in declarations and in rows."""
        found = {piece.text for one in self.declared for piece in name_pieces(one.meaning)}
        said: set[str] = set()
        for kind in self.kinds:
            for row, cell in self.rows(kind):
                found.add(row.name)
                said.update(cell.values())
        return frozenset(found.union(piece.text for text in said for piece in name_pieces(text)))

    @cached_property
    def comments(self) -> Counter[str]:
        """What the comments of its files say."""
        texts = [source.text for source, _ in self.compilation.files]
        return Counter(text[start:end].rstrip() for text in texts for start, end in comments(text))


@lru_cache(maxsize=4096)
def name_pieces(text: str) -> tuple[Piece, ...]:
    """Gives the names in a text with their places."""
    return tuple(piece for line in logical_lines(text)[0] for piece in line.pieces if piece.kind == "name")


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Says a text with other names."""
    if not names:
        return text
    found = []
    end = 0
    for piece in name_pieces(text):
        if piece.text in names:
            found += [text[end : piece.start], names[piece.text]]
            end = piece.end
    return "".join(found) + text[end:]


def both_forms(old: str, new: str) -> dict[str, str]:
    """Gives a name and its plural with what they become."""
    return {old: new, plural(old): plural(new)}


def place_of(span: Span) -> Place:
    """Gives where something stands."""
    return Place(span.source.name, span.start_position[0] + 1)


def told_in(node: s.Node) -> Iterator[tuple[str, str]]:
    """Gives the texts for people in a declaration, each with what it is."""
    kinds = {"text": "text", "title": "title", "asking": "question", "label": "label", "glyphs": "signs"}
    for one in walk(node):
        if isinstance(one, s.Scenario):
            continue
        for attribute, what in kinds.items():
            value: Any = getattr(one, attribute, None)
            if isinstance(value, str) and not isinstance(one, s.Cite | s.Name | s.Then):
                yield what, value

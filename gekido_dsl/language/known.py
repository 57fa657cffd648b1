"""What came of each file as it was read last, so that whoever reads a ruleset over and over reads only what changed."""

from collections.abc import Mapping

from gekido_dsl.diagnostics import Outcome
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.kept import Kept
from gekido_dsl.syntax.parse import parse
from gekido_dsl.tables import reading
from gekido_dsl.tables.yaml import Cell


class KnownFiles:
    """The parsers of a compilation, with what came of each file and table, by its name."""

    def __init__(self, by_declaration: bool = False) -> None:
        """Begins with nothing.

        Args:
            by_declaration: whether of a file that changed only the declarations that did are parsed; the others then
                have the source that they were first read from, see `syntax.kept`.
        """
        self._by_declaration = by_declaration
        self._files: dict[str, tuple[Source, Mapping[str, str], Outcome[s.File]]] = {}
        self._kept: dict[tuple[str, tuple[tuple[str, str], ...]], Kept] = {}
        self._tables: dict[str, tuple[Source, Outcome[Cell]]] = {}

    def parse(self, source: Source, renamed: Mapping[str, str]) -> Outcome[s.File]:
        """Parses a file; see `Compilation.parse`."""
        known = self._files.get(source.name)
        if known is not None and known[0] == source and known[1] == renamed:
            return known[2]
        kept = None
        if self._by_declaration:
            kept = self._kept.setdefault((source.name, tuple(sorted(renamed.items()))), Kept())
        made = parse(source, renamed, kept)
        self._files[source.name] = (source, dict(renamed), made)
        return made

    def parse_table(self, source: Source) -> Outcome[Cell]:
        """Parses a table; see `Compilation.parse_table`."""
        known = self._tables.get(source.name)
        if known is not None and known[0] == source:
            return known[1]
        made = reading.parse(source)
        self._tables[source.name] = (source, made)
        return made

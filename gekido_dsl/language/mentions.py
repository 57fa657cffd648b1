"""Every name in the files of a ruleset, tables included, with what it means there.

What a name means is what `rulesdoc.names` says, so that an editor leads where the reference does. In a table the
type of a column tells it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.grammar.lexer import Piece, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.model.tables import table_of
from gekido_dsl.model.types import EffectType, EnumType, ThingType, Type, item
from gekido_dsl.rulesdoc.names import Key, Names, names_of
from gekido_dsl.source import Source, Span, is_sheet
from gekido_dsl.tables.shaping import shaped
from gekido_dsl.tables.yaml import Cell

_NAME: Final = "Name"
_RULING: Final = "Ruling"
_OPTION: Final = "Option"
_ANSWERS: Final = ("Answers",)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name where it stands."""

    span: Span
    key: Key
    """What it means; see `rulesdoc.names.Key`."""
    declares: bool
    """Whether it is declared here."""


class Mentions:
    """The names of one ruleset."""

    def __init__(self, compilation: Compilation) -> None:
        """Looks at every file; of a ruleset of which nothing could be read there is nothing to say."""
        self.compilation = compilation
        self.game = compilation.model.value
        self.sources: dict[str, Source] = {one.name: one for one, _ in compilation.files}
        self.sources |= {one.name: one for one in compilation.tables}
        self._by_source: dict[str, list[Mention]] = {}
        self._rows: dict[m.Kind, dict[str, Key]] = {}
        self._by_key: dict[Key, list[Mention]] = {}
        self._places: dict[Key, Span] = {}
        self._tables: dict[m.Kind, str | None] = {}
        if self.game is None:
            return
        self.names: Names = names_of(self.game)
        self._same = self._shared()
        self._place(self.game)
        declared = {span: key for key, span in self._places.items()}
        renamings = compilation.renamings
        for source, _ in compilation.files:
            self._read_file(source, declared, renamings.get(source.name, {}))
        self._tables = {kind: self._table_of(kind) for kind in self.game.kinds.values()}
        for source in compilation.tables:
            outcome = compilation.cells[source.name]
            if outcome.value is not None:
                self._read_table(source, outcome.value, declared)
        for found in self._by_source.values():
            found.sort(key=lambda one: one.span.start)
            for one in found:
                self._by_key.setdefault(one.key, []).append(one)

    def at(self, source: str, offset: int) -> Mention | None:
        """Finds the name at a place; one that ends there counts, as a cursor stands between two letters."""
        found = self._by_source.get(source, [])
        number = bisect_right(found, offset, key=lambda one: one.span.start) - 1
        if number >= 0 and found[number].span.end >= offset:
            return found[number]
        return None

    def inside(self, source: str) -> list[Mention]:
        """Lists the names of a file, in order."""
        return self._by_source.get(source, [])

    def of(self, key: Key) -> list[Mention]:
        """Lists every place where something is named, the files in order."""
        return self._by_key.get(self._same.get(key, key), []) if self.game is not None else []

    def cells_of(self, key: Key) -> list[Mention]:
        """Lists the cells of tables that name an effect; none for anything else."""
        if (
            self.game is None
            or not isinstance(key, m.Procedure)
            or key is not self.game.effects.get(key.name)
        ):
            return []
        tables = {one.name for one in self.compilation.tables}
        return [one for one in self.of(key) if one.span.source.name in tables]

    def kinds_of(self, table: str) -> list[m.Kind]:
        """Lists the kinds whose rows stand in a table."""
        return [kind for kind, name in self._tables.items() if name == table]

    def place(self, key: Key) -> Span | None:
        """Tells where something is declared; None for what is written nowhere by itself."""
        if key in self._places:
            return self._places[key]
        if isinstance(key, tuple) and isinstance(key[0], m.Kind):
            return key[0].rows[key[1]].span
        return key.name_span if isinstance(key, m.Decl) else None

    # ------------------------------------------------------------ declarations

    def _shared(self) -> dict[Key, Key]:
        """Finds the lists of values that are a part of something else: what is said of them is said of that."""
        first: dict[int, Key] = {}
        same: dict[Key, Key] = {}
        for key, target in self.names:
            whole = first.setdefault(id(target), key)
            if isinstance(key, m.Enum) and whole is not key:
                same[key] = whole
        return same

    def _place(self, game: m.Game) -> None:
        """Finds where everything gets its name."""
        for key, _ in self.names:
            if isinstance(key, m.Decl) and key not in self._same:
                self._places[key] = _named(key)
        enums = {key[0] for key, _ in self.names if isinstance(key, tuple) and isinstance(key[0], m.Enum)}
        enums |= {option.answers for option in game.options.values()}
        for enum in enums:
            for number, span in enumerate(enum.member_spans):
                self._places[enum, number] = span
        for patterns in game.patterns.values():
            for number, pattern in enumerate(patterns.patterns):
                span = pattern.span
                if span.text.startswith(pattern.name):
                    span = Span(span.source, span.start, span.start + len(pattern.name))
                self._places[patterns.enum, number] = span

    # ------------------------------------------------------------ rules

    def _read_file(self, source: Source, declared: Mapping[Span, Key], renamed: Mapping[str, str]) -> None:
        found = self._by_source.setdefault(source.name, [])
        lines, _ = logical_lines(source.text)
        for line in lines:
            before = ""
            for piece in line.pieces:
                if piece.kind == "name":
                    mention = self._name(source, piece, before, declared, renamed)
                    if mention is not None:
                        found.append(mention)
                before = piece.text

    def _name(
        self,
        source: Source,
        piece: Piece,
        before: str,
        declared: Mapping[Span, Key],
        renamed: Mapping[str, str],
    ) -> Mention | None:
        span = Span(source, piece.start, piece.end)
        if span in declared:
            return Mention(span, declared[span], True)
        key = self.names.meaning(renamed.get(piece.text, piece.text), span, before)
        return None if key is None else Mention(span, self._same.get(key, key), False)

    # ------------------------------------------------------------ tables

    def _read_table(self, source: Source, root: Cell, declared: Mapping[Span, Key]) -> None:
        assert self.game is not None
        found = self._by_source.setdefault(source.name, [])
        kinds = self.kinds_of(source.name)
        if is_sheet(source.name):
            found += self._read_sheet(source, root, kinds)
            return
        rows = root.value if isinstance(root.value, tuple) else ()
        for row in rows:
            if not isinstance(row.value, Mapping):
                continue
            if _RULING in row.value:
                found += self._ruling(row)
            for kind in kinds:
                found += self._row(kind, row)

    def _read_sheet(self, source: Source, root: Cell, kinds: Sequence[m.Kind]) -> list[Mention]:
        """Reads a spreadsheet; a header is named once, and only what is written as the name counts."""
        assert self.game is not None
        found: dict[Span, Mention] = {}
        for kind in kinds:
            made = shaped(table_of(kind, self.game), root, source).value
            for row in made.value if made is not None and isinstance(made.value, tuple) else ():
                for one in self._row(kind, row) if isinstance(row.value, Mapping) else ():
                    if one.span.start < one.span.end:
                        found.setdefault(one.span, one)
        kept: list[Mention] = []
        for one in sorted(found.values(), key=lambda x: (x.span.start, x.span.end)):
            if not kept or kept[-1].span.end <= one.span.start:
                kept.append(one)
        return kept

    def _table_of(self, kind: m.Kind) -> str | None:
        """Names the table of a kind as its source is named."""
        if kind.file is None:
            return None
        got = self.compilation.provider.read(kind.file, kind.span.source.name)
        return got.name if isinstance(got, Source) else None

    def _row(self, kind: m.Kind, row: Cell) -> Iterator[Mention]:
        """Reads a row of a kind, or of one that is nested in it."""
        assert self.game is not None and isinstance(row.value, Mapping)
        parts = {one.column: one for one in self.game.kinds.values() if one.parent is kind and one.column}
        for name, cell in row.value.items():
            written = row.key_spans.get(name)
            field = kind.fields.get(name)
            if field is not None:
                if written is not None:
                    yield Mention(written, field, False)
                yield from self._values(field, cell)
            elif name in parts:
                if written is not None:
                    yield Mention(written, parts[name], False)
                for inner in cell.value if isinstance(cell.value, tuple) else ():
                    if isinstance(inner.value, Mapping):
                        yield from self._row(parts[name], inner)
            elif name == _NAME and isinstance(cell.value, str):
                row_key = self._row_of(kind, cell.value)
                if row_key is not None and row_key in self.names:
                    span = _plain(cell)
                    self._places.setdefault(row_key, span)
                    yield Mention(span, row_key, self._places[row_key] == span)

    def _row_of(self, kind: m.Kind, name: str) -> Key | None:
        """Finds the first row of a name; each kind is gone through once."""
        if kind not in self._rows:
            rows: dict[str, Key] = {}
            self._rows[kind] = rows
            for number, row in enumerate(kind.rows):
                rows.setdefault(row.name, (kind, number))
        return self._rows[kind].get(name)

    def _values(self, field: m.Field, cell: Cell) -> Iterator[Mention]:
        """Reads what stands in a column; a map may have a value for each index, or say an effect with its number."""
        kind = item(item(field.type))
        value = cell.value
        if isinstance(value, str):
            key = self._meant(kind, value)
            if key is not None:
                yield Mention(_plain(cell), key, False)
        elif isinstance(value, tuple):
            for one in value:
                yield from self._values(field, one)
        elif isinstance(value, Mapping):
            for name, one in value.items():
                index = self._index(field, name)
                key = self._meant(kind, name) if index is None else index
                written = cell.key_spans.get(name)
                if key is not None and written is not None:
                    yield Mention(written, key, False)
                yield from self._values(field, one)

    def _index(self, field: m.Field, name: str) -> Key | None:
        if isinstance(field.index, m.Enum) and name in field.index.members:
            return field.index, field.index.members.index(name)
        if isinstance(field.index, m.Kind):
            return self._row_of(field.index, name)
        return None

    def _meant(self, kind: Type, name: str) -> Key | None:
        """Tells what a word in a column of a type means."""
        assert self.game is not None
        match kind:
            case EnumType(enum=enum):
                return (enum, enum.members.index(name)) if name in enum.members else None
            case ThingType(kind=thing):
                return self._row_of(thing, name)
            case EffectType():
                return self.game.effects.get(name)
            case _:
                return None

    def _ruling(self, row: Cell) -> Iterator[Mention]:
        """Reads a ruling that players may choose."""
        assert self.game is not None and isinstance(row.value, Mapping)
        named = row.value.get(_OPTION)
        option = self.game.options.get(str(named.value)) if named is not None else None
        if named is None or option is None:
            return
        yield Mention(_plain(named), option, _plain(named) == option.name_span)
        for column in _ANSWERS:
            answers = row.value.get(column)
            for one in answers.value if answers is not None and isinstance(answers.value, tuple) else ():
                if isinstance(one.value, str) and one.value in option.answers.members:
                    number = option.answers.members.index(one.value)
                    declares = self._places.get((option.answers, number)) == _plain(one)
                    yield Mention(_plain(one), (option.answers, number), declares)


def _plain(cell: Cell) -> Span:
    """Gives the span of a text without its quotes."""
    span = cell.span
    if cell.quoted and len(span.text) >= 2 and span.text[0] in "\"'":
        return Span(span.source, span.start + 1, span.end - 1)
    return span


def _named(decl: m.Decl) -> Span:
    """Gives the span of a name; what follows an event has it somewhere in its first line, or none."""
    span, name = decl.name_span, decl.name
    if isinstance(decl, m.Procedure) and span.text != name:
        at = decl.span.text.partition("\n")[0].find(name)
        if at >= 0:
            return Span(span.source, decl.span.start + at, decl.span.start + at + len(name))
    return span

"""What may stand at a place of a table: its columns where a row goes on, the values of the column elsewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.suggestions import Suggestion
from gekido_dsl.model import nodes as m
from gekido_dsl.model.tables import table_of
from gekido_dsl.source import Source
from gekido_dsl.tables import columns as t

_KEY: Final = re.compile(r"(- |  )(?P<typed>[^\W\d_][\w' -]*)?\Z")
_KEYS: Final = re.compile(r"([^\W\d_][\w' -]*):(?=\s)")
_TYPED: Final = re.compile(r"[^\s\[\]{},:\"#][^\[\]{},:\"#]*\Z")
_ITEM: Final = re.compile(r"\s*- ")
_COMMON: Final = (t.COPIES, t.TEXT, t.SOURCE, t.RECONSTRUCTED, t.ART)


def complete_cell(source: Source, at: int, mentions: Mentions) -> list[Suggestion]:
    """Lists what may stand at a place of a table of a ruleset, columns in the order that they are declared in."""
    if mentions.game is None:
        return []
    text = source.text[:at]
    line = text[text.rfind("\n") + 1 :]
    key = _KEY.fullmatch(line)
    found = _TYPED.search(line)
    typed = (key["typed"] or "") if key is not None else found.group().removeprefix("- ") if found else ""
    offered: list[tuple[str, str]] = []
    for kind in mentions.kinds_of(source.name):
        columns = {one.name: one for one in table_of(kind, mentions.game).columns}
        if key is not None:
            there = _row_around(source.text, at)
            offered += [
                (f"{name}: ", "a column") for name in (t.NAME, *columns, *_COMMON) if name not in there
            ]
        elif "#" not in line and line.count('"') % 2 == 0:
            column = _column_at(columns, text, line)
            in_map = line.rfind("{") > line.rfind("}") and not re.search(
                r":\s*[^,{]*\Z", line[line.rfind("{") :]
            )
            offered += _values(column.type, in_map) if column is not None else ()
    return _begun(offered, typed, at)


def complete_field(kind: m.Kind, game: m.Game, text: str) -> list[Suggestion]:
    """Lists what may stand at the end of a text in a row that a variant adds or changes."""
    columns = {one.name: one for one in table_of(kind, game).columns}
    name, colon, value = text[text.rfind("\n") + 1 :].lstrip().partition(":")
    if colon:
        column = columns.get(name.partition(" for ")[0])
        offered = _values(column.type, in_map=False) if column is not None else ()
        return _begun(offered, value.rpartition(",")[2].lstrip(), len(text))
    there = _KEYS.findall(text, max(text.rfind("\nadd "), text.rfind("\nchange ")))
    lacks = [one for one in (*columns, *_COMMON) if one not in there]
    return _begun(((f"{one}: ", "a column") for one in lacks), name, len(text))


def _begun(offered: Iterable[tuple[str, str]], typed: str, at: int) -> list[Suggestion]:
    """Lists those that go on what is typed."""
    return [
        Suggestion(name, at - len(typed), what)
        for name, what in dict.fromkeys(offered)
        if name.casefold().startswith(typed.casefold())
    ]


def _row_around(text: str, at: int) -> set[str]:
    """Gives the columns that the row at a place has, but for the line that is being written."""
    start = max(text.rfind("\n- ", 0, at) + 1, 0)
    end = text.find("\n- ", at)
    row = text[start : end if end >= 0 else len(text)]
    return set(re.findall(r"^(?:- |  )([^\W\d_][\w' -]*):(?=\s|$)", row, re.MULTILINE))


def _column_at(columns: Mapping[str, t.Column], text: str, line: str) -> t.Column | None:
    """Finds the column that a place belongs to: the last that is named in the line, or above a list."""
    known = dict(columns)
    for one in columns.values():
        if isinstance(one.type, t.RowsColumn):
            known = {each.name: each for each in one.type.columns} | known
    named = [name for name in _KEYS.findall(line) if name in known]
    if named:
        return known[named[-1]]
    if not _ITEM.match(line):
        return None
    indent = len(line) - len(line.lstrip())
    for above in reversed(text.splitlines()[:-1]):
        bare = above.removeprefix("- ").strip()
        if bare.endswith(":") and len(above) - len(above.lstrip(" -")) <= indent:
            return known.get(bare.removesuffix(":"))
        if above.startswith("- "):
            break
    return None


def _values(kind: t.ColumnType, in_map: bool) -> Iterator[tuple[str, str]]:
    """Lists what a column may hold, and what that is; numbers and texts are the author's to write."""
    match kind:
        case t.ChoiceColumn(values=values, optional=optional):
            yield from ((value, "a value") for value in values)
            if optional:
                yield "none", "nothing"
        case t.EffectColumn(effects=effects, optional=optional):
            yield from ((one.name, "an effect") for one in effects)
            if optional:
                yield "none", "nothing"
        case t.BoolColumn():
            yield from (("true", "yes"), ("false", "no"))
        case t.ListColumn(item=inner):
            yield from _values(inner, in_map)
        case t.MapColumn(keys=keys, item=inner):
            if in_map:
                yield from ((f"{key}: ", "a column") for key in keys)
            else:
                yield from _values(inner, in_map)
        case t.RowsColumn(columns=columns):
            yield from ((f"{one.name}: ", "a column") for one in columns)
        case _:
            return

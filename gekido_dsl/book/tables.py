"""Rows, options and values become lists and tables of a book."""

import re
from typing import TYPE_CHECKING, Final

from gekido_dsl.book.nodes import Directive
from gekido_dsl.diagnostics import codes, suggest
from gekido_dsl.drawing.values import index_names
from gekido_dsl.model import nodes as m
from gekido_dsl.model.row_words import COPIES, cells
from gekido_dsl.model.types import NONE, EffectType, IntType, ListType, item
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import Key

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_WHERE: Final = re.compile(r"\s+where\s+(?P<column>.+?)\s+is\s+(?P<not>not\s+)?(?P<values>.+)$")
_BELOW: Final = re.compile(r"^-(?=\d)")
"""Of a number below zero, which is printed with a minus sign."""
_WITH: Final = re.compile(r" with (\d+)\b")
_NAME, _TEXT, _SOURCE = "Name", "Text", "Source"


def bounds(key: Key) -> tuple[int | None, int | None]:
    """Gives the range of a number: of a fact, an amount, a counter, a die."""
    if isinstance(key, m.Field) and isinstance(key.type, IntType):
        return key.type.low, key.type.high
    if isinstance(key, m.Amount | m.Counter):
        return key.low, key.high
    if isinstance(key, m.Kind) and isinstance(key.faces, tuple):
        return key.faces
    return None, None


def number_of(game: m.Game, keys: tuple[Key, ...]) -> int | None:
    """Tells how many there are of something that is no thing of the language: tokens of links, values, answers."""
    for key in keys:
        match key:
            case m.Link(number=number, origin=origin, goal=goal, enemy=enemy):
                if number is not None:
                    return number * sum(row.copies for row in origin.rows)
                if origin is goal and not enemy:
                    copies = sum(row.copies for row in origin.rows)
                    return copies * (copies - 1)
            case m.PatternSet(enum=values):
                return len(values.members)
            case m.Enum(members=names):
                return len(names)
            case m.Option(answers=answers):
                return len(answers.members)
            case _:
                pass
    return None


def members(game: m.Game, keys: tuple[Key, ...]) -> list[tuple[Key | None, str]] | None:
    """Lists what something consists of: values, rows, answers, patterns; None when it is no list."""
    for key in keys:
        match key:
            case m.PatternSet(enum=values):
                return [((values, number), name) for number, name in enumerate(values.members)]
            case m.Enum(members=names):
                return [((key, number), name) for number, name in enumerate(names)]
            case m.Option(answers=answers):
                return [(None, name) for name in answers.members]
            case m.Kind(faces=m.Enum() as faces):
                return [((faces, number), name) for number, name in enumerate(faces.members)]
            case m.Kind(faces=(int() as low, int() as high)):
                return [(None, str(number)) for number in range(low, high + 1)]
            case m.Kind(rows=rows) if rows:
                seen: dict[str, tuple[Key | None, str]] = {}
                for number, row in enumerate(rows):
                    seen.setdefault(row.name, ((key, number), row.name))
                return list(seen.values())
            case m.Field(type=kind):
                listed = getattr(kind, "enum", None)
                if isinstance(listed, m.Enum):
                    return [((listed, number), name) for number, name in enumerate(listed.members)]
            case m.Turn(lines=lines):
                return [(line.phase, line.phase.name) for line in lines]
            case _:
                pass
    return None


def table(expander: "Expander", directive: Directive, text: str) -> str | None:
    """Writes `{{table of Tech Cards: Name, Colour, Text where Colour is Red}}`."""
    where = _WHERE.search(text)
    if where is not None:
        text = text[: where.start()]
    name, _, wanted = text.partition(":")
    name = name.strip()
    key = expander.key(directive, name)
    if key is None:
        return None
    found = _rows(expander, key)
    if found is None:
        what = expander.naming.target(key).what
        expander.report(directive, f"`{name}` is {what}, and has no rows", "no table", part=name)
        return None
    columns, rows = found
    chosen = [part.strip() for part in wanted.split(",") if part.strip()] or columns
    titles: list[tuple[str, str]] = []
    for each in chosen:
        column, _, title = each.partition(" as ")
        known = next((one for one in columns if one.casefold() == column.strip().casefold()), None)
        if known is not None:
            titles.append((known, title.strip() or known))
        elif made := _made(expander, key, rows, column.strip()):
            titles += [(one, title.strip() or head) for one, head in made]
        else:
            _no_column(expander, directive, name, column.strip(), columns)
    if where is not None:
        column = where["column"].strip()
        known = next((one for one in columns if one.casefold() == column.casefold()), None)
        if known is None:
            _no_column(expander, directive, name, column, columns)
            return None
        values = {one.strip() for one in re.split(r",|\bor\b", where["values"]) if one.strip()}
        held = {row[known][0] for row in rows if known in row}
        for value in sorted(values - held):
            expander.report(
                directive, f"no row of `{name}` has `{value}` as its {known}", "in no row",
                suggest.did_you_mean(value, sorted(held)), part=value,
            )  # fmt: skip
        rows = [row for row in rows if (row.get(known, ("",))[0] in values) is not bool(where["not"])]
    if not titles:
        return None
    return md.table(
        [expander.named(md.escape(title), "column", "fact") for _, title in titles],
        [[expander.named(row.get(column, ("", ""))[1]) for column, _ in titles] for row in rows],
    )


def whole(expander: "Expander", kind: m.Kind) -> str:
    """Writes all rows of a kind, with every column that says something."""
    found = _rows(expander, kind)
    if found is None:
        return ""
    columns, rows = found
    said = [
        one
        for one in columns
        if one != _SOURCE and len({row.get(one, ("", ""))[0] for row in rows} - {""}) > (one == COPIES)
    ]
    names = {row.get(_NAME, ("", ""))[0] for row in rows}
    said = [one for one in said if one == _NAME or {row.get(one, ("", ""))[0] for row in rows} != names]
    done = {one.name for one in kind.fields.values() if isinstance(item(one.type), EffectType)}
    if _TEXT in said and all(row.get(_TEXT, ("",))[0] for row in rows if _does(row, done)):
        said = [one for one in said if one not in done]  # the text says what they do
    return md.table(
        [md.escape(one) for one in said],
        [[_cell(row.get(column, ("", ""))[1], done=column in done) for column in said] for row in rows],
    )


def _does(row: dict[str, tuple[str, str]], done: set[str]) -> bool:
    return any(row.get(one, ("",))[0] not in ("", "none", "nothing") for one in done)


def _cell(text: str, *, done: bool) -> str:
    """Writes a cell; what is done with a number stands with it: `Draw 2` and not `Draw with 2`."""
    return "" if done and text == "nothing" else _WITH.sub(r" \1", text) if done else text


def _made(
    expander: "Expander", key: Key, rows: list[dict[str, tuple[str, str]]], wanted: str
) -> list[tuple[str, str]]:
    """Makes columns that a table has not by itself, and gives each with its title.

    These are `Damage and Malfunction`, a column for each that they have a value for; `Powers`, which are parts of a
    row; and `number of Rows`.
    """
    if not isinstance(key, m.Kind):
        return []
    if wanted.casefold().startswith("number of "):
        return _counts(expander.game, key, rows, wanted)
    for part in expander.game.kinds.values():
        if part.parent is key and part.column and part.column.casefold() == wanted.casefold():
            for at, row in enumerate(rows):
                parts = [(n, one.name) for n, one in enumerate(part.rows) if one.parent == at and not one.lie]
                linked = [expander.link((part, number), text) for number, text in parts]
                row[part.column] = (", ".join(text for _, text in parts), ", ".join(linked))
            return [(part.column, part.column)]
    fields = {field.name.casefold(): field for field in key.fields.values() if field.index is not None}
    asked = [fields.get(one.strip().casefold()) for one in wanted.split(" and ")]
    indexes = {id(field.index) for field in asked if field is not None}
    if None in asked or len(indexes) != 1:
        return []
    found: list[tuple[str, str]] = []
    for index in index_names(next(field.index for field in asked if field is not None and field.index)):
        column = f"{wanted} for {index}"
        for row in rows:
            told = [row[f"{field.name} for {index}"] for field in asked if field is not None]
            row[column] = ("/".join(said for said, _ in told), "\u202f/\u202f".join(text for _, text in told))
        found.append((column, index))
    return found


def _counts(
    game: m.Game, key: m.Kind, rows: list[dict[str, tuple[str, str]]], wanted: str
) -> list[tuple[str, str]]:
    """Counts the rows of a list that each row has, or its parts."""
    what = wanted[len("number of ") :].casefold()
    field = next((one for one in key.fields.values() if one.name.casefold() == what), None)
    part = next(
        (one for one in game.kinds.values() if one.parent is key and (one.column or "").casefold() == what),
        None,
    )
    for at, row in enumerate(rows):
        if field is not None and isinstance(field.type, ListType):
            value = key.rows[at].values.get(field.name)
            count = len(value) if isinstance(value, tuple) else 0
        elif part is not None:
            count = sum(one.parent == at and not one.lie for one in part.rows)
        else:
            return []
        row[wanted] = (str(count), str(count))
    return [(wanted, wanted[0].upper() + wanted[1:])]


def _no_column(
    expander: "Expander", directive: Directive, name: str, column: str, columns: list[str]
) -> None:
    expander.report(
        directive, f"`{name}` has no column `{column}`", "no such column",
        suggest.did_you_mean(column, columns) or f"the columns are {md.joined(columns)}",
        codes.UNKNOWN_NAME, column,
    )  # fmt: skip


def _rows(expander: "Expander", key: Key) -> tuple[list[str], list[dict[str, tuple[str, str]]]] | None:
    """Gives the columns of a table, and each row: what it says, and how that is written."""
    game = expander.game
    if isinstance(key, m.Option):
        plain = [(name, number == 0) for number, name in enumerate(key.answers.members)]
        return ["Answer", "Default"], [
            {"Answer": (name, md.escape(name)), "Default": ("yes" if first else "no", "yes" if first else "")}
            for name, first in plain
        ]
    if not isinstance(key, m.Kind) or not key.rows:
        return None
    printed = [field for field in key.fields.values() if not field.kept]
    columns = [_NAME, *(field.name for field in printed)]
    made: list[dict[str, tuple[str, str]]] = []
    extra: dict[str, None] = {}
    for number, row in enumerate(key.rows):
        cell: dict[str, tuple[str, str]] = {_NAME: (row.name, expander.link((key, number), row.name))}
        for field in printed:
            value = row.values.get(field.name, NONE)
            written = expander.writer.value(field.type, value) if not isinstance(value, tuple) else None
            if field.index is None and written is not None:
                shown = cells(game, key, number).get(field.name, written)
                cell[field.name] = (shown, _BELOW.sub("−", written))
        for name, said in cells(game, key, number).items():
            if name not in cell:
                cell[name] = (said, md.escape(said))
                extra.setdefault(name)
        cell[COPIES] = (str(row.copies), str(row.copies))
        if row.text:
            cell.setdefault(_TEXT, (row.text, md.escape(row.text)))
        if row.cite:
            cell.setdefault(_SOURCE, (row.cite, expander.writer.cite(row.cite)))
        made.append(cell)
    columns = [one for one in columns if any(one in row for row in made)]
    columns += [one for one in extra if one not in columns and one != COPIES]
    columns += [one for one in (_TEXT,) if any(one in row for row in made) and one not in columns]
    if any(row.copies != 1 for row in key.rows):
        columns.append(COPIES)
    return columns, made

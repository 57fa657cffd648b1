"""A place where a cell does not fit its column becomes a finding in the words of tables.

Where it does not fit, jsonschema has said. What is wrong there is found again here, as jsonschema speaks of
schemas and a reader thinks of rows, columns and effects.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Missing, codes
from gekido_dsl.diagnostics.suggest import did_you_mean, nearest
from gekido_dsl.source import is_sheet
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import indentation
from gekido_dsl.tables.cells import Cell, short

NONE: Final = "none"

Path = tuple[str | int, ...]
Columns = tuple[c.Column, ...]

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?[0-9]+([.,])[0-9]+")
_LONGEST_INT: Final = 18


_FIGURES: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_COUNTS: Final = frozenset(
    {"count", "counts", "number", "amount", "quantity", "qty", "many", "how many", "times", "copy", "x"}
)
"""What others call the column that says how many there are of a row."""


def effect_parts(cell: Cell) -> tuple[str, tuple[Cell, ...]] | None:
    """Takes an effect cell apart: its name and the cells of what it is given; None for any other cell."""
    if isinstance(cell.value, str):
        return cell.value, ()
    if not isinstance(cell.value, Mapping) or len(cell.value) != 1:
        return None
    [(name, given)] = cell.value.items()
    if isinstance(given.value, tuple):
        return name, given.value
    return name, () if given.value is None and given.span.start == given.span.end else (given,)


def what_is(cell: Cell) -> str:
    """Says what stands in a cell, for a label."""
    match cell.value:
        case None:
            return "this is null" if cell.span.text else "nothing is written here"
        case bool():
            return "this is true or false"
        case int():
            return "this is a number"
        case float():
            return "this is a number with a decimal point"
        case str() if (found := _DECIMAL.fullmatch(cell.value)) and is_sheet(cell.span.source.name):
            return f"this is a number with a decimal {'comma' if found[1] == ',' else 'point'}"
        case str():
            return "this is text"
        case tuple():
            return "this is a list"
        case _:
            return "this is a map"


def explain(
    columns: Columns, table: c.Table, row: Cell, number: int, paths: Iterable[Path]
) -> Iterator[Diagnostic]:
    """Says what is wrong at each of some places in a row.

    Args:
        number: of the row, from 1.
        paths: keys and indexes that lead from the row to the place.
    """
    slip = indentation.slip(columns, row)
    if slip is not None:
        yield slip.worded(row, _subject(table, row, number, (slip.column,)))
    told = slip.keys if slip is not None else ()
    for path in paths:
        if slip is not None and path[:1] == (slip.column,):
            continue
        target, cell = _locate(columns, row, path)
        about = _subject(table, row, number, path)
        if isinstance(target, tuple) and not path:
            found = _map(target, table, cell, about, path, told)
        elif isinstance(target, tuple):
            found = _map(target, table, cell, about, path)
        else:
            found = _cell(target, cell, about)
        first = next(found, None)
        if first is not None:
            yield first
            yield from found
        elif not cell.holds_damage and (path or not told):
            misfit = _misfit(target, cell, about)
            is_row = not path and not isinstance(cell.value, Mapping)
            yield replace(misfit, missing=Missing("row")) if is_row else misfit


def _locate(columns: Columns, row: Cell, path: Path) -> tuple[c.ColumnType | Columns, Cell]:
    """Follows a path to a cell and to what it has to be: a type, or a map of columns."""
    target: c.ColumnType | Columns = columns
    cell = row
    for step in path:
        if isinstance(cell.value, tuple) and isinstance(step, int):
            if isinstance(target, c.ListColumn):
                target = target.item
            elif isinstance(target, c.RowsColumn):
                target = target.columns
            else:
                break
            cell = cell.value[step]
        elif isinstance(cell.value, Mapping) and isinstance(step, str):
            if isinstance(target, c.MapColumn):
                target = target.item
            elif isinstance(target, tuple):
                target = next(column.type for column in target if column.name == step)
            else:
                break
            cell = cell.value[step]
        else:
            break
    return target, cell


def _subject(table: c.Table, row: Cell, number: int, path: Path) -> str:
    """Names a cell, as in "`Maximum` in `Powers` of `V-REX`"."""
    owner = f"row {number}"
    if isinstance(row.value, Mapping):
        name = row.value.get(table.names_column)
        if name is not None and isinstance(name.value, str) and name.value and path != (table.names_column,):
            owner = f"`{short(name.value)}`"
    keys = [f"`{short(step)}`" for step in reversed(path) if isinstance(step, str)]
    return f"{' in '.join(keys)} of {owner}" if keys else owner


def _misfit(target: c.ColumnType | Columns, cell: Cell, about: str) -> Diagnostic:
    """What is said of any cell that is not of the kind of thing its column holds."""
    if isinstance(target, tuple):
        help = "write `Column: value` for each of its columns"
        return Diagnostic(
            codes.CELL_TYPE, f"{about} must be a map of columns", (Label(cell.span, what_is(cell)),), help
        )
    help_and_edits = _repair(target, cell)
    return Diagnostic(
        codes.CELL_TYPE,
        f"{about} must be {c.expected(target)}",
        (Label(cell.span, what_is(cell)),),
        *help_and_edits,
    )


def _repair(type: c.ColumnType, cell: Cell) -> tuple[str | None, tuple[Edit, ...]]:
    """Finds the step that makes a cell what it was probably meant to be."""
    written = cell.span.text
    if is_sheet(cell.span.source.name) and not isinstance(type, c.IntColumn):
        return _repair_in_sheet(type), ()
    match type, cell.value:
        case c.IntColumn(), str(word) if word.lower() in _FIGURES:
            number = str(_FIGURES.index(word.lower()))
            return f"write the number in digits: `{number}`", (Edit(cell.span, number),)
        case c.IntColumn(), str(text) if _WHOLE.fullmatch(text) and len(text) <= _LONGEST_INT:
            meant = str(int(text))
            step = "take the quotes away" if cell.quoted else f"write it as {meant}"
            return step, (Edit(cell.span, meant),)
        case c.TextColumn() | c.ChoiceColumn(), bool() | int() | float() if written:
            return "put quotes around it", (Edit(cell.span, f'"{written}"'),)
        case c.TextColumn(), None:
            return "write a text, or leave the column out if it may be missing", ()
        case c.BoolColumn(), _:
            return "write true or false, without quotes", ()
        case c.ListColumn(), str() | int():
            return f"put brackets around it, as in `[{short(written)}]`", ()
        case c.DrawingColumn(), None:
            return "write its lines below it, each begun with `- `", ()
        case c.ListColumn() | c.RowsColumn(), None:
            return "write `[]` for an empty list", ()
        case c.RowsColumn(), Mapping():
            return "begin each row with `- `", ()
        case _:
            return None, ()


def _cell(type: c.ColumnType, cell: Cell, about: str) -> Iterator[Diagnostic]:
    """Says what is wrong with a cell that is the sort of thing it has to be; nothing when it is not."""
    if cell.damaged:
        return
    match type, cell.value:
        case c.IntColumn(low=low, high=high), int(value) if not isinstance(value, bool):
            if not low <= value <= high:
                yield _out_of_range(type, cell, about, too_large=value > high)
        case c.IntColumn(), str(text) if (
            not cell.quoted and _WHOLE.fullmatch(text) and len(text) > _LONGEST_INT
        ):
            yield _out_of_range(type, cell, about, too_large=not text.startswith("-"))
        case c.TextColumn(), str(""):
            yield Diagnostic(codes.CELL_VALUE, f"{about} cannot be empty", (Label(cell.span),))
        case c.TextColumn(most=most), str(text) if len(text) > most:
            begins = cell.span.source.span(cell.span.start, cell.span.start + 1)
            yield Diagnostic(
                codes.CELL_RANGE,
                f"{about} has {len(text):,} characters, and may have {most:,} at most",
                (Label(begins, "too long"),),
                "write less",
            )
        case c.ChoiceColumn(values=values, optional=optional), str(text):
            known = (*values, NONE) if optional else values
            yield Diagnostic(
                codes.CELL_VALUE,
                f"{about} cannot be `{short(text)}`",
                (Label(cell.span, "not one of its values"),),
                did_you_mean(text, known) or f"write one of {c.listed(known)}",
                _rename(cell, text, known),
            )
        case c.ListColumn(most=most) | c.RowsColumn(most=most), tuple(items) if len(items) > most:
            yield Diagnostic(
                codes.CELL_RANGE,
                f"{about} holds at most {most}, and here are {len(items)}",
                (Label(items[most].span.cover(items[-1].span), "too many"),),
            )
        case c.MapColumn(), Mapping():
            yield from _keys(type, cell, about)
        case c.DrawingColumn(), tuple(lines):
            for line in lines:
                if not isinstance(line.value, str) or not line.value:
                    yield _misfit(c.TextColumn(), line, f"a line in {about}")
        case c.EffectColumn(), _:
            yield from _effect(type, cell, about)
        case _:
            pass


def _out_of_range(type: c.IntColumn, cell: Cell, about: str, too_large: bool) -> Diagnostic:
    label = Label(cell.span, "too large" if too_large else "too small")
    help = "change the number, or the range that the ruleset declares for it"
    return Diagnostic(codes.CELL_RANGE, f"{about} must be {c.expected(type)}", (label,), help)


def _repair_in_sheet(type: c.ColumnType) -> str | None:
    """Says how a cell of a spreadsheet is written, where YAML has quotes and brackets."""
    match type:
        case c.BoolColumn():
            return "write yes or no"
        case c.ListColumn():
            return "write its entries one after the other, separated by commas"
        case c.MapColumn(keys=keys) if keys:
            return f"write the values behind their names, as in `{keys[0]}: 1; {keys[-1]}: 0`"
        case c.TextColumn():
            return "write a text"
        case _:
            return None


def _rename(cell: Cell, text: str, known: Sequence[str]) -> tuple[Edit, ...]:
    """Offers a name in place of another if only one is near and it is written without quotes."""
    near = nearest(text, known)
    if len(near) != 1 or cell.quoted or (is_sheet(cell.span.source.name) and set(near[0]) & set(',;|"\t')):
        return ()
    return (Edit(cell.span, near[0]),)


def _map(
    columns: Columns, table: c.Table, cell: Cell, about: str, path: Path, told: Sequence[str] = ()
) -> Iterator[Diagnostic]:
    """Says which columns of a map are unknown or missing; one that was misspelt is not missing too."""
    if not isinstance(cell.value, Mapping):
        return
    known = [column.name for column in columns]
    absent = [name for name in known if name not in cell.value]
    meant: set[str] = set()
    for key, span in cell.key_spans.items():
        if key in known or key in told:
            continue
        near = nearest(key, absent)
        needed = [one.name for one in columns if one.required and one.name in absent]
        alone = len(needed) == 1 and not [one for one in cell.key_spans if one not in known and one != key]
        if not near and not path and c.COPIES in absent and key.casefold() in _COUNTS:
            near = (c.COPIES,)
        if not near and alone and key != c.COPIES:
            near = (needed[0],)
        meant.update(near[:1])
        if key == c.COPIES and not path:
            help: str | None = (
                f"only a table whose number the ruleset says, as in `9 of them`, has `{c.COPIES}`"
            )
        else:
            counts = (
                ", the column that says how many there are"
                if near == (c.COPIES,)
                else ", the column that is missing"
            )
            renamed = f"rename it to `{near[0]}`{counts}" if near else None
            head, _, rest = key.partition(" ")
            torn = head in absent and rest and cell.value[key].value is None
            colon = f"put a colon after the column: `{head}: {rest}`" if torn else None
            help = (
                colon or did_you_mean(key, absent) or renamed or f"use one of the columns {c.listed(known)}"
            )
        yield Diagnostic(
            codes.UNKNOWN_COLUMN,
            f"{table.title} has no column `{short(key)}`"
            if not path
            else f"{about} has no column `{short(key)}`",
            (Label(span, "not a column"),),
            help,
            (Edit(span, near[0]),) if len(near) == 1 else (),
            missing=Missing("column", key, "" if path else table.title),
        )
    where = cell.value.get(table.names_column) if not path else None
    first = where.span if where is not None else next(iter(cell.key_spans.values()), cell.span)
    for column in columns:
        if column.required and column.name in absent and column.name not in (*meant, *told):
            yield Diagnostic(
                codes.MISSING_COLUMN,
                f"{about} has no `{column.name}`",
                (Label(first, "in this row"),),
                help=f"add `{column.name}:` with {c.expected(column.type)}",
                missing=Missing("column", column.name),
            )


def _keys(type: c.MapColumn, cell: Cell, about: str) -> Iterator[Diagnostic]:
    """Says which keys of a map are unknown or missing, as `_map` does for columns."""
    keys = type.keys
    absent = [key for key in keys if key not in cell.key_spans]
    meant: set[str] = set()
    for key, span in cell.key_spans.items():
        if key in keys or key in type.gone:
            continue
        near = nearest(key, absent)
        meant.update(near[:1])
        yield Diagnostic(
            codes.CELL_VALUE,
            f"{about} cannot have a value for `{short(key)}`",
            (Label(span, "not one of its keys"),),
            did_you_mean(key, absent) or f"its keys are {c.listed(keys)}",
            (Edit(span, near[0]),) if len(near) == 1 else (),
        )
    missing = [key for key in absent if key not in meant]
    if missing and not type.partly:
        yield Diagnostic(
            codes.MISSING_COLUMN,
            f"{about} has no value for {c.listed(missing)}",
            (Label(cell.span),),
            help="give each of them a value",
        )


def _effect(type: c.EffectColumn, cell: Cell, about: str) -> Iterator[Diagnostic]:
    """Says what is wrong with an effect: its name, how much it is given, or what."""
    by_name = {effect.name: effect for effect in type.effects}
    if isinstance(cell.value, str):
        effect = by_name.get(cell.value)
        if effect is None:
            yield _no_effect(type, cell, cell.value, by_name)
        elif effect.params:
            yield _count(effect, cell, 0)
    elif isinstance(cell.value, Mapping):
        names = list(cell.key_spans)
        if len(names) != 1:
            label = (
                Label(cell.key_spans[names[1]], "a second one")
                if names
                else Label(cell.span, "none is named")
            )
            yield Diagnostic(
                codes.CELL_TYPE, f"{about} names one effect, and here are {len(names)}", (label,)
            )
            return
        span = cell.key_spans[names[0]]
        effect = by_name.get(names[0])
        if effect is None:
            yield _no_effect(type, Cell(names[0], span, quoted=span.text[:1] in "\"'"), names[0], by_name)
        elif not effect.params:
            yield Diagnostic(
                codes.CELL_TYPE,
                f"the effect `{effect.name}` takes no value",
                (Label(cell.span, "this gives it one"),),
                help=f"write {example(effect)} alone",
            )
        else:
            yield from _given(effect, cell.value[names[0]])


def _no_effect(
    type: c.EffectColumn, cell: Cell, name: str, by_name: Mapping[str, c.EffectSpec]
) -> Diagnostic:
    known = (*by_name, NONE) if type.optional else tuple(by_name)
    begins = max((known for known in by_name if name.startswith(f"{known} ")), key=len, default=None)
    edits: tuple[Edit, ...] = ()
    if begins is not None and by_name[begins].params:
        help: str | None = f"what an effect takes follows a colon, as in {example(by_name[begins])}"
    else:
        help = did_you_mean(name, known) or (f"use one of the effects {c.listed(known)}" if known else None)
        edits = _rename(cell, name, known)
    return Diagnostic(
        codes.CELL_VALUE,
        f"no effect is called `{short(name)}`",
        (Label(cell.span, "not declared as an effect"),),
        help,
        edits,
    )


def _given(effect: c.EffectSpec, given: Cell) -> Iterator[Diagnostic]:
    """Compares what an effect is given with what it takes."""
    if given.damaged:
        return
    takes = len(effect.params)
    if isinstance(given.value, tuple) and takes != 1:
        parts = given.value
    else:
        parts = () if given.value is None and not given.span.text else (given,)
    if len(parts) != takes:
        yield _count(effect, given, len(parts))
        return
    for number, (param, part) in enumerate(zip(effect.params, parts, strict=True), start=1):
        which = "the value" if takes == 1 else f"value {number}"
        about = f"{which} of the effect `{effect.name}`"
        type = c.param_type(param)
        if part.damaged or _fits(type, part):
            continue
        found = list(_cell(type, part, about))
        yield from found or [_misfit(type, part, about)]


def _fits(type: c.IntColumn | c.ChoiceColumn, cell: Cell) -> bool:
    if isinstance(type, c.IntColumn):
        is_whole = isinstance(cell.value, int) and not isinstance(cell.value, bool)
        return is_whole and not any(_cell(type, cell, ""))
    return isinstance(cell.value, str) and (not type.values or cell.value in type.values)


def _count(effect: c.EffectSpec, cell: Cell, given: int) -> Diagnostic:
    """Says that an effect is given too much or too little."""
    takes = len(effect.params)
    is_given = "none is given" if given == 0 else f"{given} {'is' if given == 1 else 'are'} given"
    return Diagnostic(
        codes.CELL_TYPE,
        f"the effect `{effect.name}` takes {takes} {'value' if takes == 1 else 'values'}, and {is_given}",
        (Label(cell.span, f"{given or 'none'} given"),),
        help=f"write {example(effect)}",
    )


def example(effect: c.EffectSpec) -> str:
    """Shows how an effect is written, with the least it can be given."""
    if not effect.params:
        return f"`{effect.name}`"
    values = [str(param[0]) if param else "..." for param in effect.params]
    given = values[0] if len(values) == 1 else f"[{', '.join(values)}]"
    return f"`{{{effect.name}: {given}}}`"

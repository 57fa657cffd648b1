"""What the columns of a table are, said in types; and what each of them expects, said in words.

Invariants:
    A type says all that a cell is checked against; the names in it are already those of the ruleset.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from gekido_dsl.source import Span
from gekido_dsl.tables.cells import Cell

NAME: Final = "Name"
COPIES: Final = "Copies"
TEXT: Final = "Text"
SOURCE: Final = "Source"
RECONSTRUCTED: Final = "Reconstructed"
ART: Final = "Art"
COPIES_LIMIT: Final = 999
NAME_LIMIT: Final = 200
"""How many characters the name of a row may have."""
TEXT_LIMIT: Final = 10_000
"""How many characters any other text in a table may have."""

_NAMES_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class IntColumn:
    """`0 to 6`"""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class TextColumn:
    """`text`"""

    most: int = TEXT_LIMIT
    """How many characters it may have."""


@dataclass(frozen=True, slots=True)
class BoolColumn:
    """`yes or no`, which a table writes as true or false"""


@dataclass(frozen=True, slots=True)
class ChoiceColumn:
    """`Attack or Defense`, `a Symbol`, `a Power or none`"""

    values: tuple[str, ...]
    """The words or names allowed; empty when they are not known, and then any text is."""
    optional: bool = False
    """Whether the cell may be null or the word none."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """`up to 4 Power`"""

    most: int
    item: "ColumnType"


@dataclass(frozen=True, slots=True)
class MapColumn:
    """`0 to 20 for each Command`"""

    keys: tuple[str, ...]
    item: "ColumnType"
    partly: bool = False
    """Whether a key may lack a value."""
    gone: tuple[str, ...] = ()
    """Keys that there are no longer: what is said of them is left out."""


Param = tuple[int, int] | tuple[str, ...]
"""What an effect takes: a whole number from the first to the second, or one of the words."""


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """An effect that a cell may name, and what it takes."""

    name: str
    params: tuple[Param, ...] = ()


@dataclass(frozen=True, slots=True)
class EffectColumn:
    """`an Effect or none`: `Name`, `{Name: value}` or `{Name: [value, value]}`"""

    effects: tuple[EffectSpec, ...]
    optional: bool = False
    """Whether the cell may be null or the word none."""


@dataclass(frozen=True, slots=True)
class RowsColumn:
    """A list of maps, as of `kind Slot of each Bot, listed as Powers`"""

    columns: "tuple[Column, ...]"
    most: int


@dataclass(frozen=True, slots=True)
class DrawingColumn:
    """A drawing, as of `kind Square of each Plan, drawn as Rows with signs from "signs.yaml"`"""


ColumnType = (
    IntColumn
    | TextColumn
    | BoolColumn
    | ChoiceColumn
    | ListColumn
    | MapColumn
    | EffectColumn
    | RowsColumn
    | DrawingColumn
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column, or one key of the maps in a `RowsColumn`."""

    name: str
    type: ColumnType
    required: bool = True
    text: str | None = None
    """What an editor shows of it, in a sentence; None to show only what it expects."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a table file must look like."""

    title: str
    """Name of the kind whose rows these are."""
    columns: tuple[Column, ...]
    """The declared ones. One named as a column that every table has hides that one, the names apart."""
    total: int | None = None
    """How many copies the rows add up to; None when rows have no copies."""
    names_column: str = NAME
    names_text: str | None = None
    """What an editor shows of that column; None for the usual."""
    duplicates: bool = False
    """Whether several rows may have the same name."""
    declared_at: Span | None = None
    """Where the ruleset says the total; shown when it does not agree."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table file."""

    name: str
    values: Mapping[str, Cell]
    """By declared column. A cell is here only if it fits its column; `none` has become null."""
    copies: int
    """1 when not said, and in a table without a total."""
    text: str | None
    """What players read; None when not said."""
    cite: str | None
    """Where it is printed, as in `GB p13`; None when not said."""
    reconstructed: bool
    """Whether the row is not printed in this form anywhere; False when not said."""
    span: Span
    name_span: Span
    art: Cell | None = None
    """The file of a picture of it."""


def all_columns(table: Table) -> tuple[Column, ...]:
    """Lists every column a row may have, in the order an editor should offer them."""
    about = table.names_text or f"The name of this {table.title}, as rules use it."
    name = Column(table.names_column, TextColumn(NAME_LIMIT), text=about)
    copies = Column(COPIES, IntColumn(1, COPIES_LIMIT), False, "How many there are of it; 1 when left out.")
    columns = (
        name,
        *table.columns,
        *((copies,) if table.total is not None else ()),
        Column(TEXT, TextColumn(), False, "What players read."),
        Column(SOURCE, TextColumn(), False, "Where it is printed, such as GB p13."),
        Column(
            ART, TextColumn(NAME_LIMIT), False, "A picture of it, such as art/vrex.svg; SVG, PNG or JPEG."
        ),
        Column(
            RECONSTRUCTED, BoolColumn(), False, "Whether the values are not printed anywhere in this form."
        ),
    )
    by_name: dict[str, Column] = {}
    for column in columns:
        by_name.setdefault(column.name, column)
    return tuple(by_name.values())


def param_type(param: Param) -> IntColumn | ChoiceColumn:
    """Gives a parameter as the column type it is like."""
    match param:
        case (int(low), int(high)):
            return IntColumn(low, high)
        case _:
            return ChoiceColumn(tuple(str(word) for word in param))


def expected(type: ColumnType) -> str:
    """Says what a cell of a column holds, to go on from "has to be"."""
    match type:
        case IntColumn(low=low, high=high):
            return f"the whole number {low}" if low == high else f"a whole number from {low} to {high}"
        case TextColumn():
            return "text"
        case BoolColumn():
            return "true or false"
        case ChoiceColumn(values=values, optional=optional):
            words = f"one of {listed(values)}" if values else "a name"
            return f"{words}, or none" if optional else words
        case ListColumn(most=most, item=item):
            return f"a list of at most {most}, each {expected(item)}"
        case MapColumn(keys=keys, item=item, partly=partly):
            return f"a map that gives {'any' if partly else 'each'} of {listed(keys)} {expected(item)}"
        case EffectColumn(optional=optional):
            return "an effect or none" if optional else "an effect"
        case RowsColumn(most=most):
            return f"a list of at most {most} rows"
        case DrawingColumn():
            return "a drawing: a list of texts, one for each line, or one text of several lines"
        case _:
            assert_never(type)


def listed(names: Sequence[str]) -> str:
    """Lists names in backticks, the last one after `and`; only counts those beyond the first few."""
    quoted = [f"`{name}`" for name in names[:_NAMES_SHOWN]]
    if len(names) > _NAMES_SHOWN:
        return f"{', '.join(quoted)} and {len(names) - _NAMES_SHOWN} more"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)

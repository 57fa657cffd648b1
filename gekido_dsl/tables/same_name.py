"""Rows of one name in one table: the same thing twice, different things that are called alike, or meant."""

from collections.abc import Mapping, Sequence

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.source import Span
from gekido_dsl.tables import columns as c


def compared(
    table: c.Table,
    declared: Mapping[str, c.ColumnType],
    name: str,
    said: object,
    span: Span,
    earlier: Sequence[tuple[object, Span]],
) -> Diagnostic | None:
    """Compares a row with earlier ones of its name; None where they are meant.

    Rows that read and do the same and differ elsewhere are: a tile for a corner and one for an edge.

    Args:
        said: what the row says, by column.
    """
    first = next((where for other, where in earlier if other == said), None)
    if first is not None:
        return _repeated(table, name, span, first)
    telling = [c.TEXT, *(key for key, type in declared.items() if _tells(type))]
    for other, where in earlier:
        if not isinstance(said, Mapping) or not isinstance(other, Mapping):
            continue
        different = [key for key in telling if said.get(key) != other.get(key)]
        if different:
            return Diagnostic(
                codes.ROW_CONFUSED,
                f"two rows `{name}` differ in their {' and '.join(different[:2])}",
                (Label(span, "the second one"), Label(where, "the first one")),
                help="players know them by name: rename one of them",
            )
    return None


def _repeated(table: c.Table, name: str, span: Span, first: Span) -> Diagnostic:
    if table.total is not None:
        step = f"keep one of them, and say how many there are with `{c.COPIES}`"
    else:
        step = (
            "keep one of them; where there are several, say how many in all behind the table's name, "
            f"and with `{c.COPIES}` how many of this one"
        )
    return Diagnostic(
        codes.ROW_REPEATED,
        f"two rows `{name}` are the same",
        (Label(span, "the second one"), Label(first, "the first one")),
        help=step,
    )


def _tells(type: c.ColumnType) -> bool:
    """Tells whether a column says what something does, in words or as an effect."""
    inner = type.item if isinstance(type, c.ListColumn) else type
    return isinstance(inner, c.TextColumn | c.EffectColumn)

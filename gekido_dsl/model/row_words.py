"""A row of a table becomes words: what each of its cells says, so that two rows can be compared and shown.

Invariants:
    What is told is what the ruleset calls things, never their numbers inside a game: the words of a row stay the same
    when rows, values or effects are put in elsewhere.
    Texts for players, citations and marks are no cells.
"""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import (
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    ThingType,
    Type,
)

COPIES: Final = "Copies"
NOTHING: Final = "nothing"
LISTED: Final = "listed"
"""What the cell of a part says that has nothing but its name."""
PLAIN: Final = "plain"
"""What the cell of a space says where nothing is drawn."""


def cells(game: m.Game, kind: m.Kind, number: int) -> dict[str, str]:
    """Gives what the cells of a row say, by what they are called, those of its listed and drawn parts included.

    A column with a value for each of something has a cell for each (`Damage for Two Pairs`), and so have the rows of
    a list of lists (`row 3 of Rows`), the parts that a column lists (`Flip A Die of Powers`) and the spaces of a
    drawing (`r1c2`).
    """
    row = kind.rows[number]
    found = dict(_own(game, kind, row))
    if row.copies != 1:
        found[COPIES] = str(row.copies)
    for part in game.kinds.values():
        if part.parent is kind and part.column:
            found |= _parts(game, part, number)
    return found


def canonical_row(game: m.Game, kind: m.Kind, number: int) -> str:
    """Writes what a row means, as `canonical` does for declarations: a line for each cell."""
    said = sorted(f"  {name}: {value}" for name, value in cells(game, kind, number).items())
    return "\n".join([f"{kind.rows[number].name} of {kind.plural}", *said]) + "\n"


def value_words(game: m.Game, kind: Type, value: object) -> str:
    """Says a value of a table."""
    match kind, value:
        case ListType(item=item), tuple():
            return " and ".join(value_words(game, item, each) for each in value) or NOTHING
        case BoolType(), int():
            return "yes" if value else "no"
        case EnumType(enum=enum), int() if 0 <= value < len(enum.members):
            return enum.members[value]
        case ThingType(kind=thing), int() if 0 <= value < len(thing.rows):
            return thing.rows[value].name
        case EffectType(), int() if 0 <= value < len(game.effect_calls):
            effect, args = game.effect_calls[value]
            given = [
                value_words(game, param.type, arg) for param, arg in zip(effect.params, args, strict=False)
            ]
            return effect.name + (f" with {' and '.join(given)}" if given else "")
        case _:
            nothing = value is None or (value == NONE and not isinstance(kind, IntType))
            return "none" if nothing else str(value)


def _own(game: m.Game, kind: m.Kind, row: m.Row) -> Iterator[tuple[str, str]]:
    for name, value in row.values.items():
        field = kind.fields.get(name)
        if field is None:
            continue
        if field.index is not None and isinstance(value, tuple):
            for key, each in zip(_keys(field.index), value, strict=False):
                yield f"{name} for {key}", value_words(game, field.type, each)
        elif isinstance(field.type, ListType) and isinstance(field.type.item, ListType):
            for place, each in enumerate(value if isinstance(value, tuple) else (), 1):
                yield f"row {place} of {name}", value_words(game, field.type.item, each)
        else:
            yield name, value_words(game, field.type, value)


def _keys(index: m.Enum | m.Kind) -> list[str]:
    return [row.name for row in index.rows] if isinstance(index, m.Kind) else list(index.members)


def _parts(game: m.Game, part: m.Kind, number: int) -> dict[str, str]:
    """Gives the cells of the parts that a row lists, or of the spaces that it draws."""
    own = [row for row in part.rows if row.parent == number]
    names = [row.name for row in own]
    found = {}
    for place, row in enumerate(own, 1):
        said = [(name, value) for name, value in _own(game, part, row) if value not in ("none", "no", "0")]
        values = ", ".join(f"{name} {value}" for name, value in said if value != row.name)
        if row.spot is not None:
            called = f"r{row.spot[0] + 1}c{row.spot[1] + 1}"
            found[called] = values or PLAIN
        else:
            called = f"{row.name} of" if names.count(row.name) == 1 else f"entry {place} of"
            copies = f"{row.copies} of them" if row.copies != 1 else ""
            found[f"{called} {part.column}"] = ", ".join(one for one in (values, copies) if one) or LISTED
    return found

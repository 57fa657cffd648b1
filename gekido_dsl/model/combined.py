"""A kind with a thing for each combination of values, `1 for each Suit and Rank`: its rows, without a table."""

from itertools import product
from math import prod
from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import Index
from gekido_dsl.model.sizes import THINGS_LIMIT
from gekido_dsl.model.types import EnumType, IntType
from gekido_dsl.syntax import nodes as s

_HELP: Final = "combine printed fields: `Suit: a Suit`, `Rank: 2 to 14`"


def rows(kind: m.Kind, names: tuple[s.Name, ...], copies: int, index: Index) -> list[m.Row]:
    """Makes a row for each combination of the values of fields, the last field going round fastest."""
    values: list[list[tuple[int, str]]] = []
    signs: list[str] = []
    for name in names:
        field = kind.fields.get(name.text)
        found = _values(field) if field is not None and not field.kept and field.index is None else None
        if found is None:
            what = "no field of it" if field is None else "kept" if field.kept else "no value or number"
            index.report(
                codes.WRONG_TYPE,
                f"a {kind.name} for each `{name.text}` needs a printed field of that name",
                name.span,
                what,
                help=_HELP,
            )
            types = (one.type for one in kind.fields.values())
            index.half_named |= {
                member for one in types if isinstance(one, EnumType) for member in one.enum.members
            }
            return []
        values.append(found)
        signs.append(field.type.enum.glyphs if field is not None and isinstance(field.type, EnumType) else "")
    number = prod(len(found) for found in values)
    if number * copies > THINGS_LIMIT:
        index.report(
            codes.TOO_LARGE,
            f"the game has {number * copies:,} {kind.plural}; at most {THINGS_LIMIT:,} can be set up",
            kind.name_span,
            f"{number:,} combinations",
            help="combine fewer values",
        )
        return []
    made = []
    for combination in product(*values):
        # The value of a single field is told from the value itself.
        called = " ".join([kind.name] * (len(names) == 1) + [text for _, text in combination])
        given = {name.text: value for name, (value, _) in zip(names, combination, strict=True)}
        drawn = (glyphs[value] for glyphs, (value, _) in zip(signs, combination, strict=True) if glyphs)
        made.append(m.Row(called, kind.span, copies, given, glyph="".join(drawn)))
    return made


def _values(field: m.Field) -> list[tuple[int, str]] | None:
    """Lists what a field may hold, each with its name; None for what cannot be counted through."""
    match field.type:
        case EnumType(enum=enum) if not field.optional:
            return list(enumerate(enum.members))
        case IntType(low=int(low), high=int(high)) if high - low < THINGS_LIMIT:
            return [(number, str(number)) for number in range(low, high + 1)]
        case _:
            return None

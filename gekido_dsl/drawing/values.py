"""Values of tables in words, as they stand on cards and panels."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, ListType, TextType, ThingType, Type


def said(game: m.Game, kind: Type, value: object) -> str:
    """Writes a value of a table; nothing for what is none or empty."""
    match kind, value:
        case TextType(), _:
            return str(value)
        case ListType(item=item), tuple():
            return ", ".join(filter(None, (said(game, item, each) for each in value)))
        case BoolType(), _:
            return "yes" if value else "no"
        case EnumType(enum=enum), int() if 0 <= value < len(enum.members):
            return enum.members[value]
        case ThingType(kind=thing), int() if 0 <= value < len(thing.rows):
            return thing.rows[value].name
        case EffectType(), int() if 0 <= value < len(game.effect_calls):
            effect, numbers = game.effect_calls[value]
            params = zip(effect.params, numbers, strict=False)
            return " ".join([effect.name, *(said(game, param.type, number) for param, number in params)])
        case _:
            return "" if value == NONE else str(value)


def columns(kind: m.Kind) -> list[m.Field]:
    """Lists the printed fields of a kind."""
    return [field for field in kind.fields.values() if not field.kept]


def index_names(index: m.Enum | m.Kind) -> list[str]:
    """Lists what a field has a value for each of."""
    return list(index.members) if isinstance(index, m.Enum) else [row.name for row in index.rows]

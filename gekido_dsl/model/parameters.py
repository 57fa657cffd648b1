"""Parameters: what a fact, a definition, a property or an amount is asked with, and how that is said."""

from typing import Any, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType, IntType, ThingType, Type


def index_type(index: m.Enum | m.Kind) -> Type:
    """Gives the type that a fact with a value for each of something is asked with."""
    if isinstance(index, m.Numbers):
        return IntType(index.low, index.low + len(index.members) - 1)
    return EnumType(index) if isinstance(index, m.Enum) else ThingType(index)


def said_of(kind: Type) -> Literal["for", "towards"]:
    """Gives the word that a parameter of a type is said with: `towards` a direction, `for` anything else."""
    return "towards" if isinstance(kind, EnumType) and kind.enum.compass else "for"


def turn_of(way: str, headings: int) -> int:
    """Gives by how many directions of a compass one turns left, right or around."""
    return {"left": -1, "right": 1, "around": headings // 2}[way]


def asked_with(meaning: Any) -> tuple[Type, ...]:
    """Gives the types of what a meaning of a name has to be asked with."""
    match meaning:
        case m.Field(index=m.Combinations(parts=parts)):
            return tuple(index_type(part) for part in parts)
        case m.Field(index=index) if index is not None:
            return (index_type(index),)
        case m.Definition(params=params) | m.Property(params=params) | m.Amount(params=params):
            return tuple(param.type for param in params)
        case _:
            return ()

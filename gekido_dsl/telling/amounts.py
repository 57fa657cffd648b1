"""The numbers that belong to what is offered: of a row those of its table, of a value those of one's own things.

Invariants:
    Only what whoever is asked may see is told.
    A pattern of dice is told with its chance from here, as far as whoever makes the words can tell it.
"""

from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.position import Position
from gekido_dsl.languages import authored, joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType, item
from gekido_dsl.telling.question import TAKE_BACK, Question

_MOST: Final = 4
"""More numbers than this would hide what is offered."""


Chance = Callable[[m.Enum, int], str]
"""Tells how likely a pattern of dice is, by the list and the number of its name; nothing of any other value."""


def amounts(s: Position, question: Question, chance: Chance) -> tuple[str, ...]:
    """Tells the numbers of each choice of the open question, in words; nothing of one that has none."""
    if question.labels:
        return ("",) * len(question.options)
    asked = [_asked(question, option) for option in question.options]
    rows = _rows(s, question.seat, [one for one in asked if one is not None])
    told = []
    for one in asked:
        kind, value = one if one is not None else (None, NONE)
        if isinstance(kind, EnumType):
            own = _of_value(s, question.seat, kind.enum, value)
            told.append(joined("; ", filter(None, [*own, chance(kind.enum, value)])))
        else:
            told.append(rows.get(value, ""))
    return tuple(told)


def _asked(question: Question, option: Any) -> tuple[Any, int] | None:
    """Gives the one value that an option stands for, with its type; None if it is no value or several."""
    if option is None or option == TAKE_BACK:
        return None
    if question.line is not None:
        action, value = question.used(option)
        return item(action.item), value
    if len(option) != 1 or isinstance(question.types[0], str) or not isinstance(option[0], int):
        return None
    return (item(question.types[0]), option[0]) if option[0] != NONE else None


# ---------------------------------------------------------------- rows


def _rows(s: Position, seat: int, asked: list[tuple[Any, int]]) -> dict[int, str]:
    """Tells those numbers of things that their table prints and in which they differ."""
    layout = s.layout
    things = [
        value
        for kind, value in asked
        if isinstance(kind, ThingType) and kind.kind.file is not None and knowledge.knows(s, seat, value)
    ]
    if len(things) < 2 or len({layout.kind_of[thing].name for thing in things}) > 1:
        return {}
    kind = layout.kind_of[things[0]]
    if kind.faces is not None or kind.legend is not None:
        return {}
    numbers = [
        fact
        for fact in kind.fields.values()
        if isinstance(fact.type, IntType) and not fact.kept and fact.index is None and fact.seen == "everyone"
    ]
    shown = {thing: kind.rows[layout.row_of[thing]] for thing in things}
    numbers = [fact for fact in numbers if len({row.values.get(fact.name) for row in shown.values()}) > 1]
    if len(numbers) > _MOST:
        return {}
    return {
        thing: joined(
            ", ",
            (
                text("{name} {value}", name=authored(fact.name, "fact"), value=row.values[fact.name])
                for fact in numbers
                if row.values.get(fact.name) not in (None, NONE, 0)
                and str(row.values[fact.name]) not in row.name
            ),
        )
        for thing, row in shown.items()
    }


# ---------------------------------------------------------------- values


def _of_value(s: Position, seat: int, enum: m.Enum, value: int) -> list[str]:
    """Tells the numbers that the one thing of a player has for a value."""
    layout = s.layout
    told = []
    for kind in layout.game.kinds.values():
        facts = [
            fact
            for fact in kind.fields.values()
            if fact.index is enum and isinstance(fact.type, IntType) and fact.seen == "everyone"
        ]
        own = [thing for thing in layout.things[kind.name] if s.owner(thing) == seat] if facts else []
        if len(own) != 1 or not knowledge.knows(s, seat, own[0]):
            continue
        for fact in facts[:_MOST]:
            if fact.kept:
                number = s.cells[layout.fact_cell(own[0], fact) + value]
            else:
                printed = kind.rows[layout.row_of[own[0]]].values.get(fact.name)
                number = printed[value] if isinstance(printed, tuple) else NONE
            if number != NONE:
                told.append(text("{name} {value}", name=authored(fact.name, "fact"), value=number))
    return [joined(", ", told)] if told else []

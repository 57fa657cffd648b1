"""The numbers that belong to what is offered: of a row those of its table, of a value those of one's own things.

Invariants:
    Only what whoever is asked may see is told.
    A pattern is told with its chances, as far as they can be counted: on the dice that lie open in the game.
"""

from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.odds import MOST_DICE, MOST_FACES, Odds
from gekido_dsl.ground.patterns import table_of
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType, item
from gekido_dsl.odds import finding
from gekido_dsl.telling.question import TAKE_BACK, Question

_MOST: Final = 4
"""More numbers than this would hide what is offered."""


Conditions = Callable[[m.PatternSet, int], tuple[int, bool]]
"""Gives the face that may not be part of a pattern now, or NONE, and whether its second way counts."""


def amounts(s: Position, question: Question, conditions: Conditions) -> tuple[str, ...]:
    """Tells the numbers of each choice of the open question, in words; nothing of one that has none."""
    if question.labels:
        return ("",) * len(question.options)
    asked = [_asked(question, option) for option in question.options]
    rows = _rows(s, question.seat, [one for one in asked if one is not None])
    told = []
    for one in asked:
        kind, value = one if one is not None else (None, NONE)
        if isinstance(kind, EnumType):
            told.append(
                "; ".join(
                    [
                        *_of_value(s, question.seat, kind.enum, value),
                        *_chance(s, kind.enum, value, conditions),
                    ]
                )
            )
        else:
            told.append(rows.get(value, ""))
    return tuple(told)


def chances(s: Position, conditions: Conditions) -> tuple[tuple[str, str], ...]:
    """Tells how likely each pattern is on the dice that lie open in the game; nothing where none do."""
    return tuple(
        (pattern.name, "; ".join(told))
        for patterns in s.layout.game.patterns.values()
        for number, pattern in enumerate(patterns.patterns)
        for told in [_chance(s, patterns.enum, number, conditions)]
        if told
    )


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
        thing: ", ".join(
            f"{fact.name} {row.values[fact.name]}"
            for fact in numbers
            if row.values.get(fact.name) not in (None, NONE, 0) and str(row.values[fact.name]) not in row.name
        )
        for thing, row in shown.items()
    }


# ---------------------------------------------------------------- values and patterns


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
                told.append(f"{fact.name} {number}")
    return [", ".join(told)] if told else []


def _chance(s: Position, enum: m.Enum, value: int, conditions: Conditions) -> list[str]:
    """Tells how likely a pattern is on the dice that lie in the game now."""
    layout = s.layout
    patterns = next((one for one in layout.game.patterns.values() if one.enum is enum), None)
    if patterns is None:
        return []
    here = layout.place_of[patterns.place.name, NONE]
    pools = [
        layout.place_of[place.name, NONE]
        for place in layout.game.places.values()
        if place.word == "pool" and place.owner is None and place.holds is patterns.die
    ]
    kept = [s.cells[layout.face_cell + die] for die in s.contents[here]]
    free = [s.cells[layout.face_cell + die] for pool in pools if pool != here for die in s.contents[pool]]
    if not free or any(knowledge.readers(s, die) is not None for pool in pools for die in s.contents[pool]):
        return []
    first = finding.kept_at_first(layout.game, patterns)
    odds = _odds(patterns, value, len(kept) + len(free), conditions, first)
    if odds is None:
        return []
    if odds.chance(kept, free, 0) == 1:
        return ["on the dice now"]
    one, two = odds.chance(kept, free, 1), odds.chance(kept, free, 2)
    return [f"{_percent(one)} in 1 roll, {_percent(two)} in 2"]


def _odds(patterns: m.PatternSet, value: int, dice: int, conditions: Conditions, first: int) -> Odds | None:
    """Makes the odds of a pattern as its conditions stand now; None where there are too many rolls."""
    faces = patterns.die.faces
    shown = (
        range(len(faces.members))
        if isinstance(faces, m.Enum)
        else range(faces[0], faces[1] + 1)
        if faces
        else range(0)
    )
    if not 0 < dice <= MOST_DICE or not 0 < len(shown) <= MOST_FACES:
        return None
    never, other = conditions(patterns, value)
    return Odds(table_of(patterns), value, shown, dice, never, other, first)


def _percent(chance: float) -> str:
    if 0 < chance < 0.01:
        return "under 1%"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100}%"

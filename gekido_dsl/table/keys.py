"""What is typed for each choice of a question, whichever screen shows it.

Invariants:
    Different choices are typed differently, and a number means no other choice than the one it stands before.
"""

import re
from collections.abc import Sequence

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Choice, View
from gekido_dsl.languages import text
from gekido_dsl.table.words import own_boards


def label(choice: Choice) -> str:
    """Gives what a person reads of a choice, on one line."""
    return safe(choice.label)


def keys_of(choices: Sequence[Choice], view: View | None = None) -> list[str]:
    """Gives what is typed for each choice: its place among them.

    Where different numbers are offered these are typed themselves, so that no number means another one, and the
    beginning of its words for what else is offered. So are the numbers of columns, where each is offered once.

    Args:
        view: shows the boards on which something is offered.
    """
    labels = [label(choice) for choice in choices]
    columns = columns_of(choices, view) if view is not None else {}
    labels = [columns.get(number, label) for number, label in enumerate(labels)]
    numbers = [label for label in labels if re.fullmatch(r"[0-9]+", label)]
    others = [label[:1].casefold() for label in labels if label not in numbers]
    if not numbers or len({*numbers, *others}) < len(labels) or any(key.isdigit() for key in others):
        return [str(place) for place in range(1, len(choices) + 1)]
    return [label if label in numbers else label[:1].casefold() for label in labels]


def columns_of(choices: Sequence[Choice], view: View) -> dict[int, str]:
    """Gives the column of each space that is offered, by the choice's number, where a column is what is chosen.

    That is so if each column with an empty space offers one space, and nothing else is offered.
    """
    spots = {
        number: spot
        for number, choice in enumerate(choices)
        if (spot := re.fullmatch(r"r(\d+)c(\d+)", choice.label)) is not None
    }
    if any(choice.value and number not in spots for number, choice in enumerate(choices)):
        return {}
    columns = {number: spot[2] for number, spot in spots.items()}
    wanted = {spot[0] for spot in spots.values()}
    for board in own_boards(view):
        empty = {str(space.column) for space in board.spaces if not space.things}
        if wanted <= {space.label for space in board.spaces}:
            if len(columns) == len(set(columns.values())) and set(columns.values()) == empty:
                return columns
    return {}


def said_of(keys: Sequence[str]) -> str:
    """Says what can be typed."""
    numbers = [key for key in keys if key.isdigit()]
    if [int(key) for key in numbers] == list(range(int(numbers[0]), int(numbers[-1]) + 1)):
        told = text("a number from {first} to {last}", first=numbers[0], last=numbers[-1])
    else:
        told = text("one of {numbers}", numbers=", ".join(numbers))
    others = [key for key in keys if not key.isdigit()]
    return text("{numbers}, or {letters}", numbers=told, letters=", ".join(others)) if others else told

"""Open questions: what is asked, of whom, and the steps that ask.

Invariants:
    A question lists its options in the defined order; the option None is passing, declining or being done.
    Options are equal when they differ only in which of several like things is meant: then only the first is listed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from gekido_dsl.interpreter import knowledge
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE, ThingType, Type

if TYPE_CHECKING:
    from gekido_dsl.interpreter.layout import Layout

Option = tuple[Any, ...] | None

TAKE_BACK: Final[Option] = ("take back",)
"""The option that undoes the one before it."""


class Asker(Protocol):
    """A step that asks."""

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes on with an option."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    asker: Asker
    seat: int
    prompt: str
    options: tuple[Option, ...]
    types: tuple[Type | str, ...]
    """Type of each value of an option; a text names what all options are about."""
    stop: Literal["pass", "done", "no"]
    """What the option None means."""
    kind: Literal["choice", "menu", "window"]
    rule: str
    span: Any
    cites: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    """For a menu, the labels of its options."""
    about: tuple[str, ...] = ()
    """Names of what it is about."""


def distinct(layout: "Layout", kind: Type, values: list[Any], s: State, seat: int | None = None) -> list[Any]:
    """Leaves out things that cannot be told from one before.

    Args:
        seat: who chooses: of what he does not know each stays, so that nothing is told by how many there are.
    """
    if not isinstance(kind, ThingType) or kind.kind.board is not None or len(values) < 2:
        return values
    kept = [fact for fact in kind.kind.fields.values() if fact.kept]
    if any(fact.seen != "everyone" for fact in kept) or kind.kind.name in layout.holders:
        return values
    values = knowledge.in_sight(s, values)
    rows = layout.row_of
    cells, where = s.cells, s.where
    face, owner = layout.face_cell, layout.owner_cell
    dice = kind.kind.faces is not None
    seen = set()
    found = []
    for thing in values:
        key = (
            rows[thing],
            where[thing],
            cells[face + thing] if dice else 0,
            cells[owner + thing],
            layout.parent_of[thing],
            *(
                cells[at + k]
                for fact in kept
                for at in (layout.fact_cell(thing, fact),)
                for k in range(layout.index_size(fact.index))
            ),
        )
        if key not in seen or (seat is not None and not knowledge.knows(s, seat, thing)):
            seen.add(key)
            found.append(thing)
    return found


def random_of(s: State, values: list[Any], name: str, label: Callable[[Any], str]) -> Any:
    """Lets chance pick one of several."""
    from gekido_dsl.interpreter.chance import draw

    return values[draw(s, "pick", name, len(values), lambda k: label(values[k]))] if values else NONE

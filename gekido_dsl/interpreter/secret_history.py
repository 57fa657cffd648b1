"""What players have done in a secret part that is running, kept as it was moment by moment.

Invariants:
    A secret part is never changed, only replaced; so states share it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gekido_dsl.model.types import NONE


@dataclass(frozen=True, slots=True)
class Still:
    """How a state is at a moment, and the locals of the body that the secret part belongs to."""

    cells: tuple[int, ...]
    contents: tuple[tuple[int, ...], ...]
    locals: tuple[Any, ...]

    def where(self) -> dict[int, int]:
        """Tells where each thing lies."""
        return {thing: place for place, things in enumerate(self.contents) for thing in things}


@dataclass(frozen=True, slots=True)
class Part:
    """What one player did, from one moment to another."""

    player: int
    before: Still
    after: Still


@dataclass(frozen=True, slots=True)
class SecretPart:
    """A secret part that is running."""

    depth: int
    """How many frames there were; what runs above them is part of it."""
    local: int
    """Where its loop keeps whom it goes through."""
    head: int
    """The step at which its loop goes on to the next."""
    start: Still
    parts: tuple[Part, ...] = ()
    """What is done by now."""
    player: int = NONE
    """Who decides."""
    before: Still | None = None
    """How it was when they began."""

    def plain(self) -> tuple[Any, ...]:
        """Gives it as plain values."""
        moments = [self.start, *(still for part in self.parts for still in (part.before, part.after))]
        moments += [self.before] if self.before is not None else []
        return (
            self.depth,
            self.local,
            self.head,
            self.player,
            tuple(part.player for part in self.parts),
            tuple((still.cells, still.contents, still.locals) for still in moments),
        )


def from_plain(plain: Sequence[Any] | None) -> SecretPart | None:
    """Makes a secret part from plain values."""
    if plain is None:
        return None
    depth, local, head, player, players, moments = plain
    stills = [
        Still(tuple(cells), tuple(map(tuple, contents)), tuple(map(plain_value, locals_)))
        for cells, contents, locals_ in moments
    ]
    parts = tuple(
        Part(one, stills[1 + 2 * number], stills[2 + 2 * number]) for number, one in enumerate(players)
    )
    before = stills[-1] if len(stills) > 1 + 2 * len(parts) else None
    return SecretPart(depth, local, head, stills[0], parts, player, before)


def plain_value(value: Any) -> Any:
    return tuple(map(plain_value, value)) if isinstance(value, list | tuple) else value

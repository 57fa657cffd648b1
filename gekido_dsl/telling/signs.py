"""Things that differ by a fact alone, as chessmen do, are told apart by the signs of the pictures of boards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType


@dataclass(frozen=True, slots=True)
class Signs:
    """What stands for things of a kind."""

    fact: m.Field
    """The fact by which they are told apart."""
    drawn: Mapping[int, str]
    """The sign of each value that a picture has one for, in capitals."""

    def letters(self, value: int) -> str:
        """Gives the sign of a value; where no picture has one, the initials of its name."""
        kind = self.fact.type
        if value == NONE or not isinstance(kind, EnumType):
            return ""
        return self.drawn.get(value) or "".join(part[0] for part in kind.enum.members[value].split())[:3]

    def name(self, value: int) -> str:
        """Gives the name of a value; nothing of none."""
        kind = self.fact.type
        return kind.enum.members[value] if value != NONE and isinstance(kind, EnumType) else ""


@lru_cache(maxsize=64)
def of(game: m.Game) -> Mapping[m.Kind, Signs]:
    """Gives the kinds whose things the pictures of boards tell apart by one fact, and their signs."""
    found: dict[m.Kind, dict[m.Field, dict[int, str]]] = {}
    for board in game.boards.values():
        for sign, standings in board.legend.items():
            for one in standings:
                if one.fact is not None and one.kind.faces is None and isinstance(one.fact[0].type, EnumType):
                    found.setdefault(one.kind, {}).setdefault(one.fact[0], {}).setdefault(
                        one.fact[1], sign.upper()
                    )
    return {
        kind: Signs(fact, drawn)
        for kind, facts in found.items()
        if len(facts) == 1
        for fact, drawn in facts.items()
        if fact.index is None
    }

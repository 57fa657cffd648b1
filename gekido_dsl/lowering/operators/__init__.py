"""What lowers the operators of the kernel: a module for each group of them, which registers its functions."""

from gekido_dsl.lowering.operators import (
    boards,
    cards,
    declared,
    dice,
    facts,
    filtering,
    groups,
    lines,
    logic,
    networks,
    players,
    positions,
    rows,
    sets,
    tiles,
    ways,
)

__all__ = [
    "boards",
    "cards",
    "declared",
    "dice",
    "facts",
    "filtering",
    "groups",
    "lines",
    "logic",
    "networks",
    "players",
    "positions",
    "rows",
    "sets",
    "tiles",
    "ways",
]

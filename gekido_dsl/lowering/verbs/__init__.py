"""What lowers the verbs of the kernel: a module for each group of them, which registers its functions."""

from gekido_dsl.lowering.verbs import (
    dice,
    drawing,
    facts,
    floors,
    flow,
    moving,
    players,
    showing,
    telling,
    tracks,
)

__all__ = ["dice", "drawing", "facts", "floors", "flow", "moving", "players", "showing", "telling", "tracks"]

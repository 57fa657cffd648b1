"""What lowers the verbs of the kernel: a module for each group of them, which registers its functions."""

from gekido_dsl.lowering.verbs import (
    dice,
    drawing,
    effects,
    facts,
    floors,
    flow,
    links,
    moving,
    moving_at_once,
    players,
    showing,
    shuffling,
    telling,
    tracks,
    windows,
)

__all__ = [
    "dice",
    "drawing",
    "effects",
    "facts",
    "floors",
    "flow",
    "links",
    "moving",
    "moving_at_once",
    "players",
    "showing",
    "shuffling",
    "telling",
    "tracks",
    "windows",
]

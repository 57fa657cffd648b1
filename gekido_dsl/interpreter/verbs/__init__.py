"""Verbs of the kernel become functions of a state and a frame.

Each verb has one function, which makes the function that a sentence runs; modules register them by groups.

Invariants:
    An act that cannot be done raises `RuleError`, unless its sentence says `if possible`.
    An act that asks something, or lasts, puts a frame on the stack and ends.
"""

from gekido_dsl.interpreter.verbs import (
    dice,
    drawing,
    facts,
    flow,
    laying,
    moving,
    players,
    showing,
    together,
    tracks,
)
from gekido_dsl.interpreter.verbs.acting import Acts

__all__ = [
    "Acts",
    "dice",
    "drawing",
    "facts",
    "flow",
    "laying",
    "moving",
    "players",
    "showing",
    "together",
    "tracks",
]

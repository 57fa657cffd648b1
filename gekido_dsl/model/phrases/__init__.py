"""Phrases and conditions become expressions of the kernel, with types. Everything is used from here.

Invariants:
    A phrase that leaves a choice open (`a Tile`, `up to 2 Cards`) becomes a `Chosen`, never an expression.
    One mistake gives one finding: what could not be resolved has the type UNKNOWN, which fits everywhere.
"""

from gekido_dsl.model.phrases.base import Chosen, face_type
from gekido_dsl.model.phrases.phrases import Phrases

__all__ = ["Chosen", "Phrases", "face_type"]

"""Statements of a body: what writes a class of them is registered where it is written."""

from gekido_dsl.lowering.statements import (
    loops,
    menus,
    sentences,
)

__all__ = [
    "loops",
    "menus",
    "sentences",
]

"""Tests of many spaces worked out at once, as bits, tables and numbers that are kept."""

from gekido_dsl.lowering.lifting import lifted_logic, lifted_members, lifted_places, lifted_steps

__all__ = ["lifted_logic", "lifted_members", "lifted_places", "lifted_steps"]

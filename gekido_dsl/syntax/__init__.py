"""Text becomes syntax; see `parse`."""

from gekido_dsl.syntax.parse import parse

__all__ = ["parse"]

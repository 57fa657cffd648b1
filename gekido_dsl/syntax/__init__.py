"""Text becomes syntax; see `parse`."""

from gekido_dsl.syntax.parse import names_in, parse

__all__ = ["names_in", "parse"]

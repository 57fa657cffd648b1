"""One declaration becomes a passage for players, to stand in a book; its links lead to the reference."""

from collections.abc import Mapping

from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.names import Names
from gekido_dsl.rulesdoc.woven import Woven
from gekido_dsl.rulesdoc.writer import Writer

REFERENCE = "../reference/"
"""Where the pages of the reference lie, seen from a chapter of a book."""


def writer_of(
    compilation: Compilation, *, options: Mapping[str, str] | None = None, reference: str = REFERENCE
) -> Writer:
    """Makes a writer of passages for players.

    Args:
        options: what is chosen, by the name of the option; where nothing is said, the default holds.
        reference: where the pages of the reference lie, seen from where the passages will stand.
    Raises:
        ValueError: the ruleset has errors.
    """
    game = compilation.game
    if game is None:
        raise ValueError(f"{compilation.name} has errors and cannot be documented")
    writer = Writer(game, Names(game), {}, single=False)
    writer.woven = Woven(compilation.woven)
    writer.page = "book"
    writer.reference = reference
    return writer


def passage(writer: Writer, declaration: m.Decl) -> str:
    """Writes what a declaration means for players, as Markdown without a heading; empty when it serves the machine."""
    with writer.about(declaration):
        lines = writer.lines(declaration.span, marks=False)
    return "\n".join("    " * max(depth - 1, 0) + f"- {text}" for depth, text in lines)

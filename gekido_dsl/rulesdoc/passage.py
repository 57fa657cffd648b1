"""One declaration becomes a passage for players, to stand in a book; its links lead to the reference."""

from collections.abc import Mapping

from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english import Teller, effects
from gekido_dsl.rulesdoc.names import names_of
from gekido_dsl.rulesdoc.woven import Woven
from gekido_dsl.rulesdoc.writer import Writer

REFERENCE = "../reference/"
"""Where the pages of the reference lie, seen from a chapter of a book."""


class PassageWriter(Writer):
    """Writes passages for players."""

    def __init__(self, compilation: Compilation, answers: Mapping[str, str], reference: str) -> None:
        """Begins with the options that are chosen."""
        game = compilation.game
        if game is None:
            raise ValueError(f"{compilation.name} has errors and cannot be documented")
        super().__init__(game, names_of(game), {}, single=False)
        self.woven = Woven(compilation.woven)
        self.page = "book"
        self.reference = reference
        self.players = Teller(self, compilation.syntax, answers)


def writer_of(
    compilation: Compilation, *, options: Mapping[str, str] | None = None, reference: str = REFERENCE
) -> PassageWriter:
    """Makes a writer of passages for players.

    Args:
        options: what is chosen, by the name of the option; where nothing is said, the default holds.
        reference: where the pages of the reference lie, seen from where the passages will stand.
    Raises:
        ValueError: the ruleset has errors.
    """
    game = compilation.game
    answers = {name: option.answers.members[0] for name, option in (game.options if game else {}).items()}
    return PassageWriter(compilation, answers | dict(options or {}), reference)


def tell_rows(compilation: Compilation) -> None:
    """Gives cards and tiles whose author wrote no text a text of what their effects do.

    Raises:
        ValueError: the ruleset has errors.
    """
    game = compilation.game
    if game is None or effects.untold(game):
        effects.tell_rows(writer_of(compilation).players)


def passage(writer: PassageWriter, declaration: m.Decl) -> str:
    """Writes what a declaration means for players, as Markdown without a heading; empty when it serves the machine."""
    with writer.about(declaration):
        return "\n\n".join(writer.players.passage(declaration))

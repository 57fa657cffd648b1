"""Games as pages that play by themselves, for `gdl export` and `gdl publish`."""

from gekido_dsl import pages
from gekido_dsl.cli import rulebook
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.standalone import games, packing


def single(ruleset: Ruleset, made: Compilation, *, book: bool) -> str:
    """Writes the page with everything in it.

    Raises:
        BookErrors: the book has errors.
    """
    program = packing.program()
    game = games.carriage(ruleset.name, ruleset.provider, packing.version_of(program))
    parts: dict[str, bytes | str] = {
        **packing.runtime(),
        "program": packing.compressed(program),
        "front": packing.compressed(packing.front()[0]),
        "game": packing.compressed(game.content),
    }
    books = [pages.one_file(rulebook.content(made, {}))] if book else []
    if books:
        parts["book"] = packing.compressed(books[0].encode())
    return packing.page(game.about["title"], game.about, parts, books)

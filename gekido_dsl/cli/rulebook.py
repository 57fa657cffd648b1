"""A ruleset becomes the content of its pages: the book, the reference behind it, and their pictures."""

from gekido_dsl import pages, rulesdoc
from gekido_dsl.cli import loading
from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing import document
from gekido_dsl.drawing.theme import SCREEN
from gekido_dsl.graph import chart
from gekido_dsl.rulesdoc.names import PAGES

_DOCS = "docs/"


def reference_files(compilation: Compilation, form: rulesdoc.Format = "mkdocs") -> dict[str, str]:
    """Writes the reference as files."""
    return rulesdoc.render(compilation, form, document(chart(loading.game_of(compilation))))


def content(compilation: Compilation) -> pages.Content:
    """Writes the book and the reference of a ruleset without errors."""
    game = loading.game_of(compilation)
    files = reference_files(compilation)
    reference = [
        pages.Page(pages.REFERENCE, name, PAGES[name], files[f"{_DOCS}{name}.md"])
        for name in PAGES
        if f"{_DOCS}{name}.md" in files
    ]
    pictures = {
        f"reference/{name.removeprefix(_DOCS)}": text for name, text in files.items() if name.endswith(".svg")
    }
    return pages.Content(
        title=game.title,
        chapters=(),
        reference=reference,
        facts=_facts(compilation),
        pictures=pictures,
        sheet=SCREEN.sheet,
    )


def _facts(compilation: Compilation) -> tuple[str, ...]:
    """Says for how many players a game is."""
    game = loading.game_of(compilation)
    players = str(game.least_players)
    if game.most_players != game.least_players:
        players += f" to {game.most_players}"
    return (f"For {players} player{'s' if game.most_players != 1 else ''}",)

"""A ruleset becomes pages to read: every declaration with its text, its numbers, its source and its links.

Invariants:
    The same ruleset gives the same text, whatever the machine and wherever its files lie.
    Every declaration has one place, and every link leads to a place that exists.
    Nothing is printed or read here; what comes out is file names with their text.

The pages are written twice: the first time finds what mentions what, the second time has it.
"""

from typing import Final, Literal

from gekido_dsl.compilation import Compilation
from gekido_dsl.rulesdoc import around, components, coverage, pictures, rules, rulings, tables, turn
from gekido_dsl.rulesdoc.english import Teller
from gekido_dsl.rulesdoc.markdown import slug
from gekido_dsl.rulesdoc.names import names_of
from gekido_dsl.rulesdoc.names import pages as pages_of
from gekido_dsl.rulesdoc.passage import passage, tell_rows, writer_of
from gekido_dsl.rulesdoc.site import CSS, settings
from gekido_dsl.rulesdoc.table import look_of
from gekido_dsl.rulesdoc.woven import Woven
from gekido_dsl.rulesdoc.writer import Writer
from gekido_dsl.rulesdoc.written import shown_names

__all__ = ["FORMATS", "Format", "passage", "render", "tell_rows", "writer_of"]

Format = Literal["mkdocs", "single"]
FORMATS: Final[tuple[Format, ...]] = ("mkdocs", "single")

_LIBRARY: Final = "<library>/"


def render(compilation: Compilation, form: Format = "mkdocs", drawing: str | None = None) -> dict[str, str]:
    """Writes the pages of a game.

    Args:
        form: `mkdocs` for a site of several pages with its settings, `single` for one page.
        drawing: the turn as SVG, which the site then shows; a single page has Mermaid alone.
    Returns:
        Names of files, with `/`, and what each holds.
    Raises:
        ValueError: the ruleset has errors.
    """
    game = compilation.game
    if game is None:
        raise ValueError(f"{compilation.name} has errors and cannot be documented")
    pages = pages_of(game, variant=bool(around.variant_files(compilation)))
    single = form == "single"
    drawn = drawing is not None and not single
    tell_rows(compilation)
    names = names_of(game)
    writer = Writer(game, names, shown_names(compilation), single=single)
    if not single:
        writer.boards = pictures.boards(compilation)
        writer.look = look_of(compilation)
    writer.woven = Woven(compilation.woven)
    writer.english = Teller(writer, compilation.syntax)
    written = {page: _page(writer, page, compilation, pages, drawn) for page in pages}
    writer.known, writer.mentioned = writer.mentioned, {}
    for page in writer.waiting:
        written[page] = _page(writer, page, compilation, pages, drawn)
    if single:
        return {f"{slug(game.title)}.md": "\n".join(written.values())}
    files = {
        "mkdocs.yml": settings(game.title, pages),
        "docs/assets/rules.css": CSS + pictures.css(writer.look),
    }
    files |= {f"docs/{page}.md": text for page, text in written.items()}
    if drawing is not None:
        files["docs/assets/turn.svg"] = drawing
    return files


def _page(writer: Writer, page: str, compilation: Compilation, pages: list[str], drawn: bool) -> str:
    writer.page = page
    blocks = _blocks(writer, page, compilation, pages, drawn)
    return "\n\n".join(block.rstrip("\n") for block in blocks if block) + "\n"


def _blocks(w: Writer, page: str, compilation: Compilation, pages: list[str], drawn: bool) -> list[str]:
    match page:
        case "index":
            return around.index(w, command_name(compilation), pages)
        case "components":
            return components.page(w)
        case "tables":
            return tables.page(w)
        case "turn":
            return turn.page(w, drawn)
        case "rules":
            return rules.page(w)
        case "effects":
            return rules.effects(w)
        case "windows":
            return rules.windows(w)
        case "definitions":
            return rules.definitions(w)
        case "options":
            return rulings.options(w)
        case "rulings":
            return rulings.ledger(w)
        case "sources":
            return coverage.page(w)
        case "scenarios":
            return around.scenarios(w)
        case "glossary":
            return around.glossary(w)
        case "changes":
            return around.changes(w, compilation)
        case "made":
            return around.made(w, compilation, command_name(compilation))
        case _:
            raise ValueError(f"there is no page {page!r}")


def command_name(compilation: Compilation) -> str:
    """Tells what the ruleset is called on the command line: a shipped one by its name, else its file."""
    name = compilation.name
    if name.startswith(_LIBRARY):
        return name.removeprefix(_LIBRARY).removesuffix(".gdl")
    return name.rsplit("/", 1)[-1]

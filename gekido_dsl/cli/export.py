"""`gdl export`: a game as a page that plays without a server, or as what other tables and programs open."""

from pathlib import Path
from typing import Final

import click

from gekido_dsl import printing
from gekido_dsl.cli import loading, output, page_options
from gekido_dsl.cli.docs import default_name
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.print import Millimetres, only_sorts

_PAGE: Final = "page"
_FORMS: Final = (_PAGE, "images", "tts", "virtualtabletop", "cgs")
_EPILOG: Final = """\b
Examples:
  gdl export gekido -o gekido.html                  one file: send it, open it, play
  gdl export my-game.gdl --no-book                  without the rulebook
  gdl export my-game.gdl --language de --playtest   in German, for testers who send back what they save
  gdl export gekido --format images -o pictures     a PNG for each card, tile, panel and token
  gdl export gekido --format images --card tarot --svg
  gdl export gekido --format tts --players 3        a save of Tabletop Simulator
  gdl export gekido --format virtualtabletop        a room of virtualtabletop.io
"""


@click.command(
    "export", short_help="Export a game as a playable page or for a virtual tabletop.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE|FOLDER",
    type=click.Path(path_type=Path),
    help="File to write, or folder for pictures; NAME.html or NAME-images by default.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default=_PAGE,
    show_default=True,
    help="`page` is one HTML file that plays in any browser, `images` a picture of each card, tile, panel and token; "
    "`tts`, `virtualtabletop` and `cgs` are for Tabletop Simulator, virtualtabletop.io and Card Game Simulator.",
)
@click.option("--book/--no-book", default=True, show_default=True, help="Include the rulebook in the page.")
@page_options.LANGUAGE
@page_options.PLAYTEST
@click.option(
    "--players",
    type=click.IntRange(1),
    help="Number of players to provide pieces for; the maximum by default.",
)
@click.option(
    "--only",
    callback=only_sorts,
    metavar="SORTS",
    help=f"Only pictures of these, separated by commas: {', '.join(printing.SORTS)}.",
)
@click.option(
    "--card",
    type=Millimetres(several=True, named=True),
    help="Card size: poker, bridge, tarot, mini, square, hex, or in the form 63x88mm.",
)
@click.option(
    "--tile",
    type=Millimetres(several=True, named=True),
    help="Tile size: square, hex, or in the form 50x50mm.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Random seed for shuffling the table.",
)
@click.option(
    "--images-at",
    metavar="ADDRESS",
    default="",
    help="Web address where you will host the pictures of a table; without it, they are read from the output folder.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 20),
    default=3.0,
    show_default=True,
    help="Bleed in millimetres; 0 for no pictures with bleed.",
)
@click.option(
    "--dpi",
    type=click.IntRange(50, 600),
    default=300,
    show_default=True,
    help="Resolution in pixels per inch.",
)
@click.option("--svg", is_flag=True, help="Write SVG instead of PNG; needs no extra packages.")
@click.option("--gray", is_flag=True, help="Draw in grayscale.")
@output.font_path_option
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    ruleset: Ruleset,
    target: Path | None,
    form: str,
    book: bool,
    language: str | None,
    playtest: bool,
    players: int | None,
    only: frozenset[printing.Sort],
    card: printing.Size | None,
    tile: printing.Size | None,
    seed: int,
    images_at: str,
    bleed: float,
    dpi: int,
    svg: bool,
    gray: bool,
    fonts: tuple[Path, ...],
    force: bool,
) -> int:
    """Export a game as a single HTML file that any browser can open, or for a virtual tabletop.

    The page contains the rules, the bots, the table with the designer's own art, and the rulebook. Other values of
    --format write pictures for print shops or files for virtual tabletops.
    """
    if form == _PAGE:
        _only_of_tables(players, only, card, tile, images_at, svg, gray, fonts)
        return _page(ruleset, target, book=book, language=language, playtest=playtest, force=force)
    if playtest:
        raise click.UsageError("--playtest is for a page")
    from gekido_dsl.cli import tabletops

    wish = tabletops.Wish(
        players, only, card, tile, bleed, dpi, svg, gray, fonts, seed, images_at.strip(), book, language or ""
    )
    if form == "images":
        return tabletops.images(ruleset, target, wish, force=force)
    if only or svg:
        raise click.UsageError("--only and --svg go with --format images")
    if form == "virtualtabletop" and images_at:
        raise click.UsageError("the file of virtualtabletop.io holds its pictures: --images-at is for others")
    write = {
        "tts": tabletops.tabletop_simulator,
        "virtualtabletop": tabletops.virtual_tabletop,
        "cgs": tabletops.card_game_simulator,
    }[form]
    return write(ruleset, target, wish, force=force)


def _only_of_tables(*given: object) -> None:
    """Refuses options that a page does not know.

    Raises:
        click.UsageError: one is given.
    """
    if any(given):
        raise click.UsageError("a page has no pieces to be made; name another --format")


def _page(
    ruleset: Ruleset, target: Path | None, *, book: bool, language: str | None, playtest: bool, force: bool
) -> int:
    from gekido_dsl.cli import alone, playtesting, translated, written
    from gekido_dsl.pages import rulebook

    if target is not None and target.is_dir():
        raise click.BadParameter(f"`{target.as_posix()}` is a folder; a page is a file", param_hint="-o")
    made = loading.compiled(ruleset, whole=book)
    asked = playtesting.questions(ruleset) if playtest else None
    code = ""
    if language is not None:
        made, code = translated.whole_in(ruleset, made, language)
    place = target if target is not None else Path(default_name(ruleset).removesuffix("-rules") + ".html")
    try:
        text = alone.single(ruleset, made, book=book, playtest=asked, language=code).encode()
    except rulebook.BookErrors as error:
        output.complain(error.found)
        output.note(f"the book of {ruleset.argument} has errors; nothing was written")
        return 1
    written.file(place, text, force=force)
    output.note(
        f"Wrote {place.as_posix()}, {len(text) / 1e6:.1f} MB\nopen it in any browser, or send it: it needs no network"
    )
    return 0

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


@click.command("export", short_help="Write a game as a page that plays, or for other tables.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE|FOLDER",
    type=click.Path(path_type=Path),
    help="Write into this file, or this folder for pictures; NAME.html or NAME-images if nothing is said.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default=_PAGE,
    show_default=True,
    help="One HTML file that plays in any browser; a picture of each card, tile, panel and token; or a table that is "
    "set up, for Tabletop Simulator or virtualtabletop.io; or the cards, for Card Game Simulator.",
)
@click.option(
    "--book/--no-book", default=True, show_default=True, help="Whether the rulebook is in the page."
)
@page_options.LANGUAGE
@page_options.PLAYTEST
@click.option(
    "--players", type=click.IntRange(1), help="Pieces for so many; without it, for as many as can play."
)
@click.option(
    "--only",
    callback=only_sorts,
    metavar="SORTS",
    help=f"Pictures of these alone, with commas between them: {', '.join(printing.SORTS)}.",
)
@click.option(
    "--card",
    type=Millimetres(several=True, named=True),
    help="The size of cards: poker, bridge, tarot, mini, square, hex, or as 63x88mm.",
)
@click.option(
    "--tile",
    type=Millimetres(several=True, named=True),
    help="The size of tiles: square, hex, or as 50x50mm.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="What a table is shuffled with."
)
@click.option(
    "--images-at",
    metavar="ADDRESS",
    default="",
    help="Where the pictures of a table will lie: a host of your own; without it, the folder that is written.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 20),
    default=3.0,
    show_default=True,
    help="How many millimetres pictures with bleed have to be cut away; 0 for no such pictures.",
)
@click.option(
    "--dpi", type=click.IntRange(50, 600), default=300, show_default=True, help="How many pixels an inch has."
)
@click.option("--svg", is_flag=True, help="Drawings in place of pixels; needs nothing to be installed.")
@click.option("--gray", is_flag=True, help="Pictures without colours.")
@output.font_path_option
@click.option("--force", is_flag=True, help="Write over what is there.")
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
    """Write a game as one HTML file that any browser opens from the disk, or for other tables.

    In the page are the rules, bots, the pictures of the table with a designer's own art, and the rulebook. With
    --format it goes out to printers and virtual tabletops.
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

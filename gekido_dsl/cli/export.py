"""`gdl export`: write a game as one HTML file that any browser opens from the disk, with no server and no network."""

from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import loading, output
from gekido_dsl.cli.docs import default_name
from gekido_dsl.cli.paths import RULESET, Ruleset

_EPILOG: Final = """\b
Examples:
  gdl export gekido -o gekido.html                  one file: send it, open it, play
  gdl export my-game.gdl --no-book                  without the rulebook
"""


@click.command("export", short_help="Write a game as one page that plays without a server.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write into this file; NAME.html if nothing is said.",
)
@click.option(
    "--book/--no-book", default=True, show_default=True, help="Whether the rulebook is in the page."
)
@click.option("--force", is_flag=True, help="Write over what is there.")
def command(ruleset: Ruleset, target: Path | None, book: bool, force: bool) -> int:
    """Write a game as one HTML file that any browser opens from the disk, with no server and no network.

    In it are the rules, bots, the pictures of the table with a designer's own art, and the rulebook.
    """
    from gekido_dsl.cli import alone, rulebook, written

    made = loading.compiled(ruleset, whole=book)
    place = target if target is not None else Path(default_name(ruleset).removesuffix("-rules") + ".html")
    try:
        text = alone.single(ruleset, made, book=book).encode()
    except rulebook.BookErrors as error:
        output.complain(error.found)
        output.note(f"the book of {ruleset.argument} has errors; nothing was written")
        return 1
    written.file(place, text, force=force)
    output.note(
        f"Wrote {place.as_posix()}, {len(text) / 1e6:.1f} MB\nopen it in any browser, or send it: it needs no network"
    )
    return 0

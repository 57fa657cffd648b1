"""The pieces of a game go to the disk: as pictures with a list of them."""

from dataclasses import dataclass
from pathlib import Path

import click

from gekido_dsl import drawing, printing
from gekido_dsl.cli import loading, output, written
from gekido_dsl.cli.docs import default_name
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.print import INSTALL, checked_players, nothing, too_many
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops import images as pieces
from gekido_dsl.tabletops.faces import Shape


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user asks for."""

    players: int | None
    only: frozenset[printing.Sort]
    card: printing.Size | None
    tile: printing.Size | None
    bleed: float
    dpi: int
    svg: bool
    gray: bool
    fonts: tuple[Path, ...]

    def stock(self, game: m.Game, look: drawing.Look) -> printing.Stock:
        """Lists what is made.

        Raises:
            click.UsageError: it is nothing.
        """
        wish = printing.Wish(
            players=self.players,
            only=self.only,
            card=self.card or printing.Wish().card,
            tile=self.tile or printing.Wish().tile,
        )
        things = printing.stock(game, wish, look)
        if not things.groups:
            raise click.UsageError(nothing(things, self.only))
        return things

    def cuts(self) -> dict[str, Shape]:
        """Tells what is cut to another shape than a rectangle."""
        given = {"cards": self.card, "tiles": self.tile}
        return {
            sort: Shape(one.width, one.height, True) for sort, one in given.items() if one and one.hexagon
        }


def images(ruleset: Ruleset, target: Path | None, wish: Wish, *, force: bool) -> int:
    """Writes a picture of each piece, and a list of them."""
    compilation = loading.compiled(ruleset, whole=True)
    game = loading.game_of(compilation)
    look = compilation.look.value or drawing.PLAIN
    checked_players(game, wish.players)
    many = too_many(game)
    if many is not None:
        output.complain([many])
        return 1
    things = wish.stock(game, look)
    made = pieces.pictures(things, ending=".svg" if wish.svg else ".png", bleed=wish.bleed, cuts=wish.cuts())
    place = target if target is not None else Path(named(ruleset, "images"))
    if not wish.svg:
        installed()
    folder = written.Folder(place, force=force, by="export")
    progress = output.Progress("pictures", len(made.pictures))
    fonts = [one.as_posix() for one in wish.fonts]
    try:
        for at, (path, data) in enumerate(
            pieces.written(made, look.printed, dpi=wish.dpi, gray=wish.gray, fonts=fonts), start=1
        ):
            folder.put(path, data)
            progress.at(at)
    except printing.WrongTemplate as error:
        raise click.ClickException(f"a picture cannot be made\n{error}") from None
    finally:
        progress.done()
    players = wish.players or game.most_players
    folder.put(pieces.MANIFEST, pieces.manifest(game.title, players, things, made, dpi=wish.dpi))
    folder.done()
    for group in things.groups:
        output.note(f"{group.number:5} {group.name}")
    for words in things.besides:
        output.note(f"Needed besides: {words}")
    where = quoted(place.as_posix())
    output.note(
        f"Wrote {len(made.pictures):,} pictures into {where}; {pieces.MANIFEST} says how many of each"
    )
    return 0


def named(ruleset: Ruleset, form: str) -> str:
    """Names what is written where nothing is said."""
    return f"{default_name(ruleset).removesuffix('-rules')}-{form}"


def installed() -> None:
    """Makes sure that pictures can be made.

    Raises:
        click.ClickException: typst is not installed.
    """
    from gekido_dsl.printing.typeset import typst

    try:
        typst()
    except printing.MissingTypst:
        raise click.ClickException(INSTALL) from None

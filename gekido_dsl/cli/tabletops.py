"""The pieces of a game go to the disk: as pictures with a list of them, or as a table that other programs open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

import click

from gekido_dsl import drawing, printing, rulesdoc
from gekido_dsl.cli import loading, output, written
from gekido_dsl.cli.docs import default_name
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.print import INSTALL, checked_players, nothing, too_many
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.drawing.faces import Shape
from gekido_dsl.engine import RuleError
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops import cgs, notes, orders, rendering, tts, vtt
from gekido_dsl.tabletops import images as pieces
from gekido_dsl.tabletops.addresses import Address, Files
from gekido_dsl.tabletops.lying import Scene
from gekido_dsl.tabletops.names import file_name
from gekido_dsl.tabletops.printers import Printer
from gekido_dsl.tabletops.scene import scene

_RULES: Final = "rules.pdf"
_MOST_PIXELS: Final = 4096
"""How many pixels a picture for a virtual table has at most, each way."""


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
    seed: int = 1
    images_at: str = ""
    """Where the pictures will lie, if not on this disk."""
    book: bool = True
    language: str = ""
    """The code of the language that all is written in; empty for that of the ruleset."""

    @property
    def font_folders(self) -> list[str]:
        """The folders with fonts."""
        return [one.as_posix() for one in self.fonts]

    def sizes(self, players: int | None) -> printing.Wish:
        """Says how large pieces are."""
        default = printing.Wish()
        return printing.Wish(
            players=players,
            only=self.only,
            card=self.card or default.card,
            tile=self.tile or default.tile,
        )

    def stock(self, game: m.Game, look: drawing.Look) -> printing.Stock:
        """Lists what is made.

        Raises:
            click.UsageError: it is nothing.
        """
        things = printing.stock(game, self.sizes(self.players), look)
        if not things.groups:
            raise click.UsageError(nothing(things, self.only))
        return things

    def cuts(self) -> dict[str, Shape]:
        """Tells what is cut to another shape than a rectangle."""
        given = {"cards": self.card, "tiles": self.tile}
        return {
            sort: Shape(one.width, one.height, True) for sort, one in given.items() if one and one.hexagon
        }


def _compiled(ruleset: Ruleset, wish: Wish) -> Compilation:
    """Gives a ruleset, in the language that is asked for; all is written in it from here on."""
    compilation = loading.compiled(ruleset, whole=True)
    if not wish.language:
        rulesdoc.tell_rows(compilation)
        return compilation
    from gekido_dsl.cli import translated

    if wish.book:
        return translated.book_of(ruleset, compilation, wish.language)
    translated.write_in(ruleset, compilation, wish.language)
    return compilation


def images(ruleset: Ruleset, target: Path | None, wish: Wish, *, force: bool) -> int:
    """Writes a picture of each piece, and a list of them."""
    compilation = _compiled(ruleset, wish)
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
    fonts = wish.font_folders
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


# ---------------------------------------------------------------- virtual tables


@dataclass(frozen=True, slots=True)
class _Table:
    """A game that is set up."""

    compilation: Compilation
    game: m.Game
    look: drawing.Look
    scene: Scene


def _set_up(ruleset: Ruleset, wish: Wish) -> _Table | None:
    """Sets a table up; None where that cannot be done, which has been told."""
    compilation = _compiled(ruleset, wish)
    game = loading.game_of(compilation)
    look = compilation.look.value or drawing.PLAIN
    checked_players(game, wish.players)
    many = too_many(game)
    if many is not None:
        output.complain([many])
        return None
    players = wish.players if wish.players is not None else game.least_players
    installed()
    try:
        made = scene(game, players, wish.seed, look, wish.sizes(players))
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except RuleError as error:
        raise click.ClickException(f"the set-up cannot be carried out: {error.message}") from None
    return _Table(compilation, game, look, made)


def _pictures(
    files: Mapping[str, drawing.Picture], look: drawing.Look, wish: Wish
) -> Iterator[tuple[str, bytes]]:
    """Makes pictures, and tells how far that is."""
    shots = [rendering.shot(one, wish.dpi, _MOST_PIXELS) for one in files.values()]
    progress = output.Progress("pictures", len(shots))
    data = rendering.png(shots, look.printed, gray=wish.gray, fonts=wish.font_folders)
    try:
        for at, (name, made) in enumerate(zip(files, data, strict=True), start=1):
            yield name, made
            progress.at(at)
    except printing.WrongTemplate as error:
        raise click.ClickException(f"a picture cannot be made\n{error}") from None
    finally:
        progress.done()


def _book(compilation: Compilation, wish: Wish) -> tuple[bytes, str]:
    """Sets the rulebook, and gives the player aid as Markdown; nothing where none is wanted."""
    if not wish.book:
        return b"", ""
    from gekido_dsl.cli import pdf
    from gekido_dsl.pages import rulebook

    try:
        content = rulebook.content(compilation, {})
        made = pdf.booklet(compilation, "a4", {}, gray=wish.gray, fonts=wish.fonts)
    except rulebook.BookErrors as error:
        output.complain(error.found)
        raise click.ClickException("the book has errors; --no-book leaves it out") from None
    return made, content.aid.markdown if content.aid is not None else ""


def _address(place: Path, at: str) -> Address:
    """Says where files will be found."""
    if at:
        base = at if at.endswith("/") else f"{at}/"
        return lambda name: base + quote(name)
    folder = place.absolute().as_uri()
    return lambda name: f"{folder}/{quote(name)}"


def tabletop_simulator(ruleset: Ruleset, target: Path | None, wish: Wish, *, force: bool) -> int:
    """Writes a save of Tabletop Simulator with its pictures beside it."""
    table = _set_up(ruleset, wish)
    if table is None:
        return 1
    place = target if target is not None else Path(named(ruleset, "tts"))
    folder = written.Folder(place, force=force, by="export")
    address = _address(place, wish.images_at)
    book, aid = _book(table.compilation, wish)
    try:
        save = tts.save(
            table.scene,
            Files(address),
            rules=address(_RULES) if book else "",
            aid=notes.plain(aid, marked=True),
            notes=table.game.title,
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    for name, data in _pictures(save.pictures, table.look, wish):
        folder.put(name, data)
    for name, text in save.others.items():
        folder.put(name, text)
    if book:
        folder.put(_RULES, book)
    name = file_name(table.game.title, ".json")
    folder.put(name, save.text)
    folder.done()
    where = wish.images_at or "this folder, which has to stay where it is; --images-at names a host"
    output.note(
        f"Wrote {quoted((place / name).as_posix())} for {table.scene.players} players, {len(save.pictures)} pictures\n"
        f"put it into the folder Saves of Tabletop Simulator; pictures are looked for at {where}"
    )
    return 0


def virtual_tabletop(ruleset: Ruleset, target: Path | None, wish: Wish, *, force: bool) -> int:
    """Writes a game of virtualtabletop.io, one file with everything in it."""
    table = _set_up(ruleset, wish)
    if table is None:
        return 1
    place = target if target is not None else Path(f"{named(ruleset, 'table')}.vtt")
    made = vtt.game(table.scene)
    try:
        pictures = dict(_pictures(made.pictures, table.look, wish))
        book, _ = _book(table.compilation, wish)
        data = vtt.packed(table.scene, made, pictures, rules=book, language=wish.language)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    written.file(place, data, force=force)
    where = quoted(place.as_posix())
    output.note(
        f"Wrote {where} for {table.scene.players} players, {len(data) / 1e6:.1f} MB\n"
        "open it in a room of virtualtabletop.io, or of a server of your own"
    )
    return 0


def card_game_simulator(ruleset: Ruleset, target: Path | None, wish: Wish, *, force: bool) -> int:
    """Writes the cards of a game for Card Game Simulator."""
    compilation = _compiled(ruleset, wish)
    game = loading.game_of(compilation)
    look = compilation.look.value or drawing.PLAIN
    checked_players(game, wish.players)
    many = too_many(game)
    if many is not None:
        output.complain([many])
        return 1
    installed()
    things = printing.stock(game, wish.sizes(wish.players), look)
    place = target if target is not None else Path(named(ruleset, "cgs"))
    try:
        book, _ = _book(compilation, wish)
        address = _address(place, wish.images_at) if wish.images_at else None
        made = cgs.game(game, things, address=address, rules=_RULES if book else "")
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    folder = written.Folder(place, force=force, by="export")
    for name, data in _pictures(made.pictures, look, wish):
        folder.put(name, data)
    for name, text in made.texts.items():
        folder.put(name, text)
    if book:
        folder.put(_RULES, book)
    folder.done()
    step = (
        f"players add it by {_address(place, wish.images_at)('cgs.json')}"
        if wish.images_at
        else "put the folder among the games of Card Game Simulator; --images-at names a host for others"
    )
    output.note(
        f"Wrote {len(made.pictures):,} pictures and their decks into {quoted(place.as_posix())}\n{step}"
    )
    return 0


# ---------------------------------------------------------------- printers


def to_printer(
    game: m.Game,
    look: drawing.Look,
    wish: printing.Wish,
    printer: Printer,
    place: Path,
    *,
    gray: bool,
    fonts: list[str],
    force: bool,
) -> int:
    """Writes the pictures that a printer asks for, and a list of what to order."""
    installed()
    first = printing.stock(game, wish, look)
    if not first.groups:
        raise click.UsageError(nothing(first, wish.only))
    made_as = orders.sizes(printer, first)
    wish = replace(wish, card=made_as.get("cards", wish.card), tile=made_as.get("tiles", wish.tile))
    try:
        made = orders.order(game.title, printer, printing.stock(game, wish, look))
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    folder = written.Folder(place, force=force, by="print")
    shots = [rendering.shot(one, printer.dpi) for one in made.pictures.values()]
    progress = output.Progress("pictures", len(shots))
    data = rendering.png(shots, look.printed, gray=gray, fonts=fonts)
    try:
        for at, (name, one) in enumerate(zip(made.pictures, data, strict=True), start=1):
            folder.put(name, one)
            progress.at(at)
    except printing.WrongTemplate as error:
        raise click.ClickException(f"a picture cannot be made\n{error}") from None
    finally:
        progress.done()
    folder.put(orders.LIST, made.listed)
    folder.done()
    for line in made.left_out:
        output.note(f"Not made by {printer.title}: {line}")
    where = quoted(place.as_posix())
    output.note(
        f"Wrote {len(made.pictures):,} pictures for {printer.title} into {where}; {orders.LIST} says how many of each"
    )
    return 0

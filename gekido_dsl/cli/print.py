"""`gdl print`"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from gekido_dsl import drawing, printing, rulesdoc
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.drawing.faces import SHAPES
from gekido_dsl.drawing.look import Look
from gekido_dsl.languages import spoken
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops.printers import Printer, WrongPrinters, shipped
from gekido_dsl.tabletops.printers import printers as known_printers

INSTALL: Final = 'typst is not installed, which sets the pages: pip install "gekido-dsl[print]"'
_LIMITS_MM: Final = {"cut out": (5.0, 1000.0), "a bleed": (1.0, 10.0)}
_MARGINS_MM: Final = 20.0
_NAMED: Final = 5
"""How many things are named in a warning."""
_ROWS_LIMIT: Final = 2_000
"""How many rows of things are printed; each has a picture of its own."""

_EPILOG: Final = """\b
Examples:
  gdl print gekido
  gdl print gekido --paper letter --only cards,tiles -o cards.pdf
  gdl print my-game.gdl --card 44x68mm --no-backs --gray
  gdl print gekido --language de
  gdl print gekido --other-side gekido_duel
  gdl print gekido --for the-game-crafter
  gdl print --show-template > my-cards.typ
  gdl print gekido --template my-cards.typ
"""


class Millimetres(click.ParamType[printing.Size]):
    """A length, or a width and a height: `20mm`, `63x88mm`."""

    def __init__(self, *, several: bool, named: bool = False, role: str = "cut out") -> None:
        """Takes one length, or two with an `x` between them.

        Args:
            named: whether the names of card makers are taken as well: `tarot`.
            role: what a thing of the size is to be; it says which sizes can be that.
        """
        self._several, self._named, self._role = several, named, role
        self.name = "WIDTHxHEIGHT" if several else "LENGTH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> printing.Size:
        """Reads a size."""
        if isinstance(value, printing.Size):
            return value
        shape = SHAPES.get(str(value).strip().lower()) if self._named else None
        if shape is not None:
            return printing.Size(shape.width, shape.height, shape.hexagon)
        form = r"\s*(\d+(?:\.\d+)?)\s*(?:mm)?\s*" + (
            r"[x×]\s*(\d+(?:\.\d+)?)\s*(?:mm)?\s*" if self._several else "()"
        )
        found = re.fullmatch(form, str(value), re.IGNORECASE)
        example = "63x88mm" if self._several else "20mm"
        if found is None:
            names = f", or name one: {', '.join(SHAPES)}" if self._named else ""
            self.fail(f"`{value}` is no size; write it in millimetres, as in {example}{names}", param, ctx)
        numbers = [float(number) for number in found.groups() if number]
        least, most = _LIMITS_MM[self._role]
        if not all(least <= number <= most for number in numbers):
            self.fail(
                f"`{value}` cannot be {self._role}; between {least:g} mm and {most:g} mm can", param, ctx
            )
        return printing.Size(numbers[0], numbers[-1])


def only_sorts(ctx: click.Context, param: click.Parameter, value: str | None) -> frozenset[printing.Sort]:
    """Reads what alone is printed: `cards,tiles`."""
    words = [word.strip().lower() for word in (value or "").split(",") if word.strip()]
    known = {str(sort): sort for sort in printing.SORTS}
    for word in words:
        if word not in known:
            raise click.BadParameter(
                f"nothing is printed as `{word}`; there are {', '.join(known)}", ctx, param
            )
    return frozenset(known[word] for word in words)


@click.command("print", short_help="Lay out cards, boards and tokens to print and cut out.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET, required=False)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PDF to write, or folder with --for; named after the ruleset by default.",
)
@click.option(
    "--paper",
    type=click.Choice(list(printing.PAPERS)),
    default="a4",
    show_default=True,
    help="Paper size.",
)
@click.option(
    "--only",
    callback=only_sorts,
    metavar="SORTS",
    help=f"Print only these, separated by commas: {', '.join(printing.SORTS)}.",
)
@click.option(
    "--backs/--no-backs",
    default=True,
    help="Whether backs are printed, for both sides of the paper, turned over its long edge.",
)
@click.option(
    "--duplex",
    is_flag=True,
    help="Give every sheet a back, maybe an empty one, so that all pages can be printed on both sides at once.",
)
@click.option(
    "--players", type=click.IntRange(1), help="Number of players to print for; the maximum by default."
)
@click.option(
    "--card", type=Millimetres(several=True), default="63x88mm", show_default=True, help="Card size."
)
@click.option(
    "--tile", type=Millimetres(several=True), default="63x63mm", show_default=True, help="Tile size."
)
@click.option(
    "--panel", type=Millimetres(several=False), help="Panel width; by default wide enough for the dice."
)
@click.option(
    "--space", type=Millimetres(several=False), help="Width of a board space; by default what fits the paper."
)
@click.option(
    "--token", type=Millimetres(several=False), help="Token width; by default what fits on a space."
)
@click.option(
    "--dice",
    "--die",
    "die",
    type=Millimetres(several=False),
    default="16mm",
    show_default=True,
    help="Die size: of dice to fold, and of the spaces where dice lie.",
)
@click.option(
    "--bleed",
    type=Millimetres(several=False, role="a bleed"),
    help="Extend colors and artwork of cards, tiles and tokens this far beyond the cut, such as 3mm.",
)
@click.option("--ordinary-dice", is_flag=True, help="Also print nets for ordinary six-sided dice.")
@click.option(
    "--for",
    "printer",
    metavar="PRINTER",
    help="Write pictures in a print shop's sizes instead of a PDF: the-game-crafter, makeplayingcards, or one of "
    "--printers.",
)
@click.option(
    "--printers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own file of print shops and their sizes; --show-printers prints ours.",
)
@click.option(
    "--show-printers", is_flag=True, help="Print the built-in list of print shops, to start your own from."
)
@click.option("--force", is_flag=True, help="With --for: write into a folder that is not empty.")
@click.option(
    "--other-side",
    type=RULESET,
    metavar="RULESET",
    help="Print the panels of this ruleset, such as a variant, on the backs of those with the same names.",
)
@click.option("--standees", is_flag=True, help="Print figures that have artwork as standees to fold.")
@click.option("--low-ink", is_flag=True, help="Leave backgrounds white; lines, text and artwork stay.")
@click.option("--gray/--color", "gray", default=False, help="Print in grayscale.")
@click.option(
    "--language", metavar="CODE", help="Print in this language, if the ruleset is translated into it."
)
@click.option(
    "--template",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own Typst template; it may read files next to it.",
)
@click.option("--show-template", is_flag=True, help="Print the built-in template, to start your own from.")
@output.font_path_option
def command(
    ruleset: Ruleset | None,
    target: Path | None,
    paper: str,
    only: frozenset[printing.Sort],
    backs: bool,
    duplex: bool,
    players: int | None,
    card: printing.Size,
    tile: printing.Size,
    panel: printing.Size | None,
    space: printing.Size | None,
    token: printing.Size | None,
    die: printing.Size,
    ordinary_dice: bool,
    bleed: printing.Size | None,
    printer: str | None,
    printers: Path | None,
    show_printers: bool,
    force: bool,
    other_side: Ruleset | None,
    standees: bool,
    low_ink: bool,
    gray: bool,
    language: str | None,
    template: Path | None,
    show_template: bool,
    fonts: tuple[Path, ...],
) -> int:
    """Lay out the cards, panels, tiles, tokens, boards and dice of a game at true size, with cut marks.

    The ruleset says how many of each there are.
    """
    if show_template:
        output.result(printing.source("sheets.typ"))
        return 0
    if show_printers:
        output.result(shipped())
        return 0
    makes = _printer(printer, printers)
    if ruleset is None:
        raise click.UsageError("name a ruleset")
    if duplex and not backs:
        raise click.UsageError("--duplex is for sheets with backs, and --no-backs prints none")
    if other_side is not None and not backs:
        raise click.UsageError("--other-side is for backs, and --no-backs prints none")
    compilation = loading.compiled(ruleset, whole=True)
    game = loading.game_of(compilation)
    if language is not None:
        from gekido_dsl.cli import translated

        translated.write_in(ruleset, compilation, language)
    else:
        rulesdoc.tell_rows(compilation)
    look = compilation.look.value or drawing.PLAIN
    checked_players(game, players)
    sheet = printing.PAPERS[paper]
    wish = printing.Wish(
        players=players,
        only=only,
        card=card,
        tile=tile,
        panel=panel.width if panel is not None else None,
        space=space.width if space is not None else None,
        token=token.width if token is not None else None,
        die=die.width,
        ordinary_dice=ordinary_dice,
        bleed=bleed.width if bleed is not None else 0.0,
        standees=standees,
        fits=printing.Size(sheet.width - _MARGINS_MM, sheet.height - _MARGINS_MM),
    )
    many = too_many(game)
    if many is not None:
        output.complain([many])
        return 1
    if makes is not None:
        from gekido_dsl.cli import tabletops

        return tabletops.to_printer(
            game,
            look,
            wish,
            makes,
            target
            if target is not None
            else Path(f"{_stem(ruleset)}-{makes.name}{f'-{language}' if language else ''}"),
            gray=gray,
            fonts=[folder.as_posix() for folder in fonts],
            force=force,
        )
    wish = replace(wish, back_bleed=printing.BACK_BLEED)
    things = (
        printing.two_sided((game, look), _read_game(other_side), wish)
        if other_side is not None
        else printing.stock(game, wish, look)
    )
    if not things.groups:
        raise click.UsageError(nothing(things, only))
    try:
        made = printing.print_and_play(
            game,
            things,
            paper=paper,
            backs=backs,
            duplex=duplex,
            gray=gray,
            theme=look.printed.with_little_ink() if low_ink else look.printed,
            template=read_template(template),
            fonts=[folder.as_posix() for folder in fonts],
            folder=template.parent.as_posix() if template is not None else None,
        )
    except printing.MissingTypst:
        raise click.ClickException(INSTALL) from None
    except printing.WrongTemplate as error:
        raise click.ClickException(f"the template cannot be set\n{error}") from None
    path = (
        target
        if target is not None
        else Path(f"{_stem(ruleset)}-print{f'-{language}' if language else ''}.pdf")
    )
    if path.is_dir():
        raise click.BadParameter(f"`{path.as_posix()}` is a folder; sheets are a file", param_hint="-o")
    write_bytes(path, made.pdf)
    for warning in made.warnings:
        output.note(f"warning: {warning}")
    small = printing.too_small(things)
    if small:
        output.note(
            f"warning: letters below 5 pt on {', '.join(map(spoken, small[:_NAMED]))}"
            f"{f' and {len(small) - _NAMED} more' if len(small) > _NAMED else ''}; shorten the texts, or print larger"
        )
    output.borrowed(made.borrowed)
    for group in things.groups:
        output.note(f"{group.number:5} {spoken(group.name)}")
    for words in things.besides:
        output.note(f"Needed besides: {spoken(words)}")
    output.note(f"Wrote {quoted(path.as_posix())}; print it at 100 %")
    return 0


def _read_game(ruleset: Ruleset) -> tuple[m.Game, Look]:
    compilation = loading.compiled(ruleset, whole=True)
    return loading.game_of(compilation), compilation.look.value or drawing.PLAIN


def _printer(name: str | None, file: Path | None) -> Printer | None:
    """Finds a printer by its name.

    Raises:
        click.UsageError: there is none of the name, or the file is wrong.
    """
    if name is None:
        if file is not None:
            raise click.UsageError("--printers says what there is; --for says which")
        return None
    own = read_template(file)
    try:
        known = known_printers(shipped(), *([own] if own is not None else []))
    except WrongPrinters as error:
        where = file.as_posix() if file is not None else "the file of printers"
        raise click.BadParameter(f"{where}: {error}", param_hint="--printers") from None
    if name not in known:
        raise click.BadParameter(
            f"there is no printer `{name}`; there are {', '.join(known)}", param_hint="--for"
        )
    return known[name]


def checked_players(game: m.Game, players: int | None) -> None:
    """Makes sure that a game is for so many.

    Raises:
        click.BadParameter: it is not.
    """
    if players is not None and not game.least_players <= players <= game.most_players:
        raise click.BadParameter(
            f"{game.title} is for {_players(game.least_players, game.most_players)}", param_hint="--players"
        )


def too_many(game: m.Game) -> Diagnostic | None:
    """Finds rows that are so many that nobody cuts out what they print; copies of a row cost little."""
    rows = sum(len(kind.rows) for kind in game.kinds.values())
    if rows <= _ROWS_LIMIT:
        return None
    most = max(game.kinds.values(), key=lambda kind: len(kind.rows))
    message = f"the kinds of the game have {rows:,} rows; at most {_ROWS_LIMIT:,} are printed"
    label = Label(most.name_span, f"{len(most.rows):,} of them")
    return Diagnostic(codes.TOO_LARGE, message, (label,), "make copies of fewer rows")


def _players(least: int, most: int) -> str:
    return counted(least, "player") if least == most else f"{least} to {counted(most, 'player')}"


def nothing(things: printing.Stock, only: frozenset[printing.Sort]) -> str:
    """Says that nothing is made, and what is needed all the same."""
    words = f"nothing to print as {', '.join(sorted(only))}" if only else "nothing to print"
    return f"{words}; needed are {' and '.join(things.besides)}" if things.besides else words


def read_template(template: Path | None) -> str | None:
    """Reads a template of the designer's own; None where there is none.

    Raises:
        click.FileError: it cannot be read.
    """
    if template is None:
        return None
    try:
        return template.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.FileError(template.as_posix(), "it cannot be read as text") from error


def _stem(ruleset: Ruleset) -> str:
    return Path(ruleset.name).stem


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file, with the folder that it lies in.

    Raises:
        click.FileError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error

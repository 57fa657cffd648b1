"""`gdl new`"""

import re
import shlex
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import new_variant, output
from gekido_dsl.cli.loading import compiled
from gekido_dsl.cli.paths import Ruleset, RulesetType
from gekido_dsl.files import LIBRARY_PREFIX

TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
"""A folder for each template: `game.gdl`, and whatever tables it has."""

_TITLE: Final = re.compile(r'^game "([^"\n]*)"', re.MULTILINE)

_EPILOG = """\b
Examples:
  gdl new my-game
  gdl new my-game --template cards
  gdl new my-gekido --variant-of gekido
"""


def templates() -> list[str]:
    """Lists the templates, the default first."""
    names = sorted(path.name for path in TEMPLATES.iterdir() if (path / "game.gdl").is_file())
    return sorted(names, key=lambda name: name != "dice")


@click.command("new", short_help="Begin a ruleset.", epilog=_EPILOG)
@click.argument("name")
@click.option("--template", type=click.Choice(templates()), default=templates()[0], show_default=True)
@click.option("--variant-of", type=RulesetType(), metavar="RULESET", help="Begin a variant of this game.")
def command(name: str, template: str, variant_of: Ruleset | None) -> int:
    """Begin a ruleset: a small complete game in a folder of its own, ready to be played and changed.

    NAME is the folder, which is made; nothing that exists is written over. A variant of a game in a file of yours is
    written beside that file.
    """
    if not name.strip():
        raise click.BadParameter("a name is needed, such as `my-game`", param_hint="NAME")
    folder = Path(name)
    called = folder.resolve().name
    if not re.search(r"\w", called):
        raise click.BadParameter(f"`{name}` has no letter to call the game by", param_hint="NAME")
    if variant_of is not None and variant_of.path is not None:
        return _done([_variant_beside(variant_of, variant_of.path, called)], None)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.BadParameter(f"`{name}` exists already; nothing was written", param_hint="NAME")
    if variant_of is not None:
        text = _variant(variant_of, variant_of.name.removeprefix(LIBRARY_PREFIX), called)
        return _done([_write_new(folder / f"{called}.gdl", text)], folder)
    return _done(_write(TEMPLATES / template, folder, called), folder)


def _done(made: list[Path], folder: Path | None) -> int:
    """Says what was written, and what to do with it."""
    output.result("".join(f"{path.as_posix()}\n" for path in made))
    shown = shlex.quote((folder or made[0]).as_posix())
    output.note(f"play it: gdl play {shown}\nchange {made[0].name}, then check it: gdl validate {shown}")
    return 0


def _title(called: str) -> str:
    return re.sub(r"[\W_]+", " ", called).strip().title()


def _variant(base: Ruleset, file: str, called: str) -> str:
    """Makes the text of a variant."""
    return new_variant.text_of(compiled(base, whole=True), file, _title(called), base.provider)


def _variant_beside(base: Ruleset, path: Path, called: str) -> Path:
    """Writes a variant into the folder of its base, outside of which no ruleset reads."""
    return _write_new(path.with_name(f"{called}.gdl"), _variant(base, path.name, called))


def _write_new(path: Path, text: str) -> Path:
    """Writes a file that does not exist yet."""
    if path.exists():
        raise click.BadParameter(
            f"`{path.as_posix()}` exists already; nothing was written", param_hint="NAME"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "it cannot be written") from error
    return path


def _write(template: Path, folder: Path, called: str) -> list[Path]:
    """Copies the files of a template, the ruleset first, and gives it its name and title."""
    title = _title(called)
    files = sorted(path for path in template.iterdir() if path.suffix in (".gdl", ".yaml"))
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(files, key=lambda file: file.name != "game.gdl"):
            text = path.read_text(encoding="utf-8")
            target = folder / path.name
            if path.name == "game.gdl":
                target = folder / f"{called}.gdl"
                text = _TITLE.sub(f'game "{title}"', text, count=1)
            with target.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            made.append(target)
    except OSError as error:
        raise click.FileError(str(folder), error.strerror or "it cannot be written") from error
    return made

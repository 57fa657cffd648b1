"""`gdl new`: begin a ruleset: a small complete game in a folder of its own, ready to be played and changed."""

from pathlib import Path

import click

from gekido_dsl import templates
from gekido_dsl.assistants import reference
from gekido_dsl.cli import output
from gekido_dsl.cli.loading import compiled
from gekido_dsl.cli.paths import Ruleset, RulesetType
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.files import LIBRARY_PREFIX, NotNew, write_new
from gekido_dsl.language.known import KnownFiles

_EPILOG = """\b
Examples:
  gdl new my-game
  gdl new my-game --template deck-building
  gdl new my-gekido --variant-of gekido
  gdl new my-game --agents
"""
_NAMES = list(templates.templates())


@click.command("new", short_help="Start a new ruleset.", epilog=_EPILOG)
@click.argument("name")
@click.option("--template", type=click.Choice(_NAMES), default=_NAMES[0], show_default=True)
@click.option("--variant-of", type=RulesetType(), metavar="RULESET", help="Start a variant of this game.")
@click.option("--agents", is_flag=True, help="Also write an AGENTS.md for AI assistants.")
def command(name: str, template: str, variant_of: Ruleset | None, *, agents: bool) -> int:
    """Start a new ruleset: a small complete game in its own folder, ready to play and change.

    NAME is the folder to create; existing files are never overwritten. A variant of a game in your own file is
    written next to that file.
    """
    if not name.strip():
        raise click.BadParameter("a name is needed, such as `my-game`", param_hint="NAME")
    called = Path(name).name
    if called in ("", ".."):
        raise click.BadParameter(f"`{name}` exists already; nothing was written", param_hint="NAME")
    try:
        made = begun(called, template if variant_of is None else variant_of, Path(name).parent)
        if agents:
            made += guided(made[0].parent)
    except (templates.BadName, NotNew) as error:
        raise click.BadParameter(str(error), param_hint="NAME") from error
    except OSError as error:
        raise click.FileError(name, error.strerror or "it cannot be written") from error
    beside = variant_of is not None and variant_of.path is not None
    output.result("".join(f"{path.as_posix()}\n" for path in made))
    shown = quoted((made[0] if beside else made[0].parent).as_posix())
    output.note(
        f"play it: gdl play {shown}\n"
        f"change {made[0].name}, then check it: gdl validate {shown}\n"
        f"or change and play it side by side in the browser: gdl studio {shown}"
    )
    return 0


def guided(folder: Path) -> list[Path]:
    """Writes what an assistant should know into the folder of a ruleset, and gives the file.

    Raises:
        NotNew: there is such a file.
        OSError: it cannot be written.
    """
    return write_new(folder, {"AGENTS.md": reference.for_assistants()}, beside=True)


def begun(name: str, base: str | Ruleset, folder: Path) -> list[Path]:
    """Writes a new ruleset, from a template or as a variant, and gives its files, the main one first.

    Args:
        folder: in which it gets a folder of its own; a variant of a game in a file lies beside that file.
    Raises:
        BadName: nothing can be called so.
        NotNew: it would be written over something.
        OSError: it cannot be written.
        click.ClickException: the base has errors.
    """
    own = folder / templates.file_name(name)
    if isinstance(base, str):
        return write_new(own, templates.of_template(base, name))
    file = base.path.name if base.path is not None else base.name.removeprefix(LIBRARY_PREFIX)
    made, known = compiled(base, whole=True), KnownFiles()
    made.parse, made.parse_table = known.parse, known.parse_table
    texts = templates.of_base(made, file, name, base.provider)
    if base.path is not None:  # outside of its folder no ruleset reads
        return write_new(base.path.parent, texts, beside=True)
    return write_new(own, texts)

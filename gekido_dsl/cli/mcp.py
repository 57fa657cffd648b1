"""`gdl mcp`"""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

_EPILOG = """\b
Examples:
  gdl mcp
  gdl mcp my-games
"""


@click.command("mcp", short_help="Help an assistant that writes rulesets.", epilog=_EPILOG)
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(folder: Path) -> int:
    """Help an assistant that writes rulesets: a server of the Model Context Protocol.

    The program in which the assistant lives starts it, and speaks with it over standard input and output. The assistant
    can read the reference, and write, check, test, play and simulate rulesets in FOLDER, the current one if none is
    named; it reads and writes no other file. It is an extra: `pip install gekido-dsl[mcp]`.
    """
    try:
        from gekido_dsl.assistants.making import make
    except ImportError as error:
        raise click.ClickException(
            "the package mcp is needed for this; `pip install gekido-dsl[mcp]` installs it"
        ) from error
    try:
        known = version("gekido-dsl")
    except PackageNotFoundError:
        known = ""
    make(folder, known).run("stdio")
    return 0

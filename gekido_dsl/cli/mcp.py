"""`gdl mcp`"""

import gc
from pathlib import Path

import click

from gekido_dsl import __version__

_EPILOG = """\b
Examples:
  gdl mcp
  gdl mcp my-games
"""


@click.command("mcp", short_help="Run the MCP server for an AI assistant.", epilog=_EPILOG)
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(folder: Path) -> int:
    """Run the MCP server for an AI assistant (Model Context Protocol).

    Your assistant's program starts it and talks to it over standard input and output. The assistant can then read the
    reference, and write, check, test, play and simulate rulesets in FOLDER, which is the current folder by default.
    It can read and write no other file. It is an extra: `pip install gekido-dsl[mcp]`.
    """
    try:
        from gekido_dsl.assistants.making import make
    except ImportError as error:
        raise click.ClickException(
            "the package mcp is needed for this; `pip install gekido-dsl[mcp]` installs it"
        ) from error
    server = make(folder, __version__)
    # What is loaded lasts, and a message leaves garbage: without this, all of it is gone through each few messages.
    gc.collect()
    gc.freeze()
    server.run("stdio")
    return 0

"""`gdl lsp`"""

import logging
import os
from typing import BinaryIO, cast

import click

from gekido_dsl import __version__
from gekido_dsl.cli.paths import owners

_EPILOG = """\b
Examples:
  gdl lsp
"""


@click.command("lsp", short_help="Run the language server for an editor.", epilog=_EPILOG)
def command() -> int:
    """Run the language server for an editor.

    Your editor starts it and talks to it over standard input and output (Language Server Protocol). It is an extra:
    `pip install gekido-dsl[lsp]`.
    """
    try:
        from gekido_dsl.lsp.framing import Messages, OneLine
        from gekido_dsl.lsp.making import make
    except ImportError as error:
        raise click.ClickException(
            "pygls is needed for this; `pip install gekido-dsl[lsp]` installs it"
        ) from error
    told = logging.StreamHandler()
    told.addFilter(OneLine())
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[told])
    # pygls closes the streams that it is given; those of the process are flushed after it.
    with os.fdopen(os.dup(0), "rb") as heard, os.fdopen(os.dup(1), "wb") as said:
        messages = Messages(heard)
        make(__version__, owners).start_io(cast("BinaryIO", messages), said)
    if messages.broken:
        raise click.ClickException(f"what the editor sends cannot be read: {messages.broken}")
    return 0

"""`gdl completion`"""

from typing import Final

import click
from click.shell_completion import get_completion_class

from gekido_dsl.cli import output

SHELLS: Final = ("bash", "zsh", "fish", "powershell")

_EPILOG = """\b
Examples:
  eval "$(gdl completion bash)"                       in ~/.bashrc
  eval "$(gdl completion zsh)"                        in ~/.zshrc
  gdl completion fish > ~/.config/fish/completions/gdl.fish
  gdl completion powershell >> $PROFILE
"""


@click.command("completion", short_help="Print the completion script for your shell.", epilog=_EPILOG)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
    """Print the completion script for your shell: commands, options and the names of shipped games."""
    from gekido_dsl.cli.main import gdl

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"completion in {shell} needs click 8.5 or newer: pip install --upgrade click")
    made = found(gdl, {}, "gdl", "_GDL_COMPLETE")
    output.result(made.source_template % made.source_vars() + "\n")
    return 0

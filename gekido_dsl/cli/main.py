"""`gdl`: finds the command, runs it, and turns however it ended into an exit code.

Invariants:
    A command's module is imported when that command is asked for and not before, so that `gdl --help` and
    completion are quick.
    0 fine, 1 findings, 2 wrong usage, 3 a fault of this program, 130 Ctrl-C, 141 when nobody reads the
    output, 143 when it is told to end.
    Whatever a command raises, no traceback is shown, unless GDL_DEBUG is set.

A command gives its exit code back as its return value; None is 0.
"""

import contextlib
import errno
import importlib
import os
import re
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from gekido_dsl import __version__

COMMANDS: Final[dict[str, str]] = {
    "play": "Play a game in the terminal or in a browser.",
    "studio": "Edit a ruleset in the browser, with its table beside it.",
    "validate": "Check rulesets and report every problem found.",
    "diff": "Show what differs between two rulesets.",
    "docs": "Write a game's rulebook.",
    "export": "Export a game as a playable page or for a virtual tabletop.",
    "publish": "Build a website: rulebook, playable game, statistics.",
    "print": "Lay out cards, boards and tokens to print and cut out.",
    "simulate": "Play a game many times with bots and report the results.",
    "compare": "Test whether a change matters by playing with and without it.",
    "coverage": "List the rules that no game and no example reached.",
    "sweep": "Vary one number in the rules and show how the results change.",
    "sensitivity": "Rank the numbers in the rules by their effect on the results.",
    "odds": "Compute the odds of dice rolls.",
    "train": "Train a player of a game.",
    "solve": "Solve a small game: who wins by best play, and how.",
    "exploits": "Find strategies that win more often than the claims allow.",
    "lsp": "Run the language server for an editor.",
    "mcp": "Run the MCP server for an AI assistant.",
    "fmt": "Format rulesets in the standard style.",
    "test": "Run the examples in rulesets as tests.",
    "replay": "Replay a recorded match, decision by decision.",
    "translate": "Translate a game and keep translations up to date.",
    "playtest": "Report on playtests with people.",
    "perft": "Count all positions to a given depth (perft).",
    "lockstep": "Compare compiled code with the interpreter, match by match.",
    "stats": "Count the parts of a ruleset.",
    "graph": "Draw a game's phases as a graph.",
    "schema": "Print the JSON schema of a table.",
    "table": "Convert tables, start new ones, update them from the web.",
    "explain": "Explain a message, or show how to write a rule.",
    "new": "Start a new ruleset.",
    "cache": "Show or clear the cache.",
    "completion": "Print the completion script for your shell.",
}
"""Every command with its line of help. `gekido_dsl.cli.<name>` holds it as `command`."""

_MODULES: Final = {"table": "table_files"}
"""Where a command lies whose name another module has."""


def module_of(name: str) -> str:
    """Gives the module of a command."""
    return f"gekido_dsl.cli.{_MODULES.get(name, name)}"


ALIASES: Final[dict[str, str]] = {"check": "validate"}

FINE: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130
UNREAD: Final = 141
TERMINATED: Final = 143

_FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""What the system says when there is no room for an output."""

_NAMES: Final = frozenset((errno.ENAMETOOLONG, errno.ELOOP))
"""What the system says of a name that no file can have."""
_AGAIN_S: Final = 0.01
"""So much later Ctrl-C comes again that was lost."""
_LONG_WORD: Final = re.compile(r"\S{200,}")

_EPILOG = """\b
Examples:
  gdl play gekido
  gdl new my-game
  gdl validate my-game
"""


class Unread(Exception):
    """Whoever read the output has stopped reading."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports one command; None when there is none of that name."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        found = importlib.import_module(module_of(name)).command
        if not isinstance(found, click.Command):
            raise TypeError(f"gekido_dsl.cli.{name} has no click command")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command of an argument list, or says which ones are near."""
        name = args[0]
        if name not in COMMANDS and name not in ALIASES and not name.startswith("-"):
            from gekido_dsl.diagnostics import suggest

            near = suggest.did_you_mean(name, [*COMMANDS, *ALIASES])
            raise click.UsageError(f"there is no command `{name}`" + (f"; {near}" if near else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes the name of a command without importing them."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [
            CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)
        ]

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; an unread output becomes `Unread`, which click does not know."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise Unread from error


@click.group(
    cls=LazyGroup,
    help="Write tabletop games, check them, play them.",
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", message="gdl %(version)s")
@click.option("--no-cache", is_flag=True, help="Read and write no cache.")
def gdl(no_cache: bool) -> None:
    """Has what the command works out kept, unless the user does not want it."""
    from gekido_dsl.cli import caching

    caching.begin(not no_cache)


def main(args: Sequence[str] | None = None) -> int:
    """Runs `gdl` and gives the exit code.

    Args:
        args: the words after `gdl`; None for those of this process.
    """
    with contextlib.suppress(ValueError):  # Only the first thread of a process takes signals.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, _terminated)
    try:
        _prepare_streams()
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        code = UNREAD
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        code = _unwritten(error)
    if code == UNREAD:
        _close_unread()
    return code


def _terminated(number: int, frame: object) -> None:
    """Ends this process as if it were done, so that what it holds is given back."""
    raise SystemExit(TERMINATED)


def interrupted_again(unraisable: Any) -> None:
    """Has Ctrl-C that came while Python could not end anything, as in a finalizer, end this process after it."""
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)
        return
    import threading

    # What is raised here is lost, too, so it comes from elsewhere.
    again = threading.Timer(_AGAIN_S, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    again.daemon = True
    again.start()


def _is_interrupt(error: Exception) -> bool:
    """Tells whether Ctrl-C is why something failed: Python itself words it so while a class is made.

    What a program of its own makes of an interrupt stays a fault.
    """
    worded = isinstance(error, RuntimeError) and str(error).startswith("Error calling __set_name__")
    return worded and isinstance(error.__cause__, KeyboardInterrupt)


def _run(args: Sequence[str] | None) -> int:
    try:
        result = gdl.main(args, prog_name="gdl", standalone_mode=False)
    except click.exceptions.Abort as abort:
        if isinstance(abort.__cause__, EOFError):
            click.echo("error: the input ended before an answer was given", err=True)
            return USAGE
        return INTERRUPTED
    except click.ClickException as error:
        _complain(error)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Unread, BrokenPipeError):
        return UNREAD
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else FINE if leave.code is None else USAGE
    except OSError as error:
        if error.errno in _NAMES:
            click.echo(f"error: a file cannot have this name: {(error.strerror or '').lower()}", err=True)
            return USAGE
        if error.errno not in _FULL:
            return _fault(error, list(sys.argv[1:] if args is None else args))
        return _unwritten(error)
    except Exception as error:
        if _is_interrupt(error):
            return INTERRUPTED
        return _fault(error, list(sys.argv[1:] if args is None else args))
    return result if isinstance(result, int) else FINE


def _unwritten(error: OSError) -> int:
    """Says that the output has no room where it goes."""
    with contextlib.suppress(OSError):
        click.echo(f"error: the output cannot be written: {(error.strerror or str(error)).lower()}", err=True)
    _close_unread()
    return USAGE


def _complain(error: click.ClickException) -> None:
    """Shows a wrong usage: how the command is used, then what is wrong."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    from gekido_dsl.cli import output

    output.note(f"error: {_LONG_WORD.sub(lambda word: word.group()[:60] + '...', _said(error))}")
    if context is not None:
        click.echo(f"{context.get_usage()}\nTry `{context.command_path} --help`.", err=True)


def _said(error: click.ClickException) -> str:
    """Words what is wrong; of a value, first which one it is."""
    if not isinstance(error, click.BadParameter) or isinstance(error, click.MissingParameter):
        return error.format_message()
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    if hint is not None and not isinstance(hint, str):
        hint = " or ".join(hint)
    return error.message if hint is None else f"{hint.replace(chr(39), '')}: {error.message}"


def _fault(error: Exception, args: list[str]) -> int:
    """Reports a fault of this program and keeps what is needed to mend it."""
    told = "".join(traceback.format_exception(error))
    from gekido_dsl.cli import output

    with contextlib.suppress(OSError):
        output.note(f"internal error: {type(error).__name__}: {error}")
        where = _crash_log(told, args)
        if where is not None:
            click.echo(f"Please report it, with the file {where}.", err=True)
        else:
            click.echo("Please report it, with the command and the ruleset.", err=True)
        if os.environ.get("GDL_DEBUG"):
            click.echo(told, err=True)
    return FAULT


def _crash_log(told: str, args: list[str]) -> str | None:
    """Writes what happened into a new file; None when that is not possible."""
    import platform
    import tempfile

    try:
        handle, path = tempfile.mkstemp(prefix="gdl-crash-", suffix=".log", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as log:
            log.write(f"gdl {__version__}, Python {platform.python_version()}, {platform.platform()}\n")
            log.write(f"arguments: {args!r}\n\n{told}")
    except OSError:
        return None
    return path


def _prepare_streams() -> None:
    """Has characters that a terminal cannot show replaced, instead of ending the program; a closed stream is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _close_unread() -> None:
    """Has what is still unwritten go nowhere, so that the interpreter does not complain as it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())

"""What the commands say becomes text on the right stream: results on one, progress and notes on the other.

Invariants:
    Results go to the standard output or to a file; progress, notes and summaries to the standard error.
    Nothing is coloured unless a terminal, or the user, asks for it.
"""

import math
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

import click

from gekido_dsl.diagnostics import Diagnostic, Severity
from gekido_dsl.diagnostics.render.screen import safe

COLOUR: Final = ("auto", "always", "never")
_F = TypeVar("_F", bound=Callable[..., Any])

_OTHERS: Final = r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u2028-\u202e]|\r(?!\n)|\x1b"
_COMMANDS: Final = re.compile(rf"{_OTHERS}(?!\[[0-9;]*m)")
"""What commands a terminal beyond lines, tabs and colours, or turns the direction of reading round."""
_ANY_COMMANDS: Final = re.compile(_OTHERS)
_BAR_S: Final = 0.1
"""How often a bar is drawn."""
_ESTIMATE_S: Final = 5.0
"""After how many seconds of work it can be said how long the rest takes."""
_MINUTE_S: Final = 60
_LINE_S: Final = 10.0
"""How often a line is written where there is no terminal."""


def color_option(command: _F) -> _F:
    """Adds `--color`."""
    return click.option(
        "--color",
        "--colour",
        "colour",
        type=click.Choice(COLOUR),
        default="auto",
        help="Use colours; `auto` does so in a terminal.",
    )(command)


def format_option(*formats: str) -> Callable[[_F], _F]:
    """Adds `--format`, with the first as the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        envvar="GDL_FORMAT",
        help="Output format.",
    )


def output_option(command: _F) -> _F:
    """Adds `--output`."""
    return click.option(
        "-o",
        "--output",
        "target",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write to this file instead of the terminal.",
    )(command)


def font_path_option(command: _F) -> _F:
    """Adds `--font-path`, for what typst sets."""
    return click.option(
        "--font-path",
        "fonts",
        multiple=True,
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Also use the fonts in this folder for a PDF.",
    )(command)


def coloured(choice: str, stream: TextIO | None = None) -> bool:
    """Decides on colours: what the user says, then what the environment says, then whether it is a terminal.

    Source:
        no-color.org; bixense.com/clicolors.
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    return os.environ.get("TERM") != "dumb" and is_terminal(stream or sys.stdout)


def is_terminal(stream: TextIO) -> bool:
    """Tells whether a stream is a terminal; a closed one is none."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def width_columns() -> int:
    """Gives how many columns there are to write in."""
    return shutil.get_terminal_size((100, 24)).columns


def result(text: str, output: Path | None = None, *, colour: bool = False) -> None:
    """Writes a result to the standard output or into a file.

    Raises:
        click.FileError: the file cannot be written.
    """
    if output is None or str(output) == "-":
        click.echo(_shown(text, colour), nl=False, color=True if colour else None)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.FileError(str(output), error.strerror or "it cannot be written") from error


def note(text: str) -> None:
    """Writes a line to the standard error; nothing that it quotes commands a terminal."""
    click.echo(plain(text), err=True)


def plain(text: str) -> str:
    """Gives lines of a message, in which it shows where something would command a terminal or turn lines round."""
    return "\n".join(map(safe, text.split("\n")))


def _shown(text: str, colour: bool) -> str:
    """Gives a result as it may go to a terminal: lines, tabs and our colours are kept, other commands show as signs."""
    return (_COMMANDS if colour else _ANY_COMMANDS).sub("\N{REPLACEMENT CHARACTER}", text)


def borrowed(fonts: Sequence[str]) -> None:
    """Says which fonts of the machine are in a PDF: on another machine it may be set in others."""
    if fonts:
        note(f"Some signs are set in fonts of this machine, which are embedded: {', '.join(fonts)}")


def note_from_handler(text: str) -> None:
    """Writes a line to the standard error past its buffer, which the signal may have come in the middle of filling."""
    with suppress(OSError, ValueError):  # it is closed, or no file
        os.write(sys.stderr.fileno(), f"{text}\n".encode())


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lays out a table: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    return [
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def duration(seconds: float) -> str:
    """Words how long something takes."""
    whole = round(seconds)
    if whole < _MINUTE_S:
        return f"{whole} s" if whole else "less than a second"
    hours, minutes = divmod(round(whole / _MINUTE_S), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def drawn(found: Sequence[Diagnostic], *, colour: bool) -> str:
    """Draws diagnostics for people, a blank line between two, without the summary."""
    from gekido_dsl.diagnostics.render import human

    width = min(width_columns(), 120)
    return "\n".join(human.draw(each, colour=colour, width_columns=width) for each in found)


def complain(found: Sequence[Diagnostic]) -> None:
    """Draws diagnostics to the standard error."""
    colour = coloured("auto", sys.stderr)
    click.echo(drawn(found, colour=colour), err=True, nl=False, color=True if colour else None)


def counts(found: Sequence[Diagnostic], severity: Severity) -> int:
    """Counts the diagnostics of a severity."""
    return sum(each.severity is severity for each in found)


class Progress:
    """Tells how far a long command is: a bar in a terminal, else a line now and then."""

    def __init__(
        self,
        what: str,
        total: int | None,
        *,
        limit_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begins.

        Args:
            what: is counted, in the plural.
            total: how many there are; None when that is not known.
            limit_s: after how many seconds it ends, done or not; 0 for never.
        """
        self._ends_s = clock() + limit_s if limit_s else math.inf
        self._first = -1
        """How many were done when it was first told."""
        self._before = -1
        """How many were done when the first of those to come was; -1 before that."""
        self._began_s = 0.0
        self._what = what
        self._total = total
        self._clock = clock
        self._terminal = is_terminal(sys.stderr)
        self._shown = False
        self._last_s = clock()

    def at(self, done: int) -> None:
        """Says that so many are done."""
        now_s = self._clock()
        if self._first < 0:
            self._first = done
        elif self._before < 0 and done > self._first:
            # What it took to get ready says nothing of how it goes on: workers compile before their first.
            self._before, self._began_s = done, now_s
        if now_s - self._last_s < (_BAR_S if self._terminal else _LINE_S):
            return
        self._last_s = now_s
        of = f" of {self._total:,}" if self._total is not None else ""
        line = f"{done:,}{of} {self._what}{self._time_left(done, now_s)}"
        if not self._terminal:
            note(line)
            return
        if self._total:
            filled = min(20 * done // self._total, 20)
            line = "[" + "#" * filled + "." * (20 - filled) + "] " + line
        click.echo(f"\r\x1b[K{line}", err=True, nl=False, color=True)
        self._shown = True

    def _time_left(self, done: int, now_s: float) -> str:
        """Words how long the rest takes, if it goes on as it went."""
        new, took_s = done - self._before, now_s - self._began_s
        if self._before < 0 or not self._total or new <= 0 or done >= self._total or took_s < _ESTIMATE_S:
            return ""
        left_s = min((self._total - done) * took_s / new, max(self._ends_s - now_s, 0.0))
        return f", {duration(left_s)} left"

    def done(self) -> None:
        """Takes the bar away."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False, color=True)
            self._shown = False

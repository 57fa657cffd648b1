"""Text goes to a terminal or a pipe, and typed lines come back.

Invariants:
    Nothing that a ruleset says can move the cursor or repaint the screen.
    Where the input is no terminal, what was read is written out too, so that a transcript can be read.
    With colours off there is no escape sequence in what is written, but for emptying a terminal.
"""

import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from gekido_dsl.cli import output
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.languages import now, text

MOST_COLUMNS = 132
"""Longer lines are hard to read, however wide the terminal."""
_TYPED = 4
"""How far the further lines of a long prompt are indented, and how much room is left behind it."""
_MOST_TYPED = 10_000
"""How many characters of a line are read at a time, as the input may have no end."""
_LEAST_ROWS = 10
_MORE = text("-- Enter shows more, q stops -- ")


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs between words."""

    dot: str
    step: str
    times: str
    dash: str
    more: str


_ARROW = "→"
PRETTY = Marks(dot="·", step="›", times="×", dash="–", more="…")
PLAIN = Marks(dot="-", step=">", times="x", dash="-", more="...")


def _columns() -> int:
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, MOST_COLUMNS))


class _Pipe(Console):
    """A console that leaves it to the command line what an unread output means."""

    def on_broken_pipe(self) -> None:
        """Passes on that nobody reads any more."""
        raise BrokenPipeError


class InputEnded(Exception):
    """Nobody types any more."""


_MOMENT_S = 0.4
"""So long nobody wonders what is going on."""


class Screen:
    """Where a person reads and types."""

    def __init__(self, colour: str = "never", plain: bool = False) -> None:
        """Looks at the streams of this process.

        Args:
            colour: `auto`, `always` or `never`.
            plain: whether to draw with ASCII characters only.
        """
        coloured = output.coloured(colour)
        self.terminal_out = output.is_terminal(sys.stdout)
        self.terminal_in = output.is_terminal(sys.stdin)
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.plain = plain or not encoding.lower().replace("-", "").startswith("utf")
        self.marks = PLAIN if self.plain else PRETTY
        self.width_columns = _columns()
        self.passed = 0
        """How many rows were written to a terminal so far."""
        self._left: int | None = None
        """How many rows may be written before a page ends; None where nothing is paged."""
        self._enough = False
        self.console = _Pipe(
            file=sys.stdout,
            width=self.width_columns,
            force_terminal=coloured,
            color_system="standard" if coloured else None,
            no_color=not coloured,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            safe_box=True,
        )
        if self.terminal_in and self.terminal_out:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - importing it gives `input` its line editing
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(ValueError, OSError):
                reconfigure(errors="replace")

    @property
    def rows(self) -> int | None:
        """How many rows a person sees at once; None where what is written goes elsewhere than to a terminal."""
        if not (self.terminal_in and self.terminal_out):
            return None
        return max(_LEAST_ROWS, shutil.get_terminal_size((80, 24)).lines)

    @contextlib.contextmanager
    def paged(self) -> Iterator[None]:
        """Stops after each screen of what is written meanwhile, until the person goes on or has enough."""
        self._left, self._enough = self.rows and self.rows - 1, False
        try:
            yield
        finally:
            self._left, self._enough = None, False

    def _print(self, body: RenderableType, soft_wrap: bool = False) -> None:
        if self.rows is None:
            self.console.print(body, soft_wrap=soft_wrap)
            return
        with self.console.capture() as captured:
            self.console.print(body, soft_wrap=soft_wrap)
        self.passed += captured.get().count("\n")
        if self._left is None:
            sys.stdout.write(captured.get())
            sys.stdout.flush()
            return
        for line in captured.get().splitlines(keepends=True):
            if self._left == 0 and not self._enough:
                self._enough = self.ask(_MORE).casefold() in ("q", "quit")
                self._left = (self.rows or _LEAST_ROWS) - 1
            if self._enough:
                return
            sys.stdout.write(line)
            self._left -= 1
        sys.stdout.flush()

    def say(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        """Writes a paragraph; what does not fit goes on, indented, on the next line."""
        body = self.shown(text if isinstance(text, Text) else Text(now().of(safe(text)), style))
        if indent == 0 or not body.plain:
            self._print(body, soft_wrap=not self.terminal_out)
            return
        for line in self.wrapped(body, indent):
            self._print(line, soft_wrap=True)

    def wrapped(self, text: Text, indent: int) -> list[Text]:
        """Breaks a paragraph into lines, the first one not indented."""
        lines = text.wrap(self.console, self.width_columns - indent)
        return [Text(" " * indent if number else "").append_text(line) for number, line in enumerate(lines)]

    def say_whole(self, text: str | Text) -> None:
        """Writes a line that the terminal may break and the program does not, so that it can be copied."""
        self.console.print(text if isinstance(text, Text) else Text(now().of(safe(text))), soft_wrap=True)

    def shown(self, text: Text) -> Text:
        """Writes the arrow between values in signs that can be shown."""
        if not self.plain or _ARROW not in text.plain:
            return text
        return Text("->").join(text.split(_ARROW, allow_blank=True))

    def show(self, drawing: RenderableType) -> None:
        """Writes a drawing."""
        self._print(drawing)

    def ask(self, prompt: str) -> str:
        """Reads a line, without the spaces around it.

        Raises:
            InputEnded: there is no more input.
        """
        prompt = now().of(prompt)
        try:
            if self.terminal_in and self.terminal_out:
                *above, last = (
                    self.wrapped(Text(prompt.rstrip()), _TYPED)
                    if len(prompt) > self.width_columns
                    else [prompt]
                )
                for line in above:
                    self._print(line, soft_wrap=True)
                typed = input(f"{str(last).rstrip()} " if above else prompt)
                self.passed += 1
                self.width_columns = self.console.width = _columns()
            else:
                sys.stdout.write(prompt)
                sys.stdout.flush()
                typed = sys.stdin.readline(_MOST_TYPED)
                if not typed:
                    raise EOFError
                sys.stdout.write(safe(typed.rstrip("\n")) + "\n")
        except EOFError:
            sys.stdout.write("\n")
            raise InputEnded from None
        return safe(typed.strip())

    @contextlib.contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Shows a line at a terminal while something takes longer than a moment; it is gone when that is done."""
        if not self.terminal_out or os.environ.get("TERM") == "dumb":
            yield
            return
        said = now().of(safe(text))
        line = (said.replace("…", "...") if self.plain else said)[: self.width_columns - 1]
        done, shown = threading.Event(), threading.Event()

        def show() -> None:
            if not done.wait(_MOMENT_S):
                shown.set()
                sys.stdout.write(line)
                sys.stdout.flush()

        waiting = threading.Thread(target=show, daemon=True)
        waiting.start()
        try:
            yield
        finally:
            done.set()
            waiting.join()
            if shown.is_set():
                sys.stdout.write(f"\r{' ' * len(line)}\r")
                sys.stdout.flush()

    def clear(self) -> None:
        """Empties the screen and what can be scrolled back to, where there is a terminal."""
        if self.terminal_out and os.environ.get("TERM") != "dumb":
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()

"""`gdl docs --serve`: the book is written again whenever one of its files changes.

Invariants:
    Every file that was read, or looked for in vain, is watched; the files that are written are not.
    A text with mistakes never takes the last good book away.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import output, serving
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.files import LIBRARY_PREFIX, shipped_folder
from gekido_dsl.pages.rulebook import BookErrors
from gekido_dsl.source import ReadFailure, Source, SourceProvider, join_name, read_bytes

PORT: Final = 8000
_PORTS: Final = 50
"""How many ports are tried when none is asked for."""
_LOOK_S: Final = 0.3
_SETTLE_S: Final = 0.1
"""How long nothing may change before a change is taken up: a program may write a file in parts."""

Files = Mapping[str, str | bytes]
_Stamp = tuple[int, int] | None


@dataclass
class Watched:
    """Reads from another provider, and notes how each file was before it was read, so that no change is missed."""

    inner: SourceProvider
    folder: Path
    seen: dict[Path, _Stamp] = field(default_factory=dict)

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        self._note(name, relative_to)
        got = self.inner.read(name, relative_to)
        if isinstance(got, Source):
            self._see(_path(got.name))  # a file of the library, where the folder has none
        return got

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text, and notes it."""
        self._note(name, relative_to)
        return read_bytes(self.inner, name, relative_to)

    def _note(self, name: str, relative_to: str | None) -> None:
        inside = join_name(name, relative_to)
        if isinstance(inside, str):
            self._see(_path(inside) if relative_to is not None else self.folder / inside)

    def _see(self, path: Path) -> None:
        if path not in self.seen:
            self.seen[path] = _stamp(path)


def _path(name: str) -> Path:
    """Gives the file of a source."""
    if name.startswith(LIBRARY_PREFIX):
        return shipped_folder() / name.removeprefix(LIBRARY_PREFIX)
    return Path(name)


def serve(ruleset: Ruleset, write: Callable[[Compilation], Files], port: int | None) -> int:
    """Serves a book until Ctrl-C.

    Args:
        write: makes the files of the site of a ruleset without errors.
        port: None for the first that is free.
    Raises:
        click.UsageError: the port that was asked for is taken.
    """
    shown = serving.Shown()
    server = _server(shown, port)
    worker = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    stamps = _build(ruleset, write, shown)
    worker.start()
    output.note(f"Serving at http://{serving.HOST}:{server.server_address[1]}/ (Ctrl-C ends it)")
    try:
        while True:
            time.sleep(_LOOK_S)
            if _stamps(stamps) != stamps:
                _settle(stamps)
                stamps = _build(ruleset, write, shown)
    except KeyboardInterrupt:
        output.note("Stopped.")
    finally:
        shown.end()
        server.shutdown()
        server.server_close()
    return 0


def _server(shown: serving.Shown, port: int | None) -> ThreadingHTTPServer:
    reason = ""
    for tried in range(PORT, PORT + _PORTS) if port is None else (port,):
        try:
            return serving.server(shown, tried)
        except OSError as error:
            reason = error.strerror or "it cannot be used"
    if port is None:
        return serving.server(shown, 0)
    raise click.UsageError(f"port {port} cannot be served: {reason.lower()}; another --port may be free")


def _build(
    ruleset: Ruleset, write: Callable[[Compilation], Files], shown: serving.Shown
) -> dict[Path, _Stamp]:
    """Writes the book anew and shows it, or shows what is wrong; gives the files to watch."""
    folder = ruleset.path.parent if ruleset.path is not None else Path()
    watched = Watched(ruleset.provider, folder)
    begun_s = time.perf_counter()
    made = load(ruleset.name, watched)
    try:
        errors = [found for found in made.diagnostics if found.severity is Severity.ERROR]
        if errors or made.game is None:
            output.complain(errors)
            shown.fail(output.drawn(errors, colour=False))
        else:
            shown.show(write(made))
            output.note(f"Written in {time.perf_counter() - begun_s:.1f} s")
    except BookErrors as error:
        output.complain(error.found)
        shown.fail(output.drawn(error.found, colour=False))
    except click.ClickException as error:
        output.note(error.format_message())
        shown.fail(error.format_message())
    return watched.seen


def _settle(stamps: Mapping[Path, _Stamp]) -> None:
    """Waits until the files have stopped changing."""
    before = _stamps(stamps)
    while True:
        time.sleep(_SETTLE_S)
        now = _stamps(stamps)
        if now == before:
            return
        before = now


def _stamps(files: Mapping[Path, object]) -> dict[Path, _Stamp]:
    return {path: _stamp(path) for path in files}


def _stamp(path: Path) -> _Stamp:
    """Gives when a file was changed, and its size; None for one that is not there."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size

"""A studio as somebody starts it, in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(game: Path | str, seed: int = 1, folder: Path | None = None) -> Iterator[str]:
    """Opens the studio on a ruleset, or on a shipped game, while the block lasts; gives its address.

    Args:
        folder: where it is started, if not here.
    """
    command = [sys.executable, "-u", "-m", "gekido_dsl", "studio", str(game)]
    command += ["--no-open", "--seed", f"{seed}"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as studio:
        assert studio.stdout is not None
        line = next((one for one in studio.stdout if "http://" in one), "")
        found = re.search(r"http://\S+", line)
        assert found, "the studio does not start"
        try:
            yield found.group(0)
        finally:
            studio.terminate()

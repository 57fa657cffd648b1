"""A studio as somebody starts it, in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(ruleset: Path) -> Iterator[str]:
    """Opens the studio on a ruleset while the block lasts; gives its address."""
    command = [sys.executable, "-u", "-m", "gekido_dsl", "studio", str(ruleset), "--no-open", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as studio:
        assert studio.stdout is not None
        line = next((one for one in studio.stdout if "http://" in one), "")
        found = re.search(r"http://\S+", line)
        assert found, "the studio does not start"
        yield found.group(0)
        studio.terminate()

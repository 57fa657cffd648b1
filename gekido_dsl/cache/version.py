"""The program and what it stands on become a text that is another one when one of them is another one.

A version number would not do: in a working copy the program changes and its number does not.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gekido_dsl import store

_LIBRARIES = ("lark", "yaml", "jsonschema", "networkx")
"""What has a part in what a ruleset means, or in how its mistakes are worded. None is imported for its version."""


@cache
def version_of_program() -> str | None:
    """Identifies the files of this program, the libraries below it and Python; None if that cannot be done."""
    try:
        package = Path(__file__).parents[1]
        files = sorted(_files(package, ""))
        for name in _LIBRARIES:
            spec = importlib.util.find_spec(name)
            if spec is not None and spec.origin is not None:
                files.append(f"{spec.origin} {_state(os.stat(spec.origin))}")
    except (OSError, ImportError, ValueError):
        return None
    return store.key("version", sys.version, *files)


def _files(folder: Path, inside: str) -> Iterator[str]:
    """Lists the files of the program, with their size and time. Rulesets are read anyway, so they do not count."""
    with os.scandir(folder) as found:
        for one in found:
            if one.is_dir():
                if one.name not in ("__pycache__", "_rulesets"):
                    yield from _files(Path(one.path), f"{inside}{one.name}/")
            else:
                yield f"{inside}{one.name} {_state(one.stat())}"


def _state(about: os.stat_result) -> str:
    return f"{about.st_size} {about.st_mtime_ns}"

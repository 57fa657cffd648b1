"""Builds `plain_gekido.c` with `gcc -O2` and runs it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_suffix("").with_name("plain_gekido.c")

_folders: list[tempfile.TemporaryDirectory[str]] = []
"""Gone when the process ends."""


def can_be_built() -> bool:
    """Tells whether there is a gcc."""
    return shutil.which("gcc") is not None


@cache
def build() -> Path:
    """Builds the program, once in a process, and gives where it is."""
    _folders.append(tempfile.TemporaryDirectory(prefix="plain-gekido-"))
    target = Path(_folders[-1].name) / "plain_gekido"
    subprocess.run(
        ["gcc", "-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", target, SOURCE], check=True
    )
    return target


def run(*words: str) -> str:
    """Runs the program and gives what it prints: JSON."""
    return subprocess.run([build(), *words], check=True, capture_output=True, text=True).stdout

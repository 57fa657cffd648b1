"""The habits of prose that `make lint` refuses are refused, and plain sentences are not."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def refused(text: str, folder: Path) -> list[str]:
    """Returns the words that the check of the prose finds in a text."""
    pytest.importorskip("codespell_lib")
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "codespell_lib", "--toml", str(ROOT / "pyproject.toml"), str(page)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return [line.split(": ", 1)[1].partition(" ==>")[0] for line in ran.stdout.splitlines()]


def test_a_planted_sentence_is_refused(tmp_path: Path) -> None:
    assert refused("The player is told of it, and the hands are dealt anew.\n", tmp_path) == [
        "is told",
        "anew",
    ]


def test_a_plain_sentence_passes(tmp_path: Path) -> None:
    assert refused("The player sees it, and two stones are told apart by color.\n", tmp_path) == []

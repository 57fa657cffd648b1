"""Hostile rulesets: however far one grows, it ends in a finding, a rule error or a normal match, and soon.

The default run takes every dimension once, at a size that must still be well; the slow one takes the larger ones in
turn.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from hostile import DIMENSIONS, MAIN
from hostile_files import OTHERS

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parents[1]
CPU_S = 20
"""Twice what a ruleset may take on a quiet machine: where cores are shared, the same work counts up to twice."""
MEMORY_BYTES = 1 << 30
EVERY = [(name, size) for name, (_, sizes) in DIMENSIONS.items() for size in sizes[1:]]
SAMPLE = [
    "cards that move all",
    "products",
    "whole board",
    "events",
    "options together",
    "rules",
    "distances",
]


def limited() -> None:
    """Ends a process that takes too long, however busy the machine is, and one that takes too much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))


def run(folder: Path, *words: str) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, "-m", "gekido_dsl", *words],
        cwd=folder, preexec_fn=limited, capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    told = ran.stdout + ran.stderr
    assert ran.returncode in (0, 1, 2), f"ended with {ran.returncode}: {told[-2_000:]}"
    assert "Traceback" not in told and "internal error" not in told, told[-2_000:]
    return ran.returncode, told


def hold_out(name: str, size: int, folder: Path) -> None:
    for file, text in DIMENSIONS[name][0](size).items():
        (folder / file).write_bytes(text.encode() if isinstance(text, str) else text)
    code, told = run(folder, "validate", MAIN, "--format", "concise")
    if code == 0:
        code, told = run(
            folder, "simulate", MAIN, "-n", "1", "--jobs", "1", "--seed", "1", "--seat", "random"
        )
        assert code == 0 or f"({MAIN}:" in told, "a rule error names its line"
    else:
        assert ("error" in told and ".gdl:" in told) or ".yaml:" in told, told[:500]


@pytest.mark.slow
@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("name", "size"), EVERY, ids=lambda value: str(value))
def test_every_size_ends_soon(name: str, size: int, tmp_path: Path) -> None:
    hold_out(name, size, tmp_path)


@pytest.mark.slow
@pytest.mark.in_turn(10)
@pytest.mark.parametrize("name", OTHERS)
def test_every_book_table_and_picture_ends_soon(name: str, tmp_path: Path) -> None:
    """`tools/hostile_runs.py` tries more sizes and commands."""
    made = OTHERS[name]
    for file, text in made.files(made.sizes[-1]).items():
        (tmp_path / file).write_bytes(text.encode() if isinstance(text, str) else text)
    words = {"validate": ["--format", "concise"], "docs": ["-o", "site"], "print": ["-o", "print.pdf"]}
    for command, more in words.items():
        if command in made.commands:
            run(tmp_path, command, MAIN, *more)


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.quick_in_turn(7)
def test_the_largest_of_some_ends_soon(name: str, tmp_path: Path) -> None:
    hold_out(name, DIMENSIONS[name][1][-1], tmp_path)


@pytest.mark.parametrize("name", DIMENSIONS)
@pytest.mark.quick_in_turn(3)
def test_the_smallest_of_each_is_a_game(name: str) -> None:
    """Otherwise a dimension would try nothing but its own mistakes."""
    make, sizes = DIMENSIONS[name]
    if name not in ("bad rows", "unknown names", "deep table", "triggers"):
        made = load(MAIN, MemoryProvider(make(sizes[0])))
        assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []


def test_a_ledger_keeps_the_last_run_of_each_file_and_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    import hostile_ledger as ledger

    rows = [
        ["deep table", 9, "docs", "abc", "time", 10.5, 300],
        ["deep table", 9, "lsp", "abc", "clear", 0.1, 150],
        ["deep table", 9, "play", "abc", "clear", 0.1, 150],
        ["deep table", 9, "odds", "abc", "alike", 0.1, 150],
        ["deep table", 9, "docs", "abd", "fault (exit 3)", 0.4, 200],
    ]
    runs: ledger.Runs = {}
    ledger.add(runs, map(json.dumps, rows))
    monkeypatch.setattr(ledger, "LEDGER", tmp := MagicMock(spec=Path))
    tmp.read_text.return_value = ledger.written(runs)
    assert ledger.read() == runs
    assert runs["deep table", 9, "docs"] == ledger.End("abd", "fault (exit 3)", 0.4, 200)
    assert ledger.summed(runs).endswith(
        "fault (exit 3): deep table 9 docs, abd\n"
        "1 files of 1 classes, 3 runs and 1 refused alike; 1 without a clear end"
    )

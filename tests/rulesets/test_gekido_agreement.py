"""The interpreter and the plain program agree about random play; `benchmarks/agreement.py` says how."""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
agreement: Any = importlib.import_module("agreement")


def disagreements(title: str, games: int, seed: int, limit: float) -> list[str]:
    players, duel = agreement.TABLES[title]
    rows = agreement.compare(games, players, duel, seed)
    assert len(rows) > 30
    return [
        f"{row.name}: {row.plain:.4f} and {row.ours:.4f}, z {row.z:.1f}"
        for row in rows
        if abs(row.z) >= limit
    ]


@pytest.mark.parametrize(
    ("title", "games"), [("2 players", 75), ("3 players", 65), ("4 players", 40), ("Duel", 120)]
)
def test_random_play_agrees(title: str, games: int) -> None:
    assert disagreements(title, games, 5, 5.0) == []


@pytest.mark.slow
@pytest.mark.parametrize("title", list(agreement.TABLES))
def test_much_random_play_agrees(title: str) -> None:
    assert disagreements(title, 1000, 6, agreement.LIMIT) == []


def test_a_disagreement_is_seen() -> None:
    row = agreement.Row("turns", 40.0, 0.5, 44.0, 0.5)
    assert not row.agrees and row.z > 5
    assert agreement.Row("turns", 40.0, 0.5, 41.0, 0.5).agrees

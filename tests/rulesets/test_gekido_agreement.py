"""The interpreter and the plain program agree about random play; `benchmarks/agreement.py` says how."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
agreement: Any = importlib.import_module("agreement")
c_program: Any = importlib.import_module("c_program")
needs_gcc = pytest.mark.skipif(not c_program.can_be_built(), reason="there is no gcc")


def disagreements(title: str, games: int, seed: int, limit: float, **more: Any) -> list[str]:
    players, duel = agreement.TABLES[title]
    rows = agreement.compare(games, players, duel, seed, **more)
    assert len(rows) > 30
    return [
        f"{row.name}: {row.one:.4f} and {row.two:.4f}, z {row.z:.1f}" for row in rows if abs(row.z) >= limit
    ]


@pytest.mark.parametrize(
    ("title", "games"),
    [
        ("2 players", 40),
        pytest.param("3 players", 35, marks=pytest.mark.slow),
        pytest.param("4 players", 25, marks=pytest.mark.slow),
        ("Duel", 60),
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_random_play_agrees(title: str, games: int) -> None:
    assert disagreements(title, games, 5, 5.0) == []


POWERS = (
    "flip_a_die", "switch_attack", "extra_die", "extra_reroll", "one_die_any", "damage3_heal2",
    "opponent_rerolls_die", "force_reroll", "draw5_keep2", "prevent_4",
)  # fmt: skip
BONUSES = ("", "card", "upgrade", "armor", "power", "charge")


@needs_gcc
@pytest.mark.slow
def test_the_program_in_c_has_the_same_components() -> None:
    said = json.loads(c_program.run("--components"))
    plain = agreement.plain
    assert said["copies"] == [thing.copies for thing in plain.THINGS.values() if thing.copies]
    for side, panels in (("main", plain.MAIN_PANELS), ("duel", plain.DUEL_PANELS)):
        assert [one["name"] for one in said[side]] == list(panels)
        for one, panel in zip(said[side], panels.values(), strict=True):
            attack = panel.upgrade == "attack"
            assert one["numbers"] == [panel.symbol, attack, panel.hand_limit, panel.armor_spaces]
            assert [*zip(one["damage"], one["malfunction"], strict=True)] == list(panel.commands)
            assert one["charges"] == [panel.powers.get(name, 0) for name in POWERS]
            bonuses = [[BONUSES.index(name) for name in (*row, "", "", "", "")[:4]] for row in panel.rows]
            assert one["bonuses"] == [number for row in bonuses for number in row]


@needs_gcc
@pytest.mark.parametrize("title", list(agreement.TABLES))
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_random_play_in_c_agrees(title: str) -> None:
    assert disagreements(title, 200, 5, 5.0, programs=("c", "python"), more=40) == []


@pytest.mark.slow
@pytest.mark.parametrize("title", list(agreement.TABLES))
@pytest.mark.in_turn(4)
def test_much_random_play_agrees(title: str) -> None:
    # In the short games of the duel what is rare needs more of them, or nothing can be said of its spread.
    assert disagreements(title, 500 if title == "Duel" else 150, 6, agreement.LIMIT) == []


def test_a_disagreement_is_seen() -> None:
    row = agreement.Row("turns", 40.0, 0.5, 44.0, 0.5)
    assert not row.agrees and row.z > 5
    assert agreement.Row("turns", 40.0, 0.5, 41.0, 0.5).agrees

"""The share of false findings on games as beginners write them, without anything said for the checks' sake.

`games/beginner/verdicts.yaml` judges every finding: right, if the game may go wrong there, or says what makes no
difference; wrong, if it cannot, or is meant. What is not judged there fails, and so does a right one that is missing.
"""

from functools import cache
from pathlib import Path

import pytest
import yaml

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.files import FolderProvider

FOLDER = Path(__file__).parent / "games" / "beginner"
RULESETS = Path(__file__).parent.parent / "rulesets"
GAMES = sorted(path.name for path in FOLDER.glob("*.gdl"))
JUDGED: dict[str, list[dict[str, str]]] = yaml.safe_load(
    (FOLDER / "verdicts.yaml").read_text(encoding="utf-8")
)
MOST_FALSE = 0.1


@cache
def findings(name: str) -> list[tuple[str, str]]:
    """Lists the findings of a game: the code of each, and what it points at."""
    made = load(name, FolderProvider(FOLDER, library=RULESETS))
    assert not [one.message for one in made.diagnostics if one.severity is Severity.ERROR]
    return [(one.code.slug, " ".join(one.labels[0].span.text.split())) for one in made.diagnostics]


def judged(name: str, verdict: str = "") -> list[tuple[str, str]]:
    return [
        (one["finding"], one["at"])
        for one in JUDGED.get(name, [])
        if not verdict or one["verdict"] == verdict
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_finding_is_judged_and_no_right_one_is_missing(name: str) -> None:
    given = findings(name)
    assert sorted(set(given) - set(judged(name))) == [], "judge it in verdicts.yaml"
    assert sorted(set(judged(name, "right")) - set(given)) == []


def test_there_are_enough_games_and_findings_to_judge() -> None:
    assert len(GAMES) >= 24
    assert sum(len(findings(name)) for name in GAMES) >= 24
    assert set(JUDGED) <= set(GAMES)
    assert {one["verdict"] for listed in JUDGED.values() for one in listed} <= {"right", "wrong"}


def test_less_than_one_finding_in_ten_is_false() -> None:
    every = [(name, one) for name in GAMES for one in findings(name)]
    wrong = [(name, one) for name, one in every if one in judged(name, "wrong")]
    assert len(wrong) < MOST_FALSE * len(every), f"{len(wrong)} of {len(every)}: {wrong}"


NEAR_MISSES = [
    ("guild.gdl", "Fame: 0 to 30", "Fame: 0 to 21", "range-may-be-left"),
    ("steps.gdl", "Visits: 0 to 12", "Visits: 0 to 10", "range-may-be-left"),
    ("chase.gdl", "Bones gains 1", "Bones gains 2", "range-may-be-left"),
    ("duel.gdl", "    if my Wizard's Mana is 5\n      stop\n", "", "range-may-be-left"),
    ("bakery.gdl", " and its Sugar Cost is at most my Baker's Sugar", "", "range-may-be-left"),
    ("islands.gdl", "3 by 3 Isle", "1 by 3 Isle", "empty-choice"),
    ("hangar.gdl", "players 2 to 3", "players 2 to 6", "empty-choice"),
    ("hangar.gdl", "12 of them", "8 of them", "component-count"),
    ("hangar.gdl", "setup\n  each player\n", "setup\n  each other player\n", "empty-choice"),
    ("ferry.gdl", "kind Worker, 2 for", "kind Worker, 3 for", "empty-choice"),
    (
        "pairs.gdl",
        "    move a Card of my Hand that is a Match to Table\n",
        "    move a Card of my Hand to Table\n",
        "",
    ),
    ("pairs.gdl", "if some Card of my Hand is a Match", "if every Card of my Hand is a Match", "hidden-leak"),
]


@pytest.mark.parametrize(("name", "old", "new", "slug"), NEAR_MISSES)
def test_a_near_miss_is_found(name: str, old: str, new: str, slug: str, tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")
    made = load(name, FolderProvider(tmp_path, library=RULESETS))
    fresh = [one.code.slug for one in made.diagnostics]
    known = [finding for finding, _ in findings(name)]
    assert fresh.count(slug) > known.count(slug) if slug else fresh == known, fresh

"""Spaces that follow one another, boards that wrap round, sowing, what is done to a fact of several, in lockstep."""

from pathlib import Path

import pytest
from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"
ENGLISH = RULESETS.parent / "tests" / "english"


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        (ENGLISH, "ring"),
        (ENGLISH, "drum"),
        (ENGLISH, "snail"),
        (ENGLISH, "slide"),
        (CORPUS, "outer_after_remove"),
        (CORPUS, "value_out_of_range_rings"),
        (CORPUS, "wrong_shape_wrap"),
        (CORPUS, "wrong_drawing_ring"),
        (CORPUS, "component_count_ring"),
        (CORPUS, "wrong_type_facts"),
        (RULESETS / "classics", "kalah"),
        (RULESETS / "classics", "oware"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_both_executors_agree(folder: Path, name: str) -> None:
    game = load(f"{name}.gdl", FolderProvider(folder)).game
    assert game is not None
    assert lockstep(game, 1) > 5

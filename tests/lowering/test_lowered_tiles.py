"""Tiles in lockstep: on squares and hexagons, as parts of which some have no sides, on boards of players."""

from pathlib import Path

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "resolve" / "good"


@pytest.mark.parametrize("name", ["tiles_turned.gdl", "tiles_ribbons.gdl", "tiles_in_hand.gdl"])
def test_tiles_of_the_corpus_agree(name: str) -> None:
    made = load(name, FolderProvider(CORPUS))
    assert made.game is not None and not has_errors(made.diagnostics)
    assert sum(lockstep(made.game, seed) for seed in range(4)) > 30
    assert both(made.game, 5) > 8

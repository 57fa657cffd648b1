"""Positions in lockstep: how often one has come up, what a choice must leave, with facts and who is on turn."""

from pathlib import Path

from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.ground import positions
from gekido_dsl.source import MemoryProvider

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "resolve" / "good" / "positions.gdl"


def test_positions_of_the_corpus_agree() -> None:
    made = load(CORPUS.name, MemoryProvider({CORPUS.name: CORPUS.read_text(encoding="utf-8")}))
    assert made.game is not None and not has_errors(made.diagnostics)
    assert sum(lockstep(made.game, seed) for seed in range(4)) > 60
    assert both(made.game, 5) > 10


def test_what_differs_in_anything_has_another_number() -> None:
    seen = {
        positions.of_thing((where, owner, row, fact))
        for where in range(-1, 40)
        for owner in range(-1, 3)
        for row in range(4)
        for fact in range(4)
    }
    assert len(seen) == 41 * 4 * 4 * 4
    assert all(-(1 << 31) <= half < 1 << 31 for number in seen for half in positions.halves(number))

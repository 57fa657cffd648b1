"""Shapes of several squares in lockstep: drawn in a table and below, turned, mirrored and put back; wrapped boards."""

from pathlib import Path

from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider

TESTS = Path(__file__).resolve().parents[1]


def test_shapes_agree() -> None:
    for folder, name in (("english", "beds.gdl"), ("corpus/resolve/good", "shapes_wrapped.gdl")):
        made = load(name, FolderProvider(TESTS / folder))
        assert made.game is not None and not has_errors(made.diagnostics)
        assert sum(lockstep(made.game, seed) for seed in range(3)) > 10
        assert both(made.game, 5) > 5

"""Every template of `gdl new` is right, its examples pass, and both executors play it alike."""

import pytest
from lockstep import lockstep
from playing import hold

from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider
from gekido_dsl.templates import of_template, templates


@pytest.mark.parametrize("name", sorted(templates()))
def test_a_template_is_right_and_plays(name: str) -> None:
    files = of_template(name, "game")
    made = load("game.gdl", MemoryProvider(files))
    assert not made.diagnostics
    assert made.game is not None
    hold(files["game.gdl"], files)
    assert lockstep(made.game, 1) > 3

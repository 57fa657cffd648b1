"""What grows beyond measure is refused while it is lowered, and played by the interpreter."""

import pytest
from lockstep import game_of

import gekido_dsl
from gekido_dsl import lowering
from gekido_dsl.lowering import NotLowered, lower, patterns


def test_too_many_sets_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "STATES_LIMIT", 900)
    with pytest.raises(NotLowered, match="`Command` has 6 dice, which show more than 900 sets of faces"):
        lower(game_of("gekido"), 2, {})


def test_too_many_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gekido_dsl.lowering.lowering.STATEMENTS", 300)
    with pytest.raises(NotLowered, match=r"more than 500,000 statements \[too-large-to-compile\]"):
        lower(game_of("gekido"), 2, {})
    assert lowering.STATEMENTS == 500_000


def test_the_interpreter_plays_it_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = gekido_dsl.read("classics/pig").simulate(40, 2, seed=3)
    monkeypatch.setattr("gekido_dsl.lowering.lowering.STATEMENTS", 30)
    assert gekido_dsl.read("classics/pig").simulate(40, 2, seed=3) == compiled

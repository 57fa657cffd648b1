"""What a scenario says of a choice, and which one it means."""

import pytest

from gekido_dsl.scenario.choices import meant


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("r2c2 to Up Left", 0),
        ("r2c2 to Up", None),
        ("r2c2", 0),
        ("Up Left", 0),
        ("r3c1 to r4c1", 1),
        ("draw up to 2", 2),
    ],
)
def test_a_goal_is_said_whole(text: str, found: int | None) -> None:
    assert meant(["r2c2 → Up Left", "r3c1 → r4c1", "Draw up to 2 cards"], text) == found

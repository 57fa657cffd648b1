"""How much comes into a place or onto a space: a limit is kept by discarding, room on a space is asked for."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Room"
  players 2
  limit 12 turns

kind Worker, 3 for each player
kind Square
pool Home of each player: all Workers
WHERE

turn of each player
  Main

phase Main
  move a Worker of my Home to GOAL
    otherwise stop
the game ends when every player is Done
  nobody wins
a player is Done if its Home is empty
"""
MINE = """\
pool Mine of Workers, with pile Heap
  limit 2
pile Heap of Workers
board Row: 1 by 4 Square, touching in 4 directions"""


def compiled(where: str, goal: str) -> Compilation:
    return load("room.gdl", MemoryProvider({"room.gdl": GAME.replace("WHERE", where).replace("GOAL", goal)}))


def reported(where: str) -> list[Diagnostic]:
    return list(compiled(where, "Mine").diagnostics)


def prompts(goal: str) -> list[str]:
    """Plays a match by first choices, and gives what was asked."""
    made = compiled(MINE, goal)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    asked: list[str] = []
    while (decision := x.decision(state)) is not None and len(asked) < 40:
        asked.append(decision.prompt.split()[0])
        x.apply(state, 0)
    return asked


def test_what_comes_into_a_full_place_comes_and_is_discarded() -> None:
    assert prompts("Mine") == ["Move", "Move", *["Move", "Discard"] * 4]


def test_a_space_without_room_is_not_offered() -> None:
    asked = prompts("a Square that is empty")
    assert asked[:4] == ["Move"] * 4 and "Discard" not in asked


@pytest.mark.parametrize(
    ("where", "help"),
    [
        ("pool Mine of Workers\n  limit 2", "to let no more in, ask `if the number of Workers of Mine"),
        ("pile Mine of Workers\n  limit 2", "declare another pile"),
        (
            "board Mine: 1 by 4 Square, touching in 4 directions\n  limit 1",
            "as in `a Square that is empty`",
        ),
    ],
)
def test_a_limit_that_cannot_be_kept_is_told_what_to_write(where: str, help: str) -> None:
    (one,) = reported(where)
    assert help in (one.help or ""), one

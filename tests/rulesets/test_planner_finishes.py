"""The bot that plans finishes what is there to be finished: the floors of BotWars, the rooms of the Geek-o Challenge.

Each from one seed that is not chosen; how often it does with others stands in `docs/cli/index.md`.
"""

from pathlib import Path

import pytest

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.simulate import play

RULESETS = Path(__file__).parents[2] / "rulesets"
LATER = """edition 1

game "From Room {room}" changes "geeko.gdl"

change kind Team
  Room: 0 to 5, starts {passed}
"""
FLOORS = ("Alpha", "Beta", "Gamma", "Delta")
MOST_TURNS = 25
"""In which a room is left; a whole match has 40."""


def executor(path: Path) -> Executor:
    made = load(path.name, FolderProvider(path.parent, library=RULESETS))
    assert made.game is not None, made.diagnostics
    return CompiledExecutor(made.game)


def finishes(floor: str) -> None:
    """Plays a match of BotWars against chance."""
    setting = Setting(2, 1, {"Floor Plan": floor})
    result = play(
        executor(RULESETS / "botwars.gdl"),
        setting,
        0,
        [RandomBot, PlannerBot],
    )
    assert result.winners == (1,), result


def turns_to_leave(folder: Path, room: int) -> int:
    """Plays from the entrance of a room until the next one is entered, or the match is over."""
    path = folder / "later.gdl"
    path.write_text(LATER.format(room=room, passed=room - 1), encoding="utf-8")
    x, bot = executor(path), PlannerBot(1)
    state, _ = x.initial(Setting(1, 1))
    taken = 0
    while (decision := x.decision(state)) is not None:
        turn, _ = x.turn(state)
        here = next(thing for thing in x.observe(state, 0).players[0].things if thing.kind == "Team").facts[
            "Room"
        ]
        if turn > MOST_TURNS or (turn and here != str(room)):
            return turn - 1
        x.apply(state, bot.choose(x, state, decision, taken))
        taken += 1
    return x.turn(state)[0]


def test_no_floor_is_left_out() -> None:
    game = load("botwars.gdl", FolderProvider(RULESETS, library=RULESETS)).game
    assert game is not None
    assert game.options["Floor Plan"].answers.members == FLOORS
    assert tuple(row.name for row in game.kinds["Plan"].rows) == FLOORS


@pytest.mark.slow
@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.in_turn(4)
def test_each_floor_is_finished(floor: str) -> None:
    finishes(floor)


@pytest.mark.slow
@pytest.mark.parametrize("room", [1, 2, 3, 4, 5])
@pytest.mark.in_turn(5)
def test_each_room_is_left(tmp_path: Path, room: int) -> None:
    assert turns_to_leave(tmp_path, room) < MOST_TURNS

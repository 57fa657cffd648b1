"""What follows at the same time is put in order by the player on turn, where the game says so."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Bells"
  players 2
  limit 1 turns
  at the same time the player on turn decides

kind Spot
  Place: 1 to 2, numbered
board Field: 1 by 2 Spot, touching in 4 directions
kind Bell, 2 for each player
  Number: 1 to 2, numbered
kind Clock, 1 for each player
kind Tower, 1 of them
  Score: 0 to 9999, starts 0

setup
  each player
    take a Bell that is unclaimed if possible

turn of each player
  Ring

phase Ring
  {act}

whenever High: a Bell enters a Spot if its Number is 1
  do Strike with 1
whenever Low: a Bell enters a Spot
  do Strike with 2
whenever Bells Off: Ring ends
  do Strike with 3
whenever Doors Off: Ring ends
  do Strike with 4

rule Strike with 1 to 4 as the tone
  Tower's Score gains Tower's Score times 9 plus the tone

the game ends when Tower's Score is more than 9998
  nobody wins
"""


def executor(act: str, game: str = GAME) -> Interpreter:
    made = load("bells.gdl", MemoryProvider({"bells.gdl": game.replace("{act}", act)}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.executor()


def offered(x: Interpreter, state: State) -> list[str]:
    decision = x.decision(state)
    return [] if decision is None else [choice.label for choice in decision.choices]


def score(x: Interpreter, state: State) -> int:
    tower = state.program.layout.things["Tower"].start
    kind = state.program.layout.kind_of[tower]
    return state.cells[state.program.layout.field_cell[id(kind), "Score"] + tower - tower]


def test_two_rules_for_one_event_are_put_in_order() -> None:
    x = executor(
        "move a Bell that is Mine to a Spot that is corner\na Bell is Mine if its owner is me and its Number is 1"
    )
    state, _ = x.initial(Setting(2, 1))
    x.apply(state, 0)
    decision = x.decision(state)
    assert decision is not None and decision.seat == 0 and decision.prompt == "What comes first?"
    assert offered(x, state) == ["High: Player 1's Bell 1", "Low: Player 1's Bell 1"]
    before = x.snapshot(state)
    assert x.snapshot(x.restore(before)) == before
    x.apply(state, 1)
    assert offered(x, state) == ["Bells Off", "Doors Off"]
    assert score(x, state) == 21
    x.apply(state, 0)
    assert score(x, state) == 2134


def test_one_rule_for_several_things_is_put_in_order_and_the_rest_is_asked_again() -> None:
    x = executor("move all Bells to the lowest Spot by Place\n")
    state, _ = x.initial(Setting(2, 1))
    every = [
        f"{tone}: Player {seat}'s Bell {k}" for seat in (1, 2) for k in (1, 2) for tone in ("High", "Low")
    ]
    every = [label for label in every if not (label.startswith("High") and label.endswith("2"))]
    assert offered(x, state) == every
    x.apply(state, every.index("Low: Player 2's Bell 1"))
    every.remove("Low: Player 2's Bell 1")
    assert offered(x, state) == every


def test_without_the_line_rules_follow_as_they_are_written() -> None:
    game = GAME.replace("  at the same time the player on turn decides\n", "")
    x = executor("move the lowest Bell by Number to the lowest Spot by Place", game)
    state, _ = x.initial(Setting(2, 1))
    assert offered(x, state) == []
    assert score(x, state) == 1234


@pytest.mark.parametrize("line", ["at the same time", "at the same time the player decides"])
def test_the_line_is_said_in_full(line: str) -> None:
    game = GAME.replace("at the same time the player on turn decides", line)
    found = load("bells.gdl", MemoryProvider({"bells.gdl": game.replace("{act}", "stop")})).diagnostics
    assert "syntax-error" in [one.code.slug for one in found] or found[0].code.slug == "unknown-word"

"""BotWars as players meet it: how many have a place, and what the log and the reports tell."""

import random
from pathlib import Path

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


def botwars() -> Interpreter:
    return load("botwars.gdl", FolderProvider(RULESETS)).executor()


def test_the_ninth_player_has_a_place_only_if_nine_may_play() -> None:
    x = botwars()
    for options, asked in (dict[str, str](), 8), ({"Most Players": "Nine"}, 9):
        state, _ = x.initial(Setting(9, 1, options))
        seats = []
        while (decision := x.decision(state)) is not None and "robot" in decision.prompt:
            seats.append(decision.seat)
            x.apply(state, 0)
        assert seats == list(range(asked))


def played(seed: int, turns: int) -> list[e.Event]:
    x = botwars()
    chance = random.Random(seed)
    state, told = x.initial(Setting(3, seed, {"Floor Plan": "Gamma"}))
    while (decision := x.decision(state)) is not None and x.turn(state)[0] <= turns:
        told += x.apply(state, chance.randrange(len(decision.choices)))
    return told


def test_the_log_tells_of_obstructions_and_fused_registers() -> None:
    texts = [event.text for event in played(5, 12)]
    assert any(text.endswith("obstruction encountered") for text in texts)
    assert any(text.endswith("a register is fused") for text in texts)
    assert not any("Reach" in text or "Hits" in text for text in texts)

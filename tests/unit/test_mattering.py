"""How often a decision mattered, and what a good choice is worth."""

import random

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.insight import report_page
from gekido_dsl.simulate import Experiment, Mattering, Totals, data, report_of, text, weighing
from gekido_dsl.simulate.compiled import NotCompiled
from gekido_dsl.simulate.mattering import DECISIONS
from gekido_dsl.simulate.weighing import crossed, weigh
from gekido_dsl.source import MemoryProvider, Recording

LUCK = """\
edition 1

game "Luck"
  players 2
  limit 40 turns

die Luck Die of 1 to 6, 1 of them

box Table: all Luck Dice

kind Seat, 1 for each player
  Score: 0 to 300, starts 0

turn of each player
  Rolling

phase Rolling
  choose one
    "Red"
      roll Luck Die
    "Blue"
      roll Luck Die
      roll Luck Die
  my Seat's Score gains Luck Die's face

the game ends when some Seat is Rich
  the highest player by my Seat's Score wins

a Seat is Rich if its Score is at least 12
"""
"""Choices that do nothing, but draw differently."""

TAKING = (
    LUCK.replace('    "Red"\n      roll Luck Die\n', '    "Red"\n      my Seat\'s Score gains 12\n')
    .replace('    "Blue"\n      roll Luck Die\n      roll Luck Die\n', '    "Blue"\n      roll Luck Die\n')
    .replace("my Seat's Score gains Luck Die's face\n\nthe", "my Seat's Score gains 1\n\nthe")
)
"""Who chooses red wins at once."""


def found_in(ruleset: str, games: int = 400) -> Mattering:
    asked, provider = "luck", MemoryProvider({"luck": ruleset})
    texts = Recording(provider)
    game = load(asked, texts).model.value
    assert game is not None
    experiment = Experiment(asked, texts.recorded(without=".md"), Setting(2, 1), (None, None), True)
    return weigh(experiment, game, games)


@pytest.mark.dear
def test_in_a_game_of_chance_nothing_matters() -> None:
    found = found_in(LUCK)
    assert len(found.weighed) == DECISIONS and not found.left_out
    assert found.mattered <= 6, "a decision in a hundred may seem to matter by luck"
    assert abs(found.gain.value) < 0.6 and found.gain.high - found.gain.low < 1


@pytest.mark.dear
def test_where_one_choice_wins_at_once_every_decision_matters() -> None:
    found = found_in(TAKING)
    assert found.mattered == len(found.weighed) > 50
    assert found.share.low > 0.95
    # Against players who take red half of the time: a win, less the mean of it and of what comes otherwise.
    assert 30 < found.gain.value < 36


@pytest.mark.slow
def test_wins_are_told_by_what_a_seat_chose_first() -> None:
    picks = {share.name: share for share in report_of(Totals(), 2, mattering=found_in(TAKING)).first_picks}
    red, blue = picks["Rolling: Red"], picks["Rolling: Blue"]
    assert red.count == red.of > 50 and 0 < blue.count < blue.of
    # A hundred games: the first seat chooses in all, the second wherever the first did not win at once.
    assert 130 < red.of + blue.of < 170


@pytest.mark.slow
def test_it_is_the_same_each_time() -> None:
    assert found_in(TAKING, 40) == found_in(TAKING, 40)


def test_luck_with_playouts_is_not_taken_for_a_good_choice() -> None:
    chance = random.Random(1)
    gains = [
        sum(crossed([[chance.randint(0, 1) for _ in range(8)] for _ in range(32)])) / 32 for _ in range(400)
    ]
    assert abs(sum(gains) / 400) < 0.015
    assert crossed([[1.0, 0.0]] * 4) == [0.5] * 4
    assert crossed([[1.0, 0.0]]) == []


@pytest.mark.dear
def test_the_report_tells_it_and_says_where_it_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_in(TAKING, 40)
    report = report_of(Totals(), 2, mattering=found)
    assert "decisions that mattered" in text(report) and "played on at random" in text(report)
    assert data(report)["figures"]["mattered"]["value"] == 1
    assert data(report)["mattering"]["rules"][0]["rule"] == "Rolling"
    assert "What a choice is worth" in report_page(report, "Luck", "two", "gdl simulate luck")

    def refuse(*_: object) -> None:
        raise NotCompiled("no modules here")

    monkeypatch.setattr(weighing, "_executor", refuse)
    report = report_of(Totals(), 2, mattering=found_in(TAKING, 40))
    assert "is left out: no modules here" in text(report)
    assert "is left out: no modules here" in report_page(report, "Luck", "two", "gdl simulate luck")
    assert data(report)["mattering"]["why_not"] == "no modules here"

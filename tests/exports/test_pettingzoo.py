"""Rulesets in PettingZoo: its own tests pass on every shipped game."""

import random
from typing import Any

import numpy as np
import pytest

from gekido_dsl.files import shipped_folder

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

from gekido_dsl.exports.pettingzoo import RulesetEnv, env

QUICK = [
    "classics/connect_four",
    "classics/pig",
    "classics/rock_paper_scissors",
    "classics/tic_tac_toe",
    "classics/whist",
]
EVERY = sorted(
    path.relative_to(shipped_folder()).with_suffix("").as_posix() for path in shipped_folder().rglob("*.gdl")
)
GAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in EVERY
    if "/" not in name or name.startswith("classics/")
]


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.in_turn(3)
def test_its_own_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name), num_cycles=20)
    seed_test(lambda: env(name), num_cycles=8)
    assert "Passed API test" in capsys.readouterr().out


def _played(match: RulesetEnv, seed: int) -> tuple[list[int], dict[str, float]]:
    """Plays a match at random; gives what was taken, and the rewards."""
    match.reset(seed=seed)
    chooser, taken = random.Random(seed), []
    totals = dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter():
        seen, reward, ended, cut, info = match.last()
        totals[agent] += reward
        if ended or cut:
            match.step(None)
            continue
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        taken.append(chooser.choice(np.flatnonzero(info["action_mask"]).tolist()))
        match.step(taken[-1])
    return taken, totals


@pytest.mark.parametrize("name", ["classics/tic_tac_toe", "classics/whist"])
def test_a_match_is_the_same_for_its_seed(name: str) -> None:
    first, second = _played(env(name), 5), _played(env(name), 5)
    assert first == second
    assert sum(first[1].values()) == 0
    assert first[0] != _played(env(name), 6)[0]


def test_only_open_actions_are_taken() -> None:
    match = env("classics/tic_tac_toe")
    match.reset(seed=1)
    shut: Any = np.flatnonzero(match.observe("player_0")["action_mask"] == 0)
    with pytest.raises(ValueError, match="not open to player_0"):
        match.step(int(shut[0]))
    assert not match.observe("player_1")["action_mask"].any(), "only who is asked may act"


def test_a_match_without_end_is_cut_short() -> None:
    match = env("classics/pig", most_decisions=5)
    taken, totals = _played(match, 1)
    assert len(taken) == 5
    assert set(totals.values()) == {0.0}
    match.reset(seed=1)
    for _ in range(5):
        match.step(int(np.flatnonzero(match.observe(match.agent_selection)["action_mask"])[0]))
    assert all(match.truncations.values()) and not any(match.terminations.values())
    assert match.infos["player_0"] == {"cut_short": "5 decisions were taken"}


def test_actions_have_words() -> None:
    match = env("classics/pig")
    match.reset(seed=1)
    assert match.decision is not None
    said = {
        match.label(action) for action in np.flatnonzero(match.observe("player_0")["action_mask"]).tolist()
    }
    assert said == {choice.label for choice in match.decision.choices}

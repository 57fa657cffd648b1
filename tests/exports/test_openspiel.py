"""Rulesets in OpenSpiel: its own tests pass on every shipped game, and its search plays them."""

import random
from collections import Counter

import pytest

from gekido_dsl.files import shipped_folder

pyspiel = pytest.importorskip("pyspiel")
from gekido_dsl.exports import openspiel  # noqa: E402

QUICK = ["classics/connect_four", "classics/pig", "classics/rock_paper_scissors", "classics/tic_tac_toe"]
LARGE = ("aimbots", "botwars", "geeko")
"""Their matches take long, as chance decides hundreds of times: each has its turn."""
EVERY = sorted(
    (
        path.relative_to(shipped_folder()).with_suffix("").as_posix()
        for path in shipped_folder().rglob("*.gdl")
    ),
    key=lambda name: (name not in LARGE, name),
)
GAMES = [
    name
    if name in QUICK
    else pytest.param(name, marks=[pytest.mark.slow, *([pytest.mark.in_turn(3)] if name in LARGE else ())])
    for name in EVERY
    if "/" not in name or name.startswith("classics/")
]


@pytest.mark.parametrize("name", GAMES)
def test_its_own_tests_pass(name: str) -> None:
    pyspiel.random_sim_test(openspiel.load(name), num_sims=1, serialize=True, verbose=False)


def test_games_are_loaded_by_name() -> None:
    game = pyspiel.load_game("gdl(ruleset=classics/pig,players=3)")
    assert (game.num_players(), game.get_type().long_name) == (3, "Pig")
    assert pyspiel.load_game(str(game)).num_players() == 3


@pytest.mark.parametrize(
    ("name", "chance", "information", "utility"),
    [
        ("classics/tic_tac_toe", "DETERMINISTIC", "PERFECT_INFORMATION", "ZERO_SUM"),
        ("classics/pig", "EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION", "ZERO_SUM"),
        ("classics/rock_paper_scissors", "DETERMINISTIC", "IMPERFECT_INFORMATION", "ZERO_SUM"),
        ("classics/four_lamps", "EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION", "GENERAL_SUM"),
    ],
)
def test_what_sort_of_game_it_is(name: str, chance: str, information: str, utility: str) -> None:
    kind = openspiel.load(name).get_type()
    assert (kind.chance_mode.name, kind.information.name, kind.utility.name) == (chance, information, utility)


def test_chance_has_every_outcome() -> None:
    state = openspiel.load("classics/pig").new_initial_state()
    while not state.is_chance_node():
        roll = next(one for one in state.legal_actions() if "Roll" in state.action_to_string(one))
        state.apply_action(roll)
    outcomes = state.chance_outcomes()
    assert [chance for _, chance in outcomes] == [1 / 6] * 6
    after = Counter(str(_after(state, outcome)) for outcome, _ in outcomes)
    assert len(after) == 2, "a one ends the turn, and all others go on with the same player"
    assert sorted(after.values()) == [1, 5]


def _after(state: "pyspiel.State", action: int) -> "pyspiel.State":
    other = state.clone()
    other.apply_action(action)
    return other


def test_a_copy_goes_its_own_way() -> None:
    state = openspiel.load("classics/tic_tac_toe").new_initial_state()
    before = str(state), state.legal_actions()
    state.clone().apply_action(state.legal_actions()[0])
    assert (str(state), state.legal_actions()) == before


def test_a_drawn_state_looks_the_same() -> None:
    game = openspiel.load("classics/whist")
    state, chooser = game.new_initial_state(), random.Random(3)
    while state.is_chance_node() or state.move_number() < 60:
        actions = (
            [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(chooser.choice(actions))
    seat = state.current_player()
    drawn = [state.resample_from_infostate(seat, chooser.random) for _ in range(5)]
    for one in drawn:
        assert one.information_state_string(seat) == state.information_state_string(seat)
        assert one.legal_actions() == state.legal_actions()
    others = {one.observation_string((seat + 1) % 4) for one in drawn}
    assert len(others) == 5, "hands of others are dealt anew"


def test_its_search_wins_where_it_can() -> None:
    from open_spiel.python.algorithms import mcts

    game = openspiel.load("classics/tic_tac_toe")
    state = game.new_initial_state()
    for space in ("r1c1", "r1c3", "r2c1", "r2c3"):
        labels = {state.action_to_string(one): one for one in state.legal_actions()}
        state.apply_action(labels[space])
    bot = mcts.MCTSBot(game, 1.4, 300, mcts.RandomRolloutEvaluator(1, random_state=None), solve=True)
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]

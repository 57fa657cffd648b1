"""What a search notes as certain, beside looking through all there is: open games with many sorts of turns and ends."""

import pytest
from lockstep import RULESETS, game_of

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.open_tree import is_open
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.lowering import lower
from gekido_dsl.play.bots import WIN, placing
from gekido_dsl.play.search import SearchBot
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider

pytest.importorskip("wasmtime")

NOUGHTS = (RULESETS / "classics/tic_tac_toe.gdl").read_text(encoding="utf-8")
WAYS = {
    "as it is": NOUGHTS,
    "two marks a turn": NOUGHTS.replace("  Placing\n", "  Placing\n  Placing\n", 1),
    "no more than six turns": NOUGHTS.replace("players 2\n", "players 2\n  limit 6 turns\n"),
    "three in a row loses": NOUGHTS.replace("the player wins", "the player loses"),
    "no mark above one's own": NOUGHTS.replace(
        "  put the next Mark of my Supply onto an empty Square, asking",
        """  do Place with an empty Square, asking "Where do you place your mark?"
    must leave no Mark on it that is Crowded
    otherwise nobody wins

a Mark is Crowded if some friendly Mark is below it

rule Place with a Square
  put the next Mark of my Supply onto the Square
#""",
    ),
    "all win if nobody does": NOUGHTS.replace("nobody wins", "all players win"),
}


def _values(executor: CompiledExecutor, state: CompiledState) -> tuple[float, ...]:
    """Gives what a position is worth to each seat, where all choose well."""
    decision = executor.decision(state)
    if decision is None:
        outcome = executor.outcome(state)
        assert outcome is not None
        return tuple((placing(outcome, seat) / WIN + 1) / 2 if outcome.finished else 0.5 for seat in (0, 1))
    return max(_after(executor, state, len(decision.choices)), key=lambda values: values[decision.seat])


def _after(executor: CompiledExecutor, state: CompiledState, count: int) -> list[tuple[float, ...]]:
    found = []
    for choice in range(count):
        tried = state.copy()
        executor.apply(tried, choice)
        found.append(_values(executor, tried))
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.quick_in_turn(3)
def test_what_is_certain_is_so(way: str) -> None:
    made = load("noughts.gdl", MemoryProvider({"noughts.gdl": WAYS[way]}))
    assert made.game is not None and (way == "as it is" or WAYS[way] != NOUGHTS)
    executor = CompiledExecutor(made.game, searches=True)
    random, told, settled = Rng(5), set(), 0
    for number in range(14):
        state, _ = executor.initial(Setting(2, 1, {}))
        decision = executor.decision(state)
        while decision is not None and len(decision.choices) > 3 + number % 3:
            executor.apply(state, random.below(len(decision.choices)))
            decision = executor.decision(state)
        if decision is None or len(decision.choices) < 2:
            continue
        found = executor.search([state], number, lambda made: min(100, 1_500 - made))
        values = [one[decision.seat] for one in _after(executor, state, len(decision.choices))]
        certain = [(one.worth, value) for one, value in zip(found, values, strict=True) if one.certain]
        assert all(worth == value for worth, value in certain)
        told.update(worth for worth, _ in certain)
        settled += len(certain) == len(found) or (1.0, 1.0) in certain
        best = max(range(len(found)), key=lambda k: (found[k].rank, found[k].worth))
        assert values[best] == max(values) or not told
    if way == "all win if nobody does":
        assert not told, "who wins with all others may let one of them lose as well"
    else:
        assert 0.5 in told and len(told) > 1 and settled > 5


def test_a_win_by_force_is_seen_soon() -> None:
    """Three discs side by side with room on both sides win, whatever the other does, and there are two already."""
    executor = CompiledExecutor(game_of("classics/connect_four"), searches=True)
    state, _ = executor.initial(Setting(2, 1, {}))
    for square in ("r6c3", "r5c3", "r6c4", "r5c4"):
        decision = executor.decision(state)
        assert decision is not None
        executor.apply(state, [one.id for one in decision.choices].index(square))
    decision = executor.decision(state)
    assert decision is not None
    bot = SearchBot(3, playouts=2_000)
    choice = bot.choose(executor, state, decision, 4)
    assert decision.choices[choice].id in ("r6c2", "r6c5")
    assert bot.expected[choice].certain and bot.expected[choice].worth == 1.0
    assert bot.made < 2_000
    executor.apply(state, choice)
    decision = executor.decision(state)
    assert decision is not None
    lost = SearchBot(3, playouts=2_000)
    lost.choose(executor, state, decision, 5)
    assert {(one.worth, one.certain) for one in lost.expected} == {(0.0, True)} and lost.made < 2_000


@pytest.mark.parametrize(
    ("name", "players", "is_so"),
    [
        ("classics/nine_mens_morris", 2, True),
        ("classics/pig", 2, False),
        ("classics/rock_paper_scissors", 2, False),
        ("classics/the_heir", 2, False),
        ("gekido_duel", 2, False),
    ],
)
def test_a_game_is_open_or_not(name: str, players: int, is_so: bool) -> None:
    assert is_open(lower(game_of(name), players, {}, judged=True)) is is_so


def test_a_tree_that_is_full_goes_on() -> None:
    """More playouts than places, in a game with many choices; all are counted, and it is forgotten in between."""
    executor = CompiledExecutor(game_of("classics/hex"), searches=True)
    state, _ = executor.initial(Setting(2, 1, {}))
    found = [executor.search([state], 1, lambda made: min(5_000, 30_000 - made)) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(one.visits for one in found[0]) == 30_000


def test_who_searches_does_not_lose_what_perfect_play_draws() -> None:
    games = PolicyGames(game_of("classics/tic_tac_toe"), Setting(2, 1, {}), [Policy(2_000), Policy(2_000)])
    for number in range(4):
        outcome = games.play(number).outcome
        assert outcome is not None and outcome.ranks[0] == outcome.ranks[1]

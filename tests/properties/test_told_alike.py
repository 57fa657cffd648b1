"""In games of secrets that nobody wrote, a seat is told the same in two matches that differ in hidden things alone."""

from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.generated.alike import Compared, compared
from gekido_dsl.generated.secret_games import NAME, secret_game
from gekido_dsl.source import MemoryProvider

GAMES = sorted((Path(__file__).parents[1] / "games" / "secrets").glob("*.gdl"))
FOUND = (5, 6, 8)
"""Seeds that showed a leak once: a line of a rule, whose fact was set, and that it was not set."""


@pytest.mark.parametrize(
    "seed", [*FOUND, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(9, 40))]
)
def test_a_seat_is_told_the_same(seed: int) -> None:
    made_by_chance = secret_game(seed)
    made = load(NAME, MemoryProvider({NAME: made_by_chance.text}))
    if made.game is None:
        assert seed not in FOUND
        return
    found = Compared()
    compared(made, made_by_chance.players, seed, found, 6 if seed in FOUND else 60)
    assert seed not in FOUND or found.apart > 3, "the matches differ in something"


def test_most_games_of_secrets_can_be_played() -> None:
    texts = [secret_game(seed).text for seed in range(6)]
    assert len(set(texts)) == 6
    assert sum(load(NAME, MemoryProvider({NAME: text})).game is not None for text in texts) >= 5


@pytest.mark.quick_in_turn(6)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_seat_is_told_the_same_in_games_of_one_secret_each(path: Path) -> None:
    """Hidden boards, links, tracks, hands that others see, drafts, votes, trades, traitors, triggers and refusals."""
    apart(path, 1, 25)


@pytest.mark.slow
@pytest.mark.in_turn(3)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_seat_is_told_the_same_in_more_matches_of_them(path: Path) -> None:
    assert apart(path, 4, 60).apart, "the matches differ in something"


def apart(path: Path, seeds: int, steps: int) -> Compared:
    made = load(NAME, MemoryProvider({NAME: path.read_text(encoding="utf-8")}))
    assert made.game is not None
    found = Compared()
    for seed in range(seeds):
        compared(made, made.game.least_players, seed, found, steps)
    return found

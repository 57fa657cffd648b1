"""Worlds that look alike to somebody send them the same number of messages at the same times, as tables are served."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from pacing import Trace, alike, everything_open, exported, hosted

from gekido_dsl.api import read
from gekido_dsl.engine import Setting
from gekido_dsl.model.open_questions import OpenQuestions

FEW = ("classics/whist", "classics/goofspiel", "gekido")
ALL = (
    "aimbots", "botwars", "classics/brookwood", "classics/estate_sale", "classics/five_banners",
    "classics/five_card_draw", "classics/four_lamps", "classics/glass_quarter",
    "classics/goofspiel", "classics/grey_fox", "classics/harbour_ledger", "classics/hearts", "classics/holdem",
    "classics/iron_valleys", "classics/liars_dice", "classics/mill_creek", "classics/rock_paper_scissors",
    "classics/saltmarsh", "classics/scopa", "classics/seed_book", "classics/short_weight", "classics/the_heir",
    "classics/the_pack", "classics/tollkeeper", "classics/whist", "classics/wreckers", "geeko", "gekido",
)  # fmt: skip
"""The shipped games that hide something."""
NOT_COMPARED = {"classics/gin_rummy"}
"""Games in which no worlds are found that still look alike after a choice, so that nothing can be compared."""
SEEDS = range(2, 6)
Told = Callable[..., dict[str, Trace]]


def compared(name: str, told: Told, who: str, points: int, seed: int = 1) -> tuple[int, list[Any]]:
    """Counts the pairs of worlds that were compared, and lists those that differ."""
    made = read(name).compilation
    assert made.game is not None
    players = max(2, made.game.least_players)
    setting, seats = Setting(players, seed), ("person", *[who] * (players - 1))
    pairs, differing = 0, []
    for worlds, choice in alike(made, setting, seed, points):
        first, *others = (told(made, world, setting, seats, choice) for world in worlds)
        for other in others:
            pairs += 1
            for viewer in first:
                one, two = _until_answered(first[viewer], who), _until_answered(other[viewer], who)
                if one != two:
                    differing.append((viewer, one, two))
    return pairs, differing


def _until_answered(trace: Trace, who: str) -> Sequence[Any]:
    """Gives what came until somebody else has decided: all of it where people do, who never answer here; of a bot's
    answer only the time, as bots hold other things in other worlds."""
    return trace if who == "person" else [*trace[:1], *(time for time, _ in trace[1:2])]


@pytest.mark.parametrize("who", ["person", "random"])
@pytest.mark.parametrize("name", FEW)
def test_the_pace_of_a_hosted_table_tells_nothing(name: str, who: str) -> None:
    pairs, differing = compared(name, hosted, who, points=1)
    assert pairs and not differing, differing[0]


@pytest.mark.parametrize("who", ["person", "random"])
@pytest.mark.parametrize("name", FEW)
def test_the_pace_of_an_exported_page_tells_nothing(name: str, who: str) -> None:
    pairs, differing = compared(name, exported, who, points=1)
    assert pairs and not differing, differing[0]


@pytest.mark.slow
@pytest.mark.parametrize("who", ["person", "random"])
@pytest.mark.parametrize("told", [hosted, exported])
@pytest.mark.parametrize("name", ALL)
@pytest.mark.in_turn(4, of="name")
def test_the_pace_of_no_shipped_game_tells_anything(name: str, told: Told, who: str) -> None:
    for seed in SEEDS:  # in some matches no worlds are found that still look alike after a choice
        pairs, differing = compared(name, told, who, points=12, seed=seed)
        assert not differing, differing[0]
        if pairs:
            return
    raise AssertionError("nothing was compared")


@pytest.mark.slow
def test_every_shipped_game_that_hides_something_is_compared() -> None:
    folder = Path(__file__).parents[2] / "rulesets"
    names = [f"{part}{path.stem}" for part in ("", "classics/") for path in (folder / part).glob("*.gdl")]
    games = {name: game for name in names if (game := read(name).compilation.game) is not None}
    assert {name for name, game in games.items() if OpenQuestions(game).hides} <= {*ALL, *NOT_COMPARED}


@pytest.mark.parametrize("who", ["person", "random"])
@pytest.mark.dear
def test_the_comparison_notices_what_takes_single_choices_at_once(who: str) -> None:
    with everything_open():
        assert compared("classics/whist", hosted, who, points=5, seed=3)[1]

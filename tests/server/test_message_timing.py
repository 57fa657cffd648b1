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
    "classics/five_card_draw", "classics/four_lamps", "classics/gin_rummy", "classics/glass_quarter",
    "classics/goofspiel", "classics/greek_holdem", "classics/grey_fox", "classics/harbour_ledger",
    "classics/hearts", "classics/holdem",
    "classics/iron_valleys", "classics/liars_dice", "classics/mill_creek", "classics/omaha",
    "classics/rock_paper_scissors",
    "classics/saltmarsh", "classics/scopa", "classics/seed_book", "classics/short_weight", "classics/the_heir",
    "classics/the_pack", "classics/tollkeeper", "classics/whist", "classics/wreckers", "geeko", "gekido",
)  # fmt: skip
"""The shipped games that hide something."""
Told = Callable[..., dict[str, Trace]]
WAYS: tuple[tuple[Told, str], ...] = (
    (hosted, "person"),
    (hosted, "random"),
    (exported, "person"),
    (exported, "random"),
)
"""How a table is served, and who sits in the other seats."""
SEEDS = range(2, 6)


def compared(
    name: str, points: int, seed: int = 1, ways: Sequence[tuple[Told, str]] = WAYS
) -> tuple[int, list[Any]]:
    """Counts the pairs of worlds that were compared in each way, and lists those that differ.

    The worlds are the same in all ways: to find them costs most.
    """
    made = read(name).compilation
    assert made.game is not None
    players = max(2, made.game.least_players)
    setting = Setting(players, seed)
    pairs, differing = 0, []
    for worlds, choice in alike(made, setting, seed, points):
        pairs += len(worlds) - 1
        for told, who in ways:
            seats = ("person", *[who] * (players - 1))
            first, *others = (told(made, world, setting, seats, choice) for world in worlds)
            for other in others:
                for viewer in first:
                    one, two = _until_answered(first[viewer], who), _until_answered(other[viewer], who)
                    if one != two:
                        differing.append((told.__name__, who, viewer, one, two))
    return pairs, differing


def _until_answered(trace: Trace, who: str) -> Sequence[Any]:
    """Gives what came until somebody else has decided: all of it where people do, who never answer here; of a bot's
    answer only the time, as bots hold other things in other worlds."""
    return trace if who == "person" else [*trace[:1], *(time for time, _ in trace[1:2])]


@pytest.mark.parametrize("name", FEW)
def test_the_pace_of_a_table_tells_nothing(name: str) -> None:
    pairs, differing = compared(name, points=1)
    assert pairs and not differing, differing[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.in_turn(4)
def test_the_pace_of_no_shipped_game_tells_anything(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in SEEDS:  # in some matches no worlds are found that still look alike after a choice
        pairs, differing = compared(name, points=12, seed=seed)
        assert not differing, differing[0]
        if pairs:
            with capsys.disabled():
                print(f"\n{name}: {pairs} pairs of worlds, {len(WAYS)} ways")
            return
    raise AssertionError("nothing was compared")


@pytest.mark.slow
def test_every_shipped_game_that_hides_something_is_compared() -> None:
    folder = Path(__file__).parents[2] / "rulesets"
    names = [f"{part}{path.stem}" for part in ("", "classics/") for path in (folder / part).glob("*.gdl")]
    games = {name: game for name in names if (game := read(name).compilation.game) is not None}
    assert {name for name, game in games.items() if OpenQuestions(game).hides} <= {*ALL}


@pytest.mark.parametrize("who", ["person", "random"])
@pytest.mark.dear
def test_the_comparison_notices_what_takes_single_choices_at_once(who: str) -> None:
    with everything_open():
        assert compared("classics/whist", points=5, seed=3, ways=[(hosted, who)])[1]

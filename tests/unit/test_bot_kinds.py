"""Bots by their names on the command line."""

import re

import click
import pytest
from click.testing import CliRunner

from gekido_dsl.cli import play, settings, simulate
from gekido_dsl.cli.bots import bot_maker, maker_of
from gekido_dsl.play.bots import GreedyBot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.search import SearchBot


@pytest.mark.parametrize(
    ("kind", "playouts", "seconds"),
    [
        ("search", None, 1.0),
        ("search:250ms", None, 0.25),
        ("search:1.5s", None, 1.5),
        ("search:300", 300, 0.0),
    ],
)
def test_a_bot_that_searches_is_told_how_far(kind: str, playouts: int | None, seconds: float) -> None:
    assert settings.effort(kind) == (playouts, seconds)
    maker = bot_maker(kind)
    assert maker is not None
    bot = maker(3)
    assert isinstance(bot, SearchBot)
    assert (bot.playouts, bot.seconds, bot.seed) == (playouts, seconds, 3)
    assert maker == bot_maker(kind)  # so that a process knows an experiment again


@pytest.mark.parametrize(
    "kind", ["search:", "search:0", "search:x", "search:1.5", "search:9999999s", "search:1h", "hardest"]
)
def test_what_is_no_bot_is_refused(kind: str) -> None:
    assert settings.effort(kind) is None
    with pytest.raises(click.BadParameter) as refused:
        settings.seat_kinds((kind,), 2)
    assert "search:" in refused.value.message or "did you mean" in refused.value.message


def test_levels_search_further_and_further() -> None:
    efforts = [settings.effort(level) for level in settings.LEVELS]
    assert [effort[0] for effort in efforts if effort is not None] == [40, 600, None]
    assert bot_maker(PERSON) is None and bot_maker("greedy") is GreedyBot
    assert maker_of("random") is None


def test_a_match_against_a_bot_that_searches(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("match")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    arguments = ["tic_tac_toe", "--seed", "4", "--seat", "2=search:400", "--save", str(folder / "m")]
    told = CliRunner().invoke(play.command, arguments, input="r1c1\nr1c2\nexpected\nundo\nr2c2\n" + "1\n" * 9)
    assert "player 2 is a bot that searches (400 playouts a decision)" in told.output
    assert re.search(r"player 2 expected 50 of 100, the best other one 0; \d\d playouts", told.output)
    assert "Player 1 wins" not in told.output
    again = CliRunner().invoke(play.command, ["--resume", str(folder / "m")], input="")
    assert "Resumed after" in again.output


@pytest.mark.slow
def test_games_of_bots_that_search_are_the_same_for_a_seed() -> None:
    arguments = ["connect_four", "--games", "4", "--seed", "5", "--seat", "1=search:300", "--jobs"]
    one, two = (CliRunner().invoke(simulate.command, [*arguments, jobs]) for jobs in ("1", "2"))
    assert re.search(r"seat 1 +4 of 4", one.stdout)
    said = [re.sub("counted in .*", "counted", found.stdout) for found in (one, two)]
    assert said[0] == said[1]  # how long it takes depends on how busy the machine is

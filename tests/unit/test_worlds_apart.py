"""Where it takes too much to find worlds that agree with what a seat was told, a report says so."""

import pytest

from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.simulate.compiled import result_of
from gekido_dsl.simulate.report import Report, report_of
from gekido_dsl.simulate.report_text import text
from gekido_dsl.simulate.totals import Totals, total
from gekido_dsl.source import MemoryProvider
from gekido_dsl.table import Table, Viewer, opened
from gekido_dsl.table.words import drawn_apart

pytest.importorskip("wasmtime")

QUESTIONS = """edition 1
game "Long Questions"
  players 2
values Colour: Red, Blue
kind Card, 4 for each Colour
  Colour: a Colour
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
each player has
  Asked: 0 to 900, starts 0
  Right: 0 to 900, starts 0
setup
  deal 3 Cards to all players
  repeat up to WORK times
    set the first player's Right to 0
turn of each player
  Asking
phase Asking
  my Asked gains 1 if possible
  choose a Colour as the guess
  if some Card of the next player's Hand is Guessed for the guess
    my Right gains 1 if possible
a Card is Guessed for a Colour as the guess if its Colour is the guess
the game ends when my Asked is 4
  the highest player by their Right wins
"""


def report(work: int) -> Report:
    """Plays a game in which the set-up alone takes some work."""
    made = load("questions.gdl", MemoryProvider({"questions.gdl": QUESTIONS.replace("WORK", str(work))}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    played = PolicyGames(made.game, Setting(2, 3, {}), (Policy(20), Policy(20))).play(0)
    totals = total([result_of(played)])
    assert Totals.from_plain(totals.plain()) == totals
    return report_of(totals, 2)


def test_a_report_says_that_bots_did_not_heed_what_they_were_told() -> None:
    found = report(20_000)
    assert found.apart > 0
    assert f"{found.apart:,} times a bot thought of hidden things without" in text(found).replace("\n", " ")


def test_where_all_worlds_agree_nothing_is_said() -> None:
    found = report(2)
    assert not found.apart
    assert "without what its seat had been told" not in text(found)


def shown_at_a_table(work: int, *, threads: bool = False) -> list[str]:
    """Lists what a table says of its bots, at each moment of a match.

    Args:
        threads: whether bots think on an executor that follows the match, as they do where a table is served.
    """
    made = load("questions.gdl", MemoryProvider({"questions.gdl": QUESTIONS.replace("WORK", str(work))}))
    table = Table(made, opened(made, Setting(2, 3), ("greedy", "greedy")))
    looks_on, said = Viewer(), list[str]()
    bots = BotThreads(lambda kind, seed: None, lambda made, setting: made.executor(), threads=1)
    followed = bots.followed(made, Setting(2, 3)) if threads else None
    while True:
        outcome = table.shown(looks_on)["shown"]["outcome"]
        said.append(outcome["bots"] if outcome else "")
        if (due := table.due()) is None:
            return said
        taken = [step.number for step in table.session.steps]
        table.settle(due, due.choose() if followed is None else followed.choose(due, taken))


@pytest.mark.parametrize("threads", [False, True])
def test_a_table_says_it_when_the_match_is_over_and_not_before(threads: bool) -> None:
    *before, at_the_end = shown_at_a_table(20_000, threads=threads)
    assert at_the_end == drawn_apart()
    assert before and not any(before)


def test_a_table_says_nothing_where_all_worlds_agree() -> None:
    assert not any(shown_at_a_table(2))

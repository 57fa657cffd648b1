"""Who has won, who has lost, by which end, and what is asked of players who are not there."""

import pytest

from gekido_dsl import simulate
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Outcome, Setting
from gekido_dsl.play.bots import WIN, RandomBot, placing
from gekido_dsl.scenario.run import run_one
from gekido_dsl.simulate.game import play
from gekido_dsl.source import MemoryProvider
from gekido_dsl.table.words import ending

FALLEN = """edition 1

game "Fallen"
  players 4

turn of each player
  Go

phase Go
  choose one
    "Fall"
      eliminate me
    "Save all"
      all players win
    "Give up"
      all players lose
    "Yield"
      me loses
    "Flee"
      all remaining players win

the game ends when Last Standing: the number of remaining players is 1
  all remaining players win
"""


def compiled(text: str) -> Compilation:
    made = load("game.gdl", MemoryProvider({"game.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def outcome(*choices: str, text: str = FALLEN, players: int = 4) -> Outcome:
    """Plays choices by their labels and gives how the match ended."""
    x = compiled(text).executor()
    state, _ = x.initial(Setting(players, 1))
    for wanted in choices:
        decision = x.decision(state)
        assert decision is not None
        x.apply(state, [choice.label for choice in decision.choices].index(wanted))
        assert x.snapshot(x.restore(x.snapshot(state))) == x.snapshot(state)
    found = x.outcome(state)
    assert found is not None
    return found


def test_all_players_win_and_lose_with_those_who_are_out() -> None:
    won, lost = outcome("Fall", "Save all"), outcome("Fall", "Give up")
    assert (won.ranks, won.joint, won.shared, won.winners) == ((1, 1, 1, 1), True, False, (0, 1, 2, 3))
    assert (lost.ranks, lost.joint, lost.shared, lost.winners) == ((2, 2, 2, 2), True, False, ())
    assert lost.lost == (0, 1, 2, 3)
    assert placing(won, 0) == WIN and placing(lost, 0) == -WIN


def test_who_remains_wins_without_those_who_are_out() -> None:
    found = outcome("Fall", "Flee")
    assert (found.ranks, found.joint, found.shared) == ((4, 1, 1, 1), False, True)


def test_who_loses_comes_after_all_others() -> None:
    found = outcome("Fall", "Yield")
    assert found.ranks == (3, 4, 1, 1) and found.lost == (1,)


def test_the_label_of_the_end_that_held_is_told() -> None:
    found = outcome("Fall", "Fall", "Fall")
    assert found.label == "Last Standing" and found.ranks == (4, 3, 2, 1)
    x = compiled(FALLEN).executor()
    state, _ = x.initial(Setting(4, 1))
    lines = ending(found, x.observe(state, None))
    assert lines[0] == "Last Standing: player 4 wins."
    assert ending(outcome("Give up"), x.observe(state, None)) == ["All players lose."]


def test_simulate_tells_ties_from_what_all_win_or_lose() -> None:
    x = compiled(FALLEN).executor()
    results = [play(x, Setting(4, 3), number, [RandomBot] * 4) for number in range(300)]
    report = simulate.summarise(results, 4)
    assert {share.name: share.count > 0 for share in report.joint} == {"all win": True, "all lose": True}
    assert report.ties.count == sum(len(one.winners) > 1 and not one.joint for one in results) > 0
    assert [share.name for share in report.ends] == ["Last Standing"]


SEATS = """edition 1

game "Seats"
  players 2 to 3

kind Card, 12 of them
deck Pack: all Cards
hand Hand of each player, of Cards
pile Trash of Cards

kind Purse, 1 for each player
  Coins: 0 to 9, starts 0

setup
  deal 2 Cards to all players

turn of each player
  Play

phase Play
  draw 1 Card
  open Any Time
  the third player draws 1 Card
  choose one
    "Go on"
      stop
    "Rob"
      (the third player)'s Purse's Coins gains 1

window Any Time
  first the third player: any number of Drop
  then each other player: at most 1 of Drop

action Drop: a Card of my Hand
  discard it

the game ends when Pack is empty
  me wins
"""


def asked(players: int) -> list[int]:
    """Gives who is asked in the first window, everybody using what he may."""
    x = compiled(SEATS).executor()
    state, _ = x.initial(Setting(players, 1))
    found = []
    while (decision := x.decision(state)) is not None and decision.kind == "window":
        found.append(decision.seat)
        x.apply(state, 0)
    return found


def test_a_line_of_a_window_asks_each_of_several_with_a_quota_of_his_own() -> None:
    assert asked(2) == [1]
    assert asked(3) == [2, 2, 1]


def test_what_is_said_to_a_missing_player_is_passed_over() -> None:
    x = compiled(SEATS).executor()
    state, _ = x.initial(Setting(2, 1))
    while (decision := x.decision(state)) is not None and decision.kind == "window":
        x.apply(state, len(decision.choices) - 1)
    assert decision is not None and [choice.label for choice in decision.choices] == ["Go on", "Rob"]
    with pytest.raises(Exception, match="none has no `Coins`"):
        x.apply(state, 1)


def test_a_seat_beyond_the_most_players_is_refused() -> None:
    found = load("game.gdl", MemoryProvider({"game.gdl": SEATS.replace("players 2 to 3", "players 2")}))
    assert [one.code.slug for one in found.diagnostics].count("value-out-of-range") == 3


SCENARIO = (
    FALLEN
    + """
scenario "All is lost"
  when the first player chooses "Give up"
  then the game has ended
  then the second player loses

scenario "It ended otherwise"
  when the first player chooses "Fall"
  when the second player chooses "Give up"
  then the game has ended by Last Standing
"""
)


def test_scenarios_ask_by_which_end_and_who_has_lost() -> None:
    made = compiled(SCENARIO)
    assert made.game is not None
    good, bad = (run_one(made.executor(), one) for one in made.game.scenarios)
    assert good.passed and not bad.passed
    assert "no end with a label" in bad.message

"""Sides of any size win and lose as one, and the automaton plays without being asked."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Outcome, RuleError, Setting
from gekido_dsl.play.bots import WIN, placing
from gekido_dsl.source import MemoryProvider

SIDES = """edition 1

game "Sides"
  players 4 to 6, 2 sides

kind Seat, 1 for each player
  Score: 0 to 99, starts 0
kind Bot, 1 for each player

link Trust from each Bot to each enemy Bot: Ally or Rival, starts Ally

turn of each player
  Go

phase Go
  choose one
    "Score"
      my Seat's Score gains 1 if possible
      announce "sum" at the sum of my side by my Seat's Score
      announce "left" at the number of remaining players of my side
      announce "all" at the number of players of the side of the next player
      announce "trusts" at the number of friendly players
      flip all my Bot's Trusts to Rival
      announce "rivals" at the number of Bots that are Distrusted
    "Fall"
      eliminate me
    "Win"
      my side wins
    "Yield"
      my side loses

a Bot is Distrusted if my Bot's Trust for it is Rival

the game ends when the number of remaining players is 1
  all remaining players win
"""


def compiled(text: str) -> Compilation:
    made = load("game.gdl", MemoryProvider({"game.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def ended(*choices: str, sides: str = "2 sides", players: int = 4) -> tuple[Outcome | None, list[str]]:
    """Plays choices by their labels; gives how the match ended, and what was announced."""
    x = compiled(SIDES.replace("2 sides", sides)).executor()
    state, _ = x.initial(Setting(players, 1))
    told = []
    for wanted in choices:
        decision = x.decision(state)
        assert decision is not None
        events = x.apply(state, [choice.label for choice in decision.choices].index(wanted))
        told += [event.text for event in events if event.kind == "announce"]
        assert x.snapshot(x.restore(x.snapshot(state))) == x.snapshot(state)
    return x.outcome(state), told


def test_a_side_wins_and_loses_with_those_who_are_out() -> None:
    won, _ = ended("Fall", "Score", "Win")
    assert won is not None and (won.ranks, won.sides, won.shared) == ((1, 3, 1, 3), (0, 1, 0, 1), False)
    lost, _ = ended("Fall", "Yield")
    assert lost is not None and (lost.ranks, lost.lost, lost.winners) == ((1, 3, 1, 3), (1, 3), (0, 2))
    assert [placing(lost, seat) for seat in range(4)] == [WIN, -WIN, WIN, -WIN]


def test_one_against_all_others() -> None:
    found, told = ended("Fall", "Score", "Yield", sides="the first player against all others")
    assert found is not None and (found.ranks, found.sides) == ((1, 2, 2, 2), (0, 1, 1, 1))
    assert told[1:4] == ["left at 3", "all at 3", "trusts at 3"]


def test_all_on_one_side() -> None:
    lost, _ = ended("Fall", "Yield", sides="all on one side")
    won, _ = ended("Fall", "Win", sides="all on one side")
    assert lost is not None and (lost.ranks, lost.joint) == ((2, 2, 2, 2), True)
    assert won is not None and (won.ranks, won.joint, won.shared) == ((1, 1, 1, 1), True, False)


def test_a_side_by_a_fact_of_the_player() -> None:
    # Everybody has the same score at first, so all are friends; who scores goes to the other side.
    found, told = ended("Score", "Win", sides="sides by my Seat's Score")
    assert told == ["sum at 1", "left at 1", "all at 3", "trusts at 1", "rivals at 3"]
    assert found is not None and (found.ranks, found.sides) == ((4, 1, 1, 1), (0, 1, 1, 1))


def test_a_link_to_enemies_has_no_token_between_friends() -> None:
    _, told = ended("Score")
    assert told == ["sum at 1", "left at 2", "all at 2", "trusts at 2", "rivals at 2"]


AUTOMATON = """edition 1

game "Robot"
  players 1 to 3, and an automaton

kind Seat, 1 for each player
  Score: 0 to 99, starts 0
kind Card, 20 of them
deck Pack: all Cards
hand Hand of each player, of Cards
pile Trash of Cards

setup
  deal 2 Cards to all players

turn of each player
  Go if me is not the automaton
  Machine if me is the automaton

phase Go
  open Help
  choose one
    "Score"
      my Seat's Score gains 1 if possible
    "Fall"
      eliminate me

phase Machine
  discard random Card of my Hand if possible
  my Seat's Score gains 2 if possible

window Help
  first me: at most 1 of Drop
  then the automaton: at most 1 of Drop
  then each other player: at most 1 of Drop

action Drop: a Card of my Hand
  discard it

the game ends when Machine Wins: the automaton's Seat's Score is at least 10
  the automaton wins
the game ends when the number of remaining players is 1
  all remaining players win
"""


def test_the_automaton_has_turns_and_is_never_asked() -> None:
    x = compiled(AUTOMATON).executor()
    for players in (2, 4):
        for seed in range(5):
            state, events = x.initial(Setting(players, seed))
            turns = [event.text for event in events if event.kind == "turn"]
            while (decision := x.decision(state)) is not None:
                assert decision.seat < players - 1
                events = x.apply(state, seed % len(decision.choices) if decision.kind == "window" else 0)
                turns += [event.text for event in events if event.kind == "turn"]
            assert turns.count("Automaton's turn") >= 4
            outcome = x.outcome(state)
            assert (
                outcome is not None and outcome.winners == (players - 1,) and outcome.label == "Machine Wins"
            )
            assert [player.automaton for player in x.observe(state, None).players] == [False] * (
                players - 1
            ) + [True]


def test_an_automaton_that_is_asked_is_a_rule_error() -> None:
    x = compiled(AUTOMATON.replace("  Go if me is not the automaton", "  Go")).executor()
    state, _ = x.initial(Setting(2, 1))
    before = None
    with pytest.raises(RuleError, match="the automaton decides nothing"):
        for _ in range(9):
            before = x.snapshot(state)
            decision = x.decision(state)
            assert decision is not None
            x.apply(state, len(decision.choices) - 1 if decision.kind == "window" else 0)
    assert x.snapshot(state) == before


def test_one_player_and_the_automaton_are_two() -> None:
    game = compiled(AUTOMATON).game
    assert game is not None and (game.least_players, game.most_players) == (2, 4)

"""Games in a row: who has won how many, what is carried over, and when the whole match is over."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Event, Outcome, RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

ROW = """edition 1

game "Row"
  players 2
  best of 3 games

kind Seat, 1 for each player
  Score: 0 to 9, starts 0
  Total: 0 to 99, starts 0, carried over
kind Card, 6 of them
deck Pack: all Cards, shuffled
pool Trophies of each player, of Cards, carried over
pile Trash of Cards

setup
  move 1 random Card of Pack to Trash

turn of each player
  Go

phase Go
  choose one
    "Win"
      my Seat's Score gains 1
    "Tie"
      all remaining players win
    "Keep"
      move the next Card of Pack to my Trophies if possible
    "Break"
      my Seat's Score gains 10

the game ends when Scored: some Seat is Done
  each player
    my Seat's Total gains my Seat's Score if possible
    me leads if my Seat's Score is 0
  (the highest player by my Seat's Score) wins
a Seat is Done if its Score is 1
"""
DECLARED = (
    ROW.replace("best of 3 games", "9 games in a row")
    + """
the match ends when Champion: some Seat is Rich
  (the highest player by my games won) wins
a Seat is Rich if its Total is at least 2
"""
)


def compiled(text: str) -> Compilation:
    made = load("row.gdl", MemoryProvider({"row.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def play(*choices: str, text: str = ROW) -> tuple[Interpreter, State, list[Event]]:
    x = compiled(text).executor()
    state, events = x.initial(Setting(2, 5))
    told = list(events)
    for wanted in choices:
        decision = x.decision(state)
        assert decision is not None
        told += x.apply(state, [choice.label for choice in decision.choices].index(wanted))
        again = x.restore(x.snapshot(state))
        assert x.snapshot(again) == x.snapshot(state) and x.outcome(again) == x.outcome(state)
    return x, state, told


def ended(*choices: str, text: str = ROW) -> Outcome | None:
    x, state, _ = play(*choices, text=text)
    return x.outcome(state)


def totals(state: State) -> list[int]:
    layout = state.program.layout
    fields = layout.game.kinds["Seat"].fields
    seats = layout.things["Seat"]
    return [
        state.cells[layout.fact_cell(seat, fields[name])] for name in ("Total", "Score") for seat in seats
    ]


def test_the_best_of_three_is_over_when_two_are_won() -> None:
    # The loser begins, so the winner of the first game comes second in the next.
    assert ended("Win") is None
    assert ended("Win", "Win") is None
    found = ended("Keep", "Win", "Keep", "Win")
    assert found is not None and found.ranks == (2, 1) and found.label == ""
    third = ended("Win", "Win", "Win")
    assert third is not None and third.ranks == (1, 2)


def test_a_tied_game_is_won_by_nobody() -> None:
    found = ended("Tie", "Tie", "Tie")
    assert found is not None and found.ranks == (1, 1)


def test_what_is_carried_over_stays_and_all_else_is_as_at_first() -> None:
    _, state, told = play("Keep", "Keep", "Keep", "Win")
    layout = state.program.layout
    assert totals(state) == [0, 1, 0, 0]
    kept = [len(state.contents[layout.place_of["Trophies", seat]]) for seat in range(2)]
    pack, trash = (len(state.contents[layout.place_of[name, -1]]) for name in ("Pack", "Trash"))
    assert (kept, pack, trash) == ([2, 1], 2, 1)
    assert all(state.where[thing] == place for place, things in enumerate(state.contents) for thing in things)
    assert [event.text for event in told if event.kind == "game"] == ["Game 2"]
    assert [event.text for event in told if event.kind == "turn"][-1] == "Player 1's turn"


def test_who_begins_the_next_game_alternates_unless_somebody_leads() -> None:
    text = ROW.replace("    me leads if my Seat's Score is 0\n", "")
    _, _, told = play("Win", "Win", text=text)
    turns = [event.text[7] for event in told if event.kind == "turn"]
    assert turns == ["1", "2", "1"]


def test_an_end_of_the_whole_match() -> None:
    assert ended("Win", "Win", text=DECLARED) is None
    found = ended("Keep", "Win", "Keep", "Win", text=DECLARED)
    assert found is not None and (found.ranks, found.label) == ((2, 1), "Champion")


def test_a_decision_that_cannot_be_carried_out_is_taken_back() -> None:
    x, state, _ = play("Win")
    before = x.snapshot(state)
    with pytest.raises(RuleError):
        x.apply(state, 3)
    assert x.snapshot(state) == before
    x.apply(state, 2)


def test_bulk_work_goes_back_over_the_end_of_a_game() -> None:
    game = compiled(ROW).game
    assert game is not None
    x = Interpreter(game, trace=False)
    state, _ = x.initial(Setting(2, 5))
    for choice in (2, 2, 0):
        x.apply(state, choice)
    before = x.snapshot(state)
    with pytest.raises(RuleError):
        x.apply(state, 3)
    assert x.snapshot(state) == before
    assert all(state.where[thing] == place for place, things in enumerate(state.contents) for thing in things)


@pytest.mark.parametrize(
    ("old", "new", "slug"),
    [
        ("  best of 3 games\n", "", "wrong-type"),
        ("best of 3 games", "best of 1 games", "value-out-of-range"),
        ("phase Go\n", "phase Go\n  Kept: 0 to 9, starts 0, carried over\n", "wrong-type"),
    ],
)
def test_what_makes_no_sense_is_found(old: str, new: str, slug: str) -> None:
    found = load("row.gdl", MemoryProvider({"row.gdl": ROW.replace(old, new)}))
    assert slug in {one.code.slug for one in found.diagnostics}


def test_a_match_of_one_game_has_no_end_of_its_own() -> None:
    text = DECLARED.replace("  9 games in a row\n", "").replace(", carried over", "")
    found = load("row.gdl", MemoryProvider({"row.gdl": text}))
    assert "wrong-sentence" in {one.code.slug for one in found.diagnostics}

"""Vectors of matches: they are the games of the experiment, stepped together, and a mistake changes nothing."""

import numpy as np
import pytest

import gekido_dsl
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.rng import Rng, game_seed, player_seed
from gekido_dsl.simulate import play
from gekido_dsl.simulate.matches import Matches
from gekido_dsl.simulate.streams import below, first_states, game_seeds

BROKEN = """edition 1

game "Broken"
  players 2

kind Square
board Board: 1 by 1 Square, touching in 8 directions

kind Mark, 5 for each player
box Supply of each player: all Marks

turn of each player
  Go

phase Go
  choose one
    "Stay"
      all players lose
    "Fall"
      put the next Mark of my Supply onto an empty Square
      put the next Mark of my Supply onto an empty Square
"""


@pytest.fixture(scope="module")
def pig() -> gekido_dsl.Ruleset:
    return gekido_dsl.read("classics/pig")


def rows(matches: Matches) -> list[tuple[object, ...]]:
    return [
        (number, tuple(ranks), turns, decisions)
        for number, ranks, turns, decisions in zip(
            matches.numbers.tolist(),
            matches.ranks.tolist(),
            matches.turns.tolist(),
            matches.decisions.tolist(),
            strict=True,
        )
    ]


def test_they_are_the_games_of_the_experiment(pig: gekido_dsl.Ruleset) -> None:
    matches = pig.matches(4, seed=11)
    matches.roll_out()
    first = rows(matches)
    matches.begin(np.array([True, False, True, False]))
    assert matches.numbers.tolist() == [4, 1, 5, 3] and matches.done.tolist() == [False, True, False, True]
    matches.roll_out()
    played = {row[0]: row for row in [*first, *rows(matches)]}
    executor = pig.compilation.executor(trace=False)
    for number, row in played.items():
        game = play(executor, gekido_dsl.Setting(2, 11), number, [None, None])
        assert row == (number, game.ranks, game.turns, game.decisions)
    assert [outcome.ranks for outcome in matches.outcomes if outcome] == [tuple(row) for row in matches.ranks]


def test_a_choice_that_is_not_offered_changes_nothing_anywhere(pig: gekido_dsl.Ruleset) -> None:
    matches = pig.matches(3, seed=1)
    before = [matches.executor.snapshot(matches.state(at)) for at in range(3)]
    for wrong in ([0, 2, 0], [0, -1, 0], [0, 0], [0.0, 0.0, 0.0]):
        with pytest.raises(gekido_dsl.IllegalChoice):
            matches.step(wrong)
    assert [matches.executor.snapshot(matches.state(at)) for at in range(3)] == before
    with pytest.raises(gekido_dsl.IllegalChoice, match="match 1 offers 1 choices, not one with the number 2"):
        matches.step([0, 2, 0])
    with pytest.raises(ValueError, match="true or false"):
        matches.begin([0, 1, 2])


def test_copies_go_their_own_way(pig: gekido_dsl.Ruleset) -> None:
    matches = pig.matches(3, seed=5)
    copies, some = matches.copy(), matches.copy([False, True, False])
    matches.roll_out(7)
    assert copies.decisions.tolist() == [0, 0, 0] and some.numbers.tolist() == [1]
    copies.roll_out(7)
    some.roll_out(7)
    assert rows(copies) == rows(matches) and rows(some) == rows(matches)[1:2]
    assert matches.view(0, None).turn == matches.turns[0]
    decision = matches.decision(0)
    assert decision is not None and (decision.seat, len(decision.choices)) == (
        matches.seats[0],
        matches.counts[0],
    )


def test_a_rule_that_cannot_be_carried_out_ends_its_match_alone() -> None:
    broken = gekido_dsl.read_text(BROKEN)
    assert not [one for one in broken.findings if one.severity.value == "error"], broken.findings
    matches = broken.matches(2)
    matches.step([1, 0])
    assert matches.done.tolist() == [False, True] and matches.ranks[1].tolist() == [2, 2]
    matches.step([0, 0])
    assert matches.done.all() and matches.counts.tolist() == [0, 0]
    assert matches.errors[0] is not None and matches.errors[1] is None
    assert matches.outcome(0) is None and not matches.won.any()
    matches.step([5, 5])
    matches.begin()
    assert matches.errors == [None, None] and matches.numbers.tolist() == [2, 3]


@pytest.mark.parametrize(
    "name",
    ["classics/connect_four", "classics/pig", "gekido_duel", "classics/rock_paper_scissors", "classics/goofspiel",
     "classics/hearts", "classics/liars_dice"],
)  # fmt: skip
@pytest.mark.quick_in_turn(6)
def test_compiled_matches_are_those_of_the_interpreter(name: str) -> None:
    """Among them games with hands that others do not see, with decisions in secret, and with games in a row."""
    ruleset = gekido_dsl.read(name)
    compiled = ruleset.matches(16, seed=7)
    assert isinstance(compiled.executor, CompiledExecutor)
    setting = Setting(ruleset.players.start, 7)
    other = Matches(ruleset.compilation.executor(trace=False), setting, 16)
    for number in range(400):
        assert compiled.seats.tolist() == other.seats.tolist()
        assert compiled.counts.tolist() == other.counts.tolist()
        assert rows(compiled) == rows(other)
        assert (compiled.won == other.won).all()
        if number in (0, 7):
            assert [compiled.decision(at) for at in range(3)] == [other.decision(at) for at in range(3)]
            assert [compiled.view(at, 0) for at in range(3)] == [other.view(at, 0) for at in range(3)]
        if other.done.all():
            break
        choices = other.random_choices()
        assert choices.tolist() == compiled.random_choices().tolist()
        compiled.step(choices)
        other.step(choices)
    assert compiled.outcomes == other.outcomes


@pytest.mark.parametrize("name", ["classics/pig", "gekido", "classics/goofspiel"])
@pytest.mark.quick_in_turn(3)
def test_whole_games_in_one_call_are_those_step_by_step(name: str) -> None:
    ruleset = gekido_dsl.read(name)
    compiled = ruleset.matches(16, seed=3)
    setting = Setting(ruleset.players.start, 3)
    other = Matches(ruleset.compilation.executor(trace=False), setting, 16)
    for decisions in (1, 30, None):
        copies = compiled.copy(np.arange(16) % 3 == 1)
        for matches in (compiled, other):
            matches.roll_out(decisions)
        assert rows(compiled) == rows(other)
        assert [compiled.view(at, 0) for at in range(0, 16, 5)] == [
            other.view(at, 0) for at in range(0, 16, 5)
        ]
        copies.roll_out(decisions)
        assert rows(copies) == rows(compiled)[1::3]
        assert copies.random_choices().tolist() == compiled.copy().random_choices()[1::3].tolist()
    assert compiled.outcomes == other.outcomes and compiled.done.all()


def test_new_matches_take_the_place_of_those_that_are_over(pig: gekido_dsl.Ruleset) -> None:
    matches = gekido_dsl.read("classics/tic_tac_toe").matches(16, seed=2)
    ended: dict[int, list[int]] = {}
    for _ in range(60):
        matches.step(matches.random_choices(), again=True)
        ended |= {int(matches.numbers[at]): matches.ranks[at].tolist() for at in np.flatnonzero(matches.done)}
    whole = gekido_dsl.read("classics/tic_tac_toe").matches(max(ended) + 1, seed=2)
    whole.roll_out()
    assert len(ended) > 60
    assert ended == {number: whole.ranks[number].tolist() for number in ended}


LONG = """edition 1

game "Long"
  players 2

kind Seat, 1 for each player
  Count: 0 to 2000, starts 0

turn of each player
  Go

phase Go
  repeat up to 350 times
    choose one
      "One"
        my Seat's Count gains 1
      "Two"
        my Seat's Count gains 2

the game ends when some Seat is Done
  the highest player by my Seat's Count wins

a Seat is Done if its Count is at least 700
"""


@pytest.mark.slow
def test_a_turn_that_is_too_long_for_its_slot_goes_on_by_itself() -> None:
    ruleset = gekido_dsl.read_text(LONG)
    assert not [one for one in ruleset.findings if one.severity.value == "error"], ruleset.findings
    compiled = ruleset.matches(16, seed=1)
    other = Matches(ruleset.compilation.executor(trace=False), Setting(2, 1), 16)
    for matches in (compiled, other):
        matches.roll_out(300)
        matches.step([0, 1] * 8)
    assert rows(compiled) == rows(other) and not compiled.done.any()
    assert [compiled.view(at, 1) for at in range(2)] == [other.view(at, 1) for at in range(2)]
    copies = compiled.copy()
    for matches in (compiled, other, copies):
        matches.roll_out()
        assert matches.done.all()
    assert rows(compiled) == rows(other) == rows(copies)
    compiled.begin()
    assert not compiled.done.any()


def test_streams_are_those_of_one_match() -> None:
    seeds = game_seeds(5, range(3, 9))
    assert seeds.tolist() == [game_seed(5, number) for number in range(3, 9)]
    states = first_states(seeds)
    single = [Rng(player_seed(game_seed(5, number))) for number in range(3, 9)]
    assert [tuple(row) for row in states.tolist()] == [rng.state for rng in single]
    for count in (1, 2, 7, 3 << 30, 1 << 32):
        for _ in range(5):
            assert below(states, np.full(6, count)).tolist() == [rng.below(count) for rng in single]


def test_compiled_rule_errors_are_worded_as_by_the_interpreter() -> None:
    broken = gekido_dsl.read_text(BROKEN)
    compiled = broken.matches(16)
    other = broken.matches(2)
    assert type(compiled.executor) is not type(other.executor)
    compiled.step(np.ones(16, np.int64))
    other.step([1, 1])
    compiled.step(np.zeros(16, np.int64))
    other.step([0, 0])
    assert compiled.errors[0] is not None and other.errors[0] is not None
    assert compiled.errors[0].message == other.errors[0].message
    assert compiled.errors[0].span == other.errors[0].span


def test_none_at_all_is_no_vector(pig: gekido_dsl.Ruleset) -> None:
    with pytest.raises(ValueError, match="0 matches"):
        pig.matches(0)

"""Vectors of matches: they are the games of the experiment, stepped together, and a mistake changes nothing."""

import numpy as np
import pytest

import gekido_dsl
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.simulate import play
from gekido_dsl.simulate.matches import Matches

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


@pytest.mark.parametrize("name", ["classics/connect_four", "classics/pig", "gekido_duel"])
def test_compiled_matches_are_those_of_the_interpreter(name: str) -> None:
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

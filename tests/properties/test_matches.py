"""Matches repeat, can be put away and taken up again, and end."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from one_by_one import fingerprints
from shipped import (
    LARGE,
    LONG,
    NAMES,
    ROOT,
    SECRET,
    SIZES,
    SIZES_FILE,
    every_amount,
    every_ruleset,
    every_table,
    matches,
    played,
    positions,
    quick,
    secret,
    shown,
    silent,
    sizes,
    told,
    traced,
)
from turns import Turns

from gekido_dsl.engine import IllegalChoice, Setting

BEGINNING = 60
"""So many decisions of a match of a large game are played by the interpreter."""


def most_of(name: str, players: int) -> int:
    """Tells how many decisions of a match the interpreter plays: all, but of a large game its beginning."""
    return BEGINNING if name in LONG or SIZES[name][str(players)] > LARGE else 10_000


@pytest.mark.dear
def test_the_sizes_of_all_games_are_known(update: bool) -> None:
    found = sizes()
    if update:
        SIZES_FILE.write_text(json.dumps(found, indent=1) + "\n")
        return
    assert found == SIZES, "pytest --update tests/properties/test_matches.py"
    assert secret() == SECRET


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_the_same_seed_gives_the_same_match(name: str, players: int) -> None:
    x = traced(name)
    one, first = played(x, Setting(players, 5), random.Random(1), most_of(name, players))
    two, second = played(x, Setting(players, 5), random.Random(1), most_of(name, players))
    assert one == two
    assert x.snapshot(first) == x.snapshot(second)


FEW = ("classics/hearts.gdl", "classics/mill_creek.gdl", "classics/liars_dice.gdl")


@pytest.mark.parametrize(
    "names", [pytest.param(FEW, id="few"), pytest.param(NAMES, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.dear
def test_a_match_does_not_depend_on_the_process(names: Sequence[str], in_turn: Turns) -> None:
    """This process hashes texts in one way, the other one in another."""
    names = names if names is FEW else in_turn(names, 3)
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    other = subprocess.run(
        [
            sys.executable,
            "-c",
            "import json, sys, one_by_one as t; print(json.dumps(t.fingerprints(sys.argv[1:])))",
            *names,
        ],
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{Path(__file__).parent}{os.pathsep}{ROOT}",
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    here = fingerprints(names)
    assert json.loads(other.stdout) == here
    assert len(here) == len(names)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.quick_in_turn(6)
def test_another_seed_gives_another_match_where_there_is_chance(name: str) -> None:
    x = silent(name)
    least = x.game.least_players
    states = [x.initial(Setting(least, seed))[0] for seed in range(8)]
    streams = {state.rng.state for state in states}
    assert len(streams) == 8


def to_json(snapshot: tuple[Any, ...]) -> tuple[Any, ...]:
    def tuples(value: Any) -> Any:
        return tuple(tuples(one) for one in value) if isinstance(value, list) else value

    given: tuple[Any, ...] = tuples(json.loads(json.dumps(snapshot)))
    return given


@every_amount
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_match_goes_on_from_a_snapshot(name: str, players: int, games: int) -> None:
    x = traced(name)
    for state, rng in positions(name, players, games, 0.05, first=100):
        before = x.snapshot(state)
        hash(before)
        assert to_json(before) == before
        again = x.restore(to_json(before))
        assert x.snapshot(again) == before
        assert again.where == state.where
        assert shown(x.decision(again)) == shown(x.decision(state))
        here = state.copy()
        for _ in range(12):
            decision = x.decision(here)
            assert shown(decision) == shown(x.decision(again))
            if decision is None:
                break
            choice = rng.randrange(len(decision.choices))
            assert told(x.apply(here, choice)) == told(x.apply(again, choice))
            assert x.snapshot(here) == x.snapshot(again)
        assert x.outcome(here) == x.outcome(again)
        assert x.snapshot(state) == before


@pytest.mark.parametrize("name", ["aimbots.gdl", "classics/chess.gdl", "classics/iron_valleys.gdl"])
@pytest.mark.quick_in_turn(3)
def test_positions_are_the_same_whoever_plays_up_to_there(name: str) -> None:
    x, other = silent(name), quick(name)
    assert x is not other
    players = x.game.least_players
    rng, (state, _) = random.Random(3), x.initial(Setting(players, 3))
    there, _ = other.initial(Setting(players, 3))
    for number in range(40):
        if number % 8 == 7:
            assert x.snapshot(there.over_again) == x.snapshot(state)
        choice = rng.randrange(x.count(state))
        x.apply(state, choice)
        other.apply(there, choice)


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_a_copy_is_independent(name: str, players: int) -> None:
    x = silent(name)
    for state, rng in positions(name, players, 1, 0.1, first=200):
        before, question = x.snapshot(state), state.question
        copy = state.copy()
        assert x.snapshot(copy) == before
        for _ in range(10):
            if not x.count(copy):
                break
            x.apply(copy, rng.randrange(x.count(copy)))
        assert x.snapshot(state) == before
        assert state.question is question


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_an_illegal_choice_is_refused_and_changes_nothing(name: str, players: int) -> None:
    for x in (traced(name), silent(name)):
        state, _ = x.initial(Setting(players, 3))
        rng, left = random.Random(4), most_of(name, players)
        while (count := x.count(state)) and left:
            left -= 1
            if rng.random() < 0.1:
                before = x.snapshot(state), state.question
                for wrong in (-1, count, count + 100):
                    with pytest.raises(IllegalChoice):
                        x.apply(state, wrong)
                assert (x.snapshot(state), state.question) == before
            x.apply(state, rng.randrange(count))
        if left:
            before = x.snapshot(state)
            with pytest.raises(IllegalChoice):
                x.apply(state, 0)
            assert x.snapshot(state) == before


@every_amount
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_choices_are_well_formed(name: str, players: int, games: int) -> None:
    x = traced(name)
    for state, _ in positions(name, players, games, 0.3, first=300):
        decision = x.decision(state)
        assert decision is not None
        assert decision.choices
        assert len({choice.id for choice in decision.choices}) == len(decision.choices)
        assert all(choice.id and choice.label for choice in decision.choices)
        assert decision.prompt and decision.rule
        assert len(decision.choices) == silent(name).count(state)
        assert shown(x.decision(state)) == shown(decision)
        assert 0 <= decision.seat < players
        assert x.observe(state, None).players[decision.seat].remaining
        stops = [c.id for c in decision.choices if c.id in ("pass", "done", "no")]
        assert stops == [c.id for c in decision.choices[-1:] if c.id in ("pass", "done", "no")]
        assert x.outcome(state) is None


@pytest.mark.parametrize(
    "decisions", [pytest.param(200, id="quick"), pytest.param(800, id="long", marks=pytest.mark.slow)]
)
@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_random_matches_end(name: str, players: int, decisions: int) -> None:
    """Plays until so many decisions were made, in two matches at least."""
    x = quick(name)
    for state, rng, seed in matches(x, players, 3000, first=1000):
        if seed >= 1003 and decisions <= 0:
            break
        while count := x.count(state):
            x.apply(state, rng.randrange(count))
            decisions -= 1
        outcome = x.outcome(state)
        assert outcome is not None, f"match {seed} stopped without an outcome"
        ranks = outcome.ranks
        assert len(ranks) == players
        first = 2 if len(outcome.lost) == players else 1
        assert all(rank == first + sum(other < rank for other in ranks) for rank in ranks)
        assert outcome.finished or outcome.winners == ()
        limit = x.game.turn_limit
        assert outcome.finished or (limit is not None and x.observe(state, None).turn >= limit)
        assert x.decision(state) is None


@every_ruleset
@pytest.mark.quick_in_turn(6)
def test_options_and_players_that_do_not_suit_are_refused(name: str) -> None:
    x = silent(name)
    for setting in (
        Setting(x.game.least_players - 1, 0),
        Setting(x.game.most_players + 1, 0),
        Setting(x.game.least_players, 0, {"No Such Option": "Yes"}),
        *(Setting(x.game.least_players, 0, {option: "No Such Answer"}) for option in x.game.options),
    ):
        with pytest.raises(ValueError):
            x.initial(setting)

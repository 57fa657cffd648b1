"""How a match of Aimbots begins: what set-up dice decide cannot be said in its scenarios."""

from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from gekido_dsl.cli.table import seat_name
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FIGURES = ("Alpha", "Foxtrot")
DRAFT, PLACE = "Which program do you draft?", "Where does it start?"


@cache
def compiled() -> Compilation:
    return load("aimbots.gdl", FolderProvider(RULESETS))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_drafts_first_is_the_first_to_place_bots_and_to_play(players: int) -> None:
    x = compiled().executor()
    first = set()
    for seed in range(3):
        state, _ = x.initial(Setting(players, seed))
        asked, turns = {DRAFT: [], PLACE: []}, []
        while len(turns) <= players:
            decision = x.decision(state)
            assert decision is not None
            if decision.prompt in asked:
                asked[decision.prompt].append(decision.seat)
            labels = [choice.label for choice in decision.choices]
            events = x.apply(state, labels.index("Pass") if "Pass" in labels else 0)
            turns += [event.seat for event in events if event.kind == "turn"]
        assert turns == [(asked[DRAFT][0] + k) % players for k in range(players + 1)]
        assert list(dict.fromkeys(asked[PLACE])) == turns[:-1]
        first.add(turns[0])
    assert len(first) > 1


def test_the_lowest_roll_drafts_first_and_ties_are_rolled_again() -> None:
    x = compiled().executor()
    again = 0
    for players, seed in product((2, 3, 4), range(9)):
        state, events = x.initial(Setting(players, seed))
        rolls = [event for event in events if event.kind == "roll"]
        totals: dict[int, int] = {}
        for event in rolls:
            assert event.seat is not None
            totals[event.seat] = sum(int(face) for face in event.text.split(" rolls ")[1].split(", "))
        decision = x.decision(state)
        assert decision is not None
        assert [seat for seat in totals if totals[seat] == min(totals.values())] == [decision.seat]
        again += len(rolls) > players
    assert again


def test_cores_are_loaded_in_secret() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    while not (decision := x.decision(state)) or not decision.prompt.startswith("Which core"):
        x.apply(state, 0)
    other = 1 - decision.seat
    assert decision.secret
    told = [event.read_by(other) for event in x.apply(state, 0)]
    assert not [text for text in told if "Core" in text]


def test_a_seat_goes_by_its_figure_only_while_it_has_no_other() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    while not (decision := x.decision(state)) or decision.asked != f"{PLACE} ({FIGURES[decision.seat]})":
        x.apply(state, 0)
    x.apply(state, 0)
    view = x.observe(state, decision.seat)
    assert len(view.players[decision.seat].things) == 1
    assert seat_name(view, decision.seat) == f"player {decision.seat + 1}"


def test_red_begins_a_first_game() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 2, {"Opening": "First Game"}))
    placed = []
    while (decision := x.decision(state)) and not x.observe(state, None).turn:
        placed += [decision.seat] * (decision.prompt == PLACE)
        x.apply(state, 0)
    assert placed == [0] * 5 + [1] * 5
    assert x.observe(state, None).on_turn == 0


def test_a_report_tells_how_an_attack_came_out() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(3, 1))
    rng, told = Random(2), []
    while len(told) < 4 and (decision := x.decision(state)):
        attacks = [n for n, one in enumerate(decision.choices) if one.label.startswith("Attack: ")]
        events = x.apply(state, attacks[0] if attacks else rng.randrange(len(decision.choices)))
        told += [event.report for event in events if event.report is not None]
    for report in told:
        bots, dice, advantage, value = (line.cells for line in report.lines)
        assert sorted(bots)[-1] == "nothing" and len(set(bots)) == 3
        for of, thrown, more, total in zip(bots, dice, advantage, value, strict=True):
            faces = [int(face) for cell in (thrown, more) for face in cell.split(", ") if cell != "nothing"]
            assert int(total) == sum(faces)
            assert (of == "nothing") == (thrown == "nothing")

"""Aimbots as players meet it: what is secret, how a seat is named, and what the report of an attack tells."""

import re
from functools import cache
from pathlib import Path
from random import Random

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.table.words import seat_name

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FIGURES = ("Alpha", "Foxtrot")
PLACE = "Where does it start?"


@cache
def compiled() -> Compilation:
    return load("aimbots.gdl", FolderProvider(RULESETS))


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


def test_a_die_is_told_by_its_kind_and_offered_with_its_sides() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    rng, told, notes = Random(2), [], set()
    for _ in range(60):
        if decision := x.decision(state):
            notes |= {choice.note for choice in decision.choices}
            told += [event.text for event in x.apply(state, rng.randrange(len(decision.choices)))]
    assert [text for text in told if re.fullmatch(r"Program Die \d moves to \w+'s Chassis", text)]
    assert [
        text for text in told if re.fullmatch(r"\w+'s Chassis: Program Die \d turns to N\d E\d S\d W\d", text)
    ]
    assert not [text for text in told if re.search(r"goes from (\d) to \1", text)]
    assert any(re.fullmatch(r"N\d E\d S\d W\d", note) for note in notes) and "" in notes


def test_what_is_drafted_is_seen_before_the_bots_stand_in_the_arena() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    while not (decision := x.decision(state)) or not decision.prompt.startswith("Which core"):
        x.apply(state, 0)
    for seat in (0, 1, None):
        squads = [place for player in x.observe(state, seat).players for place in player.places]
        bots = [thing for place in squads if place.name == "Squad" for thing in place.things or ()]
        assert len(bots) == 10 and all(set(bot.changed) == {"Program"} for bot in bots)

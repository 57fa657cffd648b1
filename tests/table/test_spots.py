"""Choices say what they are about, and the picture bears those names, the same from one picture to the next."""

import random
import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from typing import Any

import pytest
from test_table import everybody, shown, table

NAMED = re.compile(r'data-spot="([^"]*)"')
GAMES = (
    pytest.param("gekido", 4, marks=pytest.mark.slow),
    ("gekido_duel", 2), ("aimbots", 2), ("botwars", 2), ("geeko", 2), ("classics/connect_four", 2),
    ("classics/whist", 4), ("classics/thirteen_rolls", 2), ("classics/mill_creek", 2), ("classics/the_heir", 3),
)  # fmt: skip
LEAST = {"geeko": 0.85}
"""Which share of the choices of things and values has a spot, where some are about plain numbers."""


def names_in(picture: dict[str, Any]) -> list[str]:
    return [unescape(name) for name in NAMED.findall(picture["svg"])]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_choices_of_what_is_on_the_table_have_spots(name: str, players: int) -> None:
    one, viewer = table(name, players, seed=5), everybody(players)
    rng, asked, found = random.Random(3), 0, 0
    for number in range(48):
        decision = one.session.decision
        if decision is None:
            break
        viewer.width = "narrow" if number % 2 else "wide"
        if number % 3 == 0:
            now = shown(one, viewer)
            ElementTree.fromstring(now["picture"]["svg"])
            names = names_in(now["picture"])
            assert len(names) == len(set(names))
            assert "style=" not in now["picture"]["svg"] and "<style" not in now["picture"]["svg"]
            for choice, offered in zip(now["question"]["choices"], decision.choices, strict=True):
                assert {one for slot in choice["spots"] for one in slot} <= set(names)
                asked += bool(offered.value)
                found += bool(offered.value) and bool(choice["spots"])
        one.session.choose(rng.choice(decision.forward))
        one.changed()
    assert asked and found / asked >= LEAST.get(name, 1.0)


def test_a_piece_keeps_its_name_when_it_moves() -> None:
    one, viewer = table("classics/breakthrough", 2), everybody(2)
    before = shown(one, viewer)
    choice = before["question"]["choices"][0]
    (piece,), (goal,) = choice["spots"]
    assert f'data-spot="{piece}" data-on="{goal}"' not in before["picture"]["svg"]
    one.do({"do": "choose", "step": 0, "choice": choice["number"]}, viewer)
    after = shown(one, viewer)
    assert f'data-spot="{piece}" data-on="{goal}"' in after["picture"]["svg"]
    assert sorted(names_in(before["picture"])) == sorted(names_in(after["picture"]))


def test_names_do_not_depend_on_the_order_of_alike_things() -> None:
    """Dice that show the same are named by where they lie, and a choice of one is a choice of each of them."""
    one, viewer = table("gekido", 2, seed=5), everybody(2)
    rng = random.Random(3)
    for _ in range(200):
        decision = one.session.decision
        assert decision is not None
        now = shown(one, viewer)
        choices = now["question"]["choices"] if now["question"] else []
        slots = [slot for choice in choices for slot in choice["spots"]]
        if any(len(slot) > 1 and all(one.startswith("Command Die") for one in slot) for slot in slots):
            return
        one.session.choose(rng.choice(decision.forward))
        one.changed()
    raise AssertionError("no two dice showed the same")


def test_both_executors_say_the_same() -> None:
    backend = pytest.importorskip("gekido_dsl.backend.executor")
    pytest.importorskip("wasmtime")
    one = table("gekido", 2, seed=5)
    compiled = backend.CompiledExecutor(one.game, trace=True)
    state, _ = compiled.initial(one.session.header.setting)
    rng = random.Random(3)
    for _ in range(120):
        decision = one.session.decision
        assert decision is not None
        assert compiled.spots(state) == one.session.executor.spots(one.session.state)
        choice = rng.choice(decision.forward)
        compiled.apply(state, choice)
        one.session.choose(choice)
        if one.session.decision is None:
            break

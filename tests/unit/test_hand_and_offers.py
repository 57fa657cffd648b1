"""A hand lies in a steady order at the top of whoever holds it, and what can be taken shows what it can do."""

import re

import pytest

from gekido_dsl import api
from gekido_dsl.engine import Setting
from gekido_dsl.table import Table, Viewer, opened


def drawn(name: str, players: int, choices: int = 0) -> tuple[Table, str]:
    """Lays a match on a table, takes the first choice some times, and gives what whoever decides sees."""
    made = api.read(name).compilation
    table = Table(made, opened(made, Setting(players, 7), ("person",) * players))
    for _ in range(choices):
        table.session.choose(0)
    decision = table.session.decision
    assert decision is not None
    viewer = Viewer(plays=frozenset({decision.seat}))
    viewer.seat = decision.seat
    picture = table.shown(viewer)["shown"]["picture"]
    return table, str(picture["svg"])


def test_a_hand_lies_in_the_order_of_its_facts_and_choices_in_their_own() -> None:
    table, svg = drawn("classics/hearts", 4)
    decision = table.session.decision
    assert decision is not None
    view = table.session.executor.observe(table.session.state, decision.seat)
    held = next(place for place in view.players[decision.seat].places if place.name == "Hand").things
    assert held is not None
    names = [thing.name for thing in held]
    suits = ["Clubs", "Diamonds", "Hearts", "Spades"]
    ordered = sorted(held, key=lambda one: (suits.index(one.facts["Suit"]), int(one.facts["Rank"])))
    at = [svg.index(f'aria-label="{thing.name};') for thing in ordered]
    assert at == sorted(at)
    assert names != [thing.name for thing in ordered], "the deal happens to lie in order; take another seed"
    offered = [name for choice in decision.choices for name in names if name in choice.label]
    assert offered == names


@pytest.mark.slow
def test_what_is_chosen_from_comes_before_what_is_looked_up() -> None:
    _, svg = drawn("geeko", 2, 2)
    assert svg.index("Hand (") < svg.index("Red One</")


def test_whoever_takes_a_panel_sees_what_is_printed_for_each_attack() -> None:
    _, svg = drawn("gekido", 2)
    words = re.findall(r">([^<>]+)</text>", svg)
    assert {"Damage / Malfunction", "Four Of A Kind", "8 / 4"} <= set(words)
    heard = next(one for one in re.findall(r'aria-label="([^"]*)"', svg) if one.startswith("V-REX"))
    assert "Four Of A Kind 8 / 4" in heard
    assert "Powers: Flip A Die 3" in heard


INNER = """\
edition 1
game "Inner"
  players 2

values Colour: Red, Blue
kind Card, 8 of them
kind Seat, 1 for each player
  Gold for each Colour: 0 or more, starts 0
  Reach for each Colour: 0 or more, starts 0, unlogged

deck Pack: all Cards
hand Hand of each player, of Cards
hand Passing of each player, of Cards

setup
  deal 2 Cards to all players into Hands

turn of each player
  Play

phase Play
  set my Seat's Gold for Red to 3
  set my Seat's Reach for Red to 5
  move any number of Cards of my Hand to my Passing, asking "Which cards do you pass?"

the game ends when the Round is 9
  nobody wins
"""


def test_an_area_leaves_out_what_serves_the_rules_and_other_hands_without_a_card() -> None:
    made = api.read_text(INNER).compilation
    table = Table(made, opened(made, Setting(2, 1, {}), ("person", "person")))
    viewer = Viewer(frozenset({0, 1}), is_host=True, sees_all_seats=True)
    before = table.shown(viewer)["shown"]["picture"]["text"]
    assert "Red, Gold 3" in before
    assert "Reach" not in before
    assert "Hand" in before
    assert "Passing" not in before

"""Parts of every thing of a kind, their numbers and places, and the order in which a block goes through things."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import PlaceView, Setting, ThingView
from gekido_dsl.source import MemoryProvider

TABLE = """
- {Name: Walk, Pace: 1, Copies: 3}
- {Name: Jog, Pace: 2, Copies: 3}
- {Name: Sprint, Pace: 4, Copies: 2}
"""
GAME = """edition 1

game "Relay"
  players 2
  limit 3 turns

kind Runner, 1 for each player
  Score: 0 to 99, starts 0
kind Leg, 3 for each Runner
  Number: 1 to 3, numbered
kind Shoe, 2 for each Leg
  Side: 1 to 2, numbered
kind Order from "relay.yaml", 8 for each player
  Pace: 0 to 9

deck Order Deck of each player: all Orders
hand Hand of each player, of Orders
pool Slot of each Leg, of Orders, seen by its owner
pool Lace of each Shoe, of Orders, seen by its owner

setup
  each player
    draw 8 Orders from my Order Deck into my Hand
    each Leg of my Runner, last first
      move the next Order of my Hand to its Slot
      each Shoe of it
        move the next Order of my Hand to its Lace if possible

turn of each player
  Count

phase Count
{body}
  choose one
    "Go on"
      stop
    "Win"
      me wins
"""


def compiled(body: str = "", game: str = GAME) -> Compilation:
    made = load(
        "relay.gdl", MemoryProvider({"relay.gdl": game.replace("{body}\n", body), "relay.yaml": TABLE})
    )
    return made


def runner(body: str = "", seat: int | None = 0, of: int = 0) -> ThingView:
    """Plays to the first question, and gives what a seat sees of a runner."""
    made = compiled(body)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    return next(one for one in x.observe(state, seat).players[of].things if one.kind == "Runner")


def names(place: PlaceView) -> list[str] | None:
    return None if place.things is None else [thing.name for thing in place.things]


def test_every_whole_has_its_parts_with_their_numbers() -> None:
    legs = runner().parts
    assert [leg.name for leg in legs] == ["Leg 1", "Leg 2", "Leg 3"]
    assert [[shoe.name for shoe in leg.parts] for leg in legs] == [["Shoe 1", "Shoe 2"]] * 3


def test_a_place_of_a_part_is_seen_by_the_owner_of_the_whole_alone() -> None:
    assert [names(leg.places[0]) for leg in runner().parts] == [["Walk"], ["Jog"], ["Sprint"]]
    assert names(runner().parts[2].parts[0].places[0]) == ["Sprint"]
    for seat in (1, None):
        seen = runner(seat=seat)
        assert [(names(leg.places[0]), leg.places[0].count) for leg in seen.parts] == [(None, 1)] * 3
        assert names(seen.parts[0].parts[0].places[0]) is None
    assert {place.owner for leg in runner().parts for place in leg.places} == {0}


@pytest.mark.parametrize(
    ("order", "score"),
    [
        ("", 321),
        (" by its Number, lowest first", 321),
        (" by its Number, highest first", 123),
        (", last first", 123),
        (" by 1 minus its Number, highest first", 321),
        (" by the number of Orders in its Slot, highest first", 321),
    ],
)
def test_a_block_goes_through_things_in_its_order(order: str, score: int) -> None:
    # Each number is put in front of those before it.
    body = (
        "  Place: 1 to 1000, starts 1\n"
        f"  each Leg of my Runner{order}\n"
        "    my Runner's Score gains its Number times Place if possible\n"
        "    set Place to Place times 10 if Place is less than 100\n"
    )
    game = GAME.replace("0 to 99", "0 to 999")
    made = compiled(body, game)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    assert x.observe(state, 0).players[0].things[0].facts["Score"] == str(score)


def test_the_order_is_fixed_when_the_block_begins() -> None:
    body = (
        "  Last: 0 to 9\n"
        "  each player by my Runner's Score, highest first\n"
        "    each other player\n"
        "      my Runner's Score gains 5\n"
        "    set Last to my Runner's Score\n"
    )
    made = compiled(body)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    assert x.observe(state, 0).facts["Last"] == "5"


def test_the_owner_of_a_part_and_the_whole_it_is_part_of() -> None:
    body = (
        "  Hits: 0 to 99\n"
        "  each Shoe that is Mine\n"
        "    Hits gains 1\n"
        "  each Shoe of my Legs\n"
        "    Hits gains 10 if its Runner is my Runner and its Leg's Number is 2\n"
        "  each other player\n"
        "    each Order in the Laces of my Shoes\n"
        "      Hits gains 1 if its owner is me\n"
    )
    game = GAME + "a Shoe is Mine if its owner is me\n"
    made = compiled(body, game)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    assert x.observe(state, 0).facts["Hits"] == str(6 + 20 + 5)


@pytest.mark.parametrize(
    ("old", "new", "slug"),
    [
        ("Number: 1 to 3, numbered", "Number: 1 to 4, numbered", "value-out-of-range"),
        ("Number: 1 to 3, numbered", "Number: yes or no, numbered", "wrong-type"),
        ("  Pace: 0 to 9", "  Pace: 0 to 9, numbered", "wrong-type"),
        ("kind Runner, 1 for each player", "kind Runner, 1 for each Shoe", "circular-definition"),
        ("kind Leg, 3 for each Runner", "kind Leg, 3 for each Racer", "unknown-name"),
        ("kind Leg, 3 for each Runner", "kind Leg, 4000 for each Runner", "too-large"),
    ],
)
def test_what_cannot_be_numbered_or_a_part_is_reported(old: str, new: str, slug: str) -> None:
    game = GAME.replace(old, new)
    if slug == "too-large":
        game = game.replace("1 to 3, numbered", "1 to 4000, numbered")
    found = [one.code.slug for one in compiled("", game).diagnostics if one.severity.value == "error"]
    assert slug in found

"""What is known where a sentence stands: each pair is a natural way to say it and a near miss."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.model import nodes as m
from gekido_dsl.model import sites
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Known"
  players 2 to 4

values Colour: Red, Green, Blue
values Season: Spring, Summer

kind Purse, 1 for each player
  Coins: 0 to 20, starts 3
  Debt: 0 to 9, starts 0
  Colour: a Colour or none, starts none
kind Ware from "wares.yaml", 9 of them
  Price: 1 to 5
  Season: a Season
  Fresh: yes or no
box Market: all Wares
pool Shelf of each player, of Wares
die Luck Die of 1 to 6, 1 of them

a Ware is Affordable if its Price is at most my Purse's Coins
a Ware is Ripe if its Season is Summer
a Ware is Fine if it is Fresh and it is Affordable
a Colour is Warm if it is Red or it is Green
a Purse is Heavy if its Coins is at least 15
a player is Rich if my Purse's Coins is at least 15
amount Fee of a Ware
  starts at 1
  becomes {first} if it is Ripe
  becomes 3 if it is {second}

turn of each player
  Act

phase Act
{body}

phase Rest
  roll Luck Die
  my Purse's Coins gains 1 if possible
  if some Ware is Affordable and my Purse's Debt is 0 and my Purse's Colour is none and some Ware is Fresh
    announce "rests" for the first player at (the next Ware of Market)'s Fee
  each player
    move 1 random Ware of Market to my Shelf if possible

the game ends when {end}
  all remaining players win
"""
WARES = """
- {Name: Ice, Price: 1, Season: Summer, Fresh: false, Copies: 4}
- {Name: Tea, Price: 3, Season: Spring, Fresh: true, Copies: 3}
- {Name: Oil, Price: 2, Season: Spring, Fresh: false, Copies: 2}
"""


def found(*lines: str, end: str = "some Purse is Heavy", second: str = "Fresh", first: int = 2) -> list[str]:
    """Gives the findings of a game with these lines in its turn, without those of what is not used."""
    body = "\n".join(f"  {line}" for line in (*lines, "do Rest"))
    text = (
        GAME.replace("{body}", body)
        .replace("{end}", end)
        .replace("{second}", second)
        .replace("{first}", str(first))
    )
    text = text.replace("phase Rest", "rule Rest")
    made = load("known.gdl", MemoryProvider({"known.gdl": text, "wares.yaml": WARES}))
    assert not [one.message for one in made.diagnostics if one.severity.value == "error"]
    return [one.code.slug for one in made.diagnostics if one.code.slug != "unused-declaration"]


RANGE = [
    pytest.param(
        [
            "if my Purse's Coins is 0",
            "  my Purse's Debt gains 1 if possible",
            "otherwise",
            "  my Purse's Coins loses 1",
        ],
        [
            "if my Purse's Coins is 0",
            "  my Purse's Debt gains 1 if possible",
            "otherwise",
            "  my Purse's Coins loses 2",
        ],
        id="otherwise, of a number that is the least",
    ),
    pytest.param(
        ["if my Purse's Debt is 9", "  stop", "my Purse's Debt gains 1"],
        ["if my Purse's Debt is 8", "  stop", "my Purse's Debt gains 1"],
        id="stopped at the greatest",
    ),
    pytest.param(
        [
            "if some Ware of Market is Affordable",
            "  choose a Ware of Market that is Affordable",
            "  my Purse's Coins loses the Ware's Price",
        ],
        ["if Market is not empty", "  choose a Ware of Market", "  my Purse's Coins loses the Ware's Price"],
        id="what was chosen is affordable",
    ),
    pytest.param(
        [
            "if my Purse's Coins plus 2 times Luck Die's face is at most 20",
            "  my Purse's Coins gains 2 times Luck Die's face",
        ],
        [
            "if my Purse's Coins plus 2 times Luck Die's face is at most 21",
            "  my Purse's Coins gains 2 times Luck Die's face",
        ],
        id="a sum that is compared",
    ),
    pytest.param(
        ["choose a number from 0 to my Purse's Coins as the bid", "my Purse's Coins loses the bid"],
        ["choose a number from 0 to my Purse's Coins plus 1 as the bid", "my Purse's Coins loses the bid"],
        id="a number up to what there is",
    ),
    pytest.param(["my Purse's Coins gains 6"], ["my Purse's Coins gains 7"], id="the end that has not come"),
]


@pytest.mark.parametrize(("safe", "unsafe"), RANGE)
def test_ranges(safe: list[str], unsafe: list[str]) -> None:
    assert found(*safe) == []
    assert found(*unsafe) == ["range-may-be-left"]


def test_the_end_of_a_player_tells_of_his_things() -> None:
    assert found("my Purse's Coins gains 6", end="some player is Rich") == []
    assert found("my Purse's Coins gains 6", end="every player is Rich") == ["range-may-be-left"]


CHOICE = [
    pytest.param(
        ["choose a Ware of Market that is Affordable if some Ware of Market is Affordable"],
        ["choose a Ware of Market that is Affordable if some Ware of Market is Fresh"],
        id="if in the same sentence",
    ),
    pytest.param(
        ["choose a Ware of Market if Market is not empty"],
        ["choose a Ware of my Shelf if Market is not empty"],
        id="not empty",
    ),
    pytest.param(
        ["if number of Wares of Market is not 0", "  choose a Ware of Market"],
        ["if number of Wares of Market is not 1", "  choose a Ware of Market"],
        id="not none in number",
    ),
    pytest.param(
        ["if number of Wares of Market is more than 1", "  choose 2 Wares of Market as the pair"],
        ["if number of Wares of Market is less than 2", "  choose 2 Wares of Market as the pair"],
        id="more than one",
    ),
    pytest.param(
        ["if some Ware of Market is Fine", "  choose a Ware of Market that is Affordable"],
        ["if some Ware of Market is Fresh", "  choose a Ware of Market that is Affordable"],
        id="more than is asked",
    ),
    pytest.param(
        ["if some Ware is in Market", "  choose a Ware of Market"],
        ["if some Ware is in Market", "  choose a Ware of Market that is Fresh"],
        id="in the place",
    ),
    pytest.param(
        ["choose a Colour that is not Red"],
        ["choose a Colour that is not Red and is my Purse's Colour"],
        id="complement",
    ),
    pytest.param(
        ["choose a Colour that is Warm"],
        ["choose a Colour that is Warm and is my Purse's Colour"],
        id="some of a list",
    ),
    pytest.param(
        ["choose a Ware that is Ripe"], ["choose a Ware that is Ripe and is Fresh"], id="rows of a table"
    ),
]


@pytest.mark.parametrize(("safe", "unsafe"), CHOICE)
def test_choices(safe: list[str], unsafe: list[str]) -> None:
    assert found(*safe) == []
    assert found(*unsafe) == ["empty-choice"]


def test_lines_that_no_row_joins_have_no_order() -> None:
    assert found() == found(first=4) == []
    assert found(second="Affordable", first=4) == ["order-matters"]


def test_lines_that_rise_are_a_ranking_in_which_the_last_counts() -> None:
    assert found(second="Affordable") == []


def test_a_definition_of_a_player_speaks_of_that_player() -> None:
    lines = ["each other player", "  if my Purse's Coins is at least 5", "    set my Purse's Debt to 1"]
    guard = ["if the first player is Rich", "  my Purse's Coins loses 4"]
    assert found(*lines) == []
    assert found(*guard) == ["range-may-be-left"]


AUCTION = """edition 1

game "Auction"
  players 2

each player has
  Coins: 0 to 30, starts 20
  Bid: 0 to 30, starts 0
  Lots: 0 or more, starts 0

amount Room of a player
  starts at my Coins minus my Bid

turn of each player
  Sale

phase Sale
  in turn each player bids from 1 to {most} as my Bid
    my Lots gains my Bid

the game ends after 6 rounds
  the highest player by my Lots wins
"""


@pytest.mark.parametrize(
    ("most", "sure"), [("my Coins", True), ("(my Coins minus my Bid)", False), ("my Room", False)]
)
def test_a_bid_stays_within_what_does_not_hang_on_bids(most: str, sure: bool) -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": AUCTION.format(most=most)}))
    assert made.game is not None
    gains = next(
        site
        for site in sites.of(made.game).every()
        if isinstance(site.statement, m.Sentence) and isinstance(site.statement.act, m.acts.Gain)
    )
    told = [guard for guard, holds in gains.guards if holds and isinstance(guard, m.ops.AtMost)]
    assert bool(told) is sure

"""What things look like without a theme, and what a theme may say of it."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.drawing.pieces import SHAPES, piece, shape_of
from gekido_dsl.drawing.playing_cards import deck_of, faces_of, large, small
from gekido_dsl.drawing.small_cards import SmallCards
from gekido_dsl.drawing.tags import untagged
from gekido_dsl.engine import ThingView
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Looks"
  players 2

values Suit: {suits}
values Back: Blue, Red

kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: {rank}

kind Field
board Yard: 4 by 4 Field, touching in 4 directions
kind Pawn, 1 for each player

deck Pack: all Cards

turn of each player
  Wait

phase Wait
  do nothing

the game ends when the Round is 3
  nobody wins
"""
FRENCH = "Clubs, Diamonds, Hearts, Spades"


def made(suits: str = FRENCH, rank: str = "2 to 14", theme: str = "") -> Compilation:
    text = GAME.format(suits=suits, rank=rank)
    if theme:
        text = text.replace("values Suit", 'theme from "theme.yaml"\n\nvalues Suit', 1)
    return load("looks.gdl", MemoryProvider({"looks.gdl": text, "theme.yaml": theme}))


@pytest.mark.parametrize(
    ("suits", "rank", "is_one"),
    [
        (FRENCH, "2 to 14", True),
        (FRENCH, "1 to 13", True),
        ('Kreuz, Karo, Herz, Pik\n  drawn as "♣♦♥♠"', "7 to 14", True),
        (FRENCH, "0 to 20", False),
        ("Carts, Mules, Barges, Ferries", "2 to 14", False),
    ],
)
def test_playing_cards_are_recognised_by_what_is_declared(suits: str, rank: str, is_one: bool) -> None:
    game = made(suits, rank).game
    assert game is not None
    assert (deck_of(game.kinds["Card"]) is not None) is is_one


def test_a_playing_card_has_its_index_and_suit() -> None:
    game = made().game
    assert game is not None
    faces = faces_of(game)
    said = {face.said for face in faces.values()}
    assert len(said) == 52
    assert {"A♠", "10♥", "J♦", "Q♣", "K♠", "2♣"} <= said
    for face in faces.values():
        assert f">{face.rank}<" in "".join(small(face, 17))
        assert "".join(large(face, 63, 88)).count(f">{face.rank}<") == 2


def test_cards_lie_over_one_another_where_there_is_little_room() -> None:
    game = made().game
    assert game is not None
    cards = SmallCards(game, PLAIN)
    hand = [
        ThingView("Card", row.name, facts={"Suit": "Hearts", "Rank": str(rank)})
        for rank, row in enumerate(game.kinds["Card"].rows[:13], 2)
    ]
    one_row = cards.hand(hand, 130, untagged)[1]
    assert cards.hand(hand, 60, untagged)[1] > one_row == cards.hand(hand[:2], 130, untagged)[1]


def test_pieces_have_the_shape_of_their_name_or_of_the_theme() -> None:
    assert [shape_of(name) for name in ("Pawn", "Red Cube", "Worker", "Thing")] == [
        "pawn",
        "cube",
        "meeple",
        "disc",
    ]
    assert shape_of("Pawn", "ship") == "ship"
    assert len({"".join(piece(one, 1, 0, 0, 5)) for one in SHAPES}) == len(SHAPES)


def test_a_theme_names_shapes_and_boards() -> None:
    look = made(theme="pieces: {Pawn: meeple}\nboards: {Yard: lines}\n").look
    assert not look.diagnostics and look.value is not None
    assert (look.value.pieces, look.value.boards) == ({"Pawn": "meeple"}, {"Yard": "lines"})


@pytest.mark.parametrize(
    ("theme", "told"),
    [
        ("pieces: {Pawn: dragon}\n", "`disc`"),
        ("boards: {Yard: water}\n", "`checkered`"),
        ("pieces: {Pwan: disc}\n", "`Pawn`"),
        ("boards: {Yrad: plain}\n", "`Yard`"),
    ],
)
def test_a_theme_is_told_what_there_is(theme: str, told: str) -> None:
    (found,) = made(theme=theme).look.diagnostics
    assert told in f"{found.help}"

"""Artwork of cards, effects and signs: beside what is written, or in its place where it is made for that."""

from base64 import b64decode

import pytest

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.drawing.art import Art, art
from gekido_dsl.rulesdoc.pictures import cover
from gekido_dsl.rulesdoc.subjects import find, subjects
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Steps"
  players 2
theme from "theme.yaml"

kind Card from "cards.yaml"
  Worth: 1 to 9
  Does: an Effect
kind Plan from "plans.yaml"
kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Wet: yes or no
board Floor: 2 by 2 Square, touching in 4 directions
deck Deck: all Cards
pile Done of Cards

setup
  lay out Floor as Pond

turn of each player
  Go

phase Go
  move the next Card of Deck to Done

effect Walk for 1 to 3 as the steps
  me leads if the steps is 3

effect Rest
  me leads

the game ends when Deck is empty
  all remaining players win
"""
CARDS = """- {Name: Ant, Worth: 3, Does: {Walk: 2}, Text: Small but many.}
- {Name: Bee, Worth: 4, Does: {Walk: 3}}
- {Name: Cat, Worth: 5, Does: Rest, Art: cat.svg, Text: Sleeps.}
- {Name: Dog, Worth: 6, Does: Rest, Art: whole.svg, Text: Barks.}
"""
SMALL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h{}"/></svg>'
WHOLE = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><path d="M1 1h9"/></svg>'
THEME = "art:\n  effects:\n    Walk: any.svg\n    Walk 3: three.svg\n"
FILES = {
    "steps.gdl": GAME,
    "cards.yaml": CARDS,
    "theme.yaml": THEME,
    "plans.yaml": '- Name: Pond\n  Rows:\n    - "~  ."\n    - ".  ~"\n',
    "signs.yaml": '- {sign: "~", name: deep water, Wet: true}\n',
    "any.svg": SMALL.format(2),
    "three.svg": SMALL.format(3),
    "cat.svg": SMALL.format(5),
    "whole.svg": WHOLE,
}


def made(**changed: str) -> Compilation:
    files = FILES | {name.replace("_", "."): text for name, text in changed.items()}
    return load("steps.gdl", MemoryProvider(files))


def drawn(name: str) -> str:
    picture = find(made(), name)
    assert picture is not None
    return "".join(picture.shapes)


def held(shapes: str) -> str:
    return b64decode(shapes.partition(";base64,")[2].partition('"')[0]).decode()


def test_artwork_stands_above_what_a_card_says() -> None:
    shapes = drawn("Card Cat")
    assert "h5" in held(shapes) and "Sleeps." in shapes and ">Cat<" in shapes and ">5<" in shapes


def test_artwork_made_for_a_card_takes_all_of_it() -> None:
    shapes = drawn("Card Dog")
    assert shapes.startswith("<image") and "Barks." not in shapes


@pytest.mark.parametrize(("card", "path"), [("Ant", "h2"), ("Bee", "h3")])
def test_a_card_shows_what_its_effect_looks_like(card: str, path: str) -> None:
    shapes = drawn(f"Card {card}")
    assert path in held(shapes) and f">{card}<" in shapes


def test_artwork_of_an_effect_never_takes_the_name_of_a_card_away() -> None:
    picture = find(made(any_svg=WHOLE), "Card Ant")
    assert picture is not None
    shapes = "".join(picture.shapes)
    assert "<image" in shapes and ">Ant<" in shapes and "Small but many." in shapes


def test_a_cover_shows_the_board_without_an_explanation_of_its_signs() -> None:
    title, board = cover(made()), find(made(), "Floor")
    assert title is not None and board is not None
    assert "deep water" in "".join(board.shapes) and "deep water" not in title.svg
    assert title.height < board.height


def test_an_effect_that_is_not_there_is_told() -> None:
    found = made(theme_yaml="art:\n  effects:\n    Walc: any.svg\n").look.diagnostics
    assert [(one.code, one.help) for one in found if one.code is codes.UNKNOWN_NAME] == [
        (codes.UNKNOWN_NAME, "did you mean `Walk`?")
    ]


def test_a_sign_of_a_drawn_board_is_a_picture() -> None:
    compilation = made()
    assert "deep water" in subjects(compilation)
    for name in ("deep water", "sign deep", "Wet"):
        picture = find(compilation, name)
        assert picture is not None and picture.width == picture.height < drawing.PAGE_WIDTH


@pytest.mark.parametrize(
    ("data", "ratio"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (63).to_bytes(4, "big") + (88).to_bytes(4, "big"), 63 / 88),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x58\x00\x3f\x01", 63 / 88),
        (b'<svg width="20" height="10"/>', 2.0),
        (b'<svg viewBox="0 0 30 10" width="7" height="7"/>', 3.0),
        (b'<svg width="100%" height="10"/>', None),
        (b'<svg viewBox="0 0 x y"/>', None),
    ],
)
def test_the_shape_of_artwork_is_known(data: bytes, ratio: float | None) -> None:
    found = art(data)
    assert isinstance(found, Art) and found.ratio == ratio


@pytest.mark.parametrize(("deep", "is_drawn"), [(50, True), (100, False), (1_000, False), (20_000, False)])
def test_elements_within_elements_without_end_are_refused(deep: int, is_drawn: bool) -> None:
    found = art(f"<svg xmlns='http://www.w3.org/2000/svg'>{'<g>' * deep}{'</g>' * deep}</svg>".encode())
    assert isinstance(found, Art) is is_drawn
    assert is_drawn or found == "its elements lie in one another more than 100 deep"


def test_values_have_icons_where_a_theme_has_them() -> None:
    game = GAME.replace("  Worth: 1 to 9\n", "  Worth: 1 to 9\n  Suit: Sun or Moon\n")
    rows = CARDS.replace("Worth: 3,", "Worth: 3, Suit: Sun,").replace("Worth: 4,", "Worth: 4, Suit: Moon,")
    rows = rows.replace("Worth: 5,", "Worth: 5, Suit: Moon,").replace("Worth: 6,", "Worth: 6, Suit: Sun,")
    theme = "art:\n  Suit:\n    Sun: sun.svg\n    Star: sun.svg\n"
    files = FILES | {"steps.gdl": game, "cards.yaml": rows, "theme.yaml": theme, "sun.svg": SMALL.format(7)}
    made = load("steps.gdl", MemoryProvider(files))
    assert made.game is not None
    wrong = [one.message for one in made.look.diagnostics]
    assert wrong == ["no value of Suit is called `Star`"]
    look = made.look.value
    assert look is not None
    ant, bee = ("".join(drawing.card(made.game, made.game.kinds["Card"], at, look).shapes) for at in (0, 1))
    assert "<image" in ant and "<image" not in bee

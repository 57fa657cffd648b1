"""Pictures of pieces: each side once, of exactly the size that it is to have, under a name that every system keeps."""

import json
import struct
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import drawing, printing
from gekido_dsl.compilation import load
from gekido_dsl.drawing.faces import SHAPES, Shape, faced
from gekido_dsl.drawing.svg import frame
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import nodes as m
from gekido_dsl.tabletops import images, orders, rendering
from gekido_dsl.tabletops.names import file_name
from gekido_dsl.tabletops.printers import WrongPrinters, printers, shipped

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)


@cache
def game_of(name: str) -> m.Game:
    path = RULESETS / name
    game = load(path.name, FolderProvider(path.parent, library=RULESETS)).game
    assert game is not None
    return game


def pixels(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])  # type: ignore[return-value]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6)
def test_the_list_names_every_file_and_every_piece(name: str) -> None:
    game = game_of(name)
    things = printing.stock(game, printing.Wish())
    made = images.pictures(things)
    listed = json.loads(images.manifest(game.title, game.most_players, things, made, dpi=300))
    sides = ("front", "back", "front with bleed", "back with bleed")
    files = {one[side]["file"] for one in listed["pieces"] for side in sides if side in one}
    paths = [one.path for one in made.pictures]
    assert files == set(paths)
    assert len({path.casefold() for path in paths}) == len(paths)
    assert sum(one["copies"] for one in listed["pieces"]) == sum(group.number for group in things.groups)
    for one in listed["pieces"]:
        for side in sides:
            if side in one:
                width, height = one[side]["pixels"]
                assert 0 < width <= rendering.MOST_SIDE and 0 < height <= rendering.MOST_SIDE


@pytest.mark.dear
def test_pictures_have_the_pixels_that_they_are_to_have() -> None:
    game = game_of("gekido.gdl")
    things = printing.stock(game, printing.Wish(only=frozenset({"tiles"})))
    made = images.pictures(things, bleed=3.175, cuts={"tiles": SHAPES["square"]})
    data = dict(images.written(made, dpi=300))
    assert pixels(data["Tiles/The Center.png"]) == (750, 750)
    assert pixels(data["Tiles/with bleed/The Center.png"]) == (825, 825)
    assert pixels(data["Tiles/back of Tiles.png"]) == (750, 750)


def test_a_large_board_has_fewer_pixels_to_an_inch() -> None:
    made = rendering.shot(drawing.Picture(2000, 20, (), "wide"), 300)
    assert (made.width, made.height) == (8192, 82)
    made = rendering.shot(drawing.Picture(900, 900, (), "large"), 600)
    assert made.width * made.height <= 36_100_000


def test_the_ground_goes_on_to_the_rim_without_an_outline() -> None:
    card = drawing.Picture(63, 88, tuple(frame(63, 88, 12)), "card", ground=((0.0, "shade"), (12.0, "paper")))
    bled = faced(card, Shape(63, 88), 3)
    assert (bled.width, bled.height) == (69, 94)
    assert 'class="shade" x="0" y="0" width="69"' in bled.shapes[0]
    assert 'class="paper" x="0" y="15" width="69"' in bled.shapes[1]
    assert not any("strong-edge" in one for one in bled.shapes)
    other = faced(card, Shape(63, 120))
    assert "strong-edge" in other.shapes[-1]


def test_artwork_is_enlarged_to_the_rim() -> None:
    art = drawing.Picture(63, 88, ("<image/>",), "art")
    bled = faced(art, Shape(63, 88), 3)
    assert "scale(1.09524)" in bled.shapes[0]


def test_a_card_of_another_size_is_drawn_for_it() -> None:
    game = game_of("gekido.gdl")
    tall = printing.stock(game, printing.Wish(card=printing.Size(70, 120), only=frozenset({"cards"})))
    front = tall.groups[0].items[0].front
    assert front.height / front.width == pytest.approx(120 / 70)


def test_names_are_those_that_every_system_keeps() -> None:
    assert file_name("Ring of Power", ".png") == "Ring of Power.png"
    assert file_name('"Who?" / A\\B: <C>', ".png") == "Who- - A-B- -C.png"
    assert file_name("con", ".png") == "con_.png"
    assert file_name("...") == "_"
    assert file_name("Cafe\u0301") == "Caf\u00e9"
    assert file_name("Bell", ".png", {"bell.png"}) == "Bell (2).png"
    assert len(file_name("\u00e4" * 300, ".png").encode()) < 100


@pytest.mark.dear
def test_a_printer_gets_the_pixels_that_it_asks_for() -> None:
    game = game_of("gekido.gdl")
    known = printers(shipped())
    things = printing.stock(game, printing.Wish())
    for name, size in (("the-game-crafter", (825, 1125)), ("makeplayingcards", (822, 1122))):
        made = orders.order(game.title, known[name], things)
        cards = [one for path, one in made.pictures.items() if "Tech Cards/" in path]
        shots = [rendering.shot(one, known[name].dpi) for one in cards]
        assert {(one.width, one.height) for one in shots} == {size}
        assert "46 pieces" in made.listed
        assert "6 Bot panels" in made.left_out


def test_nothing_is_written_outside_of_the_safe_zone() -> None:
    card = drawing.Picture(
        63.5, 88.9, tuple(frame(63.5, 88.9, 12)), "card", ground=((0.0, "shade"), (12.0, "paper"))
    )
    bled = faced(card, Shape(63.5, 88.9), 3.175, 3.175)
    assert "translate(4.35 4.82) scale(0.96299)" in bled.shapes[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("= 3", "line 1, column 1 is no TOML"),
        ("a = " + "9" * 5_000, "a number or a date in it cannot be"),
        ("a = " + "[" * 100_000, "(?:no TOML|lie too deep)"),
        ("[a]\ntitle = 'A'", "a: `products` is missing"),
        ("[\"\\u001b[2J\"]\ntitle = 'A'", r"^�\[2J: "),
        (
            "[a]\ntitle = 'A'\nproducts = [{name = 'x', for = 'hats', cut = [1, 1]}]",
            r"a\.products\[0\]\.for: this has to be one of boards, ",
        ),
        ("[a]\ntitle = 'A'\nproducts = [{name = 'x', for = 'cards', cut = [1]}]", "needs 2 or more entries"),
        ("[a]\ntitle = 'A'\nproducts = [{name = 'x', for = 'cards', cut = [0, 1]}]", "more than 0"),
    ],
)
def test_a_wrong_file_of_printers_is_told(text: str, told: str) -> None:
    with pytest.raises(WrongPrinters, match=told):
        printers(shipped(), text)


def test_a_printer_of_ones_own_stands_beside_ours() -> None:
    own = "[mine]\ntitle = 'Mine'\nproducts = [{name = 'Hex', for = 'tiles', cut = [1.73, 2], shape = 'hexagon'}]"
    known = printers(shipped(), own)
    assert list(known) == ["the-game-crafter", "makeplayingcards", "mine"]
    made = orders.order("Gekido", known["mine"], printing.stock(game_of("gekido.gdl"), printing.Wish()))
    assert "Hex/Tiles/The Center.png" in made.pictures


def test_a_card_says_what_it_does_in_words_alone() -> None:
    game = game_of("gekido.gdl")
    kind = game.kinds["Tech Card"]
    card = drawing.card(game, kind, next(at for at, row in enumerate(kind.rows) if row.name == "Servo Flip"))
    assert "Flip" in "".join(card.shapes)
    assert ">Effect<" not in "".join(card.shapes)
    assert "Effect" in card.text

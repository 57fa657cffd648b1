"""A face of a designer's own takes what a row says, as text and never as markup, wherever its things are drawn."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from gekido_dsl import drawing, printing
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.drawing.own_faces import own_face
from gekido_dsl.drawing.svg import document
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Own"
  players 2

theme from "theme.yaml"

values Suit: Cups, Swords

kind Card from "cards.yaml"
  Cost: 0 to 9
  Worth: 0 to 9
  Suit: a Suit

deck Deck: all Cards, shuffled

hand Hand of each player, of Cards

turn of each player
  Play

phase Play
  draw 1 Card from Deck if possible

the game ends when Deck is empty
  nobody wins
"""
CARDS = (
    '- {Name: "Knight <b> & more", Cost: 3, Worth: 1, Suit: Cups, Text: "Draw two cards, then discard one.", '
    "Art: a.svg}\n- {Name: Page, Cost: 0, Worth: 2, Suit: Swords}\n"
)
THEME = """values:
  Suit: {Cups: "#c2402a", Swords: "#1f5fa8"}
art:
  Suit: {Cups: a.svg}
faces:
  Card: card.svg
"""
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#fa0"/></svg>'
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 880">
<script>alert(1)</script>
<rect id="ground" width="630" height="880" fill="#222" data-fill="Suit"/>
<g id="price" data-slot="Cost"><circle r="50"/><text id="cost" font-family="Mine" data-slot="Cost">9</text></g>
<text id="name" data-slot="Name">Lorem</text>
<rect id="art" x="60" y="160" width="510" height="360" data-slot="Art"/>
<g id="box"><rect x="60" y="550" width="510" height="260" font-size="44" data-slot="Text"/></g>
<rect id="suit" x="9" y="9" width="60" height="60" data-slot="Suit"/>
</svg>"""


def made(face: str = FACE, theme: str = THEME) -> Compilation:
    return load(
        "g.gdl",
        MemoryProvider(
            {"g.gdl": GAME, "cards.yaml": CARDS, "theme.yaml": theme, "a.svg": ART, "card.svg": face}
        ),
    )


def drawn(compilation: Compilation, number: int) -> ElementTree.Element:
    game, look = compilation.game, compilation.look.value
    assert game is not None and look is not None
    return ElementTree.fromstring(document(drawing.thing(game, game.kinds["Card"], number, look)))


def by_id(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return next((one for one in root.iter() if one.get("id") == name), None)


def test_slots_take_what_a_row_says() -> None:
    compilation = made()
    first, second = (drawn(compilation, number) for number in range(2))
    grounds = [by_id(one, "ground") for one in (first, second)]
    assert [one.get("fill") for one in grounds if one is not None] == ["#c2402a", "#1f5fa8"]
    name, cost = by_id(first, "name"), by_id(first, "cost")
    assert name is not None and name.text == "Knight <b> & more"
    assert cost is not None and (cost.text, cost.get("style")) == ("3", "font-family:Mine")
    assert "".join(first.itertext()).count("Draw two cards, then") == 2  # in the description, and in the box
    assert (
        len([one for one in first.iter() if one.tag.endswith("image")]) == 2
    )  # artwork, and the icon of Cups
    assert not [one for one in second.iter() if one.tag.endswith("image")]
    assert "Swords" in "".join(second.itertext())  # without an icon in words
    assert by_id(second, "price") is None  # a price of nothing is left out, with its circle
    assert "script" not in ElementTree.tostring(first, encoding="unicode")
    assert "Lorem" not in "".join(first.itertext())


def test_cards_are_printed_on_their_face() -> None:
    compilation = made()
    assert compilation.game is not None and compilation.look.value is not None
    things = printing.stock(compilation.game, printing.Wish(bleed=3), compilation.look.value)
    cards = next(group for group in things.groups if group.sort == "cards")
    assert all("data-slot" in one or "scale" in one for item in cards.items for one in item.front.shapes)
    assert {(round(item.front.width), round(item.front.height)) for item in cards.items} == {(69, 94)}
    assert "#1f5fa8" in "".join(cards.items[1].front.shapes)


@pytest.mark.parametrize(
    ("face", "theme", "code", "said"),
    [
        (FACE.replace('data-slot="Cost"', 'data-slot="Coost"'), THEME, codes.UNKNOWN_NAME, "slot `Coost`"),
        (FACE.replace('data-fill="Suit"', 'data-fill="Siut"'), THEME, codes.UNKNOWN_NAME, "slot `Siut`"),
        (FACE.replace("viewBox", "viewBlock"), THEME, codes.WRONG_ART, "no `viewBox`"),
        ("no svg", THEME, codes.WRONG_ART, "no sound SVG"),
        (FACE, THEME.replace("  Card: card", "  Cord: card"), codes.UNKNOWN_NAME, "no kind is called `Cord`"),
        (FACE, THEME + "borders: [Siut]\n", codes.UNKNOWN_NAME, "no list of values is called `Siut`"),
        (FACE, THEME + "borders: [Suit]\n", None, ""),
        (
            FACE,
            THEME + "icons: [Suit]\n",
            codes.UNKNOWN_NAME,
            "no list of values with signs is called `Suit`",
        ),
    ],
)
def test_what_does_not_fit_is_told(face: str, theme: str, code: object, said: str) -> None:
    found = [
        one
        for one in (made(face, theme).look.diagnostics)
        if one.code in (codes.UNKNOWN_NAME, codes.WRONG_ART, codes.WRONG_THEME)
    ]
    assert [one.code for one in found] == [code] * len(found)
    assert bool(found) == (code is not None)
    assert all(said in one.message for one in found)


def test_a_picture_that_is_no_svg_is_no_face() -> None:
    assert "it is no SVG" in str(own_face(b"\x89PNG\r\n\x1a\n" + bytes(8) + bytes((0, 0, 0, 9, 0, 0, 0, 9))))


def test_the_colour_of_a_value_runs_around_a_card() -> None:
    theme = THEME.replace("faces:\n  Card: card.svg\n", "borders: [Suit]\n")
    shapes = ElementTree.tostring(drawn(made(theme=theme), 1), encoding="unicode")
    assert re.search(r'stroke="#1f5fa8" stroke-width="2.4"', shapes)
    plain = theme.replace("borders: [Suit]\n", "")
    assert 'stroke="#1f5fa8"' not in ElementTree.tostring(drawn(made(theme=plain), 1), encoding="unicode")


def test_signs_stand_in_place_of_words() -> None:
    game = GAME.replace("Cups, Swords", 'Cups, Swords\n  drawn as "♥♠"')
    cards = CARDS.replace("Draw two cards, then", "Swords beat Cups, not Cupsful;")
    files = {"g.gdl": game, "cards.yaml": cards, "a.svg": ART, "theme.yaml": "icons: [Suit]\n"}
    made = load("g.gdl", MemoryProvider(files))
    said = "".join(re.sub(r"<desc>.*?</desc>", "", ElementTree.tostring(drawn(made, 0), encoding="unicode")))
    written = " ".join("".join(ElementTree.fromstring(said).itertext()).split())
    assert "♠ beat ♥, not" in " ".join(re.findall(r">([^<>]+)</", said)).replace("\n", " ")
    assert "Cupsful" in written and ">Cups<" not in said


def test_little_ink_leaves_what_things_are_filled_with_white() -> None:
    theme = drawing.PLAIN.printed.with_little_ink()
    assert {theme.light[name] for name in ("shade", "tint", "face", "paper")} == {"#ffffff"}
    assert theme.players == drawing.PLAIN.printed.players and theme.light["ink"] != "#ffffff"

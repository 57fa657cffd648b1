"""Pictures by name: every shipped game has those that a rulebook asks for, and they can be read."""

import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing.svg import text_width
from gekido_dsl.files import FolderProvider
from gekido_dsl.rulesdoc.pictures import Picture, picture, strip, subjects
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)
SVG = "{http://www.w3.org/2000/svg}"
PLAIN, BOLD = 0.88, 1.0
"""How wide type is really drawn, as a part of the estimate."""


@cache
def compiled(name: str) -> Compilation:
    path = RULESETS / name
    return load(path.name, FolderProvider(path.parent))


def of(name: str, subject: str) -> Picture:
    found = picture(compiled(name), subject)
    assert found is not None, subject
    return found


def texts(svg: str) -> list[tuple[float, float, float, float, str]]:
    """Lists the texts of a picture, each with the box that it fills: left, top, right, bottom."""
    found = []
    waiting = [(ElementTree.fromstring(svg), 0.0, 0.0, 1.0)]
    while waiting:
        element, x, y, scale = waiting.pop()
        moved = re.match(
            r"translate\(([-\d.e]+) ([-\d.e]+)\)(?: scale\(([\d.e-]+)\))?", element.get("transform", "")
        )
        if moved and element.tag == f"{SVG}g":
            x, y = x + float(moved[1]) * scale, y + float(moved[2]) * scale
            scale *= float(moved[3] or 1)
        if element.tag == f"{SVG}text" and element.text:
            size = float(element.get("font-size", "0"))
            bold = "bold" in element.get("class", "")
            width = text_width(element.text, size) * (BOLD if bold else PLAIN)
            start = {"start": 0.0, "middle": -width / 2, "end": -width}[element.get("text-anchor", "start")]
            left, base = float(element.get("x", "0")) + start, float(element.get("y", "0"))
            box = (left, base - size * 0.6, left + width, base + size * 0.05)
            found.append(
                (*(number * scale + by for number, by in zip(box, (x, y, x, y), strict=True)), element.text)
            )
        waiting += [(inner, x, y, scale) for inner in element]
    return found  # type: ignore[return-value]


def clashes(svg: str) -> list[tuple[str, str]]:
    boxes = texts(svg)
    return [
        (one[4], other[4])
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]


def beyond(drawn: Picture) -> list[str]:
    return [
        box[4]
        for box in texts(drawn.svg)
        if box[0] < -0.5 or box[2] > drawn.width + 0.5 or box[3] > drawn.height + 0.5
    ]


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one == "botwars.gdl" else ()) for one in GAMES]
)
@pytest.mark.quick_in_turn(6)
def test_what_can_be_drawn_is_sound_and_can_be_read(name: str) -> None:
    compilation = compiled(name)
    game = compilation.game
    assert game is not None
    asked = subjects(compilation)
    assert "turn" in asked and f"set-up with {game.most_players} players" in asked
    named = {row.name for kind in game.kinds.values() for row in kind.rows}
    rows = [subject for subject in asked if subject in named]
    left_out = {
        row for number, row in enumerate(rows) if number > 12 and number % 9
    }  # cards of one table are alike
    for subject in asked:
        if subject in left_out:
            continue
        found = picture(compilation, subject)
        if found is None:
            continue
        root = ElementTree.fromstring(found.svg)
        assert root.get("role") == "img" and root.find(f"{SVG}title") is not None and found.alt
        assert "var(" not in found.printed and "<script" not in found.svg
        assert not clashes(found.svg), (subject, clashes(found.svg)[:3])
        assert not beyond(found), (subject, beyond(found)[:3])


@pytest.mark.parametrize(
    "name",
    [
        "gekido.gdl",
        pytest.param("aimbots.gdl", marks=pytest.mark.slow),
        pytest.param("botwars.gdl", marks=pytest.mark.slow),
        "classics/draughts.gdl",
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(2)
def test_worked_examples_show_what_changed(name: str) -> None:
    compilation = compiled(name)
    game = compilation.game
    assert game is not None
    drawn = 0
    for scenario in game.scenarios[:25]:
        found = strip(compilation, scenario)
        if found is not None:
            drawn += 1
            assert scenario.name in found.alt
            assert not clashes(found.svg), (scenario.name, clashes(found.svg)[:3])
            assert not beyond(found), (scenario.name, beyond(found)[:3])
    assert drawn


def test_a_set_up_has_the_pieces_of_every_player() -> None:
    for players in (2, 3, 4):
        shown = [text for *_, text in texts(of("gekido.gdl", f"set-up with {players} players").svg)]
        assert [f"Player {seat}" for seat in range(1, players + 1)] == sorted(
            t for t in shown if t.startswith("Player")
        )
    assert picture(compiled("gekido.gdl"), "set-up with 5 players") is None
    assert of("gekido.gdl", "set-up with three players").svg == of("gekido.gdl", "set-up with 3 players").svg


@pytest.mark.dear
def test_an_example_marks_what_moved() -> None:
    compilation = compiled("botwars.gdl")
    game = compilation.game
    assert game is not None
    scenario = next(one for one in game.scenarios if one.name == "Cards drive a robot ahead")
    found = strip(compilation, scenario)
    assert found is not None and "accent-line" in found.svg


def test_a_card_shows_the_six_sides_of_the_die_it_turns() -> None:
    game = compiled("aimbots.gdl").game
    assert game is not None
    kind, die = game.kinds["Program"], game.kinds["Program Die"]
    for row in kind.rows:
        up = row.values["Armor"]
        shown = [text for *_, text in texts(of("aimbots.gdl", f"Program {row.name}").svg)]
        assert {str(side) for side in die.rings[up]} | {f"under: {die.opposite[up]}"} <= set(shown)


def test_the_word_in_front_says_what_is_meant() -> None:
    assert "Tile" in of("gekido.gdl", "Tile The Center").alt
    assert of("gekido.gdl", "pattern Full House").alt.startswith("Full House: 3 alike")
    assert of("gekido.gdl", "the turn").svg == of("gekido.gdl", "turn").svg
    assert picture(compiled("gekido.gdl"), "Nothing Of The Kind") is None


PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
BASE = """edition 1

game "Example"
  players 2

theme from "theme.yaml"

values Suit: Cups, Swords

kind Scout from "scouts.yaml"
  Suit: a Suit

deck Deck: all Scouts

phase Play
  move the next Scout of Deck to Used

pile Used of Scouts

turn of each player
  Play

the game ends when Deck is empty
  all remaining players win
"""
ROWS = "- {Name: Ann, Suit: Cups, Art: ann.svg}\n- {Name: Bob, Suit: Swords}\n"
SVG_ART = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script>
<image href="https://example.org/x.png"/><style>@import "https://example.org";</style><circle r="4"/></svg>"""


def looked(theme: str, art: str = SVG_ART) -> Compilation:
    files = {"g.gdl": BASE, "scouts.yaml": ROWS, "ann.svg": art, "theme.yaml": theme}
    return load("g.gdl", MemoryProvider(files))


def test_a_theme_colours_every_picture() -> None:
    made = looked('colours: {accent: "#123456"}\nvalues: {Suit: {Swords: "#654321"}}\n')
    assert made.game is not None and not made.look.diagnostics
    bob = picture(made, "Bob")
    assert bob is not None and "#123456" in bob.svg and 'fill="#654321"' in bob.svg


def test_artwork_is_taken_in_place_of_ours_and_is_harmless() -> None:
    from base64 import b64decode

    made = looked("players: ['#112233']\n", SVG_ART.replace("0 0 9 9", "0 0 63 88"))
    ann = picture(made, "Ann")
    assert ann is not None and "Suit" not in [text for *_, text in texts(ann.svg)]
    address = re.search(r'href="data:image/svg\+xml;base64,([^"]+)"', ann.svg)
    assert address is not None
    art = b64decode(address[1]).decode()
    assert "circle" in art
    for bad in ("script", "onload", "http://example", "https://example", "@import"):
        assert bad not in art


@pytest.mark.parametrize(
    "theme", ["", "[]", "4", "colours: 3", "values: {Suit: {Cups: 3}}", "art: {Scout: {Ann: 4}}", "a: [b"]
)
def test_any_theme_gives_a_look(theme: str) -> None:
    made = looked(theme)
    assert made.game is not None
    assert picture(made, "Bob") is not None
    assert made.look.diagnostics or not theme


@pytest.mark.parametrize("art", ["", "no", "<svg", "<html/>", '<!DOCTYPE a [<!ENTITY b "c">]><svg/>'])
def test_artwork_that_cannot_be_used_is_a_finding(art: str) -> None:
    made = looked("players: ['#112233']\n", art)
    assert [found.code.slug for found in made.look.diagnostics] == ["wrong-art"]
    assert picture(made, "Ann") is not None


@pytest.mark.dear
def test_the_start_shows_where_everybody_stands_and_what_is_next_to_it() -> None:
    game = compiled("botwars.gdl")
    two, eight = (picture(game, f"start with {number} players") for number in (2, 8))
    assert two is not None and eight is not None
    assert "of player 2" in two.alt and "of player 3" not in two.alt
    assert "of player 8" in eight.alt
    nine = picture(game, "start with nine players", {"Most Players": "Nine"})
    assert nine is not None and "of player 9" in nine.alt
    assert picture(game, "start with 10 players") is None

"""Spaces of a board are laid by hand in the studio: the theme says so, and the table shows it."""

from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import api
from gekido_dsl.drawing import boards, laying
from gekido_dsl.drawing.look import PLAIN
from tests.server.test_studio_in_page import There

MAP = """edition 1

game "Roads"
  players 2
  limit 20 turns

kind Town: Ashby, Benton, New Corley
kind Road
  From: a Town
  To: a Town
board Land: Town, touching along Roads
  Ashby to Benton and New Corley
kind Cart, 1 for each player

setup
  each player
    move my Cart to random Town

turn of each player
  Travel

phase Travel
  move my Cart to a Town that is next to it

the game ends when every Cart is on New Corley
  nobody wins
"""
SQUARES = (
    MAP.replace(
        "kind Town: Ashby, Benton, New Corley\nkind Road\n  From: a Town\n  To: a Town\n", "kind Town\n"
    )
    .replace(
        "board Land: Town, touching along Roads\n", "board Land: 2 by 3 Town, touching in 4 directions\n"
    )
    .replace("  Ashby to Benton and New Corley\n", "")
    .replace("New Corley", "r1c1")
)


@pytest.fixture
def there(tmp_path: Path) -> There:
    return There(tmp_path)


def applied(there: There, files: dict[str, str], answer: dict[str, Any]) -> dict[str, str]:
    """Gives the texts with what an answer changes in them, and opens them."""
    texts = dict(files)
    if "new" in answer:
        texts[answer["new"]["name"]] = answer["new"]["text"]
    for one in answer["edits"]:
        text = texts[one["name"]]
        texts[one["name"]] = text[: one["start"]] + one["text"] + text[one["end"] :]
    there.open(texts, main="roads.gdl")
    return texts


def lies(there: There, board: str = "Land") -> dict[str, list[int]]:
    found = next(one for one in there.ask("laid")["boards"] if one["name"] == board)
    return {one["name"]: one["at"] for one in found["spaces"].values()}


def lay(there: There, space: str, across: int, down: int, board: str = "Land") -> dict[str, Any]:
    return there.ask("lay", board=board, space=space, across=across, down=down)


def test_a_theme_is_begun_and_changed_where_it_says_so(there: There) -> None:
    files = {"roads.gdl": MAP}
    there.open(files, main="roads.gdl")
    before = lies(there)
    files = applied(there, files, lay(there, "Ashby", 120, 340))
    assert 'theme from "roads/theme.yaml"\n\nkind Town' in files["roads.gdl"]
    assert "spaces:\n  Land:\n    Ashby: [120, 340]\n" in files["roads/theme.yaml"]
    assert lies(there) == {**before, "Ashby": [120, 340]}
    files = applied(there, files, lay(there, "New Corley", 7, 8))
    files = applied(there, files, lay(there, "Ashby", 900, 20))
    assert files["roads/theme.yaml"].endswith("Land:\n    Ashby: [900, 20]\n    New Corley: [7, 8]\n")
    assert lies(there) == {**before, "Ashby": [900, 20], "New Corley": [7, 8]}


@pytest.mark.parametrize(
    ("theme", "after"),
    [
        (
            '# mine\nplayers: ["#c2402a"]',
            '# mine\nplayers: ["#c2402a"]\nspaces:\n  Land:\n    Ashby: [1, 2]\n',
        ),
        ('spaces:\nplayers: ["#c2402a"]\n', 'spaces:\n  Land:\n    Ashby: [1, 2]\nplayers: ["#c2402a"]\n'),
        ("spaces: {}\n", "spaces: \n  Land:\n    Ashby: [1, 2]\n"),
        ("spaces:\n    Land:\n", "spaces:\n    Land:\n      Ashby: [1, 2]\n"),
        (
            "spaces:\n  Land: {Benton: [3, 4]} # here\n",
            "spaces:\n  Land: {Benton: [3, 4], Ashby: [1, 2]} # here\n",
        ),
        (
            "spaces:\n  Land:\n    Benton: [3, 4]   # by the sea\n\n# the end\n",
            "spaces:\n  Land:\n    Benton: [3, 4]   # by the sea\n    Ashby: [1, 2]\n\n# the end\n",
        ),
        (
            "spaces:\n  Land:\n    Ashby:\n      - 3\n      - 4\n",
            "spaces:\n  Land:\n    Ashby:\n      [1, 2]\n",
        ),
    ],
)
def test_the_rest_of_a_theme_stays_as_it_is_written(there: There, theme: str, after: str) -> None:
    files = {"roads.gdl": MAP.replace("kind Town", 'theme from "look.yaml"\n\nkind Town'), "look.yaml": theme}
    there.open(files, main="roads.gdl")
    files = applied(there, files, lay(there, "Ashby", 1, 2))
    assert files["look.yaml"] == after
    assert lies(there)["Ashby"] == [1, 2]


def test_squares_are_laid_too_and_drawn_there(there: There) -> None:
    files = {"roads.gdl": SQUARES}
    there.open(files, main="roads.gdl")
    before = lies(there)
    assert before["r1c1"] == [167, 167] and before["r2c3"] == [833, 500]
    files = applied(there, files, lay(there, "r2c3", 1000, 1000))
    assert lies(there) == {**before, "r2c3": [1000, 1000]}
    live = there.page.live
    assert live is not None
    session, look = live.table.session, live.made.look.value or PLAIN
    (board,) = session.executor.observe(session.state_after(0), None).boards
    spots = dict(zip((one.label for one in board.spaces), boards.middles(board, look), strict=True))
    per = there.ask("laid")["boards"][0]["per"]
    wide, high = (spots["r2c3"][at] - spots["r1c1"][at] for at in range(2))
    assert [round(one * per) for one in (wide, high)] == [833, 833]
    assert ">r2c3</text>" in "".join(boards.board(board, look=look).shapes), "no rim tells where a space lies"


def test_what_cannot_be_laid_is_refused_with_a_reason(there: There) -> None:
    lined = SQUARES.replace("touching in 4 directions", "touching in 6 directions")
    there.open({"roads.gdl": lined}, main="roads.gdl")
    assert there.ask("laid") == {"boards": [], "id": 7}
    there.open({"roads.gdl": MAP}, main="roads.gdl")
    for asked, why in (
        ({"board": "Land", "space": "Nowhere", "across": 1, "down": 1}, "no such space"),
        ({"board": "Sea", "space": "Ashby", "across": 1, "down": 1}, "no such space"),
        ({"board": "Land", "space": "Ashby", "across": 1001, "down": 1}, "from 0 to 1,000"),
    ):
        assert why in there.ask("lay", **asked)["refused"]


@pytest.mark.parametrize(
    ("theme", "found"),
    [
        ("spaces:\n  Lands: {Ashby: [1, 2]}", "no map or board of squares is called `Lands`"),
        ("spaces:\n  Land: {Ashbi: [1, 2]}", "no space of Land is called `Ashbi`"),
        ("spaces:\n  Land: {Ashby: [1]}", "`spaces` → `Land` → `Ashby` of a theme cannot be this"),
        (
            "spaces:\n  Land: {Ashby: [1, 2000000]}",
            "`spaces` → `Land` → `Ashby` → `1` of a theme cannot be this",
        ),
        (
            "spaces:\n  Land: {Ashby: [1, east]}",
            "`spaces` → `Land` → `Ashby` → `1` of a theme cannot be this",
        ),
    ],
)
def test_a_wrong_line_of_a_theme_is_told_with_a_step(there: There, theme: str, found: str) -> None:
    files = {"roads.gdl": MAP.replace("kind Town", 'theme from "look.yaml"\n\nkind Town'), "look.yaml": theme}
    there.open(files, main="roads.gdl")
    assert there.page.live is not None
    (told,) = there.page.live.newest.look.diagnostics
    assert (
        told.message == found and told.help and told.span is not None and told.span.source.name == "look.yaml"
    )
    assert len(lies(there)) == 3


def test_a_map_that_a_table_lays_is_measured_by_its_numbers() -> None:
    made = api.read("classics/five_banners").compilation
    assert made.game is not None
    board = made.game.boards["World"]
    usual = laying.usual(board)
    assert laying.bounds(board)[0] == 0 and all(float(x).is_integer() for x, _ in usual.values())
    places = laying.placed(board, {})
    assert [tuple(round(one, 9) for one in places[row.name]) for row in board.space.rows] == [
        tuple(round(one, 9) for one in spot)
        for spot in board.shape.places  # type: ignore[union-attr]
    ]

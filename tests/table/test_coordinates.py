"""Spaces are called by a letter and a number where a theme says so: on the board, in choices, and in the log."""

import json
import re

import pytest

from gekido_dsl.drawing.look import column_name
from gekido_dsl.table.coordinates import lettered
from tests.browser.tables import Laid


@pytest.mark.parametrize(("number", "name"), [(1, "a"), (8, "h"), (26, "z"), (27, "aa"), (53, "ba")])
def test_columns_have_letters(number: int, name: str) -> None:
    assert column_name(number) == name


def test_what_a_page_finds_things_by_stays() -> None:
    message = {
        "label": "Piece r2c5 → r4c5",
        "spots": [["space Board r2c5"]],
        "lines": ["r1c1", 3],
        "none": None,
    }
    assert lettered(message) == {
        "label": "Piece e2 → e4",
        "spots": [["space Board r2c5"]],
        "lines": ["a1", 3],
        "none": None,
    }
    assert lettered("arc1 r2c3d r10c2") == "arc1 r2c3d b10"


def test_chess_is_told_by_letters_and_its_choices_are_still_found() -> None:
    laid = Laid("classics/chess", ("person", "random"))
    shown = laid.table.shown(laid.viewer)["shown"]
    labels = [one["label"] for one in shown["question"]["choices"]]
    assert "Piece e2 → e4" in labels
    assert ">e<" in shown["picture"]["svg"]
    number = labels.index("Piece e2 → e4")
    laid.table.do({"do": "choose", "step": shown["step"], "choice": number}, laid.viewer)
    laid.move_bots()
    after = laid.table.shown(laid.viewer)["shown"]
    told = json.dumps([after["log"], after["question"]["choices"][0]["label"]])
    assert "to e4" in told
    assert "r4c5" not in told
    spots = [spot for one in after["question"]["choices"] for slot in one["spots"] for spot in slot]
    assert all(f'data-spot="{spot}"' in after["picture"]["svg"] for spot in spots)


def test_a_game_without_such_a_theme_keeps_its_numbers() -> None:
    laid = Laid("classics/breakthrough", ("person", "random"))
    shown = laid.table.shown(laid.viewer)["shown"]
    assert any(re.search(r"\br\d+c\d+", one["label"]) for one in shown["question"]["choices"])

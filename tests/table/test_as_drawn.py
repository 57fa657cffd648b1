"""Spaces are called by a letter and a number where a theme says so: on the board, in choices, and in the log."""

import json
import re

import pytest

from gekido_dsl.drawing.look import column_name, column_number
from gekido_dsl.engine import Outcome
from gekido_dsl.table.as_drawn import as_drawn, lettered, unlettered
from gekido_dsl.table.viewer import Viewer
from gekido_dsl.table.words import ending
from tests.browser.tables import Laid


@pytest.mark.parametrize(("number", "name"), [(1, "a"), (8, "h"), (26, "z"), (27, "aa"), (53, "ba")])
def test_columns_have_letters(number: int, name: str) -> None:
    assert column_name(number) == name
    assert column_number(name) == column_number(name.upper()) == number


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
    assert lettered({"person": "r2c4", "name": "Player 1"}) == {"person": "r2c4", "name": "Player 1"}


def test_letters_are_turned_back() -> None:
    assert unlettered("Piece e2 → E4") == "Piece r2c5 → r4c5"
    assert unlettered("aa12 Take 2 r4c5 a0 abc1 e4x") == "r12c27 Take 2 r4c5 a0 abc1 e4x"


def test_chess_is_told_by_letters_and_its_choices_are_still_found() -> None:
    laid = Laid("classics/chess", ("person", "random"))
    shown = laid.table.shown(laid.viewer)["shown"]
    labels = [one["label"] for one in shown["question"]["choices"]]
    assert "Pawn e2 → e4" in labels
    assert ">e<" in shown["picture"]["svg"]
    number = labels.index("Pawn e2 → e4")
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


def test_the_spaces_of_a_single_row_are_called_by_what_they_are() -> None:
    laid = Laid("classics/backgammon", ("person", "person"))
    shown = laid.table.shown(laid.viewer)["shown"]
    labels = [one["label"] for one in shown["question"]["choices"]]
    assert any(re.search(r"Checker Point \d+ → \d", label) for label in labels), labels
    assert not any(re.search(r"r\d+c\d+", label) for label in labels)
    (told,) = laid.table.do({"do": "show", "text": "point 6"}, laid.viewer)
    assert told["told"] == "Point 6"
    spots = [spot for one in shown["question"]["choices"] for slot in one["spots"] for spot in slot]
    assert all(f'data-spot="{spot}"' in shown["picture"]["svg"] for spot in spots)


def test_playing_cards_with_numbers_are_called_by_what_they_show() -> None:
    laid = Laid("classics/holdem", ("person", "person"))
    told = json.dumps(laid.table.shown(laid.viewer)["shown"]["log"], ensure_ascii=False)
    assert len(re.findall(r"\b(?:\d+|[AJQK])[♣♦♥♠] goes to", told)) == 2
    assert not re.search(r"(?:Clubs|Diamonds|Hearts|Spades) \d", told)
    assert as_drawn(laid.table.game, laid.table.look).asked("not Q♥") == "not Hearts 12"


def test_nobody_is_on_turn_once_a_match_is_over() -> None:
    laid = Laid("classics/tic_tac_toe", ("person", "random"))
    assert ">you decide<" in laid.table.shown(laid.viewer)["shown"]["picture"]["svg"]
    while laid.table.session.decision is not None:
        laid.go_on(1)
    assert "on turn" not in laid.table.shown(laid.viewer)["shown"]["picture"]["svg"]


def test_a_standing_is_told_where_it_says_more_than_who_won() -> None:
    view = Laid("classics/hearts", ("person",)).table.session.view(None)
    alone = Outcome((1, 2, 2, 2), True)
    assert ending(alone, view) == ["Player 1 wins."]
    assert len(ending(Outcome((1, 2, 2, 4), True), view)) == 5


@pytest.mark.parametrize("asked", ["e4", "E4", "r4c5"])
def test_a_space_is_asked_for_as_the_board_calls_it(asked: str) -> None:
    laid = Laid("classics/chess", ("person", "person"))
    assert laid.table.do({"do": "show", "text": asked}, laid.viewer) == [
        {"told": "e4", "lines": ["e4: nothing"]}
    ]
    (told,) = laid.table.do({"do": "why", "text": f"not {asked.replace('4', '5')}"}, laid.viewer)
    assert told["told"] == "Why not e5"
    (among,) = laid.table.do({"do": "why", "text": "not Piece e2 → e4"}, laid.viewer)
    assert among["lines"] == ["it is among the choices"]


def test_the_example_of_a_space_can_be_asked_for() -> None:
    laid = Laid("classics/chess", ("person", "person"))
    (hint,) = laid.table.do({"do": "show", "text": ""}, laid.viewer)
    example = re.findall(r"\b[a-z]\d\b", hint["refused"])
    assert example
    assert "told" in laid.table.do({"do": "show", "text": example[0]}, laid.viewer)[0]
    assert laid.table.do({"do": "show", "text": "k9"}, laid.viewer) == [
        {"refused": "Nothing is known of `k9`."}
    ]


def test_people_are_called_as_they_say() -> None:
    laid = Laid("classics/chess", ("person", "person"))
    laid.table.do({"do": "name", "seat": 0, "name": "r2c4"}, laid.viewer)
    assert laid.table.shown(laid.viewer)["shown"]["seats"][0]["person"] == "r2c4"


def test_lessons_before_a_match_have_letters_too() -> None:
    lessons = Laid("classics/chess", ("person", "person")).table.lessons
    told = lessons.do({"do": "lesson", "number": 0, "page": 0}, Viewer())["lesson"]
    labels = [one["label"] for one in told["question"]["choices"]]
    assert any(re.search(r"\b[a-h][1-8]\b", label) for label in labels)
    assert not any(
        re.search(r"\br\d+c\d+", said) for said in [*labels, *(one["text"] for one in told["told"])]
    )

"""A match at a table is played by messages."""

import re
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.api import read
from gekido_dsl.engine import Choice, Decision, Setting
from gekido_dsl.table import Table, Viewer, opened
from gekido_dsl.table.showing import answered


def table(name: str, players: int, *seats: str, seed: int = 1) -> Table:
    """Lays a match of a shipped game on a table."""
    made = read(name).compilation
    return Table(made, opened(made, Setting(players, seed), seats))


def everybody(players: int) -> Viewer:
    """Somebody who plays all seats at one screen."""
    return Viewer(frozenset(range(players)), is_host=True, sees_all_seats=True)


def shown(one: Table, viewer: Viewer) -> dict[str, Any]:
    """Gives what somebody is shown."""
    return dict(one.shown(viewer)["shown"])


def test_a_choice_is_taken_and_shown() -> None:
    one, viewer = table("classics/tic_tac_toe", 2), everybody(2)
    before = shown(one, viewer)
    assert before["step"] == 0 and before["seat"] == 0
    assert [choice["spots"] for choice in before["question"]["choices"]][4] == [["space Board r2c2"]]
    assert one.do({"do": "choose", "step": 0, "choice": 4}, viewer) == []
    after = shown(one, viewer)
    assert after["step"] == 1 and after["seat"] == 1 and len(after["question"]["choices"]) == 8
    assert after["version"] == before["version"] + 1
    assert shown(one, viewer) == after


@pytest.mark.parametrize("players", [-1, 0, 3, 10**15, 10**30])
def test_a_match_for_another_number_of_players_is_refused_before_anything_is_made(players: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 2 players"):
        table("classics/tic_tac_toe", players)


def test_a_stale_choice_is_not_taken() -> None:
    one, viewer = table("classics/tic_tac_toe", 2), everybody(2)
    one.do({"do": "choose", "step": 0, "choice": 4}, viewer)
    answer = one.do({"do": "choose", "step": 0, "choice": 0}, viewer)
    assert "moved on" in answer[0]["refused"] and shown(one, viewer)["step"] == 1


@pytest.mark.parametrize(
    "message",
    [None, 3, [], {}, {"do": 1}, {"do": "fly"}, {"do": "choose"}, {"do": "choose", "step": 0, "choice": 99},
     {"do": "choose", "step": 0, "choice": True}, {"do": "choose", "step": 0, "choice": "x"}, {"do": "at", "step": 7},
     {"do": "see", "seat": 9}, {"do": "seat", "seat": 0, "who": "nobody"}, {"do": "seat", "seat": "x", "who": 3},
     {"do": "width", "width": 3}, {"do": "undo"}, {"do": "redo"}, {"do": "show"}, {"do": "why", "text": "9"},
     {"do": "why", "text": "not"}],
)  # fmt: skip
def test_what_does_not_fit_is_refused(message: Any) -> None:
    one, viewer = table("classics/tic_tac_toe", 2), everybody(2)
    before = shown(one, viewer)
    assert "refused" in one.do(message, viewer)[0]
    assert shown(one, viewer) == before


def test_others_decide_nothing_and_change_nothing() -> None:
    one, other = table("classics/tic_tac_toe", 2), Viewer(frozenset({1}))
    assert shown(one, other)["question"] is None and shown(one, other)["waiting"] == "Player 1 decides"
    for message in (
        {"do": "choose", "step": 0, "choice": 0},
        {"do": "undo"},
        {"do": "see", "seat": 0},
        {"do": "again"},
        {"do": "seat", "seat": 0, "who": "random"},
        {"do": "odds"},
    ):
        assert "refused" in one.do(message, other)[0]


def test_undo_redo_and_a_look_back() -> None:
    one, viewer = table("classics/tic_tac_toe", 2), everybody(2)
    for step, choice in enumerate((4, 0, 0)):
        one.do({"do": "choose", "step": step, "choice": choice}, viewer)
    third = shown(one, viewer)
    one.do({"do": "at", "step": 1}, viewer)
    back = shown(one, viewer)
    assert (back["step"], back["steps"], back["live"], back["question"]) == (1, 3, False, None)
    one.do({"do": "at", "step": None}, viewer)
    assert one.do({"do": "undo"}, viewer) == []
    assert shown(one, viewer)["step"] == 2 and shown(one, viewer)["can"]["redo"]
    assert one.do({"do": "redo"}, viewer) == []
    again = shown(one, viewer)
    assert (again["step"], again["log"]) == (3, third["log"])


def test_bots_play_to_the_end_and_a_person_takes_over() -> None:
    one, viewer = table("classics/tic_tac_toe", 2, "random", "random"), everybody(2)
    due = one.due()
    assert due is not None
    assert one.settle(due, due.choose()) is None
    assert one.do({"do": "pause"}, viewer) == [] and one.due() is None
    assert one.do({"do": "resume"}, viewer) == []
    stale = one.due()
    one.do({"do": "seat", "seat": 1, "who": "person"}, viewer)
    assert stale is not None
    one.settle(stale, 0)
    assert shown(one, viewer)["step"] == 1 and shown(one, viewer)["question"]["seat"] == 1
    one.do({"do": "seat", "seat": 1, "who": "random"}, viewer)
    while (due := one.due()) is not None:
        one.settle(due, due.choose())
    assert shown(one, viewer)["outcome"]["text"]
    one.do({"do": "again"}, viewer)
    assert shown(one, viewer)["step"] == 0 and shown(one, viewer)["outcome"] is None


def test_the_screen_is_handed_over_before_a_hand_is_shown() -> None:
    one, viewer = table("classics/whist", 4), Viewer(frozenset(range(4)), is_host=True)
    now = shown(one, viewer)
    while now["question"] is None:
        assert now["seat"] is None and now["hand_over"]["seat"] == viewer.handing
        assert "Hand (" not in now["picture"]["svg"]
        one.do({"do": "see", "seat": now["hand_over"]["seat"]}, viewer)
        now = shown(one, viewer)
    first = now["seat"]
    one.do({"do": "choose", "step": now["step"], "choice": 0}, viewer)
    now = shown(one, viewer)
    assert now["hand_over"]["seat"] != first and now["question"] is None
    one.do({"do": "undo"}, viewer)
    assert shown(one, viewer)["seat"] is None
    studio = Viewer(frozenset(range(4)), is_host=True, sees_all_seats=True)
    assert shown(one, studio)["question"] and shown(one, studio)["hand_over"] is None


def test_nobody_hands_over_where_nothing_is_hidden() -> None:
    one, viewer = table("classics/tic_tac_toe", 2), Viewer(frozenset(range(2)), is_host=True)
    one.do({"do": "choose", "step": 0, "choice": 0}, viewer)
    assert shown(one, viewer)["seat"] == 1 and shown(one, viewer)["question"]


def test_a_choice_is_read_by_who_made_it() -> None:
    one = table("classics/goofspiel", 2)
    mine, theirs = Viewer(frozenset({0})), Viewer(frozenset({1}))
    number = shown(one, mine)["question"]["choices"][3]["label"]
    one.do({"do": "choose", "step": 0, "choice": 3}, mine)
    lines = [line["text"] for line in shown(one, mine)["log"] if line["kind"] == "choice"]
    assert len(lines) == 1 and number in lines[0]
    assert not [line for line in shown(one, theirs)["log"] if line["kind"] == "choice"]


def test_why_tells_what_a_line_of_the_log_is_about() -> None:
    one, viewer = table("gekido", 2, "random", "random", seed=3), Viewer(is_host=True)
    for _ in range(60):
        assert one.step()
    for line in shown(one, viewer)["log"]:
        told = one.do({"do": "why", "text": str(line["number"])}, viewer)[0]
        assert told["told"] == line["text"] and told["lines"][1:] == line.get("why", [])
    assert one.do({"do": "show", "text": "slicer"}, viewer)[0]["lines"]


def test_reports_come_as_tables() -> None:
    one, viewer = table("aimbots", 2, "random", "random", seed=3), Viewer()
    assert "refused" in one.do({"do": "report"}, viewer)[0]
    for _ in range(400):
        if not one.step():
            break
    lines = [line for line in shown(one, viewer)["log"] if "report" in line]
    assert lines
    told = one.do({"do": "report", "text": str(lines[0]["number"])}, viewer)[0]
    assert told["told"] == lines[0]["report"] and told["table"]["rows"]
    assert len(told["table"]["rows"][0]) == len(told["table"]["columns"]) + 1


def test_the_page_about_it_can_be_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "design" / "table.md"
    code = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec("\n".join(code), names)
    assert names["answers"] == [] and names["shown"]["question"]


def test_hello_says_what_a_page_needs_once() -> None:
    one = table("classics/tic_tac_toe", 2)
    assert one.hello(everybody(2))["hello"]["players"][0] == {"kind": "person", "label": "Person"}
    assert "players" not in one.hello(Viewer())["hello"] and ".gdl" in one.hello(Viewer())["hello"]["sheet"]


def test_people_say_who_they_are() -> None:
    """Names are one line, no two people play in one colour, and whoever's colour is taken has the other one."""
    one = table("classics/hex", 2)
    first, second = Viewer(frozenset({0})), Viewer(frozenset({1}))
    assert one.do({"do": "name", "name": " Ann\n\x1b[1mof  Hex " + "x" * 99, "colour": 2}, first) == []
    seats = shown(one, second)["seats"]
    assert (
        len(seats[0]["person"]) <= 24 and "\n" not in seats[0]["person"] and "\x1b" not in seats[0]["person"]
    )
    assert [seat["colour"] for seat in seats] == [2, 1]
    assert "refused" in one.do({"do": "name", "name": "Bo", "colour": 2}, second)[0]
    assert "refused" in one.do({"do": "name", "seat": 0, "name": "Bo"}, second)[0]
    assert "refused" in one.do({"do": "name", "name": "Bo"}, Viewer())[0]
    assert one.do({"do": "name", "name": 7, "colour": True}, second) == []


@pytest.mark.dear
def test_players_have_the_colour_of_what_they_own() -> None:
    one = table("botwars", 2)
    for _ in range(2):  # each chooses a robot
        one.session.choose(0)
    one.changed()
    made = shown(one, Viewer())
    assert not made["can"]["colour"] and all(seat["colour"] > 12 for seat in made["seats"])
    assert f'class="player{made["seats"][0]["colour"]} ' in made["picture"]["svg"]
    assert 'class="player1 ' not in made["picture"]["svg"]


def test_an_answer_that_says_its_question_is_told_alone() -> None:
    """`may "Ask a favour"` is asked as `Ask a favour?`, and that it is done is not told as both."""
    choices = (Choice("0", "Ask a favour"), Choice("1", "Do not"))
    asked = Decision(0, "Ask a favour?", choices, "Trade", None, kind="menu")
    assert answered(asked, "Ask a favour") == "Ask a favour"
    assert answered(asked, "Do not") == "Ask a favour? Do not"


@pytest.mark.parametrize(("game", "first"), [("chess", "Pawn a2 → a4"), ("shogi", "Pawn r3c1 → r4c1")])
def test_a_choice_calls_a_piece_by_what_the_board_shows(game: str, first: str) -> None:
    labels = [
        one["label"] for one in shown(table(f"classics/{game}", 2), everybody(2))["question"]["choices"]
    ]
    assert first in labels and not any(label.startswith("Piece ") for label in labels)


def test_the_log_calls_a_chosen_piece_as_its_question_did() -> None:
    at, me = table("classics/chess", 2), Viewer(plays=frozenset({0}))
    labels = [one["label"] for one in shown(at, me)["question"]["choices"]]
    at.do({"do": "choose", "step": 0, "choice": labels.index("Pawn a2 → a4")}, me)
    shown(at, me)
    told = [line["text"] for line in shown(at, me)["log"] if line["kind"] == "choice"]
    assert told == ["Which piece moves, and where? Pawn a2 → a4"]


def test_what_is_done_with_dice_beside_their_roll_is_told_apart() -> None:
    at, me = table("classics/backgammon", 2), everybody(2)
    kinds = {line["text"]: line["kind"] for line in shown(at, me)["log"]}
    assert {kind for text, kind in kinds.items() if "Number Die" in text} == {"dice"}
    assert "roll" in kinds.values()


def test_a_choice_calls_a_piece_by_its_kind_where_nothing_tells_it_apart() -> None:
    labels = [
        one["label"] for one in shown(table("classics/draughts", 2), everybody(2))["question"]["choices"]
    ]
    assert labels and all(label.startswith("Piece ") for label in labels)


def test_pieces_in_a_place_are_drawn_as_pieces() -> None:
    picture = str(shown(table("classics/connect_four", 2), everybody(2))["picture"])
    assert picture.count(">× 21<") == 2 and ">21 × Disc<" not in picture

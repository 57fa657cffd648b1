"""Lessons of shipped games: each begins, goes on by the choice that it takes, and tells nothing of the match."""

from typing import Any

import pytest

from gekido_dsl import api
from gekido_dsl.cli.paths import shipped
from gekido_dsl.languages import Languages
from gekido_dsl.scenario.lesson import lessons
from gekido_dsl.table import Viewer
from gekido_dsl.table.lessons import Lessons
from gekido_dsl.table.viewer import WIDTHS
from tests.browser.tables import Laid

GAMES = sorted(name for name in shipped() if "/" not in name)
GAME = """\
edition 1

game "Stakes"
  players 2
  source RB "The book"

each player has
  Coins: 0 or more, starts 3

turn of each player
  Bet

phase Bet
  choose one
    "Keep"
      my Coins gains 1
    "Spend"
      my Coins loses 1

the game ends when the Round is 9
  nobody wins

scenario "Somebody spends" [RB p1]
  given the turn of the first player
  when the first player chooses Spend
  then (the first player)'s Coins is 2
  when the second player chooses Keep
  then (the second player)'s Coins is 4

scenario "The same once more" [RB p1]
  when the first player chooses Keep
  then (the first player)'s Coins is 4

scenario "Nobody chooses" [RB p2]
  then (the first player)'s Coins is 3

scenario "It does not hold" [RB p3]
  when the first player chooses Keep
  then (the first player)'s Coins is 9
"""


def page(taught: Lessons, number: Any, at: Any, **more: Any) -> dict[str, Any]:
    return taught.do({"do": "lesson", "number": number, "page": at, **more}, Viewer())


def test_a_lesson_asks_what_the_example_does_and_tells_what_came_of_it() -> None:
    rules = api.read_text(GAME)
    assert rules.compilation.game is not None, rules.compilation.diagnostics
    taught = Lessons(rules.compilation)
    listed = taught.do({"do": "lessons"}, Viewer())["lessons"]
    # One whose page was shown already teaches nothing, nor does one in which nobody chooses.
    assert [one["title"] for one in listed] == ["Somebody spends", "It does not hold"]
    first, second, last = (page(taught, 0, at)["lesson"] for at in range(3))
    assert first["question"]["choices"][first["takes"]]["label"] == "Spend"
    assert [one["text"] for one in first["told"]] == [
        "The turn of the first player",
        "The first player chooses Spend",
    ]
    assert second["player"] == "Player 2"
    assert second["told"][0] == {"kind": "so", "text": "The first player's Coins is 2"}
    assert last["question"] is None
    assert last["told"][-1]["text"] == "The second player's Coins is 4"
    assert "does not hold" in page(taught, 1, 0)["refused"]
    assert 'viewBox="0 0 100 ' in page(taught, 0, 0, width="narrow")["lesson"]["picture"]["svg"]


@pytest.mark.parametrize("wrong", [-1, 99, True, None, "0", 1.5, [], {}])
def test_what_is_no_lesson_is_refused(wrong: Any) -> None:
    taught = Lessons(api.read_text(GAME).compilation)
    assert "refused" in page(taught, wrong, 0)
    assert "refused" in page(taught, 0, wrong)
    assert "lesson" in page(taught, 0, 0, width=wrong)


def test_few_pages_are_kept_as_they_were_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = Lessons(api.read_text(GAME).compilation)
    drawn: list[Any] = []
    draw = taught.live.draw

    def counted(*given: Any) -> Any:
        drawn.append(draw(*given))
        return drawn[-1]

    monkeypatch.setattr(taught.live, "draw", counted)
    every = [(width, code, at) for width in WIDTHS for code in ("en", "de") for at in range(3)]
    for width, code, at in every:
        language = Languages().find(code)
        assert language is not None
        asked = {"do": "lesson", "number": 0, "page": at, "width": width}
        for _ in range(2):  # the second time it is known still
            assert "lesson" in taught.do(asked, Viewer(language=language))
    assert len(drawn) == len(every)
    # The first is drawn anew, as so many came after it.
    page(taught, 0, 0, width=every[0][0])
    assert len(drawn) == len(every) + 1


def test_a_lesson_changes_nothing_at_the_table() -> None:
    laid = Laid("classics/hearts", ("person", "random", "random", "random"))
    before = laid.table.shown(laid.viewer)
    for viewer in (laid.viewer, Viewer()):
        assert "lesson" in laid.table.do({"do": "lesson", "number": 0, "page": 0}, viewer)[0]
    assert laid.table.shown(laid.viewer) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_of_a_shipped_game_can_be_followed(name: str) -> None:
    rules = api.read(shipped()[name])
    assert rules.compilation.game is not None
    taught = Lessons(rules.compilation)
    assert taught.all == lessons(rules.compilation.game)
    assert taught.all
    for number in range(len(taught.all)):
        at = pages = 0
        while at <= pages:
            lesson = page(taught, number, at).get("lesson")
            assert lesson is not None, (name, number, at)
            pages, at = lesson["pages"] - 1, at + 1
            if lesson["question"] is not None:
                assert 0 <= lesson["takes"] < len(lesson["question"]["choices"])
        assert lesson["question"] is None

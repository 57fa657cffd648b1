"""The cookbook is found by what somebody wants to do; that its answers work is tested with the pages."""

import pytest
from click.testing import CliRunner

from gekido_dsl.cli.explain import command
from gekido_dsl.language import cookbook
from gekido_dsl.language.completion import complete
from gekido_dsl.source import Source


def test_every_answer_is_read() -> None:
    assert len(cookbook.recipes()) == cookbook.page().count("\n### ... ")
    assert len(cookbook.recipes()) >= 70
    assert len({one.title for one in cookbook.recipes()}) == len(cookbook.recipes())


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("steal a random card", "steal a random card from another player"),
        ("rob somebody of a card", "steal a random card from another player"),
        ("sealed bids", "let everyone bid in secret"),
        ("auction", "sell something by auction to whoever is left"),
        ("I want to reroll dice", "roll dice and roll some of them again"),
        ("longest route", "find the longest road"),
        ("what happens in a tie", "break ties"),
        ("the discards are reshuffled", "shuffle the discard pile when the deck is empty"),
        ("first player marker", "pass the starting player on to the left"),
        ("a player jumps over a piece and takes it", "jump over a piece and take it"),
        ("draw cards until you can play one", "draw cards until one can be played"),
        ("take all cards of a rank from another player", "take all cards of a rank from a player"),
        ("trash a card", "take a card out of the game"),
    ],
)
def test_an_answer_is_found(wanted: str, title: str) -> None:
    assert cookbook.find(wanted)[0].title == title


def test_nothing_is_found_by_small_words() -> None:
    assert cookbook.find("I want to") == []
    assert cookbook.find("xyzzy") == []


@pytest.mark.parametrize(
    "typed", ["# I want to rob a card", "# i want to steal a random card", "  # I want to rob somebody"]
)
def test_a_comment_that_wants_something_is_completed_with_its_answer(typed: str) -> None:
    text = f"edition 1\n\n{typed}"
    best = complete(Source("a.gdl", text), len(text), None)[0]
    assert best.label == "I want to steal a random card from another player"
    made = text[: best.start] + best.text
    recipe = next(one for one in cookbook.recipes() if one.title == best.label.removeprefix("I want to "))
    margin = " " * (len(typed) - len(typed.lstrip()))
    assert made.startswith(f"edition 1\n\n{margin}# I want to steal")
    assert made.split("\n", 3)[3] == "".join(f"{margin}{one}" for one in recipe.text.splitlines(True))


def test_all_answers_are_offered_while_nothing_is_wanted_yet_and_none_in_other_comments() -> None:
    assert len(complete(Source("a.gdl", "# I want to "), 12, None)) == len(cookbook.recipes())
    assert complete(Source("a.gdl", "# I wonder"), 10, None) == []


def test_explain_shows_an_answer() -> None:
    result = CliRunner().invoke(command, ["steal a random card"], standalone_mode=False)
    assert result.exception is None
    assert "move random Card of the victim's Hand to my Hand" in result.output


def test_explain_still_says_what_it_does_not_know() -> None:
    result = CliRunner().invoke(command, ["unknwon-word"])
    assert "no kind of problem is called `unknwon-word`" in result.output

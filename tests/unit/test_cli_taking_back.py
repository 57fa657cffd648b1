"""Taking back at one keyboard: with several people the others are asked; an empty hand does not show by the pace."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from gekido_dsl.cli import play

PIG = ("classics/pig", "--players", "2", "--seed", "3", "--save", "m.jsonl")
PEOPLE = ("--seat", "1=person", "--seat", "2=person")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def typed(*args: str, lines: str) -> str:
    result = CliRunner().invoke(play.command, args, input=lines, standalone_mode=False)
    assert result.exception is None
    return result.output


def notes() -> list[str]:
    found = [json.loads(line) for line in Path("m.jsonl").read_text().splitlines()]
    return [one["text"] for one in found if one.get("note") == "taken-back"]


def test_the_others_are_asked_when_a_die_was_seen() -> None:
    said = typed(*PIG, *PEOPLE, lines="roll\nundo\nno\nundo\nyes\nquit\n")
    assert "has been seen since. Do the others agree? (yes/no)" in said
    assert "Nothing was taken back." in said and "The others agreed." in said
    (note,) = notes()
    assert note.endswith(
        "takes back 1 decision. Something hidden, or the result of chance, had been seen. The others agreed."
    )


def test_against_bots_it_is_free_and_said() -> None:
    said = typed(*PIG, "--seat", "1=person", "--seat", "2=random", lines="roll\nundo\nquit\n")
    assert "agree?" not in said
    assert "Taken back: 1 decision. Something hidden, or the result of chance, had been seen." in said
    assert notes()


@pytest.mark.parametrize("hot_seat", [True, False])
def test_a_person_with_one_card_that_fits_is_asked_where_others_sit_at_the_keyboard(hot_seat: bool) -> None:
    people = [word for seat in range(4) for word in ("--seat", f"{seat + 1}=person")]
    manner = "--hot-seat" if hot_seat else "--no-hot-seat"
    lines = "".join(("\n" if hot_seat else "") + "1\n" for _ in range(24)) + "quit\n"
    said = typed("classics/whist", "--seed", "5", *people, manner, lines=lines)
    assert ("You have no other choice." in said) is hot_seat

"""The books of BotWars and the Geek-o Challenge: current, without a finding, following rules and options."""

from pathlib import Path

import pytest
from turns import Turns

from gekido_dsl.book import check, write
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for pattern in ("botwars*", "botwars/**/*.*", "geeko*", "geeko/**/*.*", "lib/*")
    for path in RULESETS.glob(pattern)
    if path.is_file()
}
GAMES = ("botwars.gdl", "geeko.gdl")


def compiled(game: str, *changes: tuple[str, str, str]) -> Compilation:
    files = dict(FILES)
    for name, old, new in changes:
        assert old in files[name]
        files[name] = files[name].replace(old, new)
    return load(game, MemoryProvider(files))


def text(compilation: Compilation, **options: str) -> str:
    book = write(compilation, options=options, drawn=False)
    assert [one.message for one in book.diagnostics if one.severity.name == "ERROR"] == []
    return "\n".join(chapter.markdown for chapter in book.chapters)


def stale(compilation: Compilation) -> set[str]:
    found = [one for one in check(compilation) if one.code.slug == "stale-passage"]
    return {one.labels[0].span.text.lstrip("# ") for one in found}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_a_book_has_no_finding(game: str) -> None:
    compilation = compiled(game)
    assert [one.message for one in check(compilation)] == []
    assert [one.message for one in compilation.look.diagnostics] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_answer_to_an_option_changes_the_text(game: str, in_turn: Turns) -> None:
    compilation = compiled(game)
    assert compilation.game is not None
    usual = text(compilation)
    answers = [
        (option, answer)
        for option in compilation.game.options.values()
        if option.name != "Floor Plan"  # the book shows all floors
        for answer in option.answers.members[1:]
    ]
    same = {
        (option.name, answer)
        for option, answer in in_turn(answers, 3)
        if text(compilation, **{option.name: answer}) == usual
    }
    assert same == set()


@pytest.mark.dear
def test_numbers_follow_the_rules_and_their_passages_are_stale() -> None:
    changed = (
        "botwars.gdl",
        "amount Fence Damage of a Robot [BW electric fence] [ruling B15]\n  starts at 2",
        "",
    )
    three = compiled("botwars.gdl", (changed[0], changed[1], changed[1][:-1] + "3"))
    assert "loses **3 HP**" in text(three)
    # What takes the number from the rules is not stale.
    assert stale(three) == {'{{example "The robot that touches the fence is hurt"}}'}


def test_the_challenge_tells_of_its_own_rules_alone() -> None:
    told = text(compiled("geeko.gdl"))
    for gone in ("virtual", "checkpoints you keep", "Choose a floor", "comes back on its checkpoint"):
        assert gone not in told.split("# What the Challenge changes")[0].split("## Questions")[0]
    assert "one to nine registers" in told

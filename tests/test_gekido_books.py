"""The books of Gekido and its Duel: current, without a finding, and following the rules and the options."""

from pathlib import Path

import pytest
from turns import Turns

from gekido_dsl.book import check, write
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("gekido*/**/*.*")
} | {name: (RULESETS / name).read_text(encoding="utf-8") for name in ("gekido.gdl", "gekido_duel.gdl")}
GAMES = ("gekido.gdl", "gekido_duel.gdl")
WITHOUT_TEXT = {
    # A Duel has no tile that is forced, none that is no corner, and no card beside a Power.
    ("gekido_duel.gdl", "Forced Move"),
    ("gekido_duel.gdl", "Starting Place"),
    ("gekido_duel.gdl", "Defender Powers", "One Effect In All"),
}
"""Answers that change nothing for players, by game, option and maybe answer."""


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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.quick_in_turn(2)
def test_a_book_has_no_finding(game: str) -> None:
    assert [one.message for one in check(compiled(game))] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_answer_to_an_option_changes_the_text(game: str, in_turn: Turns) -> None:
    compilation = compiled(game)
    assert compilation.game is not None
    usual = text(compilation)
    options = compilation.game.options.values()
    answers = [(option, answer) for option in options for answer in option.answers.members[1:]]
    for option, answer in in_turn(answers, 3):
        same = text(compilation, **{option.name: answer}) == usual
        left_out = bool({(game, option.name), (game, option.name, answer)} & WITHOUT_TEXT)
        assert same is left_out, (game, option.name, answer)


@pytest.mark.dear
def test_numbers_follow_the_rules_and_their_passages_are_stale() -> None:
    four = "Damage: {Two Pairs: 2, Three Of A Kind: 4, Full House: 6, Four Of A Kind: 8"
    changed = compiled("gekido.gdl", ("gekido/bots.yaml", four, four[:-1] + "7"))
    assert "Pytron suffers 8 damage" in text(compiled("gekido.gdl"))
    assert "Pytron suffers 7 damage" in text(changed)
    stale = [one for one in check(changed) if one.code.slug == "stale-passage"]
    assert any("“Slicer”" in one.message for one in stale)
    assert not any("Choosing yours" in one.message for one in stale)  # it tells of no damage


def test_a_duel_speaks_of_no_cards_and_no_locks_but_to_say_so() -> None:
    pages = text(compiled("gekido_duel.gdl"))
    said = [line for line in pages.splitlines() if "Tech Card" in line or "Target Lock" in line]
    about = ("stay in the box", "No Tech Cards", "No Target Locks", "is gone", "are gone", "No longer")
    assert [line for line in said if not any(words in line for words in about)] == []

"""Every word of the language has a note on what it does."""

from pathlib import Path

import pytest

from gekido_dsl.grammar import words
from gekido_dsl.language.completion import spelled
from gekido_dsl.language.words import meaning, meanings, note, word_at
from gekido_dsl.source import Source

PAGES = Path(__file__).resolve().parents[2] / "docs" / "language"


def all_words() -> list[str]:
    return sorted({word for several in spelled().values() for word in several})


@pytest.mark.parametrize("word", all_words())
def test_each_word_of_the_grammar_has_a_note(word: str) -> None:
    found = meaning(word)
    assert found is not None and found.text.endswith("."), word


def test_each_note_is_of_a_word_and_on_a_page_that_is_there() -> None:
    known = set(all_words()) | set(words.SAME) | set(words.SAME.values())
    assert {word for word in meanings() if word.removeprefix("^") not in known} == set()
    assert all((PAGES / f"{one.page}.md").is_file() for one in meanings().values())


@pytest.mark.parametrize(
    ("text", "mark", "said"),
    [
        ("phase Move\n", "phase", "A part of a turn"),
        ("turn of each player\n", "turn", "the phases of a turn"),
        ("rule X\n  turn it left\n", "turn", "Sets a die to another face"),
        ("the game ends when X is Y\n", "ends", "An end of the game"),
        ("rule X\n  draws 2 Cards if possible\n", "possible", "What cannot be done is passed over"),
        ("rule X\n  draws 2 Cards if it is Y\n", "if", "Only when it holds"),
        ("rule X\n  each Card by its Worth, lowest first\n", "lowest", "the least"),
    ],
)
def test_a_word_is_noted_by_where_it_stands(text: str, mark: str, said: str) -> None:
    found = word_at(Source("x.gdl", text), text.index(mark) + 1)
    assert found is not None and said in note(found)


def test_names_texts_and_blanks_have_none() -> None:
    text = 'rule Foo "phase"  # phase\n  its Score gains 3\n'
    for mark in ("Foo", '"ph', "# ph", "Score", "3"):
        assert word_at(Source("x.gdl", text), text.index(mark) + 1) is None

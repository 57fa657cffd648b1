"""Half-typed texts of every shipped ruleset, table and example of the docs: all who look at them give an answer.

A sample of them in every run, and some ways to cut each text in the slow run. To try every way that reads differently
takes hours: `python tests/test_half_typed.py NAME` does so for a file of `rulesets`.
"""

import random
import sys
from functools import cache

import pytest

pytest.importorskip("lsprotocol")
pytest.importorskip("starlette")

import half_typed
from half_typed import Cut, Desk, Text

from gekido_dsl.language.examples import examples
from gekido_dsl.source import Source

SEED = 24
LARGE, SMALL, TEXTS = 2, 6, 8
"""How many files of large games, files of small ones and examples of the docs are cut off at one place in every run."""
OF_LARGE, OF_SMALL, OF_TEXTS = 2, 6, 3
"""At how many places each of these is cut off in the slow run."""

SHIPPED = half_typed.shipped_names()
EXAMPLES = half_typed.of_docs()
desk = cache(Desk)


def looked_at(text: Text, cut: Cut) -> None:
    """Has everybody look at a text; whoever fails is told with what they looked at."""
    for look in (
        half_typed.validated,
        lambda text, cut: desk(text).edited(cut),
        lambda text, cut: desk(text).typed(cut),
    ):
        try:
            look(text, cut)
        except Exception as error:
            error.add_note(f"{text}, {cut.how}")
            raise


def test_shipped_files_half_typed() -> None:
    chance = random.Random(SEED)
    small = [name for name in SHIPPED if name.startswith("classics/")]
    large = [name for name in SHIPPED if name not in small]
    for name in (*chance.sample(large, LARGE), *chance.sample(small, SMALL)):
        text = half_typed.shipped(name)
        looked_at(text, half_typed.any_cut(text, chance))


def test_examples_of_the_docs_half_typed() -> None:
    chance = random.Random(SEED)
    for text in chance.sample(EXAMPLES, TEXTS):
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_cut_off_anywhere(name: str) -> None:
    chance, text = random.Random(f"{SEED} {name}"), half_typed.shipped(name)
    for _ in range(OF_SMALL if name.startswith("classics/") else OF_LARGE):
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.slow
@pytest.mark.parametrize("text", EXAMPLES, ids=str)
def test_an_example_of_the_docs_cut_off_anywhere(text: Text) -> None:
    chance = random.Random(f"{SEED} {text}")
    for _ in range(OF_TEXTS):
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.parametrize("text", ["", "\n", "# a comment\n", "edition 1", "\ufeff", 'scenario "', "scenario"])
def test_what_a_text_begins_with(text: str) -> None:
    assert examples(Source("a.gdl", text)) == []
    whole = half_typed.shipped("classics/pig.gdl")
    looked_at(whole, Cut(text, len(text), "only its beginning"))


if __name__ == "__main__":
    for given in sys.argv[1:]:
        for every in half_typed.every_cut(half_typed.shipped(given)):
            looked_at(half_typed.shipped(given), every)

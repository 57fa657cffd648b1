"""Half-typed texts of every shipped ruleset, table and example of the docs: all who look at them give an answer.

A sample of them in every run, and a larger one in the slow run, others at each commit. There each prefix is read, too,
an eighth of them at a commit, so that eight slow runs read all. To have everybody look at every way that reads
differently takes hours: `python tests/test_half_typed.py NAME` does so for a file of `rulesets`. Without a name, they
look at one place of each sort, in the smallest text that has one; see `half_typed.sorts`.
"""

import random
import sys
import traceback
from functools import cache

import pytest

pytest.importorskip("lsprotocol")
pytest.importorskip("starlette")

import half_typed
from half_typed import Cut, Desk, Text
from turns import Turns, round_number

from gekido_dsl.language.examples import examples
from gekido_dsl.source import Source

SEED = f"{24 if round_number() is None else round_number()}"
"""Changes with each commit, so that runs look at other places."""
SHARE = 8
"""At one in so many commits a prefix is read."""
LARGE, SMALL, TEXTS = 1, 2, 3
"""How many files of large games, files of small ones and examples of the docs are cut off at one place in every run."""
SLOW_LARGE, SLOW_TEXTS, OF_SMALL = 16, 20, 3
"""How many large files and examples are cut off at one place in the slow run, and at how many each small file."""

SHIPPED = half_typed.shipped_names()
SMALL_FILES = [name for name in SHIPPED if name.startswith("classics/")]
LARGE_FILES = [name for name in SHIPPED if name not in SMALL_FILES]
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


@pytest.mark.dear
def test_shipped_files_half_typed() -> None:
    chance = random.Random(SEED)
    for name in (*chance.sample(LARGE_FILES, LARGE), *chance.sample(SMALL_FILES, SMALL)):
        text = half_typed.shipped(name)
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.dear
def test_examples_of_the_docs_half_typed() -> None:
    chance = random.Random(SEED)
    for text in chance.sample(half_typed.of_docs(), TEXTS):
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_FILES)
@pytest.mark.in_turn(2)
def test_a_small_file_cut_off_anywhere(name: str) -> None:
    chance, text = random.Random(f"{SEED} {name}"), half_typed.shipped(name)
    for _ in range(OF_SMALL):
        looked_at(text, half_typed.any_cut(text, chance))


@pytest.mark.slow
@pytest.mark.parametrize("name", random.Random(SEED + " texts").sample(LARGE_FILES, SLOW_LARGE))
@pytest.mark.in_turn(3)
def test_a_large_file_cut_off_anywhere(name: str) -> None:
    text = half_typed.shipped(name)
    looked_at(text, half_typed.any_cut(text, random.Random(f"{SEED} {name}")))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SLOW_TEXTS))
@pytest.mark.in_turn(2)
def test_an_example_of_the_docs_cut_off_anywhere(number: int) -> None:
    text = random.Random(SEED + " texts").sample(half_typed.of_docs(), SLOW_TEXTS)[number]
    looked_at(text, half_typed.any_cut(text, random.Random(f"{SEED} {text}")))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_each_prefix_of_a_file_is_read(name: str, in_turn: Turns) -> None:
    text = half_typed.shipped(name)
    _read(text, in_turn)


@pytest.mark.slow
def test_each_prefix_of_an_example_is_read(in_turn: Turns) -> None:
    for text in half_typed.of_docs():
        _read(text, in_turn)


def _read(text: Text, in_turn: Turns) -> None:
    reader = half_typed.Reader(text)
    for cut in in_turn(half_typed.prefixes(text), SHARE):
        try:
            reader.read(cut)
        except Exception as error:
            error.add_note(f"{text}, {cut.how}")
            raise


@pytest.mark.parametrize("text", ["", "\n", "# a comment\n", "edition 1", "\ufeff", 'scenario "', "scenario"])
def test_what_a_text_begins_with(text: str) -> None:
    assert examples(Source("a.gdl", text)) == []
    whole = half_typed.shipped("classics/pig.gdl")
    looked_at(whole, Cut(text, len(text), "only its beginning"))


def _smallest_first() -> list[Text]:
    """Lists all texts, those first that are checked soonest."""
    shipped = [half_typed.shipped(name) for name in SHIPPED]
    small = sorted(shipped, key=lambda text: (text.name not in SMALL_FILES, len(text.whole)))
    return [*sorted(half_typed.of_docs(), key=lambda text: len(text.whole)), *small]


def _each_sort() -> None:
    """Has everybody look at a place of each sort, and tells how many failed."""
    failed, before = 0, None
    for number, (text, cut) in enumerate(half_typed.of_each_sort(_smallest_first(), random.Random(SEED)), 1):
        if text is not before:
            # What was kept of one text serves no other.
            desk.cache_clear()
            before = text
        try:
            looked_at(text, cut)
        except Exception:
            failed += 1
            print(f"{text}, {cut.how}\n{traceback.format_exc()}", flush=True)
        if number % 50 == 0:
            print(f"{number:,} places of as many sorts, {failed} failed", flush=True)


if __name__ == "__main__":
    for given in sys.argv[1:]:
        for every in half_typed.every_cut(half_typed.shipped(given)):
            looked_at(half_typed.shipped(given), every)
    if not sys.argv[1:]:
        _each_sort()

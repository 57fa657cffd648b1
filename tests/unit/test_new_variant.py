"""`gdl new --variant-of`: what is written holds as it is, and so does what its comments offer."""

import re
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import scenario
from gekido_dsl.cli.new_variant import beside, text_of
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.format import format
from gekido_dsl.source import Source

RULESETS = Path(__file__).resolve().parent.parent.parent / "rulesets"
PROVIDER = FolderProvider(Path(), library=RULESETS)
GAMES = [
    "gekido",
    "gekido_duel",
    "aimbots",
    "botwars",
    "geeko",
    "classics/pig",
    "classics/whist",
    "classics/hex",
]


@cache
def game(name: str) -> Compilation:
    return load(f"<library>/{name}.gdl", PROVIDER)


@pytest.mark.parametrize("name", GAMES)
def test_a_variant_to_begin_with_holds(name: str) -> None:
    base = game(name)
    text = text_of(base, f"{name}.gdl", "Mine", PROVIDER)
    made = beside(base, f"{name}.gdl", text, PROVIDER)
    assert list(made.diagnostics) == []
    assert [one.passed for one in scenario.run(made)] == [True]
    assert format(Source("variant.gdl", text)).value == text


@pytest.mark.parametrize("name", ["gekido", "classics/pig"])
@pytest.mark.parametrize("word", ["add", "change", "remove"])
def test_what_its_comments_offer_can_be_read(name: str, word: str) -> None:
    base = game(name)
    text = text_of(base, f"{name}.gdl", "Mine", PROVIDER)
    (example,) = re.findall(rf"^# {word} (?:.*\n)(?:#   .*\n)?", text, re.MULTILINE)
    tried = text + "\n" + re.sub("^# ", "", example, flags=re.MULTILINE)
    made = beside(base, f"{name}.gdl", tried, PROVIDER)
    wrong = {"syntax-error", "variant-mismatch", "unexpected-indent"}
    assert [one.message for one in made.model.diagnostics if one.code.slug in wrong] == []

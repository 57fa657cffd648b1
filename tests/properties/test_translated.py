"""A game that is told in another language plays the same: same choices, same bytes of its record, whoever reads it.

The language marks each text of the game, so that whatever players read without a mark was not told by it.
"""

import random
from functools import cache
from typing import Any

import pytest
from shipped import NAMES, compiled

from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.languages.language import Language
from gekido_dsl.languages.naming import named
from gekido_dsl.model.told_texts import texts
from gekido_dsl.play import record
from gekido_dsl.play.session import resume
from gekido_dsl.table import Table, Viewer, opened

DECISIONS = 12


@cache
def marked(name: str) -> Language:
    """Gives a language in which each text of a game stands in brackets."""
    game = compiled(name).game
    assert game is not None
    told: dict[str, str] = {}
    for one in texts(game):
        told[one.text] = f"[~{one.text}~]"
        if one.plural:
            told.setdefault(one.plural, f"[~{one.plural}~]")
    found = named({"xx": told}).find("xx")
    assert found is not None
    return found


def asked(table: Table, viewer: Viewer) -> tuple[str, list[str]]:
    """Gives the question that a viewer reads, and its choices."""
    shown: dict[str, Any] = table.shown(viewer)["shown"]
    question = shown["question"]
    if question is None:  # what is decided in secret is shown to whoever looks alone
        return "", []
    return question["prompt"], [one["label"] for one in question["choices"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.dear
@pytest.mark.in_turn(4)
@pytest.mark.quick_in_turn(12)
def test_a_match_is_the_same_in_every_language(name: str) -> None:
    made, language = compiled(name), marked(name)
    game = made.game
    assert game is not None
    players = game.least_players
    setting = Setting(players, 5, {})
    everybody = frozenset(range(players))
    tables = [Table(made, opened(made, setting)) for _ in range(2)]
    plain, other = Viewer(everybody, is_host=True), Viewer(everybody, is_host=True, language=language)
    chance = random.Random(6)
    known = language.names
    for _ in range(DECISIONS):
        decision = tables[0].session.decision
        if decision is None:
            break
        prompt, labels = asked(tables[0], plain)
        told, again = asked(tables[1], other)
        assert len(labels) == len(again)
        if known(prompt) != prompt:
            assert told == known(prompt)
        number = chance.randrange(len(decision.choices))
        try:
            for one in tables:
                one.session.choose(number)
        except RuleError:
            break
    english, translated = (one.session for one in tables)
    assert english.log == translated.log
    kept = record.read("".join(f"{line}\n" for line in translated.log).encode(), made.identity).record
    assert kept is not None
    assert resume(made.executor(), english.header, kept).kept == len(english.steps)

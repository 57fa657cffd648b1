"""What is declared of the operators is held against what they give: see `watching`."""

from dataclasses import fields, replace

import pytest
import watching
from shipped import compiled
from test_quick_answers import FIELDS, RELATIONS, WALKS

from gekido_dsl.compilation import load
from gekido_dsl.grammar.words import ADJECTIVES
from gekido_dsl.model import facts
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.expr import OPERATORS
from gekido_dsl.model.kernel.operator import Operator
from gekido_dsl.model.kernel.operators import COMPARISONS, RECORDS
from gekido_dsl.source import MemoryProvider

GAMES = {
    "classics/hex.gdl": 8,
    "classics/tic_tac_toe.gdl": 6,
    "classics/nine_mens_morris.gdl": 30,
    "classics/breakthrough.gdl": 6,
    "classics/backgammon.gdl": 5,
    "classics/hearts.gdl": 20,
    "classics/liars_dice.gdl": 20,
    "classics/thirteen_rolls.gdl": 20,
    "classics/mill_creek.gdl": 12,
    "classics/the_heir.gdl": 20,
    "gekido_duel.gdl": 8,
}
"""How many decisions of a match are watched."""


@pytest.fixture(scope="module")
def watched() -> None:
    """Plays every game once."""
    for name, most in GAMES.items():
        game = compiled(name).game
        assert game is not None
        watching.play(game, most)
    text = WALKS.replace("RELATION", RELATIONS[2])
    land = load("land.gdl", MemoryProvider({"land.gdl": text, "fields.yaml": FIELDS})).game
    assert land is not None
    watching.play(land, 20)


@pytest.mark.usefixtures("watched")
@pytest.mark.dear
def test_answers_are_as_declared() -> None:
    assert watching.FAULTS == {}


@pytest.mark.usefixtures("watched")
def test_an_empty_column_is_noticed() -> None:
    unnoticed = {name for name in watching.EVIDENCE if RECORDS[name].reads and not _noticed(name)}
    assert unnoticed <= UNNOTICED, sorted(unnoticed - UNNOTICED)
    assert len(watching.EVIDENCE) > 30


UNNOTICED = {"next", "last"}
"""Operators whose operands read all that was seen to matter."""


def _noticed(name: str) -> bool:
    """Tells whether some answer shows that an operator reads more than its record says, once that says nothing."""
    of = OPERATORS[name]
    record = of.record
    of.record = replace(record, reads=frozenset())
    try:
        return any(
            not touched & facts.Facts(game).reads(expr) for game, (expr, touched) in watching.EVIDENCE[name]
        )
    finally:
        of.record = record


def test_every_operator_has_a_record() -> None:
    assert set(RECORDS) == m.OPERATORS


def test_a_column_has_no_default() -> None:
    assert all(repr(one.default).startswith("<dataclasses._MISSING") for one in fields(Operator))


def test_a_comparison_is_the_opposite_of_its_opposite() -> None:
    for name in COMPARISONS:
        record = RECORDS[name]
        assert record.mirrored is not None
        assert RECORDS[record.mirrored].mirrored == name
        assert record.negated is None or RECORDS[record.negated].negated == name


def test_every_adjective_is_a_predicate() -> None:
    assert {name for name, record in RECORDS.items() if record.predicate} - COMPARISONS <= ADJECTIVES
    assert all(RECORDS[word].predicate for word in ADJECTIVES)

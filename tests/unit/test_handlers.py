"""Every class of node that a step from syntax to model may meet has a handler, or is passed over on purpose."""

from dataclasses import dataclass
from typing import get_args, get_type_hints

import pytest

from gekido_dsl.grammar import parser
from gekido_dsl.grammar.words import VERBS
from gekido_dsl.model.declare import NAMES
from gekido_dsl.model.game_lines import LINES
from gekido_dsl.model.handlers import Handlers
from gekido_dsl.model.meanings import MEANINGS
from gekido_dsl.model.sentences.acting import MEANS
from gekido_dsl.model.sentences.frames import WORDS
from gekido_dsl.model.shapes import SHAPES
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.build import RULES

GAME_LINE = get_args(get_type_hints(s.Game)["lines"])[0]


@pytest.mark.parametrize(
    ("handlers", "nodes"),
    [(NAMES, s.Declaration), (SHAPES, s.Declaration), (MEANINGS, s.Declaration), (LINES, GAME_LINE)],
    ids=["names", "shapes", "meanings", "lines of a game"],
)
def test_no_class_is_missing(handlers: Handlers, nodes: object) -> None:
    assert handlers.classes() == frozenset(get_args(nodes))


def test_no_verb_is_missing() -> None:
    assert frozenset(MEANS) == WORDS == frozenset(VERBS.values())


def test_no_rule_of_the_grammar_is_missing() -> None:
    rules = [rule for rule in parser().rules if not rule.origin.startswith("_")]
    reach = {rule.alias or rule.origin for rule in rules if rule.alias or not rule.single}
    assert sorted(reach - RULES.keys()) == []
    assert sorted(RULES.keys() - {rule.alias or rule.origin for rule in rules}) == []


def test_a_class_is_registered_once() -> None:
    handlers = Handlers()
    handlers.passes_over(s.Edition)
    with pytest.raises(ValueError, match="Edition is registered twice"):
        handlers.passes_over(s.Edition)


def test_a_handler_gets_the_nodes_of_its_class() -> None:
    @dataclass
    class Old:
        years: int

    handlers = Handlers()
    seen: list[tuple[str, int]] = []

    @handlers.takes(Old)
    def _(maker: str, node: Old) -> None:
        seen.append((maker, node.years))

    handlers.give("a step", Old(3))
    assert seen == [("a step", 3)]

"""A fact with a value for every combination of values, numbers and directions."""

from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

CORPUS = Path(__file__).parents[1] / "corpus" / "resolve" / "good"
NAME, TABLE = "facts_of_combinations.gdl", "facts_of_combinations_roads.yaml"


def interpreter(**changed: str) -> Interpreter:
    text = (CORPUS / NAME).read_text()
    for old, new in changed.items():
        text = text.replace(old.replace("_", " "), new)
    made = load(NAME, MemoryProvider({NAME: text, TABLE: (CORPUS / TABLE).read_text()}))
    assert made.game is not None, made.diagnostics
    return made.executor()


def choose(x: Interpreter, state: object, *ids: str) -> list[str]:
    told = []
    for one in ids:
        decision = x.decision(state)
        told += [
            event.text for event in x.apply(state, [choice.id for choice in decision.choices].index(one))
        ]
    return told


def test_every_combination_has_a_value_of_its_own() -> None:
    x = interpreter()
    state, _ = x.initial(Setting(2, 1))
    told = choose(x, state, "3", "Silk")
    assert "Player 1's Stock for Silk 3: 0 → 2" in told
    assert "Player 1's Toll for Silk North: 1 → 4" in told
    choose(x, state, "3", "Silk")
    told = choose(x, state, "3", "Silk")
    assert "Player 1's Stock for Silk 3: 2 → 4" in told
    assert not any("Toll" in text for text in told)


def test_printed_values_are_read_from_the_table() -> None:
    """Worth counts 6 and 8 for the roads, 1 for the toll of Tea, and what is in stock."""
    x = interpreter()
    state, _ = x.initial(Setting(2, 1))
    assert "Player 1's Coins: 0 → 15" in choose(x, state, "2", "Salt")
    assert "Player 2's Coins: 0 → 17" in choose(x, state, "1", "Silk")


def test_what_is_asked_first_comes_first_wherever_it_stands() -> None:
    """`towards` is told from `for`, so their order does not matter; of two `for`, the first is the first."""
    x = interpreter()
    y = interpreter(**{"Stall's_Toll_for_the_good_towards_North": "Stall's Toll towards North for the good"})
    first, second = (one.initial(Setting(2, 1))[0] for one in (x, y))
    assert choose(x, first, "1", "Tea") == choose(y, second, "1", "Tea")


def test_a_number_without_a_value_is_a_rule_error() -> None:
    x = interpreter(choose_a_number_from_1_to_3="choose a number from 1 to 4")
    state, _ = x.initial(Setting(2, 1))
    with pytest.raises(RuleError, match="there is no `Stock` for 4"):
        choose(x, state, "4", "Tea")

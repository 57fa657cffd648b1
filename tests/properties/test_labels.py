"""Choices can be told apart: no two of a decision look the same."""

import pytest
from shipped import every_table, positions, silent


@every_table
@pytest.mark.in_turn(3, of="name")
@pytest.mark.quick_in_turn(6)
def test_no_two_choices_of_a_decision_have_the_same_label(name: str, players: int) -> None:
    x = silent(name)
    for state, _ in positions(name, players, 1, share=0.2):
        decision = x.decision(state)
        assert decision is not None
        labels = [choice.label for choice in decision.choices]
        if not name.endswith("gathered.gdl"):  # there cards are chosen that nobody sees
            assert sorted(set(labels)) == sorted(labels), decision.prompt
        assert len({choice.id for choice in decision.choices}) == len(labels)

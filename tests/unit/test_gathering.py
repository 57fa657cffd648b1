"""Events that follow one another, told in few words."""

import pytest

from gekido_dsl.cli.gathering import gathered


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (["Ann's Bolt moves to r1c2"], ["Ann's Bolt moves to r1c2"]),
        (
            ["Blue One moves to r2c3", "Red One moves to r2c3", "Red One moves to r3c3"],
            ["Blue One, Red One move to r2c3", "Red One moves to r3c3"],
        ),
        (
            ["Red One moves to r2c3", "Red One moves to r3c3", "Blue One moves to r2c3"],
            ["Red One moves to r2c3, r3c3", "Blue One moves to r2c3"],
        ),
        (
            ["Bolt moves to Blue One's Register 1's Slot", "Jump moves to Red One's Register 1's Slot"],
            ["Bolt moves to Blue One's Register 1's Slot", "Jump moves to Red One's Register 1's Slot"],
        ),
        (["Red One's HP: 9 → 8", "Blue One's HP: 9 → 8"], ["Red One's, Blue One's HP: 9 → 8"]),
        (
            ["Red's HP: 9 → 8", "Red's HP: 8 → 7", "Red's Way: North → East", "Red's HP: 5 → 4"],
            ["Red's HP: 9 → 8 → 7", "Red's Way: North → East", "Red's HP: 5 → 4"],
        ),
        (
            ["Ann's Card moves to Deck", "Bob's Card moves to Deck", "Bob's Card moves to Deck"],
            ["Ann's, Bob's ×2 Cards move to Deck"],
        ),
        (["a Red Die goes to Pool"] * 5, ["5 Red Dice go to Pool"]),
        (["a Card is discarded"] * 2 + ["Ace is discarded"], ["2 Cards, Ace are discarded"]),
        (["Target: none → Ann", "Target: Ann → none"], ["Target: Ann → none"]),
        (["Target: none → Ann"], ["Target: Ann"]),
        (
            ["Ace goes to player 1's Hand", "a Card goes to player 2's Hand", "a Card goes to player 1's Hand"],
            ["Ace, a Card go to player 1's Hand", "a Card goes to player 2's Hand"],
        ),
        (["Single Core moves to Kit", "Double Core moves to Kit"], ["Single Core, Double Core move to Kit"]),
        (["Reveal", "Reveal"], ["Reveal ×2"]),
    ],
)  # fmt: skip
def test_what_is_alike_is_said_once(told: list[str], line: list[str]) -> None:
    assert gathered(told, "×") == line

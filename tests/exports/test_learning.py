"""Numbers for learners: the same name has the same place, and nothing hidden is told."""

import numpy as np
import pytest

import gekido_dsl
from gekido_dsl.engine import Outcome
from gekido_dsl.exports.learning import Encoding, shares_ends, utilities
from gekido_dsl.model.hidden import hides


def test_names_keep_their_places() -> None:
    match = gekido_dsl.read("classics/tic_tac_toe").match(seed=1)
    encoding = Encoding()
    first = encoding.legal(match.decision)
    match.choose(4)
    left = encoding.legal(match.decision)
    assert len(first) == 9
    assert set(left) < set(first), "a space keeps its action while others are taken"


def test_more_choices_than_actions_are_refused() -> None:
    match = gekido_dsl.read("classics/tic_tac_toe").match(seed=1)
    with pytest.raises(ValueError, match="9 choices, more than there are actions: 8"):
        Encoding(actions=8).legal(match.decision)
    assert len(Encoding(actions=9).legal(match.decision)) == 9, "names that meet make room for each other"


def test_both_sides_of_a_mirrored_position_see_the_same() -> None:
    encoding = Encoding()
    seen = []
    for seat in (0, 1):
        match = gekido_dsl.read("classics/tic_tac_toe").match(seed=1)
        if seat:
            match.choose(8)
        match.choose(0)
        assert match.decision.seat == 1 - seat
        view = match.view(seat)
        on = {(thing.owner == seat, space.label) for space in view.boards[0].spaces for thing in space.things}
        seen.append((on, encoding.observation(view, 2)))
    assert seen[0][0] < seen[1][0]
    same = (seen[0][1] == seen[1][1]) | (seen[1][1] != 0)
    assert np.all(same), "what a seat sees of its own stands in the same places for each seat"


def test_ends_are_worth_as_much_as_others_lose() -> None:
    assert utilities(Outcome((1, 2, 2, 4), True), 4) == (1.0, 0.0, 0.0, -1.0)
    assert utilities(Outcome((1, 2), True), 2) == (1.0, -1.0)
    assert utilities(Outcome((1, 1), True), 2) == (0.0, 0.0)
    assert utilities(Outcome((1, 2), False), 2) == (0.0, 0.0), "a limit ended it"
    assert utilities(Outcome((1, 1, 1), True, joint=True), 3) == (1.0, 1.0, 1.0)
    assert utilities(Outcome((2, 2), True, lost=(0, 1)), 2) == (-1.0, -1.0)
    assert utilities(Outcome((1, 2, 1, 2), True, sides=(0, 1, 0, 1)), 4) == (1.0, -1.0, 1.0, -1.0)
    assert utilities(None, 2) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "hidden", "shared"),
    [
        ("classics/tic_tac_toe", False, False),
        ("classics/pig", False, False),
        ("classics/whist", True, False),
        ("classics/rock_paper_scissors", True, False),
        ("classics/four_lamps", False, True),
        ("gekido", True, False),
    ],
)
def test_what_a_game_hides_and_shares(name: str, hidden: bool, shared: bool) -> None:
    game = gekido_dsl.read(name).game
    assert (hides(game), shares_ends(game)) == (hidden, shared)

"""What stands on a board is told apart: by the signs of the board's picture, and tiles by what lies at their sides."""

from pathlib import Path

import pytest

import gekido_dsl
from gekido_dsl.drawing.figures import figure, short_names
from gekido_dsl.drawing.look import Look

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


def standing(game: str) -> dict[str, gekido_dsl.engine.ThingView]:
    view = gekido_dsl.read(CLASSICS / f"{game}.gdl").match(seed=1).view(None)
    return {space.label: space.things[0] for space in view.boards[0].spaces if space.things}


@pytest.mark.parametrize("space, sign", [("r1c2", "N"), ("r1c5", "K"), ("r2c1", "P"), ("r8c4", "Q")])
def test_pieces_have_the_sign_that_a_picture_has_for_them(space: str, sign: str) -> None:
    things = standing("chess")
    assert things[space].sign == sign
    assert short_names(list(things.values()))[id(things[space])] == sign


def test_things_of_which_no_picture_tells_have_no_sign() -> None:
    assert {thing.sign for thing in standing("draughts").values()} == {""}


def test_a_tile_is_drawn_with_its_sides_as_it_lies() -> None:
    (tile,) = standing("brookwood").values()
    assert {(patch.value, patch.sides) for patch in tile.patches} == {("Wood", (0,)), ("Brook", (1, 3))}
    look = Look(tints={("Land", "Wood"): "#123456"})
    drawn = "".join(figure(tile, "OB", 10, 10, 5, look))
    assert drawn.count('fill="#123456"') == 1
    assert drawn.count("<polygon") == 4  # the tile and three sides


def test_what_stands_on_a_part_of_a_tile_is_drawn_there() -> None:
    match = gekido_dsl.read(CLASSICS / "brookwood.gdl").match(seed=3)
    while not (
        held := [p for s in match.view(None).boards[0].spaces for t in s.things for p in t.patches if p.held]
    ):
        decision = match.decision
        assert decision is not None
        match.choose(decision.choices[0].id)
    assert held[0].held[0].kind == "Warden" and held[0].held[0].owner is not None

"""The ground that executors share: the layout is complete before anything is made of it, and positions are plain."""

from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.start import put_in_boxes
from gekido_dsl.interpreter import Interpreter

RULESETS = Path(__file__).parents[2] / "rulesets"
NAMES = (
    "gekido.gdl",
    "botwars.gdl",
    "geeko.gdl",
    "classics/othello.gdl",
    "classics/draughts.gdl",
    "classics/whist.gdl",
)


def _interpreter(name: str) -> Interpreter:
    return load(name, FolderProvider(RULESETS)).executor()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.quick_in_turn(3)
def test_making_a_program_reserves_no_cell(name: str) -> None:
    x = _interpreter(name)
    players = x.game.least_players
    bare, used = lay_out(x.game, players), x.program(players, {}).layout
    assert bare.cells == used.cells
    assert bare.moved_cell == used.moved_cell and bare.used_cell == used.used_cell
    assert (bare.known_cell, bare.alike_cell, bare.alike_places) == (
        used.known_cell,
        used.alike_cell,
        used.alike_places,
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.quick_in_turn(3)
def test_a_position_in_its_boxes_is_the_state_before_the_set_up(name: str) -> None:
    x = _interpreter(name)
    players = x.game.least_players
    s, state = Position(lay_out(x.game, players)), x.blank(Setting(players, 7, {}))
    put_in_boxes(s)
    assert (s.cells, s.where, s.contents) == (state.cells, state.where, state.contents)
    s.find()
    assert s.where == state.where


def test_what_expressions_pass_through_is_not_kept_between_decisions() -> None:
    x = _interpreter("gekido.gdl")
    state, _ = x.initial(Setting(2, 3, {}))
    seen = 0
    for number in range(300):
        if not x.count(state):
            break
        for frame in state.frames:
            seen += len(frame.code.passing)
            assert all(frame.locals[local] == -1 for local in frame.code.passing)
        x.apply(state, number % x.count(state))
    assert seen > 0


def test_a_fact_of_a_phase_that_starts_without_a_thing_says_so() -> None:
    x = _interpreter("gekido.gdl")
    facts = [fact for phase in x.game.phases.values() for fact in phase.fields.values()]
    things = [fact for fact in facts if type(fact.type).__name__ == "ThingType" and fact.start is None]
    assert things and all(fact.optional for fact in things)

"""The ruleset of backgammon and `backgammon.py` offer the same at every decision, and come to the same end."""

import random
from pathlib import Path

import pytest
from backgammon import BAR, OFF, Backgammon

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
LABELS = {1: "Single Game", 2: "Gammon", 3: "Backgammon"}


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("backgammon.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return Interpreter(made.game)


def at(state: State, checker: int) -> int:
    """Gives the point of a checker, as its owner counts."""
    layout, owner, where = state.program.layout, state.owner(checker), state.where[checker]
    if where in layout.things["Point"]:
        column = where - layout.things["Point"].start + 1
        return column if owner == 0 else 25 - column
    return BAR if layout.place_names[where][0].name == "Bar" else OFF


def thrown(events: list[Event]) -> list[int]:
    """Gives the faces that were rolled, as the events tell them."""
    rolls = [event.text.partition(" rolls ")[2] for event in events if event.kind == "roll"]
    return [int(face) for faces in rolls for face in faces.split(", ")]


def in_throw(state: State) -> tuple[int, ...]:
    layout = state.program.layout
    dice = state.contents[layout.place_of["Throw", -1]]
    return tuple(sorted(state.cells[layout.face_cell + die] for die in dice))


def men(state: State) -> list[list[int]]:
    found = [[0] * 26, [0] * 26]
    for checker in state.program.layout.things["Checker"]:
        found[state.owner(checker)][at(state, checker)] += 1
    return found


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(k, marks=pytest.mark.slow) for k in range(3, 10))]
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, events = game.initial(Setting(2, seed))
    opening = thrown(events)
    # Pairs are thrown until they differ: the first is the first player's. Then he who threw more uses both.
    last = next(k for k in range(0, len(opening), 2) if opening[k] != opening[k + 1])
    referee = Backgammon(to_move=0 if opening[last] > opening[last + 1] else 1)
    throws = [opening[last : last + 2], *(opening[k : k + 2] for k in range(last + 2, len(opening), 2))]

    def go_on() -> None:
        """Lets whoever has nothing to do pass, throw by throw."""
        while throws:
            referee.roll(*throws.pop(0))
            if not referee.choices():
                referee.to_move = 1 - referee.to_move

    go_on()
    while state.question is not None:
        assert state.question.seat == referee.to_move
        assert men(state) == referee.men
        assert in_throw(state) == tuple(sorted(referee.dice))
        faces, layout = state.cells, state.program.layout
        offered = {}
        for number, option in enumerate(state.question.options):
            assert option is not None
            checker, die = option
            offered[at(state, checker), faces[layout.face_cell + die]] = number
        assert len(offered) == len(state.question.options)
        assert set(offered) == set(referee.choices())
        move = rng.choice(sorted(offered))
        events = game.apply(state, offered[move])
        referee.play(*move)
        found = thrown(events)
        throws += [found[k : k + 2] for k in range(0, len(found), 2)]
        if referee.over():
            break
        if not referee.choices():
            referee.to_move = 1 - referee.to_move
        go_on()
    outcome = game.outcome(state)
    assert outcome is not None and men(state) == referee.men
    assert outcome.winners == (referee.to_move,)
    assert outcome.label == LABELS[referee.worth()]

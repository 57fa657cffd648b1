"""Boards that only their owner sees: log, choices, views and sampled worlds do not tell where something stands."""

from functools import cache

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

FLEET = """edition 1
game "Fleet"
  players 2
  limit 12 turns
kind Square from "squares.yaml", 4 for each player
  Depth: 0 to 3
  Mined: yes or no, starts no
kind Ship, 2 for each player
kind Seat, 1 for each player
  Hits: 0 to 9, starts 0
board Sea of each player: 2 by 2 Square, touching in 4 directions, seen by its owner
  all: Squares, shuffled
setup
  each player
    repeat up to 2 times
      move a friendly Ship that is Waiting onto an empty Square of my Sea
        otherwise stop
a Ship is Waiting if it is not on a Sea
turn of each player
  Shooting
phase Shooting
  choose a Square of the second player's Sea as the target
  set the target's Mined to yes
  remove all Ships on the target
  my Seat's Hits gains the target's Depth if possible
  announce "is hit" at the target
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Hits is 9
"""
NAMES = ("Reef", "Bank", "Abyss", "Shoal")
SQUARES = "".join(f"- {{Name: {name}, Depth: {depth}}}\n" for depth, name in enumerate(NAMES))


@cache
def fleet() -> Interpreter:
    compilation = load("fleet.gdl", MemoryProvider({"fleet.gdl": FLEET, "squares.yaml": SQUARES}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.executor()


def launched(seed: int = 2) -> tuple[State, list[Event]]:
    """Gives a match in which all Ships are at sea: at `r1c2` and `r2c1`."""
    state, events = fleet().initial(Setting(2, seed))
    for _ in range(4):
        events += fleet().apply(state, 1)
    return state, events


def standing(x: Interpreter, state: State, seat: int) -> tuple[bool, ...]:
    layout = state.program.layout
    cells = layout.cells_of(x.game.boards["Sea"], seat)
    return tuple(bool(state.contents[state.cells[cell]]) for cell in cells)


def test_the_log_tells_others_on_which_board_a_thing_comes_to_stand() -> None:
    _, events = launched()
    moves = [event for event in events if event.kind == "move"]
    assert [one.read_by(0) for one in moves[:2]] == ["Ship moves to r1c2", "Ship moves to r2c1"]
    for seat in (1, None):
        assert [one.read_by(seat) for one in moves[:2]] == ["a Ship moves to Player 1's Sea"] * 2
    assert [one.read_by(1) for one in moves[2:]] == ["Ship moves to r1c2", "Ship moves to r2c1"]


def test_choices_and_log_do_not_name_a_space_by_what_lies_there() -> None:
    x = fleet()
    state, _ = launched()
    decision = x.decision(state)
    assert decision is not None and decision.seat == 0
    assert [choice.label for choice in decision.choices] == ["r1c1", "r1c2", "r2c1", "r2c2"]
    told = [event.read_by(seat) for event in x.apply(state, 1) for seat in (0, 1, None)]
    assert not any(name in text for name in NAMES for text in told)
    assert "a Ship is removed" in told


def test_a_view_shows_ones_own_board_alone() -> None:
    x = fleet()
    state, _ = launched()
    for seat in (0, 1, None):
        for board in x.observe(state, seat).boards:
            own = seat is not None and board.owner == seat
            assert any(space.name for space in board.spaces) is own
            assert any(space.things for space in board.spaces) is own
            assert any(space.facts for space in board.spaces) is own


def test_ships_stand_elsewhere_in_the_worlds_of_the_other() -> None:
    x = fleet()
    state, _ = launched()
    for seat in (0, 1):
        worlds = [x.sample(state, seat, seed) for seed in range(80)]
        assert all(x.observe(world, seat) == x.observe(state, seat) for world in worlds)
        assert {standing(x, world, seat) for world in worlds} == {standing(x, state, seat)}
        others = {standing(x, world, 1 - seat) for world in worlds}
        assert len(others) == 6 and all(sum(one) == 2 for one in others)


def test_where_they_stand_does_not_show_in_the_sample() -> None:
    x = fleet()
    states = []
    for choice in (0, 1, 2):
        state, _ = x.initial(Setting(2, 2))
        for _ in range(2):
            x.apply(state, choice)
        states.append(state)
    assert len({standing(x, one, 0) for one in states}) > 1
    for seed in range(10):
        assert len({standing(x, x.sample(one, 1, seed), 0) for one in states}) == 1

"""In a game of two boards, chains and rows are sought on the board where the things stand."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Two Boards"
  players 2
  limit 40 turns
kind Square
board Small: 3 by 3 Square, touching in 8 directions
kind Cell
board Wide: 2 by 5 Cell, touching in 4 directions
kind Stone, 9 for each player
box Bag of each player: all Stones
a Square is a Taken One if it has a Stone
a Cell is a Wet One if it has a Stone

turn of each player
  Play
phase Play
  choose one
    "Small"
      put the next Stone of my Bag onto an empty Square
    "Wide"
      put the next Stone of my Bag onto an empty Cell
the game ends when QUESTION
  the player wins
"""


def game(question: str) -> tuple[Interpreter, State]:
    compilation = load("two.gdl", MemoryProvider({"two.gdl": GAME.replace("QUESTION", question)}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    executor = compilation.executor()
    return executor, executor.initial(Setting(2, 1))[0]


def holds(question: str, *places: str) -> bool:
    """Puts stones of the first player, as in `Wide 2 3` for row and column, and asks the question."""
    executor, state = game(question)
    layout, (end,) = state.program.layout, executor.game.ends
    stones = [one for one in layout.things["Stone"] if layout.born_to[one] == 0]
    for stone, (name, row, column) in zip(stones, map(str.split, places), strict=False):
        board: m.Board = executor.game.boards[name]
        position = (int(row) - 1) * board.shape.columns + int(column) - 1
        state.move(stone, state.cells[layout.at_cell[name] + position])
    assert end.condition is not None
    return bool(state.program.evaluator.make(end.condition)(state, [0] * 20))


LEVEL = [f"Wide 2 {k}" for k in range(1, 6)]
SLANTED = ["Small 1 1", "Small 2 2", "Small 3 3"]


@pytest.mark.parametrize(
    ("places", "row", "across", "down"),
    [
        (SLANTED, True, True, True),
        (LEVEL[:4], True, False, False),
        (LEVEL, True, True, False),
        (["Wide 1 3", "Wide 2 3"], False, False, True),
        (["Wide 1 3", "Wide 2 4"], False, False, False),
        ([*SLANTED[:2], *LEVEL[2:4]], False, False, False),  # 1, 2, 3 only if the boards were one
        (["Small 1 1", "Wide 1 2", "Small 1 3"], False, False, False),
        (["Small 1 1", "Small 1 2", "Wide 1 3", "Wide 1 4", "Wide 1 5"], True, False, False),
    ],
)
def test_things_are_sought_where_they_stand(places: list[str], row: bool, across: bool, down: bool) -> None:
    assert holds("friendly Stones make 3 in a row", *places) is row
    assert holds("friendly Stones joins left and right", *places) is across
    assert holds("friendly Stones joins top and bottom", *places) is down


def test_a_board_can_be_named() -> None:
    assert holds("friendly Stones on Small make 3 in a row", *SLANTED)
    assert not holds("friendly Stones on Wide make 3 in a row", *SLANTED)
    assert holds("friendly Stones on Wide joins left and right", *LEVEL)
    assert not holds("friendly Stones on Small joins left and right", *LEVEL)


def test_spaces_do_it_themselves() -> None:
    taken = "Wet Ones"
    assert holds(f"{taken} joins left and right", *LEVEL) and not holds(
        f"{taken} joins top and bottom", *LEVEL
    )
    assert holds(f"{taken} make 5 in a row", *LEVEL) and not holds(f"{taken} make 3 in a row", *SLANTED)
    assert holds("empty Cells make 5 in a row", *LEVEL) and not holds(
        "empty Cells joins left and right", LEVEL[0], "Wide 1 2"
    )
    assert holds("Taken Ones make 3 in a row", *SLANTED)


def test_a_match_ends_by_a_row_on_the_second_board() -> None:
    executor, state = game("friendly Stones make 4 in a row")
    for ids in [("Wide", f"r1c{k}", "Wide", f"r2c{k}") for k in (1, 2, 3, 4)]:
        for wanted in ids:
            decision = executor.decision(state)
            if decision is not None:
                labels = [{one.id, one.label} for one in decision.choices]
                executor.apply(state, next(k for k, one in enumerate(labels) if wanted in one))
    outcome = executor.outcome(state)
    assert outcome is not None and outcome.winners == (0,)


LAID = """edition 1
game "Laid"
  players 2
kind Tile from "tiles.yaml"
  Wet: yes or no
kind Stone, 1 for each player
box Bag of each player: all Stones
board Field: 1 by 2 Tile, touching in 4 directions
  all: Tiles that are Wet Ones
a Tile is a Wet One if its Wet is yes
setup
  each player
    put the next Stone of my Bag onto an empty Tile
turn of each player
  Play
phase Play
  if the number of Tiles on Field is 2 and every Tile on Field is a Wet One
    the player wins
the game ends after 3 rounds
  nobody wins
"""


def test_spaces_that_are_not_laid_are_not_on_their_board() -> None:
    rows = "".join(
        f"- {{Name: Tile {name}, Wet: {wet}}}\n"
        for name, wet in (("A", "true"), ("B", "false"), ("C", "true"))
    )
    compilation = load("laid.gdl", MemoryProvider({"laid.gdl": LAID, "tiles.yaml": rows}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    executor = compilation.executor()
    state = executor.initial(Setting(2, 1))[0]
    while (decision := executor.decision(state)) is not None:
        assert not decision.prompt.startswith("Play")
        executor.apply(state, 0)
    outcome = executor.outcome(state)
    assert outcome is not None and outcome.winners == (0,)

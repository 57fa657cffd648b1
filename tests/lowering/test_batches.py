"""A batch plays the games of the interpreter, and the passes change nothing but the time."""

from pathlib import Path

import pytest
from lockstep import RULESETS, game_of

from gekido_dsl.api import read
from gekido_dsl.backend import runtime
from gekido_dsl.backend.batch import batch_module
from gekido_dsl.backend.games import Games
from gekido_dsl.compilation import load
from gekido_dsl.engine import Asked, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import lower
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.passes import ALL, NONE, Passes
from gekido_dsl.simulate import play
from gekido_dsl.simulate.compiled import result_of
from gekido_dsl.source import MemoryProvider

GAMES = 20
FOUND = Path(__file__).parent / "found"
FEW = 2
"""Games that the interpreter plays, too."""
LARGE = {"aimbots", "botwars", "classics/chess", "classics/go", "geeko", "gekido"}
"""Of these only one game with the fewest players is played quickly enough, in the default run of Gekido alone."""
SHIPPED = [
    *(f"classics/{path.stem}" for path in sorted((RULESETS / "classics").glob("*.gdl"))),
    *(path.stem for path in sorted(RULESETS.glob("*.gdl"))),
]
FACTOR, MASK = 0x9E37_79B9_7F4A_7C15, 0xFFFF_FFFF_FFFF_FFFF


class Hash:
    """Of the number of options and the choice, over all decisions of a game; see `batch_module`."""

    def __init__(self) -> None:
        self.hashed = 0

    def take(self, asked: Asked, choice: int) -> None:
        mixed = self.hashed ^ (asked.count << 32 | choice)
        self.hashed = ((mixed << 29 | mixed >> 35) & MASK) * FACTOR & MASK


def _plays_as_the_interpreter(game: m.Game, players: int, games: int) -> None:
    setting, interpreter = Setting(players, 5), Interpreter(game, trace=False)
    for played in Games(game, setting, lower(game, players, {}), hashing=True).play(0, games):
        hashed = Hash()
        wanted = play(interpreter, setting, played.number, [None] * players, takes=hashed.take)
        assert result_of(played) == wanted
        assert wanted.error is None and wanted.decisions > 1
        assert played.hashed == hashed.hashed


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow) if one in LARGE - {"gekido"} else one for one in SHIPPED],
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_a_batch_plays_the_games_of_the_interpreter(name: str) -> None:
    game = game_of(name)
    _plays_as_the_interpreter(game, game.least_players, 1 if name in LARGE else FEW)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow) if one in LARGE else one for one in SHIPPED]
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_a_batch_plays_the_games_of_many_players(name: str) -> None:
    game = game_of(name)
    if game.most_players > game.least_players:
        _plays_as_the_interpreter(game, game.most_players, 1 if name in LARGE else FEW)


DRAWN = ("must_leave_with_a_rule", "must_leave_after_a_quantifier", "effect_that_must_leave")


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_tried_is_drawn_first_by_both(name: str) -> None:
    game = read(FOUND / f"{name}.gdl").game
    setting, interpreter = Setting(2, 5), Interpreter(game, trace=False)
    lowered = lower(game, 2, {})
    assert Special.DRAWN_FIRST in lowered.special
    for played in Games(game, setting, lowered, drawn=True).play(0, 6):
        wanted = play(interpreter, setting, played.number, [None] * 2, tried=interpreter.tried)
        assert result_of(played) == wanted


def _rows(program: ir.Program, passes: Passes) -> list[int]:
    module = batch_module(program, hashing=True, passes=passes)
    instance = runtime.Instance(runtime.compile_module(module.module))
    instance.call("play", 5, 0, 0, GAMES)
    return instance.words(module.rows, GAMES * module.width).tolist()


BOARDS = ("othello", "tic_tac_toe", "connect_four", "breakthrough", "hex")


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("gekido", 3, marks=pytest.mark.slow),
        ("classics/hearts", 4),
        *((f"classics/{one}", 2) for one in BOARDS),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_the_passes_change_no_game(name: str, players: int) -> None:
    program = lower(game_of(name), players, {}).program
    assert _rows(program, ALL) == _rows(program, NONE)


WORKED_OUT_ONCE = """edition 1
game "Rare"
  players 2
  limit 40 turns
kind Seat, 1 for each player
  Score: 0 to 200, starts 0
kind Card, 1 for each Rank
  Rank: 1 to 40
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Waste of Cards
turn of each player
  Going
phase Going
  move the next Card of Pack to my Hand
    otherwise stop
  may discard a Card of my Hand, asking "Which?"
  each Seat
    its Score gains number of Cards of Waste that are Good, up to 190
the game ends when some Seat is Done
  the highest player by my Seat's Score wins
a Card is Good if its Rank is at least 5
a Seat is Done if its Score is at least 60
"""
OVER_FAR_BELOW = """edition 1
game "Rare"
  players 2
  limit 40 turns
  3 games in a row
kind Seat, 1 for each player
  Score: 0 to 200, starts 0
turn of each player
  Going
phase Going
  choose one
    "Climb"
      my Seat's Score gains 1 if possible
      do Down with my Seat
    "Fall"
      do Down with my Seat
    "Wait"
      my Seat's Score gains 1 if possible
rule Down with a Seat
  only if its Score is at least 1
  its Score loses 1 if its Score is at least 7
  do Up with it
rule Up with a Seat
  if its Score is at least 8
    do Down with it
  otherwise if its Score is at least 4
    me wins
"""


def _game(text: str) -> m.Game:
    made = load("rare.gdl", MemoryProvider({"rare.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


@pytest.mark.parametrize("text", [WORKED_OUT_ONCE, OVER_FAR_BELOW])
def test_what_hardly_any_game_does_is_played_alike(text: str) -> None:
    # The same number for every seat, in a loop that is written out; and a game that ends in rules that do one another.
    _plays_as_the_interpreter(_game(text), 2, 20)

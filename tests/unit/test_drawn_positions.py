"""Pictures in examples: what stands on a board, and what should."""

from gekido_dsl import scenario
from gekido_dsl.api import read
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import shipped_folder
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Ranks"
  players 2

values Rank: Man, King
kind Square
board Field: 2 by 3 Square, touching in 4 directions, rows counted from the bottom
  "k.h"
  "M.M"
  "M" is a Man
  "K" is a King
  capitals are of the first player, small letters of the second player
  "h" is Home
  "2" is 2 Coins
kind Piece, 3 for each player
  Rank: a Rank, starts Man
kind Coin, 4 of them, not blocking

turn of each player
  Moving

phase Moving
  move a friendly Piece on Field to an empty Square that is next to it
    otherwise me loses
  set my Done to yes

each player has
  Done: yes or no, starts no

the game ends when every player is Done
  nobody wins

scenario "Example"
"""


def run(steps: str) -> scenario.ScenarioResult:
    made = load("main.gdl", MemoryProvider({"main.gdl": GAME + steps}))
    assert made.game is not None, made.diagnostics
    (result,) = scenario.run(made)
    return result


def drawn(word: str, *rows: str) -> str:
    return f"  {word} Field is\n" + "".join(f'    "{row}"\n' for row in rows)


def test_the_board_of_the_beginning_is_as_it_is_drawn() -> None:
    """Signs of names are signs of spaces on which nothing stands."""
    assert run(drawn("then", "k.h", "M.M")).passed
    assert run(drawn("then", "k..", "M.M")).passed


def test_what_is_drawn_stands_there_and_nothing_else() -> None:
    """The first row is the upper one, though rows are counted from below; facts and owners are as the signs say."""
    steps = drawn("given", "K2.", ".m.") + (
        "  then number of Pieces whose Rank is King is 1\n"
        "  then number of friendly Pieces on Field is 1\n"
        "  then number of Coins on Field is 2\n"
    )
    result = run(steps + drawn("then", "K2.", ".m."))
    assert result.passed, result.message


def test_what_differs_is_shown_as_it_is() -> None:
    """What no sign shows is a question mark."""
    result = run('  when the first player chooses "Piece r1c1 → r1c2"\n' + drawn("then", "k..", "MM."))
    assert result.message.splitlines()[:6] == ["expected: Field is", "k..", "MM.", "found:", "k..", ".MM"]
    shown = run("  given Coin is on r2c2\n" + drawn("then", "k..", "M.M"))
    assert shown.message.splitlines()[4:6] == ["k?.", "M.M"]


def test_more_than_there_are_cannot_stand_there() -> None:
    """The message names what is missing."""
    result = run(drawn("given", "kkk", "kM."))
    assert not result.passed
    assert "more Pieces drawn than there are" in result.message


def test_after_something_was_done_a_picture_holds_too() -> None:
    """What is asked is asked anew."""
    steps = '  when the first player chooses "Piece r1c1 → r1c2"\n' + drawn("given", "...", "m.K")
    result = run(
        steps + '  when the second player chooses "Piece r1c1 → r1c2"\n' + drawn("then", "...", ".mK")
    )
    assert result.passed, result.message


def test_chess_goes_on_from_a_picture() -> None:
    """A rook on the last row gives mate where the king has no square."""
    rows = ["....k...", "........", "....K...", *["........"] * 4, "R......."]
    moves = '  when the first player chooses "Piece r1c1 → r8c1"\n  then the first player wins\n'
    picture = "".join(f'    "{row}"\n' for row in rows)
    chess = (shipped_folder() / "classics" / "chess.gdl").read_text(encoding="utf-8")
    text = f'{chess}\nscenario "Here"\n  given Board is\n{picture}{moves}'
    result = scenario.run(load("here.gdl", MemoryProvider({"here.gdl": text})), "Here")[0]
    assert result.passed, result.message


def test_what_a_picture_leaves_out_is_out_of_the_game_if_a_rule_takes_such_things_out() -> None:
    steps = '  given Field is\n    "..."\n    "M.."\n  then number of Pieces is {}\n'
    assert run(steps.format(6)).passed  # no rule takes one out: they stand nowhere, and are still there
    captures = GAME.replace(
        "  set my Done to yes\n", "  set my Done to yes\n  remove all enemy Pieces on r1c1\n"
    )
    made = load("main.gdl", MemoryProvider({"main.gdl": captures + steps.format(4)}))
    (result,) = scenario.run(made)
    assert result.passed, result.message


def test_the_log_names_what_pictures_tell_apart_by_a_fact() -> None:
    """A piece is called by its rank where it moves or is taken, and by its kind in choices, as before."""
    found = read("classics/chess").compilation
    assert found.game is not None
    interpreter = Interpreter(found.game)
    state, _ = interpreter.initial(Setting(players=2, seed=1))
    told: list[str] = []
    for label in ("Piece r2c5 → r4c5", "Piece r7c4 → r5c4", "Piece r4c5 → r5c4", "Piece r8c4 → r5c4"):
        asked = interpreter.decision(state)
        assert asked is not None
        number = next(k for k, one in enumerate(asked.choices) if one.label == label)
        told += [event.text for event in interpreter.apply(state, number)]
    said = [line for line in told if "moves" in line or "removed" in line]
    assert said == [
        "Pawn moves from r2c5 to r4c5",
        "Pawn moves from r7c4 to r5c4",
        "Pawn is removed",
        "Pawn moves from r4c5 to r5c4",
        "Pawn is removed",
        "Queen moves from r8c4 to r5c4",
    ]

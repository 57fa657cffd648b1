"""A file that another uses, under other names."""

from gekido_dsl.compilation import load
from gekido_dsl.source import ReadFailure, Source

SCORES = """\
kind Pawn, 1 for each player
  Points: 0 to 9, starts 0

rule Score
  my Pawn's Points gains 1 if possible

a Pawn is Ahead if its Points is at least 3
"""

GAME = """\
edition 1

game "Run"
  players 2

use "lib/scores.gdl" {names}

turn of each player
  Going

phase Going
  choose one
    "Run"
      do {rule}
    "Wait"
      stop

the game ends when some {kind} is Ahead
  the highest player by my {kind}'s Points wins
"""


class Folder:
    """Files kept in memory."""

    def __init__(self, **files: str) -> None:
        self.files = files

    def read(self, name: str, relative_to: str | None = None) -> Source | ReadFailure:
        """Gives a file by the last part of its name."""
        key = name.rsplit("/", 1)[-1].removesuffix(".gdl")
        return (
            Source(name, self.files[key])
            if key in self.files
            else ReadFailure("there is no such file", "missing")
        )


def told(game: str, scores: str = SCORES) -> list[tuple[str, str]]:
    """Gives what is found, and on which text."""
    found = load("game.gdl", Folder(game=game, scores=scores)).diagnostics
    return [(one.code.slug, one.labels[0].span.text) for one in found]


def test_names_are_those_of_the_file_that_uses_it() -> None:
    game = GAME.format(names="with Runner as Pawn, Gain as Score", rule="Gain", kind="Runner")
    assert told(game) == []
    made = load("game.gdl", Folder(game=game, scores=SCORES)).game
    assert made is not None
    assert list(made.kinds) == ["Runner"]
    assert made.kinds["Runner"].plural == "Runners"


def test_the_old_name_means_nothing_then() -> None:
    game = GAME.format(names="with Runner as Pawn", rule="Score", kind="Pawn")
    assert told(game)[0] == ("unknown-name", "Pawn")


def test_a_name_that_the_file_does_not_have_is_one_finding() -> None:
    game = GAME.format(names="with Runner as Pawn, Gain as Skore", rule="Gain", kind="Runner")
    assert told(game) == [("unknown-name", "Skore")]


def test_without_new_names_nothing_changes() -> None:
    assert told(GAME.format(names="", rule="Score", kind="Pawn")) == []


def test_a_file_passes_new_names_on_to_what_it_uses() -> None:
    middle = 'use "scores.gdl" with Figure as Pawn\n'
    game = GAME.format(names="with Runner as Figure", rule="Score", kind="Runner")
    files = Folder(game=game.replace("lib/scores", "lib/middle"), middle=middle, scores=SCORES)
    assert load("game.gdl", files).diagnostics == ()


def test_a_file_may_be_used_twice_under_the_same_names() -> None:
    line = 'use "lib/scores.gdl" with Runner as Pawn'
    game = GAME.format(names="with Runner as Pawn", rule="Score", kind="Runner").replace(
        line, f"{line}\n{line}"
    )
    assert [code for code, _ in told(game)] == ["declaration-repeated"]

"""A position becomes an example: what is written holds when the ruleset is read again, and stands as the match does."""

import random

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.play.as_example import Example, example
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session
from gekido_dsl.play.stretches import NoExample
from gekido_dsl.scenario import run
from gekido_dsl.source import ReadFailure, Source

TITLE = "As it stood"
SMALL = ["tic_tac_toe", "draughts", "pig", "goofspiel", "hearts", "the_heir", "thirteen_rolls", "backgammon"]


class With:
    """Reads the shipped games, one of them with a text at its end."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.files = FolderProvider(shipped_folder())

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        got = self.files.read(name, relative_to)
        if isinstance(got, Source) and relative_to is None:
            return Source(got.name, f"{got.text.rstrip()}\n\n{self.text}")
        return got


def compiled(name: str, text: str = "") -> Compilation:
    return load(f"{name}.gdl", With(name, text))


def at(name: str, decisions: int, seed: int) -> Session:
    made = compiled(name)
    assert made.game is not None
    players = max(made.game.least_players, 2)
    session = Session(made.executor(), Header(made.identity, name, 1, players, seed))
    chance = random.Random(seed)
    while session.decision is not None and len(session.steps) < decisions:
        session.choose(chance.randrange(len(session.decision.choices)))
    return session


def made_of(name: str, decisions: int, seed: int) -> Example:
    return example(at(name, decisions, seed), TITLE, lambda text: compiled(name, text))


def holds(name: str, text: str) -> None:
    again = compiled(name, text)
    assert not has_errors(again.diagnostics)
    (result,) = run(again, TITLE)
    assert result.passed, result.message


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.quick_in_turn(6)
def test_small_games(name: str) -> None:
    found = made_of(f"classics/{name}", 9, 2)
    assert found.left_out == ()
    holds(f"classics/{name}", found.text)


@pytest.mark.parametrize(
    ("decisions", "seed"), [pytest.param(11, 2), pytest.param(34, 3, marks=pytest.mark.slow)]
)
@pytest.mark.slow
def test_gekido(decisions: int, seed: int) -> None:
    found = made_of("gekido", decisions, seed)
    assert found.left_out == ()
    assert "given seats" in found.text
    holds("gekido", found.text)


def test_what_happened_is_in_it() -> None:
    """A mark that lay elsewhere, or another score, would not hold."""
    text = made_of("classics/tic_tac_toe", 4, 1).text
    assert text.count("given (the ") == 3
    assert text.count("when the ") == 1
    assert "can only choose" in text
    spot = next(line for line in text.splitlines() if "given (the first" in line).split()[-1]
    free = next(line for line in text.splitlines() if "can only choose" in line).split('"')[1]
    (result,) = run(
        compiled("classics/tic_tac_toe", text.replace(f"is on {spot}", f"is on {free}", 1)), TITLE
    )
    assert not result.passed


def test_the_end_of_a_match() -> None:
    text = made_of("classics/tic_tac_toe", 99, 0).text
    assert "then the game has ended" in text
    holds("classics/tic_tac_toe", text)


def test_nothing_decided_is_no_example() -> None:
    with pytest.raises(NoExample, match="nothing was decided"):
        made_of("classics/pig", 0, 0)

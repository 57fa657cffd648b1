"""Every ruleset in lockstep: its options pairwise, with as few and as many players as it takes."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hostile import DIMENSIONS, MAIN
from lockstep import RULESETS, lockstep
from test_mutants import FILES, GAMES, GEKIDO, MUTANTS, VARIANT, VARIANTS

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

TESTS = RULESETS.parent / "tests"
FOLDERS = [
    RULESETS,
    RULESETS / "classics",
    TESTS / "house",
    TESTS / "english",
    TESTS / "games",
    TESTS / "games" / "beginner",
]
PATHS = [path for folder in FOLDERS for path in sorted(folder.glob("*.gdl"))]
MOST = 40
"""How many decisions of a match are compared."""
ONE_IN = 12
"""Of so many mutants of large games one is compared in every run of the tests."""
LONG = frozenset({"amounts of cards", "definitions that look through all"})
"""Rulesets that grow which take long to be compared."""


def answers_pairwise(game: m.Game) -> Iterator[Mapping[str, str]]:
    """Gives answers to all options, so that every two answers of two options come together once at least."""
    options = {name: tuple(option.answers.members) for name, option in game.options.items()}
    wanted = {
        ((a, one), (b, other))
        for a, b in combinations(options, 2)
        for one, other in product(options[a], options[b])
    } or {((name, one), (name, one)) for name in options for one in options[name]}
    yield {}
    while wanted:
        chosen: dict[str, str] = dict(min(wanted))
        for name in options:
            if name not in chosen:
                chosen[name] = max(
                    options[name], key=lambda one, name=name: _gained(wanted, chosen | {name: one})
                )
        wanted = {pair for pair in wanted if not _holds(chosen, pair)}
        yield chosen


def _holds(chosen: Mapping[str, str], pair: tuple[tuple[str, str], tuple[str, str]]) -> bool:
    return all(chosen.get(name) == answer for name, answer in pair)


def _gained(wanted: set[tuple[tuple[str, str], tuple[str, str]]], chosen: Mapping[str, str]) -> int:
    return sum(_holds(chosen, pair) for pair in wanted)


def agrees(made: Compilation, most: int = MOST) -> None:
    """Plays a match for each set of answers, with the least and the largest number of players."""
    game = made.game
    if game is None:
        pytest.skip("a part of another ruleset, or one with a mistake")
    for number, options in enumerate(answers_pairwise(game)):
        for players in sorted({game.least_players, game.most_players}):
            lockstep(game, number, players, options, most=most)


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_program_agrees_with_interpreter(path: Path) -> None:
    agrees(load(path.name, FolderProvider(path.parent, library=RULESETS)))


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in DIMENSIONS]
)
def test_rulesets_that_grow_agree(name: str) -> None:
    files, sizes = DIMENSIONS[name]
    agrees(load(MAIN, MemoryProvider(files(sizes[0]))), most=10)


def mutants() -> Iterator[Any]:
    """Gives the mutants; those of large games are slow, but for one in so many."""
    for number, (file, old, new, slug) in enumerate(MUTANTS):
        quick = file.startswith("classics/") or number % ONE_IN == 0
        yield pytest.param(file, old, new, id=f"{number}-{slug}", marks=[] if quick else pytest.mark.slow)


@pytest.mark.parametrize(("file", "old", "new"), list(mutants()))
def test_mutants_agree(file: str, old: str, new: str) -> None:
    game = file if file in GAMES else GEKIDO
    made = load(game, MemoryProvider(FILES | {file: FILES[file].replace(old, new, 1)}))
    agrees_in_short(made)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(said, id=str(number), marks=[] if number % ONE_IN == 0 else pytest.mark.slow)
        for number, (said, _) in enumerate(VARIANTS)
    ],
)
def test_mutants_that_are_variants_agree(said: str) -> None:
    agrees_in_short(load("mine.gdl", MemoryProvider(FILES | {"mine.gdl": VARIANT + said})))


def agrees_in_short(made: Compilation) -> None:
    """Plays a few decisions of one match, where there is a game in spite of what was found."""
    if made.game is None:
        pytest.skip("nothing can be played")
    lockstep(made.game, 1, made.game.least_players, most=MOST)


def test_two_answers_of_two_options_come_together() -> None:
    files, sizes = DIMENSIONS["options"]
    game = load(MAIN, MemoryProvider(files(sizes[0]))).game
    assert game is not None
    sets = list(answers_pairwise(game))
    options = {name: option.answers.members for name, option in game.options.items()}
    assert len(options) == 5
    for a, b in combinations(options, 2):
        for one, other in product(options[a], options[b]):
            assert any(chosen.get(a) == one and chosen.get(b) == other for chosen in sets[1:])
    assert len(sets) < 2 ** len(options)

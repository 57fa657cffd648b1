"""Every ruleset in lockstep: its options and its least and most players pairwise."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hostile import DIMENSIONS, MAIN
from lockstep import RULESETS, lockstep
from test_mutants import FILES, GAMES, GEKIDO, MUTANTS, VARIANT, VARIANTS
from turns import Turns

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
    TESTS / "games" / "secrets",
]
PATHS = [path for folder in FOLDERS for path in sorted(folder.glob("*.gdl"))]
MOST = 40
"""How many decisions of a match are compared."""
ONE_IN, ONE_IN_SLOW = 12, 3
"""Of so many mutants of large games one is compared in every run of the tests, and in the slow ones."""
PLAYERS = ""
"""What the number of players is called among the options."""
OTHERS = 4
"""Of the settings after the first two, every fourth is played, in turn."""
PARTS = 10
"""A variant is played with every tenth of the settings; those of one game begin at different ones."""
LONG = frozenset({"amounts of cards", "definitions that look through all"})
"""Rulesets that grow which take long to be compared."""


def settings_pairwise(game: m.Game) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Gives numbers of players and answers, so that every two of them come together once at least."""
    options = {name: tuple(option.answers.members) for name, option in game.options.items()}
    few, many = str(game.least_players), str(game.most_players)
    yield game.least_players, {}
    yield from ((int(number), {}) for number in (many,) if many != few and not options)
    options[PLAYERS] = tuple(dict.fromkeys((few, many)))
    wanted = {
        ((a, one), (b, other))
        for a, b in combinations(options, 2)
        for one, other in product(options[a], options[b])
    }
    while wanted:
        chosen: dict[str, str] = dict(min(wanted))
        for name in options:
            if name not in chosen:
                chosen[name] = max(
                    options[name], key=lambda one, name=name: _gained(wanted, chosen | {name: one})
                )
        wanted = {pair for pair in wanted if not _holds(chosen, pair)}
        yield int(chosen[PLAYERS]), {name: answer for name, answer in chosen.items() if name != PLAYERS}


def _holds(chosen: Mapping[str, str], pair: tuple[tuple[str, str], tuple[str, str]]) -> bool:
    return all(chosen.get(name) == answer for name, answer in pair)


def _gained(wanted: set[tuple[tuple[str, str], tuple[str, str]]], chosen: Mapping[str, str]) -> int:
    return sum(_holds(chosen, pair) for pair in wanted)


Numbered = tuple[int, tuple[int, Mapping[str, str]]]


def settings_of(game: m.Game | None, part: slice = slice(None)) -> list[Numbered]:
    """Gives every setting with its number, or a part of them."""
    if game is None:
        pytest.skip("a part of another ruleset, or one with a mistake")
    return list(enumerate(settings_pairwise(game)))[part]


def agrees(game: m.Game | None, settings: Iterable[Numbered], most: int = MOST) -> None:
    """Plays a match with each setting."""
    assert game is not None
    for number, (players, options) in settings:
        lockstep(game, number, players, options, most=most)


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_program_agrees_with_interpreter(path: Path, in_turn: Turns) -> None:
    made = load(path.name, FolderProvider(path.parent, library=RULESETS))
    part = slice(PATHS.index(path) % PARTS, None, PARTS) if made.bases else slice(None)
    first, second, *others = [*settings_of(made.game, part), None, None]
    some = [one for one in (first, second, *in_turn(others, OTHERS)) if one is not None]
    agrees(made.game, some)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in DIMENSIONS]
)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_rulesets_that_grow_agree(name: str) -> None:
    files, sizes = DIMENSIONS[name]
    game = load(MAIN, MemoryProvider(files(sizes[0]))).game
    agrees(game, settings_of(game), most=10)


def mutants() -> Iterator[Any]:
    """Gives the mutants; of those of large games a few, most of which are slow."""
    for number, (file, old, new, slug) in enumerate(MUTANTS):
        quick = file.startswith("classics/") or number % ONE_IN == 0
        if not quick and number % ONE_IN_SLOW:
            continue
        yield pytest.param(file, old, new, id=f"{number}-{slug}", marks=[] if quick else pytest.mark.slow)


@pytest.mark.parametrize(("file", "old", "new"), list(mutants()))
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
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
@pytest.mark.in_turn(3)
def test_mutants_that_are_variants_agree(said: str) -> None:
    agrees_in_short(load("mine.gdl", MemoryProvider(FILES | {"mine.gdl": VARIANT + said})))


def agrees_in_short(made: Compilation) -> None:
    """Plays a few decisions of one match, where there is a game in spite of what was found."""
    if made.game is None:
        pytest.skip("nothing can be played")
    lockstep(made.game, 1, made.game.least_players, most=MOST)


def test_two_answers_of_two_options_come_together_and_each_with_few_and_many_players() -> None:
    files, sizes = DIMENSIONS["options"]
    game = load(MAIN, MemoryProvider(files(sizes[0]))).game
    assert game is not None
    settings = list(settings_pairwise(game))
    options = {name: option.answers.members for name, option in game.options.items()}
    assert len(options) == 5
    for a, b in combinations(options, 2):
        for one, other in product(options[a], options[b]):
            assert any(chosen.get(a) == one and chosen.get(b) == other for _, chosen in settings[1:])
    for name, answers in options.items():
        for players, answer in product((game.least_players, game.most_players), answers):
            assert any(number == players and chosen.get(name) == answer for number, chosen in settings[1:])
    assert len(settings) < 2 ** len(options)

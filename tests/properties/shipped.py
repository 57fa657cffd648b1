"""The shipped rulesets and the games of the tests, compiled once, and random matches of them."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from one_by_one import ROOT, RULESETS, compiled, played, shown, silent, told, traced

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

__all__ = ["ROOT", "RULESETS", "compiled", "played", "shown", "silent", "told", "traced"]


def _is_game(path: Path) -> bool:
    return any(line.startswith("game ") for line in path.read_text().splitlines())


NAMES = sorted(p.relative_to(RULESETS).as_posix() for p in RULESETS.rglob("*.gdl") if _is_game(p))
NAMES += sorted(f"../tests/games/{p.name}" for p in (ROOT / "tests" / "games").glob("*.gdl"))
"""Every file that declares a game."""


LONG = ("aimbots.gdl", "classics/backgammon.gdl", "classics/go_on_19_by_19.gdl", "classics/shogi.gdl")
"""Games whose decisions look so far ahead that they are played in the slow tests alone."""
DEAR = 100
"""A game with more things than this is played by the fewest players and one more, in the slow tests by others, too."""
LOOKED_AT = 250
"""Of a longer match no more positions are looked at than of one of so many decisions; of a large game, half of them."""
LARGE = 200
"""A game with more things than this takes long: it is played by the fewest players, in the slow tests by one more,
and one match at a time."""
SMALL = 60
"""A game with no more things than this is played by the interpreter before it would be compiled."""


SIZES_FILE = Path(__file__).parent / "sizes.json"
"""Of every game, with each number of players, how many things there are. To find the tests reads this
alone: to compile every game for it would take longer than many of them."""
SIZES: dict[str, dict[str, int]] = json.loads(SIZES_FILE.read_text())


def sizes() -> dict[str, dict[str, int]]:
    """Works out what `SIZES` has to be."""
    found = {}
    for name in NAMES:
        game = compiled(name).game
        assert game is not None
        numbers = range(game.least_players, game.most_players + 1)
        found[name] = {str(players): lay_out(game, players).count for players in numbers}
    return found


def _tables() -> list[Any]:
    found = []
    for name in NAMES:
        # A game that nobody has counted yet is found by the test of the file.
        count = {int(players): things for players, things in SIZES.get(name, {}).items()}
        if not count:
            continue
        least, most = min(count), max(count)
        large, dear = count[least] > LARGE, count[least] > DEAR
        for players in list(count)[:2] if large else _numbers(least, most):
            long = (
                (large and players > least)
                or (dear and players > least + 1)
                or name in (*LONG, "botwars.gdl")
            )
            marks = [pytest.mark.slow] if long else []
            found.append(pytest.param(name, players, id=f"{name}-{players}", marks=marks))
    return found


def _numbers(least: int, most: int) -> list[int]:
    """Gives the numbers of players to try: all of a few, else the least, the most and one between."""
    return list(range(least, most + 1)) if most - least < 4 else [least, (least + most) // 2, most]


TABLES = _tables()
"""Every ruleset with every number of players, or the least, the most and one between."""

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_ruleset = pytest.mark.parametrize("name", NAMES)


def _with_amounts() -> list[Any]:
    """Each table with a match, and in the slow tests with another one; of large games one is played."""
    found = []
    for table in TABLES:
        name, players = table.values
        found.append(pytest.param(name, players, 1, id=f"{table.id}-quick", marks=table.marks))
        if SIZES[name][str(players)] <= LARGE:
            marks = [pytest.mark.slow]
            found.append(pytest.param(name, players, 2, id=f"{table.id}-long", marks=marks))
    return found


SECRET = (
    "aimbots.gdl",
    "botwars.gdl",
    "classics/estate_sale.gdl",
    "classics/goofspiel.gdl",
    "classics/hearts.gdl",
    "classics/rock_paper_scissors.gdl",
    "classics/seed_book.gdl",
    "classics/the_pack.gdl",
    "classics/wreckers.gdl",
    "geeko.gdl",
    "../tests/games/relay.gdl",
)
"""Games in which somebody decides in secret; only there is anything to be seen of it. A test compares the list."""


def secret() -> tuple[str, ...]:
    """Works out what `SECRET` has to be."""
    return tuple(name for name in NAMES if _decides_in_secret(compiled(name)))


def _decides_in_secret(made: Compilation) -> bool:
    assert made.game is not None
    return any(
        isinstance(node, m.Each) and node.secret
        for decl in walk.declarations(made.game)
        for node in walk.nodes(decl)
    )


AMOUNTS = _with_amounts()
every_amount = pytest.mark.parametrize(("name", "players", "games"), AMOUNTS)
"""Every table, and which match is played of it; see `matches`."""
every_secret = pytest.mark.parametrize(
    ("name", "players", "games"), [one for one in AMOUNTS if one.values[0] in SECRET]
)
"""The same of the games in which somebody decides in secret."""


@cache
def quick(name: str) -> Interpreter | CompiledExecutor:
    """Gives what plays a game soonest: compiled code where the interpreter takes longer than it is compiled."""
    game = compiled(name).game
    assert game is not None
    large = name in LONG or lay_out(game, game.least_players).count > SMALL
    return CompiledExecutor(game) if large else silent(name)


def matches(
    x: Interpreter | CompiledExecutor, players: int, games: int, first: int = 0, **options: str
) -> Iterator[tuple[State | CompiledState, random.Random, int]]:
    """Sets up matches, each with a source of choices and its seed; of several, the first has been played already."""
    for seed in range(first + (games > 1), first + games):
        state, _ = x.initial(Setting(players, seed, options))
        yield state, random.Random(seed), seed


def positions(
    name: str, players: int, games: int, share: float = 1.0, first: int = 0
) -> Iterator[tuple[State, random.Random]]:
    """Plays random matches and gives a share of the decisions; each state may be kept but not changed.

    A match that is longer than `LOOKED_AT` is looked at as often as one of that length, all over it. Of one that is
    so short that none of its decisions falls into the share, one is looked at. The states are those of the
    interpreter, whatever played up to there.
    """
    x = quick(name)
    large = lay_out(x.game, players).count > LARGE
    most = max(2, round(share * LOOKED_AT / (2 if large else 1)))
    for state, rng, seed in matches(x, players, games, first):
        found: list[State | CompiledState] = []
        any_one: list[State | CompiledState] = []
        drawn, passed = random.Random(seed), 0
        while count := x.count(state):
            passed += 1
            if rng.random() < share:
                found.append(state.copy())
            elif not found and not drawn.randrange(passed):
                any_one = [state.copy()]
            x.apply(state, rng.randrange(count))
        found = found or any_one
        step = max(1.0, len(found) / most)
        for number in range(min(most, len(found))):
            one = found[int(number * step)]
            yield one.over_again.copy() if isinstance(one, CompiledState) else one, rng

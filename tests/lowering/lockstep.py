"""One match on the interpreter and on the program that the ruleset was lowered to; see `gekido_dsl.lockstep`."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from by_python import Decision, Match

from gekido_dsl.api import read
from gekido_dsl.backend.journal import Entry
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import Pair
from gekido_dsl.lockstep.pair import Source, lowered_for
from gekido_dsl.lockstep.steps import Steps, entry
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.program.addresses import region
from gekido_dsl.program.nodes import Program
from gekido_dsl.rng import Rng, player_seed

RULESETS = Path(__file__).parent.parent.parent / "rulesets"


@cache
def game_of(name: str) -> m.Game:
    """Reads a shipped ruleset, as `gekido` or `classics/hex`."""
    return read(RULESETS / f"{name}.gdl").game


def lockstep(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 1_000,
    lowered: Lowered | None = None,
    by: Literal["journal", "steps", "python"] = "journal",
) -> int:
    """Plays one match with choices drawn from a seed; gives the number of decisions that were compared.

    Args:
        by: what runs the program: the module that keeps a journal, the one that plays choice by choice, or `Match`,
            which is slow and looks at every index and number besides.
    """
    setting = Setting(players or game.least_players, seed, dict(options or {}))
    key = id(game), setting.players, tuple(setting.options.items()), id(lowered), by
    if _last.get("key") != key:
        made = lowered or lowered_for(game, setting)
        source: Source | None = None
        if by == "steps":
            source = Steps(Machine(match_module(made.program)), made.program).play
        elif by == "python":
            source = partial(match_by_python, made.program)
        _last.update(key=key, pair=Pair(game, setting, made, source), held=(game, lowered))
    played: Pair = _last["pair"]
    played.play(seed, most)
    return played.decision


def match_by_python(program: Program, seed: int, most: int) -> Iterator[Entry | None]:
    """Plays a match as a journal does."""
    match, choices = Match(program, seed), Rng(player_seed(seed))
    before = region(program.state())
    yield None
    while True:
        now = match.position()
        decision = match.decision or Decision(-1, 0, 0, [])
        going = decision.count > 0 and most > 0
        choice = choices.below(decision.count) if going else -1
        yield entry(decision, choice, decision.options, before, now)
        if not going:
            return
        before, most = now, most - 1
        match.choose(choice)


_last: dict[str, Any] = {}
"""The pair that played last: most tests play several matches of one game."""

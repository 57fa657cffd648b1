"""Shipped rulesets, each compiled when it is asked for, and all that a match of one shows."""

import hashlib
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Decision, Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets"


@cache
def compiled(name: str) -> Compilation:
    """Compiles a shipped ruleset."""
    folder = RULESETS / Path(name).parent
    compilation = load(Path(name).name, FolderProvider(folder, library=RULESETS))
    assert compilation.game is not None, [d.message for d in compilation.diagnostics]
    return compilation


@cache
def traced(name: str) -> Interpreter:
    """Gives an executor that tells events."""
    return compiled(name).executor()


@cache
def silent(name: str) -> Interpreter:
    """Gives an executor for bulk play."""
    game = compiled(name).game
    assert game is not None
    return Interpreter(game, trace=False)


def shown(decision: Decision | None) -> Any:
    """Gives everything of a decision that a seat is shown."""
    if decision is None:
        return None
    return (decision.seat, decision.prompt, decision.choices, decision.rule, decision.kind, decision.cites)


def played(
    x: Interpreter, setting: Setting, rng: random.Random, most: int = 10_000
) -> tuple[list[Any], State]:
    """Plays a random match, or so many decisions of it, and gives everything that was shown."""
    state, events = x.initial(setting)
    story: list[Any] = [told(events)]
    while len(story) < 2 * most and (decision := x.decision(state)) is not None:
        story.append(shown(decision))
        story.append(told(x.apply(state, rng.randrange(len(decision.choices)))))
    story.append(x.outcome(state))
    return story, state


def told(events: list[Event]) -> list[Any]:
    """Gives events without their places in the source."""
    return [
        (e.kind, e.text, e.rule, e.cites, e.seat, tuple(sorted(e.private.items())), e.why) for e in events
    ]


def fingerprints(names: Sequence[str]) -> dict[str, str]:
    """Sums up a match of each ruleset; run by a process of its own."""
    found = {}
    for name in names:
        players = traced(name).game.least_players
        story, state = played(traced(name), Setting(players, 77), random.Random(2), 40)
        text = repr((story, traced(name).snapshot(state)))
        found[name] = hashlib.sha256(text.encode()).hexdigest()
    return found

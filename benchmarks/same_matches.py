"""Plays the same random matches on two versions of the shipped rulesets, side by side.

After a ruleset was reworded, each of its matches must go as before. For every number of players and every seed, both
versions take the same choices from the same chance; who is asked, how many choices there are, the turns and the outcome
must be the same. Every second seed answers the options at random.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from gekido_dsl.compilation import load
from gekido_dsl.engine import RuleError, Seat, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

HERE = Path(__file__).parents[1]


def compiled(folder: Path, name: str) -> Interpreter:
    """Compiles a ruleset of a checkout, or of a folder of rulesets."""
    inside = folder / "rulesets"
    return load(name, FolderProvider(inside if inside.is_dir() else folder)).executor()


def setting_of(x: Interpreter, players: int, seed: int) -> Setting:
    """Sets up a match; with an odd seed, chance answers the options."""
    chance = random.Random(seed)
    answers = (
        {one.name: chance.choice(one.answers.members) for one in x.game.options.values()} if seed % 2 else {}
    )
    return Setting(players, chance.getrandbits(64), answers)


def asked(x: Interpreter, state: State, names: bool) -> tuple[Seat | None, int, tuple[str, ...]]:
    """Tells who is asked, how many choices there are, and their names where those are compared, too."""
    if not names:
        question = state.question
        return None if question is None else question.seat, x.count(state), ()
    decision = x.decision(state)
    if decision is None:
        return None, 0, ()
    return decision.seat, len(decision.choices), tuple(choice.label for choice in decision.choices)


def match_of(x: Interpreter, setting: Setting, seed: int, names: bool) -> Iterator[tuple[object, ...]]:
    """Plays a match and gives every decision, then the end."""
    picks = random.Random(seed)
    try:
        state, _ = x.initial(setting)
        while count := x.count(state):
            yield asked(x, state, names)
            x.apply(state, picks.randrange(count))
    except RuleError as error:
        yield "rule error", str(error)
        return
    outcome = x.outcome(state)
    ended = None if outcome is None else (outcome.ranks, outcome.finished, outcome.label, outcome.lost)
    yield "end", x.turn(state)[0], ended


def difference(
    one: Interpreter, two: Interpreter, setting: Setting, seed: int, most: int, names: bool
) -> str:
    """Plays a match on both; tells where they part, in words, or gives nothing."""
    matches = (match_of(x, setting, seed, names) for x in (one, two))
    number = 0
    for number, (before, after) in enumerate(zip(*matches, strict=False), 1):
        if before != after:
            return f"at decision {number}: {before} before, {after} after"
        if before[0] in ("end", "rule error"):
            return ""
        if number == most:
            return ""
    return f"one match is longer than {number} decisions"


def main() -> int:
    """Prints a line for each number of players; the exit status tells whether all matches are the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("before", type=Path, help="a checkout, or a folder of rulesets")
    parser.add_argument("ruleset", nargs="+", help="such as classics/pig.gdl")
    parser.add_argument(
        "--after", type=Path, default=HERE, help="a checkout, or a folder of rulesets; else this one"
    )
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--players", type=int, help="this number of players alone")
    parser.add_argument("--decisions", type=int, default=0, help="leave a match after so many")
    parser.add_argument("--names", action="store_true", help="compare the names of choices, too; slower")
    given = parser.parse_args()
    same = True
    for name in given.ruleset:
        one, two = compiled(given.before, name), compiled(given.after, name)
        for players in range(two.game.least_players, two.game.most_players + 1):
            if given.players not in (None, players):
                continue
            parted = 0
            for seed in range(given.seeds):
                setting = setting_of(one, players, seed)
                if found := difference(one, two, setting, seed, given.decisions, given.names):
                    parted += 1
                    print(f"{name}, {players} players, seed {seed}, {found}", flush=True)
            same = same and not parted
            print(
                f"{name}, {players} players: {given.seeds - parted} of {given.seeds} matches are the same",
                flush=True,
            )
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

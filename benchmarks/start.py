"""Measures how soon commands answer, and the interpreter, as ratios to references taken in one run on one machine.

A measurement and its reference take turns, and the median of the runs counts; so the ratio says little about the
machine. `--quick` makes fewer runs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import plain_gekido as plain

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.operators import Evaluator
from gekido_dsl.interpreter.operators.making import Function
from gekido_dsl.model import nodes as m

ROOT = Path(__file__).parents[1]
GEKIDO = (ROOT / "rulesets" / "gekido.gdl").as_posix()


@dataclass(frozen=True)
class Measurement:
    """Something measured, what it is measured against, and how many times as long it may take."""

    name: str
    reference: str
    goal: float
    ours: Callable[[int], None]
    """Of the number of the run."""
    theirs: Callable[[int], None]


def process(*command: str) -> Callable[[int], None]:
    """Makes the run of a Python process."""

    def run(number: int) -> None:
        subprocess.run([sys.executable, *command], check=True, capture_output=True, cwd=ROOT)

    return run


def random_games(games: int) -> Callable[[int], None]:
    """Makes the run of random four-player games on the interpreter."""
    compilation = load("gekido.gdl", FolderProvider(ROOT / "rulesets"))
    assert compilation.game is not None
    x = Interpreter(compilation.game, trace=False)
    x.initial(Setting(4, 0))

    def run(number: int) -> None:
        for game in range(games):
            rng = random.Random(number * games + game)
            state, _ = x.initial(Setting(4, number * games + game))
            while count := x.count(state):
                x.apply(state, rng.randrange(count))

    return run


class Afresh(Evaluator):
    """Works every answer out afresh, and looks through whole boards."""

    narrows = False

    def remembered(self, declared: m.Decl, run: Function) -> Function:
        """Remembers nothing."""
        return run


def draughts(moves: int, evaluator: type[Evaluator]) -> Callable[[int], None]:
    """Makes the run of the first moves of a random match of draughts, whose words range over the whole board."""
    compilation = load("draughts.gdl", FolderProvider(ROOT / "rulesets" / "classics"))
    assert compilation.game is not None
    x = Interpreter(compilation.game, trace=False, evaluator=evaluator)

    def run(number: int) -> None:
        rng = random.Random(number)
        state, _ = x.initial(Setting(2, number))
        for _ in range(moves):
            x.apply(state, rng.randrange(x.count(state)))

    return run


def plain_games(games: int) -> Callable[[int], None]:
    """Makes the run of random four-player games on the plain program."""

    def run(number: int) -> None:
        for game in range(games):
            plain.Game(4, number * games + game).play()

    return run


def measurements(games: int) -> list[Measurement]:
    """Lists what is measured."""
    return [
        Measurement(
            "gdl --help",
            "import click",
            3,
            process("-m", "gekido_dsl", "--help"),
            process("-c", "import click"),
        ),
        Measurement(
            "gdl validate rulesets/gekido.gdl",
            "import lark, yaml, jsonschema, networkx",
            1.5,
            process("-m", "gekido_dsl", "validate", GEKIDO),
            process("-c", "import lark, yaml, jsonschema, networkx"),
        ),
        Measurement(
            f"{games} random games of Gekido for four",
            "plain_gekido.py",
            40,
            random_games(games),
            plain_games(games),
        ),
        Measurement(
            "10 moves of draughts",
            "nothing remembered, nothing narrowed",
            0.1,
            draughts(10, Evaluator),
            draughts(10, Afresh),
        ),
    ]


def timed(run: Callable[[int], None], number: int) -> float:
    """Gives the seconds that a run takes."""
    began = time.perf_counter()
    run(number)
    return time.perf_counter() - began


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table; the exit status tells whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    given = parser.parse_args(words)
    runs, games = (5, 5) if given.quick else (21, 25)
    print(f"{'measured':<42}{'ms':>9}  {'reference':<42}{'ms':>9}{'ratio':>8}{'goal':>7}")
    met = True
    for one in measurements(games):
        one.ours(0), one.theirs(0)
        pairs = [(timed(one.ours, number), timed(one.theirs, number)) for number in range(1, runs + 1)]
        ours, theirs = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
        ratio = statistics.median(mine / other for mine, other in pairs)
        met = met and ratio <= one.goal
        print(
            f"{one.name:<42}{ours:>9.1f}  {one.reference:<42}{theirs:>9.1f}{ratio:>8.2f}{f'≤ {one.goal:g}':>7}"
        )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

"""How many decisions a second are taken in many matches that are stepped together, and in as many one by one.

Run: `python benchmarks/vectors.py`. CPU time on one core; what choosing at random takes is in it.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median

import gekido_dsl
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.rng import Rng, game_seed

GAMES = (("classics/connect_four", 2), ("classics/goofspiel", 2), ("gekido", 4), ("botwars", 4))


def one_by_one(executor: Executor, players: int, size: int) -> Callable[[], int]:
    """Sets matches up, and gives what takes a choice in each; one that is over begins anew."""
    numbers = iter(range(1 << 60))
    rng = Rng(1)

    def new() -> object:
        return executor.initial(Setting(players, game_seed(1, next(numbers))))[0]

    states = [new() for _ in range(size)]

    def step() -> int:
        taken = 0
        for at, state in enumerate(states):
            asked = executor.asked(state)
            if asked is None:
                states[at] = new()
            else:
                executor.apply(state, rng.below(asked.count))
                taken += 1
        return taken

    return step


def together(ruleset: gekido_dsl.Ruleset, players: int, size: int) -> Callable[[], int]:
    """Sets matches up, and gives what takes a choice in each; one that is over begins anew."""
    matches = ruleset.matches(size, players, seed=1)

    def step() -> int:
        going_on = int((~matches.done).sum())
        matches.step(matches.random_choices(), again=True)
        return going_on

    return step


def rolled_out(ruleset: gekido_dsl.Ruleset, players: int, size: int) -> Callable[[], int]:
    """Sets matches up, and gives what plays new ones to their ends."""
    matches = ruleset.matches(size, players, seed=1)

    def play() -> int:
        matches.begin()
        matches.roll_out()
        return int(matches.decisions.sum())

    return play


def rate(step: Callable[[], int], seconds: float) -> float:
    """Gives how many decisions a second of CPU time it takes."""
    step()
    begun, taken = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        taken += step()
    return taken / spent


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_024, help="how many matches")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="games with this in their names")
    given = parser.parse_args()
    print("| | one by one, interpreter | one by one, compiled | together | to their ends |")
    print("| --- | --: | --: | --: | --: |")
    for name, players in GAMES:
        if given.only not in name:
            continue
        ruleset = gekido_dsl.read(name)
        interpreter = ruleset.compilation.executor(trace=False)
        ways = [
            one_by_one(interpreter, players, 64),
            one_by_one(CompiledExecutor(ruleset.game), players, given.size),
            together(ruleset, players, given.size),
            rolled_out(ruleset, players, given.size),
        ]
        rates = zip(*([rate(way, 1.0) for way in ways] for _ in range(given.rounds)), strict=True)
        numbers = " | ".join(f"{median(rounds):,.0f}" for rounds in rates)
        print(f"| {ruleset.title} for {players} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()

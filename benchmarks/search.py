"""How many playouts a bot that searches makes in a second, on one core, at a decision some way into a match.

Run it as `python benchmarks/search.py`. Times are CPU time, medians of three searches.
"""

import argparse
import statistics
import time
from pathlib import Path

from gekido_dsl import api
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.play.search import SearchBot
from gekido_dsl.rng import Rng

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"
GAMES = (
    ("classics/connect_four.gdl", 2),
    ("classics/hex.gdl", 2),
    ("classics/backgammon.gdl", 2),
    ("classics/hearts.gdl", 4),
    ("gekido.gdl", 4),
    ("gekido_duel.gdl", 2),
    ("aimbots.gdl", 2),
    ("botwars.gdl", 4),
    ("geeko.gdl", 2),
)
EARLY = 4
"""Decisions before the one that is searched, taken by chance."""


def pace(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Gives playouts a second, and the CPU seconds that an answer took which was to take so many."""
    executor = CompiledExecutor(api.read(RULESETS / name).game, searches=True)
    state, _ = executor.initial(Setting(players, 5, {}))
    random, paces, took = Rng(3), [], []
    for _ in range(EARLY):
        executor.apply(state, random.below(executor.count(state)))
    while executor.count(state) < 2:
        executor.apply(state, 0)
    decision = executor.decision(state)
    assert decision is not None
    for seed in range(4):
        bot = SearchBot(seed, seconds=seconds, clock=time.process_time)
        began = time.process_time()
        bot.choose(executor, state, decision, EARLY)
        took.append(time.process_time() - began)
        paces.append(bot.made / took[-1])
    return statistics.median(paces[1:]), max(took[1:])


def main() -> None:
    """Prints a table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=1.0, help="how long a search may take")
    seconds = asked.parse_args().seconds
    print("| Game | Players | Playouts a second | Longest answer |\n| --- | --: | --: | --: |")
    for name, players in GAMES:
        playouts, longest = pace(name, players, seconds)
        print(f"| {Path(name).stem} | {players} | {playouts:,.0f} | {longest:.2f} s |", flush=True)


if __name__ == "__main__":
    main()

"""How many playouts a bot that searches makes in a second, on one core, and how long its longest answer takes.

Run it as `python benchmarks/search.py`; `--only hex` picks games. Times are CPU time; of each game there are two
searches, at the first decision and some way into a match. `gdl play --seat 2=search:1s` is this bot.
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
CLASSICS = (
    "backgammon", "breakthrough", "connect_four", "draughts", "four_lamps", "goofspiel", "hearts", "hex", "liars_dice",
    "mill_creek", "nine_mens_morris", "othello", "pig", "rock_paper_scissors", "the_heir", "thirteen_rolls",
    "tic_tac_toe", "whist",
)  # fmt: skip
GAMES = (
    *((f"classics/{name}.gdl", 4 if name in ("hearts", "whist") else 2) for name in CLASSICS),
    ("gekido.gdl", 4),
    ("gekido_duel.gdl", 2),
    ("aimbots.gdl", 2),
    ("botwars.gdl", 4),
    ("geeko.gdl", 2),
)
EARLY = (0, 30)
"""After how many decisions, taken by chance, there are searches."""


def pace(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Gives playouts a second, and the most CPU seconds that an answer took which was to take so many.

    Answers count from the second on: the first one makes the module.
    """
    executor = CompiledExecutor(api.read(RULESETS / name).game, searches=True)
    state, _ = executor.initial(Setting(players, 5, {}))
    paces: list[float] = []
    took: list[float] = []
    random, taken = Rng(3), 0
    for early in EARLY:
        while executor.count(state) and (taken < early or executor.count(state) < 2):
            executor.apply(state, random.below(executor.count(state)))
            taken += 1
        decision = executor.decision(state)
        if decision is None:
            break
        for seed in range(1 if took else 2):
            bot = SearchBot(seed, seconds=seconds, clock=time.process_time)
            began = time.process_time()
            bot.choose(executor, state, decision, taken)
            took.append(time.process_time() - began)
            paces.append(bot.made / took[-1])
    return statistics.median(paces[1:]), max(took[1:])


def main() -> None:
    """Prints a table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=1.0, help="how long a search may take")
    asked.add_argument("--only", nargs="*", default=[], help="parts of the names of games")
    given = asked.parse_args()
    print("| Game | Players | Playouts a second | Longest answer |\n| --- | --: | --: | --: |")
    for name, players in GAMES:
        if given.only and not any(one in name for one in given.only):
            continue
        playouts, longest = pace(name, players, given.seconds)
        print(f"| {Path(name).stem} | {players} | {playouts:,.0f} | {longest:.2f} s |", flush=True)


if __name__ == "__main__":
    main()

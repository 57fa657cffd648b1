"""Compares this checkout with one of a commit before: CPU time to read and check a ruleset and to compile it, size of
the code, and games a CPU second.

`git worktree add ../before COMMIT && python benchmarks/before.py ../before gekido:4 classics/pig:2`. Both take
turns, each measurement in a process of its own with nothing kept, and a ratio is the median over the rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
GAMES = [
    "gekido:4", "gekido_duel:2", "geeko:2", "botwars:2", "aimbots:2", "classics/backgammon:2", "classics/draughts:2",
    "classics/hex:2", "classics/pig:2", "classics/tic_tac_toe:2", "classics/whist:4",
]  # fmt: skip
MEASURE = """
import json, sys, time
import gekido_dsl
from gekido_dsl.backend.games import Games
from gekido_dsl.engine import Setting
from gekido_dsl.lowering import lower

name, players, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
gekido_dsl.read("classics/tic_tac_toe").findings  # what is loaded for the first ruleset alone is no cost of a ruleset
begun = time.process_time()
ruleset = gekido_dsl.read(name)
ruleset.findings
game = ruleset.game
read = time.process_time() - begun
begun = time.process_time()
games = Games(game, Setting(players, 1, {}), lower(game, players, {}))
compiled = time.process_time() - begun
played = decisions = 0
for one in games.play(0, 64):
    pass
begun = time.process_time()
while time.process_time() - begun < seconds:
    for one in games.play(played, played + 64):
        decisions += one.decisions
    played += 64
took = time.process_time() - begun
print(json.dumps({"read": read, "compile": compiled, "size": len(games.code), "each": took / played}))
"""

READING = """
import gc, json, sys, time
from pathlib import Path
from gekido_dsl.compilation import Compilation
from gekido_dsl.files import FolderProvider

gc.disable()
path, best = Path(sys.argv[1]), {}
for _ in range(10):
    made, begun = Compilation(path.name, FolderProvider(path.parent)), time.process_time()
    for stage in ("syntax", "model", "checked"):
        getattr(made, stage)
        now = time.process_time()
        best[stage] = min(best.get(stage, now), now - begun)
        begun = now
print(json.dumps(best))
"""
"""The least of ten is what a stage takes; a busy machine only adds to it."""


def read_by_stages(checkout: Path, ruleset: Path) -> dict[str, float]:
    """Measures how long reading a ruleset takes by stages, in CPU seconds."""
    words = [sys.executable, "-c", READING, str(ruleset.resolve())]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "GDL_CACHE": "off"}
    done = subprocess.run(words, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def compare_reading(before: Path, rulesets: list[str], rounds: int) -> None:
    """Prints what the stages of reading take here and there, in ms."""
    print(f"{'ms now / before':<24}{'parse':>16}{'resolve':>16}{'check':>16}")
    for ruleset in rulesets:
        both = [
            [read_by_stages(side, Path(ruleset)) for _ in range(rounds)] for side in (HERE, before.resolve())
        ]
        least = [{stage: min(one[stage] for one in runs) for stage in runs[0]} for runs in both]
        stages = [f"{1000 * least[0][one]:.1f} / {1000 * least[1][one]:.1f}" for one in least[0]]
        print(f"{Path(ruleset).stem:<24}" + "".join(f"{one:>16}" for one in stages), flush=True)


def measured(checkout: Path, name: str, players: str, seconds: float) -> dict[str, float]:
    """Measures one game in a checkout."""
    words = [sys.executable, "-c", MEASURE, name, players, str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "GDL_CACHE": "off"}
    done = subprocess.run(words, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> int:
    """Prints a line for each game; 1 where something is more than 3 % worse."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, help="a checkout of the commit before")
    parser.add_argument(
        "games", nargs="*", default=GAMES, help="rulesets with their numbers of players, NAME:PLAYERS"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of play in each round")
    parser.add_argument(
        "--reading", action="store_true", help="of rulesets, given as files: the stages of reading alone"
    )
    given = parser.parse_args()
    if given.reading:
        compare_reading(given.before, given.games, given.rounds)
        return 0
    worse = False
    print(f"{'now / before':<24}{'read':>9}{'compile':>9}{'size':>9}{'a game':>9}")
    for game in given.games:
        name, _, players = game.partition(":")
        ratios: dict[str, list[float]] = {"read": [], "compile": [], "size": [], "each": []}
        for number in range(given.rounds):
            sides = [given.before.resolve(), HERE]
            found = {
                side: measured(side, name, players or "2", given.seconds) for side in sides[:: (-1) ** number]
            }
            before, now = (found[side] for side in sides)
            for key, values in ratios.items():
                values.append(now[key] / before[key])
        medians = [statistics.median(values) for values in ratios.values()]
        worse |= any(one > 1.03 for one in medians)
        print(f"{game:<24}" + "".join(f"{one:>9.3f}" for one in medians), flush=True)
    return int(worse)


if __name__ == "__main__":
    sys.exit(main())

"""Measures what each ruleset takes to be compiled: time from a cold process to the first game, and memory.

Each measurement is a process of its own: it loads a ruleset, lowers and compiles it, and plays a game. Times are CPU
time of the whole process, memory is the most that it had.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
MEMORY_MB = 300
"""What a process may take for any shipped ruleset."""
FIRST_S, KEPT_S = 1.0, 0.3
"""From a cold process to the first game of Gekido, without and with what is kept."""
COMPILE_S = 3.0
"""What compiling BotWars for nine players may take."""

_PROCESS = """
import json, resource, sys, time
from pathlib import Path
at = time.process_time
marks = {}
from gekido_dsl import cache, store
from gekido_dsl.cli import caching
caching.begin()
from gekido_dsl.files import FolderProvider
path, players = Path(sys.argv[1]), int(sys.argv[2])
made = cache.load(path.name, FolderProvider(path.parent, library=Path("rulesets")))
game = made.game
marks["loaded"] = at()
by = "compiled"
try:
    from gekido_dsl.backend import runtime
    from gekido_dsl.backend.games import Games
    from gekido_dsl.engine import Setting
    from gekido_dsl.lowering import NotLowered, lower
    lowered = lower(game, players, {})
    games = Games(game, Setting(players, 1), lowered)
    marks["compiled"] = at()
    next(games.play(0, 1))
    marks["bytes"] = len(games.code)
except (NotLowered, runtime.NoRuntime, runtime.Stopped) as problem:
    by = type(problem).__name__
    from gekido_dsl.engine import Setting
    from gekido_dsl.interpreter import Interpreter
    x = Interpreter(game, trace=False)
    x.count(x.initial(Setting(players, 1))[0])
marks["played"] = at()
marks["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"by": by, **marks}))
"""


@dataclass(frozen=True)
class Needed:
    """What a ruleset took."""

    by: str
    """Who played: `compiled`, or why it was not."""
    load_s: float
    compile_s: float
    """Lowering, writing the module, and making machine code of it."""
    played_s: float
    """From the start of the process to the end of the first game."""
    peak_mb: float
    code_kb: float


def environment(kept: Path | None) -> dict[str, str]:
    """Gives the environment of a process; `kept` is the folder of what is kept, None for none.

    What it imports is compiled, as it is wherever the program is installed.
    """
    more = {"PYTHONPATH": str(ROOT), "GDL_CACHE": "off" if kept is None else str(kept)}
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | more


def first_game_s(kept: Path | None, *more: str) -> float:
    """Gives the CPU time of a process that plays one random game of Gekido for four and reports it."""
    words = ["simulate", "rulesets/gekido.gdl", "--players", "4", "--games", "1", "--seed", "1", *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", *words],
        cwd=ROOT,
        env=environment(kept),
        stdout=subprocess.DEVNULL,
    )
    _, status, took = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(f"gdl {' '.join(words)} failed")
    return took.ru_utime + took.ru_stime


def needed(ruleset: str, players: int, kept: Path | None) -> Needed:
    """Runs a process.

    Args:
        ruleset: as in `classics/hex`.
        kept: the folder of what is kept; None for none.
    """
    words = [f"rulesets/{ruleset}.gdl", str(players)]
    said = json.loads(
        subprocess.run(
            [sys.executable, "-c", _PROCESS, *words],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environment(kept),
        ).stdout
    )
    compiled = said.get("compiled", said["played"]) - said["loaded"]
    return Needed(
        said["by"], said["loaded"], compiled, said["played"], said["peak"], said.get("bytes", 0) / 1000
    )


def rulesets() -> list[tuple[str, int]]:
    """Lists the shipped rulesets with the most players of each."""
    from gekido_dsl.cli.paths import shipped
    from gekido_dsl.compilation import load
    from gekido_dsl.files import FolderProvider

    folder, found = ROOT / "rulesets", []
    for inside in sorted(set(shipped().values())):
        path = folder / inside
        game = load(path.name, FolderProvider(path.parent, library=folder)).model.value
        if game is not None:
            found.append((inside.removesuffix(".gdl"), game.most_players))
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Prints the tables; the exit status tells whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="Gekido and BotWars alone, fewer runs")
    given = parser.parse_args(words)
    runs = 3 if given.quick else 7
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        chosen = [("gekido", 4), ("botwars", 9)] if given.quick else rulesets()
        print(f"{'ruleset':<28}{'players':>8}{'load s':>9}{'compile s':>11}{'code kB':>9}{'peak MB':>9}  by")
        met = True
        for name, players in chosen:
            read = needed(name, players, kept)  # from the text; the next time from what is kept
            one = needed(name, players, kept)
            peak_mb = max(read.peak_mb, one.peak_mb)
            limit = COMPILE_S if name == "botwars" else None
            missed = peak_mb > MEMORY_MB or (limit is not None and one.compile_s > limit)
            met = met and not missed and one.by == "compiled"
            print(
                f"{name:<28}{players:>8}{one.load_s:>9.2f}{one.compile_s:>11.2f}{one.code_kb:>9.0f}"
                f"{peak_mb:>9.0f}  {one.by}{'  missed' if missed else ''}",
                flush=True,
            )
        print(f"goals: {MEMORY_MB} MB for each, {COMPILE_S:g} s to compile BotWars for nine\n")
        without = statistics.median(first_game_s(None) for _ in range(runs))
        first_game_s(kept, "--executor-kind", "compiled")
        warm = statistics.median(first_game_s(kept) for _ in range(runs))
    for what, took, goal in (("nothing kept", without, FIRST_S), ("from the cache", warm, KEPT_S)):
        verdict = "met" if took < goal else "missed"
        print(
            f"cold process to the first game of Gekido, {what:<15}{took:>6.2f} s   goal {goal:g} s   {verdict}"
        )
    return 0 if met and without < FIRST_S and warm < KEPT_S else 1


if __name__ == "__main__":
    sys.exit(main())

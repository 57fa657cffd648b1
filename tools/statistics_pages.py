"""Makes the reports of many games that the project's site links: `make statistics`, or with names for some alone.

Writes `docs/assets/<game>-report.html` with `gdl simulate`; seeds and numbers are fixed, so the same program makes the
same pages. All of them take some two and a half minutes of CPU time, too long for each build of the site; they are to
be made anew when the rules of a game or its bots change. `made_pages.py` links those that are there.
"""

import shlex
import sys
from pathlib import Path

from gekido_dsl.cli import main as cli

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
RUNS = {
    "gekido": "--players 4 --random-setup --games 100",
    "gekido_duel": "--random-setup --games 100",
    "aimbots": "--random-setup --games 60",
    "botwars": "--random-setup --games 60",
    "classics/pig": "--games 300",
    "classics/connect_four": "--games 100",
    "classics/thirteen_rolls": "--games 100",
    "classics/mill_creek": "--games 60",
}
"""What is simulated of each game.

Geek-o is not among them: only bots that plan get to its end, and they take more than ten seconds of CPU time a game.
"""


def place(name: str) -> Path:
    """Says where the report of a game is kept."""
    return ASSETS / f"{name.rpartition('/')[2]}-report.html"


def command(name: str) -> str:
    """Gives what makes the report of a game, as it is typed."""
    return f"gdl simulate {name} {RUNS[name]} --seed 1 --format html"


def main(names: list[str]) -> None:
    """Makes the reports of some games, or of all."""
    unknown = [name for name in names if name not in RUNS]
    if unknown:
        raise SystemExit(f"there is no run for {unknown[0]}; there are {', '.join(RUNS)}")
    for name in names or RUNS:
        print(f"$ {command(name)}", flush=True)
        if cli.main([*shlex.split(command(name))[1:], "-o", str(place(name))]):
            raise SystemExit(f"the games of {name} cannot be reported")


if __name__ == "__main__":
    main(sys.argv[1:])

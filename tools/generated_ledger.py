"""Keeps in the repository what came of rulesets that were made by chance, run after run.

`python tools/generated_ledger.py FILE ...` adds to `generated_ledger.txt` what `gdl lockstep --generated --out FILE`
(or `--mutants`) wrote, and sums it up; without a file it sums up alone. A number that is there already, of the
same seed and the same program, is not counted again, so a file that has gone on is simply added once more.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gekido_dsl.cli.kept import code_of_program

LEDGER = Path(__file__).with_suffix(".txt")
RESULTS = ("agreed", "refused", "fault")
HEAD = """\
# What came of rulesets made by chance; see docs/design/soundness.md. Added to by tools/generated_ledger.py.
# what | seed | program, a hash | commit | numbers that agreed | that were refused | that showed a fault
"""


@dataclass
class Run:
    """What one version of the program made of the rulesets of a seed."""

    what: str
    seed: int
    program: str
    commit: str = "-"
    numbers: dict[str, set[int]] = field(default_factory=lambda: {result: set() for result in RESULTS})

    def key(self) -> tuple[str, int, str]:
        """Gives what makes it the same run."""
        return self.what, self.seed, self.program

    def add(self, number: int, result: str) -> None:
        """Notes a ruleset, unless it was noted before."""
        if not any(number in numbers for numbers in self.numbers.values()):
            self.numbers[result].add(number)

    def __str__(self) -> str:
        """Gives its line."""
        parts = [self.what, str(self.seed), self.program, self.commit]
        return " | ".join([*parts, *(ranges(self.numbers[result]) for result in RESULTS)])


def ranges(numbers: Iterable[int]) -> str:
    """Writes numbers as `0-4 7 9-11`; none as `-`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in found) or "-"


def numbers(text: str) -> set[int]:
    """Reads what `ranges` has written."""
    found = set[int]()
    for part in text.split() if text != "-" else ():
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def read(text: str) -> list[Run]:
    """Reads a ledger."""
    runs = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            what, seed, program, commit, *sets = (part.strip() for part in line.split("|"))
            given = dict(zip(RESULTS, map(numbers, sets), strict=True))
            runs.append(Run(what, int(seed), program, commit, given))
    return runs


def add(runs: list[Run], rows: Iterable[str], commit: str, program: str) -> None:
    """Adds the rows of a file of `--out`.

    Args:
        commit: of the program that is here.
        program: its hash; rows of another one are noted without a commit.
    """
    known = {run.key(): run for run in runs}
    for row in rows:
        said = json.loads(row)
        run = Run(said.get("what", "generated"), said["seed"], said["code"])
        if run.key() not in known:
            known[run.key()] = run
            runs.append(run)
        run = known[run.key()]
        if run.program == program:
            run.commit = commit
        run.add(said["number"], said["result"])


def summed(runs: list[Run]) -> str:
    """Says what came of all, and how many there were since the last fault."""
    lines = []
    for what in dict.fromkeys(run.what for run in runs):
        of_it = [run for run in runs if run.what == what]
        counted = [sum(len(run.numbers[result]) for run in of_it) for result in RESULTS]
        since = 0
        for run in reversed(of_it):
            last = max(run.numbers["fault"], default=-1)
            since += sum(number > last for result in RESULTS[:2] for number in run.numbers[result])
            if last >= 0:
                break
        agreed, refused, faults = counted
        lines.append(
            f"{what}: {sum(counted):,} rulesets, {agreed:,} agreed, {refused:,} were refused, {faults:,} showed a "
            f"fault; the last {since:,} showed none"
        )
    return "\n".join(lines)


def main(files: list[str]) -> None:
    """Adds files to the ledger, and sums it up."""
    runs = read(LEDGER.read_text(encoding="utf-8")) if LEDGER.exists() else []
    # Which commit the program here is of.
    here = ["git", "rev-parse", "--short", "HEAD"]
    for file in files:
        commit = subprocess.run(
            here, capture_output=True, text=True, check=True, cwd=LEDGER.parent
        ).stdout.strip()
        add(runs, Path(file).read_text(encoding="utf-8").splitlines(), commit, code_of_program())
    if files:
        LEDGER.write_text(HEAD + "".join(f"{run}\n" for run in runs), encoding="utf-8")
    print(summed(runs))


if __name__ == "__main__":
    main(sys.argv[1:])

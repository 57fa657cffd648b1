"""Keeps in the repository how hostile files ended in each command, run after run.

`python tools/hostile_ledger.py FILE ...` adds to `hostile_ledger.txt` what `tools/hostile_runs.py --out FILE` wrote,
and sums it up; without a file it sums up alone. Of the same class, size and command the last run counts.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

LEDGER: Final = Path(__file__).with_suffix(".txt")
CLEAR: Final = ("clear", "alike")
"""How a run ends that needs no mending; `alike` was not run, as another command is refused by the same code."""
HEAD = """\
# How hostile files ended; see docs/design/limits.md. Added to by tools/hostile_ledger.py.
# class | size | program, a hash | command, CPU seconds, MB, and how it ended if not clearly; more commands
"""


@dataclass(frozen=True, slots=True)
class End:
    """How a run ended, and with which version of the program."""

    program: str
    how: str
    cpu_s: float
    memory_mb: int


Runs = dict[tuple[str, int, str], End]
"""How the last run of each class, size and command ended."""


def read() -> Runs:
    """Reads the ledger."""
    runs: Runs = {}
    if not LEDGER.exists():
        return runs
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, size, program, ends = line.split(" | ")
        for end in ends.split("; "):
            command, cpu_s, memory_mb, *how = end.split(" ", 3)
            found = End(program, how[0] if how else "clear", float(cpu_s), int(memory_mb))
            runs[name, int(size), command] = found
    return runs


def add(runs: Runs, rows: Iterable[str]) -> None:
    """Adds the rows of a file of `--out`."""
    for row in rows:
        name, size, command, program, how, cpu_s, memory_mb = json.loads(row)
        runs[name, size, command] = End(program, how, cpu_s, memory_mb)


def written(runs: Runs) -> str:
    """Gives the text of the ledger."""
    lines = [HEAD]
    ordered = sorted(runs.items(), key=lambda one: (*one[0][:2], one[1].program, one[0][2]))
    for (name, size, program), ends in groupby(ordered, key=lambda one: (*one[0][:2], one[1].program)):
        told = "; ".join(
            f"{command} {end.cpu_s:g} {end.memory_mb}{'' if end.how == 'clear' else ' ' + end.how}"
            for (_, _, command), end in ends
        )
        lines.append(f"{name} | {size} | {program} | {told}\n")
    return "".join(lines)


def summed(runs: Runs) -> str:
    """Says by command what came of the runs, and which did not end clearly."""
    lines = [
        "| command | runs | refused alike | clear ends | worst of those, CPU s | in | most MB | in |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for command in sorted({one for _, _, one in runs}):
        of_it = {run: end for run, end in runs.items() if run[2] == command}
        ran = {run: end for run, end in of_it.items() if end.how != "alike"}
        clear = {run: end for run, end in ran.items() if end.how == "clear"}
        figures = [str(len(ran)), str(len(of_it) - len(ran)), str(len(clear))]
        if clear:
            slow = max(clear, key=lambda run: clear[run].cpu_s)
            large = max(clear, key=lambda run: clear[run].memory_mb)
            figures += [f"{clear[slow].cpu_s:g}", slow[0], str(clear[large].memory_mb), large[0]]
        lines.append(f"| `{command}` | {' | '.join(figures)} |")
    files = {run[:2] for run in runs}
    alike = sum(end.how == "alike" for end in runs.values())
    unclear = {run: end for run, end in runs.items() if end.how not in CLEAR}
    lines += ["", *(f"{end.how}: {' '.join(map(str, run))}, {end.program}" for run, end in unclear.items())]
    return "\n".join(lines) + (
        f"\n{len(files):,} files of {len({run[0] for run in runs}):,} classes, {len(runs) - alike:,} runs and "
        f"{alike:,} refused alike; {len(unclear):,} without a clear end"
    )


def main(files: list[str]) -> None:
    """Adds files to the ledger, and sums it up."""
    runs = read()
    for file in files:
        add(runs, Path(file).read_text(encoding="utf-8").splitlines())
    if files:
        LEDGER.write_text(written(runs), encoding="utf-8")
    print(summed(runs))


if __name__ == "__main__":
    main(sys.argv[1:])

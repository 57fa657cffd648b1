"""`gdl lockstep --generated` and `--mutants`: rulesets that nobody wrote go through everything.

Each has a number in its run, and the run a seed; both say how it is made. What came of it may be kept in a file: who
goes on, goes on with the numbers that it does not have.
"""

import io
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import apart, output, stopping
from gekido_dsl.cli.apart import Runner
from gekido_dsl.cli.kept import Kept
from gekido_dsl.cli.throughout import LIMIT_S
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.generated import MOST, gauntlet, shrinking
from gekido_dsl.generated.gauntlet import Fault, Result
from gekido_dsl.generated.making import NAME, Made, make
from gekido_dsl.source import SHEET_MARK, file_of, is_workbook

_INTERRUPTED: Final = 130
_SUFFIX: Final = ".gdl"
_TRIED_CHARACTERS: Final = 6_000_000
_FEW_TRIES: Final = 20
"""A fault is made small with as many tries as come to so many characters: those of a large game take long."""


def seed_of(seed: int, number: int) -> int:
    """Gives the seed with which a ruleset of a run is made."""
    return seed * MOST + number


def generated(seed: int) -> Made:
    """Makes a ruleset of a run by chance."""
    return make(seed)


@dataclass(slots=True)
class _UnderWay:
    number: int
    made: Made
    begun: float


@dataclass
class Run:
    """Rulesets that are made and put through everything."""

    count: int
    seed: int
    first: int = 0
    out: Path | None = None
    folder: Path = Path()
    """Where faults are written."""
    minutes: float = math.inf
    """After how many no more are begun."""
    jobs: int = 1
    what: str = "generated"
    making: Callable[[int], Made] = generated
    """Makes the ruleset of a seed."""
    command: str = "gdl lockstep --generated"
    kept: Kept = field(init=False)
    kinds: dict[str, str] = field(default_factory=dict)
    """The kinds of faults, with the file that shows each."""

    def carry_out(self) -> int:
        """Does what is left, and gives the exit code."""
        all_numbers = range(self.first, min(self.first + self.count, MOST))
        self.kept = Kept(self.out, self.what, self.seed)
        known = self.kept.read(all_numbers)
        numbers = (number for number in all_numbers if number not in known)
        ends_s = time.monotonic() + 60 * self.minutes
        limit_s = 0.0 if ends_s == math.inf else 60 * self.minutes
        total = len(all_numbers) if self.count < MOST else None
        progress = output.Progress("rulesets", total, limit_s=limit_s)
        progress.at(len(known))
        runners = [Runner(LIMIT_S) for _ in range(self.jobs)]
        try:
            with stopping.politely_stopped() as stop:
                for done, _ in enumerate(
                    self._all(numbers, runners, lambda: stop.asked or time.monotonic() >= ends_s)
                ):
                    progress.at(len(known) + done + 1)
        except KeyboardInterrupt:
            pass
        finally:
            for runner in runners:
                runner.end()
        progress.done()
        return self._report(len(all_numbers) - self.kept.results.total(), time.monotonic() >= ends_s)

    def _all(
        self, numbers: Iterator[int], runners: list[Runner], enough: Callable[[], bool]
    ) -> Iterator[Result]:
        """Puts rulesets through everything, as many at a time as there are processes."""
        under_way: dict[Runner, _UnderWay] = {}
        while True:
            for runner in runners:
                number = None if runner in under_way or enough() else next(numbers, None)
                if number is not None:
                    seed = seed_of(self.seed, number)
                    made = self.making(seed)
                    under_way[runner] = _UnderWay(number, made, time.perf_counter())
                    runner.start(made.all_files(), seed)
            if not under_way:
                return
            for runner, found in apart.finished(list(under_way)):
                one = under_way.pop(runner)
                self.kept.add(one.number, found, time.perf_counter() - one.begun)
                if isinstance(found, Fault) and found.kind not in self.kinds:
                    self._shown(one, found, runner)
                yield found

    def _shown(self, one: _UnderWay, fault: Fault, runner: Runner) -> None:
        """Makes a ruleset small that shows a fault, and writes it."""
        name = f"{self.what.split()[0]}-{self.seed}-{one.number}"
        # What has other files beside it has a folder of its own: they are called the same in each.
        folder = self.folder / name if one.made.files else self.folder
        path = folder / f"{name}.gdl" if not one.made.note else self.folder / name / "mutant.gdl"
        self.kinds[fault.kind] = path.as_posix()
        seed = seed_of(self.seed, one.number)
        write(path, shrunk(one.made, seed, fault, runner), seed, fault)
        output.note(f"{path.as_posix()}: {fault.kind}")

    def _report(self, left: int, over: bool) -> int:
        counted = self.kept.results
        output.result(
            f"{counted.total():,} rulesets: {counted['Agreed']:,} agree in everything, "
            f"{self.kept.decisions:,} decisions; {counted['Refused']:,} refused by the checks; "
            f"{counted['Fault']:,} with a fault\n"
        )
        for kind, path in self.kinds.items():
            output.result(f"  {path}: {kind}\n")
        if left and not over and self.count < MOST:
            output.result(f"stopped, {left:,} were not made\n")
        first = f" --from {self.first}" if self.first else ""
        many = counted.total() if self.count >= MOST else self.count
        output.result(f"repeat: {self.command} {many} --seed {self.seed}{first}\n")
        return 1 if counted["Fault"] else _INTERRUPTED if left and not over else 0


def shrunk(made: Made, seed: int, fault: Fault, runner: Runner) -> Made:
    """Makes a ruleset small that shows a fault."""
    if fault.kind == apart.HANG:
        return made  # each of hundreds of tries would take as long
    stage = gauntlet.stage_of(fault)

    files = made.all_files()
    most = max(_FEW_TRIES, min(shrinking.TRIES, _TRIED_CHARACTERS // sum(map(len, files.values()))))
    # A variant says little: what it changes is in another file. A mutant of a shipped game has many, and is dear.
    others = sorted(name for name in made.files if name.endswith(_SUFFIX)) if not made.note else []
    for name in (NAME, *others):

        def shows(text: str, name: str = name) -> bool:
            found = runner.run({**files, name: text}, seed, stage)
            return isinstance(found, Fault) and found.kind == fault.kind

        files[name] = shrinking.shrink(files[name], shows, most)
    return replace(made, text=files.pop(NAME), files=files)


def write(path: Path, made: Made, seed: int, fault: Fault) -> None:
    """Writes a ruleset that shows a fault, with the other files that it names beside it."""
    detail = fault.detail.split("\n")[0][:300]
    command = joined(["gdl", "lockstep", path.name, "--throughout", "--seed", str(seed)])
    head = "".join(f"# {line}\n" for line in (fault.kind, detail, made.note, command) if line)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + made.text, encoding="utf-8", newline="\n")
        for name, text in made.files.items():
            beside = path.parent / file_of(name.removeprefix(LIBRARY_PREFIX))
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(_workbook(text) if is_workbook(name) else text.encode())
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "it cannot be written") from error


def _workbook(text: str) -> bytes:
    """Gives the workbook that is read as a text; the text itself where nothing writes workbooks."""
    try:
        import xlsxwriter
    except ImportError:
        return text.encode()
    packed = io.BytesIO()
    book = xlsxwriter.Workbook(packed, {"in_memory": True})
    *rows, mark = text.split("\n")
    sheet = book.add_worksheet(mark.removeprefix(SHEET_MARK))
    for number, row in enumerate(rows):
        for column, cell in enumerate(row.split("\t")):
            sheet.write_string(number, column, cell.replace("\u2028", "\n"))
    book.close()
    return packed.getvalue()

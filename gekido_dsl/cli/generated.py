"""`gdl lockstep --generated`: rulesets that a generator makes go through everything.

A line of the file that is kept is a JSON object: `seed` of the run, `number` of the ruleset, `result` (`agreed`,
`refused` or `fault`), maybe `codes` or `fault`, `decisions`, `seconds`, and `code`, a hash of the program. Who goes on,
goes on after the last number of the same seed.
"""

import hashlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

import gekido_dsl
from gekido_dsl.cli import output, stopping
from gekido_dsl.cli.apart import Runner
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.generated import gauntlet, shrinking
from gekido_dsl.generated.gauntlet import Agreed, Fault, Refused, Result
from gekido_dsl.generated.making import NAME, Made, make
from gekido_dsl.source import ReadFailure, Recording

LIMIT_S: Final = 120.0
"""After how many seconds a ruleset hangs."""
_INTERRUPTED: Final = 130
_SEEDS: Final = 1_000_000
"""How many rulesets one seed of a run has."""


def code_of_program() -> str:
    """Gives a hash of everything that this program consists of."""
    package = Path(gekido_dsl.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".lark", ".json") and "_rulesets" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def seed_of(seed: int, number: int) -> int:
    """Gives the seed with which a ruleset of a run is made."""
    return seed * _SEEDS + number


@dataclass
class Run:
    """Rulesets that are made and put through everything."""

    count: int
    seed: int
    first: int = 0
    out: Path | None = None
    folder: Path = Path()
    """Where faults are written."""
    results: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, str] = field(default_factory=dict)
    """The kinds of faults, with the file that shows each."""
    decisions: int = 0

    def carry_out(self) -> int:
        """Does what is left, and gives the exit code."""
        first = max(self.first, self._kept())
        last = self.first + self.count
        progress = output.Progress("rulesets", self.count)
        code = code_of_program() if self.out is not None else ""
        runner = Runner(LIMIT_S)
        number = first
        try:
            with stopping.politely_stopped() as stop:
                while number < last and not stop.asked:
                    progress.at(number - self.first)
                    begun = time.perf_counter()
                    self._one(number, runner, begun, code)
                    number += 1
        except KeyboardInterrupt:
            pass
        finally:
            runner.end()
        progress.done()
        return self._report(number - first, last - number)

    def _one(self, number: int, runner: Runner, begun: float, code: str) -> None:
        seed = seed_of(self.seed, number)
        made = make(seed)
        found = runner.run(made.all_files(), seed)
        self._count(found)
        self._keep(number, found, time.perf_counter() - begun, code)
        if isinstance(found, Fault) and found.kind not in self.kinds:
            small = shrunk(made, seed, found, runner)
            path = self.folder / f"generated-{self.seed}-{number}.gdl"
            write(path, small, seed, found)
            self.kinds[found.kind] = path.as_posix()
            output.note(f"{path.as_posix()}: {found.kind}")

    def _count(self, found: Result) -> None:
        self.results[type(found).__name__] += 1
        if isinstance(found, Agreed):
            self.decisions += found.decisions

    def _kept(self) -> int:
        """Gives the first number that the file does not have; counts those that it has."""
        if self.out is None or not self.out.exists():
            return self.first
        following = self.first
        try:
            for line in self.out.read_text(encoding="utf-8").splitlines():
                said: dict[str, Any] = json.loads(line)
                if said["seed"] == self.seed and self.first <= said["number"] < self.first + self.count:
                    following = max(following, said["number"] + 1)
                    self.results[said["result"].capitalize()] += 1
                    self.decisions += said["decisions"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            why = getattr(error, "strerror", None) or "it was not written by this command"
            raise click.FileError(str(self.out), why) from error
        return following

    def _keep(self, number: int, found: Result, seconds: float, code: str) -> None:
        if self.out is None:
            return
        line: dict[str, Any] = {
            "seed": self.seed,
            "number": number,
            "result": type(found).__name__.lower(),
            "decisions": found.decisions if isinstance(found, Agreed) else 0,
            "seconds": round(seconds, 1),
            "code": code,
        }
        if isinstance(found, Refused):
            line["codes"] = found.codes
        if isinstance(found, Fault):
            line["fault"] = found.kind
        try:
            with self.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise click.FileError(str(self.out), error.strerror or "it cannot be written") from error

    def _report(self, done: int, left: int) -> int:
        counted = self.results
        output.result(
            f"{counted.total():,} rulesets: {counted['Agreed']:,} agree in everything, {self.decisions:,} decisions; "
            f"{counted['Refused']:,} refused by the checks; {counted['Fault']:,} with a fault\n"
        )
        for kind, path in self.kinds.items():
            output.result(f"  {path}: {kind}\n")
        if left:
            output.result(f"stopped, {left:,} were not made\n")
        first = f" --from {self.first}" if self.first else ""
        output.result(f"repeat: gdl lockstep --generated {self.count} --seed {self.seed}{first}\n")
        return 1 if counted["Fault"] else _INTERRUPTED if left else 0


def shrunk(made: Made, seed: int, fault: Fault, runner: Runner) -> Made:
    """Makes a ruleset small that shows a fault."""
    stage = gauntlet.stage_of(fault)

    def shows(text: str) -> bool:
        found = runner.run({**made.files, NAME: text}, seed, stage)
        return isinstance(found, Fault) and found.kind == fault.kind

    return Made(shrinking.shrink(made.text, shows), made.files)


def write(path: Path, made: Made, seed: int, fault: Fault) -> None:
    """Writes a ruleset that shows a fault, with the tables that it names beside it."""
    detail = fault.detail.split("\n")[0][:300]
    command = joined(["gdl", "lockstep", path.name, "--throughout", "--seed", str(seed)])
    head = f"# {fault.kind}\n# {detail}\n# {command}\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + made.text, encoding="utf-8")
        for name, text in made.files.items():
            path.with_name(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "it cannot be written") from error


def throughout(ruleset: Ruleset, seed: int) -> int:
    """Puts one ruleset through everything; gives the exit code."""
    runner = Runner(LIMIT_S)
    try:
        found = runner.run(_texts(ruleset), seed)
    finally:
        runner.end()
    name = ruleset.argument
    if isinstance(found, Fault):
        output.result(f"{name}: {found.kind}\n{found.detail.rstrip()}\n")
        return 1
    if isinstance(found, Refused):
        output.result(f"{name}: refused: {', '.join(found.codes)}\n")
        return 1
    output.result(f"{name}: agrees in everything, {found.decisions:,} decisions\n")
    return 0


def _texts(ruleset: Ruleset) -> dict[str, str]:
    """Reads the files of a ruleset; its own is called as those that are made.

    Raises:
        click.UsageError: it cannot be read.
    """
    texts = Recording(ruleset.provider)
    made = load(ruleset.name, texts)
    _ = made.diagnostics
    found = {full: text for _, (full, text) in texts.recorded("\n").given}
    own = ruleset.read()
    if isinstance(own, ReadFailure):
        raise click.UsageError(f"{ruleset.argument}: {own.reason}")
    found.pop(own.name, None)
    return {**found, NAME: own.text}

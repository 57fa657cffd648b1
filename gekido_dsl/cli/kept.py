"""A file keeps what came of rulesets that were made, so that a later run goes on with those after them.

A line is a JSON object: `what` they are (`generated`, `mutants` or `mutants of generated`), `seed` of the run, `number`
of the ruleset, `result` (`agreed`, `refused` or `fault`), maybe `codes` or `fault`, `decisions`, `seconds`, and `code`,
a hash of the program.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import click

import gekido_dsl
from gekido_dsl.generated.gauntlet import Agreed, Fault, Refused, Result


@cache
def code_of_program() -> str:
    """Gives a hash of everything that this program consists of."""
    package = Path(gekido_dsl.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".lark", ".json") and "_rulesets" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass
class Kept:
    """What came of the rulesets of a run, and the file in which it stands, if there is one."""

    out: Path | None
    what: str
    seed: int
    results: Counter[str] = field(default_factory=Counter)
    decisions: int = 0

    def read(self, numbers: range) -> frozenset[int]:
        """Counts what the file has of these numbers of the run, and gives which they are."""
        if self.out is None or not self.out.exists():
            return frozenset()
        found = set()
        try:
            for line in self.out.read_text(encoding="utf-8").splitlines():
                said: dict[str, Any] = json.loads(line)
                run = (said.get("what", "generated"), said["seed"])
                if (
                    run == (self.what, self.seed)
                    and said["number"] in numbers
                    and said["number"] not in found
                ):
                    found.add(said["number"])
                    self.results[said["result"].capitalize()] += 1
                    self.decisions += said["decisions"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            why = getattr(error, "strerror", None) or "it was not written by this command"
            raise click.FileError(str(self.out), why) from error
        return frozenset(found)

    def add(self, number: int, found: Result, seconds: float) -> None:
        """Counts what came of a ruleset, and writes it down."""
        decisions = found.decisions if isinstance(found, Agreed) else 0
        self.results[type(found).__name__] += 1
        self.decisions += decisions
        if self.out is None:
            return
        line: dict[str, Any] = {
            "what": self.what,
            "seed": self.seed,
            "number": number,
            "result": type(found).__name__.lower(),
            "decisions": decisions,
            "seconds": round(seconds, 1),
            "code": code_of_program(),
        }
        if isinstance(found, Refused):
            line["codes"] = found.codes
        if isinstance(found, Fault):
            line["fault"] = found.kind
        try:
            with self.out.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise click.FileError(str(self.out), error.strerror or "it cannot be written") from error

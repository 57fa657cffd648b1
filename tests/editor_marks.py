"""How much of what a careful editor would mark is found when a shipped ruleset is changed, and how much too many.

By itself, `python tests/editor_marks.py` shows every change with what was missed and what was marked without need.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import codes, has_errors
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
FILES = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".md", ".svg")
}
REVIEW = re.compile(r"--reviewed (?:\"([^\"]+)\"|'([^']+)'|([\w-]+))")
IN_PASSAGE = re.compile(r"the passage `([\w-]+)`")
EXAMPLE = re.compile(r"example “([^”]+)”")


@dataclass
class Measured:
    """What came of one change."""

    name: str
    wanted: set[str]
    marked: set[str]
    may: set[str]
    broken: list[str] = field(default_factory=list)
    """Errors of the ruleset; a change that has some tells nothing of its texts."""

    @property
    def found(self) -> set[str]:
        """What an editor would mark, and was marked."""
        return self.wanted & self.marked

    @property
    def missed(self) -> set[str]:
        """What an editor would mark, and was not."""
        return self.wanted - self.marked

    @property
    def too_many(self) -> set[str]:
        """What was marked, and no editor would; an example that no longer comes out is never too many."""
        return {one for one in self.marked - self.wanted - self.may if not one.startswith("example ")}


def changes(*, apart: "bool | str | None" = None) -> list[dict[str, Any]]:
    """Reads the changes: those that were kept apart, those that were kept apart later, the others, or all."""
    every = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return [one for one in every if apart is None or one.get("apart", False) == apart]


def changed(one: dict[str, Any]) -> dict[str, str]:
    """Gives the files with a change made."""
    files = dict(FILES)
    for file, old, new in one["edits"]:
        assert old in files[file], f"{one['name']}: the shipped ruleset has changed; choose another text"
        files[file] = files[file].replace(old, new)
    return files


def measure(one: dict[str, Any]) -> Measured:
    """Makes a change and asks what is stale."""
    compilation = load(one["game"], MemoryProvider(changed(one)))
    found: set[str] = set()
    for diagnostic in book.check(compilation):
        if diagnostic.code not in (codes.STALE_PASSAGE, codes.STALE_TEXT):
            continue
        example = EXAMPLE.search(diagnostic.message)
        if example:
            found.add(f"example {example[1]}")
        for match in IN_PASSAGE.finditer(diagnostic.help or ""):
            found.add(f"example {match[1]}" if match[1] not in one["marks"] else match[1])
        for match in REVIEW.finditer(diagnostic.help or ""):
            found.add(match[1] or match[2] or match[3])
        found.discard("all")
    broken = [one.message for one in compilation.diagnostics if has_errors([one])]
    return Measured(one["name"], set(one["marks"]), found, set(one.get("may", ())), broken)


def main() -> None:
    """Prints what came of the changes."""
    for apart, called in ((False, "changes"), (True, "kept apart"), ("later", "kept apart later")):
        wanted = found = too_many = 0
        for one in changes(apart=apart):
            if len(sys.argv) > 1 and sys.argv[1] not in one["name"]:
                continue
            done = measure(one)
            wanted += len(done.wanted)
            found += len(done.found)
            too_many += len(done.too_many)
            if done.missed or done.too_many or done.broken:
                print(
                    f"{done.name}: missed {sorted(done.missed)}, too many {sorted(done.too_many)} {done.broken}"
                )
        print(f"{called}: {wanted} to be marked, {found} found, {too_many} too many\n")


if __name__ == "__main__":
    main()

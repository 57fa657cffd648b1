"""A plan says of which games how many matches are compared; it is carried out in rounds, few of each game first.

A line of a plan has the number of matches, the ruleset, `--players` and `--option` as on the command line; what follows
`#` is a remark.
"""

import shlex
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import agreeing, output, stopping
from gekido_dsl.cli.agreeing import Row
from gekido_dsl.cli.paths import find

_ROUNDS: Final = (50, 500, 5_000)
"""Up to how many matches of each game come first."""
_INTERRUPTED: Final = 130


@click.command(add_help_option=False)
@click.argument("games", type=click.IntRange(1))
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(1))
@click.option("--option", "options", multiple=True)
def _line(games: int, ruleset: str, players: int | None, options: tuple[str, ...]) -> tuple[int, Row]:
    return games, Row(ruleset, players, options, 0)


def read(path: Path, seed: int) -> dict[Row, int]:
    """Reads a plan: how many matches of each row.

    Raises:
        click.BadParameter: a line means nothing.
        click.FileError: the file cannot be read.
    """
    found: dict[Row, int] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise click.FileError(str(path), getattr(error, "strerror", None) or "it is no text") from error
    for number, text in enumerate(lines, 1):
        try:
            words = shlex.split(text, comments=True)
            if words:
                games, row = _line.main(words, "", standalone_mode=False)
                found[replace(row, seed=seed)] = games
        except (click.UsageError, ValueError) as error:
            said = error.format_message() if isinstance(error, click.UsageError) else str(error)
            raise click.BadParameter(f"{path}, line {number}: {said}", param_hint="--plan") from None
    return found


@dataclass
class Plan:
    """A plan on its way."""

    rows: dict[Row, int]
    """How many matches of each are to be compared."""
    target: Path
    """Keeps what has come of it; what it has already is not compared again."""
    jobs: int | None
    every: int
    """Of how many matches one is compared by what is told."""
    differing: set[Row] = field(default_factory=set)
    alone: set[Row] = field(default_factory=set)
    """The rows that are not compiled, of which nothing can be compared."""
    left_out: bool = False
    _codes: dict[Row, str] = field(default_factory=dict)
    """What tells with which code rows are compared now, as far as they were compiled."""

    def carry_out(self) -> int:
        """Compares what is left, and gives the exit code."""
        progress = output.Progress("matches", sum(self.rows.values()))
        with stopping.politely_stopped() as stop:
            for most in (*_ROUNDS, max(self.rows.values(), default=0)):
                for row, games in self.rows.items():
                    if row not in (self.differing | self.alone) and not stop.asked:
                        self._compare(row, min(games, most), progress, stop)
        progress.done()
        return self._report(stop.asked)

    def _compare(self, row: Row, wanted: int, progress: output.Progress, stop: stopping.Stop) -> None:
        """Compares matches of a row until there are as many as wanted."""
        known = self._known()
        progress.at(self._agreed(known))
        if row in self._codes and known[row].end >= wanted:
            return
        comparer = agreeing.Comparer(row, find(row.ruleset), self.every)
        self._codes[row] = comparer.code
        known = self._known()
        before, first = self._agreed(known), known[row].end
        if first >= wanted:
            return
        games, begun = range(first, wanted), time.perf_counter()
        found = comparer.play(games, self.jobs, agreeing.Comparison(progress, before), stop)
        agreeing.keep(self.target, comparer, games, found, time.perf_counter() - begun)
        self.left_out |= bool(found.left_out)
        if found.alone is not None:
            self.alone.add(row)
            output.result(f"{found.agreed()}\n")
        if found.difference is not None:
            self.differing.add(row)
            output.result(found.differing(comparer.command))

    def _known(self) -> Mapping[Row, agreeing.Kept]:
        """Gives what has come of each row; of one whose code is not what it was, nothing."""
        kept = agreeing.kept(self.target)
        found = {row: kept.get(row.written(), agreeing.Kept()) for row in self.rows}
        return {
            row: one if self._codes.get(row, one.code) == one.code else agreeing.Kept()
            for row, one in found.items()
        }

    def _agreed(self, known: Mapping[Row, agreeing.Kept]) -> int:
        return sum(min(known[row].end, games) for row, games in self.rows.items())

    def _report(self, stopped: bool) -> int:
        known = self._known()
        decisions = told = events = 0
        for row, games in self.rows.items():
            one = known[row]
            decisions, told, events = decisions + one.decisions, told + one.told, events + one.events
            differs = "; the next one differs" if row in self.differing else ""
            output.result(f"{one.end:>9,} of {games:>9,}  {row.written()}{differs}\n")
        output.result(
            f"{self._agreed(known):>9,} of {sum(self.rows.values()):>9,} matches agree, {decisions:,} decisions; "
            f"in {told:,} of them {events:,} events\n"
        )
        return _INTERRUPTED if stopped else 1 if self.differing or self.alone or self.left_out else 0

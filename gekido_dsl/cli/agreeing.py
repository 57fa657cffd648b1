"""Matches of one game are compared on both executors, and what has come of it is kept in a file.

A line of the file is a JSON object: `row` (the game as it was written, with the seed), the matches from number `first`
up to before `end`, `decisions`, `told` (matches of which it was compared what is told), `events`, `seconds`, `version`,
`code` (a hash of the compiled game), and `difference`, null if there was none. Who goes on, goes on after the last
match that was compared with the same code.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click

from gekido_dsl import __version__
from gekido_dsl.backend import runtime
from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.cli import loading, output, settings, simulating, stopping, workers
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.lockstep import AloneBatch, Compared, Difference, LockstepMaker
from gekido_dsl.simulate import Chunk, Experiment, Run, WorkersDie
from gekido_dsl.source import Recording

ENOUGH: Final = 20
"""From how many matches on several processes are worth starting."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game with everything that is settled beforehand, as it was written."""

    ruleset: str
    players: int | None
    options: tuple[str, ...]
    seed: int

    def written(self) -> str:
        """Writes it as in a plan; of like rows the same."""
        players = [] if self.players is None else ["--players", str(self.players)]
        options = [word for option in sorted(self.options) for word in ("--option", option)]
        return joined([self.ruleset, *players, *options, "--seed", str(self.seed)])


class Comparison:
    """What has come of a run so far."""

    def __init__(self, progress: output.Progress, before: int = 0) -> None:
        self.played = 0
        self.end = 0
        self.decisions = 0
        self.told = 0
        self.events = 0
        self.alone: WhoPlays | None = None
        """Why the interpreter plays alone, where it does; nothing is compared then."""
        self.difference: Difference | None = None
        self.stopped = False
        self.left_out: list[int] = []
        self._progress = progress
        self._before = before

    def keep(self, chunk: Chunk) -> None:
        """Takes matches that were compared; of several differences the one of the first match counts."""
        assert isinstance(chunk, Compared)
        self.alone = chunk.by if chunk.by.failed else self.alone
        self.played += chunk.end - chunk.first
        self.end = max(self.end, chunk.end)
        self.decisions += chunk.decisions
        self.told += chunk.told
        self.events += chunk.events
        found = chunk.difference
        if found is not None:
            self.played -= 1
            if self.difference is None or found.number < self.difference.number:
                self.difference = found
        self._progress.at(self._before + self.played)

    def agreed(self) -> str:
        """Says how much agrees."""
        matches = "1 match" if self.played == 1 else f"{self.played:,} matches"
        if self.alone is not None:
            return (
                f"nothing was compared: {self.alone}\n"
                f"the interpreter alone played {matches}, {self.decisions:,} decisions"
            )
        told = f"; in {self.told:,} of them {self.events:,} events" if self.told else ""
        agree = "agrees" if self.played == 1 else "agree"
        return f"{matches} {agree}, {self.decisions:,} decisions{told}"

    def differing(self, command: str) -> str:
        """Says what is different, and how to see it again."""
        found = self.difference
        assert found is not None
        return (
            f"match {found.number}, seed {found.seed}, after {found.decision} decisions:\n"
            f"  {found.what}\n"
            f"{self.agreed()}\n"
            f"repeat: {command} --game {found.number}\n"
        )


class Comparer:
    """Compares matches of one game."""

    def __init__(self, row: Row, ruleset: Ruleset, every: int) -> None:
        """Compiles the game once here, so that processes find what was made of it.

        Args:
            every: of how many matches one is compared by what is told; 0 for none.
        Raises:
            click.UsageError: it cannot be compared.
        """
        texts = Recording(ruleset.provider)
        made = loading.compiled(replace(ruleset, provider=texts))
        setting = loading.setting_of(made, row.players, row.seed, row.options)
        make = LockstepMaker(every)
        self.row = row
        self.command = settings.repeating("lockstep", ruleset.argument, setting)
        self.experiment = Experiment(
            made.name,
            simulating.recorded(texts),
            setting,
            (None,) * setting.players,
            maker=make,
        )
        try:
            runtime.load()
        except runtime.NoRuntime as error:
            raise click.UsageError(f"nothing can be compared: {error}") from None
        self._here = make(self.experiment, loading.game_of(made))
        self.code = self._here.code
        if isinstance(self._here, AloneBatch):
            output.note(f"warning: the interpreter plays alone; executor: {self._here.by}")

    def play(self, games: range, jobs: int | None, comparison: Comparison, stop: stopping.Stop) -> Comparison:
        """Plays matches up to the first difference."""
        run = Run(
            self.experiment,
            [games],
            comparison.keep,
            time.perf_counter,
            died=stopping.tell_of_death,
            stop=lambda: stop.asked or comparison.difference is not None,
            left_out=comparison.left_out,
        )
        try:
            jobs = jobs or (min(os.cpu_count() or 1, len(games)) if len(games) >= ENOUGH else 1)
            if jobs == 1:
                run.here(self._here)
            else:
                run.over(workers.processes(jobs))
        except KeyboardInterrupt:
            run.stopped = True
        except WorkersDie:
            run.stopped = True
            output.note(
                "processes that play matches die again and again, maybe for want of memory: try --jobs 1"
            )
        comparison.stopped = run.stopped
        return comparison


# ---------------------------------------------------------------- what is kept


def keep(path: Path, comparer: Comparer, games: range, comparison: Comparison, seconds: float) -> None:
    """Adds what has come of a run to a file; it counts only as far as no match is missing.

    Raises:
        click.FileError: the file cannot be written.
    """
    found = comparison.difference
    whole = (
        found is None
        and comparison.alone is None
        and not comparison.left_out
        and comparison.played == comparison.end - games.start
    )
    line = {
        "row": comparer.row.written(),
        "first": games.start,
        "end": comparison.end if whole else games.start,
        "decisions": comparison.decisions,
        "told": comparison.told,
        "events": comparison.events,
        "seconds": round(seconds, 1),
        "version": __version__,
        "code": comparer.code,
        "difference": None if found is None else {"match": found.number, "what": found.what},
    }
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "it cannot be written") from error


@dataclass(slots=True)
class Kept:
    """What a file says of one row."""

    code: str = ""
    """With which code; what was compared with other code before does not count."""
    end: int = 0
    """The matches up to before this one agree."""
    decisions: int = 0
    told: int = 0
    events: int = 0
    seconds: float = 0.0


def kept(path: Path) -> dict[str, Kept]:
    """Reads such a file; nothing where there is none.

    Raises:
        click.FileError: it is none.
    """
    found: dict[str, Kept] = {}
    for said in _lines(path):
        one = found.get(said["row"], Kept())
        if one.code != said["code"]:
            one = Kept(said["code"])
        found[said["row"]] = one
        if said["first"] == one.end < said["end"]:
            one.end = said["end"]
            one.decisions += said["decisions"]
            one.told += said["told"]
            one.events += said["events"]
            one.seconds += said["seconds"]
    return found


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    if not path.exists():
        return
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            said = json.loads(line)
            if not isinstance(said, dict) or not {"row", "code"} <= said.keys():
                raise ValueError
            yield said
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it was not written by this command"
        raise click.FileError(str(path), why) from error

"""`gdl lockstep --throughout`: one ruleset goes through everything."""

import click

from gekido_dsl.cli import output
from gekido_dsl.cli.apart import Runner
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import load
from gekido_dsl.generated.gauntlet import WHOLE, Fault, Refused
from gekido_dsl.generated.making import NAME
from gekido_dsl.source import ReadFailure, Recording

LIMIT_S = 120.0
"""After how many seconds a ruleset hangs."""


def throughout(ruleset: Ruleset, seed: int) -> int:
    """Puts one ruleset through everything; gives the exit code."""
    runner = Runner(LIMIT_S, WHOLE)
    try:
        found = runner.run(texts(ruleset), seed)
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


def texts(ruleset: Ruleset) -> dict[str, str]:
    """Reads the files of a ruleset; its own is called as those that are made.

    Raises:
        click.UsageError: it cannot be read.
    """
    reading = Recording(ruleset.provider)
    made = load(ruleset.name, reading)
    _ = made.diagnostics, made.translations
    own = ruleset.read()
    if isinstance(own, ReadFailure):
        raise click.UsageError(f"{ruleset.argument}: {own.reason}")
    folder = own.name.rpartition("/")[0] + "/"
    given = {full.removeprefix(folder): text for _, (full, text) in reading.recorded("\n").given}
    given.pop(own.name.removeprefix(folder), None)
    return {**given, NAME: own.text}

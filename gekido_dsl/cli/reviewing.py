"""`gdl docs --check` and `gdl docs --reviewed`: is the book true to the rules, and who has looked at it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from gekido_dsl import book
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.diagnostics import Severity, suggest
from gekido_dsl.diagnostics.render import human
from gekido_dsl.files import LIBRARY_PREFIX, shipped_folder

ALL: Final = "all"


def check(ruleset: Ruleset) -> int:
    """Lists what is wrong with the book of a ruleset or out of date in it; 1 if anything is, hints aside."""
    compilation = loading.compiled(ruleset, whole=True)
    found = book.check(compilation)
    colour = output.coloured("auto")
    output.result(output.drawn(found, colour=colour) + ("\n" if found else ""), None, colour=colour)
    output.note(human.summary(found))
    return int(any(one.severity is not Severity.NOTE for one in found))


def reviewed(ruleset: Ruleset, passages: Sequence[str]) -> int:
    """Notes that passages have been looked at.

    Raises:
        click.BadParameter: there is no such passage or text.
    """
    compilation = loading.compiled(ruleset, whole=True)
    try:
        name, text = book.review(compilation, None if ALL in passages else passages)
    except book.UnknownPassage as error:
        near = suggest.did_you_mean(error.passage, error.known)
        message = f"no passage or text that tells of rules is called `{error.passage}`"
        raise click.BadParameter(f"{message}; {near}" if near else message, param_hint="--reviewed") from None
    path = Path(name)
    if name.startswith(LIBRARY_PREFIX):
        path = shipped_folder() / name.removeprefix(LIBRARY_PREFIX)
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error
    what = "every passage and text" if ALL in passages else " and ".join(dict.fromkeys(passages))
    output.note(f"Noted in {path.as_posix()} that {what} has been looked at")
    return 0

"""`gdl diff`: tell what is different between two rulesets."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from gekido_dsl import diff
from gekido_dsl.cli import loading, output, revisions
from gekido_dsl.cli.paths import Ruleset, complete, find
from gekido_dsl.diff import render
from gekido_dsl.rulesdoc import different

_EPILOG: Final = """\b
Examples:
  gdl diff gekido gekido_duel
  gdl diff old.gdl new.gdl --format markdown
  gdl diff HEAD~3:rulesets/gekido.gdl rulesets/gekido.gdl
  gdl diff --rev v1.0 rulesets/gekido.gdl
  gdl diff --rev v1.0 --rev v1.1 rulesets/gekido.gdl
"""

NO_DIFFERENCE: Final = 0
DIFFERENCES: Final = 1


@click.command("diff", short_help="Show what differs between two rulesets.", epilog=_EPILOG)
@click.argument(
    "rulesets", nargs=-1, required=True, metavar="OLD NEW", shell_complete=lambda c, p, i: complete(i)
)
@click.option(
    "--rev",
    "revs",
    multiple=True,
    metavar="REVISION",
    help="Compare one ruleset at a git revision with the file as it is now, or with a second --rev.",
)
@output.format_option(*render.FORMATS)
@output.output_option
@click.option("--exit-code", is_flag=True, help="Exit with code 1 if anything differs.")
def command(
    rulesets: tuple[str, ...], revs: tuple[str, ...], form: str, target: Path | None, exit_code: bool
) -> int:
    """Show what differs between two rulesets.

    OLD and NEW are files, shipped games, variants, or files at a git revision such as `HEAD~3:rulesets/gekido.gdl`.
    Each change in the rules is a sentence with the old and the new value, its place and its page. Changes in wording
    only, and changed examples, are listed separately.
    """
    old, new = sides(rulesets, revs)
    before, after = (loading.compiled(one, whole=True) for one in (old, new))
    found = diff.compare(before, after)
    if revs or (found.old_title == found.new_title and old.argument != new.argument):
        found = replace(
            found,
            old_title=f"{found.old_title} ({old.argument})",
            new_title=f"{found.new_title} ({new.argument})",
        )
    told = found if form == "json" else different.in_sentences(before, after, found)
    if form == "html":
        written = render.html(told, different.faces(before, after, found))
    else:
        written = render.render(told, form)
    output.result(written, target)
    return DIFFERENCES if exit_code and found.changes else NO_DIFFERENCE


def sides(rulesets: tuple[str, ...], revs: tuple[str, ...]) -> tuple[Ruleset, Ruleset]:
    """Finds the two rulesets that were named.

    Raises:
        click.UsageError: there are not two.
    """
    if not revs:
        if len(rulesets) != 2:
            raise click.UsageError("name two rulesets, or one with --rev")
        return _one(rulesets[0]), _one(rulesets[1])
    if len(rulesets) != 1:
        raise click.UsageError("with --rev, name one ruleset")
    if len(revs) > 2:
        raise click.UsageError("--rev can be given twice at most: the old revision, then the new one")
    path = Path(rulesets[0])
    here = find(rulesets[0]) if len(revs) == 1 or path.exists() else None
    if here is not None and here.path is None:
        raise click.UsageError(f"`{rulesets[0]}` is a shipped game and has no revisions; name a file")
    path = here.path if here is not None and here.path is not None else path
    old = revisions.at_revision(revs[0], path, f"{revs[0]}:{rulesets[0]}")
    if len(revs) == 2:
        return old, revisions.at_revision(revs[1], path, f"{revs[1]}:{rulesets[0]}")
    assert here is not None
    return old, here


def _one(argument: str) -> Ruleset:
    return revisions.of_argument(argument) or find(argument)

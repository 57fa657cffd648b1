"""`gdl cache`: tell what is kept to start sooner, or delete it."""

import json
from typing import Final

import click

from gekido_dsl.cli import caching, output
from gekido_dsl.diagnostics.render.place import counted

_KINDS: Final = {
    "findings": "what `gdl validate` found in rulesets",
    "checks": "what was found in rulesets whose books were written",
    "cover": "titles, numbers of players and options of rulesets",
    "ruleset": "rulesets that can be played",
    "syntax": "files of rulesets",
    "module": "compiled rulesets",
    "tables": "tables of the parser",
    "": "left by an older version or an interrupted run",
}

_EPILOG = """\b
Examples:
  gdl cache
  gdl cache clear
  gdl --no-cache validate my-game.gdl
  GDL_CACHE=off gdl play gekido
"""


@click.group(epilog=_EPILOG, invoke_without_command=True)
@output.format_option("text", "json")
@click.pass_context
def command(context: click.Context, form: str) -> int | None:
    """Show or clear the cache.

    A ruleset that has not changed is not parsed and compiled again. Each entry belongs to the exact files it was made
    from and to this version of the program, so you never have to clear the cache. Set GDL_CACHE to use another
    folder, or to `off`.
    """
    if context.invoked_subcommand is not None:
        return None
    folder = caching.place()
    entries = folder.entries() if folder is not None else []
    sizes: dict[str, tuple[int, int]] = {}
    for one in entries:
        number, size = sizes.get(one.kind, (0, 0))
        sizes[one.kind] = number + 1, size + one.size_bytes
    if form == "json":
        kinds = {kind or "other": {"files": number, "bytes": size} for kind, (number, size) in sizes.items()}
        data = {"folder": None if folder is None else str(folder.path), "kinds": kinds}
        output.result(json.dumps(data, indent=2) + "\n", None)
        return 0
    lines = [str(folder.path) if folder is not None else "nothing is kept"]
    for kind, (number, size) in sorted(sizes.items()):
        lines.append(f"  {number:>5}  {_size(size):>9}  {_KINDS.get(kind, kind)}")
    output.result("\n".join(lines) + "\n", None)
    return 0


@command.command("clear")
def clear() -> int:
    """Delete the cache; it is rebuilt as needed."""
    folder = caching.place()
    gone = folder.clear() if folder is not None else []
    output.note(f"deleted {counted(len(gone), 'file')}, {_size(sum(one.size_bytes for one in gone))}")
    return 0


def _size(size_bytes: int) -> str:
    return f"{size_bytes / 1_000_000:.1f} MB" if size_bytes >= 100_000 else f"{size_bytes / 1000:.1f} kB"

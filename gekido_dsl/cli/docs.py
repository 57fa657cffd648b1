"""`gdl docs`"""

from pathlib import Path
from typing import Final

import click

from gekido_dsl import graph, rulesdoc
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.graph.svg import svg

_EPILOG: Final = """\b
Examples:
  gdl docs gekido -o gekido-site
  gdl docs my-game.gdl -o my-game-rules --format single
"""


@click.command("docs", short_help="Write the rules of a game as pages to read.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write into this folder; it is made if it does not exist.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(rulesdoc.FORMATS),
    default=rulesdoc.FORMATS[0],
    show_default=True,
    help="A site of several pages for mkdocs, or everything on a single page of Markdown.",
)
@click.option("--force", is_flag=True, help="Write over what the folder holds.")
def command(ruleset: Ruleset, folder: Path, form: str, force: bool) -> int:
    """Write the rules of a game as pages to read.

    Every declaration is there with its text, its numbers, the page of its source and links to what it names.
    """
    if not force and folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(
            f"the folder `{folder.as_posix()}` is not empty; --force writes over what it holds"
        )
    compilation = loading.compiled(ruleset)
    drawing = svg(_turn(graph.build(loading.game_of(compilation))))
    chosen = next(known for known in rulesdoc.FORMATS if known == form)
    files = rulesdoc.render(compilation, chosen, drawing)
    for name, text in files.items():
        _write(folder / name, text)
    shown = folder.as_posix()
    output.note(f"Wrote {counted(len(files), 'file')} into {shown}")
    if chosen == "mkdocs":
        output.note('To make the site: pip install "gekido-dsl[docs]"')
        output.note(f"  mkdocs build -f {shown}/mkdocs.yml")
        output.note(f"Then open {shown}/site/index.html; or read {shown}/docs/index.md as it is.")
    else:
        output.note(f"Read {shown}/{next(iter(files))}")
    return 0


def _turn(whole: graph.Graph) -> graph.Graph:
    """Keeps of a drawing the phases and their steps, which fit on a page."""
    nodes = tuple(node for node in whole.nodes if node.kind in ("turn", "phase", "step", "end"))
    kept = {node.id for node in nodes}
    edges = tuple(
        edge
        for edge in whole.edges
        if edge.start in kept and edge.goal in kept and edge.kind in ("next", "has", "ends")
    )
    return graph.Graph(whole.title, nodes, edges)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error

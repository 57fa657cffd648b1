"""`gdl docs`: write the rulebook of a game: a book for players, and the reference with every rule behind it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import loading, output, settings
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.collecting import no_collecting
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import counted

SITE: Final = "site"
_PDF: Final = "pdf"
_FORMS: Final = (SITE, "html", _PDF, "markdown", "mkdocs")
_SUFFIXES: Final = {"html": ".html", _PDF: ".pdf", "markdown": ".md"}
"""Of the forms that are a single file."""
_PAPERS: Final = ("a5", "a4", "letter")

_EPILOG: Final = """\b
Examples:
  gdl docs gekido                           a site in gekido-rules/, to be opened from the disk
  gdl docs my-game.gdl --format html        one page that holds everything
  gdl docs gekido --format pdf              a book to print, in two columns
  gdl docs gekido --format pdf --booklet    sheets to be folded and stapled
  gdl docs my-game.gdl --serve              shows the rules while you write them
  gdl docs my-game.gdl --check              lists passages of the book that have become stale
"""


@click.command("docs", short_help="Write a game's rulebook.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET, required=False)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FOLDER|FILE",
    type=click.Path(path_type=Path),
    help="Folder to write to, or file for formats that are one file; NAME-rules by default.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default=SITE,
    show_default=True,
    help="A finished website, a single HTML page, a PDF to print, one Markdown file, or an MkDocs project to build "
    "your own site from.",
)
@click.option(
    "--paper",
    type=click.Choice(_PAPERS),
    help="Paper size of a PDF; a4 by default. a5 has one column, the others two.",
)
@click.option(
    "--booklet",
    "fold",
    is_flag=True,
    help="Arrange the pages of a PDF as a booklet to fold and staple.",
)
@click.option("--reference", is_flag=True, help="Append the reference to the book in a PDF.")
@click.option("--gray", is_flag=True, help="Set a PDF in grayscale.")
@output.font_path_option
@click.option(
    "--template",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Use your own Typst template for a PDF; it may read files next to it.",
)
@click.option("--show-template", is_flag=True, help="Print the built-in template, to start your own from.")
@click.option("--aid", is_flag=True, help="Write only the player aid: HTML, PDF or Markdown.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=ANSWER",
    help="Write the book for games played with this answer to an option.",
)
@click.option(
    "--language",
    metavar="CODE",
    help="Write the book in this language, if the ruleset is translated into it.",
)
@click.option(
    "--serve", is_flag=True, help="Open the site in a browser and update it whenever a file changes."
)
@click.option("--port", type=click.IntRange(1, 65535), help="With --serve: the port on 127.0.0.1.")
@click.option("--check", is_flag=True, help="Write nothing; list what is wrong or out of date in the book.")
@click.option(
    "--reviewed",
    multiple=True,
    metavar="PASSAGE",
    help="Write nothing; record that this passage has been reviewed against its rules (`all` for every passage).",
)
@click.option("--force", is_flag=True, help="Overwrite earlier output. Your own files are never deleted.")
def command(
    ruleset: Ruleset | None,
    target: Path | None,
    form: str,
    paper: str | None,
    fold: bool,
    reference: bool,
    gray: bool,
    fonts: tuple[Path, ...],
    template: Path | None,
    show_template: bool,
    aid: bool,
    options: tuple[str, ...],
    language: str | None,
    serve: bool,
    port: int | None,
    check: bool,
    reviewed: tuple[str, ...],
    force: bool,
) -> int:
    """Write a game's rulebook: a book for players, and the reference with every rule behind it.

    The site opens straight from the disk, with its search, and loads nothing from any other host.
    """
    if show_template:
        from gekido_dsl import printing

        output.result(printing.source(printing.BOOK))
        return 0
    if ruleset is None:
        raise click.UsageError("name a ruleset")
    if language is not None and (check or reviewed or serve):
        raise click.UsageError("--language goes with neither --check, --reviewed nor --serve")
    if check or reviewed:
        return _kept_true(ruleset, reviewed, target, check=check)
    if serve:
        if target is not None or form != SITE or aid:
            raise click.UsageError(
                "--serve writes nothing: it goes with no -o, no other --format and no --aid"
            )
        return _serve(ruleset, port, options)
    if port is not None:
        raise click.UsageError("--port goes with --serve")
    if form != _PDF and (paper is not None or fold or reference or gray or fonts or template is not None):
        raise click.UsageError(
            "--paper, --booklet, --reference, --gray, --font-path and --template go with --format pdf"
        )
    if fold and (aid or paper == "a5"):
        raise click.UsageError(
            "a booklet is folded from sheets of a4 or letter, and a player aid is one page"
        )
    if aid and form == "mkdocs":
        raise click.UsageError("a player aid is one page, and mkdocs makes a site")
    if template is not None and aid:
        raise click.UsageError("a template is for a book; the player aid alone is set as it is")
    if reference and aid:
        raise click.UsageError("a player aid has no reference")
    form = "html" if aid and form == SITE else form

    def printed(compilation: Compilation, answers: Mapping[str, str]) -> bytes:
        return _pdf(
            compilation,
            paper,
            answers,
            fold=fold,
            reference=reference,
            gray=gray,
            fonts=fonts,
            template=template,
            aid=aid,
        )

    from gekido_dsl.pages import rulebook

    with no_collecting():
        try:
            return _write(ruleset, target, form, options, printed, force=force, aid=aid, language=language)
        except rulebook.BookErrors as error:
            output.complain(error.found)
            output.note(f"the book of {ruleset.argument} has errors; nothing was written")
            return 1


def _write(
    ruleset: Ruleset,
    target: Path | None,
    form: str,
    options: tuple[str, ...],
    printed: Callable[[Compilation, Mapping[str, str]], bytes],
    *,
    force: bool,
    aid: bool,
    language: str | None,
) -> int:
    """Writes a book in one of its forms.

    Args:
        printed: makes the PDF.
    """
    from gekido_dsl.cli import written

    compilation = loading.compiled(ruleset, whole=True)
    if language is not None:
        from gekido_dsl.cli import translated

        compilation = translated.book_of(ruleset, compilation, language)
    answers = settings.option_answers(options, compilation.option_names)
    name = default_name(ruleset, aid=aid) + (f"-{language}" if language else "") + _SUFFIXES.get(form, "")
    place = target if target is not None else Path(name)
    if form in _SUFFIXES:
        if place.is_dir():
            place /= name
        made = printed(compilation, answers) if form == _PDF else _single(compilation, form, answers, aid=aid)
        written.file(place, made, force=force)
        output.note(f"Wrote {place.as_posix()}")
        return 0
    if place.is_file():
        raise click.UsageError(f"`{place.as_posix()}` is a file, and the form `{form}` is a folder")
    files = _several(compilation, form, answers)
    written.folder(place, files, force=force)
    shown = place.as_posix()
    output.note(f"Wrote {counted(len(files), 'file')} into {shown}")
    if form == SITE:
        output.note(f"Open {shown}/index.html")
    else:
        output.note('To make the site: pip install "gekido-dsl[docs]"')
        output.note(f"  mkdocs build -f {shown}/mkdocs.yml")
        output.note(f"Then open {shown}/site/index.html; or read {shown}/docs/index.md as it is.")
    return 0


def default_name(ruleset: Ruleset, *, aid: bool = False) -> str:
    """Names what is written when nothing else is said, after the ruleset."""
    stem = ruleset.name.rsplit("/", 1)[-1].removesuffix(".gdl")
    return f"{stem.strip('<>') or 'game'}-{'aid' if aid else 'rules'}"


def _kept_true(ruleset: Ruleset, reviewed: tuple[str, ...], target: Path | None, *, check: bool) -> int:
    """Checks the book, or notes what has been looked at; no page is written."""
    if target is not None or (check and reviewed):
        raise click.UsageError("--check and --reviewed write no pages, and go neither together nor with -o")
    from gekido_dsl.cli import reviewing

    return reviewing.check(ruleset) if check else reviewing.reviewed(ruleset, reviewed)


def _serve(ruleset: Ruleset, port: int | None, options: tuple[str, ...]) -> int:
    """Serves the site; nothing is written."""
    from gekido_dsl.cli import watching

    def write(compilation: Compilation) -> dict[str, str]:
        return _several(compilation, SITE, settings.option_answers(options, compilation.option_names))

    return watching.serve(ruleset, write, port)


def _single(compilation: Compilation, form: str, options: Mapping[str, str], *, aid: bool) -> str:
    from gekido_dsl import pages
    from gekido_dsl.pages import rulebook

    content = rulebook.content(compilation, options, sources=not aid)
    if aid and form == "html":
        return pages.aid(content)
    if form == "html":
        return pages.one_file(content)
    if aid and content.aid is not None:
        return pages.aid_text(content.aid)
    return pages.one_text(content, next(iter(rulebook.reference_files(compilation, "single").values())))


def _pdf(
    compilation: Compilation,
    paper: str | None,
    options: Mapping[str, str],
    *,
    fold: bool,
    reference: bool,
    gray: bool,
    fonts: Sequence[Path],
    template: Path | None,
    aid: bool,
) -> bytes:
    from gekido_dsl.cli import pdf

    if aid:
        return pdf.aid(compilation, paper or "a4", options, gray=gray, fonts=fonts)
    sheets = paper or "a4" if fold else None
    pages = "a5" if fold else paper or "a4"
    return pdf.booklet(
        compilation,
        pages,
        options,
        folded=sheets,
        reference=reference,
        gray=gray,
        fonts=fonts,
        template=template,
    )


def _several(compilation: Compilation, form: str, options: Mapping[str, str]) -> dict[str, str]:
    from gekido_dsl import pages
    from gekido_dsl.pages import rulebook

    if form == SITE:
        return pages.site(rulebook.content(compilation, options, sources=True))
    return rulebook.project(compilation, options)

"""The rulebook of a ruleset, its reference and its player aid become PDF."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from gekido_dsl import pages, printing
from gekido_dsl.cli import output
from gekido_dsl.cli.print import INSTALL, read_template
from gekido_dsl.compilation import Compilation
from gekido_dsl.languages import spoken, text
from gekido_dsl.pages import rulebook

_SITE_ALONE: Final = frozenset({"scenarios", "glossary"})
"""Pages of the reference that are left out on paper: the book shows the best examples, and there is an index."""


def booklet(
    compilation: Compilation,
    paper: str,
    options: Mapping[str, str],
    *,
    folded: str | None = None,
    reference: bool = False,
    gray: bool = False,
    fonts: Sequence[Path] = (),
    template: Path | None = None,
) -> bytes:
    """Sets the rulebook as a booklet, the player aid at its end.

    Args:
        options: the answers that are not the default.
        folded: the paper of the sheets where pages are laid to be folded.
        reference: whether the reference stands behind it.
        fonts: folders with more fonts.
        template: a typst source in place of ours; it may read what lies beside it.

    Raises:
        click.ClickException: typst is not installed, or the template has a mistake.
    """
    content = rulebook.content(compilation, options)
    parts = [printing.Part(spoken(text("Rulebook")), _texts(content.chapters))]
    if reference:
        told = [page for page in content.reference if page.slug not in _SITE_ALONE]
        parts.append(printing.Part(spoken(text("Reference")), _texts(told), reference=True))

    def made() -> printing.Typeset:
        pages = printing.booklet(
            content.title,
            parts,
            content.pictures,
            cover=printing.Cover(
                facts=content.facts,
                credits=content.front.credits,
                edition=content.front.edition,
                arts=content.front.arts,
                filled=content.front.filled,
                drawing=content.cover,
            ),
            aid=_texts([content.aid])[0] if content.aid is not None else None,
            sheet=content.sheet,
            colours=content.front.colours,
            paper=paper,
            gray=gray,
            template=read_template(template),
            fonts=[folder.as_posix() for folder in fonts],
            folder=template.parent.absolute().as_posix() if template is not None else None,
        )
        return pages if folded is None else printing.folded(content.title, pages, folded)

    return _set(made)


def aid(
    compilation: Compilation,
    paper: str,
    options: Mapping[str, str],
    *,
    gray: bool = False,
    fonts: Sequence[Path] = (),
) -> bytes:
    """Sets the player aid on a page.

    Raises:
        click.ClickException: typst is not installed.
    """
    content = rulebook.content(compilation, options)
    if content.aid is None:
        raise click.ClickException("the book has no player aid")
    page = _texts([content.aid])[0]
    return _set(
        lambda: printing.aid(
            content.title,
            page,
            content.pictures,
            sheet=content.sheet,
            colours=content.front.colours,
            paper=paper,
            gray=gray,
            fonts=[folder.as_posix() for folder in fonts],
        )
    )


def _texts(of: Sequence[pages.Page]) -> list[printing.Text]:
    return [printing.Text(page.path, page.title, _titled(page)) for page in of]


def _titled(page: pages.Page) -> str:
    """Gives the text of a page, with its title where that does not stand in it."""
    has_title = any(line.startswith("# ") for line in page.markdown.splitlines())
    return page.markdown if has_title else f"# {page.title}\n\n{page.markdown}"


def _set(make: Callable[[], printing.Typeset]) -> bytes:
    try:
        made = make()
    except printing.MissingTypst:
        raise click.ClickException(INSTALL) from None
    except printing.WrongTemplate as error:
        raise click.ClickException(f"the book cannot be set\n{error}") from None
    output.borrowed(made.borrowed)
    for warning in made.warnings:
        output.note(f"warning: {warning}")
    return made.pdf

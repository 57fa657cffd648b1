"""The rulebook of a ruleset, its reference and its player aid become PDF."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import click

from gekido_dsl import book, pages, printing
from gekido_dsl.cli import output, rulebook
from gekido_dsl.cli.print import INSTALL
from gekido_dsl.compilation import Compilation

_AID: Final = "aid"
"""The slug of the chapter that is the player aid."""


def booklet(compilation: Compilation, paper: str, *, reference: bool = False, gray: bool = False) -> bytes:
    """Sets the rulebook as a booklet.

    Args:
        reference: whether the reference stands behind it.

    Raises:
        click.ClickException: typst is not installed.
    """
    content = _content(compilation)
    parts = [printing.Part("Rulebook", _texts(content.chapters))]
    if reference:
        parts.append(printing.Part("Reference", _texts(content.reference), reference=True))
    return _set(
        lambda: printing.booklet(
            content.title,
            parts,
            content.pictures,
            facts=content.facts,
            cover=content.cover,
            sheet=content.sheet,
            paper=paper,
            gray=gray,
        )
    )


def aid(compilation: Compilation, paper: str, *, gray: bool = False) -> bytes:
    """Sets the player aid on a page.

    Raises:
        click.ClickException: typst is not installed, or the book has no player aid.
    """
    content = _content(compilation)
    text = content.aid or next((one.markdown for one in content.chapters if one.slug == _AID), "")
    if not text:
        raise click.ClickException(f"the book has no player aid: a chapter in a file `{_AID}.md` is one")
    page = printing.Text(f"{pages.BOOK}/{_AID}.md", "Player aid", text)
    return _set(
        lambda: printing.aid(
            content.title, page, content.pictures, sheet=content.sheet, paper=paper, gray=gray
        )
    )


def _content(compilation: Compilation) -> pages.Content:
    content = rulebook.content(compilation)
    if content.chapters:
        return content
    written = book.write(compilation)
    chapters = [pages.Page(pages.BOOK, one.slug, one.title, one.markdown) for one in written.chapters]
    pictures = {f"{pages.BOOK}/pictures/{name}.svg": one.svg for name, one in written.pictures.items()}
    return replace(content, chapters=chapters, pictures={**content.pictures, **pictures})


def _texts(of: Sequence[pages.Page]) -> list[printing.Text]:
    return [printing.Text(page.path, page.title, page.markdown) for page in of]


def _set(make: Callable[[], printing.Typeset]) -> bytes:
    try:
        made = make()
    except printing.MissingTypst:
        raise click.ClickException(INSTALL) from None
    for warning in made.warnings:
        output.note(f"warning: {warning}")
    return made.pdf

"""An extension of Python-Markdown, so that any builder of pages can use text with directives.

    markdown.markdown(text, extensions=[BookExtension(ruleset="my-game.gdl")])

HTML of the page goes through the allow-list of the pages of `gdl docs`, unless the setting `html` is `all`. The
extension is also known as `gdl_book`, for builders that name extensions in a settings file. What is wrong is logged as
a warning of `gekido_dsl.book`, with its place; the page is made all the same.
"""

import logging
import re
from typing import Any, Final

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from gekido_dsl.book.allowed import allowed
from gekido_dsl.book.generated import PICTURES
from gekido_dsl.book.nodes import Written
from gekido_dsl.book.writing import expand
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics.render import human
from gekido_dsl.files import of_file
from gekido_dsl.rulesdoc.passage import REFERENCE
from gekido_dsl.source import Source

LOG: Final = logging.getLogger("gekido_dsl.book")
_PICTURE: Final = re.compile(rf"!\[[^\]\n]*\]\({re.escape(PICTURES)}(?P<name>[^)\s]+)\.svg\)")

_PRIORITY: Final = 28
"""After the text is made plain, which would take away the places of pictures, and before anything reads it."""
_LAST: Final = -100
"""After everything that still puts HTML into a page."""
_MARK: Final = "gdl-picture-{}-here"
"""Where a picture comes to stand, in the class of an element that the allow-list lets through."""
_MARKED: Final = re.compile(r'<span class="gdl-picture-(\d+)-here"></span>')


class BookExtension(Extension):
    """Writes out directives such as `{{number of Cards}}` from a ruleset."""

    def __init__(self, **settings: Any) -> None:
        """Takes its settings.

        Args:
            settings: `ruleset`, a file or the name of a shipped game, or `compilation`; `options`, the answers that
                are not the default, by name; `players`, the number of players that the page is for; `reference`,
                where the pages of the reference lie, without which names are no links; `name`, what findings call
                the page; `html`, `all` where the page's HTML stays as it is.
        """
        self.config = {
            "ruleset": ["", "the file of the ruleset, or a shipped game"],
            "options": [{}, "the answers that are not the default"],
            "players": [0, "the number of players that the page is for; 0 for all"],
            "reference": ["", "where the pages of the reference lie; empty for no links"],
            "name": ["page.md", "what findings call the page"],
            "html": [
                "allowed",
                "`allowed` leaves out what acts or leads away by itself; `all` leaves nothing out",
            ],
        }
        self._compilation: Compilation | None = settings.pop("compilation", None)
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers the step that comes before everything else."""
        md.registerExtension(self)
        pictures: list[str] = []
        md.preprocessors.register(_Directives(md, self, pictures), "gdl_book", _PRIORITY)
        md.postprocessors.register(_Allowed(md, self, pictures), "gdl_book_allowed", _LAST)

    def compilation(self) -> Compilation:
        """Reads the ruleset, unless it was handed in.

        Raises:
            ValueError: none is named, or it has errors.
        """
        if self._compilation is not None:
            return self._compilation
        named = str(self.getConfig("ruleset"))
        if not named:
            raise ValueError("the extension gdl_book needs the setting `ruleset`")
        made = load(*of_file(named))
        if made.game is None:
            raise ValueError(f"{named} has errors:\n{human.render(made.diagnostics)}")
        self._compilation = made
        return made


class _Directives(Preprocessor):
    """Writes out the directives of a page."""

    def __init__(self, md: Markdown, extension: BookExtension, pictures: list[str]) -> None:
        super().__init__(md)
        self._extension = extension
        self._pictures = pictures

    def run(self, lines: list[str]) -> list[str]:
        """Writes out the directives; pictures stand in the page."""
        extension = self._extension
        reference = str(extension.getConfig("reference"))
        source = Source(str(extension.getConfig("name")), "\n".join(lines))
        written = expand(
            extension.compilation(),
            source,
            options=dict(extension.getConfig("options") or {}),
            players=int(extension.getConfig("players") or 0) or None,
            links=bool(reference),
        )
        for found in written.diagnostics:
            LOG.warning("%s", human.draw(found).rstrip())
        text = written.chapters[0].markdown if written.chapters else ""
        if reference:
            text = text.replace(f"]({REFERENCE}", f"]({reference.rstrip('/')}/")
        return self._with_pictures(text.strip("\n"), written).split("\n")

    def _with_pictures(self, text: str, written: Written) -> str:
        """Marks where pictures stand in the page itself, as nobody writes their files."""
        self._pictures.clear()

        def drawn(match: re.Match[str]) -> str:
            picture = written.pictures.get(match["name"])
            if picture is None:
                return match.group()
            self._pictures.append(picture.svg)
            mark = f'<span class="{_MARK.format(len(self._pictures) - 1)}"></span>'
            return str(self.md.htmlStash.store(mark))

        return _PICTURE.sub(drawn, text)


class _Allowed(Postprocessor):
    """Leaves out what may not stand on a page, and puts the pictures into it."""

    def __init__(self, md: Markdown, extension: BookExtension | None, pictures: list[str]) -> None:
        super().__init__(md)
        self._extension = extension
        self._pictures = pictures

    def run(self, text: str) -> str:
        """Gives the page as it is to be."""
        if self._extension is None or self._extension.getConfig("html") != "all":
            text = allowed(text)
        pictures = self._pictures

        def drawn(mark: re.Match[str]) -> str:
            number = int(mark[1])
            return pictures[number] if number < len(pictures) else ""

        return _MARKED.sub(drawn, text)


class AllowedExtension(Extension):
    """Leaves out of pages whose directives are written out what may not stand on them."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers the step that comes after everything else."""
        md.postprocessors.register(_Allowed(md, None, []), "gdl_allowed", _LAST)


def makeExtension(**settings: Any) -> BookExtension:
    """Makes the extension, for builders that name its module."""
    return BookExtension(**settings)

"""Everything as one text in Markdown, for readers that show no pages: chapters first, the reference behind them."""

import re
from typing import Final

from gekido_dsl.pages.content import BOOK, Content, Page

_HEADING: Final = re.compile(r"^(#{1,6}) (.*?)\s*\{:?\s*#([\w-]+)[^{}]*\}[ \t]*$", re.MULTILINE)
_LOOK: Final = re.compile(r"^\{:?\s*\.[\w-]+[^{}]*\}[ \t]*\n?", re.MULTILINE)
_IMAGE: Final = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK: Final = re.compile(r"\]\((?:\.\./(reference)/|\.\./book/)?([\w-]*)\.md(?:#([\w-]+))?\)")
_RULES: Final = re.compile(r"^Rules: .*\n\{ \.book-rules \}\n?", re.MULTILINE)
_ANY: Final = re.compile(r"(?<!!)\[([^\]]*)\]\([^)]*\)")
_MARK: Final = re.compile(r"\[[^\]\n]*\](\([^)\s]*\))\{ (?:#([\w-]+) )?\.book-mark \}")
_MARKS: Final = re.compile(r"(?:\n\n| )(?:\[[^\]\n]*\]\([^)\s]*\)\{ [^{}]*\.book-mark \})+")
_HERE: Final = re.compile(r"\]\(#([\w-]+)\)")


def one_text(content: Content, reference: str) -> str:
    """Writes the book and its reference as a single text; pictures are told in words.

    Args:
        reference: the reference as one text, its places marked by anchors.
    """
    pages = [*content.chapters, *([content.aid] if content.aid is not None else [])]
    return "\n".join([*(_chapter(page) for page in pages), reference])


def aid_text(page: Page) -> str:
    """Writes the player aid alone; there is nothing that it could link to."""
    text = _HEADING.sub(r"\1 \2", _MARKS.sub("", _RULES.sub("", page.markdown)))
    return _ANY.sub(r"\1", _IMAGE.sub(r"*(Picture: \1)*", _LOOK.sub("", text)))


def _chapter(page: Page) -> str:
    text = _HEADING.sub(r'<a id="book-\3"></a>\n\n\1 \2', page.markdown)
    text = _MARK.sub(_marked, _IMAGE.sub(r"*(Picture: \1)*", _LOOK.sub("", text)))
    text = _HERE.sub(r"](#book-\1)", text)
    return f'<a id="{_place(page.slug)}"></a>\n\n{_LINK.sub(_address, text)}'


def _marked(found: re.Match[str]) -> str:
    """Writes a mark behind a paragraph, and its place."""
    address, place = found.groups()
    return (f'<a id="book-{place}"></a>' if place else "") + f"[§]{address}"


def _address(found: re.Match[str]) -> str:
    part, page, anchor = found.groups()
    if part is not None:
        return f"](#{anchor or f'page-{page}'})"
    return f"](#{f'book-{anchor}' if anchor else _place(page)})"


def _place(slug: str) -> str:
    return f"{BOOK}-page-{slug}"

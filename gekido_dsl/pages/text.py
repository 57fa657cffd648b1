"""Everything as one text in Markdown, for readers that show no pages: chapters, the reference, the ruleset itself."""

import re
from typing import Final

from gekido_dsl.pages import listing
from gekido_dsl.pages.content import BOOK, SOURCE, Content, Page, SourceFile
from gekido_dsl.pages.places import Places
from gekido_dsl.pages.woven import TextWeaver
from gekido_dsl.rulesdoc import markdown as md

_HEADING: Final = re.compile(r"^(#{1,6}) (.*?)\s*\{:?\s*#([\w-]+)[^{}]*\}[ \t]*$", re.MULTILINE)
_LOOK: Final = re.compile(r"^\{:?\s*\.[\w-]+[^{}]*\}[ \t]*\n?", re.MULTILINE)
_IMAGE: Final = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK: Final = re.compile(r"\]\((?:\.\./(reference)/|\.\./book/)?([\w-]*)\.md(?:#([\w-]+))?\)")
_BACK: Final = re.compile(r"\]\(\.\./(book|source)/([\w-]+)\.md(?:#([\w-]+))?\)")
"""A link from the reference."""
_RULES: Final = re.compile(r"^Rules: .*\n\{ \.book-rules \}\n?", re.MULTILINE)
_ANY: Final = re.compile(r"(?<!!)\[([^\]]*)\]\([^)]*\)")
_MARK: Final = re.compile(r"\[[^\]\n]*\](\([^)\s]*\))\{ (?:#([\w-]+) )?\.book-mark \}")
_MARKS: Final = re.compile(r"(?:\n\n| )(?:\[[^\]\n]*\]\([^)\s]*\)\{ [^{}]*\.book-mark \})+")
_SOURCES: Final = "# The ruleset as it is written\n"
_HERE: Final = re.compile(r"\]\(#([\w-]+)\)")


def one_text(content: Content, reference: str) -> str:
    """Writes the book and its reference as a single text; pictures are told in words.

    Args:
        reference: the reference as one text, its places marked by anchors.
    """
    pages = [*content.chapters, *([content.aid] if content.aid is not None else [])]
    reference = _LOOK.sub("", TextWeaver(content).woven(reference))
    reference = _BACK.sub(_way_back, reference)
    files = [_file(file) for file in content.sources]
    return "\n".join([*(_chapter(page) for page in pages), reference, *(files and [_SOURCES, *files])])


def _way_back(found: re.Match[str]) -> str:
    part, page, anchor = found.groups()
    if part == SOURCE:
        return f"](#{SOURCE}-{page}{f'-{anchor}' if anchor else ''})"
    return f"](#book-{anchor})" if anchor else f"](#{_place(page)})"


def _file(file: SourceFile) -> str:
    """Writes a file of the ruleset; each line where a rule begins has a place, and leads to the rule."""
    lines = file.text.rstrip("\n").split("\n")
    starts = sorted({1, *(number for number in file.rules if number <= len(lines))})
    place = f"{SOURCE}-{file.slug}"
    made = [f'<a id="{place}"></a>\n\n## {md.escape(file.name)}\n']
    language = "gdl" if file.name.endswith(".gdl") else "yaml"
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        ways = [f"[{md.escape(rule.title)}](#{rule.anchor})" for rule in file.rules.get(start, ())]
        told = f": {', '.join(ways)}" if ways else ""
        made.append(f'<a id="{place}-L{start}"></a>Line {start}{told}\n')
        made.append(md.fenced(lines[start - 1 : end - 1], language) + "\n")
    return "\n".join(made)


def linked_texts(content: Content) -> dict[str, str]:
    """Writes the reference and the files of the ruleset for builders of sites, each with its ways to the others.

    Returns:
        Markdown by its path, such as `reference/turn.md`.
    """
    weaver = TextWeaver(content)
    made = {page.path: weaver.woven(page.markdown) for page in content.reference}
    places = Places((*content.pages, *(file.page for file in content.sources)), content.aid)
    for file in content.sources:
        made[file.page.path] = (
            f"# {md.escape(file.name)}\n\nThe ruleset as it is written. § leads from a line to its rule in the "
            f"reference.\n\n{listing.lines(content, file, places)}\n"
        )
    return made


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
    """Writes the place of a paragraph, and the mark of the first one of a section."""
    address, place = found.groups()
    sign = f"[§]{address}" if place and place.endswith("--1") else ""
    return (f'<a id="book-{place}"></a>' if place else "") + sign


def _address(found: re.Match[str]) -> str:
    part, page, anchor = found.groups()
    if part is not None:
        return f"](#{anchor or f'page-{page}'})"
    return f"](#{f'book-{anchor}' if anchor else _place(page)})"


def _place(slug: str) -> str:
    return f"{BOOK}-page-{slug}"

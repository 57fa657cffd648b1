"""A file of the ruleset becomes a page: its lines in colours, each with an address, and the way to the rules on it."""

from collections.abc import Iterator
from html import escape

from gekido_dsl.pages import code
from gekido_dsl.pages.content import REFERENCE, Content, Page, Rule, SourceFile
from gekido_dsl.pages.places import Places


def listed(content: Content, file: SourceFile, places: Places) -> str:
    """Writes the text of the page of a file; line 12 is at `#L12`."""
    return (
        f'<article class="reference">\n<h1>{escape(file.name)}</h1>\n'
        "<p>The ruleset as it is written. § leads from a line to its rule in the reference.</p>\n"
        f"{lines(content, file, places)}\n</article>"
    )


def lines(content: Content, file: SourceFile, places: Places) -> str:
    """Writes the lines of a file, each with its address."""
    here = places.file(file.page)
    pages = {page.slug: page for page in content.reference if page.part == REFERENCE}
    table = not file.name.endswith(".gdl")
    written = code.coloured_lines(file.text.rstrip("\n"), table=table)
    made = "\n".join(
        f'<div id="{place}"><a href="#{place}">{number}</a><code>{line or " "}</code>'
        f"{''.join(_way(places, pages, here, rule) for rule in file.rules.get(number, ()))}</div>"
        for number, line, place in (
            (number, line, places.anchor(file.page, f"L{number}"))
            for number, line in enumerate(written, start=1)
        )
    )
    return f'<div class="listing code">\n{made}\n</div>'


def folded(content: Content, places: Places) -> str:
    """Writes all files behind folds, for a single page; empty when there are none."""
    made = ""
    for file in content.sources:
        place = places.anchor(file.page, "")
        made += f'<details id="{place}"><summary>{escape(file.name)}</summary>\n'
        made += f"{lines(content, file, places)}\n</details>\n"
    if not made:
        return ""
    return (
        '<article class="reference sources">\n<h2>The ruleset as it is written</h2>\n'
        f"<p>§ leads from a line to its rule in the reference.</p>\n{made}</article>"
    )


def blocks(file: SourceFile) -> Iterator[tuple[int, str, str]]:
    """Cuts a file into what begins at the margin, a declaration or a row, for the search.

    Returns:
        The number of the first line, that line, and the text of the lines, without comments.
    """
    begun: list[str] = []
    first = 1
    for number, line in enumerate([*file.text.split("\n"), "end"], start=1):
        said = line.split(" #")[0].rstrip()
        if line[:1] in ("", " ", "#"):
            if begun and said.strip() and line[:1] == " ":
                begun.append(said.strip())
            continue
        if begun:
            yield first, begun[0].removeprefix("- "), " ".join(begun[1:])
        first, begun = number, [said]


def _way(places: Places, pages: dict[str, Page], here: str, rule: Rule) -> str:
    """Writes the sign that leads from a line to a rule."""
    if rule.page not in pages:
        return ""
    said = escape(f"{rule.title}, in the reference", quote=True)
    address = places.address(pages[rule.page], rule.anchor, here)
    return f'<a class="told" href="{address}" title="{said}" aria-label="{said}">§</a>'

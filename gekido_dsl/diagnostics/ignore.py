"""Diagnostics become those to report and those a comment asks to ignore.

`# gdl: ignore[slug] reason` ignores that finding on its own line or, when nothing else stands on the line of
the comment, on the next line. Several slugs are separated by commas. In a chapter of a book, which is Markdown,
`<!-- gdl: ignore[slug] reason -->` says the same.

Invariants:
    An error is never ignored, since a ruleset with an error has no meaning; it is kept with a note.
    Every diagnostic is in exactly one of the two results, in the order given.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from gekido_dsl.diagnostics.diagnostic import Diagnostic, Severity
from gekido_dsl.source import Source

MARKDOWN = ".md"
"""How the names of files end in which comments are those of Markdown."""
_IGNORE = re.compile(r"#\s*gdl:\s*ignore\[([a-z0-9,\s-]*)\]")
_IN_MARKDOWN = re.compile(r"<!--\s*gdl:\s*ignore\[([a-z0-9,\s-]*)\].*?-->")
_STRING_OR_COMMENT = re.compile(r'"[^"]*"?|#')


def split_ignored(diagnostics: Iterable[Diagnostic]) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Splits diagnostics into those to report and those ignored by a comment near their first label."""
    kept: list[Diagnostic] = []
    ignored: list[Diagnostic] = []
    for found in diagnostics:
        if not _is_ignored(found):
            kept.append(found)
        elif found.severity is Severity.ERROR:
            kept.append(replace(found, notes=(*found.notes, "an error cannot be ignored by a comment")))
        else:
            ignored.append(found)
    return tuple(kept), tuple(ignored)


def _is_ignored(found: Diagnostic) -> bool:
    if found.span is None:
        return False
    source = found.span.source
    line0, _ = found.span.start_position
    if found.code.slug in _slugs(source, line0, alone=False):
        return True
    return line0 > 0 and found.code.slug in _slugs(source, line0 - 1, alone=True)


def _slugs(source: Source, line0: int, alone: bool) -> frozenset[str]:
    """The slugs that a line's comment ignores; none when the comment must stand alone and does not."""
    line = source.line(line0)
    if source.name.endswith(MARKDOWN):
        given = list(_IN_MARKDOWN.finditer(line))
        if alone and _IN_MARKDOWN.sub("", line).strip():
            return frozenset()
        return frozenset(slug.strip() for comment in given for slug in comment.group(1).split(","))
    for found in _STRING_OR_COMMENT.finditer(line):
        if found.group() != "#":
            continue
        if alone and line[: found.start()].strip():
            break
        return frozenset(
            slug.strip()
            for comment in _IGNORE.finditer(line, found.start())
            for slug in comment.group(1).split(",")
        )
    return frozenset()

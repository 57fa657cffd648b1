"""Finds citations whose pages are not written as `p5`, `p4, p16` or `p5-9`, or by the titles of sections."""

import re
from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m

_PAGES = re.compile(r"p[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?(, p[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?)*")
_SECTIONS = re.compile(r"(?!pages?\b)[a-z]+([ -][a-z]+)*(, [a-z]+([ -][a-z]+)*)*")
"""A source without pages, such as a site, is cited by its sections."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports pages that no tool could look up."""
    seen: set[int] = set()
    inside = facts.of(game).nodes
    for decl in [*facts.of(game).decls, *game.scenarios, *game.claims]:
        known = inside.get(decl)
        for node in [decl, *(_cited_in(decl) if known is None else known)]:
            for cite in getattr(node, "cites", ()):
                if id(cite) in seen:
                    continue
                seen.add(id(cite))
                problem = _problem(cite.pages)
                if problem is not None:
                    yield Diagnostic(
                        codes.CITATION_FORMAT,
                        f"`{cite}` does not give its pages as `{cite.source} p5`, "
                        f"`{cite.source} p4, p16` or `{cite.source} p5-9`",
                        (Label(cite.span, problem),),
                        "write `p` before each page number, in ascending order; "
                        "for a source without pages, write section titles in lower case",
                    )


def _cited_in(said: m.Decl) -> Iterator[object]:
    """Gives what may cite below an example; of a claim its head alone does."""
    for step in said.steps if isinstance(said, m.Scenario) else ():
        yield from walk.nodes(step.body) if step.body is not None else ()


def _problem(pages: str) -> str | None:
    if not pages:
        return "no page"
    if _SECTIONS.fullmatch(pages):
        return None
    if not _PAGES.fullmatch(pages):
        return "not read as pages"
    ends = [[int(end) for end in part.strip(" p").split("-")] for part in pages.split(",")]
    if any(len(part) == 2 and part[0] >= part[1] for part in ends):
        return "the last page comes before the first"
    firsts = [part[0] for part in ends]
    return None if firsts == sorted(set(firsts)) else "pages are not in order"

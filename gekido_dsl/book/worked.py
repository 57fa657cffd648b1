"""The worked examples of a book: each comes out as its scenario says, and can be drawn.

Invariants:
    An example that does neither is left out of the book, and reported where its passage names it.
"""

import re
from collections.abc import Iterator
from typing import Final

from gekido_dsl.book.nodes import Book, Directive, Passage
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import pictures
from gekido_dsl.scenario.run import run_one

_EXAMPLE: Final = re.compile(r'(?:picture of )?example "?(?P<title>.*?)"?')


def failing(compilation: Compilation, book: Book, vanished: "set[Passage]") -> Iterator[Diagnostic]:
    """Finds the examples that no longer come out, or of which there is nothing to draw."""
    game = compilation.game
    if game is None:
        return
    scenarios = {one.name: one for one in game.scenarios}
    for passage in book.passages:
        if passage in vanished:
            continue
        for directive in passage.directives:
            match = _EXAMPLE.fullmatch(directive.text)
            scenario = scenarios.get(match["title"]) if match is not None else None
            if scenario is not None and pictures.strip(compilation, scenario) is None:
                yield _finding(compilation, passage, directive, scenario)


def _finding(
    compilation: Compilation, passage: Passage, directive: Directive, scenario: m.Scenario
) -> Diagnostic:
    result = run_one(compilation.shared_executor, scenario)
    labels = [Label(directive.span, "left out of the book")]
    if result.passed:
        what, step = (
            "has nothing that could be drawn",
            "tell it in your own words, and take it out of the passage",
        )
    else:
        what = "no longer comes out"
        step = f"mend the example or the rule, and look at what the passage `{passage.id}` says around it"
        labels.append(Label(result.span or scenario.span, result.message.splitlines()[0]))
    return Diagnostic(
        codes.STALE_PASSAGE,
        f"“{passage.title}” is stale: its example “{scenario.name}” {what}",
        tuple(labels),
        step,
    )

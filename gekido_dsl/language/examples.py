"""The examples in a file, so that an editor can have one run or played from."""

from dataclasses import dataclass
from itertools import pairwise

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation
from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.source import Source, Span


@dataclass(frozen=True, slots=True)
class Example:
    """An example as it is written; it need not be without mistakes."""

    title: str
    title_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Ran:
    """How an example came out."""

    title: str
    passed: bool
    message: str
    """What was expected and what was found; empty when it passed."""
    span: Span | None
    """The line that failed."""


def examples(source: Source) -> list[Example]:
    """Lists the examples of a file of rules, in order."""
    heads = [line for line in logical_lines(source.text)[0] if line.indent == 0]
    starts = [*(line.start for line in heads), len(source.text)]
    found = []
    for line, (_, end) in zip(heads, pairwise(starts), strict=True):
        kinds = [piece.kind for piece in line.pieces[:2]]
        if line.pieces[0].text == "scenario" and kinds == ["word", "string"]:
            title = line.pieces[1]
            whole = len(source.text[line.start : end].rstrip())
            found.append(
                Example(
                    title.text.strip('"'),
                    Span(source, title.start, title.end),
                    Span(source, line.start, line.start + whole),
                )
            )
    return found


def run(compilation: Compilation, source: str, title: str) -> Ran | None:
    """Runs an example of a ruleset as it stands.

    Args:
        source: the name of the file that it is in.
    Returns:
        None if the ruleset has no such example, as a variant has none of those of its base.
    """
    game = compilation.model.value
    known = [one for one in game.scenarios if one.name == title] if game is not None else []
    here = next((one for one in known if one.span.source.name == source), None)
    if here is None:
        return None
    if compilation.game is None:
        return Ran(title, False, "the ruleset has errors, so its examples cannot be run", None)
    result = scenario.run_one(compilation.shared_executor, here)
    return Ran(title, result.passed, result.message, None if result.passed else result.span)

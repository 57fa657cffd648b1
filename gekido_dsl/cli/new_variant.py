"""`gdl new --variant-of`: a variant to begin with, made from the game that it changes."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.format import joined
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.source import ReadFailure, Source, SourceProvider, read_bytes
from gekido_dsl.syntax import nodes as s

_SEATS: Final = re.compile(r"^  (given seats [^\n#\[]*[^\s#\[])", re.MULTILINE)


class Beside:
    """Reads the variant that is being made as if it lay beside its base."""

    def __init__(self, name: str, text: str, others: SourceProvider) -> None:
        self._source = Source(name, text)
        self._others = others

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        return self._source if name == self._source.name else self._others.read(name, relative_to)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        return read_bytes(self._others, name, relative_to)


def beside(base: Compilation, file: str, text: str, provider: SourceProvider) -> Compilation:
    """Compiles a variant as if it lay where it can name its base so."""
    name = base.files[0][0].name.removesuffix(file) + "variant.gdl"
    return load(name, Beside(name, text, provider))


def text_of(base: Compilation, file: str, title: str, provider: SourceProvider) -> str:
    """Writes a variant: its head, an example of each of its words as a comment, and a scenario that holds.

    Args:
        file: how the variant names its base.
    """
    game = base.game
    assert game is not None
    least, most = game.least_players, game.most_players
    players = f"{least}" if least == most else f"{least} to {most}"
    head = f"""edition 1

# What is not said here is as in its base. Take the # away from what you want to try, and change it.

game "{title}" changes "{file}"
  players {players}
"""
    examples = "".join(f"\n{example}" for example in _examples(base, game))
    for given in _givens(base, least):
        example = f"""
scenario "as many play"
{given}  then the number of players is {least}
"""
        made = beside(base, file, head + example, provider)
        if made.game is not None and all(one.passed for one in scenario.run(made)):
            return head + examples + example
    return head + examples


def _givens(base: Compilation, least: int) -> Iterator[str]:
    """Gives beginnings of a scenario, the simplest first: the set-up of a game may have to be told."""
    yield f"  given {least} players\n"
    yield ""
    for source, _ in base.files:
        for match in _SEATS.finditer(source.text):
            if match[1].count(",") + 1 == least:
                yield f"  {match[1]}\n"
                return


def _examples(base: Compilation, game: m.Game) -> Iterator[str]:
    """Gives an example of each word, in the names of the base, as comments."""
    for source, file in base.files:
        lines, _ = logical_lines(source.text)
        for one in file.declarations:
            if isinstance(one, s.Phase) and one.body and one.name.text in game.phases:
                inside = [line for line in lines if one.span.start < line.start < one.span.end]
                for line in inside:
                    others = [_said(other.pieces) for other in inside if other is not line]
                    if line.start == one.body[0].span.start and _said(line.pieces) not in others:
                        yield from _of_phase(one.name.text, source, line, others)
                        return


def _of_phase(name: str, source: Source, line: Line, others: Sequence[str]) -> Iterator[str]:
    words = [piece for piece in line.pieces if piece.kind != "cite"]
    whole = " ".join(source.text[words[0].start : words[-1].end].split())
    sizes = range(min(2, len(words)), len(words) + 1)
    firsts = [_said(words[:size]) for size in sizes]
    first = next((one for one in firsts if not any(other.startswith(one) for other in others)), firsts[-1])
    yield f'# add to phase {name}, first\n#   announce "begins"\n'
    yield f'# change "{first}" of phase {name}\n#   {whole}\n'
    yield f'# remove "{first}" of phase {name}\n'


def _said(pieces: Sequence[Piece]) -> str:
    """Says the beginning of a line as a patch quotes it."""
    return joined([piece for piece in pieces if piece.kind != "cite"]).replace('"', "")

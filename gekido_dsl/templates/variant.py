"""A variant to begin with, made from the game that it changes.

Invariants:
    What it offers as comments was tried: each of them alone can be read, and a match goes another way with it.
"""

import re
from collections.abc import Iterator
from typing import Final

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.format import joined
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.model.row_words import cells
from gekido_dsl.model.types import TextType
from gekido_dsl.rng import Rng
from gekido_dsl.source import ReadFailure, Source, SourceProvider, read_bytes
from gekido_dsl.syntax import nodes as s

_SEATS: Final = re.compile(r"^  (given seats [^\n#\[]*[^\s#\[])", re.MULTILINE)
_NUMBER: Final = re.compile(r"(?<![\w.-])[1-9][0-9]{0,2}(?![\w.])")
_ASKING: Final = re.compile(r'(asking "[^"\n]*?)(\??")')
_CONDITION: Final = re.compile(r"\b(if|while|until|each|is)\b")
_MOST_TRIED: Final = 4
"""So many lines are tried for each suggestion."""
_DECISIONS: Final = 60
"""So far a match is looked at to see whether a suggestion makes a difference."""


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
    made = load(name, Beside(name, text, provider))
    made.parse, made.parse_table = base.parse, base.parse_table
    return made


def text_of(base: Compilation, file: str, title: str, provider: SourceProvider) -> str:
    """Writes a variant: its head, suggestions as comments, and a scenario that holds.

    Args:
        base: its parsers are used for each text that is tried, so it is well if they know what they have read.
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
    examples = "".join(f"\n{_as_comment(one)}" for one in _suggestions(base, file, head, provider))
    for given in _givens(base, least):
        example = f"""
scenario "as many play"
{given}  then the number of players is {least}
"""
        made = beside(base, file, head + example, provider)
        if made.game is not None and all(one.passed for one in scenario.run(made)):
            return head + examples + example
    return head + examples


def _as_comment(text: str) -> str:
    return "".join(f"# {line}\n" for line in text.splitlines())


def _givens(base: Compilation, least: int) -> Iterator[str]:
    """Gives beginnings of a scenario, the simplest first: the set-up of a game may have to be told."""
    yield f"  given {least} player{'s' if least != 1 else ''}\n"
    yield ""
    for source, _ in base.files:
        for match in _SEATS.finditer(source.text):
            if match[1].count(",") + 1 == least:
                yield f"  {match[1]}\n"
                return


# ---------------------------------------------------------------- suggestions


def _suggestions(base: Compilation, file: str, head: str, provider: SourceProvider) -> Iterator[str]:
    """Gives for each word of variants the first change that makes a difference to a match."""
    game = base.game
    assert game is not None
    before = course(base)
    lines = list(_lines(base, game))
    for candidates in (_new_rows(game), _new_lines(lines), _other_lines(lines), _less(game, lines)):
        for _, text in zip(range(_MOST_TRIED), candidates, strict=False):
            after = course(beside(base, file, f"{head}\n{text}", provider))
            if after and after != before:
                yield text
                break


def course(made: Compilation) -> list[str]:
    """Tells what is seen of the beginning of a match; nothing if there is none, or a rule cannot be carried out."""
    if made.game is None:
        return []
    executor, rng = made.executor(), Rng(1)
    try:
        state, events = executor.initial(Setting(made.game.least_players, 1))
        told = [str(executor.observe(state, None)), *(one.text for one in events)]
        for _ in range(_DECISIONS):
            decision = executor.decision(state)
            if decision is None:
                break
            told += [decision.asked, *(choice.label for choice in decision.choices)]
            events = executor.apply(state, rng.next_word() % len(decision.choices))
            told += [one.text for one in events]
    except RuleError:
        return []
    return told


def _new_rows(game: m.Game) -> Iterator[str]:
    """Offers one row more of a kind, made as one that it has; of the kind with the most things first."""
    kinds = [kind for kind in game.kinds.values() if kind.file is not None and kind.parent is None]
    for kind in sorted(kinds, key=lambda kind: -(kind.total or 0)):
        if not kind.rows or any(one.parent is kind for one in game.kinds.values()):
            continue
        row = kind.rows[0]
        name = f"New {row.name}"
        if name in {one.name for one in kind.rows}:
            continue
        yield row_like(game, kind, 0, name)


def row_like(game: m.Game, kind: m.Kind, number: int, name: str) -> str:
    """Writes how a variant adds a row to a kind, made as one that it has."""
    said, row = cells(game, kind, number), kind.rows[number]
    lines = [f"add {name} to {kind.plural}"]
    for column, value in said.items():
        field = kind.fields.get(column)
        quoted = field is not None and isinstance(field.type, TextType)
        lines.append(f'  {column}: "{value}"' if quoted else f"  {column}: {value.replace(' and ', ', ')}")
    if kind.total is not None and "Copies" not in said:
        lines.append("  Copies: 2")
    text = "" if row.made else row.written or row.text or ""
    if text and '"' not in text:
        lines.append(f'  Text: "{text}"')
    return "\n".join(lines) + "\n"


_Inside = tuple[str, Source, Line, list[str]]
"""A section, a line of it, and how the other lines of the section begin."""


def _lines(base: Compilation, game: m.Game) -> Iterator[_Inside]:
    """Lists the lines of the setup and of the phases that can be named by how they begin."""
    for source, file in base.files:
        whole, _ = logical_lines(source.text)
        for one in file.declarations:
            if not isinstance(one, s.Setup | s.Phase) or not one.body:
                continue
            if isinstance(one, s.Phase) and one.name.text not in game.phases:
                continue
            section = "setup" if isinstance(one, s.Setup) else f"phase {one.name.text}"
            inside = [line for line in whole if one.body[0].span.start <= line.start < one.span.end]
            for line in inside:
                yield section, source, line, [_said(other.pieces) for other in inside if other is not line]


def _new_lines(lines: list[_Inside]) -> Iterator[str]:
    """Offers a line more at the beginning of a phase."""
    for section in dict.fromkeys(section for section, *_ in lines if section != "setup"):
        yield f'add to {section}, first\n  announce "{section.removeprefix("phase ")} begins"\n'


def _other_lines(lines: list[_Inside]) -> Iterator[str]:
    """Offers a line with another number, or a question in other words; last a condition with another number."""
    for pattern, new, in_conditions in (
        (_NUMBER, _one_more, False), (_ASKING, _asked_now, False), (_NUMBER, _one_more, True),
    ):  # fmt: skip
        for section, source, line, others in lines:
            first, whole = _first(line, others), _whole(line, source)
            if first and pattern.search(whole) and (_CONDITION.search(whole) is not None) is in_conditions:
                yield f'change "{first}" of {section}\n  {pattern.sub(new, whole, count=1)}\n'


def _one_more(found: re.Match[str]) -> str:
    return str(int(found[0]) + 1)


def _asked_now(found: re.Match[str]) -> str:
    return f"{found[1]} now{found[2]}"


def _less(game: m.Game, lines: list[_Inside]) -> Iterator[str]:
    """Offers to take a row of a table away, or a line."""
    for kind in sorted(game.kinds.values(), key=lambda kind: -(kind.total or 0)):
        if kind.file is not None and kind.parent is None:
            yield from (f"remove {row.name}\n" for row in kind.rows[-2:])
    for section, _, line, others in reversed(lines):
        first = _first(line, others)
        if first:
            yield f'remove "{first}" of {section}\n'


def _first(line: Line, others: list[str]) -> str:
    """Gives the first words of a line that no other line of its section begins with; nothing if there are none."""
    words = [piece for piece in line.pieces if piece.kind != "cite"]
    firsts = (_said(words[:size]) for size in range(min(2, len(words)), len(words) + 1))
    return next((one for one in firsts if not any(other.startswith(one) for other in others)), "")


def _whole(line: Line, source: Source) -> str:
    words = [piece for piece in line.pieces if piece.kind != "cite"]
    return " ".join(source.text[words[0].start : words[-1].end].split())


def _said(pieces: "tuple[Piece, ...] | list[Piece]") -> str:
    """Says the beginning of a line as a patch quotes it."""
    return joined([piece for piece in pieces if piece.kind != "cite"]).replace('"', "")

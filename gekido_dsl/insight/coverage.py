"""What was counted in games and examples becomes what of a ruleset was never played, and its lines with marks.

A part is the body of a declaration, or what stands below a branch, a loop, a choice or an exception; it is played when
it begins, so a part that is left early counts as a whole. Definitions and amounts are asked, not begun: they are no
parts, but exceptions to them are, and count where they are in force (`ground.blocks`).

Invariants:
    A line belongs to the innermost part that has it; lines of no part have no mark.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.ground.blocks import Block, Blocks
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.simulate import Tallies
from gekido_dsl.source import Span

Mark = Literal["games", "examples", "never", ""]

_WHOLE: Final = frozenset(
    {"phase", "rule", "effect", "action", "trigger", "replacement", "setup", "end", "window"}
)
"""Parts that are a declaration."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules, and how often it was begun."""

    what: str
    name: str
    label: str
    file: str
    line: int
    games: int
    examples: int

    @property
    def mark(self) -> Mark:
        """Where it was played first of all."""
        return "games" if self.games else "examples" if self.examples else "never"

    @property
    def told(self) -> str:
        """What it is, for people."""
        inside = (
            f"{self.what} of {self.name}" if self.what not in _WHOLE else f"{self.what} {self.name}".strip()
        )
        return f"{inside}: {self.label}" if self.label else inside


@dataclass(frozen=True, slots=True)
class Thing:
    """A row of a table, and how often something happened with it."""

    kind: str
    name: str
    file: str
    line: int
    games: int
    examples: int

    @property
    def mark(self) -> Mark:
        """Where something happened with it first of all."""
        return "games" if self.games else "examples" if self.examples else "never"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an option, and in how many games and examples it held."""

    option: str
    answer: str
    games: int
    examples: int

    @property
    def mark(self) -> Mark:
        """Where it held first of all."""
        return "games" if self.games else "examples" if self.examples else "never"


Counted = Part | Thing | Answer


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a ruleset."""

    number: int
    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Coverage:
    """What of a ruleset was played."""

    games: int
    examples: int
    parts: tuple[Part, ...]
    things: tuple[Thing, ...]
    answers: tuple[Answer, ...]
    files: tuple[tuple[str, tuple[Line, ...]], ...]
    """By name, those that have parts."""

    @property
    def rules(self) -> list[tuple[str, list[Counted]]]:
        """The parts of the rules, sort by sort: whole declarations first."""
        by_what: dict[str, list[Counted]] = {}
        for part in self.parts:
            by_what.setdefault(part.what, []).append(part)
        ordered = [*(one for one in by_what if one in _WHOLE), *(one for one in by_what if one not in _WHOLE)]
        return [(what, by_what[what]) for what in ordered]

    @property
    def rest(self) -> list[tuple[str, list[Counted]]]:
        """The rows of tables, kind by kind, and the answers of options."""
        found: dict[str, list[Counted]] = {}
        for thing in self.things:
            found.setdefault(thing.kind, []).append(thing)
        if self.answers:
            found["answer of an option"] = [*self.answers]
        return list(found.items())


def share(found: Iterable[Counted], *, examples: bool = False) -> tuple[int, int]:
    """Counts what was played in games, of how much.

    Args:
        examples: whether it is enough that an example plays it.
    """
    marks = [one.mark for one in found]
    return sum(mark == "games" or (examples and mark == "examples") for mark in marks), len(marks)


class Examples:
    """What the examples of a ruleset play."""

    def __init__(self, compilation: Compilation, run: bool = True) -> None:
        """Runs them.

        Args:
            run: whether to; without, they play nothing.
        """
        game = compilation.game
        assert game is not None
        self.blocks = Blocks(game)
        self.happened: Counter[tuple[str, str]] = Counter()
        self.answers: Counter[tuple[str, str]] = Counter()
        self.number = 0
        interpreter = Interpreter(game, trace=True)
        interpreter.reached = [0] * len(self.blocks.every)
        interpreter.notice = self._notice
        if run:
            self.number = len(scenario.run(compilation, interpreter=interpreter))
            for one in game.scenarios:
                for name, option in game.options.items():
                    self.answers[name, option.answers.members[one.options.get(name, 0)]] += 1
        self.reached = interpreter.reached

    def _notice(self, what: str, kind: str, name: str, seat: int, amount: int) -> None:
        self.happened[kind, name] += 1


def coverage(
    compilation: Compilation,
    tallies: Tallies,
    played: Mapping[tuple[str, str], int],
    games: int,
    examples: Examples,
) -> Coverage:
    """Tells what of a ruleset was played.

    Args:
        tallies: of the games.
        played: by option and answer, in how many games it held.
        games: how many there were.
    """
    game = compilation.game
    assert game is not None
    blocks = examples.blocks
    parts = [
        _part(block, spans, tallies.reached.get((*block,), 0), examples.reached[number])
        for number, (block, spans) in enumerate(zip(blocks.every, blocks.spans, strict=True))
    ]
    happened = happenings(tallies)
    answers = [
        Answer(name, answer, played.get((name, answer), 0), examples.answers[name, answer])
        for name, option in game.options.items()
        for answer in option.answers.members
    ]
    return Coverage(
        games, examples.number, tuple(parts), tuple(things(game, happened, examples.happened)), tuple(answers),
        tuple(_files(compilation, blocks.spans, parts)),
    )  # fmt: skip


def _part(block: Block, spans: tuple[Span, ...], games: int, examples: int) -> Part:
    at = place(spans[0])
    return Part(block.what, block.name, block.label, at.file, at.line, games, examples)


def happenings(tallies: Tallies) -> Counter[tuple[str, str]]:
    """Counts how often something happened in games with each row of a kind."""
    happened: Counter[tuple[str, str]] = Counter()
    for one in tallies.happenings:
        happened[one.kind, one.name] += one.times
    return happened


def things(
    game: m.Game, games: Counter[tuple[str, str]], examples: Counter[tuple[str, str]]
) -> Iterator[Thing]:
    """Gives the rows of kinds whose rows have names of their own, where anything happened with one of them."""
    for kind in game.kinds.values():
        names = {row.name: row for row in kind.rows if row.name != kind.name}
        if len(names) < 2 or not any(
            (kind.name, name) in games or (kind.name, name) in examples for name in names
        ):
            continue
        for name, row in names.items():
            at = place(row.span)
            key = kind.name, name
            yield Thing(kind.name, name, at.file, at.line, games[key], examples[key])


def _files(
    compilation: Compilation, spans: Sequence[tuple[Span, ...]], parts: Sequence[Part]
) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """Gives the lines of all files that have parts, with their marks."""
    marks: dict[str, dict[int, Mark]] = {}
    sources = {}
    # Inner parts come after those that they are in.
    for where, part in zip(spans, parts, strict=True):
        for span in where if part.what != "window" else ():
            at = place(span)
            sources[at.file] = span.source
            for line in range(at.line, at.end_line + (at.end_column > 1)):
                marks.setdefault(at.file, {})[line] = part.mark
    for name, source in sources.items():
        texts = source.text.split("\n")
        if texts and not texts[-1]:
            texts.pop()
        told = marks[name]
        yield (
            name,
            tuple(
                Line(number, text, told.get(number, "") if text.strip() else "")
                for number, text in enumerate(texts, start=1)
            ),
        )

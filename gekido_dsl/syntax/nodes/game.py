"""The game as a whole: its head, its options, the files it uses."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Expr


@dataclass(frozen=True, slots=True)
class Edition(Node):
    """`edition 1`"""

    number: int


@dataclass(frozen=True, slots=True)
class SourceLine(Node):
    """`source GB "Gekido: Bot Battles rulebook"`"""

    name: Name
    title: str


@dataclass(frozen=True, slots=True)
class Sides(Node):
    """`2 sides`, `all on one side`, `the first player against all others`, `sides by my Robot's Team`"""

    kind: Literal["alternate", "together", "one", "by"]
    number: int = 0
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players 2 to 4, clockwise`, `players 1 to 3, and an automaton`"""

    least: int
    most: int
    options: tuple[str, ...]
    sides: Sides | None = None


@dataclass(frozen=True, slots=True)
class TurnLimit(Node):
    """`limit 2000 turns`, `limit 20 rounds`"""

    turns: int
    rounds: bool = False


@dataclass(frozen=True, slots=True)
class GamesRow(Node):
    """`best of 3 games`, `3 games in a row`"""

    number: int
    best: bool


@dataclass(frozen=True, slots=True)
class SameTime(Node):
    """`at the same time the player on turn decides`"""


@dataclass(frozen=True, slots=True)
class Game(Node):
    """`game "Gekido Duel" changes "gekido.gdl"`"""

    title: str
    changes: tuple[Name, ...]
    """The files of the games that it changes; empty when it stands alone."""
    lines: tuple[SourceLine | Players | TurnLimit | SameTime | GamesRow, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Renaming(Node):
    """`Bot as Robot`: what a file calls Robot is called Bot here"""

    new: Name
    old: Name


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`use "gekido/effects.gdl"`"""

    file: str
    renamed: tuple[Renaming, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulings(Node):
    """`rulings from "gekido/rulings.yaml"`"""

    file: str


@dataclass(frozen=True, slots=True)
class Book(Node):
    """`book from "gekido/book/setup.md"`: a chapter of the rulebook"""

    file: str


@dataclass(frozen=True, slots=True)
class Theme(Node):
    """`theme from "gekido/theme.yaml"`: how the pictures of the game look"""

    file: str


@dataclass(frozen=True, slots=True)
class Translation(Node):
    """`translation de from "gekido/languages/de.po"`: what the game says in another language"""

    language: str
    """As written; see `translations.tags`."""
    file: str


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`option Damage Floor "Least damage" is Zero or One`; the first answer is the default."""

    name: Name
    title: str | None
    answers: tuple[Name, ...]
    cites: Marks

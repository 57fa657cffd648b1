"""Scenarios and their steps."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.conditions import Cond
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Expr, Of
from gekido_dsl.syntax.nodes.statements import Sentence


@dataclass(frozen=True, slots=True)
class Given(Node):
    """`given Slicer is on r1c1`, `given seats Slicer, Pytron`, ..."""

    kind: Literal[
        "option", "players", "seats", "turn", "is", "state", "on", "drawn", "next", "falls", "chance"
    ]
    subject: Expr | Name | None
    values: tuple[Expr, ...] = ()
    names: tuple[Name, ...] = ()
    number: int = 0
    word: str = ""
    picks: tuple[Name | Of, ...] = ()
    drawing: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class When(Node):
    """`when Command Dice falls ...`, `when Slicer chooses ...`, `when Overclock suffers 3 damage`"""

    kind: Literal["falls", "brings", "chance", "chooses", "passes", "does"]
    subject: Expr | Name | None
    values: tuple[Expr, ...] = ()
    sentence: Sentence | None = None
    picks: tuple[Name | Of, ...] = ()
    """What is chosen, as it is written: `Play: Overcharge`, `r1c2`, `Circle to Cross`, `their third House`."""


@dataclass(frozen=True, slots=True)
class Then(Node):
    """`then Pytron's Structure is ...`, `then Slicer cannot choose Five Of A Kind`"""

    kind: Literal[
        "cond",
        "list",
        "drawn",
        "can",
        "only",
        "cannot",
        "unasked",
        "suffered",
        "wins",
        "alone",
        "loses",
        "ended",
        "error",
    ]
    condition: Cond | None
    subject: Expr | None = None
    values: tuple[Expr, ...] = ()
    picks: tuple[Name | Of, ...] = ()
    text: str = ""
    drawing: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    """`scenario "Slicer makes Four of a Kind"` and its steps"""

    title: str
    steps: tuple[Given | When | Then, ...]
    cites: Marks

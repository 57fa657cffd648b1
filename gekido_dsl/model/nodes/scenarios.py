"""Scenarios and their steps."""

from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.model.nodes.statements import Body
from gekido_dsl.source import Span


@dataclass(slots=True, eq=False)
class ScenarioStep:
    """A step as written, with what it names resolved."""

    kind: str
    span: Span = field(repr=False)
    subject: Any = None
    values: tuple[Any, ...] = ()
    expr: Expr | None = None
    body: Body | None = None


@dataclass(slots=True, eq=False)
class Scenario(Decl):
    """An example that is a test."""

    options: dict[str, int] = field(default_factory=dict)
    players: int | None = None
    seats: tuple[int, ...] = ()
    steps: tuple[ScenarioStep, ...] = ()
    locals: int = 1

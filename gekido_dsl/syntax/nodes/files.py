"""A whole file, and every declaration that may stand in it."""

from dataclasses import dataclass, field

from gekido_dsl.grammar.lexer import Line
from gekido_dsl.syntax.nodes.claims import Claim
from gekido_dsl.syntax.nodes.definitions import Amount, Cluster, Definition, Patterns, Position, Property
from gekido_dsl.syntax.nodes.game import Book, Edition, Game, Option, Rulings, Theme, Translation, Use
from gekido_dsl.syntax.nodes.parts import Node
from gekido_dsl.syntax.nodes.patches import Patch
from gekido_dsl.syntax.nodes.places import Board, Counter, Damage, Link, Place, Track
from gekido_dsl.syntax.nodes.reports import Report
from gekido_dsl.syntax.nodes.rules import (
    Action,
    Aim,
    Exception_,
    GameEnd,
    Phase,
    Procedure,
    Replacement,
    Setup,
    Trigger,
    Turn,
    Window,
)
from gekido_dsl.syntax.nodes.scenarios import Scenario
from gekido_dsl.syntax.nodes.things import Die, Kind, NamedNumber, Values

Declaration = (
    Edition
    | Game
    | Use
    | Rulings
    | Book
    | Theme
    | Translation
    | Option
    | NamedNumber
    | Values
    | Die
    | Kind
    | Board
    | Place
    | Track
    | Counter
    | Link
    | Damage
    | Patterns
    | Definition
    | Cluster
    | Position
    | Property
    | Amount
    | Report
    | Turn
    | Setup
    | Phase
    | Procedure
    | Action
    | Window
    | Trigger
    | Replacement
    | Exception_
    | GameEnd
    | Aim
    | Scenario
    | Claim
    | Patch
)


@dataclass(frozen=True, slots=True)
class File(Node):
    """One file, as far as it could be read."""

    declarations: tuple[Declaration, ...]
    lost: frozenset[str] = frozenset()
    """Names in lines that could not be read, and the first words of declarations that are lost altogether."""
    lines: tuple[tuple[Line, ...], ...] = field(default=(), compare=False, repr=False)
    """The lines of each declaration."""

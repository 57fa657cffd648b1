"""The resolved, typed game: every name is an object, every number has a range, every collection a bound.

Everything is used from here; each module holds one part, named as in `gekido_dsl.syntax.nodes`.

Invariants:
    Names are resolved: a node refers to the declaration object itself, never to its spelling.
    A declaration carries the text, the citation and the span it was written with.
    An expression is an operator of the kernel: each has a class in `ops`, and its record says all that is declared of
    it. A phrase that leaves a decision open is no expression; it is a `Slot` of a `Decision`.
    What is done is an act: each verb has a class in `acts`, and its record says all that is declared of it.

Declarations are filled in two steps, first all names, then what they mean, and are not changed afterwards.
Expressions and statements are frozen.
"""

from gekido_dsl.model.kernel import operators as ops
from gekido_dsl.model.kernel import verbs as acts
from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.verbs import AnyAct
from gekido_dsl.model.nodes.claims import Claim, Claimed, ClaimKind
from gekido_dsl.model.nodes.definitions import (
    LAYERS,
    Amount,
    AmountLine,
    CardPattern,
    Definition,
    Exception_,
    Meld,
    Melding,
    Param,
    Pattern,
    PatternSet,
    Position,
    Property,
    Ranking,
)
from gekido_dsl.model.nodes.expressions import OPERATORS, Expr, made
from gekido_dsl.model.nodes.game import Game, NamedNumber, Option, Ruling, Sides
from gekido_dsl.model.nodes.parts import Citation, Decl, Word
from gekido_dsl.model.nodes.places import Board, Counter, Damage, Layout, Link, Place, Standing, Track
from gekido_dsl.model.nodes.reports import Report, ReportLine
from gekido_dsl.model.nodes.rules import (
    GAME_END,
    STRETCHES,
    Aim,
    Event,
    Note,
    Procedure,
    Quota,
    Scope,
    Stretch,
    Turn,
    TurnLine,
    Turns,
    Window,
    WindowLine,
)
from gekido_dsl.model.nodes.scenarios import Scenario, ScenarioStep
from gekido_dsl.model.nodes.shapes_of_boards import Grid, Mesh, Network, Rim, Round, Shape
from gekido_dsl.model.nodes.statements import (
    DECLINED,
    Body,
    Decision,
    Each,
    If,
    Menu,
    Repeat,
    Sentence,
    Slot,
    Statement,
    Sure,
)
from gekido_dsl.model.nodes.things import Combinations, Drawing, Enum, Field, Kind, Numbers, Row, Sign

__all__ = [
    "DECLINED",
    "GAME_END",
    "LAYERS",
    "OPERATORS",
    "STRETCHES",
    "Act",
    "Aim",
    "Amount",
    "AmountLine",
    "AnyAct",
    "Board",
    "Body",
    "CardPattern",
    "Citation",
    "Claim",
    "ClaimKind",
    "Claimed",
    "Combinations",
    "Counter",
    "Damage",
    "Decision",
    "Decl",
    "Definition",
    "Drawing",
    "Each",
    "Enum",
    "Event",
    "Exception_",
    "Expr",
    "Field",
    "Game",
    "Grid",
    "If",
    "Kind",
    "Layout",
    "Link",
    "Meld",
    "Melding",
    "Menu",
    "Mesh",
    "NamedNumber",
    "Network",
    "Note",
    "Numbers",
    "Option",
    "Param",
    "Pattern",
    "PatternSet",
    "Place",
    "Position",
    "Procedure",
    "Property",
    "Quota",
    "Ranking",
    "Repeat",
    "Report",
    "ReportLine",
    "Rim",
    "Round",
    "Row",
    "Ruling",
    "Scenario",
    "ScenarioStep",
    "Scope",
    "Sentence",
    "Shape",
    "Sides",
    "Sign",
    "Slot",
    "Standing",
    "Statement",
    "Stretch",
    "Sure",
    "Track",
    "Turn",
    "TurnLine",
    "Turns",
    "Window",
    "WindowLine",
    "Word",
    "acts",
    "made",
    "ops",
]

"""What was written, as frozen nodes with spans.

Invariants:
    A node says what stands in the text and nothing else: names are not resolved, types are not known.
    Spans are ignored by equality, so that two texts that differ in layout alone give equal nodes.
    Every set of alternatives is closed by a union at the end of its part.
"""

from dataclasses import dataclass, field
from typing import Literal

from gekido_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything written."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`Target Lock`: a run of capitalised words."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`[GB p5]`, `[reconstructed]`, `[ruling G01]`: the text between the brackets."""

    text: str


Marks = tuple[Cite, ...]


# ---------------------------------------------------------------- phrases


@dataclass(frozen=True, slots=True)
class Num(Node):
    """`3`"""

    value: int


@dataclass(frozen=True, slots=True)
class Noun(Node):
    """`empty Tile`, `Ready Enemy`, `Tech Cards`, `remaining players`: adjectives of the language, then a name."""

    adjectives: tuple[str, ...]
    name: Name | None
    """None for `player`."""


@dataclass(frozen=True, slots=True)
class Indefinite(Node):
    """`a Ready Enemy`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Several(Node):
    """`5 Command Dice`"""

    number: int
    noun: Noun


@dataclass(frozen=True, slots=True)
class Local(Node):
    """`the row`"""

    word: str


@dataclass(frozen=True, slots=True)
class It(Node):
    """`it`"""


@dataclass(frozen=True, slots=True)
class Me(Node):
    """`me`"""


@dataclass(frozen=True, slots=True)
class Spot(Node):
    """`r1c2`: a space by its row and column; stands in scenarios only"""

    word: str


@dataclass(frozen=True, slots=True)
class NoneWord(Node):
    """`none`"""


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    """`yes`, `no`"""

    value: bool


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`Hand Limit`, `Damage for Command`, `owner`: what follows `'s`, `my` or `its`."""

    name: str
    index: "Expr | None"
    built_in: bool


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`Attacker's Upgrade`, `my Bot`, `its Rows`. `my` has the base `me`, `its` the base `it`."""

    base: "Expr"
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Located(Node):
    """`Command Dice of Pool`, `Tech Cards in my Hand`, `Bots on Arena`"""

    things: "Expr"
    where: "Expr"


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`Rolls plus 1`"""

    operator: Literal["plus", "minus", "times"]
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Ordinal(Node):
    """`the first player`; the number counts from 0"""

    number: int


@dataclass(frozen=True, slots=True)
class Highest(Node):
    """`the highest Card of Trick by Strength`"""

    lowest: bool
    things: "Expr"
    by: "Expr"


@dataclass(frozen=True, slots=True)
class Lines(Node):
    """`the lines from it over Hostile Squares to Own Squares`"""

    origin: "Expr"
    over: Noun
    end: Noun


@dataclass(frozen=True, slots=True)
class Union(Node):
    """`a Square that is A or a Square that is B`"""

    parts: tuple["Phrase", ...]


@dataclass(frozen=True, slots=True)
class Inner(Node):
    """`(the last Card of Pack)`"""

    phrase: "Phrase"


@dataclass(frozen=True, slots=True)
class Count(Node):
    """`number of remaining players`"""

    phrase: "Phrase"


Expr = (
    Num
    | Noun
    | Indefinite
    | Several
    | Local
    | It
    | Me
    | NoneWord
    | YesNo
    | Of
    | Located
    | Arithmetic
    | Count
    | Ordinal
    | Highest
    | Lines
    | Union
    | Spot
    | Inner
)


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """How many, and who says which: `all`, `up to 3`, `any number of`, `2 random`."""

    kind: Literal["all", "between", "random", "next", "last"]
    least: int = 1
    most: int | None = 1
    """None: as many as there are."""


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`up to 2 Command Dice of Pool that fit Command`"""

    quantity: Quantity | None
    head: Expr
    relative: "Relative | None" = None
    as_many: Expr | None = None
    """`as many Tech Cards as Card Reward`"""


@dataclass(frozen=True, slots=True)
class Relative(Node):
    """`that is empty and is next to my Bot`"""

    predicates: tuple["Predicate", ...]
    joined: Literal["and", "or"]


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`is not at least 3`; the operand is None for an adjective of the language."""

    negated: bool
    how: Literal[
        "value",
        "adjective",
        "at_least",
        "at_most",
        "more",
        "less",
        "next_to",
        "within",
        "on",
        "in",
        "relation",
    ]
    operand: Expr | None
    word: str = ""
    """The adjective, or the direction of a relation."""
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`has an Effect`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class HasMoved(Node):
    """`has not moved this Turn`"""

    negated: bool
    scope: Name


@dataclass(frozen=True, slots=True)
class HasUsed(Node):
    """`has used Claim Tile this Attack`"""

    negated: bool
    actions: tuple[Name, ...]
    scope: Name


@dataclass(frozen=True, slots=True)
class Fits(Node):
    """`fits Command`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class Shows(Node):
    """`shows my Bot's Symbol`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class Joins(Node):
    """`joins left and right`"""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class MakesRow(Node):
    """`makes 4 in a row`"""

    length: int


Predicate = Is | Has | HasMoved | HasUsed | Fits | Shows | Joins | MakesRow


@dataclass(frozen=True, slots=True)
class Test(Node):
    """`my Bot is on Arena`"""

    subject: Expr
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`no Tile that is In Reach is next to a Ready Enemy`"""

    quantifier: Literal["some", "no", "every"]
    phrase: Phrase
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`A and B and C`"""

    operator: Literal["and", "or"]
    parts: tuple["Cond", ...]


Cond = Test | Quantified | Logic


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """`if C`, `unless C`, `if possible` (no condition)."""

    kind: Literal["if", "unless", "possible"]
    condition: Cond | None


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Prep(Node):
    """`to Target's Tile`, `with 5 and 2`"""

    word: str
    phrase: Phrase
    more: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Must(Node):
    """`must be a Battle Station, else next to an enemy Bot, else anywhere`; a rung of None is `anywhere`."""

    rungs: tuple[Is | None, ...]


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """`Target's owner moves Target to an empty Tile, asking "Where?" if ...`"""

    subject: Phrase | None
    may: bool
    verb: str
    """Base form."""
    object: Phrase | None
    damage: Expr | None
    """`suffers 3 damage`"""
    preps: tuple[Prep, ...] = ()
    asking: str | None = None
    guard: Guard | None = None
    musts: tuple[Must, ...] = ()
    otherwise: tuple["Statement", ...] | None = None
    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C` and a block"""

    condition: Cond
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`each other player` and a block, `secretly each player` and a block"""

    phrase: Phrase
    body: tuple["Statement", ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat while C`, `repeat until C`, `repeat up to 3 times`"""

    kind: Literal["while", "until", "times"]
    condition: Cond | None
    times: Expr | None
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """`"Roll again" if C` and a block"""

    label: str
    guard: Guard | None
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    """`choose one` and its alternatives"""

    asking: str | None
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "Push the target"` and a block"""

    subject: Phrase | None
    label: str
    guard: Guard | None
    body: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class OnlyIf(Node):
    """`only if C`"""

    condition: Cond
    cites: Marks


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`text "the dice just rolled"`"""

    text: str


Statement = Sentence | If | Each | Repeat | ChooseOne | May
BodyLine = Statement | OnlyIf | Text


# ---------------------------------------------------------------- declarations


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
class Players(Node):
    """`players 2 to 4, clockwise`"""

    least: int
    most: int
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnLimit(Node):
    """`limit 2000 turns`"""

    turns: int


@dataclass(frozen=True, slots=True)
class Game(Node):
    """`game "Gekido Duel" changes "gekido.gdl"`"""

    title: str
    changes: str | None
    lines: tuple[SourceLine | Players | TurnLimit, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`use "gekido/effects.gdl"`"""

    file: str


@dataclass(frozen=True, slots=True)
class Rulings(Node):
    """`rulings from "gekido/rulings.yaml"`"""

    file: str


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`option Damage Floor "Least damage" is Zero or One`; the first answer is the default."""

    name: Name
    title: str | None
    answers: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Values(Node):
    """`values Symbol: Circle, Triangle` and `drawn as "●▲"`"""

    name: Name
    members: tuple[Name, ...]
    cites: Marks
    glyphs: str | None = None


@dataclass(frozen=True, slots=True)
class Total(Node):
    """`46 of them`, `2 for each player`"""

    number: int
    each_player: bool


@dataclass(frozen=True, slots=True)
class Die(Node):
    """`die Command Die of Symbol, 6 of them`"""

    name: Name
    faces: Name | tuple[int, int]
    total: Total | None
    opposites: tuple[tuple[Name, Name], ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0 to 6`"""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class RefType(Node):
    """`a Bot or none`; None for `a player`"""

    name: Name | None
    optional: bool


@dataclass(frozen=True, slots=True)
class ValuesType(Node):
    """`Red, Green or Gray`"""

    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class BoolType(Node):
    """`yes or no`"""


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`up to 4 Effect`, `up to 8 rows of up to 4 Effect`"""

    most_rows: int | None
    most: int
    name: Name


@dataclass(frozen=True, slots=True)
class TextType(Node):
    """`text`"""


FieldType = RangeType | RefType | ValuesType | BoolType | ListType | TextType


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`Score: 0 to 200, starts 0`"""

    name: Name
    index: Name | None
    type: FieldType
    start: Expr | None
    seen: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class RowsFrom(Node):
    """`from "gekido/bots.yaml"` or `of each Bot, listed as Powers`"""

    file: str | None
    parent: Name | None = None
    column: Name | None = None


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """`kind Tech Card from "gekido/tech_cards.yaml", 46 of them`"""

    name: Name
    rows: RowsFrom | None
    total: Total | None
    fields: tuple[Field, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Layout(Node):
    """`corners and edges: Tiles that are Outer Tiles, shuffled`"""

    regions: tuple[str, ...]
    phrase: Phrase
    shuffled: bool
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Board(Node):
    """`board Arena: 3 by 3 Tile, touching in 8 directions`"""

    name: Name
    rows: int
    columns: int
    space: Name
    directions: int
    layout: tuple[Layout, ...]
    cites: Marks
    drawing: tuple[Name, ...] = ()
    """Rows of the board as drawn, the top row first."""
    legend: tuple["Legend", ...] = ()


@dataclass(frozen=True, slots=True)
class Legend(Node):
    """`"1" is a Pawn of the first player`"""

    sign: str
    kind: Name
    player: int


@dataclass(frozen=True, slots=True)
class Owner(Node):
    """`each Bot`; None for `each player`"""

    kind: Name | None


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`hand Hand of each player, of Tech Cards`"""

    word: str
    name: Name
    owner: Owner | None
    holds: Name
    full: bool
    shuffled: bool
    seen: str | None
    pile: Name | None
    limit: Expr | None
    refill: Sentence | None
    text: str | None
    cites: Marks
    late: "LateCheck | None" = None


@dataclass(frozen=True, slots=True)
class LateCheck(Node):
    """`, checked after the draw if ...`: a limit is asked about once for all that is drawn"""

    guard: "Guard | None"


@dataclass(frozen=True, slots=True)
class Track(Node):
    """`track Structure of each Bot: a Structure Die showing 6 for each of its Rows, from Spare Dice`"""

    name: Name
    owner: Owner
    die: Name
    showing: int
    rows: Name | None
    spaces: Expr | None
    supply: Name
    cites: Marks


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """`counter Upgrade of each Bot: 0 to 5 on a Structure Die, from Spare Dice`"""

    name: Name
    owner: Owner
    low: int
    high: int
    die: Name
    supply: Name
    kept: int | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Link(Node):
    """`link Target Lock from each Bot to each other Bot: Ready or Loading, starts Ready, 3 of each`"""

    name: Name
    origin: Name
    goal: Name
    sides: tuple[Name, ...]
    start: Name
    number: int | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Damage(Node):
    """`damage to a Bot: Armor, then Structure`"""

    kind: Name
    tracks: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Group(Node):
    """`3 alike`, `5 different`"""

    number: int
    alike: bool


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`Full House: 3 alike and 2 alike, or 5 alike if ...`"""

    name: Name
    groups: tuple[Group, ...]
    never: Expr | None
    other: tuple[Group, ...]
    other_guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Patterns(Node):
    """`patterns Command of Command Dice in Locked`"""

    name: Name
    die: Name
    place: Name
    patterns: tuple[Pattern, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`a Tile is a Free Step if it is empty and it is next to my Bot`; kind is None for `a player`"""

    kind: Name | None
    name: Name
    condition: Cond
    cites: Marks


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`the Run of a Square is ...`; kind is None for `a player`"""

    name: Name
    kind: Name | None
    phrase: Phrase
    cites: Marks


@dataclass(frozen=True, slots=True)
class AmountLine(Node):
    """`add Boost if ...`"""

    operator: Literal["start", "add", "subtract", "multiply", "divide", "set", "floor", "cap"]
    operand: Expr
    rounding: str
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`amount Attack Damage` and its lines"""

    name: Name
    of: Owner | None
    lines: tuple[AmountLine, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class TurnLine(Node):
    """`Attack: Acquire Target, Brace if ...`"""

    phase: Name
    steps: tuple[Name, ...]
    guard: Guard | None


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """`turn of each player, a random player first` and its phases"""

    first: Literal["seat", "random"]
    lines: tuple[TurnLine, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """`setup` and a block"""

    body: tuple[Statement, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """`phase Attack "Attack Phase"`: fields, then statements"""

    name: Name
    title: str | None
    fields: tuple[Field, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`1 to 3 as the count`"""

    type: RangeType | RefType
    word: str


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """`rule Push`, `effect Flip "flip a die"`"""

    word: Literal["rule", "effect"]
    name: Name
    params: tuple[Param, ...]
    title: str | None
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Action(Node):
    """`action Play: a Tech Card in my Hand that is Playable` and a block"""

    name: Name
    phrase: Phrase
    once_each: Name | None
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Quota(Node):
    """`at most 1 each Roll of Play or Use Power`; most is None for `any number of`"""

    most: int | None
    scope: Name | None
    actions: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WindowLine(Node):
    """`first Target's owner: any number of Play`"""

    seat: Expr
    quotas: tuple[Quota, ...]
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Window(Node):
    """`window After Roll` and its lines"""

    name: Name
    lines: tuple[WindowLine, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Event(Node):
    """`a Bot loses a row of Structure as the row`, `Attack begins`"""

    kind: Literal["destroyed", "out", "row", "damage", "enters", "begins", "ends"]
    subject: Name
    other: Name | None = None
    where: Phrase | None = None
    local: str | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """`whenever a Bot runs out of Structure` and a block"""

    event: Event
    after_damage: bool
    guard: Guard | None
    body: tuple[Statement, ...]
    cites: Marks
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Replacement(Node):
    """`instead when a Bot suffers damage` and a block"""

    event: Event
    guard: Guard | None
    body: tuple[Statement, ...]
    cites: Marks
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Exception_(Node):
    """`exception to Legal Start when ...`; the body is a definition, lines of an amount, or statements"""

    name: Name
    condition: Cond
    as_began: Name | None
    definition: Definition | None
    lines: tuple[AmountLine, ...]
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class GameEnd(Node):
    """`the game ends when ...` and a block"""

    condition: Cond
    body: tuple[Statement, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`change board Arena: ...`, `replace rule Push ...`"""

    how: Literal["change", "replace"]
    declaration: "Declaration"


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove Tech Card, Tech Deck`"""

    names: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Given(Node):
    """`given Slicer is on r1c1`, `given seats Slicer, Pytron`, ..."""

    kind: Literal["option", "players", "seats", "turn", "is", "on", "next"]
    subject: Expr | Name | None
    values: tuple[Expr, ...] = ()
    names: tuple[Name, ...] = ()
    number: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class When(Node):
    """`when Command Dice falls ...`, `when Slicer chooses ...`, `when Overclock suffers 3 damage`"""

    kind: Literal["falls", "brings", "chooses", "passes", "does"]
    subject: Expr | Name | None
    values: tuple[Expr, ...] = ()
    sentence: Sentence | None = None
    picks: tuple[Name, ...] = ()
    """What is chosen, as it is written: `Play: Overcharge`, `r1c2`, `Circle to Cross`."""


@dataclass(frozen=True, slots=True)
class Then(Node):
    """`then Pytron's Structure is ...`, `then Slicer cannot choose Five Of A Kind`"""

    kind: Literal["cond", "list", "can", "only", "cannot", "suffered", "wins", "error"]
    condition: Cond | None
    subject: Expr | None = None
    values: tuple[Expr, ...] = ()
    picks: tuple[Name, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    """`scenario "Slicer makes Four of a Kind"` and its steps"""

    title: str
    steps: tuple[Given | When | Then, ...]
    cites: Marks


Declaration = (
    Edition
    | Game
    | Use
    | Rulings
    | Option
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
    | Property
    | Amount
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
    | Scenario
    | Change
    | Remove
)


@dataclass(frozen=True, slots=True)
class File(Node):
    """One file, as far as it could be read."""

    declarations: tuple[Declaration, ...]
    lost: frozenset[str] = frozenset()
    """Names in lines that could not be read, and the first words of declarations that are lost altogether."""

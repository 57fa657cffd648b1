"""What expressions read while dice are rolled: dice by place and face, and the few facts that count.

Invariants:
    A state is a pair of tuples, `columns` and `facts`. `columns[face][place]` says how many dice show a face there; the
    last column counts dice whose face says nothing, as those in a bag and those about to be rolled.
    What is not known here is `UNKNOWN`, and so is what follows from it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from gekido_dsl.ground.patterns import PatternTable, table_of
from gekido_dsl.ground.start import initial_value
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Span


class _Unknown:
    """What dice do not tell."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = _Unknown()
Value = Any
Columns = tuple[tuple[int, ...], ...]
State = tuple[Columns, tuple[Any, ...]]
Locals = dict[int, Any]
Function = Callable[[State, Locals], Value]


class Seat(NamedTuple):
    """A player: the one who rolls, or another."""

    rolls: bool


ROLLER: Final = Seat(True)
OTHER: Final = Seat(False)


class Mine(NamedTuple):
    """The one thing of a kind that a player has."""

    kind: m.Kind
    seat: Seat


class RowOf(NamedTuple):
    """A thing, of which only its row matters."""

    kind: m.Kind
    row: int


class Die(NamedTuple):
    """Any die that lies at a place and shows a face; the number behind the last face stands for none."""

    place: int
    face: int
    fact: int = -1
    """The fact that follows this one die, and tells it from those that lie and show alike; -1 for none."""


class NotExact(Exception):
    """The chances cannot be counted."""

    def __init__(self, why: str, span: Span | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.span = span


class NotOpen(NotExact):
    """Nothing is open that dice decide."""


class TooMany(NotExact):
    """There is too much to count while somebody waits; it can still be sampled."""


def range_of(die: m.Kind) -> range:
    """Gives the values of the faces of a die, in order."""
    if isinstance(die.faces, m.Enum):
        return range(len(die.faces.members))
    return range(die.faces[0], die.faces[1] + 1) if die.faces else range(0)


@dataclass(eq=False)
class Scope:
    """What the expressions of one part of a turn are about."""

    game: m.Game
    die: m.Kind
    answers: Mapping[str, int]
    """The answer to each option, by its name; those that are left out have their default."""
    rows: Mapping[str, int]
    """Which row of a kind the one who rolls has, by the name of the kind."""
    places: list[m.Place] = field(default_factory=list)
    keys: dict[Hashable, int] = field(default_factory=dict)
    """The number of each fact that is kept."""
    starts: list[Any] = field(default_factory=list)
    wanted: frozenset[Hashable] | None = None
    """The facts that matter; None while that is being found out."""
    read: set[Hashable] = field(default_factory=set)
    """The facts that were asked for by what was made."""
    asked: dict[tuple[str, str], tuple[m.Kind, m.Field]] = field(default_factory=dict)
    """The printed fields of the roller's own things that count, by kind and name."""
    named: bool = False
    """Whether a face is called by its name."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """The printed numbers of other things that count, by kind and name."""
    alone: dict[Hashable, int] = field(default_factory=dict)
    """How often a fact is asked for otherwise than to compare it with another."""
    compared: set[frozenset[Hashable]] = field(default_factory=set)
    """The pairs of facts that are compared with each other."""
    given: dict[Hashable, Any] = field(default_factory=dict)
    """Facts that start otherwise than the rules say."""
    faces: range = field(init=False)

    def __post_init__(self) -> None:
        self.faces = range_of(self.die)
        self.places = [place for place in self.game.places.values() if place.holds is self.die]

    @property
    def none(self) -> int:
        """The column of dice whose face says nothing."""
        return len(self.faces)

    def place(self, place: m.Place) -> int:
        """Gives the number of a place; -1 if no such dice lie there."""
        return self.places.index(place) if place in self.places else -1

    def fact(self, key: Hashable, start: Any) -> int:
        """Gives the number of a fact, which is kept from now on; -1 if it does not matter."""
        if self.wanted is not None and key not in self.wanted:
            return -1
        if key not in self.keys:
            self.keys[key] = len(self.starts)
            self.starts.append(self.given.get(key, start))
        return self.keys[key]

    def table(self, patterns: m.PatternSet) -> PatternTable:
        """Gives the table of some patterns."""
        return table_of(patterns)


def start_of(fact: m.Field) -> Any:
    """Gives what a fact starts with; unknown where the rules leave it to the match."""
    if fact.start is None:
        return initial_value(fact)
    return fact.start.value if isinstance(fact.start, m.ops.Const) else UNKNOWN


def dice_in(state: State, place: int) -> list[Die]:
    """Lists the dice of a place."""
    found = [Die(place, face) for face, column in enumerate(state[0]) for _ in range(column[place])]
    for one in followed(state[1]):
        if one.place == place:
            found[found.index(Die(place, one.face))] = one
    return found


def followed(facts: Sequence[Any]) -> list[Die]:
    """Lists the dice that facts follow."""
    if Die not in map(type, facts):
        return []
    every = [facts[number] for number, kind in enumerate(map(type, facts)) if kind is Die]
    return [one for one in every if one.fact >= 0]


def moved(state: State, die: Die, to: Die) -> State:
    """Has one die lie elsewhere, or show something else."""
    columns = [list(column) for column in state[0]]
    if columns[die.face][die.place] < 1:
        raise NotExact("a die is moved that is not there")
    columns[die.face][die.place] -= 1
    columns[to.face][to.place] += 1
    made = tuple(map(tuple, columns)), state[1]
    return made if die.fact < 0 else with_fact(made, die.fact, Die(to.place, to.face, die.fact))


def with_fact(state: State, number: int, value: Any) -> State:
    """Has a fact be something else."""
    facts = state[1]
    if facts[number] == value:
        return state
    if type(facts) is tuple:
        return state[0], (*facts[:number], value, *facts[number + 1 :])
    return state[0], facts.having(number, value)  # type: ignore[attr-defined]


def held_in(facts: Sequence[object]) -> tuple[int, ...]:
    """Lists the facts that keep one die apart from those that lie and show alike."""
    if Die not in map(type, facts):
        return ()
    return tuple(one.fact for one in facts if type(one) is Die and one.fact >= 0)


def printed(kind: m.Kind, row: int, fact: m.Field) -> Any:
    """Gives what a row says in a field."""
    value = kind.rows[row].values.get(fact.name, NONE)
    return NONE if value is None else value


def across(die: m.Kind, face: int) -> int:
    """Gives the face on the far side of a die; a face without one is its own."""
    if isinstance(die.faces, m.Enum):
        return die.opposite.get(face, face)
    return die.faces[0] + die.faces[1] - face if die.faces else face

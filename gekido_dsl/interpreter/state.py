"""The state of a match: numbers in lists, and frames on a bounded stack.

Invariants:
    Everything that a match remembers is here, as plain numbers; a copy of the lists is a copy of the state.
    `where` and `contents` say the same: a thing is in exactly one place, or nowhere.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng

if TYPE_CHECKING:
    from gekido_dsl.engine import Chance, Event
    from gekido_dsl.interpreter.program import Code, Program
    from gekido_dsl.interpreter.questions import Question

Locals = list[Any]


class Frame:
    """A body that is running: its code, the next step and its locals. Local 0 is the acting player."""

    __slots__ = ("code", "locals", "step")

    def __init__(self, code: "Code", locals_: Locals, step: int = 0) -> None:
        self.code = code
        self.locals = locals_
        self.step = step

    def copy(self) -> "Frame":
        """Gives an independent copy."""
        return Frame(self.code, list(self.locals), self.step)


@dataclass(frozen=True, slots=True)
class Record:
    """Something that happened, before it is put into words."""

    kind: str
    args: tuple[Any, ...]
    code: "Code | None"
    span: Any
    actor: int
    why: tuple[str, ...] = ()
    secret: bool = False
    """Whether only the acting player may read it."""


class State:
    """The state of a match. Changed by the interpreter alone."""

    __slots__ = (
        "cells",
        "chance",
        "contents",
        "frames",
        "log",
        "pending",
        "program",
        "question",
        "rng",
        "where",
    )

    def __init__(self, program: "Program") -> None:
        layout = program.layout
        self.program = program
        self.cells: list[int] = [0] * layout.cells
        self.where: list[int] = [NONE] * layout.count
        self.contents: list[list[int]] = [[] for _ in layout.place_names]
        self.frames: list[Frame] = []
        self.rng = Rng(0)
        self.question: Question | None = None
        self.pending: list[Frame] = []
        """Triggers that are due when the step at hand is done."""
        self.log: list[Event] | None = None
        self.chance: Chance | None = None

    def copy(self) -> "State":
        """Gives an independent copy."""
        made = State.__new__(State)
        made.program = self.program
        made.cells = self.cells[:]
        made.where = self.where[:]
        made.contents = [things[:] for things in self.contents]
        made.frames = [frame.copy() for frame in self.frames]
        made.rng = Rng(0)
        made.rng.state = self.rng.state
        made.question = self.question
        made.pending = []
        made.log = None
        made.chance = None
        return made

    def move(self, thing: int, place: int) -> None:
        """Puts a thing last into a place; NONE takes it out of play."""
        before = self.where[thing]
        if before != NONE:
            self.contents[before].remove(thing)
        self.where[thing] = place
        if place != NONE:
            self.contents[place].append(thing)

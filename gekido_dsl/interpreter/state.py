"""The state of a match: numbers in lists, and frames on a bounded stack.

Invariants:
    Everything that a match remembers is here, as plain numbers; a copy of the lists is a copy of the state.
    What lies in a place changes only after `touch`; so a mark knows how it lay there.
    `where` and `contents` say the same: a thing is in exactly one place, or nowhere.
"""

from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.ground.position import Position
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng

if TYPE_CHECKING:
    from gekido_dsl.engine import Chance, Event, Notice
    from gekido_dsl.interpreter.program import Code, Program
    from gekido_dsl.interpreter.questions import Asked
    from gekido_dsl.interpreter.secret_part import SecretPart
    from gekido_dsl.model import nodes as m

Locals = list[Any]
MOVED: Final = 5
"""How much it counts as work to move a thing."""


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


class Mark:
    """How a state was, and the choices since: from these it is made again when a choice comes to nothing."""

    __slots__ = ("cells", "choices", "contents", "frames", "question", "rng", "secret_part")

    def __init__(self, s: "State") -> None:
        self.cells = s.cells[:]
        self.frames = [(frame, frame.step, frame.locals[:]) for frame in s.frames]
        self.rng = s.rng.state
        self.question = s.question
        self.secret_part = s.secret_part
        self.contents: dict[int, list[int]] = {}
        """What lay in the places that have changed since: places are many, and few of them change."""
        self.choices: list[int] = []


class State(Position):
    """The state of a match: a position and what is under way in it. Changed by the interpreter alone."""

    __slots__ = (
        "chance",
        "frames",
        "log",
        "mark",
        "notice",
        "pending",
        "program",
        "question",
        "secret_part",
        "trying",
    )

    def __init__(self, program: "Program") -> None:
        super().__init__(program.layout)
        self.program = program
        self.frames: list[Frame] = []
        self.question: Asked | None = None
        self.pending: list[Frame] = []
        """Triggers that are due when the step at hand is done."""
        self.log: list[Event] | None = None
        self.notice: Notice | None = None
        self.chance: Chance | None = None
        self.mark: Mark | None = None
        self.secret_part: SecretPart | None = None
        """The secret part that is running."""
        self.trying = False
        """Whether something is only tried on it."""

    def copy(self) -> "State":
        """Gives an independent copy."""
        made = State.__new__(State)
        made.program = self.program
        made.layout = self.layout
        made.cells = self.cells[:]
        made.where = self.where[:]
        made.contents = [things[:] for things in self.contents]
        made.frames = [frame.copy() for frame in self.frames]
        made.rng = Rng(0)
        made.rng.state = self.rng.state
        made.question = self.question
        made.pending = []
        made.log = made.notice = None
        made.chance = None
        made.mark = None
        made.secret_part = self.secret_part
        made.trying = self.trying
        return made

    def running(self) -> tuple["m.Procedure", ...]:
        """Lists the phases that run, the outermost first."""
        return tuple(frame.code.phase for frame in self.frames if frame.code.phase is not None)

    def go_back(self, mark: Mark) -> None:
        """Makes the state what it was at its mark."""
        self.cells = mark.cells
        for place in mark.contents:
            for thing in self.contents[place]:
                self.where[thing] = NONE
        for place, things in mark.contents.items():
            self.contents[place] = things
            for thing in things:
                self.where[thing] = place
        self.frames = [frame for frame, _, _ in mark.frames]
        for frame, step, locals_ in mark.frames:
            frame.step, frame.locals = step, locals_
        self.rng.state = mark.rng
        self.question = mark.question
        self.secret_part = mark.secret_part
        self.pending = []
        self.log = self.mark = None

    def touch(self, place: int) -> None:
        """Has the mark note what lies in a place, before it changes."""
        mark = self.mark
        if mark is not None and place not in mark.contents:
            mark.contents[place] = self.contents[place][:]

    def move(self, thing: int, place: int) -> None:
        """Puts a thing last into a place; NONE takes it out of play."""
        self.program.evaluator.work += MOVED
        super().move(thing, place)

"""What a match runs on: programs, which are bodies of steps, and states, which steps change.

Nothing here knows how steps are made or what they do.

Invariants:
    Everything that a match remembers is in its state, as plain numbers; a copy of the lists is a copy of the state.
    What lies in a place changes only after `touch`; so a mark knows how it lay there.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from gekido_dsl.engine import Chance, Event, Notice, Setting
from gekido_dsl.ground.blocks import InForce
from gekido_dsl.ground.gains import Gains
from gekido_dsl.ground.layout import Layout, may_hide
from gekido_dsl.ground.position import Position
from gekido_dsl.interpreter.secret_history import SecretPart
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng
from gekido_dsl.source import Span
from gekido_dsl.telling.question import Option, Question
from gekido_dsl.telling.record import Record

Locals = list[Any]
Value = Any
Function = Callable[["State", Locals], Value]
"""An expression, made ready to be asked."""
Given = tuple[Any, ...]
"""The first locals of what a ruleset declares: the actor, the subject, and what it is asked with."""
Declared = Callable[["State", Given], Value]
"""What a ruleset declares, made ready to be asked."""
Step = Callable[["State", "Frame"], None]
P = ParamSpec("P")
T = TypeVar("T")

MOVED: Final = 5
"""How much it counts as work to move a thing."""


@dataclass(frozen=True, slots=True)
class LookAhead:
    """A loop that looks ahead."""

    local: int
    """Holds `looking_ahead.RUNNING` while it runs."""
    number: Any
    """The function of the number that is to end best."""
    sign: int
    """1 for the highest, -1 for the lowest."""
    span: Span
    gains: Gains | None = None
    """What it can still gain, where that is known."""


@dataclass(eq=False)
class Code:
    """The steps of a body."""

    number: int
    name: str
    """What a reader calls it: the rule, phase or window."""
    decl: m.Decl | None
    steps: list[Step] = field(default_factory=list)
    spans: list[Any] = field(default_factory=list)
    """Of each step."""
    cites: list[tuple[m.Citation, ...]] = field(default_factory=list)
    locals: int = 1
    phase: m.Procedure | None = None
    window: m.Window | None = None
    aheads: list[LookAhead] = field(default_factory=list)
    """The loops in it that look ahead."""
    passing: tuple[int, ...] = ()
    """The locals that only one expression uses, while it is asked."""
    exit: int = -1
    """For a phase, the step that leaves it."""
    began: int = -1
    """For what a report waits for, the local that keeps how many times players had gone out when it began."""

    def add(self, step: Step, span: Any, cites: tuple[m.Citation, ...] = ()) -> int:
        """Adds a step and gives its number."""
        self.steps.append(step)
        self.spans.append(span)
        self.cites.append(cites)
        return len(self.steps) - 1

    def start(self, actor: int, *given: Any) -> "Frame":
        """Makes a frame at the first step."""
        return Frame(self, [actor, *given, *[-1] * (self.locals - 1 - len(given))])


class Frame:
    """A body that is running: its code, the next step and its locals. Local 0 is the acting player."""

    __slots__ = ("code", "locals", "step")

    def __init__(self, code: Code, locals_: Locals, step: int = 0) -> None:
        self.code = code
        self.locals = locals_
        self.step = step

    def copy(self) -> "Frame":
        """Gives an independent copy."""
        return Frame(self.code, list(self.locals), self.step)


class Evaluation(Protocol):
    """What makes and asks the functions of expressions; see `operators`, whose functions are given it."""

    program: "Program"
    layout: Layout
    game: m.Game
    work: int
    """How many things were looked at since the last decision."""
    narrows: bool
    """Whether what a condition says of places narrows what is looked through."""
    answers: dict[int, Declared]
    """What a declaration answers when it is asked, by its id."""

    def make(self, expr: m.Expr) -> Function:
        """Makes the function of an expression."""
        ...

    def question(self, ask: Callable[P, T]) -> Callable[P, T]:
        """Makes a function a question: what it asks is remembered until it is answered."""
        ...

    def apart(self) -> AbstractContextManager[None]:
        """Asks of another state for a while."""
        ...

    def look(self, number: int, span: Any) -> None:
        """Counts how many things are looked at."""
        ...

    def exception(self, exception: m.Exception_) -> Function:
        """Makes the condition of an exception."""
        ...

    def make_all(self, exprs: tuple[m.Expr, ...]) -> list[Function]:
        """Makes the functions of several expressions."""
        ...

    def counted(self, several: m.Expr, *asked: m.Expr) -> Function:
        """Makes the function that gives several to be looked at one by one; too many are an error."""
        ...

    def part(self) -> AbstractContextManager[None]:
        """Makes what is part of something else, and so no question of its own."""
        ...

    def declared(self) -> AbstractContextManager[None]:
        """Makes what a declaration says, which may be asked of one thing after the other."""
        ...

    def quick(self, declared: m.Decl) -> bool:
        """Tells whether a declaration is quickly asked again."""
        ...

    def remembered(self, declared: m.Decl, run: Declared) -> Declared:
        """Makes the function of a declaration remember its answers, where asking again would take longer."""
        ...


class Reporting(Protocol):
    """What tells reports; see `reports`."""

    codes: frozenset[int]
    """The numbers of the codes that a report waits for."""

    def about(self, s: "State", record: Record) -> tuple[tuple[str, int, int], ...]:
        """Says in which lines and columns of which reports something belongs."""
        ...

    def about_bodies(
        self, s: "State", bodies: Sequence[tuple[m.Decl | None, int]], record: Record
    ) -> tuple[tuple[str, int, int], ...]:
        """Says the same while these bodies run, each with how many players had gone out when it began."""
        ...

    def told(self, s: "State", decl: m.Decl | None, began: int) -> list[Event]:
        """Gives what is told when the body of a declaration ends."""
        ...

    def tell(self, s: "State", frame: "Frame") -> None:
        """Tells the reports that wait for a body which ends."""
        ...


class Program:
    """A game for one number of players and one set of options, ready to run.

    Made once and shared by all matches; a match refers to it and holds none of its functions.
    """

    evaluator: Evaluation
    setup: Code
    turn: Code

    def __init__(self, game: m.Game, layout: Layout, options: Mapping[str, int]) -> None:
        """Makes a program without code; see `build`."""
        self.game = game
        self.layout = layout
        self.options = dict(options)
        self.codes: list[Code] = []
        self.by_decl: dict[int, Code] = {}
        """Code by the id of its declaration."""
        self.damage: dict[str, Code] = {}
        """By name of the kind that is damaged."""
        self.triggers: dict[tuple[str, str], list[tuple[Any, Code, m.Procedure]]] = {}
        """Condition, code and declaration by kind of event and name of its subject."""
        self.instead: dict[tuple[str, str], list[tuple[Any, Code]]] = {}
        """Condition and code of what stands in for an event, by its kind and the names of what it is about."""
        self.turn_entries: list[tuple[tuple[int, ...], int]] = []
        """By line of the turn: the steps that come before it whatever happens, and its own."""
        self.order: Code | None = None
        """What asks for the order of rules that follow at the same time; None where they follow as written."""
        self.ends: list[tuple[Any, Code]] = []
        self.reports: Reporting | None = None
        """What the log tells in tables; None if the game has no reports."""
        self.aim: Any = None
        """What the aim of the game is worth, of a player; None if it names none."""
        self.usable: dict[int, Callable[[State, int, tuple[Any, ...]], bool]] = {}
        """By id of an effect: whether it could do something, of the actor and the numbers."""
        self._pointing: dict[int, frozenset[int]] = {}
        self.in_force: list[tuple[InForce, Function]] = []
        """Where it is counted, the conditions of exceptions to what is asked."""
        self.looks_ahead = False
        """Whether any loop looks ahead."""

    def pointing(self, code: Code) -> frozenset[int]:
        """Gives the locals of a body that hold things which may lie hidden."""
        if code.number not in self._pointing:
            kinds: dict[int, bool] = {}
            if code.decl is not None and self.by_decl.get(id(code.decl)) is code:
                for node in walk.nodes(code.decl):
                    if isinstance(node, m.Expr) and isinstance(node, m.ops.Local):
                        kinds[node.value] = kinds.get(node.value, True) and may_hide(node.type)
                    elif isinstance(node, m.Each):
                        kinds[node.saved] = may_hide(node.items.type)
            self._pointing[code.number] = frozenset(local for local, yes in kinds.items() if yes)
        return self._pointing[code.number]

    def new_code(self, name: str, decl: m.Decl | None, locals_: int) -> Code:
        """Makes an empty body."""
        code = Code(len(self.codes), name, decl, locals=locals_)
        self.codes.append(code)
        if decl is not None:
            self.by_decl.setdefault(id(decl), code)
        return code


class Asker(Protocol):
    """A step that asks."""

    def answer(self, s: "State", f: Frame, option: Option) -> None:
        """Goes on with an option."""
        ...


@dataclass(slots=True)
class Asked(Question):
    """An open question, with what goes on when it is answered."""

    asker: Asker = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Past:
    """How a match came to where it stands, for games whose worlds are drawn by playing it over; states share it."""

    setting: Setting
    before: "Past | None" = None
    choice: int = NONE

    def then(self, choice: int) -> "Past":
        """Gives it with one more choice."""
        return Past(self.setting, self, choice)

    def choices(self) -> list[int]:
        """Lists the choices that were taken."""
        found, at = list[int](), self
        while at.before is not None:
            found.append(at.choice)
            at = at.before
        return found[::-1]


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
        "past",
        "pending",
        "program",
        "question",
        "reached",
        "secret_part",
        "settled",
        "stirred",
        "trying",
    )

    def __init__(self, program: Program) -> None:
        super().__init__(program.layout)
        self.program = program
        self.frames: list[Frame] = []
        self.question: Asked | None = None
        self.pending: list[Frame] = []
        """Triggers that are due when the step at hand is done."""
        self.log: list[Event] | None = None
        self.notice: Notice | None = None
        self.reached: list[int] | None = None
        """How often each block of the ruleset was begun, where that is counted."""
        self.chance: Chance | None = None
        self.mark: Mark | None = None
        self.past: Past | None = None
        """How it came about, where worlds are drawn by playing it over, and all chance came from the seed."""
        self.secret_part: SecretPart | None = None
        """The secret part that is running."""
        self.settled = False
        """Whether nothing has happened since the conditions for the end were asked but what the order of play does."""
        self.stirred: Callable[[int], None] | None = None
        """Is told of each thing before it leaves where it lies, and when it is mixed there; not in copies."""
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
        made.log = made.notice = made.reached = None
        made.chance = None
        made.mark = None
        made.past = self.past
        made.secret_part = self.secret_part
        made.settled = False
        made.stirred = None
        made.trying = self.trying
        return made

    def is_out(self, player: int) -> bool:
        """Tells whether a player is out of the game, so that nothing is asked of them."""
        return self.cells[self.layout.out_cell + player] != 0

    def running(self) -> tuple[m.Procedure, ...]:
        """Lists the phases that run, the outermost first."""
        return tuple(frame.code.phase for frame in self.frames if frame.code.phase is not None)

    def forget_passing(self) -> None:
        """Clears what expressions only used while they were asked, so that states that are equal look equal."""
        for frame in self.frames:
            for local in frame.code.passing:
                frame.locals[local] = NONE

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
        self.settled = False

    def touch(self, place: int) -> None:
        """Has the mark note what lies in a place, before it changes."""
        mark = self.mark
        if mark is not None and place not in mark.contents:
            mark.contents[place] = self.contents[place][:]

    def stir(self, thing: int) -> None:
        """Tells whoever follows the match that a thing leaves where it lies, or is mixed there."""
        if self.stirred is not None:
            self.stirred(thing)

    def move(self, thing: int, place: int) -> None:
        """Puts a thing last into a place; NONE takes it out of play."""
        self.program.evaluator.work += MOVED
        if self.stirred is not None:
            self.stirred(thing)
        super().move(thing, place)

"""A game for one number of players and one set of options, ready to run.

Made once and shared by all matches; a match refers to it and holds none of its functions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gekido_dsl.ground.layout import Layout, lay_out, may_hide
from gekido_dsl.interpreter.evaluate import Evaluator
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

if TYPE_CHECKING:
    from gekido_dsl.interpreter.ahead import Ahead
    from gekido_dsl.interpreter.reports import RunningReports

Step = Callable[[State, Frame], None]


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
    aheads: list["Ahead"] = field(default_factory=list)
    """The loops in it that look ahead."""
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

    def start(self, actor: int, *given: Any) -> Frame:
        """Makes a frame at the first step."""
        return Frame(self, [actor, *given, *[-1] * (self.locals - 1 - len(given))])


class Program:
    """Everything that running a game needs."""

    def __init__(
        self,
        game: m.Game,
        players: int,
        options: Mapping[str, int],
        evaluator: Callable[["Program"], Evaluator] = Evaluator,
    ) -> None:
        from gekido_dsl.interpreter import build

        self.game = game
        self.options = dict(options)
        self.layout: Layout = lay_out(game, players)
        self.codes: list[Code] = []
        self.evaluator = evaluator(self)
        self.by_decl: dict[int, Code] = {}
        """Code by the id of its declaration."""
        self.damage: dict[str, Code] = {}
        """By name of the kind that is damaged."""
        self.triggers: dict[tuple[str, str], list[tuple[Any, Code, m.Procedure]]] = {}
        """Condition, code and declaration by kind of event and name of its subject."""
        self.setup: Code
        self.turn: Code
        self.turn_entries: list[tuple[tuple[int, ...], int]] = []
        """By line of the turn: the steps that come before it whatever happens, and its own."""
        self.order: Code | None = None
        """What asks for the order of rules that follow at the same time; None where they follow as written."""
        self.ends: list[tuple[Any, Code]] = []
        self.reports: RunningReports | None = None
        """What the log tells in tables; None if the game has no reports."""
        self.aim: Any = None
        """What the aim of the game is worth, of a player; None if it names none."""
        self.usable: dict[int, Callable[[State, int, tuple[Any, ...]], bool]] = {}
        """By id of an effect: whether it could do something, of the actor and the numbers."""
        self._pointing: dict[int, frozenset[int]] = {}
        self.looks_ahead = False
        """Whether any loop looks ahead."""
        build.build(self)
        self.looks_ahead = any(code.aheads for code in self.codes)

    def pointing(self, code: Code) -> frozenset[int]:
        """Gives the locals of a body that hold things which may lie hidden."""
        if code.number not in self._pointing:
            kinds: dict[int, bool] = {}
            if code.decl is not None and self.by_decl.get(id(code.decl)) is code:
                for node in walk.nodes(code.decl):
                    if isinstance(node, m.Expr) and node.op == "local":
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

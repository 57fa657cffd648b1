"""The lowering of one game: what its writers share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gekido_dsl.ground.blocks import Blocks
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.game.memory import Memory
from gekido_dsl.lowering.game.rests import Rests
from gekido_dsl.lowering.game.sites import Sites
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.whole_game import WholeGame
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.types import UNKNOWN
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Width
from gekido_dsl.source import Span

OVER: Final = 2
"""The status of a match that is over."""
STATEMENTS: Final = 500_000
"""How many statements may be written for one game: fifty times as many as for the largest that is shipped."""
PHASE: Final = 3
"""The status that ends a phase: this and the number of the phase."""


class Lowering(WholeGame):
    """One game with its options and number of players, on its way to a program."""

    width: Final[Width] = 32
    """Of the numbers in lists."""

    def __init__(self, game: m.Game, players: int, options: Mapping[str, int], plain: bool = False) -> None:
        super().__init__(game, {name: options.get(name, 0) for name in game.options})
        self.players = players
        self.plain = plain
        """Whether no special case is taken."""
        self.taken_cases: set[Special] = set()
        """The special cases that were."""
        self.layout = lay_out(game, players)
        self.program = ProgramBuilder(most=STATEMENTS)
        self.memory = Memory(game, self.layout, self.program)
        self.sites = Sites()
        self.blocks = Blocks(game)
        self.rests = Rests(self, wanted=False)
        self.triggers: dict[tuple[str, str], list[m.Procedure]] = {}
        for trigger in game.triggers:
            assert trigger.event is not None
            self.triggers.setdefault((trigger.event.kind, trigger.event.about), []).append(trigger)
        self.instead: dict[tuple[str, str], list[m.Procedure]] = {}
        """What stands in for an event, by its kind and the names of what it is about."""
        for one in game.replacements:
            assert one.event is not None
            if not EVENTS[one.event.kind].lessened:
                self.instead.setdefault((one.event.kind, one.event.about), []).append(one)
        self.phases = {id(phase): number for number, phase in enumerate(game.phases.values())}
        self.bodies = self.listed_bodies()
        self.listed = {id(body): number for number, body in enumerate(self.bodies)}
        self.at: Span | None = None
        """Where the statement is that is written, for errors."""
        self.within: list[m.Decl] = []
        """The declarations that are written in place where the writers stand, the outermost first."""
        self.asking_before = 0
        """In how many questions that are asked before a loop the writers stand."""
        self.sizes: dict[int, int] = {}
        """How many nodes declarations have, by their id."""
        self.written: dict[str | tuple[Any, ...], int] = {}
        """The numbers of texts and lists of tables that are values; what is alike has the same."""
        self.functions: dict[object, FunctionBuilder] = {}
        """Functions by what they are of; those of declarations by their id."""
        self.waiting: list[m.Procedure] = []
        """Bodies that are asked for and not written yet."""
        self.last: list[Callable[[], None]] = []
        """What is written when all bodies are."""
        self.deriving: dict[ir.Array, Callable[[Position], Sequence[int]]] = {}
        self._tables: dict[tuple[int, ...], ir.Array] = {}
        self._beginnings: dict[int, list[ir.Stmt]] = {}
        self._regions = 0
        self._memo: dict[object, Any] = {}

    def remembered(self, key: object, make: Callable[[], Any]) -> Any:
        """Gives what was made by a key, or makes it."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    def takes(self, case: Special) -> bool:
        """Tells whether a special case is taken that could be, and notes it."""
        if self.plain:
            return False
        self.taken_cases.add(case)
        return True

    # ------------------------------------------------------------ functions

    def body_of(self, procedure: m.Procedure) -> ir.Function:
        """Gives the function of a phase, rule, effect, action, trigger or end; it is written later."""
        if id(procedure) not in self.functions:
            names = ["actor", *(one.word or f"p{k}" for k, one in enumerate(parameters(procedure), 1))]
            self.functions[id(procedure)] = self.program.function(
                procedure.name, names, "status", procedure.word
            )
            self.functions[id(procedure)].function.listed = self.listed.get(id(procedure), -1)
            self.waiting.append(procedure)
        return self.functions[id(procedure)].function

    def beginning_of(self, code: FunctionBuilder) -> Sequence[ir.Stmt]:
        """Gives the statements that a function is to begin with, once it is written."""
        return self._beginnings.pop(id(code), [])

    def cleared(self, code: FunctionBuilder, name: str) -> ir.Local:
        """Declares a local that is 0 when its function begins."""
        local = code.local(name)
        self.begins(code, ir.Set(local, ir.Const(0)))
        return local

    def begins(self, code: FunctionBuilder, *statements: ir.Stmt) -> None:
        """Has a function begin with statements."""
        self._beginnings.setdefault(id(code), []).extend(statements)

    def new_region(self) -> int:
        """Gives the number of another outermost loop."""
        self._regions += 1
        return self._regions

    def table(self, name: str, contents: Sequence[int], guard: int = -1) -> ir.Array:
        """Gives a table of constants; like tables are one."""
        key = (guard, *contents)
        if key not in self._tables:
            self._tables[key] = self.program.table(name, contents, guard=guard)
        return self._tables[key]

    def table64(self, name: str, contents: Sequence[int]) -> ir.Array:
        """Gives a table of constants of 64 bits; of none it gives 0."""
        table: ir.Array = self.remembered(
            ("table64", *contents), lambda: self.program.table(name, contents, width=64, guard=0)
        )
        return table

    def derived(self, name: str, width: Width, derive: Callable[[Position], Sequence[int]]) -> ir.Array:
        """Declares derived state.

        Args:
            derive: gives its numbers in a position.
        """
        contents = derive(self.memory.start)
        array = self.program.derived(name, len(contents), width, contents=contents)
        self.deriving[array] = derive
        return array

    # ------------------------------------------------------------ system state

    def system(self, name: str) -> ir.Expr:
        """What a cell holds that every match has."""
        return x.load(self.memory.system[name], 0)


def parameters(procedure: m.Procedure) -> Sequence[m.Param]:
    """Gives what a body is given besides its actor; local k + 1 is number k."""
    number = len(procedure.params)
    if procedure.word in ("trigger", "replacement") and procedure.event is not None:
        number = max(number, len(EVENTS[procedure.event.kind].hands_on))
    elif procedure.word == "action":
        number = max(number, 1)
    missing = number - len(procedure.params)
    return [*procedure.params, *[m.Param("", UNKNOWN, procedure.span)] * missing]

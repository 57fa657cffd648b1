"""The lowering of one game: what its writers share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.ground.blocks import Block, Blocks
from gekido_dsl.ground.layout import Layout, lay_out
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.spoken_of import given
from gekido_dsl.lowering.composed_sets import Filtered
from gekido_dsl.lowering.memory import Memory, Run
from gekido_dsl.lowering.reporting import listed_bodies
from gekido_dsl.lowering.rests import Rests
from gekido_dsl.lowering.sets import Range, Set
from gekido_dsl.lowering.sites import Sites
from gekido_dsl.lowering.whole_game import WholeGame
from gekido_dsl.lowering.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.types import ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Width
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.lowering.judging import Judge

OVER: Final = 2
"""The status of a match that is over."""
STATEMENTS: Final = 500_000
"""How many statements may be written for one game: fifty times as many as for the largest that is shipped."""
PHASE: Final = 3
"""The status that ends a phase: this and the number of the phase."""

ROOM: Final = 4096
"""How many numbers a table of things may have before those it is about."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program, and what its arrays and sites mean."""

    program: ir.Program
    layout: Layout
    sites: Sites
    cells: tuple[Run, ...]
    """Which cells of a position are in which arrays. What is in none does not change."""
    memory: Memory
    bodies: tuple[m.Procedure, ...]
    """The bodies that are listed while they run, by number: phases, and what reports are about."""
    deriving: Mapping[ir.Array, Callable[[Position], Sequence[int]]]
    """What the numbers of derived arrays are in a position; those of the others may be as when a match starts."""
    judge: "Judge | None" = None
    """What judges positions, if that was asked for."""
    blocks: tuple[Block, ...] = ()
    """The blocks of the ruleset, by number."""
    written: tuple[str | tuple[Any, ...], ...] = ()
    """Texts and lists of tables that are values, by their numbers."""
    hiding: frozenset[str] = frozenset()
    """The kinds of which somebody may not know which thing is which."""
    holders: Mapping[str, tuple[ir.Local, ...]] = field(default_factory=dict)
    """By the name of a function, its locals that hold things of such kinds while it runs; none where it may hold more
    than these."""


@dataclass(frozen=True, slots=True)
class Born:
    """Things of a kind that each player has from the start and keeps: as many for each, one player after the other."""

    start: int
    each: int

    def of(self, w: Writer, player: ir.Expr) -> Set:
        """Gives those of a player; nobody has none."""
        if isinstance(player, ir.Const):
            known = self.start + player.value * self.each
            return Range(known, known + (self.each if player.value >= 0 else 0), self.each)
        first = w.code.let(x.add(self.start, x.mul(player, self.each)))
        return Range(first, x.add(first, x.select(x.lt(player, 0), 0, self.each)), self.each)


class Lowering(WholeGame):
    """One game with its options and number of players, on its way to a program."""

    width: Final[Width] = 32
    """Of the numbers in lists."""

    def __init__(self, game: m.Game, players: int, options: Mapping[str, int]) -> None:
        super().__init__(game, {name: options.get(name, 0) for name in game.options})
        self.players = players
        self.layout = lay_out(game, players)
        self.program = ProgramBuilder(most=STATEMENTS)
        self.memory = Memory(game, self.layout, self.program)
        self.sites = Sites()
        self.blocks = Blocks(game)
        self.rests = Rests(self, wanted=False)
        self.triggers: dict[tuple[str, str], list[m.Procedure]] = {}
        for trigger in game.triggers:
            assert trigger.event is not None
            key = (trigger.event.kind, (trigger.event.other or trigger.event.subject).name)
            self.triggers.setdefault(key, []).append(trigger)
        self.instead: dict[tuple[str, str], list[m.Procedure]] = {}
        """What stands in for an event, by its kind and the names of what it is about."""
        for one in game.replacements:
            assert one.event is not None
            if not EVENTS[one.event.kind].lessened:
                about = one.event.subject.name + (f" {one.event.other.name}" if one.event.other else "")
                self.instead.setdefault((one.event.kind, about), []).append(one)
        self.phases = {id(phase): number for number, phase in enumerate(game.phases.values())}
        self.bodies = listed_bodies(game)
        self.listed = {id(body): number for number, body in enumerate(self.bodies)}
        self.at: Span | None = None
        """Where the statement is that is written, for errors."""
        self.within: list[m.Decl] = []
        """The declarations that are written in place where the writers stand, the outermost first."""
        self.sizes: dict[int, int] = {}
        """How many nodes declarations have, by their id."""
        self.written: dict[str | tuple[Any, ...], int] = {}
        """The numbers of texts and lists of tables that are values; what is alike has the same."""
        self.functions: dict[object, FunctionBuilder] = {}
        """Functions by what they are of; those of declarations by their id."""
        self._waiting: list[m.Procedure] = []
        self._written: list[tuple[m.Procedure, Writer]] = []
        """Bodies with what has written them."""
        self.last: list[Callable[[], None]] = []
        """What is written when all bodies are."""
        self._deriving: dict[ir.Array, Callable[[Position], Sequence[int]]] = {}
        self._tables: dict[tuple[int, ...], ir.Array] = {}
        self._beginnings: dict[int, list[ir.Stmt]] = {}
        self._regions = 0
        self._memo: dict[object, Any] = {}

    def remembered(self, key: object, make: Callable[[], Any]) -> Any:
        """Gives what was made by a key, or makes it."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    # ------------------------------------------------------------ functions

    def body_of(self, procedure: m.Procedure) -> ir.Function:
        """Gives the function of a phase, rule, effect, action, trigger or end; it is written later."""
        if id(procedure) not in self.functions:
            parameters = ["actor", *(one.word or f"p{k}" for k, one in enumerate(self.given(procedure), 1))]
            self.functions[id(procedure)] = self.program.function(
                procedure.name, parameters, "status", procedure.word
            )
            self.functions[id(procedure)].function.listed = self.listed.get(id(procedure), -1)
            self._waiting.append(procedure)
        return self.functions[id(procedure)].function

    def given(self, procedure: m.Procedure) -> Sequence[m.Param]:
        """Gives what a body is given besides its actor."""
        from gekido_dsl.lowering.bodies import parameters

        return parameters(procedure)

    def finish(self, w: Writer) -> ir.Function:
        """Ends the function of a writer."""
        function = w.code.finish()
        begin = (*w.begin_locals(), *self._beginnings.pop(id(w.code), []))
        function.body = (*begin, *function.body)
        return function

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
        self._deriving[array] = derive
        return array

    # ------------------------------------------------------------ system state

    def system(self, name: str) -> ir.Expr:
        """What a cell holds that every match has."""
        return x.load(self.memory.system[name], 0)

    def clear_scope(self, w: Writer, name: str) -> None:
        """Forgets what happened in a scope."""
        cells = {cell + k for cell, count in self.layout.scope_cells.get(name, ()) for k in range(count)}
        for run in self.memory.runs:
            if run.cell in cells:
                with w.code.each(0, run.count) as k:
                    w.code.store(run.array, k, 0)

    # ------------------------------------------------------------ things

    def number_in(self, w: Writer, thing: ir.Expr, start: int) -> ir.Expr:
        """Gives which thing of its kind a thing is, from 0; none of none."""
        if not start or isinstance(thing, ir.Const):
            return thing if not start or thing == x.constant(-1) else x.sub(thing, start)
        one = w.code.let(thing)
        return w.code.let(x.select(x.lt(one, 0), -1, x.sub(one, start)))

    def of_thing(self, w: Writer, name: str, values: Sequence[int], start: int, thing: ir.Expr) -> ir.Expr:
        """Reads a constant of a thing, given by the things of a kind, whose numbers begin at `start`; none of none.

        The table begins at thing 0 where that is not much longer: then nobody asks whether there is a thing.
        """
        if values and start <= ROOM and not isinstance(thing, ir.Const):
            return x.load(self.table(name, [*[values[0]] * start, *values]), thing)
        return x.load(self.table(name, values), self.number_in(w, thing, start))

    def in_the_game(self, w: Writer, things: Set, kind: Type) -> Set:
        """Leaves out what has left the game."""
        if not self.may_leave(kind):
            return things
        where = self.memory.chains.where
        return Filtered(things, lambda one: x.ne(x.load(where, one), self.layout.gone))

    def born(self, w: Writer, kind: m.Kind) -> Born | None:
        """Tells how things are numbered by player that belong to one from the start and never change hands."""
        things = self.layout.things[kind.name]
        if not things or not self.keeps_owner(kind):
            return None
        return Born(things.start, len(things) // self.players)

    def exception(self, w: Writer, exception: m.Exception_) -> ir.Expr:
        """The condition of an exception: asked afresh, or as it was noted."""
        if exception.note < 0:
            return w.test(exception.condition)
        return x.load(self.memory.notes, exception.note)

    # ------------------------------------------------------------ all of it

    def lower(self, judged: bool = False) -> Lowered:
        """Writes everything that the entry needs.

        Args:
            judged: whether to write what judges positions, too.
        """
        from gekido_dsl.lowering import derived_state
        from gekido_dsl.lowering.judging import write_judge
        from gekido_dsl.lowering.knowledge import is_open
        from gekido_dsl.lowering.turn import write_entry

        if judged:
            self.rests = Rests(self, wanted=True)
            self.memory.rest = self.program.control("rest")
        code = self.program.function("play", (), "status")
        writer = Writer(self, code, None, {0: x.constant(0)}, "Turn")
        writer.body_cites = self.game.turn.cites if self.game.turn is not None else ()
        write_entry(writer)
        entry = self.finish(writer)
        judge = write_judge(self) if judged else None
        self._write_waiting()
        while self.last:
            self.last.pop()()
            self._write_waiting()
        if "check" in self.functions:
            derived_state.watch(self, self.functions["check"].function)
        record = [self.memory.system["over"], self.memory.system["turns"], self.memory.out]
        also = [judge.function] if judge is not None else []
        hiding = frozenset(kind.name for kind in self.game.kinds.values() if not is_open(writer, kind))
        holders = self._holders(hiding)
        program = self.program.finish(entry, record, self.memory.system["eliminated"], also)
        return Lowered(
            program,
            self.layout,
            self.sites,
            tuple(self.memory.runs),
            self.memory,
            tuple(self.bodies),
            self._deriving,
            judge,
            tuple(self.blocks.every),
            tuple(self.written),
            hiding,
            holders,
        )

    def _holders(self, hiding: frozenset[str]) -> dict[str, tuple[ir.Local, ...]]:
        """Finds the bodies whose locals hold things of some kinds; see `Lowered.holders`."""
        found: dict[str, tuple[ir.Local, ...]] = {}
        for procedure, writer in self._written:
            held, several = set[int](), False
            for node in walk.nodes(procedure):
                if isinstance(node, m.Expr) and node.op == "local" and _is_thing(node.type, hiding):
                    held.add(node.value)
                elif isinstance(node, m.Each) and _is_thing(node.items.type, hiding):
                    several = True
            given = self.functions[id(procedure)].parameters
            names = {number: local for number, local in enumerate(given) if number} | writer.variables
            ones = tuple(names[number] for number in sorted(held & set(names)))
            several = several or bool(held & set(writer.lists))
            if ones or several:
                found[writer.code.function.name] = () if several else ones
        return found

    def _write_waiting(self) -> None:
        """Writes the bodies that were asked for, and those that they ask for."""
        from gekido_dsl.lowering.bodies import write_body

        while self._waiting:
            procedure = self._waiting.pop()
            self.at = procedure.span
            builder = self.functions[id(procedure)]
            held: dict[int, Held] = dict(enumerate(builder.parameters))
            own = Writer(self, builder, procedure, held)
            if procedure.word != "phase" and not any(procedure is end for end in self.game.ends):
                own.standing = given(procedure)
            write_body(own, procedure)
            self._written.append((procedure, own))
            self.finish(own)


def _is_thing(kind: Type, names: frozenset[str]) -> bool:
    """Tells whether values of a type are things of some kinds."""
    one = item(kind)
    return isinstance(one, ThingType) and one.kind.name in names

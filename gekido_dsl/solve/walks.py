"""Walks through the positions of a match: on a compiled game, or by the interpreter.

A draw of chance among several, and an end that both share as one, stop a walk.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.backend import limits
from gekido_dsl.backend.machine import Draw, Failed, Machine, Stand
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.match import made
from gekido_dsl.backend.parts import clone
from gekido_dsl.backend.positions import Positions
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.backend.who_plays import NotCompiled, compiling
from gekido_dsl.collecting import no_collecting
from gekido_dsl.ground.layout import lay_out
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.positions import CELLS
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.games import outcome
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Program
from gekido_dsl.program.verify import verify
from gekido_dsl.solve.graph import Place
from gekido_dsl.solve.keys import Keys, caps

POSITION: Final = "position"
_TURN_BEGINS: Final = 1
"""Where in the order of play a match stands when a turn, or a round, is about to begin."""


class Chance(Exception):
    """A draw of chance; its text is the die, the place or the thing, by name."""


class Shared(Exception):
    """All players have won, or lost, as one."""


def worth(ended: e.Outcome | None) -> int:
    """Tells what an end is worth to the first of two seats.

    Raises:
        Shared: it is the same for both, as one.
    """
    if ended is None:
        return 0
    if ended.joint:
        raise Shared
    mine, other = ended.ranks
    return (mine < other) - (mine > other)


def cells_of(game: m.Game, players: int, name: str) -> list[int]:
    """Lists the cells of a fact, by its name; of `position`, what is noted of positions. Empty if there is none."""
    layout = lay_out(game, players)
    if name == POSITION:
        first = layout.position_log
        return list(range(first, first + 1 + CELLS * game.position.kept)) if game.position is not None else []
    found: list[int] = []
    keepers: list[m.Kind | m.Procedure] = [*game.kinds.values(), *game.phases.values()]
    for keeper in keepers:
        fact = keeper.fields.get(name)
        if fact is not None and (id(keeper), name) in layout.field_cell:
            many = len(layout.things[keeper.name]) if isinstance(keeper, m.Kind) else 1
            first = layout.field_cell[id(keeper), name]
            found += range(first, first + many * layout.index_size(fact.index))
    return found


class CompiledWalk:
    """Goes through positions by a module that plays matches."""

    def __init__(
        self,
        game: m.Game,
        setting: e.Setting,
        alike: bool = True,
        begin: Position | None = None,
        kept: Sequence[int] = (),
    ) -> None:
        """Compiles the game.

        Args:
            alike: whether things that differ in nothing count as one another.
            begin: the position in which a turn is about to begin; None for the set-up.
            kept: cells that stay as they are when the match begins, whatever happens to them within a turn.
        Raises:
            NotCompiled: modules cannot run on this machine, or not this game.
        """
        interpreter = Interpreter(game, trace=False)
        numbers = interpreter.option_numbers(setting.options)
        with compiling(), no_collecting():
            self._lowered = lowered = lower(
                game, setting.players, {name: numbers.get(name, 0) for name in game.options}
            )
            limits.check(lowered.program)
            verify(lowered.program)
            self._machine = _machine(lowered.program)
            self._starts = self._machine
            if kept:
                self._machine = _machine(_without(lowered, frozenset(kept)))
            self._keys = Keys(lowered, alike)
            self._positions = Positions(lowered)
            self._blank = interpreter.blank(setting)
        self._setting = setting
        self._begin = begin

    def start(self) -> Place:
        """Gives where the match begins, after its set-up, which may use chance."""
        return self._place(self._first())

    def _first(self) -> Stand:
        if self._begin is not None:
            return self._begins(self._machine, self._begin)
        stand = self._starts.start(self._setting.seed)
        if self._starts is self._machine:
            return stand
        if stand.script or not stand.boundary:
            raise NotCompiled("a fact cannot be forgotten during the set-up")
        return self._machine.at(stand.boundary)

    def _begins(self, machine: Machine, position: Position) -> Stand:
        return machine.at(self._positions.content(position, machine.start_content, _TURN_BEGINS))

    def comes_to(self, state: State) -> bool:
        """Tells whether it begins where the interpreter does, as far as the position and the question go."""
        assert self._begin is not None
        try:
            stand = self._begins(self._starts, self._begin)
        except Failed:
            return False
        position = self._position(self._starts.position(stand))
        question, least = state.question, caps(self._lowered)
        unread = {run.cell for run in self._lowered.cells if least.get(run.array) == 0}
        return (
            question is not None
            and (stand.seat, stand.count) == (question.seat, len(question.options))
            and position.contents == state.contents
            and all(
                here == there or cell in unread
                for cell, (here, there) in enumerate(zip(position.cells, state.cells, strict=True))
            )
        )

    def after(self, place: Place, choice: int) -> Place:
        """Gives where a choice leads.

        Raises:
            Chance: it is followed by chance.
            Shared: it ends the match for both as one.
            RuleError: a rule cannot be carried out.
        """
        try:
            return self._place(self._machine.apply(place.at, choice, self._drawn))
        except Failed as failed:
            raise rule_error(failed, self._lowered) from failed

    def _drawn(self, draw: Draw) -> int | None:
        if draw.count > 1:
            site = self._lowered.sites[draw.site] if draw.site >= 0 else None
            raise Chance(site.word if site is not None else "")
        return None

    def _place(self, stand: Stand) -> Place:
        if stand.count:
            key = self._keys.of(stand.boundary, stand.script)
            return Place(key, stand.seat, stand.count, 0, stand)
        value = self._worth(stand)
        return Place(b"end %d" % value, 0, 0, value, None)

    def _worth(self, stand: Stand) -> int:
        return worth(outcome(self._position(self._machine.position(stand))))

    def _position(self, content: bytes) -> State:
        position = self._blank.copy()
        self._positions.fill(content, position)
        return position


def _machine(program: Program) -> Machine:
    """Makes what plays matches, with all that a key is made of."""
    state = [one for one in program.arrays if one.kind == "state"]
    return Machine(made(Maker(program, False), kept=state))


def _without(lowered: Lowered, cells: frozenset[int]) -> Program:
    """Gives the program that changes none of some cells, or of those in an array with them."""
    arrays = {run.array for run in lowered.cells if cells & frozenset(range(run.cell, run.cell + run.count))}
    program = clone(lowered.program)

    def change(statement: ir.Stmt) -> Iterable[ir.Stmt] | None:
        match statement:
            case ir.Store(array=array) | ir.Copy(target=array) if array in arrays:
                return []
        return None

    for function in walk.reachable([program.entry]):
        function.body = walk.replaced(function.body, change)
    return program


class InterpretedWalk:
    """Goes through positions by the interpreter. Here things count as themselves, and so do numbers of turns."""

    def __init__(self, executor: e.Executor, setting: e.Setting, kept: Sequence[int] = ()) -> None:
        """Keeps what carries out the rules.

        Args:
            kept: as for `CompiledWalk`.
        """
        self._executor = executor
        self._setting = setting
        self._cells: dict[int, int] = dict.fromkeys(kept, 0)

    def start(self) -> Place:
        """Gives where the match begins."""
        state = self._executor.initial(self._setting)[0]
        self._cells = {cell: state.cells[cell] for cell in self._cells}
        return self._place(state)

    def after(self, place: Place, choice: int) -> Place:
        """Gives where a choice leads; raises what `CompiledWalk.after` does."""
        state = place.at.copy()
        self._executor.apply(state, choice, _NoChance())
        for cell, value in self._cells.items():
            state.cells[cell] = value
        return self._place(state)

    def _place(self, state: Any) -> Place:
        asked = self._executor.asked(state)
        if asked is None:
            value = worth(self._executor.outcome(state))
            return Place(b"end %d" % value, 0, 0, value, None)
        key = repr(self._executor.snapshot(state)).encode()
        return Place(key, asked.seat, asked.count, 0, state)


class _NoChance:
    """Refuses chance."""

    def draw(self, request: e.ChanceRequest) -> int | None:
        """Lets pass what is certain."""
        if request.count > 1:
            raise Chance(request.what)
        return None

"""A lowered game becomes whole games played at random, with everything that a report needs of each.

A game that a module gives up, since a rule cannot be carried out or it never ends, is played again by the match module,
which keeps the position.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gekido_dsl import engine as e
from gekido_dsl import records, store
from gekido_dsl.backend import limits, runtime
from gekido_dsl.backend.batch import DECISIONS, FIXED, ROWS, BatchModule, Early, Numbers, batch_module
from gekido_dsl.backend.machine import Failed, Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.layout import Layout
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.games import outcome
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program.nodes import Array
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import game_seed
from gekido_dsl.telling.view import listed_with_owner

Owned = tuple[tuple[tuple[str, str], ...], ...]
"""By seat, the kind and name of each named thing that its player had, in order."""


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    number: int
    seed: int
    turns: int
    decisions: int
    most: int
    """The greatest number of choices of a decision."""
    outcome: e.Outcome | None = None
    """None where it did not end by its rules."""
    owned: Owned = ()
    """At the first decision of the first turn, and at the end."""
    error: e.RuleError | None = None
    hashed: int = 0
    """Of number of options and choice, over all decisions; 0 unless it was asked for."""


class Games:
    """Plays games of one setting at random, as `simulate` does on the interpreter."""

    def __init__(
        self,
        game: m.Game,
        setting: e.Setting,
        lowered: Lowered | Callable[[], Lowered],
        hashing: bool = False,
        kept: Sequence[str] = (),
    ) -> None:
        """Makes the module, or takes it from the store.

        Args:
            lowered: the program, or what makes it where it is needed.
            kept: everything that the module depends on besides the setting: what identifies the ruleset, and the
                versions; without, nothing is kept.
        Raises:
            NoRuntime: modules cannot run here.
            TooLarge: the program is larger than a program may be.
        """
        runtime.load()
        self._setting = setting
        self._given = lowered
        self._state = Interpreter(game, trace=False).blank(setting)
        self._named = _Named(self._state.layout, self._state)
        found = None
        name = ""
        place = store.current() if kept else None
        if place is not None:
            options = [f"{one}={answer}" for one, answer in sorted(setting.options.items())]
            name = store.key("module", *kept, str(setting.players), str(hashing), *options)
            found = _unpacked(place.read(name))
        if found is None:
            found = self._made(hashing)
            if place is not None:
                place.write(name, _packed(found))
        self._bundle = bundle = found
        rows = Array("rows", "scratch", ROWS * bundle.width)
        self._game = Array("game", "control", 1)
        addresses = {rows: bundle.rows, self._game: bundle.game}
        self._instance = runtime.Instance(runtime.compile_bytes(bundle.code, addresses))
        self._rows = self._instance.words(rows)
        self._ended = FIXED + sum(length for _, _, length in bundle.ends)
        self._outcomes: dict[bytes, tuple[int, e.Outcome | None]] = {}
        self._had: dict[bytes, Owned] = {}
        self._machine: Machine | None = None

    @property
    def _lowered(self) -> Lowered:
        if not isinstance(self._given, Lowered):
            self._given = self._given()
        return self._given

    def _made(self, hashing: bool) -> "_Bundle":
        """Makes the module."""
        lowered = self._lowered
        memory, things = lowered.memory, self._named.things
        runs = {run.array: run for run in lowered.cells}
        arrays = [memory.system[name] for name in ("turns", "over", "end", "joint", "match")]
        arrays += [memory.out, memory.won]
        if self._state.program.evaluator.sides() is not None:
            arrays = list(runs)  # whose side one is on may depend on anything
        arrays = [array for array in arrays if array in runs]
        held = [Numbers(memory.owner, things), Numbers(memory.chains.where, things)] if things else []
        record = [*(Numbers(array, range(array.length)) for array in arrays), *held]
        early = Early(memory.system["turns"], tuple(held))

        def make() -> BatchModule:
            limits.check(lowered.program)
            verify(lowered.program)
            return batch_module(lowered.program, hashing, record=record, early=early)

        noted = [(one.array.name, *one.indices) for one in (*record, *early.kept)]
        module = records.kept("module", (lowered.program, hashing, noted), make)
        places = module.module.addresses.by_array
        ends = tuple((runs[array].cell, runs[array].count, array.length) for array in arrays)
        return _Bundle(module.module.code, places[module.rows], places[module.game], module.width, ends)

    def play(self, first: int, end: int) -> Iterator[Played]:
        """Plays the games `first` to `end - 1`, in order."""
        for begin in range(first, end, ROWS):
            yield from self._some(begin, min(end - begin, ROWS))

    def _some(self, first: int, count: int) -> Iterator[Played]:
        seed = self._setting.seed
        signed = ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
        begin = 0
        while begin < count:
            stopped = count
            try:
                self._instance.call("play", signed, first, begin, count)
            except runtime.Stopped:
                stopped = self._instance.words(self._game)[0]
            for number in range(begin, stopped):
                yield self._read(first + number, number)
            if stopped < count:
                yield self._again(first + stopped)
            begin = stopped + 1

    def _read(self, number: int, row: int) -> Played:
        """Makes a result of a row."""
        start = row * self._bundle.width
        numbers = self._rows[start : start + self._bundle.width]
        ended = numbers[FIXED : self._ended]
        key = bytes(ended)
        if key not in self._outcomes:
            if len(self._outcomes) > 1 << 16:
                self._outcomes.clear()
            self._outcomes[key] = self._outcome(ended)
        turns, result = self._outcomes[key]
        hashed = (numbers[1] & 0xFFFF_FFFF) | (numbers[2] & 0xFFFF_FFFF) << 32
        owned = self._owned(numbers[self._ended :])
        seed = game_seed(self._setting.seed, number)
        return Played(number, seed, turns, numbers[0], numbers[3], result, owned, None, hashed)

    def _outcome(self, numbers: "memoryview[int]") -> tuple[int, e.Outcome | None]:
        cells = self._state.cells
        at = 0
        for cell, count, length in self._bundle.ends:
            cells[cell : cell + count] = numbers[at : at + count].tolist()
            at += length
        turns = cells[lay.TURNS]
        found = outcome(self._state) if cells[lay.OVER] else None
        return turns, found if found is not None and found.finished else None

    def _owned(self, numbers: "memoryview[int]") -> Owned:
        """Puts the things together that each player had, early and at the end."""
        if not self._named.things:
            return ((),) * self._state.layout.players
        key = bytes(numbers)
        if key not in self._had:
            if len(self._had) > 1 << 16:
                self._had.clear()
            self._had[key] = self._named.owned(numbers.tolist())
        return self._had[key]

    def _again(self, number: int) -> Played:
        """Plays a game that the module gave up, step by step where that is needed."""
        if self._machine is None:
            self._machine = Machine(match_module(self._lowered.program))
        machine, turns = self._machine, self._lowered.memory.system["turns"]
        seed = game_seed(self._setting.seed, number)
        error: e.RuleError | None = None
        try:
            machine.game(seed, DECISIONS)
            taken = DECISIONS
        except Failed as failed:
            taken = DECISIONS - machine.left - 1
            error = rule_error(failed, self._lowered)
            if taken < 0:
                return Played(number, seed, 0, 0, 0, error=error)
        machine.game(seed, taken)
        most = machine.most if error is None else max(machine.most, machine.waiting)
        return Played(number, seed, machine.now(turns)[0], taken, most, error=error, owned=self._late(error))

    def _late(self, error: e.RuleError | None) -> Owned:
        """Gives what each has in a game without an end, which says nothing of how it began."""
        if error is not None or not self._named.things:
            return ()
        assert self._machine is not None
        memory, things = self._lowered.memory, self._named.things
        owner, where = (self._machine.now(array) for array in (memory.owner, memory.chains.where))
        now = [owner[thing] for thing in things] + [where[thing] for thing in things]
        return self._named.owned([*now, *now])


@dataclass(frozen=True, slots=True)
class _Bundle:
    """What is kept of a module: its bytes, and where in its memory the results are."""

    code: bytes
    rows: int
    game: int
    width: int
    ends: tuple[tuple[int, int, int], ...]
    """What is recorded at the end: the first cell, how many cells, how many numbers."""


def _packed(bundle: _Bundle) -> bytes:
    head = json.dumps([bundle.rows, bundle.game, bundle.width, bundle.ends]).encode()
    return len(head).to_bytes(4, "little") + head + bundle.code


def _unpacked(content: bytes | None) -> _Bundle | None:
    """Reads what `_packed` wrote; nothing of anything else."""
    if content is None:
        return None
    end = 4 + int.from_bytes(content[:4], "little")
    try:
        rows, game, width, ends = json.loads(content[4:end])
        return _Bundle(content[end:], int(rows), int(game), int(width), tuple((a, b, c) for a, b, c in ends))
    except (ValueError, TypeError):
        return None


class _Named:
    """The things that have a name of their own and are listed with their owner."""

    def __init__(self, layout: Layout, state: State) -> None:
        kinds = {id(kind): listed_with_owner(layout, kind) for kind in layout.kind_of}
        self.layout = layout
        self.names = [
            (kind.name, kind.rows[row].name) for kind, row in zip(layout.kind_of, layout.row_of, strict=True)
        ]
        self.things = [
            thing
            for thing, (kind, name) in enumerate(self.names)
            if kinds[id(layout.kind_of[thing])] and name not in ("", kind)
        ]
        self.known_nowhere = {thing for thing in self.things if knowledge.knows(state, None, thing)}

    def owned(self, numbers: Sequence[int]) -> Owned:
        """Gives what each player has; by thing the owner and the place, at the end and early."""
        found: list[set[tuple[str, str]]] = [set() for _ in range(self.layout.players)]
        count = len(self.things)
        for part in range(0, len(numbers), 2 * count):
            for index, thing in enumerate(self.things):
                owner, where = numbers[part + index], numbers[part + count + index]
                shown = thing in self.known_nowhere if where == NONE else where < self.layout.count
                if 0 <= owner < len(found) and shown:
                    found[owner].add(self.names[thing])
        return tuple(tuple(sorted(each)) for each in found)


def rule_error(failed: Failed, lowered: Lowered) -> e.RuleError:
    """Words a rule that could not be carried out."""
    if failed.site < 0 or failed.message:
        return e.RuleError(failed.message or "this never comes to a decision", None)
    site = lowered.sites[failed.site]
    return e.RuleError(site.word, site.span, ((site.rule, site.span),) if site.rule else ())

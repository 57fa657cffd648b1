"""What every module adds to a program: errors, fuel, saved positions, chance."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from gekido_dsl.backend.answers import remember
from gekido_dsl.backend.fuel import take_fuel
from gekido_dsl.backend.memo import Memo
from gekido_dsl.program import chance, walk
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.addresses import offsets, region, step
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Function, Program, Stmt
from gekido_dsl.program.passes.tried import shorten_tries
from gekido_dsl.program.twins import twins_of

NO_FUEL: Final = -2
"""The site of an error: a match took more steps than it may."""
NO_ROOM: Final = -3
"""The site of an error: more positions saved, choices in one turn or options than there is room for."""

_OF_SAVES: Final = frozenset((ir.Reset, ir.Keep, ir.Recall, ir.Remember, ir.TakeBack, ir.Save, ir.Restore))
"""What keeps a position or an answer, or takes one back."""
_GAP: Final = 16
"""So many bytes that need not be saved are saved nevertheless where they lie between others."""
SAVES: Final = 4
"""How many positions can be saved one in the other."""


class Parts:
    """A copy of a program, to be changed; and what its modules have in common."""

    def __init__(self, program: Program, fuel: int, drawn: bool | Function = False) -> None:
        """Copies a program.

        Args:
            drawn: whether what is tried before it is chosen is drawn first, as nobody is asked; or what tells it
                each time.
        """
        self.program = clone(program)
        _settle_sampled(self.program, drawn)
        if not program.plain:
            shorten_tries(self.program)
        self.b = b = ProgramBuilder(self.program)
        if isinstance(drawn, Function):
            b.functions.append(drawn)
        self.answers = remember(self.program, b) if not program.plain else None
        self.error = b.control("error")
        """Site of the error that stopped the module."""
        self.pointer = b.control("pointer")
        self.fuel = b.scratch("fuel")
        self.saved = b.control("saved")
        self.position = ir.Array("position", "region", 0, 8)
        """The state; its size is known when everything is settled."""
        self.budget = fuel
        self.seed = chance.seeding(b, b.stream, "seed")
        self.draw = chance.drawing(b, b.stream, "draw")

    def begin(self, f: FunctionBuilder) -> None:
        """Emits what comes before the entry is called."""
        if self.answers is not None:
            f.increase(self.answers)
        f.store(self.fuel, 0, self.budget)
        f.store(self.pointer, 0, 0)
        f.store(self.saved, 0, 0)

    def settle(self, gone: Iterable[ir.Array] = ()) -> int:
        """Gives the state its place, for good, and gives its size in bytes. What is gone has no place."""
        b = self.b
        missing = set(gone)
        b.arrays = [array for array in b.arrays if array not in missing]
        content = region(b.ordered())
        b.arrays.append(self.position)
        self.start = b.table("start", _signed(content) or [0], 8)
        self.size = len(content)
        self.saves = b.scratch("saves", max(SAVES * self.size, 1), 8)
        statements = [one for f in self.program.functions for one in walk.statements(f.body)]
        keeps = any(isinstance(one, ir.Keep) for one in statements)
        self._offsets = offsets(b.ordered())
        self.kept = b.scratch("kept", self.size if keeps else 1, 8)
        if any(isinstance(one, ir.Save) and one.arrays is not None for one in statements):
            self.tried = b.scratch("tried", self.size, 8)
        self.memo = Memo(b, self.program.functions, self.size)
        return self.size

    def expand_saves(self, functions: Iterable[Function]) -> None:
        """Gives what saves, takes back or begins a position its meaning, once everything is settled."""
        size = self.size
        depth = e.load(self.saved)
        everything = (ir.Const(0), ir.Const(size))

        def change(statement: Stmt) -> Sequence[Stmt] | None:
            match statement:
                case ir.Reset():
                    if not size:
                        return []
                    return [ir.Copy(self.position, ir.Const(0), self.start, *everything)]
                case ir.Keep():
                    return [ir.Copy(self.kept, ir.Const(0), self.position, *everything), *self.memo.forget()]
                case ir.Recall():
                    return self.memo.recall(statement, self.charge)
                case ir.Remember(entry=entry, value=value):
                    return self.memo.remember(entry, value)
                case ir.TakeBack():
                    return [ir.Copy(self.position, ir.Const(0), self.kept, *everything)]
                case ir.Save(arrays=arrays):
                    copied = (
                        [ir.Copy(self.saves, e.mul(depth, size), self.position, *everything)]
                        if arrays is None
                        else [
                            ir.Copy(self.tried, ir.Const(at), self.position, ir.Const(at), ir.Const(long))
                            for at, long in self._runs(arrays)
                        ]
                    )
                    return [
                        ir.If(e.ge(depth, SAVES), self.fail(NO_ROOM)),
                        *copied,
                        ir.Store(self.saved, ir.Const(0), e.add(depth, 1)),
                    ]
                case ir.Restore(arrays=arrays) if arrays is not None:
                    return [
                        ir.Store(self.saved, ir.Const(0), e.sub(depth, 1)),
                        *(
                            ir.Copy(self.position, ir.Const(at), self.tried, ir.Const(at), ir.Const(long))
                            for at, long in self._runs(arrays)
                        ),
                    ]
                case ir.Restore():
                    return [
                        ir.Store(self.saved, ir.Const(0), e.sub(depth, 1)),
                        ir.Copy(self.position, ir.Const(0), self.saves, e.mul(depth, size), ir.Const(size)),
                    ]
            return None

        for function in functions:
            function.body = walk.replaced(function.body, change, _OF_SAVES)

    def _runs(self, arrays: Iterable[ir.Array]) -> list[tuple[int, int]]:
        """Gives where some arrays lie in the position, and how long; what lies close together as one."""
        found: list[tuple[int, int]] = []
        places = sorted(
            (self._offsets[one], step(one) * one.length) for one in arrays if one in self._offsets
        )
        for start, long in places:
            first, end = start - start % 8, start + long
            end = min(end + -end % 8, self.size)
            if found and first - found[-1][1] <= _GAP:
                found[-1] = found[-1][0], max(end, found[-1][1])
            else:
                found.append((first, end))
        return [(first, end - first) for first, end in found]

    def fail(self, site: int) -> tuple[Stmt, ...]:
        """Gives the statements of an error."""
        return (ir.Store(self.error, ir.Const(0), ir.Const(site)), ir.Trap())

    def charge(self, amount: e.Value) -> tuple[Stmt, ...]:
        """Gives the statements that take fuel."""
        left = e.sub(e.load(self.fuel), amount)
        return (
            ir.Store(self.fuel, ir.Const(0), left),
            ir.If(e.lt(e.load(self.fuel), 0), self.fail(NO_FUEL)),
        )

    def expand(self, special: Callable[[Stmt], Iterable[Stmt] | None]) -> None:
        """Gives each statement that depends on the module its meaning; `special` is asked first."""
        functions = walk.reachable([self.program.entry, *self.program.also])
        take_fuel(functions, self.charge)

        def change(statement: Stmt) -> Iterable[Stmt] | None:
            made = special(statement)
            return self._common(statement) if made is None else made

        for function in functions:
            function.body = walk.replaced(function.body, change)

    def _common(self, statement: Stmt) -> Sequence[Stmt] | None:
        match statement:
            case ir.Error(site=site):
                return self.fail(site)
            case ir.Draw(local=local, count=count):
                return [ir.Call(self.draw, (count,), local)]
        return None


def _settle_sampled(program: Program, drawn: bool | Function) -> None:
    """Leaves one way to each decision that is drawn, or listed; or has it told which of them is taken."""

    def change(statement: Stmt) -> Sequence[Stmt]:
        assert isinstance(statement, ir.Sampled)
        if isinstance(drawn, Function):
            return [ir.If(ir.Ask(drawn, ()), statement.drawn, statement.listed)]
        return statement.drawn if drawn else statement.listed

    for function in walk.reachable([program.entry, *program.also]):
        function.body = walk.replaced(function.body, change, (ir.Sampled,))


def clone(program: Program) -> Program:
    """Gives a program with functions of its own, which may be changed."""
    twins = twins_of(walk.reachable([program.entry, *program.also]))
    return Program(
        twins[program.entry],
        program.arrays,
        tuple(twins.values()),
        program.stream,
        program.record,
        program.noted,
        tuple(twins[function] for function in program.also),
    )


def _signed(content: bytes) -> list[int]:
    return [byte - 256 if byte > 127 else byte for byte in content]

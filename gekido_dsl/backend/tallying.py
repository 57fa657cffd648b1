"""A match module that takes each choice of a decision in one call, and counts what that comes to."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.backend import runtime
from gekido_dsl.backend.by_ways import WAY, WaysMaker
from gekido_dsl.backend.control import SCRIPT
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.backend.match import MatchModule, made
from gekido_dsl.collecting import no_collecting
from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.program import expressions as e
from gekido_dsl.program.nodes import Array, Function, Program

ANY_TURN: Final = -1
"""Each choice leads to a position of its own, whoever goes on."""


@dataclass(frozen=True, slots=True)
class TallyModule:
    """A match module that exports `tally(count, turn)`, too, and what that leaves."""

    match: MatchModule
    counts: Array
    """How many positions there are, how many of them are ends, how many choices leave the turn open, of how many."""
    open: Array
    """The numbers of those choices."""
    ways_past: Array


@no_collecting()
def tally_module(program: Program, turns: Array) -> TallyModule:
    """Makes the module.

    Args:
        turns: state that says how many turns have begun.
    """
    maker = WaysMaker(program)
    counts = maker.b.control("tallied", 4)
    left = maker.b.control("left open", CHOICES_LIMIT + 1)

    def more(go: Function) -> dict[str, Function]:
        return {"tally": _tally(maker, go, turns, counts, left)}

    return TallyModule(made(maker, more, kept=[turns]), counts, left, maker.ways_past)


def _tally(maker: WaysMaker, go: Function, turns: Array, counts: Array, left: Array) -> Function:
    """Makes the function that takes each choice; boundary and script stay.

    Where choices are tried before they are offered, it takes each way that passes.
    """
    f = maker.b.function("tally", ["turn"])
    (turn,) = f.parameters
    c, size = maker.control, maker.parts.size
    boundary, script = maker.b.scratch("tally boundary", size, 8), maker.b.scratch("tally script", SCRIPT)
    end = f.let(e.load(c.script_length), "end")
    f.copy(boundary, 0, maker.boundary, 0, size)
    f.copy(script, 0, c.script, 0, e.shl(end, 2))
    f.store(c.auto, 0, 0)
    for k in range(counts.length):
        f.store(counts, k, 0)

    def back() -> None:
        f.copy(maker.boundary, 0, boundary, 0, size)
        f.copy(c.script, 0, script, 0, e.shl(end, 2))
        f.store(c.script_length, 0, end)

    f.store(maker.ways_past, 0, 1)
    f.store(maker.open_ways, 0, 0)
    f.call(go)
    count = f.let(e.load(c.waiting, 1), "count")
    first = f.let(e.select(e.load(maker.open_ways), WAY, 0), "first")
    back()
    with f.each(0, count, "choice") as choice:
        f.store(c.script, end, e.add(choice, first))
        f.store(c.script_length, 0, e.add(end, 1))
        f.store(maker.refused, 0, 0)
        f.call(go)
        with f.if_(e.not_(e.load(maker.refused))):
            over = f.let(e.not_(e.load(c.waiting, 1)), "over")
            goes_on = e.and_(e.ge(turn, 0), e.and_(e.not_(over), e.eq(e.load(turns), turn)))
            with f.if_(goes_on):
                f.store(left, e.load(counts, 2), e.load(counts, 3))
                f.increase(counts, 2)
            with f.else_():
                f.increase(counts, 0)
                f.increase(counts, 1, over)
            f.increase(counts, 3)
        back()
    f.store(maker.ways_past, 0, 0)
    return f.finish()


class Tallier(Machine):
    """A machine that counts what the choices of a decision come to."""

    def __init__(self, module: TallyModule) -> None:
        super().__init__(module.match)
        self._tallied = module
        self._ways_past = self.words(module.ways_past)

    def tally(self, stand: Stand, turn: int = ANY_TURN) -> tuple[int, int, list[int]] | None:
        """Counts the positions that the choices lead to, and those that are ends; lists choices that do not end a turn.

        None where chance or a rule error comes up, or may have.

        Args:
            turn: the number of the turn, if a position is one only at the end of a turn.
        """
        if stand.chances or stand.worlds or len(stand.script) + 1 >= SCRIPT:
            return None
        self.enter(stand)
        self._elsewhere[0] = 1
        try:
            self.call("tally", turn)
        except runtime.Stopped:
            self._ways_past[0] = 0
            return None
        positions, ended, open_, choices = self.words(self._tallied.counts)
        if choices != stand.count:
            return None
        return positions, ended, list(self.words(self._tallied.open)[:open_])

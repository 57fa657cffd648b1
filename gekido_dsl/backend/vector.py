"""Many matches of one game side by side: started, and taken on, in one call."""

from collections.abc import Sequence

from gekido_dsl.backend import runtime
from gekido_dsl.backend.machine import Stand
from gekido_dsl.backend.slots import SCRIPT, Slots, slots_module
from gekido_dsl.program.nodes import Array, Program


class VectorModule:
    """A module with room for many matches, as machine code. Vectors of as many or fewer are made of it."""

    def __init__(
        self, program: Program, room: int, watched: Sequence[Array] = (), ended: Sequence[Array] = ()
    ) -> None:
        """Makes the module.

        Args:
            room: for how many matches.
            watched: state of which each match shows the numbers at its decision.
            ended: state of which it shows the numbers when it is over.
        Raises:
            NoRuntime: modules cannot run here.
        """
        module, slots = slots_module(program, room, watched, ended)
        self.slots: Slots = slots
        self.error = module.error
        self.size = module.size
        self.compiled = runtime.compile_module(module.module)


class Vector:
    """Matches in the slots of one module. What it gives are views of its memory: they change as matches go on."""

    def __init__(self, module: VectorModule, count: int) -> None:
        """Makes room for matches.

        Args:
            count: how many; as many as the module has room for, or fewer.
        """
        slots = module.slots
        if not 0 <= count <= slots.count:
            raise ValueError(f"there is room for {slots.count} matches, not for {count}")
        self.module = module
        self.count = count
        self._instance = instance = runtime.Instance(module.compiled)

        def rows(array: Array) -> "memoryview[int]":
            return instance.words(array, array.length // slots.count * count)

        self.which = rows(slots.which)
        """1 for the matches that a call is about."""
        self.seeds = rows(slots.seeds)
        self.choices = rows(slots.choices)
        """What `step` takes: the number of an option for each match."""
        self.streams = rows(slots.streams)
        """Four numbers for each: where its stream stands."""
        self.left = rows(slots.left)
        """How many decisions `run` may take; then, how many it did not."""
        self.seats = rows(slots.seats)
        """Who decides."""
        self.counts = rows(slots.counts)
        """Among how many options; 0 when a match is over."""
        self.watched = rows(slots.watched)
        """Row by row what was to be watched."""
        self.ended = rows(slots.ended)
        """Row by row what was asked for of matches that are over."""
        self._sites = rows(slots.sites)
        self._boundaries = rows(slots.boundaries)
        self._scripts = rows(slots.scripts)
        self._lengths = rows(slots.lengths)
        self._at = instance.words(slots.at)
        self._error = instance.words(module.error)

    @property
    def rows(self) -> "tuple[memoryview[int], ...]":
        """Everything that is of one match, each with as many numbers for every match."""
        where = (self._sites, self._boundaries, self._scripts, self._lengths)
        return (self.seats, self.counts, self.watched, self.ended, *where)

    def start(self) -> list[int]:
        """Begins those of `which` by their seeds; gives those in which a rule could not be carried out."""
        return self._all("start_many")

    def step(self) -> list[int]:
        """Takes the choices of those of `which`, none of which may be over.

        Returns:
            the matches in which there is no such choice, a rule could not be carried out, or the turn is too long for
            a slot: they are as they were.
        """
        return self._all("step_many")

    def run(self) -> list[int]:
        """Has those of `which` take as many choices at random as `left` says, or fewer up to their end.

        Returns:
            the matches that came to an error on the way: they are as they were, with their streams.
        """
        return self._all("run_many")

    def stand(self, at: int) -> Stand:
        """Gives where a match stands."""
        size, length = self.module.size, self._lengths[at]
        return Stand(
            bytes(self._boundaries[at * size : (at + 1) * size]),
            tuple(self._scripts[at * SCRIPT : at * SCRIPT + length]),
            (),
            (),
            self.seats[at],
            self.counts[at],
            self._sites[at],
        )

    def _all(self, name: str) -> list[int]:
        failed: list[int] = []
        begin = 0
        while begin < self.count:
            try:
                self._instance.call(name, begin, self.count)
                break
            except runtime.Stopped:
                self._error[0] = 0
                failed.append(self._at[0])
                begin = failed[-1] + 1
        return failed

"""Many matches of one game side by side: started, and taken one choice further, in one call."""

from collections.abc import Sequence

from gekido_dsl.backend import runtime
from gekido_dsl.backend.machine import signed
from gekido_dsl.backend.match import match_module
from gekido_dsl.lowering import Lowered
from gekido_dsl.program.nodes import Array


class Vector:
    """Matches in the slots of one module. What it gives are views of its memory: they change as matches go on."""

    def __init__(self, lowered: Lowered, count: int, observed: Sequence[Array] = ()) -> None:
        """Makes room for matches.

        Args:
            count: how many.
            observed: state of which each match shows the numbers at its decision.
        Raises:
            NoRuntime: modules cannot run here.
        """
        module = match_module(lowered.program, slots=count, observed=observed)
        assert module.slots is not None
        self.count = count
        self._slots = slots = module.slots
        self._instance = runtime.Instance(runtime.compile_module(module.module))
        words = self._instance.words
        self._seeds = words(slots.seeds)
        self._error = words(module.error)
        self.choices: memoryview[int] = words(slots.choices)
        """What `step` takes: the number of an option for each match."""
        self.seats: memoryview[int] = words(slots.seats)
        """Who decides."""
        self.counts: memoryview[int] = words(slots.counts)
        """Among how many options; 0 when a match is over."""
        self.observed: memoryview[int] = words(slots.observed)
        """Row by row what was to be observed."""
        self.width = slots.width
        """Numbers in a row."""

    def start(self, seeds: Sequence[int]) -> list[int]:
        """Begins all matches; gives those in which a rule could not be carried out, which are over."""
        for index, seed in enumerate(seeds):
            self._seeds[index] = signed(seed)
        return self._all("start_many")

    def step(self) -> list[int]:
        """Takes the choices; a match that is over stays as it is.

        Returns:
            the matches in which the choice is none, or a rule could not be carried out: they are as they were.
        """
        return self._all("step_many")

    def _all(self, name: str) -> list[int]:
        failed: list[int] = []
        begin = 0
        while begin < self.count:
            try:
                self._instance.call(name, begin, self.count)
                break
            except runtime.Stopped:
                failed.append(self._instance.words(self._slots.at)[0])
                begin = failed[-1] + 1
        return failed

"""A lowered game becomes whole games played at random, with everything that a report needs of each.

What makes modules is loaded only where the module is not in the store.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from gekido_dsl import engine as e
from gekido_dsl import store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.rows import ROWS, Bundle, Played, Reader, packed, unpacked

if TYPE_CHECKING:
    from gekido_dsl.backend.making import Ruled, StepByStep
    from gekido_dsl.lowering import Lowered
    from gekido_dsl.model import nodes as m


class Games:
    """Plays games of one setting at random, as `simulate` does on the interpreter."""

    def __init__(
        self,
        game: "m.Game | Callable[[], m.Game]",
        setting: e.Setting,
        lowered: "Lowered | Callable[[], Lowered]",
        hashing: bool = False,
        kept: Sequence[str] = (),
    ) -> None:
        """Makes the module, or takes it from the store.

        Args:
            game: what is played, or what gives it where it is needed.
            lowered: the program, or what makes it where it is needed.
            kept: everything that the module depends on besides the setting: what identifies the ruleset, and the
                versions; without, nothing is kept.
        Raises:
            NoRuntime: modules cannot run here.
            TooLarge: the program is larger than a program may be.
        """
        runtime.load()
        self._setting = setting
        self._game = game if callable(game) else lambda: game
        self._lowered = lowered if callable(lowered) else lambda: lowered
        place = store.current() if kept else None
        name = _key(setting, hashing, kept)
        found = unpacked(place.read(name)) if place is not None else None
        if found is None:
            from gekido_dsl.backend.making import bundle_of

            made = self._lowered()
            self._lowered = lambda: made
            found = bundle_of(self._game(), setting, made, hashing)
            if place is not None:
                place.write(name, packed(found))
        self._bundle: Bundle = found
        self._instance = runtime.Instance(runtime.compile_bytes(found.code, {}))
        self._rows = self._instance.numbers(found.rows, ROWS * found.width)
        self._reader = Reader(found, setting.seed, self._ruled)
        self._rules: Ruled | None = None
        self._steps: StepByStep | None = None

    @property
    def code(self) -> bytes:
        """The module."""
        return self._bundle.code

    def play(self, first: int, end: int) -> Iterator[Played]:
        """Plays the games `first` to `end - 1`, in order."""
        for begin in range(first, end, ROWS):
            yield from self._some(begin, min(end - begin, ROWS))

    def _some(self, first: int, count: int) -> Iterator[Played]:
        seed, width = self._setting.seed, self._bundle.width
        signed = ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
        begin = 0
        while begin < count:
            stopped = count
            try:
                self._instance.call("play", signed, first, begin, count)
            except runtime.Stopped:
                stopped = self._instance.numbers(self._bundle.game, 1)[0]
            for row in range(begin, stopped):
                yield self._reader.played(first + row, self._rows[row * width : (row + 1) * width])
            if stopped < count:
                yield self._again(first + stopped)
            begin = stopped + 1

    def _ruled(self, numbers: Sequence[int]) -> e.Outcome:
        if self._rules is None:
            from gekido_dsl.backend.making import Ruled

            self._rules = Ruled(self._game(), self._setting, self._bundle)
        return self._rules.outcome(numbers)

    def _again(self, number: int) -> Played:
        """Plays a game that the module gave up, step by step where that is needed."""
        if self._steps is None:
            from gekido_dsl.backend.making import StepByStep

            self._steps = StepByStep(self._setting, self._bundle, self._lowered())
        return self._steps.play(number)


def is_kept(setting: e.Setting, kept: Sequence[str], hashing: bool = False) -> bool:
    """Tells whether the module of some games is in the store."""
    place = store.current()
    return place is not None and unpacked(place.read(_key(setting, hashing, kept))) is not None


def _key(setting: e.Setting, hashing: bool, kept: Sequence[str]) -> str:
    options = [f"{one}={answer}" for one, answer in sorted(setting.options.items())]
    return store.key("module", *kept, str(setting.players), str(hashing), *options)

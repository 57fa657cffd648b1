"""A lowered game becomes whole games played at random, with everything that a report needs of each.

What makes modules is loaded only where the module is not in the store.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gekido_dsl import engine as e
from gekido_dsl import store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.alike import Alike
from gekido_dsl.backend.rows import (
    DECISIONS,
    FINISHED,
    ROWS,
    Bundle,
    Counted,
    Counters,
    Played,
    Reader,
    packed,
    take,
    unpacked,
)

_SOME: Final = 32
"""Of how many games decisions are looked at to tell how many a game has."""

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
        winners: Callable[[Played], Sequence[int] | None] | None = None,
        again: bool = False,
        drawn: bool = False,
    ) -> None:
        """Makes the module, or takes it from the store.

        Args:
            game: what is played, or what gives it where it is needed.
            lowered: the program, or what makes it where it is needed.
            kept: everything that the module depends on besides the setting: what identifies the ruleset, and the
                versions; without, nothing is kept.
            winners: tells who won a game that ended by its rules, None of others. With it, it is counted what happens;
                see `taken`.
            again: whether games are played whose choices are known; see `replay`.
            drawn: whether what is tried before it is chosen is drawn first; see `gekido_dsl.rng`.
        Raises:
            NoRuntime: modules cannot run here.
            TooLarge: the program is larger than a program may be.
        """
        runtime.load()
        self._setting = setting
        self._game = game if callable(game) else lambda: game
        self._lowered = lowered if callable(lowered) else lambda: lowered
        place = store.current() if kept else None
        counted = winners is not None
        self._drawn = drawn
        name = _key(setting, hashing, kept, counted, again, drawn)
        found = unpacked(place.read(name)) if place is not None else None
        if found is None:
            from gekido_dsl.backend.making import bundle_of

            made = self._lowered()
            self._lowered = lambda: made
            found = bundle_of(self._game(), setting, made, hashing, counted, again, drawn)
            if place is not None:
                place.write(name, packed(found))
        self._bundle: Bundle = found
        self._instance = runtime.Instance(runtime.compile_bytes(found.code, {}))
        self._rows = self._instance.numbers(found.rows, ROWS * found.width)
        self._reader = Reader(found, setting.seed, self._ruled)
        self._rules: Ruled | None = None
        self._steps: StepByStep | None = None
        self._winners = winners
        self._alike: Alike | None = None
        """Counts games without giving each; made when first needed."""
        self._distinct: list[Played] = []
        """Of each row that it knows, a game."""

    @property
    def code(self) -> bytes:
        """The module."""
        return self._bundle.code

    def play(self, first: int, end: int) -> Iterator[Played]:
        """Plays the games `first` to `end - 1`, in order."""
        for begin in range(first, end, ROWS):
            yield from self._some(begin, min(end - begin, ROWS))

    def replay(self, number: int, choices: "memoryview[int] | Sequence[int]") -> Played:
        """Plays a game to its end whose choices are known.

        Raises:
            AssertionError: these are not the choices of a whole game.
        """
        given = self._numbers(self._bundle.given, DECISIONS)
        given[: len(choices)] = choices  # type: ignore[assignment]
        if len(choices) < DECISIONS:
            given[len(choices)] = -1
        (played,) = self._some(number, 1)
        assert played.decisions == len(choices), "a game ended elsewhere when it was played again"
        return played

    # ------------------------------------------------------------ each game

    def _some(self, first: int, count: int) -> Iterator[Played]:
        width, counters, begin = self._bundle.width, self._bundle.counters, 0
        while begin < count:
            stopped, trapped = self._run(first, begin, count)
            played = (
                self._reader.played(
                    first + row, self._rows[row * width : (row + 1) * width], self._course(row)
                )
                for row in range(begin, stopped)
            )
            yield from played if counters is None else self._judged(counters, begin, list(played))
            if trapped:
                yield self._given_up(first, stopped)
            begin = stopped + trapped

    def _run(self, first: int, begin: int, count: int) -> tuple[int, bool]:
        """Has the module play games into its rows; gives up to which row it came, and whether it gave that game up."""
        counters = self._bundle.counters
        try:
            self._instance.call("play", runtime.signed(self._setting.seed), first, begin, count)
        except runtime.Stopped:
            return self._numbers(self._bundle.game, 1)[0], True
        return count if counters is None else self._numbers(counters.done, 1)[0], False

    def _given_up(self, first: int, row: int) -> Played:
        """Plays a game that the module gave up, and counts what happens in it unless it comes to a rule error."""
        counters = self._bundle.counters
        last = self._blindly(first, row) if self._was_measuring() else self._again(first + row)
        if counters is not None and last.error is None:
            if not last.course:
                self._instance.call("close", row)
                last = replace(last, course=self._course(row))
            self._judged(counters, row, [last])
        return last

    # ------------------------------------------------------------ games that are alike

    def tally(self, first: int, end: int, add: Callable[[Played, int], None]) -> int:
        """Plays the games `first` to `end - 1`, at most `ROWS`, and counts those that differ in number and seed alone.

        Args:
            add: is given games that were counted, each with how many were like it. It gets most of them only from
                `tallied`.

        Returns:
            about how many decisions a game had.
        """
        width, begin, count = self._bundle.width, 0, end - first
        while begin < count:
            stopped, trapped = self._run(first, begin, count)
            self._tell(begin, stopped, add)
            if trapped:
                add(self._given_up(first, stopped), 1)
            begin = stopped + trapped
        some = self._rows[: min(count, _SOME) * width : width].tolist()
        return sum(some) // len(some)

    def tallied(self, add: Callable[[Played, int], None]) -> None:
        """Hands over what `tally` has counted since."""
        if self._alike is not None:
            for number, times in self._alike.taken():
                add(self._distinct[number], times)

    def _tell(self, begin: int, end: int, add: Callable[[Played, int], None]) -> None:
        """Counts the games of some rows."""
        width, counters = self._bundle.width, self._bundle.counters
        each = counters.width if counters is not None else 0
        if self._alike is None:
            self._alike = Alike(width + each)
        alike, start = self._alike, begin
        while begin < end:
            alike.give(0, width, self._rows[begin * width : end * width])
            if counters is not None:
                courses = self._numbers(counters.courses + 4 * begin * each, (end - begin) * each)
                alike.give(width, each, courses)
            taken = alike.tell(end - begin)
            for number in range(len(self._distinct), alike.number):
                self._distinct.append(self._first(alike, number))
            if counters is not None and taken:
                noted = self._numbers(counters.winners + 8 * begin, taken, 64)
                noted[:] = alike.winners(taken)
            begin += taken
            if begin < end:
                self.tallied(add)
                alike.forget()
                self._distinct.clear()
        if counters is not None:
            self._instance.call("fold", start, end)

    def _first(self, alike: Alike, number: int) -> Played:
        """Gives the game of a row that was never seen before, and notes who won it."""
        row, width = alike.row(number), self._bundle.width
        played = self._reader.played(0, row[:width], tuple(row[width:]))
        if self._winners is not None:
            alike.note(number, self._mask(played))
        return played

    def _mask(self, game: Played) -> int:
        """Gives who won, as the module takes it."""
        assert self._winners is not None
        winners = self._winners(game)
        return 0 if winners is None else FINISHED | sum(1 << seat + 1 for seat in winners)

    # ------------------------------------------------------------ what happens in them

    def _judged(self, counters: Counters, begin: int, games: list[Played]) -> list[Played]:
        """Has what happened in games counted for those who won them."""
        noted = self._numbers(counters.winners + 8 * begin, len(games), 64)
        for at, game in enumerate(games):
            noted[at] = self._mask(game)
        self._instance.call("fold", begin, begin + len(games))
        return games

    def _was_measuring(self) -> bool:
        """Tells whether it was the aim that could not be asked where the module stopped."""
        counters = self._bundle.counters
        return counters is not None and self._numbers(counters.blind, 2)[1] == 1

    def _blindly(self, first: int, row: int) -> Played:
        """Plays one game without measuring who leads."""
        counters, width = self._bundle.counters, self._bundle.width
        assert counters is not None
        blind, signed = self._numbers(counters.blind, 2), runtime.signed(self._setting.seed)
        blind[0], blind[1] = 1, 0
        try:
            self._instance.call("play", signed, first, row, row + 1)
        except runtime.Stopped:
            return self._again(first + row)
        finally:
            blind[0] = 0
        return self._reader.played(
            first + row, self._rows[row * width : (row + 1) * width], self._course(row)
        )

    def _course(self, row: int) -> tuple[int, ...]:
        """Gives the course of a game by its row; nothing where it is not counted."""
        counters = self._bundle.counters
        if counters is None:
            return ()
        return tuple(self._numbers(counters.courses + 4 * row * counters.width, counters.width))

    def taken(self) -> Counted:
        """Gives what was counted since it was asked last, in all games that were given."""
        counters = self._bundle.counters
        assert counters is not None
        return take(counters, self._numbers)

    def _numbers(self, start: int, length: int, width: int = 32) -> "memoryview[int]":
        return self._instance.numbers(start, length, width)

    def _ruled(self, numbers: Sequence[int]) -> e.Outcome:
        if self._rules is None:
            from gekido_dsl.backend.making import Ruled

            self._rules = Ruled(self._game(), self._setting, self._bundle)
        return self._rules.outcome(numbers)

    def _again(self, number: int) -> Played:
        """Plays a game that the module gave up, step by step where that is needed."""
        if self._steps is None:
            from gekido_dsl.backend.making import StepByStep

            game = self._game() if self._drawn else None
            self._steps = StepByStep(self._setting, self._bundle, self._lowered(), game)
        return self._steps.play(number)


def is_kept(setting: e.Setting, kept: Sequence[str], counted: bool = False) -> bool:
    """Tells whether the module of some games is in the store."""
    place = store.current()
    return (
        place is not None
        and unpacked(place.read(_key(setting, False, kept, counted, drawn=not counted))) is not None
    )


def _key(
    setting: e.Setting,
    hashing: bool,
    kept: Sequence[str],
    counted: bool,
    again: bool = False,
    drawn: bool = False,
) -> str:
    options = [f"{one}={answer}" for one, answer in sorted(setting.options.items())]
    return store.key(
        "module again" if again else "module drawn" if drawn else "module",
        *kept,
        str(setting.players),
        str(hashing),
        str(counted),
        *options,
    )

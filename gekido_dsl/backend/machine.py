"""One instance of a match module, which takes the place of any match in turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from gekido_dsl.backend import runtime
from gekido_dsl.backend.control import BODIES, CHANCE, DRAWN, NOT_OFFERED
from gekido_dsl.backend.match import MatchModule
from gekido_dsl.backend.parts import NO_FUEL, NO_ROOM
from gekido_dsl.program.addresses import region, unpack
from gekido_dsl.program.nodes import Array


class Failed(Exception):
    """A rule could not be carried out; nothing has changed."""

    def __init__(self, site: int, message: str = "") -> None:
        super().__init__(message or f"error {site}")
        self.site = site
        """What the program says; negative for a limit."""
        self.message = message


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that the host may decide."""

    count: int
    site: int
    values: tuple[int, ...]


Ask = Callable[[Draw], int | None]
"""Decides a draw; None leaves it to the stream."""


Running = tuple[tuple[int, int], ...]
"""The listed bodies that run, the outermost first: the number of each, and what was noted when it began."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a match stands; never changes."""

    boundary: bytes
    """The position after the last turn."""
    script: tuple[int, ...]
    """The choices since."""
    chances: tuple[int, ...]
    """The draws since that came from elsewhere; -1 is one from the stream."""
    worlds: tuple[bytes, ...]
    """The positions that were put in the place of others since; the script says when."""
    seat: int = field(compare=False)
    count: int = field(compare=False)
    """How many options there are; 0 when the match is over."""
    site: int = field(compare=False)


class Machine:
    """Runs matches of one program, one at a time; who goes on with another pays for running its turn again."""

    def __init__(self, module: MatchModule, compiled: runtime.Compiled | None = None) -> None:
        self.module = module
        self._instance = runtime.Instance(compiled or runtime.compile_module(module.module))
        words = self._instance.words
        self._script = words(module.control.script)
        self._script_length = words(module.control.script_length)
        self._chances = words(module.control.chances)
        self._chances_length = words(module.control.chances_length)
        self._elsewhere = words(module.control.elsewhere)
        self._waiting = words(module.control.waiting)
        self._moved = words(module.control.moved)
        self._error = words(module.error)
        self._boundary = self._bytes(module.boundary)
        self._position = self._bytes(module.position, module.size)
        self._worlds = self._bytes(module.worlds)
        self._kept_from = words(module.control.kept_from)
        self._kept_from[0] = 1 << 30
        self._current: Stand | None = None
        self._looking = words(module.control.looking)

    def _bytes(self, array: Array, size: int | None = None) -> "memoryview[int]":
        start = self._instance.address(array)
        return self._instance.memory[start : start + (array.length if size is None else size)]

    @property
    def nowhere(self) -> Stand:
        """Stands for a match that is played elsewhere."""
        return Stand(b"", (), (), (), 0, 0, 0)

    @property
    def start_content(self) -> bytes:
        """The position in which every match starts."""
        return region(self.module.program.arrays)

    def run(self, name: str, *arguments: int) -> None:
        """Calls another function that the module exports. The position is not the one at the decision any more.

        Raises:
            Stopped: the module trapped.
        """
        self._current = None
        self._instance.call(name, *arguments)

    def call(self, name: str, *arguments: int) -> int | None:
        """Calls another function that the module exports, and gives what that gives.

        Raises:
            Stopped: the module trapped.
        """
        self._current = None
        return self._instance.call(name, *arguments)

    def standing(self) -> Stand:
        """Gives where the match stands that the module has gone on with by itself."""
        self._current = self._read(b"", (), moved=True)
        return self._current

    def words(self, array: Array) -> "memoryview[int]":
        """Gives the numbers of an array of the module, to read and to write. They change as it runs."""
        return self._instance.words(array)

    # ------------------------------------------------------------ playing

    def start(self, seed: int, ask: Ask | None = None) -> Stand:
        """Begins a match and goes on to the first decision.

        Raises:
            Failed: a rule cannot be carried out.
        """
        self._current = None
        self._chances_length[0] = 0
        self._elsewhere[0] = ask is not None
        self._call(ask, "start", runtime.signed(seed))
        self._current = self._read(b"", (), moved=True)
        return self._current

    def apply(self, stand: Stand, choice: int, ask: Ask | None = None) -> Stand:
        """Takes a choice and goes on to the next decision.

        Raises:
            Failed: a rule cannot be carried out, or there is no such choice.
        """
        self.enter(stand)
        if ask is not None or self._elsewhere[0]:
            self._open_chance(stand, ask)
        self._current = None
        self._call(ask, "apply", choice)
        self._current = self._read(stand.boundary, stand.worlds, moved=bool(self._moved[0]))
        return self._current

    def at(self, boundary: bytes) -> Stand:
        """Goes on from a boundary to the first decision.

        Raises:
            Failed: a rule cannot be carried out.
        """
        self._current = None
        self._boundary[:] = boundary
        for words in (self._script_length, self._chances_length, self._elsewhere):
            words[0] = 0
        self._call(None, "go")
        self._current = self._read(boundary, (), moved=True)
        return self._current

    def enter(self, stand: Stand) -> None:
        """Makes the memory what it is at a decision."""
        if self._current is stand:
            return
        self._current = None
        self._elsewhere[0] = 0
        self._boundary[:] = stand.boundary
        for number, world in enumerate(stand.worlds):
            start = number * self.module.size
            self._worlds[start : start + self.module.size] = world
        for length, words, content in (
            (self._script_length, self._script, stand.script),
            (self._chances_length, self._chances, stand.chances),
        ):
            length[0] = len(content)
            for index, number in enumerate(content):
                words[index] = number
        self._call(None, "go")
        self._current = stand

    def _open_chance(self, stand: Stand, ask: Ask | None) -> None:
        """From here on chance comes from elsewhere, or does so no longer; what was drawn stays drawn."""
        if ask is not None:
            made = self._instance.words(self.module.control.chances_at)[0]
            for index in range(self._chances_length[0], made):
                self._chances[index] = -1
            self._chances_length[0] = max(self._chances_length[0], made)
        self._elsewhere[0] = ask is not None

    def _call(self, ask: Ask | None, name: str, *arguments: int) -> None:
        """Calls the module; asks for chance as often as it needs some."""
        length = self._script_length[0]
        drawn = self._chances_length[0]
        self._error[0] = 0
        try:
            self._instance.call(name, *arguments)
        except runtime.Stopped as stopped:
            if self._error[0] != CHANCE or ask is None:
                self._script_length[0] = length
                self._chances_length[0] = drawn
                raise failure(self._error[0], stopped) from None
            self._answer(ask)
            # The choice is in the script by now, and a match that begins has its boundary.
            while True:
                self._error[0] = 0
                try:
                    self._instance.call("go")
                    return
                except runtime.Stopped as again:
                    if self._error[0] != CHANCE:
                        self._script_length[0] = length
                        self._chances_length[0] = drawn
                        raise failure(self._error[0], again) from None
                    self._answer(ask)

    def _answer(self, ask: Ask) -> None:
        words = self._instance.words(self.module.control.asked)
        request = Draw(words[0], words[1], tuple(words[3 : 3 + words[2]]))
        given = ask(request)
        at = self._chances_length[0]
        self._chances[at] = -1 if given is None else given
        self._chances_length[0] = at + 1

    def _read(self, boundary: bytes, worlds: tuple[bytes, ...], moved: bool) -> Stand:
        seat, count, site = self._waiting
        script = tuple(self._script[: self._script_length[0]])
        return Stand(
            bytes(self._boundary) if moved else boundary,
            script,
            tuple(self._chances[: self._chances_length[0]]),
            worlds if any(choice <= DRAWN for choice in script) else (),
            seat,
            count,
            site,
        )

    # ------------------------------------------------------------ looking

    def read(self, stand: Stand, array: Array) -> list[int]:
        """Gives the numbers of a state array at the decision."""
        self.enter(stand)
        return self._instance.words(array).tolist()

    def position(self, stand: Stand) -> bytes:
        """Gives state and derived state at the decision, as bytes."""
        self.enter(stand)
        return bytes(self._position)

    def offers(self, stand: Stand) -> list[tuple[int, ...]]:
        """Lists the options of the open decision, by the values that fill their slots."""
        self.enter(stand)
        module, words = self.module, self._instance.words
        content = words(module.control.offers, words(module.control.offers_length)[0])
        found: list[tuple[int, ...]] = []
        at = 0
        while at < len(content):
            end = at + 1 + content[at]
            found.append(tuple(content[at + 1 : end]))
            at = end
        return found

    def told(self) -> list[tuple[int, tuple[int, ...]]]:
        """Lists what was told since the last choice, by `start` or `apply`: site and values. Of a traced module."""
        module, words = self.module, self._instance.words
        content = words(module.control.told, words(module.control.told_length)[0])
        found: list[tuple[int, tuple[int, ...]]] = []
        at = 0
        while at < len(content):
            end = at + 2 + content[at + 1]
            found.append((content[at], tuple(content[at + 2 : end])))
            at = end
        return found

    def told_at(self, begin: Callable[[], object], count: int) -> list[tuple[bytes, Running]]:
        """Gives the positions in which things were told, and the bodies that ran, by running what told them again.

        Args:
            begin: starts the match or applies the choice.
            count: how many things were told.
        """
        found: list[tuple[bytes, Running]] = []
        moments, size = self._bytes(self.module.moments), self.module.moment
        try:
            while len(found) < count:
                self._kept_from[0] = len(found)
                begin()
                some = min(count - len(found), len(moments) // size)
                found += [self._moment(moments, k) for k in range(some)]
        finally:
            self._kept_from[0] = 1 << 30
        return found

    def _moment(self, moments: "memoryview[int]", k: int) -> tuple[bytes, Running]:
        """Gives a position that was kept, and the bodies that ran."""
        size = self.module.moment
        content: bytes = bytes(moments[k * size : (k + 1) * size])
        return content[: self.module.size], _running(unpack(content[self.module.size :], 32))

    def deciding(self, stand: Stand) -> list[tuple[int, bytes, Running]]:
        """Gives how it was when the secret part that runs began, and when each player began to decide in it.

        The position is to be in a secret part; the first player is none. Nothing where there are too many to be kept.
        """
        self._current = None
        self._looking[0] = 1
        try:
            self.enter(stand)
        finally:
            self._looking[0] = 0
        words, size = self._instance.words(self.module.control.deciding), self.module.moment
        count = words[0]
        if count >= len(words) - 1:
            return []
        moments = self._bytes(self.module.moments, count * size)
        return [(words[1 + k], *self._moment(moments, k)) for k in range(count)]

    def decided_at(self, stand: Stand) -> list[tuple[int, int, int]]:
        """Tells of the same moments who decides then, and after how many entries of the script and draws of chance.

        The last one is now.
        """
        moments = self.deciding(stand)
        control, words = self.module.control, self._instance.words
        at = words(control.decided_at)
        found = [(player, at[2 * k], at[2 * k + 1]) for k, (player, _, _) in enumerate(moments)]
        return [*found, (stand.seat, len(stand.script), words(control.chances_at)[0])]

    def by_script(self, stand: Stand, script: tuple[int, ...]) -> Stand:
        """Gives where a match comes to from the same boundary by another script.

        Raises:
            Failed: a rule cannot be carried out, or there is no such choice.
        """
        self._current = None
        self.enter(replace(stand, script=script))
        self._current = self._read(stand.boundary, stand.worlds, moved=False)
        return self._current

    def room_for_world(self, stand: Stand) -> bool:
        """Tells whether the script has room for one more position."""
        return len(stand.worlds) < len(self._worlds) // self.module.size

    def world(self, stand: Stand, position: bytes) -> Stand:
        """Gives where a match stands when everything lies as in another position, at the same decision."""
        script = (*stand.script, DRAWN - len(stand.worlds))
        return replace(stand, script=script, worlds=(*stand.worlds, position))

    def running(self, stand: Stand) -> Running:
        """Gives the listed bodies that run at the decision; none when the match is over."""
        self.enter(stand)
        return _running(self._instance.words(self.module.control.running)) if stand.count else ()

    def question(self, stand: Stand) -> tuple[int, ...]:
        """Gives the things that the open decision is about."""
        self.enter(stand)
        words = self._instance.words(self.module.control.about)
        return tuple(words[1 : 1 + words[0]])

    # ------------------------------------------------------------ games at random

    def game(self, seed: int, decisions: int) -> None:
        """Plays a game as a batch does, from its seed; after so many decisions it waits.

        Raises:
            Failed: a rule cannot be carried out.
        """
        self._current = None
        self._call(None, "game", runtime.signed(seed), decisions)

    @property
    def left(self) -> int:
        """How many decisions that game had left when it ended or failed."""
        return self._instance.words(self.module.control.auto)[0]

    @property
    def most(self) -> int:
        """The greatest number of options of the decisions that it took."""
        return self._instance.words(self.module.control.most)[0]

    @property
    def waiting(self) -> int:
        """How many options the decision has at which it waits; 0 when it is over."""
        return self._waiting[1]

    def now(self, array: Array) -> list[int]:
        """Gives the numbers of an array as they are where that game stands."""
        return self._instance.words(array).tolist()

    def rollout(self, stand: Stand, seed: int, decisions: int, arrays: tuple[Array, ...]) -> list[list[int]]:
        """Plays on at random, with chance anew, and gives the numbers of some arrays where that ends.

        Raises:
            Failed: a rule cannot be carried out.
        """
        self.enter(stand)
        self._current = None
        self._call(None, "rollout", runtime.signed(seed), decisions)
        return [self._instance.words(array).tolist() for array in arrays]


def failure(site: int, stopped: runtime.Stopped) -> Failed:
    """Says what stopped a module, by the site that it noted."""
    if site == NO_FUEL:
        return Failed(site, "the match took more steps than it may")
    if site == NO_ROOM:
        return Failed(site, "a turn became longer than there is room for")
    if site == NOT_OFFERED:
        return Failed(site, "there is no such choice")
    if site == 0 and ("stack" in stopped.why or "unreachable" in stopped.why):
        return Failed(NO_ROOM, "rules run one in the other too deep")
    return Failed(site, "" if site else stopped.why)


def _running(words: Sequence[int]) -> Running:
    known = min(words[0], BODIES)
    return tuple(zip(words[1 : 1 + 2 * known : 2], words[2 : 2 + 2 * known : 2], strict=True))

"""What runs in the page: messages come in as text, and what they bring about goes out as text.

Invariants:
    Nothing here waits: a bot chooses in `tick`, one choice at a time, so that messages get their turn in between.
    Whatever fails is said to the page; the match stays as it was.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.play import record
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.session import Session, described, resume
from gekido_dsl.standalone.games import KINDS, unpacked
from gekido_dsl.table import HUMAN, PERSON, Table, Viewer, opened, plain_bots
from gekido_dsl.table.showing import lines_in_common

_SEARCH: Final = "search:"


class Desk:
    """Holds the table of a page."""

    def __init__(self, made: Compilation, clock: Callable[[], float]) -> None:
        """Takes a game.

        Args:
            clock: tells the time, in seconds.
        """
        assert made.game is not None
        self.made = made
        self.clock = clock
        self.table: Table | None = None
        self.viewer = Viewer()
        self._executor: Executor = made.executor()
        self._compiled: dict[tuple[int, tuple[tuple[str, str], ...]], Executor | None] = {}
        self._version = -1
        self._sent: list[Any] = []
        self._kept = ""

    def take(self, text: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(text)
        try:
            answers = self._do(message)
        except RuleError as error:
            answers = [
                {"error": {"message": error.message, "place": None, "lines": described(error).splitlines()}}
            ]
        except ValueError as error:
            answers = [{"refused": f"{error}"}]
        return json.dumps([*answers, *self.news()], ensure_ascii=False)

    def tick(self) -> str | None:
        """Has one bot choose; None when no bot is to choose."""
        due = self.table.due() if self.table is not None else None
        if due is None or self.table is None:
            return None
        problem = self.table.settle(due, due.choose())
        return json.dumps([*([problem] if problem else []), *self.news()], ensure_ascii=False)

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the page says something."""
        return self.table is None or self.table.due() is None

    def _do(self, message: dict[str, Any]) -> list[Any]:
        match message.get("do"):
            case "begin":
                options = {str(name): str(answer) for name, answer in (message.get("options") or {}).items()}
                setting = Setting(int(message["players"]), int(message["seed"]), options)
                seats = [str(one) for one in message.get("seats") or ()]
                executor = self.compiled(setting) if message.get("compiled") else None
                return self._sit_down(self._open(setting, seats, executor))
            case "resume":
                return self._resume(str(message.get("record") or ""), bool(message.get("compiled")))
        if self.table is None:
            return [{"refused": "There is no match yet."}]
        if message.get("do") == "seat":
            who = str(message.get("who") or "")
            if who.startswith(_SEARCH) and who in KINDS:
                self._have_compiled()
        answers = self.table.do(message, self.viewer)
        self._seat_again()
        return answers

    # ------------------------------------------------------------ matches

    def _open(self, setting: Setting, seats: list[str], executor: Executor | None = None) -> Session:
        unknown = [one for one in seats if one not in KINDS]
        if unknown:
            raise ValueError(f"Nobody called {unknown[0]} can play here.")
        return opened(self.made, setting, seats, executor=executor or self._executor_for(setting, seats))

    def _resume(self, text: str, compiled: bool) -> list[Any]:
        reading = record.read(text.encode(), self.made.identity)
        if reading.record is None:
            return [{"refused": "What was kept of the match cannot be read."}]
        header = reading.record.header
        return self.go_on(header, reading.record, _seats_at_the_end(reading.record), compiled=compiled)

    def go_on(
        self, header: record.Header, found: record.Record, seats: list[str], *, compiled: bool = False
    ) -> list[Any]:
        """Plays a recorded match again, as far as it fits, and lays it on the table.

        Raises:
            RuleError: its set-up cannot be carried out.
            ValueError: it does not fit the game at all.
        """
        executor = self.compiled(header.setting) if compiled else None
        again = resume(executor or self._executor_for(header.setting, seats), header, found)
        answers = self._sit_down(again.session, seats)
        if again.stopped is not None:
            left = f"{again.kept} of its {again.recorded} decisions"
            answers.append({"refused": f"The match goes on after {left}: {again.stopped}."})
        return answers

    def _again(self, setting: Setting) -> Session:
        assert self.table is not None
        return self._open(setting, list(self.table.seats))

    def _sit_down(self, session: Session, seats: list[str] | None = None) -> list[Any]:
        self.table = Table(self.made, session, bots=self._bot, again=self._again)
        if seats:
            self.table.seats = [one if one in KINDS else PERSON for one in seats]
        self.viewer = Viewer(hosts=True, width=self.viewer.width)
        self._seat_again()
        self._version, self._sent = -1, []
        return [self.table.hello(self.viewer, tuple(KINDS.items()))]

    def _seat_again(self) -> None:
        """Has the people at the page play the seats that are people's now."""
        assert self.table is not None
        self.viewer.play_people(self.table.seats)
        self.table.here = self.viewer.plays

    # ------------------------------------------------------------ executors and bots

    def _bot(self, kind: str, seed: int) -> Bot | None:
        if kind.startswith(_SEARCH) and kind in KINDS:
            from gekido_dsl.play.search import SearchBot

            return SearchBot(seed, None, 1.0, self.clock)
        return plain_bots(kind, seed)

    def _executor_for(self, setting: Setting, seats: list[str]) -> Executor:
        """Gives the interpreter, which is there at once, or compiled code where somebody searches."""
        if any(one.startswith(_SEARCH) for one in seats):
            return self.compiled(setting) or self._executor
        return self._executor

    def compiled(self, setting: Setting) -> Executor | None:
        """Gives the game as WebAssembly; None where that cannot be."""
        from gekido_dsl.backend.executor import CompiledExecutor
        from gekido_dsl.backend.runtime import NoRuntime, TooLarge
        from gekido_dsl.lowering import NotLowered

        key = (setting.players, tuple(sorted(setting.options.items())))
        if key not in self._compiled:
            assert self.made.game is not None
            try:
                executor = CompiledExecutor(self.made.game, trace=True, searches=True)
                executor.plan(setting)
                self._compiled[key] = executor
            except (NoRuntime, NotLowered, TooLarge):
                self._compiled[key] = None
        return self._compiled[key]

    def _have_compiled(self) -> None:
        """Has the match go on as WebAssembly, from the same choices."""
        assert self.table is not None
        session = self.table.session
        executor = self.compiled(session.header.setting)
        if executor is None or executor is session.executor:
            return
        reading = record.read(_text(session).encode(), self.made.identity)
        if reading.record is None:
            return
        found = resume(executor, session.header, reading.record)
        if found.session.decision != session.decision:
            return
        seats, paused = list(self.table.seats), self.table.paused
        self._sit_down(found.session, seats)
        self.table.paused = paused

    # ------------------------------------------------------------ what goes out

    def news(self) -> list[Any]:
        """Gives what has changed: what is shown, and what is to be kept of the match."""
        if self.table is None:
            return []
        message = self.table.shown(self.viewer)
        shown = message["shown"]
        if shown["version"] == self._version:
            return []
        self._version = shown["version"]
        log = shown["log"]
        same = lines_in_common(self._sent, log)
        self._sent = log
        found: list[Any] = [{"shown": {**shown, "from": same, "log": log[same:]}}]
        kept = _text(self.table.session)
        if kept != self._kept:
            self._kept = kept
            over = self.table.session.decision is None
            found.append({"keep": {"record": "" if over else kept, "steps": len(self.table.session.steps)}})
        return found


def _text(session: Session) -> str:
    return "".join(f"{line}\n" for line in session.log)


def _seats_at_the_end(found: record.Record) -> list[str]:
    """Gives who played each seat last."""
    seats = [PERSON if kind == HUMAN else kind for kind in found.header.seats]
    for entry in found.entries:
        if isinstance(entry, record.Note) and entry.kind == "seat":
            seat, _, who = entry.text.partition(" ")
            if seat.isdecimal() and int(seat) < len(seats):
                seats[int(seat)] = who
    return seats


def opened_from(content: bytes, clock: Callable[[], float]) -> Desk:
    """Opens what `games.carriage` packed."""
    return Desk(unpacked(bytes(content)), clock)

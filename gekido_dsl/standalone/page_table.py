"""The table of a page: messages come in as text, and what they bring about goes out as text.

Invariants:
    Nothing here waits: a bot thinks in `think` and its choice is taken in `tick`, one at a time, so that messages get
    their turn in between. The page waits from the one to the other for as long as it is told.
    A match begins on the interpreter, which is there at once. Where a seat searches, the page has `prepare` called when
    nobody waits, and the match goes on as WebAssembly, at the latest when that seat is to choose.
    Whatever fails is said to the page; the match stays as it was.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Decision, Executor, RuleError, Setting
from gekido_dsl.languages import Languages, chosen, plural, text, told_in
from gekido_dsl.languages.naming import named
from gekido_dsl.play import record
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.kinds import LABELS, PERSON
from gekido_dsl.play.session import Session, described, resume
from gekido_dsl.standalone.games import KINDS, identified, playtest_in, unpacked
from gekido_dsl.standalone.games import told_in as told_in_page
from gekido_dsl.table import Due, Table, Viewer, opened, plain_bots
from gekido_dsl.table.lessons import Lessons
from gekido_dsl.table.pace import Pace
from gekido_dsl.table.playtest import TablePlaytest
from gekido_dsl.table.showing import lines_in_common

_SEARCH: Final = "search:"
_UNTRIED: Final = object()
_Key = tuple[int, tuple[tuple[str, str], ...]]
"""What a compiled game depends on: the number of players, and the options."""


class PageTable:
    """Holds the match of a page."""

    def __init__(
        self, made: Compilation, clock: Callable[[], float], *, sees_all_seats: bool = False
    ) -> None:
        """Takes a game.

        Args:
            clock: tells the time, in seconds.
            sees_all_seats: whether the person at the page may look through all eyes, as whoever writes a game.
        """
        assert made.game is not None
        self.made = made
        self.clock = clock
        self.sees_all_seats = sees_all_seats
        self.table: Table | None = None
        self.viewer = Viewer()
        self.languages = Languages()
        self.questions: Sequence[str] | None = None
        """Those of a playtest; None where the page keeps nothing of people."""
        self._playtest: TablePlaytest | None = None
        self._executor: Executor = made.executor()
        self._compiled: dict[_Key, Executor | None] = {}
        self._slower: list[str] = []
        """Why bots do not search, where that is still to be said."""
        self._version = -1
        self._sent: list[Any] = []
        self._kept = ""
        self._pace: Pace | None = None
        self._learning: Lessons | None = None
        self._thought: tuple[Due, int, float] | None = None
        """What a bot chose, and when that is to be seen."""

    def take(self, asked: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(asked)
        try:
            answers = self._do(message)
        except RuleError as error:
            answers = [
                {"error": {"message": error.message, "place": None, "lines": described(error).splitlines()}}
            ]
        except ValueError as error:
            answers = [{"refused": error.args[0] if error.args else f"{error}"}]
        return json.dumps([*told_in(self.viewer.language, answers), *self.news()], ensure_ascii=False)

    def think(self, pause_ms: float) -> float | None:
        """Has one bot think; gives how many milliseconds its answer is held back, None when no bot is to choose.

        Args:
            pause_ms: how long a decision can be looked at before the next.
        """
        due = self._due()
        if due is None:
            return None
        if self._pace is None:
            self._pace = Pace(pause_ms / 1000, self._is_open)
        if self._thought is None or self._thought[0].change != due.change:
            self._pace.asked(due, self.clock())
            choice = due.choose()
            self._thought = due, choice, self._pace.answers_at(due, choice, self.clock())
        return max(0.0, self._thought[2] - self.clock()) * 1000

    def tick(self) -> str | None:
        """Has one bot choose what it has thought of, or thinks of now; None when no bot is to choose."""
        due = self._due()
        if due is None or self.table is None:
            return None
        thought, self._thought = self._thought, None
        known = thought is not None and thought[0].change == due.change
        problem = self.table.settle(due, thought[1] if thought is not None and known else due.choose())
        return json.dumps([*([problem] if problem else []), *self.news()], ensure_ascii=False)

    def _due(self) -> Due | None:
        """Gives the choice that a bot is to make now."""
        if self.table is not None and self.unprepared and not self.waits:
            self.prepare()
        return self.table.due() if self.table is not None else None

    def _is_open(self, decision: Decision) -> bool:
        return self.table is not None and self.table.is_open(decision)

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the page says something."""
        return self.table is None or self.table.due() is None

    @property
    def unprepared(self) -> bool:
        """Whether a seat searches in a match that is not played as WebAssembly, and could be."""
        if self.table is None or not _searches(self.table.seats):
            return False
        session = self.table.session
        key = _key(session.header.setting)
        return session.executor is self._executor and self._compiled.get(key, _UNTRIED) is not None

    def prepare(self) -> None:
        """Has the match go on as WebAssembly, from the same choices; nothing of it is seen."""
        assert self.table is not None
        session = self.table.session
        executor = self.compiled(session.header.setting)
        if executor is None or executor is session.executor or self.table.taking_back.request is not None:
            return
        found = record.read(_text(session).encode(), self.made.identity)
        if found.record is None:
            return
        again = resume(executor, session.header, found.record).session
        if again.decision == session.decision:
            before = self.table
            self.table = self._table(again)
            self.table.seats, self.table.paused = list(before.seats), before.paused
            self.table.orders, self.table.taking_back.undone = before.orders, before.taking_back.undone
            self._thought = None
            self._seat_again()

    def _do(self, message: dict[str, Any]) -> list[Any]:
        match message.get("do"):
            case "prepare":
                self.compiled(_setting(message))
                return []
            case "begin":
                setting = _setting(message)
                seats = [str(one) for one in message.get("seats") or ()]
                executor = self.compiled(setting) if message.get("compiled") else None
                return self._sit_down(self._open(setting, seats, executor))
            case "resume":
                return self._resume(str(message.get("record") or ""), bool(message.get("compiled")))
            case "languages":  # those that the browser asks for, before there is a match
                self.viewer.language = chosen(map(str, message.get("wanted") or ()), self.languages)
                return []
            case "lessons" | "lesson":  # before there is a match, too
                return [self._lessons().do(message, self.viewer)]
        if self.table is None:
            return [told_in(self.viewer.language, {"refused": text("There is no match yet.")})]
        if message.get("do") == "record":
            return [{"record": _text(self.table.session)}]
        answers = self.table.do(message, self.viewer)
        if message.get("do") == "language" and not answers:
            answers = [self._hello()]
        self._seat_again()
        return answers

    def _lessons(self) -> Lessons:
        """Gives the lessons of the game on the table, or of the one that is to be played."""
        if self.table is not None:
            return self.table.lessons
        if self._learning is None:
            self._learning = Lessons(self.made)
        return self._learning

    # ------------------------------------------------------------ matches

    def _open(self, setting: Setting, seats: list[str], executor: Executor | None = None) -> Session:
        unknown = [one for one in seats if one not in KINDS]
        if unknown:
            raise ValueError(text("Nobody called {kind} can play here.", kind=unknown[0]))
        return opened(self.made, setting, seats, executor=executor or self._executor)

    def _resume(self, kept: str, compiled: bool) -> list[Any]:
        reading = record.read(kept.encode(), self.made.identity)
        found = reading.record
        if found is None:
            return [
                {"refused": text("This is not a saved match: {reason}.", reason=reading.problems[0].message)}
            ]
        game, header = self.made.game, self._fitting(found.header)
        assert game is not None
        before = self.table
        answers = self.go_on(header, found, _seats_at_the_end(found), compiled=compiled)
        assert self.table is not None
        if header != found.header and found.standing and not self.table.session.steps:
            self.table = before
            raise ValueError(
                text(
                    "This match was played under other rules, of `{ruleset}`; none of its decisions fits {game}.",
                    ruleset=found.header.ruleset,
                    game=game.title,
                )
            )
        return [
            *answers,
            *(
                {"refused": text("Line {number}: {problem}.", number=one.line, problem=one.message)}
                for one in reading.problems
                if one.line > 1
            ),
        ]

    def _fitting(self, header: record.Header) -> record.Header:
        """Gives what a saved match goes on with, under the rules of this page.

        Raises:
            ValueError: it cannot be set up here.
        """
        game, known = self.made.game, self.made.option_names
        assert game is not None
        if not game.least_players <= header.players <= game.most_players:
            raise ValueError(
                text(
                    "This is a match of `{ruleset}` with {number} players, too many or too few for {game}.",
                    ruleset=header.ruleset,
                    number=header.players,
                    game=game.title,
                )
            )
        if header.example:
            raise ValueError(
                text("This match begins from the position of an example; `gdl play` can go on with it.")
            )
        options = {name: answer for name, answer in header.options.items() if answer in known.get(name, ())}
        if header.identity == self.made.identity and options == header.options:
            return header
        return replace(header, identity=self.made.identity, edition=game.edition, options=options)

    def lay(self, made: Compilation, table: Table) -> list[Any]:
        """Takes over a match that was begun elsewhere; gives what a page is told first of it."""
        if made.identity != self.made.identity:
            self._compiled.clear()
        self.made, self._executor = made, table.session.executor
        return self._taken(table)

    def go_on(
        self, header: record.Header, found: record.Record, seats: list[str], *, compiled: bool = False
    ) -> list[Any]:
        """Plays a recorded match again, as far as it fits, and lays it on the table.

        Raises:
            RuleError: its set-up cannot be carried out.
            ValueError: it does not fit the game at all.
        """
        executor = self.compiled(header.setting) if compiled else None
        again = resume(executor or self._executor, header, found)
        answers = self._sit_down(again.session, seats)
        if again.stopped is not None:
            why = plural(
                "The match goes on after {kept} of its {count} decision: {reason}.",
                "The match goes on after {kept} of its {count} decisions: {reason}.",
                again.recorded, kept=again.kept, reason=again.stopped,
            )  # fmt: skip
            answers.append({"refused": why})
        return answers

    def _again(self, setting: Setting) -> Session:
        assert self.table is not None
        return self._open(setting, list(self.table.seats))

    def _sit_down(self, session: Session, seats: list[str] | None = None) -> list[Any]:
        if self.questions is not None:  # whoever plays is asked anew; the browser keeps what the log has
            self._playtest = TablePlaytest(self.questions, lambda session, lines: None)
        table = self._table(session)
        if seats:
            table.seats = [_kind(one) for one in seats]
        return self._taken(table)

    def _taken(self, table: Table) -> list[Any]:
        self.table = table
        self._pace = self._thought = None
        self.viewer = Viewer(is_host=True, width=self.viewer.width, language=self.viewer.language)
        self._seat_again()
        self._version, self._sent = -1, []
        return [self._hello()]

    def _hello(self) -> Any:
        assert self.table is not None
        return self.table.hello(self.viewer, tuple(KINDS.items()))

    def _table(self, session: Session) -> Table:
        return Table(
            self.made,
            session,
            bots=self.bot,
            again=self._again,
            languages=self.languages,
            playtest=self._playtest,
        )

    def _seat_again(self) -> None:
        """Has the people at the page play the seats that are people's now."""
        assert self.table is not None
        self.viewer.play_people(self.table.seats, sees_all_seats=self.sees_all_seats)
        self.table.here = self.viewer.plays

    # ------------------------------------------------------------ executors and bots

    def bot(self, kind: str, seed: int) -> Bot | None:
        """Makes a bot by its kind; None for a person."""
        if kind.startswith(_SEARCH) and kind in KINDS:
            from gekido_dsl.play.search import SearchBot

            return SearchBot(seed, None, 1.0, self.clock)
        return plain_bots(kind, seed)

    def compiled(self, setting: Setting) -> Executor | None:
        """Gives the game as WebAssembly; None where that cannot be."""
        from gekido_dsl.backend.executor import CompiledExecutor
        from gekido_dsl.backend.who_plays import NotCompiled, WhoPlays, compiling

        key = _key(setting)
        if key not in self._compiled:
            assert self.made.game is not None
            try:
                kept = identified(self.made)
                with compiling():
                    executor = CompiledExecutor(self.made.game, trace=True, searches=True, kept=kept)
                    _ = executor.plan(setting).searcher
                self._compiled[key] = executor
            except NotCompiled as problem:
                self._compiled[key] = None
                self._slower.append(
                    text(
                        "Bots look only a little ahead here: {reason}.",
                        reason=str(WhoPlays(str(problem), True)),
                    )
                )
        return self._compiled[key]

    # ------------------------------------------------------------ what goes out

    def news(self) -> list[Any]:
        """Gives what has changed: what is shown, and what is to be kept of the match."""
        if self.table is None:
            return []
        message = self.table.shown(self.viewer)
        shown = message["shown"]
        found: list[Any] = [told_in(self.viewer.language, {"refused": one}) for one in self._slower]
        self._slower.clear()
        if shown["version"] != self._version:
            self._version = shown["version"]
            log = shown["log"]
            same = lines_in_common(self._sent, log)
            self._sent = log
            found.append({"shown": {**shown, "from": same, "log": log[same:]}})
        kept = _text(self.table.session)
        if kept != self._kept:
            self._kept = kept
            over = self.table.session.decision is None
            # What a playtest kept can still be saved when the match is over.
            gone = over and self._playtest is None
            found.append({"keep": {"record": "" if gone else kept, "steps": len(self.table.session.steps)}})
        return found


def _setting(message: dict[str, Any]) -> Setting:
    options = {str(name): str(answer) for name, answer in (message.get("options") or {}).items()}
    return Setting(int(message["players"]), int(message.get("seed") or 0), options)


def _key(setting: Setting) -> _Key:
    return setting.players, tuple(sorted(setting.options.items()))


def _searches(seats: Sequence[str]) -> bool:
    return any(one.startswith(_SEARCH) for one in seats)


def _kind(who: str) -> str:
    """Gives who plays here for somebody of a match that was played elsewhere."""
    if who in KINDS:
        return who
    return f"{_SEARCH}1s" if who.startswith(_SEARCH) or who in LABELS else PERSON


def _text(session: Session) -> str:
    return "".join(f"{line}\n" for line in session.log)


def _seats_at_the_end(found: record.Record) -> list[str]:
    """Gives who played each seat last."""
    seats = list(found.header.seats)
    for entry in found.entries:
        if isinstance(entry, record.Note) and entry.kind == "seat":
            seat, _, who = entry.text.partition(" ")
            if seat.isdecimal() and int(seat) < len(seats):
                seats[int(seat)] = who
    return seats


def opened_from(content: bytes, clock: Callable[[], float]) -> PageTable:
    """Opens what `games.carriage` packed."""
    made = PageTable(unpacked(bytes(content)), clock)
    made.languages = named(told_in_page(bytes(content)))
    made.questions = playtest_in(bytes(content))
    return made

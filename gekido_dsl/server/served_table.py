"""A table with those who sit at it: what they send is carried out in order, and each is shown what they may see.

Invariants:
    A change is kept before anybody is told of it.
    What is shown is made for one connection at a time, by its own viewer; nothing else is ever sent to it.
    A slow connection is shown fewer moments, and holds nobody up.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar

from gekido_dsl.languages import text, told_in
from gekido_dsl.play.bots import GreedyBot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.search import SearchBot
from gekido_dsl.server.bot_threads import BotThreads, FollowedMatch
from gekido_dsl.server.clock import Clock, Terms
from gekido_dsl.server.database import DatabaseError
from gekido_dsl.server.past import Past
from gekido_dsl.server.series import Series
from gekido_dsl.server.timekeeper import Timekeeper
from gekido_dsl.table import Due, Table, Viewer
from gekido_dsl.table.orders import StandingOrders
from gekido_dsl.table.pace import Pace
from gekido_dsl.table.people import Person
from gekido_dsl.table.showing import lines_in_common

T = TypeVar("T")
Send = Callable[[dict[str, Any]], Awaitable[None]]
_LOOKING: Final = ("at", "see", "why", "show", "odds", "report", "width", "lessons", "lesson")
"""What changes nothing."""
_LESSONS: Final = ("lessons", "lesson")
_OF_NO_MATCH: Final = ("width", "language", *_LESSONS)
"""What tells nothing of a match."""
_FAULT: Final = text("This table has stopped: the program has a fault.")
_AGAIN_S: Final = (2.0, 5.0, 15.0, 30.0)
"""So long it is waited before what could not be kept is tried again; then always as long as the last time."""
_TELL_S: Final = 2.0
"""So long somebody has to take what everybody is told."""
_SHOWN_FIRST_S: Final = 0.1
"""So long after a decision the next bot begins to think, which may keep the table from being shown."""
_LOG: Final = logging.getLogger("gekido_dsl.server")


@dataclass(eq=False)
class Connection:
    """Somebody who is shown the table."""

    viewer: Viewer
    send: Send
    shared_screen: bool = False
    """Whether all people at the table sit at this one screen."""
    sees_all_seats: bool = False
    """Whether they may always look through the eyes of any seat."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    log: list[Any] = field(default_factory=list)
    """What it has been sent of the log."""
    dismissed: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether its seat was given to somebody else."""
    asking: asyncio.Task[None] | None = None
    """Works out the odds that it asked for."""

    async def refuse(self, why: str) -> None:
        """Says why something is not done."""
        await self.send({"refused": self.viewer.language.of(why)})


class ServedTable:
    """A table, its bots, and everybody who looks at it."""

    def __init__(
        self,
        table: Table,
        bot_threads: BotThreads,
        kinds: Mapping[str, str],
        keep: Callable[[], None] = lambda: None,
        *,
        pool: Executor | None = None,
        pace_s: float = 0.6,
        terms: Terms = Terms(),  # noqa: B008 - it cannot be changed
        used: Mapping[str, Any] | None = None,
        series: Series | None = None,
    ) -> None:
        """Takes a table over.

        Args:
            pool: does what is done at tables.
            kinds: who may play a seat, and what they are called.
            keep: keeps who sits where and whether it pauses.
            pace_s: how long one decision of a bot can be looked at before the next; see `Pace`.
            terms: how long people may think, and how much later those see it who look on.
            used: what `clock_kept` gave of this match before the server was started anew.
            series: the games of the match, where there may be several.
        """
        self.table = table
        self.series = series
        self.stopped = ""
        """Why nothing more can be taken, if so."""
        self._timekeeper = Timekeeper(self, kinds, keep, terms, used)
        self._past = Past(table, terms.delay) if terms.delay else None
        """What those who look on later are shown."""
        self._recording: asyncio.Task[None] | None = None
        self._recorded_change = -1
        self._came: set[int] = set()
        """Who has been here."""
        self.connections: set[Connection] = set()
        self.decisions = 0
        """How many bots have taken here."""
        self._keep = keep
        self._kinds = kinds
        self._bot_threads = bot_threads
        self._pace = Pace(pace_s, table.is_open)
        self._pool = pool
        self._lock = asyncio.Lock()
        self._awake = asyncio.Event()
        self._playing: asyncio.Task[None] | None = None
        self._followed: FollowedMatch | None = None
        self._followed_of: object = None
        self._shown_change = -1
        self._changed_at = 0.0
        self._kept_state: object = self._standing()
        self._kept_over = False
        """Whether the match was over when the table was kept last."""

    # ------------------------------------------------------------ those who look

    async def attend(
        self,
        viewer: Viewer,
        send: Send,
        messages: AsyncIterator[dict[str, Any]],
        *,
        shared_screen: bool = False,
    ) -> None:
        """Shows the table to somebody and takes what they send, until they leave."""
        connection = Connection(viewer, send, shared_screen, viewer.sees_all_seats)
        self.connections.add(connection)
        self._seat_again()
        await self._count()
        shower = asyncio.create_task(self._show(connection))
        try:
            async for message in _until(connection.dismissed, messages):
                await self._take(connection, message)
            if connection.dismissed.is_set():
                await connection.refuse(text("This seat was given to somebody else."))
        finally:
            self.connections.discard(connection)
            shower.cancel()
            if connection.asking is not None:
                connection.asking.cancel()
            await self._count()

    def dismiss(self, seat: int) -> None:
        """Shows the table no longer to whoever came with the key of a seat."""
        for one in list(self.connections):
            if one.viewer.plays == {seat} and not one.viewer.is_host:
                one.dismissed.set()

    def move_on(self, by: int) -> None:
        """Has everybody sit so many seats further on; done with the table, so that nobody is shown it meanwhile."""
        seats = len(self.table.seats)
        self.table.move_on(by)
        self._came = {(seat - by) % seats for seat in self._came}
        for one in self.connections:
            one.viewer.move_on(by, seats)

    async def _count(self) -> None:
        """Tells the table who is here."""
        here = frozenset(seat for one in self.connections for seat in one.viewer.plays)
        self._came |= here
        if here != self.table.here:
            self.table.here = here
            self._show_all()
        self.wake()

    async def _take(self, connection: Connection, message: dict[str, Any]) -> None:
        if self.stopped and message.get("do") not in _LOOKING:
            await connection.refuse(self.stopped)
            return
        viewer = connection.viewer
        if self.sees_later(viewer) and message.get("do") not in _OF_NO_MATCH:
            await connection.refuse(text("Spectators see this match with a delay and cannot ask questions."))
            return
        if message.get("do") == "odds":
            if connection.asking is None or connection.asking.done():
                connection.asking = asyncio.create_task(self._odds(connection))
            return
        if message.get("do") in _LESSONS:
            await self._lesson(connection, message)
            return
        own = message.get("do") == "seat" and message.get("seat") in tuple(viewer.plays)
        if own and str(message.get("who")) in self._kinds:
            # Whoever sits there may hand the seat to a bot that is offered, and take it back.
            viewer = Viewer(plays=viewer.plays, is_host=True)
        try:
            answers = await self.do(lambda: self.table.do(message, viewer))
        except DatabaseError as error:
            answers = [{"refused": viewer.language.of(_undone(message, str(error)))}]
        except Exception:
            _LOG.exception("a table stopped")
            answers = [{"refused": viewer.language.of(self.stopped)}]
        if message.get("do") == "language" and not answers:
            connection.log = []
            await connection.send(self.hello(viewer))
        for answer in answers:
            await connection.send(answer)
        self._seat_again()
        connection.changed.set()
        self.wake()

    async def _odds(self, connection: Connection) -> None:
        """Works out odds beside the match, which may take long, and tells them to whoever asked."""
        try:
            work = await self.ask(lambda: self.table.odds(connection.viewer))
            answer = await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except Exception:
            _LOG.exception("odds could not be worked out")
            fault = text("The odds could not be worked out: the program has a fault.")
            answer = {"refused": connection.viewer.language.of(fault)}
        with contextlib.suppress(Exception):  # whoever asked may have left
            await connection.send(answer)

    async def _lesson(self, connection: Connection, message: dict[str, Any]) -> None:
        """Gives lessons beside the match, which goes on whatever happens to them."""
        try:
            answers = await self.ask(lambda: self.table.do(message, connection.viewer))
        except Exception:
            _LOG.exception("a lesson could not be shown")
            fault = text("The lesson could not be shown: the program has a fault.")
            answers = [{"refused": connection.viewer.language.of(fault)}]
        for answer in answers:
            await connection.send(answer)

    def _seat_again(self) -> None:
        """Has whoever plays for all people at a screen play the seats that are people's now."""
        for one in self.connections:
            if one.shared_screen:
                one.viewer.play_people(self.table.seats, sees_all_seats=one.sees_all_seats)

    async def _show(self, connection: Connection) -> None:
        """Sends what has changed, whenever something has."""
        await connection.send(self.hello(connection.viewer))
        if self._past is not None and self.sees_later(connection.viewer):
            await self._show_later(connection, self._past)
            return
        last: int | None = None
        while True:
            connection.changed.clear()
            try:
                message = await self.do(lambda: self.table.shown(connection.viewer), keeps=False)
            except Exception:
                _LOG.exception("a table stopped")
                await connection.refuse(self.stopped)
                return
            message["shown"] |= self._told_besides(self.table, connection.viewer.seat)
            if message["shown"]["version"] != last:
                last = message["shown"]["version"]
                await connection.send(_shortened(connection, message))
            await connection.changed.wait()

    def sees_later(self, viewer: Viewer) -> bool:
        """Tells whether somebody looks on who is shown everything later."""
        return self._past is not None and not viewer.plays and not viewer.is_host

    async def _show_later(self, connection: Connection, past: Past) -> None:
        """Sends what was to be seen a while ago."""
        loop, viewer = asyncio.get_running_loop(), connection.viewer
        last: object = None
        while True:
            connection.changed.clear()
            moment = past.come_to(loop.time())
            if (asked := (moment, viewer.language, viewer.width)) != last:
                last = asked
                try:
                    message = await self.do(partial(moment.shown, viewer), keeps=False)
                except Exception:
                    _LOG.exception("a table stopped")
                    await connection.refuse(self.stopped)
                    return
                await connection.send(_shortened(connection, message))
            at = past.next_at()
            with contextlib.suppress(TimeoutError):
                wait_s = None if at is None else max(0.0, at - loop.time())
                await asyncio.wait_for(connection.changed.wait(), wait_s)

    async def _record(self, past: Past) -> None:
        """Keeps how the table stands for those who look on later, until nothing has changed meanwhile."""
        while self._recorded_change != self.table.change:
            async with self._lock:
                self._recorded_change = self.table.change
                also = self._told_besides(self.table, None)
                past.put(self.table, also, asyncio.get_running_loop().time())
        for connection in self.connections:
            if self.sees_later(connection.viewer):
                connection.changed.set()

    @property
    def clock(self) -> Clock:
        """The clocks of the match that is on the table."""
        return self._timekeeper.clock

    def clock_kept(self) -> dict[str, Any]:
        """Gives what people have used of their time in this match, to be kept."""
        return self._timekeeper.kept()

    def _told_besides(self, table: Table, reader: int | None) -> dict[str, Any]:
        """Gives what somebody is told besides the match: the clocks, and the games that were won."""
        told: dict[str, Any] = {}
        if self.clock.terms.seconds and table.session.outcome is None:
            decision = table.session.decision
            people = [kind == PERSON for kind in table.seats]
            now = asyncio.get_running_loop().time()
            secret = decision is not None and decision.secret
            told["clock"] = self.clock.shown(people, reader, secret, now)
        if self.series is not None and (games := self.series.shown(len(table.seats))) is not None:
            told["series"] = games
        return told

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        """Says what a page needs to know before anything is shown."""
        message = self.table.hello(viewer, tuple(self._kinds.items()))
        if viewer.plays:  # who sits there may give the own seat to a bot
            message["hello"]["players"] = [
                {"kind": kind, "label": viewer.language.of(name)} for kind, name in self._kinds.items()
            ]
        return message

    def lay(self, table: Table) -> None:
        """Has another match be on the table, with the same people."""
        self.table = table
        self._pace = Pace(self._pace.least_s, table.is_open)
        self._seat_again()
        self._show_all()
        self.wake()

    async def tell(self, message: dict[str, Any]) -> None:
        """Sends everybody the same, and waits for nobody who does not read."""

        async def told(connection: Connection) -> None:
            with contextlib.suppress(Exception):  # whoever has left is not told
                await asyncio.wait_for(connection.send(told_in(connection.viewer.language, message)), _TELL_S)

        await asyncio.gather(*map(told, list(self.connections)))

    # ------------------------------------------------------------ the match

    async def do(self, work: Callable[[], T], *, keeps: bool = True) -> T:
        """Does something with the table while nobody else does, and off the loop.

        Args:
            keeps: whether who sits where may be another afterwards, and has to be kept.
        """
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._kept(work, keeps=keeps))

    async def ask(self, work: Callable[[], T]) -> T:
        """Does something beside the match while nobody does anything with the table; if it fails, the match goes on."""
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def renew(self, work: Callable[[], T], laid: Callable[[], Table]) -> T:
        """Does something that may leave another match, which is on the table before anybody does anything there.

        Args:
            laid: gives the match that belongs on the table afterwards, however the work ended.
        """
        async with self._lock:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
            finally:
                if (table := laid()) is not self.table:
                    self.lay(table)

    def _kept(self, work: Callable[[], T], *, keeps: bool = True) -> Callable[[], T]:
        """Has what changes be kept before anybody is told; what cannot be kept is as it was before."""

        def done() -> T:
            seats, paused, orders, people = self._standing()
            try:
                made = work()
                state = self._standing()
                over = self.table.session.outcome is not None
                if keeps and (state != self._kept_state or over != self._kept_over):
                    self._keep()
                    self._kept_state, self._kept_over = state, over
                return made
            except DatabaseError:
                self.table.seats[:], self.table.paused = seats, paused
                self.table.orders = StandingOrders(orders)
                self.table.people = people
                raise
            except Exception:
                self.stopped = _FAULT
                raise

        return done

    def _standing(self) -> tuple[list[str], bool, list[list[list[str]]], dict[int, Person]]:
        """Gives who sits where, whether it pauses, and the standing orders: what is kept besides the match."""
        table = self.table
        return list(table.seats), table.paused, table.orders.kept(len(table.seats)), dict(table.people)

    def wake(self) -> None:
        """Has everybody be shown what has changed, and bots go on."""
        self._timekeeper.run(self._came)
        if self.table.change != self._shown_change:
            self._show_all()
        self._awake.set()
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play())

    def _show_all(self) -> None:
        if self.table.change != self._shown_change:
            self._shown_change = self.table.change
            self._changed_at = asyncio.get_running_loop().time()
            if self._past is not None and (self._recording is None or self._recording.done()):
                self._recording = asyncio.create_task(self._record(self._past))
        for connection in self.connections:
            connection.changed.set()

    async def _play(self) -> None:
        """Has bots decide as they come up."""
        failed = 0
        try:
            while True:
                self._awake.clear()
                try:
                    while not self.stopped and await self._one():
                        failed = 0
                        self.wake()
                        self.decisions += 1
                except DatabaseError as error:
                    await self._not_kept(error, failed)
                    failed += 1
                    continue
                await self._awake.wait()
        except Exception:
            _LOG.exception("a table stopped")
            self.stopped = self.stopped or _FAULT
            await self.tell({"refused": self.stopped})

    async def _not_kept(self, error: DatabaseError, failed: int) -> None:
        """Tells that a choice of a bot could not be kept, and waits before it is tried again."""
        wait_s = _AGAIN_S[min(failed, len(_AGAIN_S) - 1)]
        _LOG.warning("a choice could not be kept: %s", error)
        reason, seconds = str(error), f"{wait_s:.0f}"
        if self.table.waits_for_disk:
            why = text(
                "A choice that the table takes by itself could not be kept ({reason}), so the match waits. It is tried "
                "again in {seconds} s; nothing that was shown is lost.",
                reason=reason, seconds=seconds,
            )  # fmt: skip
        else:
            why = text(
                "The choice of a bot could not be kept ({reason}), so the match waits. It is tried again in "
                "{seconds} s; nothing that was shown is lost.",
                reason=reason, seconds=seconds,
            )  # fmt: skip
        await self.tell({"refused": why})
        await asyncio.sleep(wait_s)

    async def _one(self) -> bool:
        """Has the bot that is to decide now do so; False when there is none."""
        loop = asyncio.get_running_loop()
        if self.table.waits_for_disk:
            await self.do(lambda: self.table.go_on())
            return True
        # Everybody is shown the decision before first, so that they do not have to wait for what is thought of now.
        await asyncio.sleep(0 if self._pace.goes_on else min(_SHOWN_FIRST_S, self._pace.least_s))
        async with self._lock:  # the executor of the match is used by one at a time
            due = self.table.due()
            if due is None:
                return False
            self._pace.asked(due, self._changed_at)
            apart = self._apart(due) if isinstance(due.bot, SearchBot) else None
            choice = 0
            if apart is None:
                plain = replace(due, bot=GreedyBot(due.bot.seed)) if isinstance(due.bot, SearchBot) else due
                choice = await loop.run_in_executor(self._pool, plain.choose)
        if apart is not None:
            choice = await loop.run_in_executor(self._bot_threads.pool, apart)
        if self._pace.least_s:
            at = await self.ask(partial(self._pace.answers_at, due, choice, loop.time()))
            await asyncio.sleep(max(0.0, at - loop.time()))
        await self.do(lambda: self.table.settle(due, choice))
        return True

    def _apart(self, due: Due) -> Callable[[], int] | None:
        """Gives what has a bot search apart from the match; None where that cannot follow, as chance was typed in."""
        session = self.table.session
        if session.header.example or any(step.draws for step in session.steps):
            return None
        if self._followed is None or self._followed_of is not session:
            self._followed = self._bot_threads.followed(self.table.made, session.header.setting)
            self._followed_of = session
        return partial(self._followed.choose, due, [step.number for step in session.steps])

    async def close(self) -> None:
        """Has nothing more happen here."""
        self.stopped = self.stopped or "This table is closed."
        if self._recording is not None:
            self._recording.cancel()
        await self._timekeeper.close()
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)
        async with self._lock:
            pass


def _undone(message: dict[str, Any], reason: str) -> str:
    """Says what was not done, as it could not be kept."""
    if message.get("do") == "playtest" and message.get("what") in ("note", "answers"):
        return text(
            "Your note was not saved: {reason}. The match is unchanged; try again later.",
            reason=reason,
        )
    return text("This could not be saved, so nothing was changed: {reason}. Try again later.", reason=reason)


def _shortened(connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    """Leaves out what the connection has of the log already."""
    shown = message["shown"]
    log = shown["log"]
    same = lines_in_common(connection.log, log)
    connection.log = log
    return {"shown": {**shown, "log": log[same:], "from": same}}


async def _until(over: asyncio.Event, messages: AsyncIterator[T]) -> AsyncIterator[T]:
    """Gives messages as they come, until something is over."""
    ends = asyncio.ensure_future(over.wait())
    try:
        while True:
            comes = asyncio.ensure_future(anext(messages, None))
            try:
                await asyncio.wait((comes, ends), return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not comes.done():
                    comes.cancel()
            if not comes.done() or (message := comes.result()) is None:
                return
            yield message
    finally:
        ends.cancel()

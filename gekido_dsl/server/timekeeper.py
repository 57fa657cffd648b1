"""The clocks of a served table run: what people use is counted and kept, and whoever has no time left is decided for.

Invariants:
    Nothing is written to the disk while no clock runs.
    Who decides in secret loses their seat only once nobody does.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from gekido_dsl.engine import Decision
from gekido_dsl.play.bots import GreedyBot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.server.clock import LEAVE, Clock, Terms
from gekido_dsl.server.database import DatabaseError
from gekido_dsl.table import Table, Viewer

T = TypeVar("T")
_KEPT_S: Final = 5.0
"""So often what a clock has counted is kept while it runs; so much is lost when the server is killed."""
_AGAIN_S: Final = 2.0
"""So long it is waited before what could not be decided is tried again."""
_LOG: Final = logging.getLogger("gekido_dsl.server")


class Served(Protocol):
    """What the clocks need of the table that they stand at."""

    table: Table
    stopped: str

    def do(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Does something at the table and keeps what came of it."""
        ...

    def ask(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Does something that changes nothing of the match."""
        ...

    def wake(self) -> None:
        """Has everybody be shown what has changed."""
        ...


class Timekeeper:
    """Runs the clocks of a table, keeps what they say, and has obeyed what happens when one is at zero."""

    def __init__(
        self,
        served: Served,
        kinds: Collection[str],
        keep: Callable[[], None],
        terms: Terms,
        used: Mapping[str, Any] | None = None,
    ) -> None:
        """Stands at a table.

        Args:
            kinds: who may play a seat.
            keep: keeps the table, with what `kept` gives.
            used: what `kept` gave of this match before the server was started anew.
        """
        table = served.table
        self._served, self._kinds, self._keep = served, kinds, keep
        self.clock = Clock(terms)
        if used and self.clock.take_up(used, len(table.session.steps)):
            self.clock.question = table.session.decision
        self._kept_last = dict(used or {})
        """What was kept last."""
        self._leaving: set[int] = set()
        """The seats whose time was over while they decided in secret; a bot gets them when nobody does any more."""
        self._match: object = table.session
        """The match that the clocks are of."""
        self._alarm: asyncio.TimerHandle | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._deciding: asyncio.Task[None] | None = None

    def run(self, came: Collection[int]) -> None:
        """Has the clock run of whoever is asked now.

        Args:
            came: who has been at the table.
        """
        if not self.clock.terms.seconds:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        loop, table = asyncio.get_running_loop(), self._served.table
        if self._match is not table.session:  # a match begins
            self._match, self.clock = table.session, Clock(self.clock.terms)
            self._leaving = set()
        decision = table.session.decision
        people = {seat for seat, kind in enumerate(table.seats) if kind == PERSON}
        self._leaving &= people
        waits = table.paused or table.taking_back.request is not None or not people <= set(came)
        if self._leaving and decision is not None and not (decision.secret or waits or self._served.stopped):
            self._alarm = loop.call_later(0, self._is_over, decision)
        if decision is None or waits or self._served.stopped or decision.seat not in people:
            secret = decision is not None and decision.secret
            self.clock.follow(None, None, loop.time(), secret=secret)
            self._keep_time()
            return
        self.clock.follow(decision.seat, decision, loop.time(), secret=decision.secret)
        self._keep_time()
        if self._alarm is not None:
            return
        left = self.clock.left(decision.seat, loop.time())
        self._alarm = loop.call_later(left, self._is_over, decision)

    def kept(self) -> dict[str, Any]:
        """Gives what people have used of their time in this match, to be kept."""
        if not self.clock.terms.seconds or self._match is not self._served.table.session:
            return {}
        return self.clock.kept(len(self._served.table.session.steps))

    def _keep_time(self) -> None:
        """Has what people have used be kept now and then while a clock runs, and whenever it is another's turn."""
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._kept_on())

    async def _kept_on(self) -> None:
        while not self._served.stopped:
            self.clock.count(asyncio.get_running_loop().time())
            used = self.kept()
            if self._differs(used):
                with contextlib.suppress(DatabaseError):  # the time goes on, and is kept the next time
                    await self._served.ask(self._keep)
                    self._kept_last = used
            if self.clock.asked is None:
                return
            await asyncio.sleep(_KEPT_S)

    def _differs(self, used: dict[str, Any]) -> bool:
        """Tells whether there is something to keep; while no clock runs, decisions of others are nothing to it."""
        last = self._kept_last
        if self.clock.asked is not None:
            return used != last
        return any(used.get(name, []) != last.get(name, []) for name in ("used", "open"))

    def _is_over(self, decision: Decision) -> None:
        if self._deciding is None or self._deciding.done():
            self._deciding = asyncio.create_task(self._decide(decision))

    async def _decide(self, decision: Decision) -> None:
        """Has a bot decide for somebody whose time is over, or gives the seat to it.

        Who decides in secret loses the seat only once nobody does: to give it away at once would tell who it is.
        """
        kind = next((one for one in ("easy", "greedy", "random") if one in self._kinds), "random")

        def done() -> bool:
            """Tells whether it has to be tried again."""
            table = self._served.table
            if table.session.decision is not decision:
                return False
            if self._leaving and not decision.secret:
                for seat in sorted(self._leaving):
                    self._leave(seat, kind)
                return any(table.seats[seat] == PERSON for seat in self._leaving)
            if table.seats[decision.seat] != PERSON:
                return False
            reader = decision.seat if decision.secret else None  # to others it would tell who decides
            if self.clock.terms.zero == LEAVE and not decision.secret:
                self._leave(decision.seat, kind)
            elif (due := table.due("random")) is not None:
                plain = replace(due, bot=GreedyBot(table.change))
                choice = plain.choose()
                if table.settle(plain, choice) is None and table.session.decision is not decision:
                    table.time_over(decision.seat, reader)
                    if self.clock.terms.zero == LEAVE:
                        self._leaving.add(decision.seat)
            return table.session.decision is decision and table.seats[decision.seat] == PERSON

        again = True
        try:
            again = await self._served.do(done)
        except Exception:
            _LOG.exception("a clock could not be obeyed")
        if again:
            await asyncio.sleep(_AGAIN_S)
        self._served.wake()

    def _leave(self, seat: int, kind: str) -> None:
        """Gives the seat of somebody whose time is over to a bot."""
        table = self._served.table
        if table.seats[seat] == PERSON:
            table.time_over(seat, left=True)
            table.do({"do": "seat", "seat": seat, "who": kind}, Viewer(is_host=True))

    async def close(self) -> None:
        """Stops the clocks, and keeps what they say."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._deciding is not None:
            self._deciding.cancel()
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(Exception):
                self.clock.count(asyncio.get_running_loop().time())
                await self._served.ask(self._keep)

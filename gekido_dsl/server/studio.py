"""A studio that is served: a desk, and those who look at it.

Invariants:
    What the page asks is answered one after the other, with texts, table and names as they stand then.
    Nothing but the ruleset's folder is read or written, and only with the key of the page; a new ruleset is made
    where the page says, and never over something.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from gekido_dsl.engine import RuleError
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.checker import Checker
from gekido_dsl.server.example_runs import ExampleRuns
from gekido_dsl.server.jobs import Jobs
from gekido_dsl.server.rulebook import Rulebook, WriteBook
from gekido_dsl.server.sending import Sending, WritePage
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.simulate import Pool
from gekido_dsl.studio.asked import text_in
from gekido_dsl.studio.desk import Desk
from gekido_dsl.studio.live_reload import Found, LiveRuleset
from gekido_dsl.studio.many_games import MakerOf
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table.answers import odds

T = TypeVar("T")
LongAnswer = Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Tools:
    """What only the command line can do."""

    book: WriteBook
    maker_of: MakerOf
    """Makes the bots of simulated games."""
    is_kind: Callable[[str], bool]
    pool: Callable[[], Pool]
    """Opens processes in which games are played."""
    folder: str = ""
    """Where new rulesets go unless another folder is asked for."""
    templates: Callable[[LiveRuleset], Sequence[str]] = lambda now: ()
    """Lists what a ruleset can begin from while another is open, a variant of that one first."""
    new: Callable[[LiveRuleset, str, str, str], LiveRuleset] | None = None
    """Writes a ruleset from a template, by a name, into a folder, and opens it.

    Raises:
        Refused: it cannot be made; nothing was written.
    """
    page: WritePage | None = None
    """Writes a game as one file."""
    checker: Checker | None = None
    """Checks each text first, where that can be ended."""


class Studio:
    """One ruleset at work."""

    def __init__(
        self, live: LiveRuleset, bot_threads: BotThreads, kinds: Mapping[str, str], tools: Tools
    ) -> None:
        self.bot_threads = bot_threads
        self.tools = tools
        self.desk = Desk(live, kinds, tools.is_kind, tools.maker_of, tools.templates, tools.folder)
        self.served = ServedTable(live.table, bot_threads, kinds, pace_s=0.3)
        self.sending = Sending(tools.page, self.served.tell)
        self.rulebook = Rulebook(tools.book)
        self.example_runs = ExampleRuns(self.served.tell)
        self.jobs = Jobs(tools.pool, self._tell, self.desk.played)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._telling: asyncio.Task[None] | None = None
        self._in_order = asyncio.Lock()

    @property
    def live(self) -> LiveRuleset:
        """The ruleset that is open."""
        return self.desk.live

    # ------------------------------------------------------------ the text

    async def _edited(
        self, take: Callable[[Mapping[str, Any]], dict[str, Any]], asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Takes up a text, and has it checked in a process that can be ended before anything here looks at it."""
        answer = await self._at_table(partial(take, asked))
        found: Found | None = (True, [])
        if self.tools.checker is not None:
            found = await self._beside(partial(self.tools.checker.check, self.live.drafts))
        return {**answer, **await self._at_table(partial(self.desk.checked, found))}

    async def _tell_differences(self) -> None:
        """Tells the state again, with what is different in the rules."""
        edit, self.desk.edit = self.desk.edit, None
        if edit is None:
            return
        live = self.live
        was = await self._beside(partial(live.counts_by, edit.before))
        things = await self.served.ask(partial(live.counted, was))
        lines = await self._beside(partial(live.different, edit.before))
        state = self.desk.told_differences(edit, things, lines)
        if state is not None:
            await self.served.tell(state)

    # ------------------------------------------------------------ beside it

    async def odds(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says how likely it is what dice decide, for whoever decides."""
        table = self.live.table
        found = await self._beside(await self.served.ask(lambda: odds(table.made, table.session)))
        rows = [{"name": name, "text": text} for name, text in found.rows]
        return {"patterns": rows, "notes": list(found.notes)}

    async def simulate(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what is written now."""
        return await self._played(asked, compares=False)

    async def compare(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what lies on the disk, and by what is written now."""
        return await self._played(asked, compares=True)

    async def _played(self, asked: Mapping[str, Any], *, compares: bool) -> dict[str, Any]:
        """Has games be played; the rulesets are read and checked beside the match."""
        many = self.desk.experiments(asked, compares=compares)
        return {"job": self.jobs.begin(await self._beside(many.make), many.games)}

    def stop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Ends what is played beside."""
        self.jobs.stop()
        return {}

    async def run_examples(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Runs all examples, or one."""
        return await self.example_runs.run(self.desk.examples, asked)

    def _tell(self, message: dict[str, Any]) -> None:
        """Tells every page, from whichever thread."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self.served.tell(message), self._loop)

    async def send(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes the game as one file that plays in any browser."""
        return await self.sending.make(self.live.drafts)

    # ------------------------------------------------------------ other rulesets

    async def new(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes a new ruleset and opens it in the place of this one.

        Raises:
            Refused: it cannot be made, or something here is not saved.
        """
        template, name, folder = text_in(asked, "template"), text_in(asked, "name"), asked.get("folder")
        make = self.tools.new
        if make is None:
            raise Refused("No ruleset can be begun here.")
        self.desk.may_leave(asked)
        where = folder.strip() if isinstance(folder, str) and folder.strip() else self.tools.folder
        before = self.live
        made = await self._beside(lambda: make(before, template, name, where))
        self.jobs.stop()
        self.desk.examples.forget()
        self.rulebook = Rulebook(self.tools.book)
        await self._at_table(lambda: self.desk.open(made))
        await self.served.tell({"opened": {"main": made.drafts.main}})
        return {"opened": made.drafts.main, "folder": made.drafts.folder.as_posix()}

    async def _at_table(self, work: Callable[[], T]) -> T:
        """Does something with the desk; the match that it leaves is on the table before anybody there does anything."""
        return await self.served.renew(work, lambda: self.live.table)

    @staticmethod
    async def _beside(work: Callable[[], T]) -> T:
        """Does something that takes its time, and that the match on the table is not kept waiting for."""
        return await asyncio.get_running_loop().run_in_executor(None, work)

    # ------------------------------------------------------------ the book

    def book(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says where the rulebook tells of a rule, and has it written if it is not."""
        made, rule = self.live.made, asked.get("rule")
        ready = self.rulebook.is_of(made)
        if not ready and self._loop is not None:
            tell = partial(self.served.tell, {"book": {"ready": True}})
            self._loop.call_soon_threadsafe(self.rulebook.write, made, tell)
        return {"url": self.rulebook.url(rule if isinstance(rule, str) else None), "ready": ready}

    # ------------------------------------------------------------ answers

    @property
    def long_answers(self) -> dict[str, LongAnswer]:
        """What the page can ask that takes its time: it is answered beside the match, not in order with the rest."""
        return {
            "new": self.new, "run_examples": self.run_examples, "simulate": self.simulate,
            "compare": self.compare, "send": self.send, "odds": self.odds,
        }  # fmt: skip

    async def answer(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answers, and has everybody see what it changed.

        Raises:
            Refused: it cannot be answered.
        """
        self._loop = asyncio.get_running_loop()
        long = self.long_answers.get(what)
        state = self.desk.state
        try:
            if long is not None:
                return await long(asked)
            async with self._in_order:
                state = self.desk.state
                answer = await self._answered(what, asked)
        except RuleError as error:
            raise Refused(f"A rule cannot be carried out: {error.message}") from error
        if self.desk.state is not state:
            await self.served.tell(self.desk.state)
            self._telling = asyncio.create_task(self._tell_differences())
        return answer

    async def _answered(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        edit = self.desk.edits.get(what)
        if edit is not None:
            return await self._edited(edit, asked)
        found = {**self.desk.answers, "book": self.book, "stop": self.stop}.get(what)
        if found is None:
            raise Refused("That cannot be asked.")
        return await self._at_table(partial(found, asked))

    def begin_serving(self) -> None:
        """Has bots begin to play; in the loop of the server."""
        self._loop = asyncio.get_running_loop()
        self.served.wake()
        self._telling = asyncio.create_task(self._begin_checking())

    async def _begin_checking(self) -> None:
        """Has the process that checks get ready, and checks what was typed and not written when a studio ended."""
        if self.live.drafts.texts:
            async with self._in_order:
                await self._edited(dict, {})
            await self.served.tell(self.desk.state)
        elif self.tools.checker is not None:
            await self._beside(partial(self.tools.checker.check, self.live.drafts))

    async def close(self) -> None:
        """Ends everything."""
        self.desk.examples.forget()
        self.example_runs.close()
        await self._beside(self.jobs.close)
        if self.tools.checker is not None:
            await self._beside(self.tools.checker.close)
        await self.served.close()
        self.bot_threads.close()

"""The studio: a ruleset is written, seen and played on one page.

Invariants:
    What the page asks is answered one after the other, with texts, table and names as they stand then.
    Nothing but the ruleset's folder is read or written, and only with the key of the page; a new ruleset is made
    where the page says, and never over something.
"""

import asyncio
import base64
import itertools
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from gekido_dsl import graph
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing import document
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.checker import Checker, Found
from gekido_dsl.server.drafts import version_of
from gekido_dsl.server.examples import Examples
from gekido_dsl.server.jobs import MOST_GAMES, Jobs, MakerOf, experiment, number_in
from gekido_dsl.server.language_answers import LanguageAnswers
from gekido_dsl.server.line_coverage import LineCoverage
from gekido_dsl.server.live_reload import LiveRuleset
from gekido_dsl.server.refusal import Refused
from gekido_dsl.server.rulebook import Rulebook, WriteBook
from gekido_dsl.server.sending import Sending, WritePage
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.simulate import Experiment, Pool, Totals
from gekido_dsl.source import SourceProvider, is_workbook
from gekido_dsl.table import PERSON
from gekido_dsl.table.answers import odds

T = TypeVar("T")
Answer = Callable[[Mapping[str, Any]], dict[str, Any]]
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


TOO_LONG: Final = (
    "it takes too long to check what stands here now, so nothing of it is on the table; it is kept as it was typed",
    "make smaller what was written last: a number, a table, or what many rules ask",
)


class Studio:
    """One ruleset at work."""

    def __init__(
        self, live: LiveRuleset, bot_threads: BotThreads, kinds: Mapping[str, str], tools: Tools
    ) -> None:
        self.bot_threads = bot_threads
        self.kinds = kinds
        self.tools = tools
        self.served = ServedTable(live.table, bot_threads, kinds, pace_s=0.3)
        self.sending = Sending(tools.page, self.served.tell)
        self.jobs = Jobs(tools.maker_of, tools.pool, self._tell, self._games_played)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._telling: asyncio.Task[None] | None = None
        self._in_order = asyncio.Lock()
        self._playing: list[str] = []
        """Who plays the many games that are played now, in words."""
        self._open(live)

    def _open(self, live: LiveRuleset) -> None:
        """Takes up a ruleset, in the place of the one that was open."""
        self.live = live
        self.language = LanguageAnswers(live.drafts)
        self.rulebook = Rulebook(self.tools.book)
        self.state: dict[str, Any] = {}
        self.examples = Examples(live, self.served.tell)
        self.line_coverage = LineCoverage()
        self._numbers = itertools.count(1)
        """Of states: an answer may reach the page after a newer state that was told to all."""
        self._edited: tuple[Compilation, dict[str, Any]] | None = None
        """The good game before the last edit that changed the rules, and what was told of that edit."""

    # ------------------------------------------------------------ the text

    def files(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the files."""
        drafts = self.live.drafts
        used = {one.name for one, _ in self.live.newest.files} | {one.name for one in self.live.newest.tables}
        found = [
            {"name": one.name, "kind": one.kind, "own": one.own}
            for one in drafts.files()
            if drafts.own or one.name in used or _beside(one.name, used)
        ]
        named = {one["name"] for one in found}
        found += [{"name": name, "kind": _kind(name), "own": False} for name in sorted(used - named)]
        return {"main": drafts.main, "files": found}

    def read(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a text with its version."""
        name = _text(asked, "name")
        source = self.live.drafts.source(name)
        disk = self.live.drafts.on_disk(name)
        own = self.live.drafts.own and not name.startswith("<") and not is_workbook(name)
        return {"name": name, "text": source.text, "version": version_of(disk), "own": own}

    async def write(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes a text to the disk."""

        def written() -> dict[str, Any]:
            version = asked.get("version")
            name, text = _text(asked, "name"), _text(asked, "text")
            made = self.live.drafts.write(name, text, version if isinstance(version, str) else None)
            return {"version": made}

        return await self._then_checked(written)

    async def bring(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Puts a table that was dragged onto the page beside the rules."""

        def brought() -> dict[str, Any]:
            try:
                data = base64.b64decode(_text(asked, "data"), validate=True)
            except ValueError:
                raise Refused("data is no file.") from None
            name = _text(asked, "name")
            self.live.drafts.bring(name, data, again=asked.get("again") is True)
            return {"name": name}

        return await self._then_checked(brought)

    async def typed(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Takes up a text that is not written yet."""

        def taken() -> dict[str, Any]:
            self.live.drafts.type(_text(asked, "name"), asked.get("text"))
            return {}

        return await self._then_checked(taken)

    async def _then_checked(self, take: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Takes up a text, and has it checked in a process that can be ended before anything here looks at it."""
        answer = await self.served.ask(take)
        found: Found | None = (True, [])
        if self.tools.checker is not None:
            found = await self._beside(partial(self.tools.checker.check, self.live.drafts))
        return {**answer, **await self.served.ask(partial(self._checked, found))}

    def _checked(self, found: Found | None) -> dict[str, Any]:
        before = self.live.made
        if found is None:
            told = self.live.unchecked(*TOO_LONG)
        else:
            good, findings = found
            told = self.live.check() if good else self.live.only_told(findings)
            self.language.renew(self.live.newest)
        if told["change"] is not None:
            self.examples.forget()
            # What is different is worked out when the page has its answer.
            self._edited = before, told["change"]
        self.state = {"state": {**told, "number": next(self._numbers)}}
        return self.state

    async def _tell_differences(self) -> None:
        """Tells the state again, with what is different in the rules."""
        edited, self._edited = self._edited, None
        if edited is None:
            return
        before, changed = edited
        live, rules = self.live, self.live.made.identity
        was = await self._beside(partial(live.counts_by, before))
        things = await self.served.ask(partial(live.counted, was))
        lines = await self._beside(partial(live.different, before))
        if live.made.identity == rules:  # what was typed meanwhile, if anything, says the same
            short = things[0] if things else _first_line(lines)
            change = {**changed, "things": things, "lines": lines, "short": short}
            number = next(self._numbers)
            self.state = {"state": {**self.state["state"], "change": change, "number": number}}
            await self.served.tell(self.state)

    # ------------------------------------------------------------ the match

    def setting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says what a match may be, and what the one on the table is."""
        made, table = self.live.made, self.live.table
        assert made.game is not None
        header = table.session.header
        return {
            "players": list(range(made.game.least_players, made.game.most_players + 1)),
            "options": {name: list(answers) for name, answers in made.option_names.items()},
            "kinds": [{"kind": kind, "label": name} for kind, name in self.kinds.items()],
            "now": {
                "players": header.players,
                "seed": header.seed,
                "options": dict(header.options),
                "seats": list(table.seats),
            },
        }

    def begin(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Begins another match."""
        setting, seats = self._setting(asked)
        self.live.begin(setting, seats)
        return {}

    def _setting(self, asked: Mapping[str, Any]) -> tuple[Setting, list[str]]:
        made = self.live.made
        assert made.game is not None
        least, most = made.game.least_players, made.game.most_players
        players = number_in(asked, "players", least, most, max(least, min(2, most)))
        seed = number_in(asked, "seed", 0, 2**63, self.live.rules.seed())
        options = asked.get("options", {})
        if not isinstance(options, dict):
            raise Refused("Options are answers by their names.")
        for name, answer in options.items():
            if answer not in made.option_names.get(name, ()):
                raise Refused(f"There is no option {str(name)[:50]} with this answer.")
        seats = asked.get("seats", [])
        if not isinstance(seats, list) or not all(isinstance(one, str) for one in seats):
            raise Refused("Seats are kinds of players.")
        kinds = [*seats, *[PERSON] * players][:players]
        for kind in kinds:
            if kind != PERSON and not self.tools.is_kind(kind):
                raise Refused(f"There is no kind of player called {kind[:50]}.")
        return Setting(players, seed, options), kinds

    # ------------------------------------------------------------ beside it

    async def odds(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says how likely it is what dice decide, for whoever decides."""
        table = self.live.table
        found = await self._beside(await self.served.ask(lambda: odds(table.made, table.session)))
        rows = [{"name": name, "text": text} for name, text in found.rows]
        return {"patterns": rows, "notes": list(found.notes)}

    def graph(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Draws the turn of the game."""
        game, look = self.live.made.game, self.live.made.look.value or PLAIN
        assert game is not None
        drawn = document(graph.chart(game, whole=True, spots=True), look.screen, alone=False)
        return {"svg": drawn, "phases": {name: graph.spot_of(name) for name in game.phases}}

    async def simulate(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what is written now."""
        return await self._played(asked, [("now", self.live.drafts.as_typed())])

    async def compare(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what lies on the disk, and by what is written now."""
        drafts = self.live.drafts
        return await self._played(asked, [("disk", drafts.other({})), ("now", drafts.as_typed())])

    async def _played(
        self, asked: Mapping[str, Any], sides: Sequence[tuple[str, SourceProvider]]
    ) -> dict[str, Any]:
        """Has games be played; the rulesets are read and checked beside the match."""
        games = number_in(asked, "games", 1, MOST_GAMES, 1_000)
        setting, kinds = self._setting(asked)
        kinds = ["random" if kind == PERSON else kind for kind in kinds]
        drafts, maker_of = self.live.drafts, self.tools.maker_of
        made = [
            (name, await self._beside(partial(experiment, drafts, provider, setting, kinds, maker_of)))
            for name, provider in sides
        ]
        self._playing = [self.kinds.get(kind, kind) for kind in kinds]
        return {"job": self.jobs.begin(made, games)}

    def _games_played(self, played: Experiment, totals: Totals) -> None:
        """Takes up which rules many games have played."""
        who = "by " + ", ".join(dict.fromkeys(self._playing)) if self._playing else ""
        self.line_coverage.take(load(played.name, played.texts), totals, who)

    def coverage(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Tells how often the lines of a file were played in the last simulation."""
        return self.line_coverage.lines(asked, self.live.made)

    def stop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Ends what is played beside."""
        self.jobs.stop()
        return {}

    def _tell(self, message: dict[str, Any]) -> None:
        """Tells every page, from whichever thread."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self.served.tell(message), self._loop)

    async def send(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes the game as one file that plays in any browser."""
        return await self.sending.make(self.live.drafts)

    # ------------------------------------------------------------ other rulesets

    def templates(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists what a new ruleset can begin from, and where it goes: a variant of one's own lies beside it."""
        found, drafts = list(self.tools.templates(self.live)), self.live.drafts
        beside = drafts.folder.as_posix() if drafts.own else None
        return {"templates": found, "folder": self.tools.folder, "beside": beside}

    async def new(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes a new ruleset and opens it in the place of this one.

        Raises:
            Refused: it cannot be made, or something here is not saved.
        """
        template, name, folder = _text(asked, "template"), _text(asked, "name"), asked.get("folder")
        make = self.tools.new
        if make is None:
            raise Refused("No ruleset can be begun here.")
        unsaved = sorted(self.live.drafts.unsaved())
        if unsaved and asked.get("discard") is not True:
            raise Refused(f"{', '.join(unsaved)} is not saved; save it first.")
        where = folder.strip() if isinstance(folder, str) and folder.strip() else self.tools.folder
        before = self.live
        made = await self._beside(lambda: make(before, template, name, where))
        self.jobs.stop()
        self.examples.close()
        await self.served.ask(lambda: self._open(made))
        self.served.lay(made.table)
        await self.served.tell({"opened": {"main": made.drafts.main}})
        return {"opened": made.drafts.main, "folder": made.drafts.folder.as_posix()}

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
    def answers(self) -> dict[str, Answer]:
        """What the page can ask, by its name."""
        own: list[Answer] = [
            self.files, self.read,
            self.setting, self.begin, self.graph, self.coverage, self.stop,
            self.templates, self.book,
        ]  # fmt: skip
        told = self.examples
        return {
            **{one.__name__: one for one in own}, **self.language.answers,
            "examples": told.list, "make_example": told.make, "play_example": told.play,
        }  # fmt: skip

    @property
    def checked_answers(self) -> dict[str, LongAnswer]:
        """What changes a text: it is answered in order with the rest, when the text is checked."""
        return {"write": self.write, "typed": self.typed, "bring": self.bring}

    @property
    def long_answers(self) -> dict[str, LongAnswer]:
        """What the page can ask that takes its time: it is answered beside the match, not in order with the rest."""
        return {
            "new": self.new, "run_examples": self.examples.run, "simulate": self.simulate,
            "compare": self.compare, "send": self.send, "odds": self.odds,
        }  # fmt: skip

    async def answer(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answers, and has everybody see what it changed.

        Raises:
            Refused: it cannot be answered.
        """
        self._loop = asyncio.get_running_loop()
        long = self.long_answers.get(what)
        state = self.state
        try:
            if long is not None:
                return await long(asked)
            async with self._in_order:
                state = self.state
                answer = await self._answered(what, asked)
        except RuleError as error:
            raise Refused(f"A rule cannot be carried out: {error.message}") from error
        if self.served.table is not self.live.table:
            self.served.lay(self.live.table)
        if self.state is not state:
            await self.served.tell(self.state)
            self._telling = asyncio.create_task(self._tell_differences())
        return answer

    async def _answered(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        checked, found = self.checked_answers.get(what), self.answers.get(what)
        if checked is not None:
            return await checked(asked)
        if found is None:
            raise Refused("That cannot be asked.")
        return await self.served.ask(partial(found, asked))

    def begin_serving(self) -> None:
        """Has bots begin to play; in the loop of the server."""
        self._loop = asyncio.get_running_loop()
        self.served.wake()
        self._telling = asyncio.create_task(self._begin_checking())

    async def _begin_checking(self) -> None:
        """Has the process that checks get ready, and checks what was typed and not written when a studio ended."""
        if self.live.drafts.texts:
            async with self._in_order:
                await self._then_checked(dict)
            await self.served.tell(self.state)
        elif self.tools.checker is not None:
            await self._beside(partial(self.tools.checker.check, self.live.drafts))

    async def close(self) -> None:
        """Ends everything."""
        self.examples.close()
        await self._beside(self.jobs.close)
        if self.tools.checker is not None:
            await self._beside(self.tools.checker.close)
        await self.served.close()
        self.bot_threads.close()


def _first_line(lines: Sequence[str]) -> str:
    """Gives the first change of those that `diff` tells, without its place."""
    found = next((line.strip() for line in lines if line.startswith("  ")), "")
    return found.partition("  (")[0]


def _kind(name: str) -> str:
    """Says what a file is that is read from elsewhere, or a sheet of a workbook."""
    return "rules" if name.endswith(".gdl") else "book" if is_workbook(name) else "table"


def _beside(name: str, used: Iterable[str]) -> bool:
    """Tells whether a file lies in a folder that only a ruleset with these files uses."""
    folders = {folder for one in used if (folder := one.rpartition("/")[0])}
    return any(name.startswith(f"{folder}/") for folder in folders)


def _text(asked: Mapping[str, Any], name: str) -> str:
    found = asked.get(name)
    if not isinstance(found, str):
        raise Refused(f"{name} is a text.")
    return found

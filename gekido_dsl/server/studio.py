"""The studio: a ruleset is written, seen and played on one page.

Invariants:
    What the page asks is answered one after the other, with texts, table and names as they stand then.
    Nothing but the ruleset's folder is read or written, and only with the key of the page.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gekido_dsl import graph
from gekido_dsl.compilation import Compilation
from gekido_dsl.drawing import document
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.language.examples import examples
from gekido_dsl.play.session import Session
from gekido_dsl.scenario import run_one
from gekido_dsl.scenario.opening import FromExample, NoPosition
from gekido_dsl.server import examples_made
from gekido_dsl.server.anchors import told_at
from gekido_dsl.server.app import Opening, attended, no_icon, written
from gekido_dsl.server.drafts import version_of
from gekido_dsl.server.front import static
from gekido_dsl.server.guard import (
    BOOK_POLICY,
    Addresses,
    Clients,
    Guard,
    Limits,
    TooMuch,
    Unreadable,
    read_object,
)
from gekido_dsl.server.hall import matches
from gekido_dsl.server.helping import Help
from gekido_dsl.server.jobs import MOST_GAMES, Jobs, MakerOf, experiment, number_in
from gekido_dsl.server.places import place
from gekido_dsl.server.refusing import Refused
from gekido_dsl.server.room import Room
from gekido_dsl.server.thinking import Thinkers
from gekido_dsl.server.workshop import Workshop
from gekido_dsl.simulate import Pool
from gekido_dsl.table import PERSON, Viewer
from gekido_dsl.table.answers import chances
from gekido_dsl.web import media_type

MOST_TEXT_BYTES: Final = 2_500_000
LIMITS: Final = Limits(
    requests_per_s=200.0, requests_at_once=1_000, messages_per_s=50.0, messages_at_once=200,
    body_bytes=MOST_TEXT_BYTES,
)  # fmt: skip
_BOOK_WORDS: Final = "The rulebook is being written."

_LOG: Final = logging.getLogger("gekido_dsl.server")

Answer = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Tools:
    """What only the command line can do."""

    book: Callable[[Compilation], Mapping[str, str | bytes]]
    """Writes the pages of a rulebook.

    Raises:
        Exception: its text says why it cannot be written.
    """
    maker_of: MakerOf
    """Makes the bots of simulated games."""
    is_kind: Callable[[str], bool]
    pool: Callable[[], Pool]
    """Opens processes in which games are played."""
    templates: Callable[[], Sequence[str]] = lambda: ()
    new: Callable[[str, str], str] | None = None
    """Begins a ruleset from a template, by a name; gives the command that opens it."""


class Studio:
    """One ruleset at work."""

    def __init__(self, shop: Workshop, thinkers: Thinkers, kinds: Mapping[str, str], tools: Tools) -> None:
        self.shop = shop
        self.thinkers = thinkers
        self.kinds = kinds
        self.tools = tools
        self.room = Room(shop.table, thinkers, kinds, pace_s=0.3)
        self.help = Help(shop.drafts)
        self.jobs = Jobs(tools.maker_of, tools.pool, self._tell)
        self.state: dict[str, Any] = {}
        self.passed: dict[str, bool] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._book: Mapping[str, str | bytes] = {}
        self._book_key = secrets.token_urlsafe(16)
        self._told_at: Mapping[str, str] = {}
        self._book_of: object = None
        self._writing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._before: Compilation | None = None

    # ------------------------------------------------------------ the text

    def files(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the files."""
        drafts = self.shop.drafts
        used = {one.name for one, _ in self.shop.newest.files} | {one.name for one in self.shop.newest.tables}
        found = [
            {"name": one.name, "kind": one.kind, "own": one.own}
            for one in drafts.files()
            if drafts.own or one.name in used or _beside(one.name, used)
        ]
        named = {one["name"] for one in found}
        found += [
            {"name": name, "kind": "rules" if name.endswith(".gdl") else "table", "own": False}
            for name in sorted(used - named)
        ]
        return {"main": drafts.main, "files": found}

    def read(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a text with its version."""
        name = _text(asked, "name")
        source = self.shop.drafts.source(name)
        disk = self.shop.drafts.on_disk(name)
        own = self.shop.drafts.own and not name.startswith("<")
        return {"name": name, "text": source.text, "version": version_of(disk), "own": own}

    def write(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes a text to the disk."""
        version = asked.get("version")
        name, text = _text(asked, "name"), _text(asked, "text")
        made = self.shop.drafts.write(name, text, version if isinstance(version, str) else None)
        return {"version": made, **self._checked()}

    def typed(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Takes up a text that is not written yet."""
        name, text = _text(asked, "name"), asked.get("text")
        drafts = self.shop.drafts
        drafts.source(name)
        if isinstance(text, str):
            drafts.texts[name] = text
        else:
            drafts.texts.pop(name, None)
        return self._checked()

    def _checked(self) -> dict[str, Any]:
        before = self.shop.made
        told = self.shop.check()
        self.help.renew(self.shop.newest)
        if told["change"] is not None:
            self.passed = {}
            self._before = before  # what is different is worked out when the page has its answer
        self.state = {"state": told}
        return self.state

    async def _tell_differences(self) -> None:
        """Tells the state again, with what is different in the rules."""
        before, self._before = self._before, None
        state = self.state
        if before is None or state["state"]["change"] is None:
            return
        lines = await self.room.ask(partial(self.shop.different, before))
        if self.state is state:
            change = {**state["state"]["change"], "lines": lines}
            self.state = {"state": {**state["state"], "change": change}}
            await self.room.tell(self.state)

    # ------------------------------------------------------------ examples

    def examples(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the examples, with how they came out."""
        found: list[dict[str, Any]] = []
        for source, _ in self.shop.newest.files:
            found += [
                {"title": one.title, "passed": self.passed.get(one.title), **place(one.title_span)}
                for one in examples(source)
            ]
        return {"examples": found, "can_make": self.shop.drafts.own}

    def run_examples(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Runs all examples, or one."""
        made, title = self.shop.made, asked.get("title")
        assert made.game is not None
        results = []
        for one in made.game.scenarios:
            if title is None or one.name == title:
                came = run_one(made.shared_executor, one)
                self.passed[one.name] = came.passed
                where = place(came.span) if came.span is not None else {}
                results.append({"title": one.name, "passed": came.passed, "text": came.message, **where})
        if title is not None and not results:
            raise Refused("There is no such example in the game on the table.")
        return {"results": results}

    def make_example(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Writes the example of the position on the table, and says at the end of which file it goes."""
        text, name, left_out = examples_made.made(self.shop, _text(asked, "title"))
        return {"text": text, "name": name, "left_out": left_out}

    def play_example(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Puts the position of an example on the table."""
        game, title = self.shop.made.game, _text(asked, "title")
        assert game is not None
        one = next((each for each in game.scenarios if each.name == title), None)
        if one is None:
            raise Refused("There is no such example in the game on the table.")
        options = {name: game.options[name].answers.members[k] for name, k in one.options.items()}
        setting = Setting(one.players or game.least_players, self.shop.rules.seed(), options)
        header = self.shop.rules.header(setting, [PERSON] * setting.players)
        try:
            self.shop.lay(Session(FromExample(game, one), header))
        except NoPosition as error:
            raise Refused(f"Nothing can be played from there: {error}.") from error
        return {}

    # ------------------------------------------------------------ the match

    def setting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says what a match may be, and what the one on the table is."""
        made, table = self.shop.made, self.shop.table
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
        self.shop.begin(setting, seats)
        return {}

    def _setting(self, asked: Mapping[str, Any]) -> tuple[Setting, list[str]]:
        made = self.shop.made
        assert made.game is not None
        least, most = made.game.least_players, made.game.most_players
        players = number_in(asked, "players", least, most, max(least, min(2, most)))
        seed = number_in(asked, "seed", 0, 2**63, self.shop.rules.seed())
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

    def odds(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says how likely patterns are for whoever decides."""
        found = chances(self.shop.table.session)
        return {"patterns": [{"name": name, "text": text} for name, text in found]}

    def graph(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Draws the turn of the game."""
        game, look = self.shop.made.game, self.shop.made.look.value or PLAIN
        assert game is not None
        drawn = document(graph.chart(game, whole=True, spots=True), look.screen, alone=False)
        return {"svg": drawn, "phases": {name: graph.spot_of(name) for name in game.phases}}

    def simulate(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what is written now."""
        return {"job": self._played(asked, [("now", self.shop.drafts)])}

    def compare(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Plays many games by what lies on the disk, and by what is written now."""
        drafts = self.shop.drafts
        return {"job": self._played(asked, [("disk", drafts.other({})), ("now", drafts)])}

    def _played(self, asked: Mapping[str, Any], sides: Sequence[tuple[str, Any]]) -> int:
        games = number_in(asked, "games", 1, MOST_GAMES, 1_000)
        setting, kinds = self._setting(asked)
        kinds = ["random" if kind == PERSON else kind for kind in kinds]
        made = [
            (name, experiment(self.shop.drafts, provider, setting, kinds, self.tools.maker_of))
            for name, provider in sides
        ]
        return self.jobs.begin(made, games)

    def stop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Ends what is played beside."""
        self.jobs.stop()
        return {}

    def _tell(self, message: dict[str, Any]) -> None:
        """Tells every page, from whichever thread."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self.room.tell(message), self._loop)

    def templates(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists what a new ruleset can begin from."""
        return {"templates": list(self.tools.templates())}

    def new(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Begins a ruleset beside this one."""
        if self.tools.new is None:
            raise Refused("No ruleset can be begun here.")
        return {"command": self.tools.new(_text(asked, "template"), _text(asked, "name"))}

    # ------------------------------------------------------------ the book

    def book(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says where the rulebook stands, and has it written if it is not."""
        if self._book_of != self.shop.made.identity and self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._write_book(), self._loop)
        return {
            "url": f"/studio/book/{self._book_key}/index.html",
            "ready": self._book_of == self.shop.made.identity,
        }

    async def _write_book(self) -> None:
        if self._writing is not None and not self._writing.done():
            return
        made = self.shop.made

        def write() -> None:
            try:
                self._book = self.tools.book(made)
            except Exception as error:  # whatever it is, the page is told why there is no book
                self._book = {"index.html": f"<!doctype html><title>No book</title><p>{escape(str(error))}"}
            self._told_at = told_at(self._book, _rules_of(made))
            self._book_of = made.identity

        async def go() -> None:
            await asyncio.get_running_loop().run_in_executor(None, write)
            await self.room.tell({"book": {"ready": True}})

        self._writing = asyncio.create_task(go())

    def book_page(self, key: str, name: str) -> Response:
        """Gives a page of the rulebook. The key is in its path, so that links between pages keep it."""
        if not matches(self._book_key, key):
            return _no_entry()
        name = f"{name}index.html" if not name or name.endswith("/") else name
        found = self._book.get(name)
        if found is None:
            return PlainTextResponse(f"{_BOOK_WORDS}\n", 404)
        # The frame has no origin, so to the browser its own styles and scripts are those of another one.
        headers = {"content-security-policy": BOOK_POLICY, "cross-origin-resource-policy": "cross-origin"}
        return Response(found, media_type=media_type(name), headers=headers)

    # ------------------------------------------------------------ answers

    @property
    def answers(self) -> dict[str, Answer]:
        """What the page can ask, by its name."""
        own: list[Answer] = [
            self.files, self.read, self.write, self.typed, self.examples, self.run_examples, self.make_example,
            self.play_example,
            self.setting, self.begin, self.odds, self.graph, self.simulate, self.compare, self.stop,
            self.templates, self.new, self.book,
        ]  # fmt: skip
        return {**{one.__name__: one for one in own}, **self.help.answers}

    async def answer(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answers, and has everybody see what it changed.

        Raises:
            Refused: it cannot be answered.
        """
        self._loop = asyncio.get_running_loop()
        found = self.answers.get(what)
        if found is None:
            raise Refused("That cannot be asked.")
        state = self.state
        try:
            answer = await self.room.ask(partial(found, asked))
        except RuleError as error:
            raise Refused(f"A rule cannot be carried out: {error.message}") from error
        if self.room.table is not self.shop.table:
            self.room.lay(self.shop.table)
        if self.state is not state:
            await self.room.tell(self.state)
            self._telling = asyncio.create_task(self._tell_differences())
        return answer

    async def close(self) -> None:
        """Ends everything."""
        await asyncio.get_running_loop().run_in_executor(None, self.jobs.close)
        await self.room.close()
        self.thinkers.close()


def application(studio: Studio, addresses: Addresses, key: str) -> ASGIApp:
    """Makes the application."""

    def may(request: Request | WebSocket) -> bool:
        wrong = request.state.client.wrong_keys
        if wrong.left() and matches(key, request.query_params.get("key", "")):
            return True
        wrong.take()
        return False

    async def shell(request: Request) -> Response:
        return static("studio.html") if may(request) else _no_entry()

    async def asked(request: Request) -> Response:
        if not may(request):
            return _json({"refused": "This key opens nothing."}, 403)
        try:
            found = read_object(await request.body(), MOST_TEXT_BYTES)
            return _json(await studio.answer(request.path_params["what"], found))
        except Unreadable as error:
            return _json({"refused": f"{str(error).capitalize()}."}, 400)
        except Refused as error:
            return _json({"refused": str(error)}, 409)
        except TooMuch:
            raise
        except Exception:
            _LOG.exception("a question of the page failed")
            return _json({"refused": "The studio has a fault; the terminal says more."}, 500)

    async def socket(socket: WebSocket) -> None:
        if not may(socket):
            await socket.close(1008, "This key opens nothing.")
            return

        async def opened() -> Opening:
            viewer = Viewer(frozenset(range(len(studio.room.table.seats))), hosts=True, anywhere=True)
            return studio.room, viewer, True

        await attended(socket, opened, LIMITS)

    async def book(request: Request) -> Response:
        return studio.book_page(request.path_params["key"], request.path_params["name"])

    async def files(request: Request) -> Response:
        return static(request.path_params["name"])

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        studio._loop = asyncio.get_running_loop()
        studio.room.wake()
        yield
        await studio.close()

    routes = [
        Route("/studio/", shell),
        WebSocketRoute("/studio/socket", socket),
        Route("/studio/book/{key}/{name:path}", book),
        Route("/api/{what}", asked, methods=["POST"]),
        Route("/static/{name:path}", files),
        Route("/favicon.ico", no_icon),
    ]
    app = Starlette(routes=routes, lifespan=life, exception_handlers={TooMuch: _too_much})
    return Guard(app, addresses, Clients(LIMITS))


def _rules_of(made: Compilation) -> list[str]:
    """Names whatever may ask a player something."""
    game = made.game
    if game is None:
        return []
    return [*game.phases, *game.rules, *game.effects, *game.windows, *game.actions]


def _json(message: dict[str, Any], status: int = 200) -> Response:
    return Response(written(message), status, media_type="application/json")


async def _too_much(request: Request, error: Exception) -> Response:
    return _json({"refused": "This is more than is taken."}, 413)


def _no_entry() -> Response:
    return PlainTextResponse("This link opens nothing. Start `gdl studio` again for another one.\n", 403)


def _beside(name: str, used: Iterable[str]) -> bool:
    """Tells whether a file lies in a folder that only a ruleset with these files uses."""
    folders = {folder for one in used if (folder := one.rpartition("/")[0])}
    return any(name.startswith(f"{folder}/") for folder in folders)


def _text(asked: Mapping[str, Any], name: str) -> str:
    found = asked.get(name)
    if not isinstance(found, str):
        raise Refused(f"{name} is a text.")
    return found

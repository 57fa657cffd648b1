"""The application of a server of tables: its addresses, and what is answered there.

Invariants:
    Nothing is told without the key that opens it; the pages and pictures of the program itself are open to all.
    Whatever is sent, the answer is a page or a message that says what is wrong.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.languages import Language, Languages, accepted, chosen, matching, now, speaking, text
from gekido_dsl.server import guest_pages, pages, seats
from gekido_dsl.server.bucket import Bucket
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.database import DatabaseError
from gekido_dsl.server.guard import (
    MOST_MESSAGE_BYTES,
    OPEN,
    Addresses,
    Clients,
    Guard,
    Limits,
    TooMuch,
    Unreadable,
    key_of,
    read_object,
    too_much,
)
from gekido_dsl.server.series import Series
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.server.static_files import static
from gekido_dsl.server.tables import Access, Entry, Tables
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table import PERSON, Viewer

Opening = tuple[ServedTable, Viewer, bool]

LANGUAGE_COOKIE: Final = "gdl-language"
"""What a page keeps of the language that somebody chose."""
_YEAR_S: Final = 31_536_000
_MOST_WARNINGS: Final = 20
"""So many messages that come too fast are refused before their connection is closed."""


def application(
    tables: Tables,
    addresses: Addresses,
    limits: Limits = OPEN,
    *,
    link: Callable[[], str],
    alone: bool = False,
) -> ASGIApp:
    """Makes the application.

    Args:
        link: gives the address under which others reach this server.
        alone: whether all people sit at one screen, and there is nothing to host.
    """
    site = _Site(tables, limits, link, alone)
    routes = [
        Route("/t/{table}/", site.table),
        Route("/t/{table}/turn", site.turn),
        WebSocketRoute("/t/{table}/socket", site.socket),
        Route("/static/{name:path}", _static),
        Route("/favicon.ico", no_icon),
    ]
    if not alone:
        routes += [
            Route("/", site.lobby),
            Route("/lobby", site.guests),
            Route("/players", site.players, methods=["GET", "POST"]),
            Route("/tables", site.make, methods=["POST"]),
            Route("/tables/{table}", site.links),
            Route("/tables/{table}/free", site.free, methods=["POST"]),
            Route("/tables/{table}/close", site.close, methods=["POST"]),
            Route("/t/{table}/join", site.join, methods=["GET", "POST"]),
        ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        tables.begin(*tables.entries.values())
        yield
        await tables.close()

    app = Starlette(
        routes=routes, lifespan=life, exception_handlers={TooMuch: too_much, DatabaseError: _not_stored}
    )
    return Guard(_Spoken(app), addresses, Clients(limits), site.knows)


def _said(status: int, title: str, told: str) -> Response:
    return HTMLResponse(pages.plain(title, told), status)


async def _not_stored(request: Request, error: Exception) -> Response:
    return _said(503, text("Not kept"), text("The table cannot be kept: {reason}.", reason=str(error)))


def written(message: dict[str, Any]) -> str:
    """Writes a message in ASCII, as a text that somebody sent may hold what no encoding has."""
    return json.dumps(message, separators=(",", ":"))


async def _static(request: Request) -> Response:
    return static(request.path_params["name"])


async def no_icon(request: Request) -> Response:
    """Answers a browser that asks for a sign of the site."""
    return Response(status_code=204)


async def attended(socket: WebSocket, opened: Callable[[], Awaitable[Opening]], limits: Limits) -> None:
    """Shows a table on a socket for as long as its page is open.

    Args:
        opened: finds the table, who looks, and whether all people share that screen.
    """
    await socket.accept()

    async def send(message: dict[str, Any]) -> None:
        await socket.send_text(written(message))

    try:
        served, viewer, shared_screen = await opened()
        buckets = [Bucket(limits.messages_per_s, limits.messages_at_once)]
        if not viewer.plays and not viewer.is_host:
            buckets.append(socket.state.looks)
        messages = _messages(socket, buckets)
        await served.attend(viewer, send, messages, shared_screen=shared_screen)
    except (Refused, DatabaseError) as error:
        await send({"refused": now().of(error.args[0]) if error.args else str(error)})
    except WebSocketDisconnect:
        return
    except RuntimeError:
        if socket.client_state is WebSocketState.CONNECTED is socket.application_state:
            raise
        return  # the page is gone
    finally:
        if socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()


async def _messages(socket: WebSocket, buckets: Sequence[Bucket]) -> AsyncIterator[dict[str, Any]]:
    """Reads what a page sends, and refuses what is too much, too fast or no message."""
    warned = 0
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        content = event.get("text")
        if not all(bucket.take() for bucket in buckets):
            warned += 1
            if warned > _MOST_WARNINGS:
                await socket.close(1008, "Too many messages.")
                return
            await socket.send_json({"refused": now().of(text("Too many messages; wait a moment."))})
            continue
        try:
            if content is None:
                raise Unreadable("the message is no text")
            yield read_object(content, MOST_MESSAGE_BYTES)
        except Unreadable as error:
            await socket.send_json({"refused": f"{str(error).capitalize()}."})


def language_of(request: HTTPConnection, languages: Languages | None = None) -> Language:
    """Gives the language that a browser asks for: the one chosen on a page here, else as it is set to."""
    kept = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen(
        [*filter(None, [kept]), *accepted(request.headers.get("accept-language", ""))],
        languages or Languages(),
    )


class _Spoken:
    """Has everything be said in the language of whoever asks; `?language=de` chooses one, and is remembered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        wanted = matching(asked.query_params.get("language", ""))
        if wanted is not None and scope["type"] == "http" and scope["method"] == "GET":
            answer = RedirectResponse(
                str(asked.url.remove_query_params("language").replace(scheme="", netloc="")), 303
            )
            answer.set_cookie(LANGUAGE_COOKIE, wanted.code, max_age=_YEAR_S, path="/", samesite="lax")
            await answer(scope, receive, send)
            return
        with speaking(language_of(asked)):
            await self.app(scope, receive, send)


class _Site:
    def __init__(self, tables: Tables, limits: Limits, link: Callable[[], str], alone: bool) -> None:
        self.tables = tables
        self.limits = limits
        self.link = link
        self.alone = alone

    # ------------------------------------------------------------ keys

    def _entry(self, request: Request | WebSocket) -> tuple[Entry, Access] | None:
        """Finds the table of a request, and what its key gives access to there."""
        entry = self.tables.entry(request.path_params["table"])
        access = entry.access(key_of(request)) if entry is not None else None
        return (entry, access) if entry is not None and access is not None else None

    def _is_host(self, request: Request) -> bool:
        return self.tables.is_host(key_of(request))

    def knows(self, path: str, key: str) -> bool:
        """Tells whether a key opens anything where a path leads."""
        _, role, table, *_ = (*path.split("/", 3), "", "")
        if role in ("lobby", "players") and self.tables.is_guest(key):
            return True
        if role != "t":
            return self.tables.is_host(key)
        entry = self.tables.entry(table)
        return entry is not None and entry.access(key) is not None

    # ------------------------------------------------------------ a table

    async def table(self, request: Request) -> Response:
        """Gives the page of a table; who may choose a seat is sent to choose one."""
        found = self._entry(request)
        if found is None:
            return _no_entry()
        entry, access = found
        if access.role == "join":
            return RedirectResponse(f"/t/{entry.id}/join?key={key_of(request)}", 303)
        page = static("table.html")
        if access.seat is not None:
            seats.remember(request, page, entry, access.seat)
        return page

    async def turn(self, request: Request) -> Response:
        """Says whose turn it is, for a page that is kept open or a program that asks now and then."""
        found = self._entry(request)
        if found is None or found[1].role == "join":
            return _no_entry()
        entry, access = found
        try:
            served = await self.tables.served(entry)
            viewer = entry.viewer(access)
            if served.sees_later(viewer):
                raise Refused(text("Spectators see this match with a delay and cannot ask questions."))
            shown = (await served.do(lambda: served.table.shown(viewer), keeps=False))["shown"]
        except Refused as error:
            return _said(409, self.tables.rules.title, error.args[0])
        if shown["question"]:
            told = text("Your turn")
        else:
            told = shown["outcome"]["text"] if shown["outcome"] else shown["waiting"]
        link = f"/t/{entry.id}/?{urlencode({'key': key_of(request)})}"
        return HTMLResponse(pages.turn(self.tables.rules.title, told, shown["heading"], link))

    async def socket(self, socket: WebSocket) -> None:
        """Shows a table for as long as its page is open."""
        found = self._entry(socket)
        if found is None or found[1].role == "join":
            await socket.close(1008, "This link does not open the table.")
            return
        entry, access = found

        async def opened() -> Opening:
            served = await self.tables.served(entry)
            if access.seat is not None:
                await self.tables.claim(entry, access.seat)
            viewer = entry.viewer(access)
            viewer.language = language_of(socket, served.table.languages)
            return served, viewer, self.alone and access.role == "host"

        await attended(socket, opened, self.limits)

    # ------------------------------------------------------------ joining

    async def join(self, request: Request) -> Response:
        """Has somebody choose a seat, and sends them there."""
        found = self._entry(request)
        if found is None or found[1].role != "join":
            return _no_entry()
        entry = found[0]
        try:
            await self.tables.served(entry)
            if request.method == "POST":
                return await self._sit(request, entry, await _form(request))
        except Refused as error:
            return _said(409, self.tables.rules.title, error.args[0])
        told = self.tables.seats(entry)
        free = entry.keys["claimed"]
        listed = [(seat, who, not free[seat]) for seat, who in enumerate(told)]
        had = seats.remembered(request, entry)
        return HTMLResponse(
            pages.seats(self.tables.rules.title, entry.id, listed, had, key_of(request), entry.series)
        )

    async def _sit(self, request: Request, entry: Entry, form: Mapping[str, str]) -> Response:
        wanted = form.get("seat", "")
        back = wanted.removeprefix("back:")
        if wanted == "watch":
            key = entry.keys["watch"]
        elif back != wanted and back in map(str, seats.remembered(request, entry)):
            key = entry.keys["seats"][int(back)]
        elif wanted.isdecimal() and len(wanted) < 4:
            seat = int(wanted)
            key = await self.tables.sit_down(entry, seat)
            served = await self.tables.served(entry)
            name = form.get("name", "").strip()
            said = {"do": "name", "seat": seat, "name": name}
            if name:
                await served.do(lambda: served.table.do(said, Viewer(frozenset({seat}))))
                served.wake()
        else:
            raise Refused(text("There is no such seat."))
        return RedirectResponse(f"/t/{entry.id}/?key={key}", 303)

    # ------------------------------------------------------------ the host

    async def lobby(self, request: Request) -> Response:
        """Lists the tables for whoever runs the server."""
        if not self._is_host(request):
            return _no_entry()
        tables = self.tables
        guests = f"{self.link()}/lobby?key={tables.guest_key}"
        return HTMLResponse(pages.lobby(tables.rows(), tables.offer(), key_of(request), tables.most, guests))

    async def guests(self, request: Request) -> Response:
        """Lists the tables that are open to guests."""
        if not self.tables.is_guest(key_of(request)):
            return _no_entry()
        tables = self.tables.for_guests()
        return HTMLResponse(guest_pages.open_tables(self.tables.rules.title, tables, key_of(request)))

    async def players(self, request: Request) -> Response:
        """Shows how players did; the host can forget one."""
        key, host = key_of(request), self._is_host(request)
        if not host and not (request.method == "GET" and self.tables.is_guest(key)):
            return _no_entry()
        loop = asyncio.get_running_loop()
        if request.method == "POST":
            name = (await _form(request)).get("forget", "")
            await loop.run_in_executor(None, self.tables.database.forget_player, self.tables.rules.name, name)
            return RedirectResponse(f"/players?key={key}", 303)
        standings = await loop.run_in_executor(None, self.tables.standings)
        return HTMLResponse(guest_pages.players(self.tables.rules.title, standings, key, host=host))

    async def make(self, request: Request) -> Response:
        """Makes a table."""
        if not self._is_host(request):
            return _no_entry()
        try:
            form = await _form(request)
            setting, kinds = _asked(self.tables, form)
            entry = await self.tables.make(
                setting,
                kinds,
                _terms(form),
                for_guests=form.get("guests", "yes") != "no",
                series=Series.read({name: form.get(name, "") for name in ("games", "teams", "changes")}),
            )
        except Refused as error:
            return _said(409, text("No table was made"), error.args[0])
        except RuleError as error:
            return _said(
                409,
                text("No table was made"),
                text("The match cannot be set up: {reason}", reason=error.message),
            )
        return RedirectResponse(f"/tables/{entry.id}?key={key_of(request)}", 303)

    async def links(self, request: Request) -> Response:
        """Shows the links of a table."""
        entry = self.tables.entry(request.path_params["table"])
        if not self._is_host(request) or entry is None:
            return _no_entry()
        return HTMLResponse(
            pages.links(
                self.tables.rules.title,
                entry.id,
                links_of(entry, self.link()),
                key_of(request),
                own_link(entry),
                [
                    seat
                    for seat, kind in enumerate(entry.seats)
                    if kind == PERSON and entry.keys["claimed"][seat]
                ],
            )
        )

    async def free(self, request: Request) -> Response:
        """Frees a seat that somebody has, for whoever sits down there next."""
        entry = self.tables.entry(request.path_params["table"])
        if not self._is_host(request) or entry is None:
            return _no_entry()
        seat = (await _form(request)).get("seat", "")
        try:
            await self.tables.free(entry, int(seat) if seat.isdecimal() and len(seat) < 4 else -1)
        except Refused as error:
            return _said(409, self.tables.rules.title, error.args[0])
        return RedirectResponse(f"/tables/{entry.id}?key={key_of(request)}", 303)

    async def close(self, request: Request) -> Response:
        """Takes a table away."""
        table = request.path_params["table"]
        entry = self.tables.entry(table)
        if not self._is_host(request) or (entry is None and table not in self.tables.database.broken):
            return _no_entry()
        if entry is None:
            await self.tables.close_broken(table)
        else:
            await self.tables.close_table(entry)
        return RedirectResponse(f"/?key={key_of(request)}", 303)


def links_of(entry: Entry, base: str) -> list[tuple[str, str]]:
    """Lists the links that a host hands out: who each is for, and the link."""
    found = [(text("Whoever wants to sit down"), f"{base}/t/{entry.id}/?key={entry.keys['join']}")]
    found += [
        (text("Player {number}", number=seat + 1), f"{base}/t/{entry.id}/?key={key}")
        for seat, key in enumerate(entry.keys["seats"])
        if entry.seats[seat] == PERSON
    ]
    looks = f"{base}/t/{entry.id}/?key={entry.keys['watch']}"
    return [
        *found,
        (text("Who looks on"), looks),
        (text("A large screen for all: no secrets, nothing to press"), f"{looks}&screen=big"),
        (text("Whose turn it is, as a page of one line"), looks.replace("/?", "/turn?")),
    ]


def own_link(entry: Entry, base: str = "") -> str:
    """Gives the link of the host's own screen."""
    return f"{base}/t/{entry.id}/?key={entry.keys['host']}"


def _no_entry() -> Response:
    return _said(
        403,
        text("No entry"),
        text("This link does not open a table here. Ask the host of the match for a new one."),
    )


async def _form(request: Request) -> dict[str, str]:
    """Reads a form of a page, as far as it is one."""
    body = (await request.body()).decode("utf-8", errors="replace")
    try:
        found = parse_qs(body, max_num_fields=200)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in found.items()}


def _asked(tables: Tables, form: Mapping[str, str]) -> tuple[Setting, list[str]]:
    """Reads what kind of table somebody wants.

    Raises:
        Refused: there is no such table.
    """
    offer = tables.offer()
    number = form.get("players", str(offer.players[0]))
    if number not in map(str, offer.players):
        raise Refused(text("The game is not for so many."))
    kinds = [form.get(f"seat{seat}", PERSON) for seat in range(1, int(number) + 1)]
    if any(kind not in offer.kinds for kind in kinds):
        raise Refused(text("There is no such kind of player."))
    options = {}
    for at, (name, answers) in enumerate(offer.options.items()):
        answer = form.get(f"option{at}", answers[0])
        if answer not in answers:
            raise Refused(f"{name} has no such answer.")
        options[name] = answer
    return Setting(int(number), tables.rules.seed(), options), kinds


def _terms(form: Mapping[str, str]) -> Terms:
    """Reads what is said of time."""
    return Terms.read({**form, "seconds": form.get("seconds", "0") if form.get("per") else "0"})

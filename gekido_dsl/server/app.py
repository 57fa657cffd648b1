"""The application of a server of tables: its addresses, and what is answered there.

Invariants:
    Nothing is told without the key that opens it; the pages and pictures of the program itself are open to all.
    Whatever is sent, the answer is a page or a message that says what is wrong.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.server import pages
from gekido_dsl.server.front import static
from gekido_dsl.server.guard import (
    MOST_MESSAGE_BYTES,
    OPEN,
    Addresses,
    Bucket,
    Clients,
    Guard,
    Limits,
    TooMuch,
    Unreadable,
    read_object,
)
from gekido_dsl.server.hall import Door, Hall, Place
from gekido_dsl.server.keeping import Unkept
from gekido_dsl.server.refusing import Refused
from gekido_dsl.server.room import Room
from gekido_dsl.table import PERSON, Viewer

Opening = tuple[Room, Viewer, bool]

_MOST_KEY: Final = 100
_MOST_WARNINGS: Final = 20
"""So many messages that come too fast are refused before their connection is closed."""


def application(
    hall: Hall, addresses: Addresses, limits: Limits = OPEN, *, link: Callable[[], str], alone: bool = False
) -> ASGIApp:
    """Makes the application.

    Args:
        link: gives the address under which others reach this server.
        alone: whether all people sit at one screen, and there is nothing to host.
    """
    site = _Site(hall, limits, link, alone)
    routes = [
        Route("/t/{table}/", site.table),
        WebSocketRoute("/t/{table}/socket", site.socket),
        Route("/static/{name:path}", _static),
        Route("/host.css", _css),
        Route("/favicon.ico", no_icon),
    ]
    if not alone:
        routes += [
            Route("/", site.lobby),
            Route("/tables", site.make, methods=["POST"]),
            Route("/tables/{table}", site.links),
            Route("/tables/{table}/close", site.close, methods=["POST"]),
            Route("/t/{table}/join", site.join, methods=["GET", "POST"]),
        ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        hall.begin(*hall.places.values())
        yield
        await hall.close()

    app = Starlette(routes=routes, lifespan=life, exception_handlers={TooMuch: _too_much, Unkept: _unkept})
    return Guard(app, addresses, Clients(limits))


def _said(status: int, title: str, text: str) -> Response:
    return HTMLResponse(pages.plain(title, text), status)


async def _too_much(request: Request, error: Exception) -> Response:
    return PlainTextResponse("This is more than is taken.\n", 413)


async def _unkept(request: Request, error: Exception) -> Response:
    return _said(503, "Not kept", f"The table cannot be kept: {error}.")


def written(message: dict[str, Any]) -> str:
    """Writes a message in ASCII, as a text that somebody sent may hold what no encoding has."""
    return json.dumps(message, separators=(",", ":"))


async def _static(request: Request) -> Response:
    return static(request.path_params["name"])


async def no_icon(request: Request) -> Response:
    """Answers a browser that asks for a sign of the site."""
    return Response(status_code=204)


async def _css(request: Request) -> Response:
    return Response(pages.CSS, media_type="text/css; charset=utf-8")


async def attended(socket: WebSocket, opened: Callable[[], Awaitable[Opening]], limits: Limits) -> None:
    """Shows a table on a socket for as long as its page is open.

    Args:
        opened: finds the room, who looks, and whether all people at the table do so there.
    """
    await socket.accept()

    async def send(message: dict[str, Any]) -> None:
        await socket.send_text(written(message))

    try:
        room, viewer, everybody = await opened()
        messages = _messages(socket, limits)
        await room.attend(viewer, send, messages, everybody=everybody)
    except (Refused, Unkept) as error:
        await send({"refused": str(error)})
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


async def _messages(socket: WebSocket, limits: Limits) -> AsyncIterator[dict[str, Any]]:
    """Reads what a page sends, and refuses what is too much, too fast or no message."""
    bucket = Bucket(limits.messages_per_s, limits.messages_at_once)
    warned = 0
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        text = event.get("text")
        if not bucket.take():
            warned += 1
            if warned > _MOST_WARNINGS:
                await socket.close(1008, "Too many messages.")
                return
            await socket.send_json({"refused": "Too many messages; wait a moment."})
            continue
        try:
            if text is None:
                raise Unreadable("the message is no text")
            yield read_object(text, MOST_MESSAGE_BYTES)
        except Unreadable as error:
            await socket.send_json({"refused": f"{str(error).capitalize()}."})


class _Site:
    def __init__(self, hall: Hall, limits: Limits, link: Callable[[], str], alone: bool) -> None:
        self.hall = hall
        self.limits = limits
        self.link = link
        self.alone = alone

    # ------------------------------------------------------------ keys

    def _entry(self, request: Request | WebSocket) -> tuple[Place, Door] | None:
        """Finds what the key of a request opens; None, and counted, if it opens nothing."""
        if not request.state.client.wrong_keys.left():
            return None
        place = self.hall.place(request.path_params["table"])
        door = place.door(_key(request)) if place is not None else None
        if place is None or door is None:
            request.state.client.wrong_keys.take()
            return None
        return place, door

    def _is_host(self, request: Request) -> bool:
        wrong = request.state.client.wrong_keys
        if wrong.left() and self.hall.is_host(_key(request)):
            return True
        wrong.take()
        return False

    # ------------------------------------------------------------ a table

    async def table(self, request: Request) -> Response:
        """Gives the page of a table; who may choose a seat is sent to choose one."""
        found = self._entry(request)
        if found is None:
            return _no_entry()
        place, door = found
        if door.role == "join":
            return RedirectResponse(f"/t/{place.id}/join?key={_key(request)}", 303)
        return static("table.html")

    async def socket(self, socket: WebSocket) -> None:
        """Shows a table for as long as its page is open."""
        found = self._entry(socket)
        if found is None or found[1].role == "join":
            await socket.close(1008, "This link does not open the table.")
            return
        place, door = found

        async def opened() -> Opening:
            room = await self.hall.room(place)
            return room, place.viewer(door), self.alone and door.role == "host"

        await attended(socket, opened, self.limits)

    # ------------------------------------------------------------ joining

    async def join(self, request: Request) -> Response:
        """Has somebody choose a seat, and sends them there."""
        found = self._entry(request)
        if found is None or found[1].role != "join":
            return _no_entry()
        place = found[0]
        try:
            await self.hall.room(place)
            if request.method == "POST":
                return await self._sit(place, await _form(request))
        except Refused as error:
            return _said(409, self.hall.rules.title, str(error))
        told = self.hall.seats(place)
        free = place.keys["claimed"]
        seats = [(seat, who, not free[seat]) for seat, who in enumerate(told)]
        return HTMLResponse(pages.seats(self.hall.rules.title, place.id, seats, _key(request)))

    async def _sit(self, place: Place, form: Mapping[str, str]) -> Response:
        wanted = form.get("seat", "")
        if wanted == "watch":
            key = place.keys["watch"]
        elif wanted.isdecimal() and len(wanted) < 4:
            key = await self.hall.sit_down(place, int(wanted))
        else:
            raise Refused("There is no such seat.")
        return RedirectResponse(f"/t/{place.id}/?key={key}", 303)

    # ------------------------------------------------------------ the host

    async def lobby(self, request: Request) -> Response:
        """Lists the tables for whoever runs the server."""
        if not self._is_host(request):
            return _no_entry()
        hall = self.hall
        return HTMLResponse(pages.lobby(hall.rows(), hall.offer(), _key(request), hall.most))

    async def make(self, request: Request) -> Response:
        """Makes a table."""
        if not self._is_host(request):
            return _no_entry()
        try:
            setting, seats = _asked(self.hall, await _form(request))
            place = await self.hall.make(setting, seats)
        except Refused as error:
            return _said(409, "No table was made", str(error))
        except RuleError as error:
            return _said(409, "No table was made", f"The match cannot be set up: {error.message}")
        return RedirectResponse(f"/tables/{place.id}?key={_key(request)}", 303)

    async def links(self, request: Request) -> Response:
        """Shows the links of a table."""
        place = self.hall.place(request.path_params["table"])
        if not self._is_host(request) or place is None:
            return _no_entry()
        return HTMLResponse(
            pages.links(
                self.hall.rules.title, place.id, links_of(place, self.link()), _key(request), own_link(place)
            )
        )

    async def close(self, request: Request) -> Response:
        """Takes a table away."""
        place = self.hall.place(request.path_params["table"])
        if not self._is_host(request) or place is None:
            return _no_entry()
        await self.hall.close_table(place)
        return RedirectResponse(f"/?key={_key(request)}", 303)


def links_of(place: Place, base: str) -> list[tuple[str, str]]:
    """Lists the links that a host hands out: who each is for, and the link."""
    found = [("Whoever wants to sit down", f"{base}/t/{place.id}/?key={place.keys['join']}")]
    found += [
        (f"Player {seat + 1}", f"{base}/t/{place.id}/?key={key}")
        for seat, key in enumerate(place.keys["seats"])
        if place.seats[seat] == PERSON
    ]
    return [*found, ("Who looks on", f"{base}/t/{place.id}/?key={place.keys['watch']}")]


def own_link(place: Place, base: str = "") -> str:
    """Gives the link of the host's own screen."""
    return f"{base}/t/{place.id}/?key={place.keys['host']}"


def _key(request: Request | WebSocket) -> str:
    return request.query_params.get("key", "")[:_MOST_KEY]


def _no_entry() -> Response:
    return _said(
        403, "No entry", "This link opens nothing here. Ask whoever hosts the match for another one."
    )


async def _form(request: Request) -> dict[str, str]:
    """Reads a form of a page, as far as it is one."""
    body = (await request.body()).decode("utf-8", errors="replace")
    try:
        found = parse_qs(body, max_num_fields=200)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in found.items()}


def _asked(hall: Hall, form: Mapping[str, str]) -> tuple[Setting, list[str]]:
    """Reads what kind of table somebody wants.

    Raises:
        Refused: there is no such table.
    """
    offer = hall.offer()
    number = form.get("players", str(offer.players[0]))
    if number not in map(str, offer.players):
        raise Refused("The game is not for so many.")
    seats = [form.get(f"seat{seat}", PERSON) for seat in range(1, int(number) + 1)]
    if any(kind not in offer.kinds for kind in seats):
        raise Refused("There is no such kind of player.")
    options = {}
    for at, (name, answers) in enumerate(offer.options.items()):
        answer = form.get(f"option{at}", answers[0])
        if answer not in answers:
            raise Refused(f"{name} has no such answer.")
        options[name] = answer
    return Setting(int(number), hall.rules.seed(), options), seats

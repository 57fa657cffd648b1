"""The application of the studio: its addresses, and what is answered there.

Invariants:
    Nothing of the ruleset is told without the key of the page.
    Whatever is sent, the answer is a message that says what is wrong.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gekido_dsl.server.app import Opening, attended, no_icon, written
from gekido_dsl.server.guard import (
    Addresses,
    Clients,
    Guard,
    Limits,
    TooMuch,
    Unreadable,
    key_of,
    no_entry,
    read_object,
    same_key,
    too_much,
)
from gekido_dsl.server.static_files import static
from gekido_dsl.server.studio import Studio
from gekido_dsl.studio.drafts import MOST_TEXT_BYTES
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table import Viewer

LIMITS: Final = Limits(
    requests_per_s=200.0, requests_at_once=1_000, messages_per_s=50.0, messages_at_once=200,
    body_bytes=MOST_TEXT_BYTES,
)  # fmt: skip
_LOG: Final = logging.getLogger("gekido_dsl.server")


def application(studio: Studio, addresses: Addresses, key: str) -> ASGIApp:
    """Makes the application."""

    def may(request: Request | WebSocket) -> bool:
        return same_key(key, key_of(request))

    async def shell(request: Request) -> Response:
        return static("studio.html") if may(request) else no_entry()

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
            everybody = frozenset(range(len(studio.served.table.seats)))
            return studio.served, Viewer(everybody, is_host=True, sees_all_seats=True), True

        await attended(socket, opened, LIMITS)

    async def book(request: Request) -> Response:
        return studio.rulebook.page(request.path_params["key"], request.path_params["name"])

    async def file(request: Request) -> Response:
        return studio.sending.page() if may(request) else no_entry()

    async def files(request: Request) -> Response:
        return static(request.path_params["name"])

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        studio.begin_serving()
        yield
        await studio.close()

    routes = [
        Route("/studio/", shell),
        WebSocketRoute("/studio/socket", socket),
        Route("/studio/book/{key}/{name:path}", book),
        Route("/studio/file", file),
        Route("/api/{what}", asked, methods=["POST"]),
        Route("/static/{name:path}", files),
        Route("/favicon.ico", no_icon),
    ]
    app = Starlette(routes=routes, lifespan=life, exception_handlers={TooMuch: too_much})
    return Guard(app, addresses, Clients(LIMITS), lambda path, given: same_key(key, given))


def _json(message: dict[str, Any], status: int = 200) -> Response:
    return Response(written(message), status, media_type="application/json")

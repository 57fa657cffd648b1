"""Every request passes here first: whom it is addressed to, where it comes from, how much it is and how often it comes.

Invariants:
    A request for another host, or of a page of another site, reaches nothing behind this.
    Who brings a right key is counted by itself: nothing that others do at the same address keeps it out.
    Every answer carries the policy under which its page may run nothing but the scripts of this server.
    What is counted per client is bounded, however many clients there are.
"""

import hmac
import json
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gekido_dsl.server.bucket import Bucket

T = TypeVar("T")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
BOOK_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'; sandbox allow-scripts"
)
"""For the pages of a rulebook, which carry their scripts inside: they run apart, without an origin."""

MOST_BODY_BYTES: Final = 64_000
MOST_MESSAGE_BYTES: Final = 16_000
_MOST_KEY: Final = 100
_MOST_CLIENTS: Final = 10_000
_OWN: Final = (b"same-origin", b"none")
"""What a browser says of a request that no page of another site has made."""
_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # forms would have no origin without
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for: an address, and each right key at it by itself."""

    requests_per_s: float = 20.0
    requests_at_once: int = 200
    messages_per_s: float = 20.0
    """On one socket."""
    messages_at_once: int = 60
    looks_per_s: float = 20.0
    """Messages of all pages of one client that only look on: each is answered while the match waits."""
    looks_at_once: int = 60
    sockets: int = 60
    """Open at a time, with one key."""
    body_bytes: int = MOST_BODY_BYTES


OPEN: Final = Limits()
"""For a house, where many may share one address."""
PUBLIC: Final = Limits(
    requests_per_s=10.0, requests_at_once=60, messages_per_s=8.0, messages_at_once=30,
    looks_per_s=1.0, looks_at_once=20, sockets=20,
)  # fmt: skip


@dataclass
class _Client:
    requests: Bucket
    looks: Bucket
    sockets: int = 0


@dataclass
class Clients:
    """What each client has asked for lately; the one that was silent longest is forgotten first."""

    limits: Limits
    _known: OrderedDict[tuple[str, str], _Client] = field(default_factory=OrderedDict)

    def of(self, address: str, key: str = "") -> _Client:
        """Gives the account of a client.

        Args:
            key: the right one that it brings, if it does.
        """
        found = self._known.get((address, key))
        if found is None:
            while len(self._known) >= _MOST_CLIENTS:
                idle = next((one for one, client in self._known.items() if not client.sockets), None)
                self._known.pop(idle if idle is not None else next(iter(self._known)))
            some = self.limits
            found = self._known[address, key] = _Client(
                Bucket(some.requests_per_s, some.requests_at_once),
                Bucket(some.looks_per_s, some.looks_at_once),
            )
        self._known.move_to_end((address, key))
        return found


@dataclass(frozen=True, slots=True)
class Addresses:
    """Under which names this server is known."""

    hosts: frozenset[str]
    """Host headers that are answered, with their ports: `127.0.0.1:8000`, `play.example.org`."""
    origins: frozenset[str]
    """Pages that may talk to it: `http://127.0.0.1:8000`."""
    forwarded: bool = False
    """Whether a proxy on this machine says in X-Forwarded-For who asks."""

    @property
    def secure(self) -> bool:
        """Whether every page is reached by HTTPS, through a proxy."""
        return self.forwarded and any(one.startswith("https:") for one in self.origins)

    @staticmethod
    def of(
        names: Collection[str], port: int, urls: Collection[str] = (), *, forwarded: bool = False
    ) -> "Addresses":
        """Makes them of the names of this machine and of the addresses under which a proxy shows it."""
        bare = [f"[{name}]" if ":" in name else name.lower() for name in names]
        hosts = {f"{name}:{port}" for name in bare} | ({*bare} if port == 80 else set())
        origins = {f"http://{host}" for host in hosts}
        for url in urls:
            parts = urlsplit(url)
            hosts.add(parts.netloc.lower())
            origins.add(f"{parts.scheme}://{parts.netloc}".lower())
        return Addresses(frozenset(hosts), frozenset(origins), forwarded)


class Guard:
    """Stands before the application."""

    def __init__(
        self, app: ASGIApp, addresses: Addresses, clients: Clients, knows: Callable[[str, str], bool]
    ) -> None:
        """Stands before an application.

        Args:
            knows: tells whether a key opens anything where a path leads.
        """
        self.app = app
        self.knows = knows
        self.addresses = addresses
        self.clients = clients

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        address = self._client(scope, headers)
        path, key = self._brought(scope, headers)
        client = self.clients.of(address, key if key and self.knows(path, key) else "")
        looks = self.clients.of(address).looks
        scope.setdefault("state", {}).update(looks=looks, secure=self.addresses.secure)
        refused = self._refused(scope, headers, client)
        if refused is not None:
            await _refuse(scope, receive, send, *refused)
            return
        if scope["type"] == "websocket":
            client.sockets += 1
            try:
                await self.app(scope, receive, send)
            finally:
                client.sockets -= 1
            return
        with suppress(ClientDisconnect):  # nobody is left who could be answered
            await self.app(scope, _bounded(receive, self.clients.limits.body_bytes), _dressed(send))

    def _brought(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[str, str]:
        """Gives the key that a request brings, and the path it is for: its own, or those of the page it belongs to."""
        query, path = scope.get("query_string", b"").decode("latin-1"), str(scope["path"])
        if "key=" not in query:
            page = urlsplit(headers.get(b"referer", b"").decode("latin-1"))
            if f"{page.scheme}://{page.netloc}".lower() in self.addresses.origins:
                query, path = page.query, unquote(page.path)
        try:
            return path, parse_qs(query, max_num_fields=20).get("key", [""])[-1][:_MOST_KEY]
        except ValueError:
            return path, ""

    def _client(self, scope: Scope, headers: dict[bytes, bytes]) -> str:
        """Tells who asks: the peer, or whom a proxy on this machine names last."""
        peer = str((scope.get("client") or ("", 0))[0])
        if self.addresses.forwarded and peer in ("127.0.0.1", "::1", ""):
            named = headers.get(b"x-forwarded-for", b"").decode("latin-1").rpartition(",")[2].strip()
            return named[:60] or peer
        return peer

    def _refused(self, scope: Scope, headers: dict[bytes, bytes], client: _Client) -> tuple[int, str] | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host not in self.addresses.hosts:
            return 403, "This server does not answer under this name."
        origin = headers.get(b"origin")
        writes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        if origin is not None and writes and origin.decode("latin-1").lower() not in self.addresses.origins:
            return 403, "A page of another site may not do this."
        if origin is None and writes and headers.get(b"sec-fetch-site", _OWN[0]) not in _OWN:
            return 403, "A page of another site may not do this."
        if not client.requests.take():
            return 429, "Too many requests; wait a moment."
        if scope["type"] == "websocket" and client.sockets >= self.clients.limits.sockets:
            return 429, "Too many open pages; close some."
        if b"transfer-encoding" in headers and b"content-length" in headers:
            return 400, "A request has one length."
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.clients.limits.body_bytes:
            return 413, "This is more than is taken."
        return None


class TooMuch(Exception):
    """A body that is larger than is taken."""


def _bounded(receive: Receive, most_bytes: int) -> Receive:
    """Reads no more of a body than is taken, whatever its header says."""
    got = 0

    async def inner() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most_bytes:
            raise TooMuch
        return message

    return inner


def _dressed(send: Send) -> Send:
    """Adds to every answer what keeps its page safe."""

    async def inner(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
            said = {name.lower() for name, _ in headers}
            headers += [one for one in _HEADERS if one[0] not in said]
            if b"content-security-policy" not in said:
                headers.append((b"content-security-policy", POLICY.encode()))
            message = {**message, "headers": headers}
        await send(message)

    return inner


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": text})
        return
    body = text.encode() + b"\n"
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is asked for behind it is not even read
    ]
    await _dressed(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def too_much(request: Request, error: Exception) -> Response:
    """Answers a body that is larger than is taken."""
    return PlainTextResponse("This is more than is taken.\n", 413)


# ---------------------------------------------------------------- keys


def same_key(known: str, given: str) -> bool:
    """Tells whether a key is the right one, in a time that tells nothing of it."""
    return hmac.compare_digest(known.encode(), given.encode("utf-8", errors="replace"))


def key_of(request: HTTPConnection) -> str:
    """Gives the key that a request brings along."""
    return request.query_params.get("key", "")[:_MOST_KEY]


def no_entry() -> Response:
    """Answers whoever has no key, or a wrong one."""
    return PlainTextResponse("This link opens nothing. Ask for another one where it came from.\n", 403)


# ---------------------------------------------------------------- messages


class Unreadable(ValueError):
    """A text that is no JSON object; says why."""


def read_object(text: str | bytes, most_bytes: int = MOST_MESSAGE_BYTES) -> dict[str, Any]:
    """Reads a JSON object that somebody sent.

    Raises:
        Unreadable: it is none, or too large.
    """
    if len(text) > most_bytes:
        raise Unreadable("the message is too large")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable("the message is no JSON") from None
    if not isinstance(found, dict):
        raise Unreadable("the message is no JSON object")
    return found

"""Every request passes here first: whom it is addressed to, where it comes from, how much it is and how often it comes.

Invariants:
    A request for another host, or of a page of another site, reaches nothing behind this.
    Every answer carries the policy under which its page may run nothing but the scripts of this server.
    What is counted per client is bounded, however many clients there are.
"""

import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """How much one client may ask for."""

    requests_per_s: float = 50.0
    requests_at_once: int = 200
    messages_per_s: float = 20.0
    """On one socket."""
    messages_at_once: int = 60
    looks_per_s: float = 20.0
    """Messages of all pages of one client that only look on: each is answered while the match waits."""
    looks_at_once: int = 60
    wrong_keys_per_s: float = 0.2
    wrong_keys_at_once: int = 20
    sockets: int = 60
    """Open at a time."""
    body_bytes: int = MOST_BODY_BYTES


OPEN: Final = Limits()
"""For a house, where many may share one address."""
PUBLIC: Final = Limits(
    requests_per_s=10.0, requests_at_once=60, messages_per_s=8.0, messages_at_once=30,
    looks_per_s=1.0, looks_at_once=20, sockets=20,
)  # fmt: skip


class Bucket:
    """Allows so much at once, and so much a second."""

    __slots__ = ("_at_once", "_clock", "_left", "_per_s", "_since")

    def __init__(self, per_s: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._at_once, self._clock = per_s, at_once, clock
        self._left, self._since = float(at_once), clock()

    def take(self) -> bool:
        """Takes one, if there is one left."""
        if not self.left():
            return False
        self._left -= 1
        return True

    def left(self) -> bool:
        """Tells whether there is one left, and takes none."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._since) * self._per_s)
        self._since = now
        return self._left >= 1


@dataclass
class _Client:
    requests: Bucket
    wrong_keys: Bucket
    looks: Bucket
    sockets: int = 0


@dataclass
class Clients:
    """What each client has asked for lately; the one that was silent longest is forgotten first."""

    limits: Limits
    _known: OrderedDict[str, _Client] = field(default_factory=OrderedDict)

    def of(self, address: str) -> _Client:
        """Gives the account of a client."""
        found = self._known.get(address)
        if found is None:
            while len(self._known) >= _MOST_CLIENTS:
                idle = next((one for one, client in self._known.items() if not client.sockets), None)
                self._known.pop(idle if idle is not None else next(iter(self._known)))
            some = self.limits
            found = self._known[address] = _Client(
                Bucket(some.requests_per_s, some.requests_at_once),
                Bucket(some.wrong_keys_per_s, some.wrong_keys_at_once),
                Bucket(some.looks_per_s, some.looks_at_once),
            )
        self._known.move_to_end(address)
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

    def __init__(self, app: ASGIApp, addresses: Addresses, clients: Clients) -> None:
        self.app = app
        self.addresses = addresses
        self.clients = clients

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        client = self.clients.of(self._client(scope, headers))
        scope.setdefault("state", {}).update(client=client, secure=self.addresses.secure)
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
        await self.app(scope, _bounded(receive, self.clients.limits.body_bytes), _dressed(send))

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
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
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


def opened_by_key(request: HTTPConnection, find: Callable[[str], T | None]) -> T | None:
    """Finds what the key of a request opens; None, and counted, if it opens nothing or too many were wrong."""
    wrong: Bucket = request.state.client.wrong_keys
    found = find(key_of(request)) if wrong.left() else None
    if found is None:
        wrong.take()
    return found


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

"""Connections before anything is known of who they are: how many, how long, and how much they may send at once.

Invariants:
    However many connections there are, and whatever they send or never read, a new one is taken: what has not asked
    for anything yet goes first, of the address that has most of it, and then the newest of the address that has most.
    What a connection may keep waiting, or have kept for it, is bounded in time and bytes.
"""

import asyncio
import contextlib
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from gekido_dsl.server.bucket import Bucket

HEAD_S: Final = 10.0
"""So long a request may take until its headers are there."""
BODY_S: Final = 30.0
"""So long its body may take."""
STUCK_S: Final = 30.0
"""So long somebody may leave unread what waits for them."""
SWEEP_S: Final = 5.0
ACCEPTED_AT_ONCE: Final = 16
"""So many new connections are taken before pages that are open get their turn."""
BACKLOG: Final = 1_024
"""So many wait until they are taken."""
_MOST_OPEN: Final = 2_000
_MOST_DESCRIPTORS: Final = 8_192
_OWN_DESCRIPTORS: Final = 64
"""For files, the database and the terminal."""
_MOST_UNREAD_BYTES: Final = 2_000_000
_SLICE_BYTES: Final = 4_096
_MOST_HEAD_BYTES: Final = 32_000
_MOST_PARTS: Final = 1_000
"""Of a request: its headers, and the parts that its body comes in, besides one for so many bytes."""
_LEAST_PART: Final = 256
_FRAMES_PER_S: Final = 50.0
_FRAMES_AT_ONCE: Final = 200
"""Pings and parts of messages among them. A page sends some ten a second at most."""


def most_open() -> int:
    """Tells how many connections there may be, once this process may open as many files as it is allowed to."""
    if sys.platform == "win32":
        return _MOST_OPEN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    allowed = _MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return max(16, min(_MOST_OPEN, allowed - _OWN_DESCRIPTORS - 2 * ACCEPTED_AT_ONCE))


@dataclass
class _Address:
    """The connections of one address."""

    asking: OrderedDict[asyncio.Transport, float] = field(default_factory=OrderedDict)
    """Those that have not asked for anything yet, or not again, and since when; the oldest first."""
    served: dict[asyncio.Transport, None] = field(default_factory=dict)
    """The others, the newest last."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.asking) + len(self.served)


@dataclass
class Doors:
    """All connections of a server."""

    most: int
    most_asking: int = 40
    """Of one address, that have not asked for anything for a while."""
    while_s: float = 2.0
    """So long a connection has at least, as many pages may open at once at one address."""
    most_of_one: int = 300
    """Of one address."""
    behind_proxy: bool = False
    """Whether this machine itself stands for everybody."""
    _of: dict[str, _Address] = field(default_factory=dict)
    _known: dict[asyncio.Transport, str] = field(default_factory=dict)
    _closing: set[asyncio.Transport] = field(default_factory=set)

    @property
    def open(self) -> int:
        """How many there are."""
        return len(self._known)

    def comes(self, transport: asyncio.Transport) -> bool:
        """Takes a connection, another one being let go for it if there are too many; tells whether it was taken."""
        address = _address(transport)
        own = self._of.get(address)
        if own is not None and not (self.behind_proxy and address in ("127.0.0.1", "::1", "")):
            if own.count >= self.most_of_one:
                if not self._let_go(own):
                    return False
            elif len(own.asking) >= self.most_asking:
                if time.monotonic() - next(iter(own.asking.values())) >= self.while_s:
                    self._let_go(own)
        if len(self._known) >= self.most:
            most = max(self._of.values(), key=lambda one: len(one.asking))
            if not self._let_go(most) and not self._share(0 if own is None else own.count):
                return False
        self._known[transport] = address
        self._of.setdefault(address, _Address()).asking[transport] = time.monotonic()
        return True

    def _let_go(self, of: _Address) -> bool:
        oldest = next(iter(of.asking), None)
        if oldest is None:
            return False
        self.leaves(oldest)
        oldest.abort()
        return True

    def _share(self, own: int) -> bool:
        """Lets the newest go of the address that has most, if it has more than a newcomer will have."""
        most = max(self._of.values(), key=lambda one: len(one.served))
        if len(most.served) <= own + 1:
            return False
        newest = next(reversed(most.served))
        self.leaves(newest)
        newest.abort()
        return True

    def asks(self, transport: asyncio.Transport) -> None:
        """Notes that a connection waits for nothing: its next request is not there yet."""
        if (own := self._own(transport)) is not None and transport in own.served:
            del own.served[transport]
            own.asking[transport] = time.monotonic()

    def is_served(self, transport: asyncio.Transport) -> None:
        """Notes that a whole request has come."""
        if (own := self._own(transport)) is not None:
            own.asking.pop(transport, None)
            own.served[transport] = None

    def leaves(self, transport: asyncio.Transport) -> None:
        """Forgets a connection."""
        self._closing.discard(transport)
        own = self._own(transport)
        address = self._known.pop(transport, None)
        if own is not None and address is not None:
            own.asking.pop(transport, None)
            own.served.pop(transport, None)
            if not own.asking and not own.served:
                del self._of[address]

    def _own(self, transport: asyncio.Transport) -> _Address | None:
        address = self._known.get(transport)
        return None if address is None else self._of[address]

    def sweep(self) -> None:
        """Ends what was to be closed at the last sweep, and still waits for somebody to read."""
        for transport in self._closing:
            transport.abort()
        self._closing = {one for one in self._known if one.is_closing()}


def _address(transport: asyncio.Transport) -> str:
    """Gives the address of a peer; of those that have one network, that network."""
    peer = transport.get_extra_info("peername")
    host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    return ":".join(host.split(":")[:4]) if host.count(":") > 3 else host


class WatchedConfig(uvicorn.Config):
    """How a server is run whose connections are watched."""

    def __init__(self, app: Any, doors: Doors, **how: Any) -> None:
        """Takes what `uvicorn.Config` takes, and who watches."""
        super().__init__(app, http=WatchedHttp, ws=WatchedSocket, **how)
        self.doors = doors


class _Watch:
    """What both protocols have of a timer that ends their connection."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport, after_s: float) -> None:
        """Ends a connection after a while, unless something comes between."""
        self.end()
        self._timer = asyncio.get_running_loop().call_later(after_s, transport.abort)

    def end(self) -> None:
        """Lets the connection be."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def runs(self) -> bool:
        """Whether something is waited for."""
        return self._timer is not None


class _Watched(asyncio.Protocol):
    """A connection: whoever leaves unread for long what waits for them is let go."""

    doors: Doors
    transport: asyncio.Transport
    _stuck: _Watch

    def pause_writing(self) -> None:
        """Waits for whoever does not read, for a while."""
        super().pause_writing()
        self._stuck.begin(self.transport, STUCK_S)

    def resume_writing(self) -> None:
        """Goes on writing."""
        super().resume_writing()
        self._stuck.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stuck.end()
        self.doors.leaves(self.transport)
        super().connection_lost(exc)


class _Counted(h11.Connection):
    """What is read of a connection: a request of too many parts is none."""

    _parts = _bytes = 0

    def next_event(self) -> Any:
        """Gives what comes next."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts, self._bytes = len(event.headers), 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._bytes += len(event.data)
        # What comes over a slow line comes in many parts, too, each of them as large as a packet.
        if self._parts > _MOST_PARTS + self._bytes // _LEAST_PART:
            raise h11.RemoteProtocolError("too many parts")
        return event


class WatchedHttp(_Watched, H11Protocol):
    """A connection that asks for pages."""

    def __init__(self, *args: Any, **how: Any) -> None:
        """Takes what `H11Protocol` takes."""
        super().__init__(*args, **how)
        self.doors = cast(WatchedConfig, self.config).doors
        self.conn = _Counted(h11.SERVER, _MOST_HEAD_BYTES)
        self._late, self._stuck = _Watch(), _Watch()
        self._reads_body = False
        self._is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes a connection, or lets it go at once."""
        super().connection_made(transport)
        if self.doors.comes(transport):
            self._late.begin(transport, HEAD_S)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Reads on, as long as it does not take too long."""
        if self.transport.is_closing():
            return
        if not self._late.runs:
            self._late.begin(self.transport, HEAD_S)
        super().data_received(data)
        self._stand()

    def send_400_response(self, msg: str) -> None:
        """Answers what is no request; an answer that has begun, or would still be given, is not."""
        begun = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if begun:
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hands the connection over to a page that is open."""
        self._is_socket = True
        self.doors.is_served(self.transport)
        super().handle_websocket_upgrade(event)

    def _stand(self) -> None:
        state = self.conn.their_state
        if self._is_socket:
            self._late.end()
        elif state is h11.SEND_BODY:
            if not self._reads_body:
                self._reads_body = True
                self._late.begin(self.transport, BODY_S)
        elif state is not h11.IDLE:
            self._reads_body = False
            self._late.end()
            self.doors.is_served(self.transport)

    def on_response_complete(self) -> None:
        """Waits for the next request."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.doors.asks(self.transport)
        else:
            self._stand()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._late.end()
        super().connection_lost(exc)


class WatchedSocket(_Watched, WebSocketsSansIOProtocol):
    """A connection of a page that is open."""

    def __init__(self, *args: Any, **how: Any) -> None:
        """Takes what `WebSocketsSansIOProtocol` takes."""
        super().__init__(*args, **how)
        self.doors = cast(WatchedConfig, self.config).doors
        self._stuck = _Watch()
        self._frames = Bucket(_FRAMES_PER_S, _FRAMES_AT_ONCE)
        self._floods = False

    def data_received(self, data: bytes) -> None:
        """Reads on, a little at a time: of what floods, no more is carried out than tells so."""
        for at in range(0, len(data), _SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _SLICE_BYTES])
            if self._floods or self.transport.get_write_buffer_size() > _MOST_UNREAD_BYTES:
                self.transport.abort()
                return

    def _count(self) -> None:
        self._floods = self._floods or not self._frames.take()

    def handle_text(self, event: Frame) -> None:
        """Counts a message."""
        self._count()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Counts a message."""
        self._count()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Counts a part of a message."""
        self._count()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Counts a question for an answer."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Counts an answer."""
        self._count()
        super().handle_pong(event)

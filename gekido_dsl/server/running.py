"""The server listens, until it is told to end.

Invariants:
    Whatever ends it, its tables are closed first, and pages that are open do not hold it up.
"""

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from gekido_dsl.server import metrics
from gekido_dsl.server.doors import ACCEPTED_AT_ONCE, BACKLOG, SWEEP_S, Doors, WatchedConfig, most_open
from gekido_dsl.server.guard import MOST_MESSAGE_BYTES
from gekido_dsl.server.quiet import quiet

LOCAL: Final = "127.0.0.1"
PORT: Final = 8000
_PORTS: Final = 50
"""How many ports are tried when none is asked for."""
_GRACE_S: Final = 1
_NOWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has; nothing is sent to it."""


def bound(address: str, port: int | None) -> socket.socket:
    """Takes a port; None for the first that is free.

    Raises:
        OSError: it is taken, or there is no such address.
    """
    reason: OSError | None = None
    for tried in [*range(PORT, PORT + _PORTS), 0] if port is None else [port]:
        made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # elsewhere a port that is in use could be shared
                made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((address, tried))
            made.listen(BACKLOG)
            return made
        except OSError as error:
            made.close()
            reason = error
    assert reason is not None
    raise reason


def house_address() -> str:
    """Gives the address of this machine in the network that it is in; that of the machine itself if there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(_NOWHERE)
        found = str(asked.getsockname()[0])
        if not ipaddress.ip_address(found).is_unspecified:
            return found
    return LOCAL


def names_of_this_machine() -> set[str]:
    """Lists the names and addresses by which this machine may be asked for."""
    found = {LOCAL, "localhost", "::1", house_address()}
    with contextlib.suppress(OSError):
        name = socket.gethostname().lower()
        found |= {name, f"{name.partition('.')[0]}.local"}
        found |= {str(one[4][0]) for one in socket.getaddrinfo(name, None, socket.AF_INET)}
    return found


@dataclass(frozen=True, slots=True)
class Watched:
    """How whoever runs a server watches it."""

    port: int | None = None
    """Where its numbers are told; None for nowhere."""
    numbers: Callable[[Callable[[], int]], metrics.Numbers] | None = None
    """Makes the numbers, given what counts connections."""
    as_json: bool = False
    """Whether its events are lines of JSON."""


def serve(
    app: ASGIApp,
    listening: socket.socket,
    ready: Callable[[], None],
    *,
    behind_proxy: bool = False,
    watched: Watched = Watched(),
) -> None:
    """Serves until this process is told to end.

    Args:
        ready: is called once requests are answered.
        behind_proxy: whether everybody comes through a proxy on this machine.
    Raises:
        KeyboardInterrupt: somebody pressed Ctrl-C.
        OSError: the port for the numbers cannot be had.
    """
    doors = Doors(most_open(), behind_proxy=behind_proxy)
    config = WatchedConfig(
        app,
        doors,
        log_level="warning",
        access_log=False,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        backlog=ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = uvicorn.Server(config)
    quiet(as_json=watched.as_json)
    events = logging.getLogger("gekido_dsl.server")

    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            doors.sweep()

    async def run() -> None:
        beside: asyncio.Server | None = None
        if watched.port is not None and watched.numbers is not None:
            beside = await metrics.serve(watched.port, watched.numbers(lambda: doors.open))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            listening.listen(BACKLOG)  # uvicorn knows one number for what waits and for what is taken at once
            ready()
            events.info("serving on port %d", listening.getsockname()[1])
        sweeping = asyncio.create_task(sweep())
        try:
            await serving
        finally:
            sweeping.cancel()
            if beside is not None:
                beside.close()
            events.info("stopped")

    asyncio.run(run())

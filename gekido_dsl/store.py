"""What a process has worked out is kept for the next one: the contract of such a store, and the one in use.

Invariants:
    What a store gives may be missing at any time, and nothing but time depends on it.
    A store gives back the bytes that were written under a key, or nothing: what is torn, foreign or not the user's
    own it does not give. Even so, nobody runs what was read; see `docs/design/decisions/0010-*.md`.

Without `keep_in` nothing is kept. The command line says where; `gekido_dsl.cache` has the folder.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Store(Protocol):
    """Keeps bytes by key from one process to the next."""

    def read(self, key: str) -> bytes | None:
        """Gives what was written under a key; None when there is nothing."""
        ...

    def write(self, key: str, data: bytes) -> None:
        """Keeps something under a key, if that can be done."""
        ...


_kept: list[Store] = []
_version: list[Callable[[], str | None]] = []


def keep_in(store: Store | None, version: Callable[[], str | None] | None = None) -> None:
    """Says where this process keeps things; None for nowhere.

    Args:
        version: identifies this program when it is asked; None, also from it, when that cannot be told.
    """
    _kept[:] = [] if store is None else [store]
    _version[:] = [] if version is None else [version]


@contextmanager
def kept_in(store: Store | None, version: Callable[[], str | None] | None = None) -> Iterator[None]:
    """Has this process keep things somewhere else for a while; see `keep_in`."""
    before = [*_kept], [*_version]
    keep_in(store, version)
    try:
        yield
    finally:
        _kept[:], _version[:] = before


def version() -> str | None:
    """Identifies this program: what it works out, another version may work out in another way."""
    return _version[0]() if _version else None


def current() -> Store | None:
    """Gives the store of this process, if it has one."""
    return _kept[0] if _kept else None


def key(kind: str, *parts: str | bytes) -> str:
    """Makes the key of something from all that it depends on.

    Args:
        kind: what it is, in lower-case letters, as in `ruleset`; the key begins with it.
        parts: names, versions, texts; their boundaries count.
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return f"{kind}-{digest.hexdigest()[:40]}"

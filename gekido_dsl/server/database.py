"""Tables in SQLite: what a host's tables are, and every line of their matches.

Invariants:
    What `append` was given is on the disk before it returns: whoever pulls the plug loses nothing that was taken.
    A line is written as soon as the disk is free. Lines of several tables that wait for it meanwhile are one
    transaction, as each would take as long as all of them.
    A row that cannot be read loses its own table and no other.
    The lines of a match are those of its save file, so a match leaves as a file that `gdl play --resume` reads.
"""

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gekido_dsl.play.session import NotKept
from gekido_dsl.server.clock import is_kept
from gekido_dsl.server.results import Ended, Standing
from gekido_dsl.server.series import is_kept as is_kept_series

VERSION: Final = 1
ROLES: Final = ("host", "join", "watch")
"""What each table has a key for, beside its seats."""
_MOST_NAMES: Final = 1_000
"""So many names are read of those who have played, the most successful first."""
_MOST_MATCHES: Final = 2**53
_TABLES: Final = """
create table if not exists tables (
    id text primary key,
    game text not null,
    title text not null,
    keys text not null,
    state text not null,
    made_at integer not null
);
create table if not exists lines (
    id text not null references tables(id) on delete cascade,
    match integer not null,
    number integer not null,
    line text not null,
    primary key (id, match, number)
) without rowid;
create table if not exists results (
    id text not null,
    match integer not null,
    seat integer not null,
    game text not null,
    name text not null,
    person integer not null,
    rank integer not null,
    won integer not null,
    ended_at integer not null,
    primary key (id, match, seat)
) without rowid;
create index if not exists by_player on results (game, person, name, ended_at, won, rank);
create table if not exists kept (
    name text primary key,
    value text not null
) without rowid;
"""


class DatabaseError(NotKept):
    """The file of the tables cannot be used; its text says why."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is kept."""

    id: str
    game: str
    """How its ruleset is named."""
    title: str
    keys: dict[str, Any]
    state: dict[str, Any]
    """Who sits where, whether it pauses, the standing orders, and the number of the match that is on it."""
    made_at: int
    """Seconds since 1970."""


@dataclass(slots=True)
class Waiting:
    """A line that is to be on the disk."""

    row: tuple[str, int, int, str]
    done: bool = False
    error: DatabaseError | None = None


class Database:
    """The file of a server."""

    def __init__(self, path: Path | None) -> None:
        """Opens the file, and makes it if it is not there; None keeps the tables for as long as the process lives.

        Raises:
            DatabaseError: it cannot be used.
        """
        self._lock = threading.Lock()
        self._turn = threading.Condition()
        self._waiting: list[Waiting] = []
        self._writing = False
        self.broken: dict[str, str] = {}
        """The tables that could not be read when they were listed last, and why."""
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.exists():  # the keys of all seats are in it
                    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = sqlite3.connect(
                path if path is not None else ":memory:", check_same_thread=False, isolation_level=None
            )
            version = self._db.execute("pragma user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise DatabaseError(f"it is of version {version}, and this program writes version {VERSION}")
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            self._db.execute("pragma foreign_keys=on")
            self._db.executescript(_TABLES)
            self._db.execute(f"pragma user_version={VERSION}")
        except (OSError, sqlite3.Error) as error:
            raise DatabaseError(str(error)) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Has everything done in it be on the disk afterwards, or nothing."""
        with self._lock:
            try:
                self._db.execute("begin immediate")
                try:
                    yield self._db
                except BaseException:
                    if self._db.in_transaction:  # a full disk has ended it already
                        self._db.execute("rollback")
                    raise
                self._db.execute("commit")
            except sqlite3.Error as error:
                raise DatabaseError(str(error)) from error

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise DatabaseError(str(error)) from error

    # ------------------------------------------------------------ tables

    def all(self) -> list[StoredTable]:
        """Lists the tables that can be read, the oldest first; the others are in `broken`."""
        with self._reading() as db:
            rows = [row[0] for row in db.execute("select rowid from tables").fetchall()]
        found, self.broken = [], {}
        for row in rows:
            try:
                found.append(self._stored(row))
            except (DatabaseError, ValueError, RecursionError) as error:
                self.broken[self._name(row)] = str(error)
        return sorted(found, key=lambda one: one.made_at)

    def _stored(self, row: int) -> StoredTable:
        """Reads a table.

        Raises:
            DatabaseError, ValueError, RecursionError: it cannot be read.
        """
        with self._reading() as db:
            one = db.execute(
                "select id, game, title, keys, state, made_at from tables where rowid = ?", (row,)
            ).fetchone()
        if not (all(isinstance(text, str) for text in one[:5]) and isinstance(one[5], int)):
            raise ValueError("its row is no row of a table")
        table = StoredTable(one[0], one[1], one[2], json.loads(one[3]), json.loads(one[4]), one[5])
        if not (_are_keys(table.keys) and _is_state(table.state, len(table.keys["seats"]))):
            raise ValueError("its keys or seats are garbled")
        return table

    def _name(self, row: int) -> str:
        """Gives the name of a table that cannot be read, or its number."""
        with contextlib.suppress(DatabaseError), self._reading() as db:
            (name,) = db.execute("select id from tables where rowid = ?", (row,)).fetchone()
            if isinstance(name, str) and name.isalnum():
                return name
        return f"#{row}"

    def add(self, table: StoredTable) -> None:
        """Keeps a new table."""
        with self._transaction() as db:
            db.execute(
                "insert into tables values (?, ?, ?, ?, ?, ?)",
                (
                    table.id, table.game, table.title, json.dumps(table.keys), json.dumps(table.state),
                    table.made_at,
                ),
            )  # fmt: skip

    def change(
        self, table: str, keys: dict[str, Any], state: dict[str, Any], ended: Ended | None = None
    ) -> None:
        """Keeps how a table stands: keys and seats.

        Args:
            ended: how its match ended, in place of what was kept of that; it stays when the table is closed.
        """
        with self._transaction() as db:
            db.execute(
                "update tables set keys = ?, state = ? where id = ?",
                (json.dumps(keys), json.dumps(state), table),
            )
            if ended is None:
                return
            db.execute("delete from results where id = ? and match = ?", (table, ended.match))
            db.executemany(
                "insert into results values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        table,
                        ended.match,
                        one.seat,
                        ended.game,
                        one.name,
                        one.is_person,
                        one.rank,
                        one.won,
                        ended.at,
                    )
                    for one in ended.results
                ],
            )

    def remove(self, table: str) -> None:
        """Forgets a table with its matches."""
        with self._transaction() as db:
            number = table.removeprefix("#")
            if number != table and number.isdecimal():  # one whose name cannot be read
                db.execute("delete from tables where rowid = ?", (int(number),))
            else:
                db.execute("delete from tables where id = ?", (table,))

    # ------------------------------------------------------------ matches

    def lines(self, table: str, match: int) -> list[str]:
        """Gives the lines of a match, in order."""
        with self._reading() as db:
            rows = db.execute(
                "select line from lines where id = ? and match = ? order by number", (table, match)
            ).fetchall()
        return [str(row[0]) for row in rows]

    def forget(self, table: str, match: int) -> None:
        """Forgets what was kept of a match that was begun, and that the table never came to."""
        if self.lines(table, match):
            with self._transaction() as db:
                db.execute("delete from lines where id = ? and match = ?", (table, match))

    def appender(self, table: str, match: int, already: Sequence[str] = ()) -> Callable[[str], None]:
        """Gives what keeps each further line of a match.

        Args:
            already: the lines that are to stand there, if they are other ones than those that stand there now.
        """
        kept = self.lines(table, match)
        if already and list(already) != kept:
            with self._transaction() as db:
                db.execute("delete from lines where id = ? and match = ?", (table, match))
                db.executemany(
                    "insert into lines values (?, ?, ?, ?)",
                    [(table, match, number, line) for number, line in enumerate(already)],
                )
            kept = list(already)
        count = len(kept)

        def append(line: str) -> None:
            nonlocal count
            self._append(Waiting((table, match, count, line)))
            count += 1

        return append

    def _append(self, own: "Waiting") -> None:
        """Keeps a line. What comes from other tables while the disk is busy waits, and shares its next turn."""
        with self._turn:
            self._waiting.append(own)
            while self._writing and not own.done:
                self._turn.wait()
            if own.done:
                if own.error is not None:
                    raise DatabaseError(str(own.error)) from own.error
                return
            self._writing, together, self._waiting = True, self._waiting, []
        error: DatabaseError | None = None
        try:
            with self._transaction() as db:
                db.executemany("insert into lines values (?, ?, ?, ?)", [one.row for one in together])
        except BaseException as found:
            error = found if isinstance(found, DatabaseError) else DatabaseError(str(found))
            raise
        finally:
            with self._turn:
                for one in together:
                    one.done, one.error = True, error
                self._writing = False
                self._turn.notify_all()

    # ------------------------------------------------------------ results

    def standings(self, game: str, until: int) -> list[Standing]:
        """Adds up how matches of a game ended up to a moment in seconds since 1970, for each name as it is written."""
        with self._reading() as db:
            rows = db.execute(
                "select name, person, count(*), sum(won), sum(rank), max(ended_at) from results "
                "where game = ? and ended_at <= ? group by person, name "
                "order by sum(won) desc, avg(rank), name limit ?",
                (game, until, _MOST_NAMES),
            ).fetchall()
        return [
            Standing(str(name), bool(person), int(matches), int(won), int(places), int(at))
            for name, person, matches, won, places, at in rows
        ]

    def forget_player(self, game: str, name: str) -> None:
        """Forgets the results of a person, by their name in any letters."""
        with self._transaction() as db:
            rows = db.execute(
                "select distinct name from results where game = ? and person", (game,)
            ).fetchall()
            same = [(game, one) for (one,) in rows if str(one).casefold() == name.casefold()]
            db.executemany("delete from results where game = ? and name = ? and person", same)

    # ------------------------------------------------------------ what is kept of the server

    def kept(self, name: str, made: Callable[[], str]) -> str:
        """Gives what is kept under a name, and keeps it first if it is not there yet."""
        with self._transaction() as db:
            row = db.execute("select value from kept where name = ?", (name,)).fetchone()
            if row is None:
                row = (made(),)
                db.execute("insert into kept values (?, ?)", (name, row[0]))
        return str(row[0])

    def close(self) -> None:
        """Lets go of the file."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._db.close()


def _are_keys(found: Any) -> bool:
    """Tells whether something can be the keys of a table."""
    if not isinstance(found, dict) or not all(isinstance(found.get(role), str) for role in ROLES):
        return False
    seats, claimed = found.get("seats"), found.get("claimed")
    return (
        isinstance(seats, list)
        and isinstance(claimed, list)
        and len(seats) == len(claimed) > 0
        and all(isinstance(key, str) for key in seats)
        and all(isinstance(one, bool) for one in claimed)
    )


def _is_state(found: Any, seats: int) -> bool:
    """Tells whether something can say who sits where at a table of so many seats."""
    if not isinstance(found, dict) or type(found.get("match")) is not int:
        return False
    if not 0 <= found["match"] < _MOST_MATCHES or not is_kept_series(found.get("series", {})):
        return False
    lists = [found.get("seats"), found.get("now", found.get("seats"))]
    if not isinstance(found.get("terms", {}), dict) or not is_kept(found.get("clock", {})):
        return False
    if not _are_people(found.get("people", [])):
        return False
    return _are_orders(found.get("orders", []), seats) and all(
        isinstance(one, list) and len(one) == seats and all(isinstance(kind, str) for kind in one)
        for one in lists
    )


def _are_people(found: Any) -> bool:
    """Tells whether something can be what people call themselves: seats, each with a name and a colour."""
    return isinstance(found, list) and all(
        isinstance(one, list) and len(one) == 3 and type(one[0]) is int for one in found
    )


def _are_orders(found: Any, seats: int) -> bool:
    """Tells whether something can be the standing orders of each seat: questions, by rule and prompt."""
    return (
        isinstance(found, list)
        and len(found) in (0, seats)
        and all(isinstance(orders, list) for orders in found)
        and all(
            isinstance(one, list) and len(one) == 2 and all(isinstance(word, str) for word in one)
            for orders in found
            for one in orders
        )
    )

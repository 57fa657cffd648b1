"""The games of a simulation are kept in a file as they are played, so that it can go on; tables are written from it.

The file is SQLite; `PRAGMA user_version` is the version of its schema. Tables:

    experiment(key, value)      what is played, in JSON: `ruleset`, `players`, `seed`, `games`, `seats`, ...;
                                `executor`: the slowest that played, null while none did
    chunks(first, end, totals)  the games from one number up to before another were played; what they come to, as JSON
    games(number, seed, finished, turns, decisions, most_choices, ending, joint, error)
    seats(game, seat, rank, won, side)            seats count from 1; no rows for games that did not finish
    things(game, seat, kind, name)                named things that the players of a game had
    happenings(what, kind, name, seat, times, amount, games, won), askings(rule, decisions, choices, most),
    coverage(what, name, label, at, times)
                                                  tallies, written when the run ends; seat 0 is nobody

Invariants:
    A chunk and its games are written together or not at all, whenever the program ends.
    What a report says comes from the totals of the chunks alone, so a run that was interrupted gives the same one.
"""

import csv
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.simulate import Chunk, GameResult, Totals

VERSION: Final = 5
SUFFIXES: Final = (".sqlite", ".csv", ".jsonl")
_APPLICATION: Final = 0x47444C53
"""Tells SQLite files of simulations from others."""
_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE experiment (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (first INTEGER PRIMARY KEY, end INTEGER NOT NULL, totals TEXT NOT NULL);
CREATE TABLE games (
  number INTEGER PRIMARY KEY, seed TEXT NOT NULL, finished INTEGER NOT NULL, turns INTEGER NOT NULL,
  decisions INTEGER NOT NULL, most_choices INTEGER NOT NULL, ending TEXT NOT NULL, joint INTEGER NOT NULL, error TEXT
);
CREATE TABLE seats (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, rank INTEGER NOT NULL, won INTEGER NOT NULL, side INTEGER,
  PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE things (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (game, seat, kind, name)
) WITHOUT ROWID;
CREATE TABLE happenings (
  what TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, seat INTEGER NOT NULL, times INTEGER NOT NULL,
  amount INTEGER NOT NULL, games INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (what, kind, name, seat)
) WITHOUT ROWID;
CREATE TABLE coverage (
    what TEXT NOT NULL, name TEXT NOT NULL, label TEXT NOT NULL, at TEXT NOT NULL, times INTEGER NOT NULL
);
CREATE TABLE askings (
  rule TEXT PRIMARY KEY, decisions INTEGER NOT NULL, choices INTEGER NOT NULL, most INTEGER NOT NULL
) WITHOUT ROWID;
"""


_TEXT: Final = {"type": "string", "maxLength": 5_000}
_EXPERIMENT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("ruleset", "title", "texts", "version"), _TEXT),
        "players": {"type": "integer", "minimum": 1, "maximum": 64},
        "seed": {"type": "integer"},
        "games": {"type": "integer", "minimum": 1, "maximum": 1 << 40},
        "seats": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 64},
        "options": {"type": "object", "additionalProperties": _TEXT},
        "tallies": {"type": "boolean"},
        "random_setup": {"type": "boolean"},
    },
    "required": ["ruleset", "texts", "players", "seed", "games", "seats", "options", "tallies", "version"],
}
_DAMAGED: Final = "begin a new file with `gdl simulate --out`"


class Unusable(click.ClickException):
    """A file that cannot be gone on with, or not be made; its text says why."""

    exit_code = 2


class Store:
    """A file that keeps the games of one simulation."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def new(cls, path: Path, experiment: dict[str, Any]) -> "Store":
        """Makes a file.

        Raises:
            Unusable: there is one already, or it cannot be made.
        """
        if path.exists():
            raise Unusable(
                f"{path} is there already; `gdl simulate --resume {path}` goes on with it, "
                "or choose another name"
            )
        store = cls(path, _opened(path, "rwc"))
        try:
            with store._db as db:
                db.executescript(f"BEGIN; {_SCHEMA}")
                told = {**experiment, "executor": None}
                rows = [(key, json.dumps(value)) for key, value in told.items()]
                db.executemany("INSERT INTO experiment VALUES (?, ?)", rows)
        except sqlite3.Error as error:
            raise Unusable(f"{path} cannot be written: {error}") from error
        return store

    @classmethod
    def of(cls, path: Path) -> "Store":
        """Opens a file that is there.

        Raises:
            Unusable: there is none, or it is not one of a simulation that this version reads.
        """
        if not path.is_file():
            raise Unusable(f"there is no file {path}; `--out` makes one")
        db = _opened(path, "rw")
        try:
            application = db.execute("PRAGMA application_id").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            db.close()
            raise Unusable(f"{path} keeps no games of a simulation: {error}") from error
        if application != _APPLICATION:
            raise Unusable(
                f"{path} keeps no games of a simulation; name the `.sqlite` file that `--out` made"
            )
        if version != VERSION:
            raise Unusable(f"{path} was written by another version of gdl (schema {version}, here {VERSION})")
        return cls(path, db)

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    # ------------------------------------------------------------ what is played

    @property
    def experiment(self) -> dict[str, Any]:
        """What is played, and by what."""
        return {key: json.loads(value) for key, value in self._db.execute("SELECT * FROM experiment")}

    def checked(self) -> dict[str, Any]:
        """Gives what is played, once it is known that it can be.

        Raises:
            Unusable: it cannot.
        """
        import jsonschema

        from gekido_dsl.diagnostics.misfit import misfit

        try:
            found = self.experiment
            _ = self.executor
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError):
            raise Unusable(f"{self.path}: what is played cannot be read; {_DAMAGED}") from None
        wrong = next(iter(jsonschema.Draft202012Validator(_EXPERIMENT).iter_errors(found)), None)
        if wrong is not None:
            raise Unusable(f"{self.path}: what is played cannot be read: {misfit(wrong)}; {_DAMAGED}")
        return found

    @property
    def executor(self) -> WhoPlays | None:
        """The slowest executor that played the games; None where nothing says, as in files of older versions."""
        row = self._db.execute("SELECT value FROM experiment WHERE key = 'executor'").fetchone()
        told = json.loads(row[0]) if row is not None else None
        return WhoPlays(told["why"], told["failed"]) if told is not None else None

    def extend(self, games: int) -> None:
        """Notes that more games are to be played."""
        with self._db as db:
            db.execute("UPDATE experiment SET value = ? WHERE key = 'games'", (json.dumps(games),))

    @property
    def played(self) -> list[tuple[int, int]]:
        """The first number and one past the last of each chunk."""
        return list(self._db.execute("SELECT first, end FROM chunks ORDER BY first"))

    def totals(self) -> Totals:
        """Adds up the chunks.

        Raises:
            Unusable: one is damaged.
        """
        made = Totals()
        try:
            for (plain,) in self._db.execute("SELECT totals FROM chunks ORDER BY first"):
                made.merge(Totals.from_plain(json.loads(plain)))
        except (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            raise Unusable(f"{self.path}: what was played cannot be read; {_DAMAGED}") from None
        return made

    # ------------------------------------------------------------ keeping

    def keep(self, chunk: Chunk) -> None:
        """Keeps games that were played.

        Raises:
            Unusable: they cannot be written.
        """
        try:
            with self._db as db:
                plain = json.dumps(chunk.totals.plain(), separators=(",", ":"))
                db.execute("INSERT INTO chunks VALUES (?, ?, ?)", (chunk.first, chunk.end, plain))
                before = self.executor
                by = json.dumps(asdict(chunk.by if before is None else before.beside(chunk.by)))
                # Where there is no such row, nothing says what played the games before.
                db.execute("UPDATE experiment SET value = ? WHERE key = 'executor'", (by,))
                db.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", map(_row, chunk.games))
                seats = (row for game in chunk.games for row in _seats(game))
                db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", seats)
                things = (row for game in chunk.games for row in _things(game))
                db.executemany("INSERT INTO things VALUES (?, ?, ?, ?)", things)
        except sqlite3.Error as error:
            raise Unusable(f"{self.path} cannot be written: {error}") from error

    def tallied(self, totals: Totals) -> None:
        """Writes the tallies of all games that were played."""
        tallies = totals.tallies
        with self._db as db:
            db.execute("DELETE FROM happenings")
            db.execute("DELETE FROM askings")
            db.execute("DELETE FROM coverage")
            rows = (
                (x.what, x.kind, x.name, x.seat + 1, x.times, x.amount, x.games, x.won)
                for x in tallies.happenings
            )
            db.executemany("INSERT INTO happenings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            asked = ((x.rule, x.decisions, x.choices, x.most) for x in tallies.askings)
            db.executemany("INSERT INTO askings VALUES (?, ?, ?, ?)", asked)
            reached = ((x.what, x.name, x.label, x.at, x.times) for x in tallies.coverage)
            db.executemany("INSERT INTO coverage VALUES (?, ?, ?, ?, ?)", reached)

    # ------------------------------------------------------------ tables for others

    def export(self, path: Path) -> None:
        """Writes a row for each game, by number, as CSV or JSON Lines; the name of the file says which.

        Raises:
            Unusable: the file cannot be written.
        """
        unfinished = path.with_name(path.name + ".part")
        try:
            with unfinished.open("w", encoding="utf-8", newline="") as file:
                if path.suffix == ".csv":
                    players = self.experiment["players"]
                    writer = csv.writer(file, lineterminator="\n")
                    writer.writerow(_columns(players))
                    writer.writerows(_cells(row, players) for row in self._rows())
                else:
                    by = str(self.executor) if self.executor is not None else None
                    head = {"schema_version": VERSION, **self.experiment, "executor": by}
                    for row in (head, *()):
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")
                    for row in self._rows():
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")
            os.replace(unfinished, path)
        except OSError as error:
            raise Unusable(f"{path} cannot be written: {error.strerror}") from error

    def _rows(self) -> Iterator[dict[str, Any]]:
        """Gives each game with its seats and their things, reading along the three tables."""
        seats = _Along(self._db.execute("SELECT * FROM seats ORDER BY game, seat"))
        things = _Along(self._db.execute("SELECT * FROM things ORDER BY game, seat, kind, name"))
        games = self._db.execute("SELECT * FROM games ORDER BY number")
        for number, seed, finished, turns, decisions, most, ending, joint, error in games:
            sitting = seats.of(number)
            yield {
                "number": number,
                "seed": int(seed),
                "finished": bool(finished),
                "turns": turns,
                "decisions": decisions,
                "most_choices": most,
                "ending": ending,
                "joint": bool(joint),
                "error": error,
                "ranks": [rank for _, _, rank, _, _ in sitting],
                "won": [seat for _, seat, _, won, _ in sitting if won],
                "sides": [side for *_, side in sitting if side is not None],
                "things": [[seat, kind, name] for _, seat, kind, name in things.of(number)],
            }


class _Along:
    """Rows in the order of their first column, taken together that share it."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def of(self, number: int) -> list[tuple[Any, ...]]:
        """Takes the rows of a number, which must not be smaller than the one before."""
        found = []
        while self._next is not None and self._next[0] <= number:
            if self._next[0] == number:
                found.append(self._next)
            self._next = next(self._rows, None)
        return found


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30.0)
        with closing(db.execute("PRAGMA synchronous = NORMAL")):
            return db
    except sqlite3.Error as error:
        raise Unusable(f"{path} cannot be opened: {error}") from error


def _row(game: GameResult) -> tuple[Any, ...]:
    return (
        game.number, str(game.seed), game.finished, game.turns, game.decisions, game.most_choices, game.label,
        game.joint, game.error,
    )  # fmt: skip


def _seats(game: GameResult) -> Iterator[tuple[Any, ...]]:
    for seat, rank in enumerate(game.ranks):
        yield (
            game.number, seat + 1, rank, seat in game.won, game.sides[seat] + 1 if game.sides else None,
        )  # fmt: skip


def _things(game: GameResult) -> Iterator[tuple[Any, ...]]:
    for seat, things in enumerate(game.owned):
        for kind, name in things:
            yield game.number, seat + 1, kind, name


def _columns(players: int) -> list[str]:
    seats = [f"{what}_{seat}" for what in ("rank", "won", "things") for seat in range(1, players + 1)]
    plain = ["number", "seed", "finished", "turns", "decisions", "most_choices", "ending", "joint", "error"]
    return [*plain, *seats]


def _cells(row: dict[str, Any], players: int) -> list[Any]:
    """Gives the cells of a game; truth is 1 or 0, and what there is none of is empty."""
    plain = [
        row["number"], row["seed"], int(row["finished"]), row["turns"], row["decisions"], row["most_choices"],
        row["ending"], int(row["joint"]), row["error"] or "",
    ]  # fmt: skip
    seats = range(1, players + 1)
    ranks = row["ranks"] or [""] * players
    won = [int(seat in row["won"]) if row["finished"] else "" for seat in seats]
    had = ["; ".join(f"{kind}: {name}" for at, kind, name in row["things"] if at == seat) for seat in seats]
    return [*plain, *ranks, *won, *had]

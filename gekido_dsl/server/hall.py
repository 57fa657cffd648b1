"""All tables of a server: new ones, those that were kept, and who may open which door.

Invariants:
    A key opens one door of one table: a seat, the host's place, the choice of a seat, or a look.
    A table that was kept stands as after its last decision, whatever happened to the process.
"""

import asyncio
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Setting
from gekido_dsl.play.record import Header, read
from gekido_dsl.play.session import Session, resume
from gekido_dsl.server.keeping import Keeper, Kept
from gekido_dsl.server.pages import Offer, Row
from gekido_dsl.server.refusing import Refused
from gekido_dsl.server.room import Room
from gekido_dsl.server.thinking import Thinkers
from gekido_dsl.table import HUMAN, PERSON, Table, Viewer

HERE: Final = "here"
"""A person at the host's own screen."""
_SEED_BITS: Final = 63
"""So many that nobody finds a seed by trying which one brings what they saw of a match."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LETTERS: Final = 6
_MOST_THREADS: Final = 64
"""Most of them wait for the disk."""


def matches(known: str, key: str) -> bool:
    """Tells whether a key is the right one, in a time that tells nothing of it."""
    return hmac.compare_digest(known.encode(), key.encode("utf-8", errors="replace"))


@dataclass(frozen=True, slots=True)
class Door:
    """What a key opens."""

    role: str
    """`host`, `seat`, `join` or `watch`."""
    seat: int | None = None


@dataclass(frozen=True)
class Rules:
    """The game that is played here, and what of it only the command line knows."""

    made: Compilation
    name: str
    """How the ruleset is named."""
    engine: str
    """The version of this program."""
    kinds: Mapping[str, str]
    """Who may play a seat, and what they are called; `person` among them."""
    seed: Callable[[], int] = lambda: secrets.randbits(_SEED_BITS)

    @property
    def title(self) -> str:
        """The name of the game."""
        assert self.made.game is not None
        return self.made.game.title

    def header(self, setting: Setting, seats: Sequence[str]) -> Header:
        """Says what a match starts from."""
        assert self.made.game is not None
        kinds = tuple(HUMAN if kind in (PERSON, HERE) else kind for kind in seats)
        return Header(
            self.made.identity, self.name, self.made.game.edition, setting.players, setting.seed,
            dict(setting.options), kinds, self.engine,
        )  # fmt: skip


@dataclass(eq=False)
class Place:
    """A table of the hall, with its keys."""

    id: str
    keys: dict[str, Any]
    seats: list[str]
    """Who was to play each seat when the table was made, with those at the host's screen told apart."""
    match: int = 0
    made_at: int = 0
    room: Room | None = None
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def door(self, key: str) -> Door | None:
        """Finds what a key opens."""
        found: Door | None = None
        doors = [(self.keys[role], Door(role)) for role in ("host", "join", "watch") if role in self.keys]
        doors += [(one, Door("seat", seat)) for seat, one in enumerate(self.keys.get("seats", ()))]
        for known, door in doors:  # all of them, so that the time tells nothing
            if matches(known, key):
                found = door
        return found

    def viewer(self, door: Door) -> Viewer:
        """Gives whoever comes in by a door a place to look from."""
        if door.role == "host":
            return Viewer(frozenset(seat for seat, kind in enumerate(self.seats) if kind == HERE), hosts=True)
        return Viewer(frozenset(() if door.seat is None else (door.seat,)))


class Hall:
    """The tables of a server."""

    def __init__(
        self, rules: Rules, thinkers: Thinkers, keeper: Keeper, *, most: int = 50, pace_s: float = 0.6
    ) -> None:
        """Takes up the tables that were kept.

        Args:
            most: how many tables there may be.
            pace_s: see `Room`.
        """
        self.rules = rules
        self.thinkers = thinkers
        self.keeper = keeper
        self.most = most
        self._pace_s = pace_s
        self.host_key = secrets.token_urlsafe(16)
        self._making = threading.Lock()
        self._pool = ThreadPoolExecutor(max(8, min(_MOST_THREADS, most)), thread_name_prefix="table")
        self.places: dict[str, Place] = {}
        for kept in keeper.all():
            state = kept.state
            self.places[kept.id] = Place(kept.id, kept.keys, state["seats"], state["match"], kept.made_at)

    # ------------------------------------------------------------ doors

    def is_host(self, key: str) -> bool:
        """Tells whether a key is that of whoever runs the server."""
        return matches(self.host_key, key)

    def place(self, table: str) -> Place | None:
        """Finds a table."""
        return self.places.get(table)

    async def room(self, place: Place) -> Room:
        """Opens a table, as it was kept if it is not open yet.

        Raises:
            Refused: it cannot be opened.
        """
        async with place.opening:
            if place.room is None:
                table = await asyncio.get_running_loop().run_in_executor(self._pool, self._reopened, place)
                place.room = self._room(place, table)
                place.room.wake()
            return place.room

    # ------------------------------------------------------------ tables

    async def make(self, setting: Setting, seats: Sequence[str]) -> Place:
        """Makes a table, and has its bots begin; see `make_at_rest`."""
        place = await asyncio.get_running_loop().run_in_executor(
            self._pool, self.make_at_rest, setting, seats
        )
        self.begin(place)
        return place

    def make_at_rest(self, setting: Setting, seats: Sequence[str]) -> Place:
        """Makes a table.

        Raises:
            Refused: there are as many as there may be.
            RuleError: the match cannot be set up.
            Unkept: it cannot be kept.
        """
        with self._making:
            if len(self.places) >= self.most:
                raise Refused(f"There are {self.most} tables already; close one first.")
            while (name := "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))) in self.places:
                pass
            keys = {
                **{role: secrets.token_urlsafe(16) for role in ("host", "join", "watch")},
                "seats": [secrets.token_urlsafe(16) for _ in seats],
                "claimed": [kind != PERSON for kind in seats],
            }
            place = self.places[name] = Place(name, keys, list(seats), made_at=int(time.time()))
        try:
            self._made(place, setting)
        except BaseException:
            del self.places[name]
            raise
        return place

    def begin(self, *places: Place) -> None:
        """Has bots begin to play at tables; in the loop of the server."""
        for place in places:
            if place.room is not None:
                place.room.wake()

    def put(self, table: Table, seats: Sequence[str]) -> Place:
        """Puts a table there that is kept elsewhere; there is one key to it."""
        place = Place("1", {"host": secrets.token_urlsafe(16)}, list(seats))
        place.room = Room(table, self.thinkers, self.rules.kinds, pool=self._pool, pace_s=self._pace_s)
        self.places[place.id] = place
        return place

    def _made(self, place: Place, setting: Setting) -> None:
        kinds = [PERSON if kind == HERE else kind for kind in place.seats]
        state = self._state(place, kinds, paused=False)
        self.keeper.add(Kept(place.id, self.rules.name, self.rules.title, place.keys, state, place.made_at))
        try:
            session = self._session(place, setting, place.seats)
            place.room = self._room(place, self._table(place, session))
        except BaseException:
            self.keeper.remove(place.id)
            raise

    def _session(self, place: Place, setting: Setting, seats: Sequence[str]) -> Session:
        append = self.keeper.appender(place.id, place.match)
        return Session(self.rules.made.executor(), self.rules.header(setting, seats), append)

    def _table(self, place: Place, session: Session) -> Table:
        def again(setting: Setting) -> Session:
            # Whoever worked out the seed of one match from what it showed is not to know the next.
            setting = replace(setting, seed=self.rules.seed())
            kinds = place.room.table.seats if place.room is not None else place.seats
            before, place.match = place.match, place.match + 1
            try:
                made = self._session(place, setting, kinds)
                self._keep(place)
            except BaseException:
                place.match = before
                raise
            return made

        return Table(self.rules.made, session, bots=self.thinkers.make_bot, again=again)

    def _room(self, place: Place, table: Table) -> Room:
        return Room(
            table,
            self.thinkers,
            self.rules.kinds,
            lambda: self._keep(place),
            pool=self._pool,
            pace_s=self._pace_s,
        )

    def _reopened(self, place: Place) -> Table:
        """Plays a kept match up to its last decision."""
        text = "".join(line + "\n" for line in self.keeper.lines(place.id, place.match))
        record = read(text.encode()).record
        if record is None:
            raise Refused("The match of this table cannot be read.")
        header = replace(record.header, identity=self.rules.made.identity)
        append = self.keeper.appender(place.id, place.match)
        resumed = resume(self.rules.made.executor(), header, record, append)
        if resumed.stopped is not None or header != record.header:
            again = self.keeper.appender(place.id, place.match, resumed.session.log)
            resumed.session.append = again
        table = self._table(place, resumed.session)
        state = next((one.state for one in self.keeper.all() if one.id == place.id), {})
        table.seats = list(state.get("now", table.seats))
        table.paused = bool(state.get("paused"))
        return table

    def _state(self, place: Place, now: Sequence[str], *, paused: bool) -> dict[str, Any]:
        return {"seats": place.seats, "now": list(now), "paused": paused, "match": place.match}

    def _keep(self, place: Place) -> None:
        table = place.room.table if place.room is not None else None
        now = table.seats if table is not None else place.seats
        paused = table is not None and table.paused
        self.keeper.change(place.id, place.keys, self._state(place, now, paused=paused))

    async def sit_down(self, place: Place, seat: int) -> str:
        """Gives the key to a seat that is free, which it is no longer.

        Raises:
            Refused: it is not free.
        """
        claimed = place.keys["claimed"]
        if not 0 <= seat < len(claimed) or claimed[seat]:
            raise Refused("Somebody sits there already.")
        claimed[seat] = True
        try:
            room = await self.room(place)
            await room.do(lambda: self._keep(place))
        except BaseException:
            claimed[seat] = False
            raise
        return str(place.keys["seats"][seat])

    async def close_table(self, place: Place) -> None:
        """Takes a table away, with its match."""
        self.places.pop(place.id, None)
        if place.room is not None:
            await place.room.close()
        await asyncio.get_running_loop().run_in_executor(self._pool, self.keeper.remove, place.id)

    async def close(self) -> None:
        """Has nothing more happen at any table; they stay kept."""
        await asyncio.gather(*(one.room.close() for one in self.places.values() if one.room is not None))
        self.thinkers.close()
        self._pool.shutdown()
        self.keeper.close()

    # ------------------------------------------------------------ telling

    def offer(self) -> Offer:
        """Says what a new table may be."""
        game = self.rules.made.game
        assert game is not None
        numbers = list(range(game.least_players, game.most_players + 1))
        numbers.sort(key=lambda number: (number != 2, number))
        kinds = {PERSON: "Who joins", HERE: "At this screen"}
        kinds |= {kind: name for kind, name in self.rules.kinds.items() if kind != PERSON}
        return Offer(game.title, numbers, kinds, self.rules.made.option_names)

    def rows(self) -> list[Row]:
        """Lists the tables."""
        return [self._row(place) for place in list(self.places.values())]  # threads add to them

    def _row(self, place: Place) -> Row:
        if place.room is None:
            return Row(place.id, self.rules.title, "not opened yet", place.seats)
        table = place.room.table
        steps = len(table.session.steps)
        stands = "over" if table.session.decision is None else "pauses" if table.paused else "goes on"
        return Row(
            place.id, self.rules.title, f"{stands}, {steps} decisions", self.seats(place, numbered=True)
        )

    def seats(self, place: Place, *, numbered: bool = False) -> list[str]:
        """Words who sits where."""
        table = place.room.table if place.room is not None else None
        kinds = self.offer().kinds
        told = []
        for seat, before in enumerate(place.seats):
            now = table.seats[seat] if table is not None else before
            if now == PERSON:
                here = table is not None and seat in table.here
                free = not place.keys["claimed"][seat]
                who = "here" if here else "free" if free else "away"
            else:
                who = kinds.get(now, now)
            told.append(f"{seat + 1}: {who}" if numbered else who)
        return told

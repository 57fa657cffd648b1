"""All tables of a server: new ones, those that were kept, and what each key gives access to.

Invariants:
    A key gives access to one thing at one table: a seat, the host's place, the choice of a seat, or a look.
    A table that was kept stands as after its last decision, whatever happened to the process.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.languages import plural, text
from gekido_dsl.play.record import read
from gekido_dsl.play.session import Session, resume
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.database import ROLES, Database, StoredTable
from gekido_dsl.server.guard import same_key
from gekido_dsl.server.guest_pages import OpenTable
from gekido_dsl.server.pages import Offer, Row
from gekido_dsl.server.results import Ended, Standing, results, standings
from gekido_dsl.server.series import Series
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table import PERSON, Table, Viewer, people
from gekido_dsl.table.orders import StandingOrders
from gekido_dsl.table.playtest import TablePlaytest
from gekido_dsl.table.rules import HERE, Rules

_SEED_BITS: Final = 63
"""So many that nobody finds a seed by trying which one brings what they saw of a match."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LETTERS: Final = 6
NO_TERMS: Final = Terms()
_MOST_THREADS: Final = 64
"""Most of them wait for the disk."""


def hidden_seed() -> int:
    """Gives a seed that nobody finds out."""
    return secrets.randbits(_SEED_BITS)


@dataclass(frozen=True, slots=True)
class Access:
    """What a key gives access to."""

    role: str
    """`host`, `seat`, `join` or `watch`."""
    seat: int | None = None


@dataclass(eq=False)
class Entry:
    """A table in the list, with its keys."""

    id: str
    keys: dict[str, Any]
    seats: list[str]
    """Who was to play each seat when the table was made, with those at the host's screen told apart."""
    match: int = 0
    made_at: int = 0
    now: list[str] = field(default_factory=list)
    """Who played each seat when the table was kept last."""
    paused: bool = False
    orders: list[list[list[str]]] = field(default_factory=list)
    """The standing orders of each seat when the table was kept last."""
    people: list[list[Any]] = field(default_factory=list)
    """What people called themselves when the table was kept last."""
    terms: Terms = field(default_factory=Terms)
    for_guests: bool = False
    """Whether it is among the tables that guests see."""
    clock: dict[str, Any] = field(default_factory=dict)
    """What people had used of their time when the table was kept last."""
    series: Series = field(default_factory=Series)
    over: bool = False
    """Whether the match was over when the table was kept last."""
    noted: bool = False
    """Whether it is kept how the match ended."""
    served: ServedTable | None = None
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def move_on(self, by: int) -> None:
        """Has everybody sit so many seats further on, with their keys, before another game begins."""
        if not by:
            return
        for name in ("seats", "claimed"):
            if name in self.keys:
                self.keys[name] = people.moved_on(self.keys[name], by)
        self.seats[:] = people.moved_on(self.seats, by)
        if self.served is not None:
            self.served.move_on(by)

    def access(self, key: str) -> Access | None:
        """Finds what a key opens."""
        found: Access | None = None
        known_keys = [(self.keys[role], Access(role)) for role in ROLES if role in self.keys]
        known_keys += [(one, Access("seat", seat)) for seat, one in enumerate(self.keys.get("seats", ()))]
        for known, access in known_keys:  # all of them, so that the time tells nothing
            if same_key(known, key):
                found = access
        return found

    def viewer(self, access: Access) -> Viewer:
        """Makes a viewer for whoever comes in with a key."""
        if access.role == "host":
            return Viewer(
                frozenset(seat for seat, kind in enumerate(self.seats) if kind == HERE), is_host=True
            )
        return Viewer(frozenset(() if access.seat is None else (access.seat,)))


class Tables:
    """The tables of a server."""

    def __init__(
        self,
        rules: Rules,
        bot_threads: BotThreads,
        database: Database,
        *,
        most: int = 50,
        pace_s: float = 0.6,
    ) -> None:
        """Takes up the tables that were kept.

        Args:
            most: how many tables there may be.
            pace_s: see `ServedTable`.
        """
        self.rules = rules
        self.bot_threads = bot_threads
        self.database = database
        self.most = most
        self._pace_s = pace_s
        self.host_key = secrets.token_urlsafe(16)
        self.guest_key = database.kept("guests", lambda: secrets.token_urlsafe(16))
        """Opens the page of the tables that guests see; it is the same after the server was started anew."""
        self._making = threading.Lock()
        self._pool = ThreadPoolExecutor(max(8, min(_MOST_THREADS, most)), thread_name_prefix="table")
        self.entries: dict[str, Entry] = {}
        for kept in database.all():
            state = kept.state
            self.entries[kept.id] = Entry(
                kept.id, kept.keys, state["seats"], state["match"], kept.made_at,
                state.get("now", []), bool(state.get("paused")), state.get("orders", []), state.get("people", []),
                Terms.read(state.get("terms", {})), bool(state.get("guests")), state.get("clock", {}),
                Series.read(state.get("series", {})), bool(state.get("over")), bool(state.get("noted")),
            )  # fmt: skip

    # ------------------------------------------------------------ keys

    def is_host(self, key: str) -> bool:
        """Tells whether a key is that of whoever runs the server."""
        return same_key(self.host_key, key)

    def is_guest(self, key: str) -> bool:
        """Tells whether a key is that of guests, who see which tables there are."""
        return same_key(self.guest_key, key)

    def entry(self, table: str) -> Entry | None:
        """Finds a table."""
        return self.entries.get(table)

    async def served(self, entry: Entry) -> ServedTable:
        """Opens a table, as it was kept if it is not open yet.

        Raises:
            Refused: it cannot be opened.
        """
        async with entry.opening:
            if entry.served is None:
                table = await asyncio.get_running_loop().run_in_executor(self._pool, self._reopened, entry)
                entry.served = self._served(entry, table)
                entry.served.wake()
            return entry.served

    # ------------------------------------------------------------ tables

    async def make(
        self,
        setting: Setting,
        seats: Sequence[str],
        terms: Terms = NO_TERMS,
        *,
        for_guests: bool = False,
        series: Series | None = None,
    ) -> Entry:
        """Makes a table, and has its bots begin; see `make_at_rest`."""
        entry = await asyncio.get_running_loop().run_in_executor(
            self._pool, self.make_at_rest, setting, seats, terms, for_guests, series
        )
        self.begin(entry)
        return entry

    def make_at_rest(
        self,
        setting: Setting,
        seats: Sequence[str],
        terms: Terms = NO_TERMS,
        for_guests: bool = False,
        series: Series | None = None,
    ) -> Entry:
        """Makes a table.

        Args:
            for_guests: whether it is among the tables that guests see.
            series: how many games are played, and in which teams.
        Raises:
            Refused: there are as many as there may be, or the seats cannot be shared out among the teams.
            RuleError: the match cannot be set up.
            DatabaseError: it cannot be kept.
        """
        series = series or Series()
        if not series.suits(len(seats)):
            raise Refused(
                text(
                    "{players} players cannot be shared out evenly among {teams} teams of two or more. Choose another "
                    "number of players, or no teams.",
                    players=str(len(seats)),
                    teams=str(series.teams),
                )
            )
        with self._making:
            if len(self.entries) >= self.most:
                raise Refused(
                    plural(
                        "There is {count} table already; close one first.",
                        "There are {count} tables already; close one first.",
                        self.most,
                    )
                )
            taken = self.entries.keys() | self.database.broken.keys()
            while (name := "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))) in taken:
                pass
            keys = {
                **{role: secrets.token_urlsafe(16) for role in ROLES},
                "seats": [secrets.token_urlsafe(16) for _ in seats],
                "claimed": [kind != PERSON for kind in seats],
            }
            entry = self.entries[name] = Entry(
                name,
                keys,
                list(seats),
                made_at=int(time.time()),
                terms=terms,
                for_guests=for_guests,
                series=series,
            )
        try:
            self._made(entry, setting)
        except BaseException:
            del self.entries[name]
            raise
        return entry

    def begin(self, *entries: Entry) -> None:
        """Has bots begin to play at tables; in the loop of the server."""
        for entry in entries:
            if entry.served is not None:
                entry.served.wake()

    def put(self, table: Table, seats: Sequence[str]) -> Entry:
        """Puts a table there that is kept elsewhere; there is one key to it."""
        entry = Entry("1", {"host": secrets.token_urlsafe(16)}, list(seats))
        entry.served = ServedTable(
            table, self.bot_threads, self.rules.kinds, pool=self._pool, pace_s=self._pace_s
        )
        self.entries[entry.id] = entry
        return entry

    def _made(self, entry: Entry, setting: Setting) -> None:
        kinds = [PERSON if kind == HERE else kind for kind in entry.seats]
        state = self._state(entry, kinds, None)
        self.database.add(
            StoredTable(entry.id, self.rules.name, self.rules.title, entry.keys, state, entry.made_at)
        )
        try:
            session = self._session(entry, setting, entry.seats)
            entry.served = self._served(entry, self._table(entry, session))
        except BaseException:
            self.database.remove(entry.id)
            raise

    def _session(self, entry: Entry, setting: Setting, seats: Sequence[str]) -> Session:
        self.database.forget(entry.id, entry.match)
        append = self.database.appender(entry.id, entry.match)
        return Session(self.rules.made.executor(), self.rules.header(setting, seats), append)

    def _table(self, entry: Entry, session: Session) -> Table:
        def again(setting: Setting) -> Session:
            # Whoever worked out the seed of one match from what it showed is not to know the next.
            setting = replace(setting, seed=self.rules.seed())
            seats = len(entry.seats)
            before, games, noted = entry.match, entry.series.copy(), entry.noted
            game = self.rules.made.game
            fixed = entry.served is None or (game is not None and game.automaton)
            by = 0 if fixed else entry.series.moves(seats)
            entry.match, entry.noted = before + 1, False
            moved = 0
            try:
                kinds = entry.served.table.seats if entry.served is not None else entry.seats
                made = self._session(entry, setting, people.moved_on(kinds, by))
                entry.move_on(by)
                moved = by
                entry.series.moved = (entry.series.moved + by) % seats
                entry.series.goes_on(entry.match, seats)
                self._keep(entry, begins=True)
            except BaseException:
                entry.match, entry.noted = before, noted
                entry.series.put_back(games)
                entry.move_on(-moved)
                raise
            return made

        def rewrite(session: Session, lines: Sequence[str]) -> None:
            session.append = self.database.appender(entry.id, entry.match, lines)

        asked = self.rules.playtest
        return Table(
            self.rules.made,
            session,
            bots=self.bot_threads.make_bot,
            again=again,
            is_watched=True,
            playtest=None if asked is None else TablePlaytest(asked, rewrite),
            languages=self.rules.languages,
        )

    def _served(self, entry: Entry, table: Table) -> ServedTable:
        return ServedTable(
            table,
            self.bot_threads,
            self.rules.kinds,
            lambda: self._keep(entry),
            pool=self._pool,
            pace_s=self._pace_s,
            terms=entry.terms,
            used=entry.clock,
            series=entry.series,
        )

    def _reopened(self, entry: Entry) -> Table:
        """Plays a kept match up to its last decision."""
        kept = "".join(line + "\n" for line in self.database.lines(entry.id, entry.match))
        reading = read(kept.encode("utf-8", errors="replace"))
        record = reading.record
        if record is None or reading.problems:  # no line of a table is ever half written
            why = reading.problems[0]
            raise Refused(
                text(
                    "The match of this table is damaged and stays closed: line {number}: {problem}. "
                    "Other tables go on; whoever hosts can make a new one.",
                    number=why.line,
                    problem=why.message,
                )
            )
        header = replace(record.header, identity=self.rules.made.identity)
        append = self.database.appender(entry.id, entry.match)
        try:
            resumed = resume(self.rules.made.executor(), header, record, append)
        except (RuleError, ValueError) as error:  # such as an option that the ruleset has no more
            why_not = error.message if isinstance(error, RuleError) else str(error)
            raise Refused(
                text("The match of this table cannot be set up: {reason}", reason=why_not)
            ) from error
        if resumed.stopped is not None or header != record.header:
            again = self.database.appender(entry.id, entry.match, resumed.session.log)
            resumed.session.append = again
        table = self._table(entry, resumed.session)
        table.seats = list(entry.now or table.seats)
        table.paused = entry.paused
        table.orders = StandingOrders(entry.orders)
        table.people = people.read(entry.people)
        return table

    def _state(self, entry: Entry, now: Sequence[str], table: Table | None) -> dict[str, Any]:
        return {
            "seats": entry.seats,
            "now": list(now),
            "paused": table is not None and table.paused,
            "match": entry.match,
            "people": people.kept(table.people) if table is not None else entry.people,
            "terms": entry.terms.kept(),
            "guests": entry.for_guests,
            "clock": entry.clock,
            "series": entry.series.kept(),
            "over": entry.over,
            "noted": entry.noted,
            "orders": table.orders.kept(len(entry.seats)) if table is not None else [],
        }

    def _keep(self, entry: Entry, *, begins: bool = False) -> None:
        """Keeps how a table stands.

        Args:
            begins: whether another match begins, while the one before lies on the table.
        """
        table = entry.served.table if entry.served is not None else None
        if entry.served is not None:
            entry.clock = {} if begins else entry.served.clock_kept()
        outcome = table.session.outcome if table is not None and not begins else None
        before = entry.over, entry.noted
        entry.over = outcome is not None
        ended: Ended | None = None
        if table is not None and not begins:
            winners = None if outcome is None else outcome.winners if outcome.finished else ()
            entry.series.note(winners, len(table.seats))
            if entry.over != entry.noted:  # once, so that those count who played
                entry.noted = entry.over
                ended = Ended(entry.match, self.rules.name, results(table), int(time.time()))
        now = table.seats if table is not None else entry.seats
        try:
            self.database.change(entry.id, entry.keys, self._state(entry, now, table), ended)
        except BaseException:
            entry.over, entry.noted = before
            raise

    async def sit_down(self, entry: Entry, seat: int) -> str:
        """Gives the key to a seat that is free, which it is no longer.

        Raises:
            Refused: it is not free.
        """
        claimed = entry.keys["claimed"]
        if not 0 <= seat < len(claimed) or claimed[seat]:
            raise Refused(text("Somebody sits there already."))
        await self.claim(entry, seat)
        return str(entry.keys["seats"][seat])

    async def claim(self, entry: Entry, seat: int) -> None:
        """Has a seat be taken, so that nobody else can sit down there."""
        claimed = entry.keys["claimed"]
        if claimed[seat]:
            return
        claimed[seat] = True
        try:
            served = await self.served(entry)
            await served.do(lambda: self._keep(entry))
        except BaseException:
            claimed[seat] = False
            raise

    async def free(self, entry: Entry, seat: int) -> None:
        """Frees a seat: it has another key, and whoever had it is shown the table no longer.

        Raises:
            Refused: nobody has it.
        """
        keys = entry.keys
        taken = 0 <= seat < len(entry.seats) and entry.seats[seat] == PERSON and keys["claimed"][seat]
        if not taken:
            raise Refused(text("Nobody is sitting there who could be asked to leave."))
        before = keys["seats"][seat]
        served = await self.served(entry)
        keys["seats"][seat], keys["claimed"][seat] = secrets.token_urlsafe(16), False
        gone = served.table.people.pop(seat, None)
        try:
            await served.do(lambda: self._keep(entry))
        except BaseException:
            keys["seats"][seat], keys["claimed"][seat] = before, True
            if gone is not None:
                served.table.people[seat] = gone
            raise
        served.table.change += 1
        served.wake()
        served.dismiss(seat)

    async def close_table(self, entry: Entry) -> None:
        """Takes a table away, with its match."""
        self.entries.pop(entry.id, None)
        if entry.served is not None:
            await entry.served.close()
        await asyncio.get_running_loop().run_in_executor(self._pool, self.database.remove, entry.id)

    async def close_broken(self, table: str) -> None:
        """Takes a table away that cannot be read."""
        if self.database.broken.pop(table, None) is not None:
            await asyncio.get_running_loop().run_in_executor(self._pool, self.database.remove, table)

    async def close(self) -> None:
        """Has nothing more happen at any table; they stay kept."""
        await asyncio.gather(*(one.served.close() for one in self.entries.values() if one.served is not None))
        self.bot_threads.close()
        self._pool.shutdown()
        self.database.close()

    # ------------------------------------------------------------ telling

    def offer(self) -> Offer:
        """Says what a new table may be."""
        game = self.rules.made.game
        assert game is not None
        numbers = list(range(game.least_players, game.most_players + 1))
        numbers.sort(key=lambda number: (number != 2, number))
        kinds: dict[str, str] = {PERSON: text("Who joins"), HERE: text("At this screen")}
        kinds |= {kind: name for kind, name in self.rules.kinds.items() if kind != PERSON}
        return Offer(game.title, numbers, kinds, self.rules.made.option_names, not game.automaton)

    def rows(self) -> list[Row]:
        """Lists the tables."""
        found = [self._row(entry) for entry in list(self.entries.values())]  # threads add to them
        return found + [
            Row(name, self.rules.title, text("cannot be read: {reason}", reason=why), (), opens=False)
            for name, why in self.database.broken.items()
        ]

    def _row(self, entry: Entry) -> Row:
        if entry.served is None:
            return Row(entry.id, self.rules.title, text("not opened yet"), entry.seats)
        table = entry.served.table
        steps = len(table.session.steps)
        if table.session.decision is None:
            stands = plural("over, {count} decision", "over, {count} decisions", steps)
        elif table.paused:
            stands = plural("pauses, {count} decision", "pauses, {count} decisions", steps)
        else:
            stands = plural("goes on, {count} decision", "goes on, {count} decisions", steps)
        return Row(entry.id, self.rules.title, stands, self.seats(entry, numbered=True))

    def for_guests(self) -> list[OpenTable]:
        """Lists the tables that guests see: who sits there, and whether the match is over."""
        found = []
        for entry in [one for one in list(self.entries.values()) if one.for_guests]:
            seats = self._named_seats(entry)
            free = any(is_free for _, is_free in seats)
            table = entry.served.table if entry.served is not None else None
            # Those who look on later are not told here either that it is over.
            over = table.session.decision is None if table is not None else entry.over
            over = over and not entry.terms.delay
            stands = text("over") if over else text("waits for players") if free else text("goes on")
            at = f"/t/{entry.id}/?key="
            sit = f"{at}{entry.keys['join']}" if free else ""
            found.append(OpenTable(entry.id, seats, stands, sit, f"{at}{entry.keys['watch']}"))
        return found

    def _named_seats(self, entry: Entry) -> list[tuple[str, bool]]:
        """Tells who sits where, people by their names, and whether a seat is free."""
        table = entry.served.table if entry.served is not None else None
        known = table.people if table is not None else people.read(entry.people)
        now = table.seats if table is not None else entry.now or entry.seats
        told = []
        for seat, who in enumerate(self.seats(entry)):
            person = known.get(seat)
            is_person = now[seat] in (PERSON, HERE)
            free = entry.seats[seat] == PERSON and is_person and not entry.keys["claimed"][seat]
            told.append((person.name if person is not None and person.name and is_person else who, free))
        return told

    def standings(self) -> list[Standing]:
        """Tells how players did in matches that are over, for those who look on later as well."""
        later = max((entry.terms.delay for entry in list(self.entries.values())), default=0)
        kept = self.database.standings(self.rules.name, int(time.time()) - later)
        return standings(kept, self.offer().kinds)

    def seats(self, entry: Entry, *, numbered: bool = False) -> list[str]:
        """Words who sits where."""
        table = entry.served.table if entry.served is not None else None
        kinds = self.offer().kinds
        told = []
        for seat in range(len(entry.seats)):
            now = table.seats[seat] if table is not None else (entry.now or entry.seats)[seat]
            if now == PERSON:
                here = table is not None and seat in table.here
                free = not entry.keys["claimed"][seat]
                who: str = text("here") if here else text("free") if free else text("away")
            else:
                who = kinds.get(now, now)
            told.append(text("{name}: {told}", name=str(seat + 1), told=who) if numbered else who)
        return told

"""When and how many messages reach whoever looks at a table, in worlds that look alike to them.

Time is virtual: it passes when everybody waits, and while a bot thinks, the longer the more choices it has.
"""

import asyncio
import json
import selectors
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Decision, RuleError, Setting, State
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.play.session import Session
from gekido_dsl.rng import Rng
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.standalone.page_table import PageTable
from gekido_dsl.table import Table, Viewer, opened

PACE_S = 0.6
LOOKED_AT_S = 20.0
WORLDS = 4
Trace = list[tuple[float, Any]]


class Clock:
    """Tells a time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Thinking:
    """A bot that thinks longer of more choices, and not at all of one."""

    for_each_s = 0.01

    def __init__(self, seed: int, clock: Clock) -> None:
        self.bot, self.clock = RandomBot(seed), clock

    def choose(self, executor: Any, state: State, decision: Decision, taken: int, barred: Any = ()) -> int:
        self.clock.now += self.for_each_s * (len(decision.choices) - 1)
        return self.bot.choose(executor, state, decision, taken, barred)


class _Selector(selectors.SelectSelector):
    """Lets the time pass that would be waited."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found and timeout:
            self.clock.now += timeout
        return found


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: Clock) -> None:
        super().__init__(_Selector(clock))
        self.clock = clock

    def time(self) -> float:
        return self.clock.now


class _Here(Executor):
    """Does at once what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        made: Future[Any] = Future()
        try:
            made.set_result(fn(*args, **named))
        except Exception as error:
            made.set_exception(error)
        return made


def hosted(
    made: Compilation, state: State, setting: Setting, seats: Sequence[str], choice: int
) -> dict[str, Trace]:
    """Gives what reaches the first player and a spectator of a hosted table after the first player has chosen."""
    clock = Clock()
    loop = _Loop(clock)
    try:
        return loop.run_until_complete(_watched(made, state, setting, seats, choice, clock))
    finally:
        loop.close()


async def _watched(
    made: Compilation, state: State, setting: Setting, seats: Sequence[str], choice: int, clock: Clock
) -> dict[str, Trace]:
    bots = BotThreads(
        lambda kind, seed: Thinking(seed, clock), lambda made, setting: made.executor(), threads=1
    )
    bots.pool.shutdown()
    bots.pool = _Here()  # type: ignore[assignment]
    table = Table(made, _at(made, state, setting, seats), bots=bots.make_bot, is_watched=True)
    served = ServedTable(table, bots, {}, pool=_Here(), pace_s=PACE_S)
    traces: dict[str, Trace] = {"player": [], "spectator": []}

    def sender(trace: Trace) -> Callable[[dict[str, Any]], Any]:
        async def send(message: dict[str, Any]) -> None:
            trace.append((round(clock.now, 6), message))

        return send

    async def said(messages: Sequence[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
        await asyncio.sleep(1)
        for message in messages:
            yield message
        await asyncio.sleep(LOOKED_AT_S)

    chosen = [{"do": "choose", "step": 0, "choice": choice}]
    await asyncio.gather(
        served.attend(Viewer(frozenset({0})), sender(traces["player"]), said(chosen)),
        served.attend(Viewer(), sender(traces["spectator"]), said([])),
    )
    await served.close()
    return {name: [one for one in trace if one[0] >= 1] for name, trace in traces.items()}


def exported(
    made: Compilation, state: State, setting: Setting, seats: Sequence[str], choice: int
) -> dict[str, Trace]:
    """Gives what an exported page is sent after the first player has chosen; those of one page share its screen."""
    clock = Clock()
    page = PageTable(made, clock)
    page._bot = lambda kind, seed: Thinking(seed, clock)  # type: ignore[method-assign]
    page._sit_down(_at(made, state, setting, seats))
    assert page.table is not None
    if page.viewer.handing is not None or page.news()[0]["shown"]["hand_over"]:
        page.take('{"do":"see","seat":0}')
    trace: Trace = []

    def sent(text: str | None) -> None:
        trace.extend((round(clock.now, 6), one) for one in json.loads(text or "[]"))

    sent(page.take(json.dumps({"do": "choose", "step": 0, "choice": choice})))
    while clock.now < LOOKED_AT_S and (held := page.think(PACE_S * 1000)) is not None:
        clock.now += held / 1000
        sent(page.tick())
    return {"screen": trace}


def _at(made: Compilation, state: State, setting: Setting, seats: Sequence[str]) -> Session:
    session = opened(made, setting, seats)
    session.state = state.copy()
    session.decision = session.executor.decision(session.state)
    return session


# ---------------------------------------------------------------- worlds


def alike(made: Compilation, setting: Setting, seed: int, points: int) -> Iterator[tuple[list[State], int]]:
    """Gives worlds that look alike to the first player and to a spectator, and still do after a choice of the player.

    The same other player decides next in all of them.
    """
    executor, rng = made.executor(), Rng(seed)
    state, _ = executor.initial(setting)
    found = 0
    while found < points and (decision := executor.decision(state)) is not None:
        choice = decision.forward[rng.below(len(decision.forward))]
        if decision.seat == 0 and (len(decision.choices) > 1 or _is_put(made, decision)):
            worlds = [state.copy(), *(executor.sample(state, 0, rng.next_word()) for _ in range(WORLDS))]
            seen = [_seen(executor, world, choice) for world in worlds]
            same = [world for world, what in zip(worlds, seen, strict=True) if what == seen[0] is not None]
            if len(same) > 1:
                found += 1
                yield same, choice
        try:
            executor.apply(state, choice)
        except RuleError:
            return


def _is_put(made: Compilation, decision: Decision) -> bool:
    """Tells whether a person is asked a question with one choice."""
    return decision.secret or not made.open_questions.is_open(decision.span)


def _seen(executor: Any, world: State, choice: int) -> Any:
    """Gives what the first player and a spectator see of a choice; None if nobody else is asked then."""
    after = world.copy()
    try:
        events = executor.apply(after, choice)
    except RuleError:
        return None
    asked = executor.decision(after)
    if asked is None or asked.seat == 0:
        return None
    lines = [[text for event in events if (text := event.read_by(seat))] for seat in (0, None)]
    views = [executor.observe(one, seat) for one in (world, after) for seat in (0, None)]
    return asked.seat, asked.secret, lines, views


@contextmanager
def everything_open() -> Iterator[None]:
    """Has tables take all single choices at once, and bots answer as soon as they can."""
    before = Table.is_open
    Thinking.for_each_s = 0.3
    Table.is_open = lambda self, decision: True  # type: ignore[method-assign]
    try:
        yield
    finally:
        Table.is_open = before  # type: ignore[method-assign]
        Thinking.for_each_s = 0.01

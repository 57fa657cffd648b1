"""How a match comes to a table: who plays its seats, and how it begins.

Invariants:
    Who computes a bot's choice is up to the caller: `Due` holds all that it takes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Decision, Executor, Seat, Setting, State
from gekido_dsl.play.bots import Bot, GreedyBot, RandomBot
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, RANDOM, labelled
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session

PLAIN_KINDS: Final = tuple(labelled(PERSON, GREEDY, PLANNER, RANDOM).items())
"""Who may play a seat where there is neither a clock nor a compiled module."""

BotMaker = Callable[[str, int], Bot | None]
"""Makes the bot of a kind from a seed; None for a kind that it does not know."""


def plain_bots(kind: str, seed: int) -> Bot | None:
    """Makes the bots that need no clock and no compiled module."""
    makers: Mapping[str, Callable[[int], Bot]] = {
        RANDOM: RandomBot,
        GREEDY: GreedyBot,
        PLANNER: PlannerBot,
    }
    return makers[kind](seed) if kind in makers else None


@dataclass(frozen=True, slots=True)
class Due:
    """A choice that a bot is to make. It may be made anywhere, and is then given to `Table.settle`."""

    seat: Seat
    kind: str
    bot: Bot
    executor: Executor
    state: State
    """A copy; the match goes on without it."""
    decision: Decision
    taken: int
    """How many decisions of the match the seat knows of."""
    barred: frozenset[int]
    change: int
    """Which change of the match it belongs to."""
    apart: Callable[[], None] = lambda: None
    """Is called where the bot thought of hidden things without what its seat had been told."""

    def choose(self) -> int:
        """Has the bot choose."""
        return self.choose_on(self.executor, self.state, self.decision)

    def choose_on(self, executor: Executor, state: State, decision: Decision) -> int:
        """Has the bot choose on an executor that follows the match."""
        before = executor.apart
        choice = self.bot.choose(executor, state, decision, self.taken, self.barred)
        if executor.apart > before:
            self.apart()
        return choice


def opened(
    made: Compilation,
    setting: Setting,
    seats: Sequence[str] = (),
    *,
    executor: Executor | None = None,
    append: Callable[[str], None] = lambda line: None,
    engine: str = "",
) -> Session:
    """Begins a match.

    Args:
        seats: who plays each, `person` unless said.
        append: takes each line of its record.
    Raises:
        RuleError: the set-up cannot be carried out.
        ValueError: the ruleset has errors, or is for another number of players.
    """
    game = made.game
    if game is None:
        raise ValueError(f"{made.name} has errors and cannot be played")
    least, most = game.least_players, game.most_players
    if not least <= setting.players <= most:  # before anything is made for so many
        raise ValueError(f"{game.title} is for {least} to {most} players, not {setting.players}")
    kinds = [*seats, *[PERSON] * setting.players][: setting.players]
    header = Header(
        identity=made.identity,
        ruleset=made.name,
        edition=game.edition,
        players=setting.players,
        seed=setting.seed,
        options=dict(setting.options),
        seats=tuple(kinds),
        engine=engine,
    )
    return Session(executor or made.executor(), header, append)

"""The bots by their names on the command line, and the executor that they need."""

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from gekido_dsl import store
from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays, compiling
from gekido_dsl.cli import settings
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Decision, Executor, Setting, State
from gekido_dsl.play.bots import Bot, GreedyBot, RandomBot
from gekido_dsl.play.kinds import GREEDY, PLANNER, QUICK, RANDOM
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.simulate import Maker

if TYPE_CHECKING:
    from gekido_dsl.learning.player import Player
    from gekido_dsl.play.search import SearchBot

_PLAIN: Final[dict[str, Callable[[int], Bot]]] = {
    RANDOM: RandomBot,
    GREEDY: GreedyBot,
    PLANNER: PlannerBot,
}


@dataclass(frozen=True, slots=True)
class Searching:
    """Makes bots that search from seeds; it can be sent to other processes."""

    playouts: int | None
    seconds: float

    @property
    def policy(self) -> Policy | None:
        """How a module that plays whole games searches as far; None for a time, which only a clock can tell."""
        return Policy(self.playouts) if self.playouts is not None else None

    def __call__(self, seed: int) -> "SearchBot":
        """Makes a bot."""
        from gekido_dsl.play.search import SearchBot

        return SearchBot(seed, self.playouts, self.seconds, time.perf_counter)


@dataclass(frozen=True, slots=True)
class FromTheFirstTurn:
    """Makes bots for whom chance chooses before the first turn; it can be sent to other processes."""

    maker: Callable[[int], Bot]

    @property
    def policy(self) -> Policy | None:
        """How a module that plays whole games plays like that; None where it cannot."""
        found = getattr(self.maker, "policy", None)
        return replace(found, set_up=False) if isinstance(found, Policy) else None

    def __call__(self, seed: int) -> "LateBot":
        """Makes a bot."""
        return LateBot(self.maker(seed), seed)


@dataclass(frozen=True, slots=True)
class LateBot:
    """Leaves the set-up to chance, and then plays as another bot."""

    bot: Bot
    seed: int

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        if executor.turn(state)[0]:
            return self.bot.choose(executor, state, decision, taken, barred)
        return RandomBot(self.seed).choose(executor, state, decision, taken, barred)


def bot_maker(kind: str, player: "Callable[[], Player] | None" = None) -> Callable[[int], Bot] | None:
    """Gives what makes a bot from a seed; None for a person.

    Args:
        player: gives the trained player, where there may be one.
    """
    if kind == QUICK and player is not None:
        from gekido_dsl.play.quick import Quick

        return Quick(player())
    effort = settings.effort(kind)
    return Searching(*effort) if effort is not None else _PLAIN.get(kind)


def policy_of(kind: str) -> Policy:
    """Gives how a module plays that plays whole games of such bots.

    Raises:
        ValueError: no module does.
    """
    policy = getattr(bot_maker(kind), "policy", None)
    if not isinstance(policy, Policy):
        raise ValueError(f"no module plays as {kind}")
    return policy


def maker_of(kind: str, random_setup: bool = False, player: "Callable[[], Player] | None" = None) -> Maker:
    """Gives who plays the games of an experiment; what is random there chooses from the stream of the game.

    Args:
        random_setup: whether chance chooses before the first turn.
        player: gives the trained player.
    """
    maker = None if kind == RANDOM else bot_maker(kind, player)
    return FromTheFirstTurn(maker) if maker is not None and random_setup else maker


def executor_of(made: Compilation, setting: Setting, kinds: Iterable[str]) -> tuple[Executor, WhoPlays]:
    """Gives an executor that tells events, for a match with such players.

    Returns:
        the executor, and who plays: interpreted and `failed` where bots that search cannot do so.
    """
    from gekido_dsl.backend.executor import CompiledExecutor

    if not any(settings.effort(kind) is not None for kind in kinds) or made.game is None:
        return made.executor(), WhoPlays("people and bots play it choice by choice")
    try:
        with compiling():
            executor = CompiledExecutor(made.game, trace=True, searches=True, kept=_identified(made))
            executor.plan(setting)
    except NotCompiled as problem:
        return made.executor(), WhoPlays(str(problem), True)
    return executor, COMPILED


def _identified(made: Compilation) -> tuple[str, ...]:
    """Gives all that a module of a ruleset depends on besides its setting; nothing where nothing is kept."""
    version = store.version() if store.current() is not None else None
    if version is None:
        return ()
    texts = [source.text for source, _ in made.files]
    return (version, made.identity, *texts, *(table.text for table in made.tables))

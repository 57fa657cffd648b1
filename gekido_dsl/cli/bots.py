"""The bots by their names on the command line."""

from collections.abc import Callable
from typing import Final

from gekido_dsl.cli import settings
from gekido_dsl.play.bots import Bot, GreedyBot, RandomBot
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.simulate import Maker

BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    settings.RANDOM: RandomBot,
    settings.GREEDY: GreedyBot,
    settings.PLANNER: PlannerBot,
}
"""What makes a bot from a seed."""

MAKERS: Final[dict[str, Maker]] = {**BOTS, settings.RANDOM: None}
"""Who plays the games of an experiment; what is random there chooses from the stream of the game."""

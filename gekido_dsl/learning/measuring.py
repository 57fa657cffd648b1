"""How well a player plays against another: both sides of the same games, with an interval."""

import math
import statistics
from collections.abc import Iterable

from gekido_dsl.backend.rows import Played
from gekido_dsl.learning.player import Checked


def share(played: Played, side: range, standing: list[int]) -> float:
    """Gives the share of a win that seats have; half of it where nobody won.

    Args:
        standing: by seat, how well it stands by the aim: who stands better in a game without an end has won it.
    """
    if played.outcome is None:
        ahead = sum(standing[seat] for seat in side) if standing else 0
        return 0.5 if not ahead else float(ahead > 0)
    winners = [seat for seat, rank in enumerate(played.outcome.ranks) if rank == 1]
    return sum(seat in side for seat in winners) / len(winners) if winners else 0.5


def checked(shares: Iterable[float], games: int) -> Checked:
    """Gives the mean of what was won, and its interval.

    Args:
        shares: of each game that was played from all sides, the mean.
        games: how many games these are in all.
    """
    found = list(shares)
    # Few games that all went alike are not certain to go on like that.
    spread = max(statistics.stdev(found) if len(found) > 1 else 0.5, 0.25 / math.sqrt(len(found)))
    within = 1.96 * spread / math.sqrt(len(found))
    return Checked(round(100 * statistics.mean(found), 1), round(100 * within, 1), games)

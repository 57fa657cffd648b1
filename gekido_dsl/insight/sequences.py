"""Counts and sums become intervals that may be looked at after every game, and an end set whenever they please.

An interval of the usual kind holds with 95 % when it is looked at once; whoever looks after each game and stops as
soon as the result is welcome is wrong far more often. The intervals here hold with their confidence at all times
together.

Units:
    Shares from 0 to 1; `alpha` is the chance that an interval is ever wrong.

Source:
    H. Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", 1970: the mixture of a share.
    A. Wald, "Sequential Tests of Statistical Hypotheses", 1945: the evidence for a range.
    I. Waudby-Smith and others, "Time-uniform central limit theory and asymptotic confidence sequences", 2021: a mean.
"""

import math
from typing import Final

_BEST_AT: Final = 2_000
"""After about how many games an interval of a mean is as narrow as it can be made."""
_MOST_GAMES: Final = 1_000_000_000
_STEPS: Final = 60
_ALTERNATIVES: Final = 32
"""From among how many shares, evenly spread, one is taken that may fit better."""


def share(count: int, of: int, alpha: float) -> tuple[float, float]:
    """Gives where a share lies, of things that happen or do not, each alone; from 0 to 1 when none was looked at."""
    if of == 0:
        return 0.0, 1.0
    middle = count / of
    return _edge(count, of, alpha, middle, 0.0), _edge(count, of, alpha, middle, 1.0)


def _edge(count: int, of: int, alpha: float, inside: float, outside: float) -> float:
    """Finds where the evidence against a share begins to be enough, between one that is held and an end."""
    if _evidence(count, of, outside) < -math.log(alpha):
        return outside
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if _evidence(count, of, middle) < -math.log(alpha):
            inside = middle
        else:
            outside = middle
    return outside


def _evidence(count: int, of: int, value: float) -> float:
    """Gives the logarithm of how much better the counts fit some other share, all being as likely before."""
    if (value <= 0.0 and count) or (value >= 1.0 and count < of):
        return math.inf
    mixed = math.lgamma(count + 1) + math.lgamma(of - count + 1) - math.lgamma(of + 2)
    fits = (count * math.log(value) if count else 0.0) + (
        (of - count) * math.log1p(-value) if count < of else 0.0
    )
    return mixed - fits


def evidence(count: int, of: int, end: float, other: float) -> float:
    """Gives the logarithm of the evidence that a share lies on that side of one end of a range where the other end is.

    It is how much better the counts fit the shares of the range, all being as likely, than its end. Where the truth
    is that end, or lies beyond, it comes to `-log(alpha)` with a chance of no more than `alpha`, whenever one looks.
    """
    if of == 0:
        return 0.0
    ratios = []
    for step in range(1, _ALTERNATIVES + 1):
        better = end + (other - end) * (step - 0.5) / _ALTERNATIVES
        ratios.append(_log_ratio(count, better, end) + _log_ratio(of - count, 1 - better, 1 - end))
    most = max(ratios)
    if math.isinf(most):
        return most
    return most + math.log(sum(math.exp(one - most) for one in ratios) / _ALTERNATIVES)


def _log_ratio(count: int, value: float, than: float) -> float:
    """Gives how much better a chance fits what came so often than another one."""
    if not count:
        return 0.0
    if value <= 0.0:
        return -math.inf
    return math.inf if than <= 0.0 else count * math.log(value / than)


def radius(games: int, alpha: float) -> float:
    """Gives half the width of the interval of a mean, in standard deviations of one game; infinite without games."""
    if games < 1:
        return math.inf
    spread = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / _BEST_AT
    grown = games * spread + 1
    return math.sqrt(grown / (games * games * spread) * (math.log(grown) - 2 * math.log(alpha)))


def games_for(half: float, deviation: float, alpha: float) -> int | None:
    """Gives after how many games half the width is no more than so much; None where no number is enough."""
    if half <= 0.0:
        return None
    least, most = 1, _MOST_GAMES
    if deviation * radius(most, alpha) > half:
        return None
    while least < most:
        middle = (least + most) // 2
        if deviation * radius(middle, alpha) <= half:
            most = middle
        else:
            least = middle + 1
    return least

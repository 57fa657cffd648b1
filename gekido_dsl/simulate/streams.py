"""Streams of chance of many matches as arrays of numpy: each is that of `rng`, bit for bit."""

import numpy as np
from numpy.typing import NDArray

from gekido_dsl.rng import FIRST, GOLDEN, PLAYERS, SECOND

Numbers = NDArray[np.int64]
Seeds = NDArray[np.uint64]

_WORD = np.uint64(0xFFFF_FFFF)
_DOUBLE = (1 << 64) - 1


def game_seeds(experiment: int, numbers: range) -> Seeds:
    """Gives the seeds of games of an experiment."""
    first = (experiment + (numbers.start + 1) * GOLDEN) & _DOUBLE
    return _mixed(np.uint64(first) + np.arange(len(numbers), dtype=np.uint64) * np.uint64(GOLDEN))


def first_states(games: Seeds) -> NDArray[np.uint32]:
    """Gives where the streams of the random seats of games begin, by their seeds; a row of four for each."""
    seeds = _mixed(games ^ np.uint64(PLAYERS))
    states = np.empty((len(games), 4), np.uint32)
    for half in (0, 1):
        words = _mixed(seeds + np.uint64((half + 1) * GOLDEN & _DOUBLE))
        states[:, 2 * half], states[:, 2 * half + 1] = words & _WORD, words >> np.uint64(32)
    return states


def below(states: NDArray[np.uint32], counts: Numbers) -> Numbers:
    """Draws from each stream a number below its count, which is at least 1.

    Shapes:
        Of `states` a row of four for each stream, which goes on.
    """
    wide = counts.astype(np.uint64)
    product = _next(states) * wide
    low = product & _WORD
    open_ = np.flatnonzero(low < wide)
    if len(open_):
        refused = (np.uint64(1 << 32) - wide) % wide
        open_ = open_[low[open_] < refused[open_]]
        while len(open_):
            some = states[open_]
            product[open_] = _next(some) * wide[open_]
            states[open_] = some
            open_ = open_[(product[open_] & _WORD) < refused[open_]]
    return (product >> np.uint64(32)).astype(np.int64)


def _next(states: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Takes a step in each stream, and gives 32 random bits of each."""
    s0, s1, s2, s3 = states.T
    found = _rotated(s1 * np.uint32(5), 7) * np.uint32(9)
    t = s1 << np.uint32(9)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3[:] = _rotated(s3, 11)
    return found.astype(np.uint64)


def _rotated(words: NDArray[np.uint32], bits: int) -> NDArray[np.uint32]:
    return (words << np.uint32(bits)) | (words >> np.uint32(32 - bits))


def _mixed(z: Seeds) -> Seeds:
    """Mixes 64 bits, as SplitMix64 does last."""
    x: Seeds = (z ^ z >> np.uint64(30)) * np.uint64(FIRST)
    x = (x ^ x >> np.uint64(27)) * np.uint64(SECOND)
    return x ^ x >> np.uint64(31)

"""A seed becomes a stream of numbers, specified bit for bit, so that every executor draws the same.

Generator:
    xoshiro128** 1.1 (Blackman and Vigna). The state is four unsigned 32-bit words s0..s3, not all zero.
    One step gives `rotl(s1 * 5, 7) * 9`, then: t = s1 << 9; s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= t;
    s3 = rotl(s3, 11). All arithmetic is modulo 2**32.

Seeding:
    SplitMix64 over the seed modulo 2**64. Twice: z = (z + 0x9E3779B97F4A7C15); x = z;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9; x = (x ^ x >> 27) * 0x94D049BB133111EB; x ^= x >> 31, all modulo
    2**64. The low half of the first x is s0, its high half s1; the second x gives s2 and s3 the same way.
    The four are never all zero, as SplitMix64 gives 0 for one state only.

Choosing below n, for 1 <= n <= 2**32:
    Lemire's method. Take a step x; m = x * n as 64 bits. If m modulo 2**32 is less than (2**32 - n) modulo n,
    take another step and try again. The result is m >> 32. A choice below 1 takes a step like any other.

An experiment:
    Many games are played from one seed S. The seed of game i, from 0, is word i of SplitMix64:
    mix((S + (i + 1) * 0x9E3779B97F4A7C15) modulo 2**64), where mix is SplitMix64's last three lines above. The game's
    stream is seeded with it. All seats that choose at random in a game share a second stream, seeded with
    mix(seed xor 0x6A09E667F3BCC909); it chooses below the number of options as the decision lists them, passing and
    declining included, and takes a step for a single option, too. A bot at seat k has the seed that game k of an
    experiment with the seed of that second stream would have.

Drawn first, then tried:
    Where nobody has to know how many choices there are, as in an experiment of random seats that counts nothing but
    ends, a decision whose choices are tried for what they leave (`must leave`) is taken in another way, as fair. The
    stream chooses below the number of ways that are left, declining counted as the last of them, in the order in which
    the decision would list them if all passed. A way that does not pass is taken out, and it chooses anew.

Test vectors:
    The state (1, 2, 3, 4) gives 11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034.
"""

from collections.abc import Sequence
from typing import Final

_WORD = 0xFFFF_FFFF
_DOUBLE = 0xFFFF_FFFF_FFFF_FFFF

GOLDEN: Final = 0x9E37_79B9_7F4A_7C15
"""What SplitMix64 adds in each step."""
FIRST: Final = 0xBF58_476D_1CE4_E5B9
SECOND: Final = 0x94D0_49BB_1331_11EB
"""With which it multiplies, one after the other."""
PLAYERS: Final = 0x6A09_E667_F3BC_C909
"""What tells the stream of the random seats of a game from that of the game."""

RngState = tuple[int, int, int, int]


class Rng:
    """A stream of chance; see the module for its exact meaning."""

    __slots__ = ("state",)

    state: RngState
    """The whole state: four unsigned 32-bit words. May be read and set at any time."""

    def __init__(self, seed: int) -> None:
        words: list[int] = []
        z = seed & _DOUBLE
        for _ in range(2):
            z = (z + GOLDEN) & _DOUBLE
            x = _mix(z)
            words += [x & _WORD, x >> 32]
        self.state = (words[0], words[1], words[2], words[3])

    def next_word(self) -> int:
        """Takes a step and gives 32 random bits."""
        s0, s1, s2, s3 = self.state
        # Both rotations are written out: this is called for every draw.
        x = (s1 * 5) & _WORD
        result = ((x << 7 | x >> 25) * 9) & _WORD
        t = (s1 << 9) & _WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        self.state = (s0, s1, s2, (s3 << 11 | s3 >> 21) & _WORD)
        return result

    def shuffle(self, items: list[int]) -> None:
        """Puts numbers in random order, from the end (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def passing(self, ways: int, passing: Sequence[int], declines: int) -> int:
        """Draws one of some ways until one passes, and gives which of those that pass it is; see the module.

        Args:
            passing: the numbers of the ways that pass, in order; at least one.
            declines: 1 where declining is a choice besides, which is the last.
        """
        left, number = list(range(ways)), {way: at for at, way in enumerate(passing)}
        while True:
            drawn = self.below(len(left) + declines)
            if drawn == len(left):
                return len(passing)
            way = left.pop(drawn)
            if way in number:
                return number[way]

    def below(self, n: int) -> int:
        """Gives a number from 0 to n - 1, each equally likely.

        Raises:
            ValueError: n is not from 1 to 2**32.
        """
        if not 1 <= n <= _WORD + 1:
            raise ValueError(f"a choice below {n} is not possible")
        product = self.next_word() * n
        if (product & _WORD) < n:
            refused = (_WORD + 1 - n) % n
            while (product & _WORD) < refused:
                product = self.next_word() * n
        return product >> 32


def game_seed(experiment: int, number: int) -> int:
    """Gives the seed of a game of an experiment, from 0 to 2**64 - 1.

    Args:
        number: of the game, from 0.
    """
    return _mix((experiment + (number + 1) * GOLDEN) & _DOUBLE)


def player_seed(game: int) -> int:
    """Gives the seed of the stream from which all random seats of a game choose; see the module."""
    return _mix((game & _DOUBLE) ^ PLAYERS)


def bot_seed(game: int, seat: int) -> int:
    """Gives the seed of the bot at a seat, in a game with a seed."""
    return game_seed(player_seed(game), seat)


def _mix(z: int) -> int:
    """Mixes 64 bits, as SplitMix64 does last."""
    x = ((z ^ z >> 30) * FIRST) & _DOUBLE
    x = ((x ^ x >> 27) * SECOND) & _DOUBLE
    return x ^ x >> 31

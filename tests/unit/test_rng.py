"""The random generator gives the streams that its description promises, bit for bit."""

import pytest

from gekido_dsl.rng import Rng, bot_seed, game_seed, player_seed


def test_the_reference_stream_of_xoshiro128_star_star() -> None:
    rng = Rng(0)
    rng.state = (1, 2, 3, 4)
    expected = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849]
    assert [rng.next_word() for _ in expected] == expected


def test_a_seed_is_spread_by_splitmix64() -> None:
    assert Rng(0).state == (0x7B1DCDAF, 0xE220A839, 0xA1B965F4, 0x6E789E6A)
    assert Rng(2**64).state == Rng(0).state
    assert Rng(-1).state == Rng(2**64 - 1).state


def test_choices_below_are_pinned() -> None:
    dice, large, wide = Rng(0), Rng(42), Rng(7)
    assert [dice.below(6) for _ in range(12)] == [5, 3, 4, 4, 2, 2, 4, 3, 3, 3, 4, 1]
    assert [large.below(1_000_000) for _ in range(4)] == [413701, 969787, 3983, 539537]
    assert [wide.below(3_000_000_000) for _ in range(3)] == [1085684115, 2506873947, 1450807530]


def test_a_state_can_be_put_back() -> None:
    rng = Rng(5)
    rng.below(6)
    kept = rng.state
    first = [rng.below(46) for _ in range(20)]
    rng.state = kept
    assert [rng.below(46) for _ in range(20)] == first


def test_every_outcome_is_about_equally_likely() -> None:
    rng, counts = Rng(11), [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert all(9_600 < count < 10_400 for count in counts)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_an_impossible_choice_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="not possible"):
        Rng(1).below(n)


def test_the_largest_choice_is_a_whole_word() -> None:
    one, other = Rng(3), Rng(3)
    assert one.below(2**32) == other.next_word()


def test_the_seeds_of_an_experiment_are_the_words_of_splitmix64() -> None:
    assert [game_seed(0, number) for number in range(2)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
    assert game_seed(2**64, 1) == game_seed(0, 1)
    seeds = {game_seed(experiment, number) for experiment in range(40) for number in range(40)}
    assert len(seeds) == 1600


def test_the_seeds_of_random_seats_and_bots_are_the_same_for_ever() -> None:
    seed = game_seed(7, 0)
    told = (seed, player_seed(seed), bot_seed(seed, 0), bot_seed(seed, 1))
    assert told == (7191089600892374487, 15350022432428708366, 18107281193321056844, 8075934225877140278)

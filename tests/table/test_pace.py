"""When bots answer: a time that grows a few times at most tells next to nothing of what they think about."""

from types import SimpleNamespace
from typing import Any, cast

from gekido_dsl.rng import Rng
from gekido_dsl.table.opening import Due
from gekido_dsl.table.pace import Pace


def due() -> Due:
    made: Any = SimpleNamespace(
        seat=1, kind="medium", bot=SimpleNamespace(), decision=SimpleNamespace(secret=False)
    )
    return cast(Due, made)


def test_answers_come_later_than_those_before_a_few_times_at_most() -> None:
    """A bot thinks a little longer each time: each thought is longer than all before."""
    pace, asked, later, last = Pace(0.6, lambda decision: False), due(), 0, 0.6
    for thought in range(1000):
        pace.asked(asked, 0.0)
        at = pace.answers_at(asked, 0, thought / 100)
        assert at >= thought / 100
        later += at > last
        last = at
    assert later == 7


def test_times_do_not_tell_which_thought_was_the_longest() -> None:
    """Whoever thinks 0.7 s and whoever thinks 0.85 s answer alike."""
    rng = Rng(1)
    for longest in (0.7, 0.85):
        pace, times = Pace(0.6, lambda decision: False), set()
        for number in range(20):
            pace.asked(due(), 0.0)
            times.add(pace.answers_at(due(), 0, longest if number == 0 else rng.below(60) / 100))
        assert times == {0.6 * 1.5}

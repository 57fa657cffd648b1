"""Rulesets that a generator makes are refused for a reason, or go through everything."""

from gekido_dsl.generated.making import make
from gekido_dsl.generated.shrinking import shrink


def test_a_seed_gives_the_same_ruleset() -> None:
    assert make(7) == make(7)
    assert make(7) != make(8)


def test_a_fault_becomes_small_and_stays_the_same() -> None:
    text = "edition 1\ngame\n  players 2\nphase Main\n  if (a and (b or c))\n    bad word here\n  good\n"
    assert shrink(text, lambda made: "bad" in made) == shrink(text, lambda made: "bad" in made)
    assert shrink(text, lambda made: "bad" in made).split() == ["edition", "1", "game", "phase", "bad"]

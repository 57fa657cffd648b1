"""A sampled world draws the facts anew that a seat may not see, and keeps those that it may."""

from pathlib import Path

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


def test_a_secret_sign_is_drawn_anew_and_ones_own_is_kept() -> None:
    x = load("classics/rock_paper_scissors.gdl", FolderProvider(RULESETS)).executor()
    state, _ = x.initial(Setting(2, 1))
    first = x.decision(state)
    assert first is not None
    x.apply(state, 2)
    second = x.decision(state)
    assert second is not None and second.seat != first.seat
    seen = set()
    for seed in range(40):
        world = x.sample(state, second.seat, seed)
        assert x.observe(world, second.seat) == x.observe(state, second.seat)
        seen.add(x.observe(world, first.seat).players[first.seat].things[0].facts["Secret Sign"])
        own = x.observe(x.sample(state, first.seat, seed), first.seat).players[first.seat].things[0]
        assert own.facts["Secret Sign"] == "Scissors"
    assert seen == {"Rock", "Paper", "Scissors"}

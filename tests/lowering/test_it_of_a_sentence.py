"""`it` in a sentence is the thing that is moved or changed, chosen or known; played on both executors."""

from textwrap import indent

import pytest
from lockstep import lockstep

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "It"
  players 2
  limit 6 rounds
kind Spot
board Ground: 3 by 3 Spot, touching in 4 directions
  "1.."
  "..."
  "..2"
  "1" is a Walker of the first player
  "2" is a Walker of the second player
kind Walker, 1 for each player
  Food: 0 to 9, starts 2
  Goal: a Spot or none, starts none
turn of each player
  Walk
phase Walk
{sentences}
rule Hop with a Walker, a Spot
  move the Walker to the Spot
a Walker is Home if its Spot is central or its Goal is central or its Food is 9
the game ends when some Walker is Home
  the player wins
"""
WALKS = [
    "move my Walker to a Spot that is next to it and is empty",
    "move my Walker to a Spot that is empty and is next to it",
    "move a friendly Walker to a Spot that is next to it and is empty",
    "choose a friendly Walker as the one\nmove the one to a Spot that is next to it and is empty",
    "choose a friendly Walker\nmove the Walker to a Spot that is next to it and is empty",
    "put my Walker onto a Spot that is next to it and is empty",
    "move my Walker to an empty Spot that is next to it",
    "move my Walker to an empty Spot that is within 1 of it",
    "move my Walker to an empty Spot\n  must be next to it\n  otherwise stop",
    "may move my Walker to an empty Spot that is next to it",
    "move (the highest friendly Walker by Food) to an empty Spot that is next to it",
    "set my Walker's Goal to a Spot that is next to it",
    "do Hop with my Walker and an empty Spot that is next to it",
]


def made(sentences: str) -> Compilation:
    text = GAME.format(sentences=indent(sentences, "  "))
    return load("game.gdl", MemoryProvider({"game.gdl": text}))


def first_offer(sentences: str) -> list[str]:
    """Lists what the first player may choose: the spaces beside the corner."""
    compilation = made(sentences)
    assert [one.message for one in compilation.diagnostics if one.severity is Severity.ERROR] == []
    assert "never-true" not in [one.code.slug for one in compilation.diagnostics]
    executor = compilation.executor()
    state, _ = executor.initial(Setting(2, 1))
    decision = executor.decision(state)
    assert decision is not None
    if len(decision.choices) == 1 and sentences.startswith(("choose", "move a ", "do")):
        executor.apply(state, 0)
        decision = executor.decision(state)
        assert decision is not None
    return sorted(one.label[-4:] for one in decision.choices if not one.declines)


@pytest.mark.parametrize("sentences", WALKS)
def test_it_is_the_thing_of_the_sentence(sentences: str) -> None:
    assert first_offer(sentences) == ["r1c2", "r2c1"]
    game = made(sentences).game
    assert game is not None
    assert lockstep(game, 3) > 0


def test_a_number_gained_is_one_of_the_thing_whose_fact_it_is() -> None:
    compilation = made('my Walker\'s Food gains its Food, up to 9\nchoose one\n  "Go on"\n    stop')
    executor = compilation.executor()
    _, events = executor.initial(Setting(2, 1))
    assert [one.text for one in events if "Food" in one.text] == ["Player 1's Food: 2 → 4"]


def test_it_that_is_around_a_sentence_stays_it() -> None:
    walk = "each Walker\n  move my Walker to an empty Spot that is next to it\n    otherwise skip"
    assert first_offer(walk) == ["r1c2", "r2c1"]


@pytest.mark.parametrize(
    ("sentences", "slug", "text"),
    [
        ("choose a Spot that is next to it as the spot\nmove my Walker to the spot", "never-true", "about itself"),
        ("move all Walkers to a Spot that is next to it", "never-true", "about itself"),
        ("choose a friendly Walker\nmove it to an empty Spot", "unbound-word", "means nothing here"),
        (
            "move Walker r1c1 to an empty Spot\n  must leave no Walker that is next to it",
            "unbound-word",
            "may be another one",
        ),
        ("each player\n  move my Walker to a Spot that is next to it", "wrong-type", "is a player"),
    ],
)  # fmt: skip
def test_what_it_cannot_be_is_found(sentences: str, slug: str, text: str) -> None:
    found = {one.code.slug: one for one in made(sentences).diagnostics}
    assert text in found[slug].message
    if "unbound-word" in found and "choose" in sentences:
        assert found["unbound-word"].help == "write `the Walker`"


def test_what_must_be_left_asks_for_the_thing_after_its_move() -> None:
    walk = "move my Walker to an empty Spot\n  must leave no Walker that is next to it\n  otherwise stop"
    assert len(first_offer(walk)) == 5

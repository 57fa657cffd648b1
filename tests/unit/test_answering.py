"""Where rules ask what lies hidden and answer in the open, the worlds of a bot agree with every answer."""

from collections import Counter

import pytest

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.generated.agreed import agrees, match
from gekido_dsl.generated.deductions import NAME, deduction
from gekido_dsl.interpreter import Interpreter, answering
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

ASKING = """edition 1
game "Asking"
  players 2
  limit 8 turns
kind Card, 6 of them
  Rank: 1 to 6, numbered
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Aside of Cards, seen by nobody
die Bone of 1 to 6, 1 for each player
pool Cup of each player: all Bones, seen by its owner
setup
  deal 2 Cards to all players
  move the next Card of Pack to Aside
  each player
    roll all Bones of my Cup
turn of each player
  Asking
phase Asking
  choose a number from 1 to 6 as the guess
  choose an other player as the foe
  if some Card of the foe's Hand is Above for the guess
    announce "higher" for the foe
  otherwise
    announce "lower" for the foe
  announce "big" for the foe if some Bone of the foe's Cup is Big
a Card is Above for 1 to 6 as the guess if its Rank is more than the guess
a Bone is Big if its face is at least 5
the game ends when no Card is Above for 1
  nobody wins
"""


def game_of(text: str) -> m.Game:
    made = load(NAME, MemoryProvider({NAME: text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def hand(world: State, player: int) -> tuple[frozenset[int], int]:
    """Gives the ranks of a hand and what the die of its player shows."""
    layout = world.layout
    lie = dict[str, list[int]]()
    for (decl, owner), things in zip(layout.place_names, world.contents, strict=True):
        if isinstance(decl, m.Place) and owner == player:
            lie[decl.name] = things
    ranks = frozenset(layout.row_of[card] + 1 for card in lie["Hand"])
    return ranks, world.cells[layout.face_cell + lie["Cup"][0]]


def test_worlds_are_those_of_enumeration() -> None:
    x = Interpreter(game_of(ASKING))
    drawn = 50
    for seed in range(1, 3):
        state, _ = x.initial(Setting(2, seed))
        own, _ = hand(state, 0)
        x.apply(state, 3)  # is there one above 4?
        x.apply(state, 0)
        x.apply(state, 0)
        x.apply(state, 0)
        (ranks, face), left = hand(state, 1), [one for one in range(1, 7) if one not in own]
        above = any(rank > 4 for rank in ranks)
        hands = {frozenset({a, b}) for a in left for b in left if a < b}
        hands = {one for one in hands if any(rank > 4 for rank in one) == above}
        faces = [one for one in range(1, 7) if (one >= 5) == (face >= 5)]
        often = Counter(hand(x.sample(state, 0, number), 1) for number in range(drawn))
        assert set(often) <= {(one, other) for one in hands for other in faces}
        for one in hands:
            found, expected = sum(often[one, other] for other in faces), drawn / len(hands)
            assert abs(found - expected) < 4 * expected**0.5 + 1, (one, often)
        for other in faces:
            found, expected = sum(often[one, other] for one in hands), drawn / len(faces)
            assert abs(found - expected) < 4 * expected**0.5 + 1, (other, often)


@pytest.mark.parametrize("seed", [1, 4, 6, 22])
def test_worlds_of_games_of_deduction_agree_with_every_answer(seed: int) -> None:
    played = match(deduction(seed), seed)
    assert played is not None
    for number in range(3):
        world = played.executor.sample(played.state, played.seat, number)
        assert played.executor.observe(world, played.seat) == played.executor.observe(
            played.state, played.seat
        )
        assert agrees(played, world)


def test_both_executors_draw_the_same_worlds_and_they_depend_on_nothing_hidden() -> None:
    game = game_of(ASKING)
    x, compiled = Interpreter(game), CompiledExecutor(game, trace=False)
    state, _ = x.initial(Setting(2, 5))
    other, _ = compiled.initial(Setting(2, 5))
    for choice in (2, 0, 1, 0):
        x.apply(state, choice)
        compiled.apply(other, choice)
    worlds = [x.sample(state, 0, number) for number in range(6)]
    for number, world in enumerate(worlds):
        assert compiled.observe(compiled.sample(other, 0, number), None) == x.observe(world, None)
    assert len({hand(world, 1) for world in worlds}) > 2


def test_what_takes_too_much_has_worlds_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "WORK", 10)
    x = Interpreter(game_of(ASKING))
    state, _ = x.initial(Setting(2, 5))
    world = x.sample(state, 0, 3)
    assert x.observe(world, 0) == x.observe(state, 0) and hand(world, 0) == hand(state, 0)


def test_what_is_used_in_a_window_is_played_over_as_well() -> None:
    game = game_of(
        ASKING.replace(
            "  choose a number from 1",
            "  open Before\n  choose a number from 1",
        )
        + "action Brag: a Card of my Hand that is Above for 2\n  move the Card to Waste\n"
        "action Sigh: a Card of Pack\n  move the Card to Waste\n"
        "pile Waste of Cards\nwindow Before\n"
        "  first me: any number of Brag\n  then the next player: at most 1 of Sigh\n"
    )
    x = Interpreter(game)
    for seed in range(1, 4):
        state, _ = x.initial(Setting(2, seed))
        for _ in range(6):
            decision = x.decision(state)
            assert decision is not None
            x.apply(state, 0)
            if x.decision(state) is None:
                break
            for number in range(3):
                world = x.sample(state, 0, number)
                assert x.observe(world, 0) == x.observe(state, 0)

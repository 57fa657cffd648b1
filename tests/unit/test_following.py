"""Who did not follow suit has none of it, in every world that is drawn for a bot."""

from collections import Counter

import pytest

from gekido_dsl.api import read
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.generated.agreed import offered
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.following import Following
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider

TRICKS = """edition 1
game "Tricks"
  players 3
values Suit: Clubs, Hearts
kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 6
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Trick of Cards
pile Won of each player, of Cards
setup
  deal 3 Cards to all players
turn of each player
  Play
phase Play
  move a Card of my Hand to Trick
    must follow Suit, else anywhere
    otherwise stop
  if number of Cards in Trick is 3
    move all Cards of Trick to my Won
the game ends when every player is Done
  nobody wins
a player is Done if my Hand is empty and my Won is not empty
"""


def game(text: str = TRICKS) -> m.Game:
    made = load("tricks.gdl", MemoryProvider({"tricks.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def suits(state: State, player: int) -> str:
    """Gives the suits of a hand."""
    layout = state.layout
    return "".join("CH"[layout.row_of[one] // 6] for one in state.contents[layout.place_of["Hand", player]])


def broken(x: Interpreter) -> tuple[State, list[tuple[State, int]]]:
    """Plays until the second player has not followed suit, and the third is asked."""
    for seed in range(200):
        state, _ = x.initial(Setting(3, seed))
        past = [(state.copy(), 0)]
        x.apply(state, 0)
        assert state.question is not None and state.question.seat == 1
        led, had = state.contents[state.layout.place_of["Trick", -1]], set(suits(state, 1))
        if "CH"[state.layout.row_of[led[0]] // 6] not in had:
            past.append((state.copy(), 0))
            x.apply(state, 0)
            return state, past
    raise AssertionError("nobody is void")


def test_no_world_gives_somebody_a_suit_that_they_did_not_follow() -> None:
    x = Interpreter(game())
    state, past = broken(x)
    other = set(suits(state, 1))
    assert len(other) == 1
    worlds = [x.sample(state, 2, number) for number in range(40)]
    assert {frozenset(suits(world, 1)) for world in worlds} == {frozenset(other)}
    assert all(offered(x, past, state, world) for world in worlds)
    state.past = None
    apart = [x.sample(state, 2, number) for number in range(40)]
    assert not all(offered(x, past, state, world) for world in apart), "it takes the ladder"


def test_worlds_are_as_likely_as_dealing_has_them() -> None:
    x = Interpreter(game())
    state, _ = broken(x)
    layout = state.layout
    often: Counter[int] = Counter()
    drawn = 300
    for number in range(drawn):
        world = x.sample(state, 2, number)
        often.update(world.contents[layout.place_of["Hand", 1]])
    assert len(often) >= 2
    expected = drawn * 2 / len(often)
    assert all(abs(many - expected) < 5 * expected**0.5 for many in often.values()), often


@pytest.mark.parametrize("seed", [1, 2])
def test_both_executors_draw_the_same_worlds(seed: int) -> None:
    of = game()
    x, compiled = Interpreter(of), CompiledExecutor(of, trace=False)
    state, _ = x.initial(Setting(3, seed))
    other, _ = compiled.initial(Setting(3, seed))
    rng = Rng(seed)
    for _ in range(7):
        choice = rng.below(x.count(state))
        x.apply(state, choice)
        compiled.apply(other, choice)
        seat = state.question.seat if state.question is not None else 0
        world = x.sample(state, seat, 5)
        assert compiled.observe(compiled.sample(other, seat, 5), 1) == x.observe(world, 1)


def test_a_new_deal_ends_what_was_known_of_hands() -> None:
    of = read("classics/hearts").compilation.game
    assert of is not None
    x, compiled = Interpreter(of, trace=False), CompiledExecutor(of, trace=False)
    state, _ = x.initial(Setting(4, 5))
    other, _ = compiled.initial(Setting(4, 5))
    hands = [state.layout.place_of["Hand", player] for player in range(4)]
    rng, past, deals, held = Rng(1), list[tuple[State, int]](), 1, 52
    following = Following(x.silent())
    known = 0
    while deals == 1 or len(past) < 12 + 30:
        assert state.question is not None and state.past is not None
        known = max(known, len(following.barred(state.past)))
        choice = rng.below(x.count(state))
        past.append((state.copy(), choice))
        x.apply(state, choice)
        compiled.apply(other, choice)
        before, held = held, sum(len(state.contents[hand]) for hand in hands)
        if held - before < 40:
            continue
        deals, past = deals + 1, []
        assert known > 10, "nobody was void in the first deal"
        apart = state.copy()
        apart.past = None
        for number in range(10):
            world = x.sample(state, 0, number)
            assert world.contents == x.sample(apart, 0, number).contents
            assert x.observe(world, 1) == compiled.observe(compiled.sample(other, 0, number), 1)
    assert deals == 2 and state.question is not None and state.past is not None
    assert following.barred(state.past), "nobody is void in the second deal"
    seat = state.question.seat
    for number in range(10):
        world = x.sample(state, seat, number)
        assert offered(x, past, state, world)
        for one in range(4):
            assert x.observe(world, one) == compiled.observe(compiled.sample(other, seat, number), one)


@pytest.mark.parametrize("more", ["shuffle my Hand", "draw 1 Card from Pack to my Hand"])
def test_which_card_of_a_hand_left_it_is_not_told(more: str) -> None:
    text = TRICKS.replace("1 to 6", "1 to 15").replace("otherwise stop\n", f"otherwise stop\n  {more}\n")
    x = Interpreter(game(text))
    found = 0
    for seed in range(12):
        state, _ = x.initial(Setting(3, seed))
        rng, following = Rng(seed), Following(x.silent())
        for _ in range(7 if "shuffle" in more else 18):
            if state.question is None or state.past is None:
                break
            barred = following.barred(state.past)
            found += len(barred)
            for player in range(3):
                hand = state.contents[state.layout.place_of["Hand", player]]
                elder = hand if "shuffle" in more else hand[:-1]
                assert len({barred.get(one, frozenset()) for one in elder}) <= 1
                assert "shuffle" not in more or not barred.keys() & set(hand)
            x.apply(state, rng.below(x.count(state)))
    assert found or "shuffle" in more

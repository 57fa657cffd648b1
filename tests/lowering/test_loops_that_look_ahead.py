"""Loops that look ahead: what is not tried, because it is known, is what trying would find; both executors agree."""

import pytest
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.ground.gains import gains
from gekido_dsl.interpreter import Interpreter, loops
from gekido_dsl.lowering import lower
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider

RUNNERS = """edition 1
game "Runners"
  players 2
  limit 12 turns
die Number Die of 1 to 4, 3 of them
box Cup: all Number Dice
pool Throw of Number Dice
kind Runner, 2 for each player
  Way: 0 to 20, starts 0
kind Sheet, 1 for each player
  Done: 0 to 90, starts 0
turn of each player
  Running
phase Running
  Steps: 0 to 12, unlogged
  return all Number Dice of Throw to Cup
  move all Number Dice of Cup to Throw
  roll all Number Dice of Throw
  repeat until Throw is empty, so that Steps ends highest
    do Run with a friendly Runner and a Number Die of Throw, asking "Which runner, and with which die?"
      must be Usable for it
      otherwise return all Number Dice of Throw to Cup
  my Sheet's Done gains Steps if possible
rule Run with a Runner, a Number Die
  Steps gains the Number Die's face if possible
  the Runner's Way gains the Number Die's face
  return the Number Die to Cup
amount Goal of a Number Die for a Runner
  starts at the Runner's Way plus its face
a Number Die is Usable for a Runner if its Goal for the Runner is at most 20 and its Goal for the Runner is not 3 and
    its Goal for the Runner is not 6 and its Goal for the Runner is not 7
the game ends when some friendly Runner is Home
  the player wins
a Runner is Home if its Way is at least 15
"""
KNOWN = {
    "each die is used once": RUNNERS,
    "a range that ends below": RUNNERS.replace("Steps: 0 to 12", "Steps: 0 to 5"),
    "another fact is noted": RUNNERS.replace("  Way: 0", "  Tired: yes or no, starts no\n  Way: 0")
    .replace(
        "  return the Number Die to Cup\namount",
        "  set the Runner's Tired to yes if the Number Die's face is 1\n  return the Number Die to Cup\namount",
    )
    .replace("is Usable for a Runner if ", "is Usable for a Runner if the Runner is not Tired and "),
    "the order of a place": RUNNERS.replace(
        "is Usable for a Runner if ",
        "is Usable for a Runner if (its face is (the next Number Die of Throw)'s face or the Runner's Way is 0) and ",
    ),
    "dice that are taken away": RUNNERS.replace(
        "  return the Number Die to Cup\namount",
        "  return all Number Dice of Throw to Cup if the Runner's Way is 9\n"
        "  return the Number Die to Cup\namount",
    ),
    "a match that ends inside": RUNNERS.replace("at least 15", "at least 4"),
}


def late(text: str) -> str:
    """Has the number gain only after something else, so that it is not known how much it can gain."""
    gain, move = (
        "  Steps gains the Number Die's face if possible\n",
        "  the Runner's Way gains the Number Die's face\n",
    )
    return text.replace(gain + move, move + gain)


WASTED = """rule Run with a Runner, a Number Die
  stop if the Number Die's face is 1
"""
UNKNOWN = {
    "the lowest": RUNNERS.replace("ends highest", "ends lowest"),
    "gained besides": RUNNERS.replace(
        "  return the Number Die to Cup\namount",
        "  Steps gains 1 if the Runner's Way is 5\n  return the Number Die to Cup\namount",
    ).replace("Steps: 0 to 12", "Steps: 0 to 20"),
    "left before it is used up": RUNNERS.replace(
        "  return the Number Die to Cup\namount",
        "  turn the Number Die to 1 if the Number Die's face is 2\n  return the Number Die to Cup\namount",
    ),
    "a choice inside": RUNNERS.replace(
        "  the Runner's Way gains the Number Die's face\n",
        '  may "Limp"\n    the Runner\'s Way gains 1\n',
    ),
    "uses that are counted": RUNNERS.replace(
        "  Steps: 0 to 12, unlogged\n", "  Steps: 0 to 12, unlogged\n  Uses: 0 to 9\n"
    )
    .replace("until Throw is empty,", "until Throw is empty or Uses is 2,")
    .replace(
        "  repeat until",
        "  Uses gains (number of Number Dice of Throw that are Low) if possible\n  repeat until",
    )
    .replace(
        "    do Run with a friendly",
        "    Uses gains 1 if possible\n    do Run with a friendly",
    )
    + "a Number Die is Low if its face is 1\n",
}  # fmt: skip
UNKNOWN |= {f"{name}, not known": late(text) for name, text in KNOWN.items()}
UNKNOWN["rounds that are counted"] = (
    late(RUNNERS)
    .replace("1 to 4, 3 of them", "1 to 4, 4 of them")
    .replace("repeat until Throw is empty,", "repeat up to 4 times,")
    .replace("rule Run with a Runner, a Number Die\n", WASTED)
)
UNKNOWN["what was chosen before"] = (
    late(RUNNERS)
    .replace("  repeat until Throw", "  Left: a Runner or none, starts none\n  repeat until Throw")
    .replace(
        "  Steps: 0 to 12, unlogged\n", "  Steps: 0 to 12, unlogged\n  Last: a Runner or none, starts none\n"
    )
    .replace("  Left: a Runner or none, starts none\n", "")
    .replace(
        "  return the Number Die to Cup\namount",
        "  set Last to the Runner\n  return the Number Die to Cup\namount",
    )
    .replace("is Usable for a Runner if ", "is Usable for a Runner if the Runner is not Last and ")
)
TEXTS = {**KNOWN, **UNKNOWN}


def compiled(name: str) -> m.Game:
    made = load("runners.gdl", MemoryProvider({"runners.gdl": TEXTS[name]}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def loop_of(game: m.Game) -> m.Repeat:
    body = next(iter(game.phases.values())).body.statements
    return next(one for one in walk.statements(body) if isinstance(one, m.Repeat) and one.ends is not None)


def offered(game: m.Game, seed: int) -> list[object]:
    """Plays a match on the interpreter and gives everything that was offered in it."""
    x, choose = Interpreter(game, trace=False), Rng(seed + 7)
    state, _ = x.initial(Setting(2, seed))
    found: list[object] = []
    while (decision := x.decision(state)) is not None and len(found) < 60:
        found.append((decision.seat, decision.choices))
        x.apply(state, choose.below(len(decision.choices)))
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_what_can_be_gained_is_known_only_where_it_is_so(name: str) -> None:
    game = compiled(name)
    assert (gains(game, loop_of(game)) is not None) == (name in KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_is_what_trying_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = compiled(name)
    quick = [offered(game, seed) for seed in range(4)]
    monkeypatch.setattr(loops, "gains", lambda game, repeat: None)
    assert [offered(game, seed) for seed in range(4)] == quick
    assert sum(map(len, quick)) > 8


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.quick_in_turn(6)
def test_both_executors_agree(name: str) -> None:
    game = compiled(name)
    lowered = lower(game, 2, {})
    assert sum(lockstep(game, seed, 2, lowered=lowered, most=60) for seed in range(4)) > 8

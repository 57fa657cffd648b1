"""Worlds that a module deals agree with what others chose: none gives somebody a suit that they did not follow."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from lockstep import game_of

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.policies import policy_module
from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.backend.runtime import signed
from gekido_dsl.compilation import load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.generated.agreed import offered
from gekido_dsl.ground.position import Position
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.interpreter.following import Following
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, game_seed
from gekido_dsl.source import MemoryProvider

pytest.importorskip("wasmtime")

TRICKS = """edition 1
game "Tricks"
  players 3
values Suit: Clubs, Hearts
kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 8
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
a player is Done if my Hand is empty
"""
DRAWN = TRICKS.replace(
    "    move all Cards of Trick to my Won\n",
    "    move all Cards of Trick to my Won\n    if Pack is not empty\n      deal 1 Card to all players\n",
)
"""With a card that comes unseen after each trick."""
FAILING = (
    TRICKS.replace("must follow Suit, else anywhere", "must be Fine, else anywhere")
    .replace("deal 3", "deal 2")
    .replace(
        "the game ends", "a Card is Fine if (8 divided by (its Rank minus 4) rounded up) is 8\nthe game ends"
    )
)
"""Whoever holds a Card of Rank 4 brings a rule error about; so does what is only tried with one."""
FEW = TRICKS.replace("1 to 8", "1 to 4").replace("deal 3", "deal 2")


@dataclass
class Drawn:
    """What was drawn at one decision."""

    barred: int = 0
    missing: int = 0
    """How many pairs of spot and thing the interpreter bars, and how many of these the module does not."""
    worlds: int = 0
    agree: int = 0
    """In how many of the worlds what was chosen openly would have been offered."""
    broken: int = 0
    """In how many something lies where the interpreter bars it."""


def game(text: str) -> m.Game:
    made = load("tricks.gdl", MemoryProvider({"tricks.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def drawn(rules: m.Game, matches: int, most: int, worlds: int = 8) -> Iterator[Drawn]:
    """Plays matches by chance on both executors, and deals worlds where they stand."""
    players = rules.least_players
    plan = CompiledExecutor(rules, searches=True).plan(Setting(players, 3, {}))
    module = policy_module(plan.lowered)
    assert not module.why_not
    machine, x, barred = Machine(module.match), Interpreter(rules), plan.lowered.memory.barred
    assert barred is not None
    for seed in range(matches):
        random, begun = Rng(seed), game_seed(seed, 1)
        machine.run("begin", signed(begun), 7)
        state, _ = x.initial(Setting(players, begun, {}))
        past: list[tuple[State, int]] = []
        for _ in range(2 + random.below(most)):
            count = machine.standing().count
            assert count == x.count(state)
            if not count:
                break
            choice = random.below(count)
            past.append((state.copy(), choice))
            if any(event.kind == "shuffle" for event in x.apply(state, choice)):
                past.clear()
            machine.run("take_choice", choice)
        if state.question is None or secret_part.of(state) is not None:
            continue
        assert machine.call("lead", state.question.seat)
        content = bytes(machine._position)
        never, beside, noted = (
            list(plan.positions.numbers(content, one)) for one in (barred.never, barred.beside, barred.noted)
        )
        found = Drawn()
        assert state.past is not None
        cannot = Following(x._teller(trace=False)).barred(state.past)
        for spot, others in cannot.items():
            number = barred.numbers[state.where[spot]]
            known = noted[number] and beside[spot] == number + 1
            found.barred += len(others)
            found.missing += sum(not (known and never[thing] >> number & 1) for thing in others)
        for number in range(worlds):
            machine.run("seed_player", number)
            machine.run("deal", state.question.seat)
            after = plan.blank.copy()
            plan.positions.fill(bytes(machine._position), after)
            made = state.copy()
            made.contents, made.cells = after.contents, after.cells
            made.find()
            found.worlds += 1
            found.agree += offered(x, past, state, made)
            found.broken += any(
                one in cannot.get(before, ())
                for place, there in enumerate(state.contents)
                for before, one in zip(there, made.contents[place], strict=True)
            )
            machine.run("lead_back")
        yield found


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        pytest.param(TRICKS, 7, marks=pytest.mark.slow),
        (DRAWN, 14),
        pytest.param("classics/whist", 60, marks=pytest.mark.slow),
        pytest.param("classics/hearts", 100, marks=pytest.mark.slow),
        pytest.param("classics/tollkeeper", 60, marks=pytest.mark.slow),
    ],
    ids=["tricks", "drawn", "whist", "hearts", "tollkeeper"],
)
def test_every_world_agrees_and_the_module_knows_what_the_interpreter_does(rules: str, most: int) -> None:
    made = game(rules) if "\n" in rules else game_of(rules)
    found = list(drawn(made, 30, most))
    assert sum(one.barred for one in found) > 20
    assert not sum(one.missing for one in found)
    assert not sum(one.broken for one in found)
    agree, worlds = (
        sum(numbers) for numbers in zip(*((one.agree, one.worlds) for one in found), strict=True)
    )
    assert worlds > 40
    # Which of a hand came after somebody could not follow suit, others do not see.
    assert agree == worlds or (rules == DRAWN and agree > worlds * 9 // 10)


def test_worlds_are_as_likely_as_deals_that_agree() -> None:
    """Beside all ways in which what is hidden may lie, each as likely as another."""
    for seed in range(200):
        x, state = Interpreter(game(FEW)), None
        made, _ = x.initial(Setting(3, game_seed(seed, 1), {}))
        x.apply(made, 0)
        led = suits(made, "Trick", -1)
        if led not in suits(made, "Hand", 1):
            x.apply(made, 0)
            state = made
            break
    assert state is not None
    hidden = [
        one for name, owner in (("Hand", 0), ("Hand", 1), ("Pack", -1)) for one in things(state, name, owner)
    ]
    ways = {(one, other) for one in hidden for other in hidden if one != other and suit(state, other) != led}
    plan = CompiledExecutor(game(FEW), searches=True).plan(Setting(3, 3, {}))
    machine = Machine(policy_module(plan.lowered).match)
    machine.run("begin", signed(game_seed(seed, 1)), 7)
    for _ in range(2):
        machine.run("take_choice", 0)
    found: Counter[tuple[int, int]] = Counter()
    each = 300
    for number in range(each * len(ways)):
        assert machine.call("lead", 2)
        machine.run("seed_player", number)
        machine.run("deal", 2)
        world = plan.blank.copy()
        plan.positions.fill(bytes(machine._position), world)
        (one,), (other,) = things(world, "Hand", 0), things(world, "Hand", 1)
        found[one, other] += 1
        machine.run("lead_back")
    assert set(found) == ways
    assert all(0.75 * each < number < 1.25 * each for number in found.values()), found


def things(state: Position, name: str, owner: int) -> list[int]:
    return state.contents[state.layout.place_of[name, owner]]


def suit(state: Position, card: int) -> str:
    return "CH"[state.layout.row_of[card] // 4]


def suits(state: Position, name: str, owner: int) -> str:
    return "".join(suit(state, one) for one in things(state, name, owner))


def test_where_a_rule_fails_in_what_is_tried_alone_the_match_goes_on() -> None:
    rules = game(FAILING)
    player, x = PolicyGames(rules, Setting(3, 3, {}), (Policy(20),) * 3), Interpreter(rules)
    went_on = 0
    for number in range(30):
        played = player.play(number)
        dealt = x.opened(Setting(3, played.seed, {}))
        try:
            x.begun(dealt)
        except RuleError:
            assert played.error is not None
            continue
        state = dealt
        fours = {one for one in state.layout.things["Card"] if state.layout.row_of[one] % 8 == 3}
        held = any(fours.intersection(things(state, "Hand", seat)) for seat in range(3))
        if not held:
            assert played.error is None, played.error
            went_on += player._machine.words(player._module.blind)[0]
    assert went_on > 5

"""Whole games of bots that look ahead are played inside a module."""

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lockstep import game_of

from gekido_dsl import store
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.policies import ASKS, policy_module
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.backend.runtime import signed
from gekido_dsl.cli import simulate
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.operators.players import linked
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, game_seed
from gekido_dsl.source import MemoryProvider
from gekido_dsl.telling.view import Sight

pytest.importorskip("wasmtime")

FLEET = """edition 1
game "Fleet"
  players 2
  limit 12 turns
kind Square, 4 for each player
  Mined: yes or no, starts no
kind Seat, 1 for each player
  Hits: 0 to 9, starts 0
kind Ship, 2 for each player
board Sea of each player: 2 by 2 Square, touching in 4 directions, seen by its owner
setup
  each player
    repeat up to 2 times
      move a friendly Ship that is Waiting onto an empty Square of my Sea
        otherwise stop
a Ship is Waiting if it is not on a Sea
turn of each player
  Shooting
phase Shooting
  choose a Square of the second player's Sea as the target
  set the target's Mined to yes
  my Seat's Hits gains 1 if possible
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Hits is 9
"""

TRICKS = """edition 1
game "Tricks"
  players 2
values Suit: Clubs, Hearts
kind Square, 4 for each player
kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 8
board Sea of each player: 2 by 2 Square, touching in 4 directions, seen by its owner
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Trick of Cards
pile Won of each player, of Cards
setup
  deal 7 Cards to all players
turn of each player
  Play
phase Play
  move a Card of my Hand to Trick
    must follow Suit, else anywhere
    otherwise stop
  if number of Cards in Trick is 2
    move all Cards of Trick to my Won
the game ends when every player is Done
  nobody wins
a player is Done if my Hand is empty
"""


def games(name: str, players: int, *policies: Policy | None, seed: int = 3) -> PolicyGames:
    return PolicyGames(game_of(name), Setting(players, seed, {}), policies)


def wins(player: PolicyGames, number: int, seat: int) -> int:
    played = [player.play(k) for k in range(number)]
    return sum(one.outcome is not None and one.outcome.ranks[seat] == 1 for one in played)


@pytest.mark.parametrize(
    ("name", "players", "number", "least"),
    [
        ("classics/tic_tac_toe", 2, 40, 32),
        ("classics/connect_four", 2, 40, 30),
        ("classics/pig", 2, 40, 28),
        pytest.param("gekido", 4, 4, 3, marks=pytest.mark.slow),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_greedy_beats_chance(name: str, players: int, number: int, least: int) -> None:
    assert wins(games(name, players, GREEDY, *[None] * (players - 1)), number, 0) >= least


def test_a_search_beats_greedy() -> None:
    assert wins(games("classics/connect_four", 2, GREEDY, Policy(400)), 20, 1) >= 16


@pytest.mark.parametrize("name", ["classics/goofspiel", pytest.param("gekido_duel", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_games_do_not_depend_on_those_before(name: str) -> None:
    one, other = (games(name, 2, GREEDY, Policy(20)) for _ in range(2))
    first = [one.play(number) for number in (0, 1)]
    assert other.play(1) == first[1]
    assert other.play(0) == first[0]


def test_random_seats_play_as_in_a_batch() -> None:
    from gekido_dsl.interpreter import Interpreter
    from gekido_dsl.simulate import play

    game = game_of("classics/othello")
    setting = Setting(2, 8, {})
    played = PolicyGames(game, setting, (None, None)).play(4)
    stepped = play(Interpreter(game, trace=False), setting, 4, (None, None))
    assert played.outcome is not None
    assert (played.decisions, played.turns, played.outcome.ranks) == (
        stepped.decisions,
        stepped.turns,
        stepped.ranks,
    )


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("gekido", 4),
        ("classics/whist", 4),
        ("classics/hearts", 4),
        ("classics/goofspiel", 2),
        ("classics/liars_dice", 3),
        pytest.param("aimbots", 2, marks=pytest.mark.slow),
        pytest.param("botwars", 3, marks=pytest.mark.slow),
        pytest.param("geeko", 2, marks=pytest.mark.slow),
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(3)
def test_a_world_that_is_dealt_looks_the_same_to_the_seat(name: str, players: int) -> None:
    """And only the seat's: what it does not see does change; whatever follows from the position, follows still."""
    plan = CompiledExecutor(game_of(name), searches=True).plan(Setting(players, 3, {}))
    machine = Machine(policy_module(plan.lowered).match)
    random, dealt, differing = Rng(5), 0, 0
    machine.run("begin", signed(game_seed(3, 1)), 7)
    for number in range(250):
        stand = machine.standing()
        if not stand.count or dealt == 20:
            break
        if stand.count > 1 and number % 3 == 0 and machine.call("lead", stand.seat):
            before, after = plan.blank.copy(), plan.blank.copy()
            content = bytes(machine._position)  # where nobody else has decided in secret
            plan.positions.fill(content, before)
            machine.run("seed_player", number)
            machine.run("deal", stand.seat)
            made = bytes(machine._position)
            plan.positions.fill(made, after)
            assert _seen(before, stand.seat) == _seen(after, stand.seat)
            for at, things in enumerate(after.contents):
                assert all(after.where[thing] == at for thing in things)
            assert sorted(map(len, before.contents)) == sorted(map(len, after.contents))
            again = plan.positions.content(after, made)
            for array in plan.positions._derived:
                if array in plan.lowered.deriving:
                    assert list(plan.positions.numbers(made, array)) == list(
                        plan.positions.numbers(again, array)
                    )
            # What is dealt depends on what the seat sees alone: dealt from another such world, it is the same.
            machine.run("seed_player", -1 - number)
            machine.run("deal", stand.seat)
            machine.run("seed_player", number)
            machine.run("deal", stand.seat)
            assert bytes(machine._position) == made
            dealt += 1
            differing += (before.contents, before.cells) != (after.contents, after.cells)
            machine.run("lead_back")
        machine.run("take_choice", random.below(stand.count))
    assert dealt > 2
    assert differing > dealt // 2


def _seen(position, seat):  # type: ignore[no-untyped-def]
    evaluator = position.program.evaluator
    return Sight(
        position, seat, (), lambda link, here, there: linked(evaluator, link)(position, here, there)
    ).view()


def test_where_no_world_can_be_dealt_the_host_decides() -> None:
    """A board that only its owner sees is not dealt inside."""
    game = load("fleet.gdl", MemoryProvider({"fleet.gdl": FLEET})).game
    assert game is not None
    player = PolicyGames(game, Setting(2, 3, {}), (GREEDY, None))
    machine = player._machine
    machine.run("begin", 5, 6)
    assert player._module.why_not
    assert machine.call("advance") == ASKS
    assert player.play(0).turns == 12


class _Shelf:
    """A store in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def read(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def write(self, key: str, data: bytes) -> None:
        self.kept[key] = data


@pytest.mark.slow
def test_a_module_from_the_store_plays_the_same_and_needs_no_ruleset() -> None:
    def never() -> m.Game:
        raise AssertionError("the ruleset is not needed")

    shelf, setting = _Shelf(), Setting(2, 3, {})
    store.keep_in(shelf)
    try:
        made = PolicyGames(game_of("classics/goofspiel"), setting, (GREEDY, Policy(20)), kept=("version 1",))
        first = [made.play(number) for number in range(3)]
        kept = dict(shelf.kept)
        again = PolicyGames(never, setting, (GREEDY, Policy(20)), kept=("version 1",))
        assert [again.play(number).decisions for number in range(3)] == [one.decisions for one in first]
        assert again.choices == made.choices
        assert shelf.kept == kept
        with pytest.raises(AssertionError, match="not needed"):
            PolicyGames(never, setting, (GREEDY, None), kept=("version 2",))
        # What cannot be read is made anew.
        shelf.kept = dict.fromkeys(kept, b"torn")
        torn = PolicyGames(game_of("classics/goofspiel"), setting, (GREEDY, Policy(20)), kept=("version 1",))
        assert [torn.play(number) for number in range(3)] == first
    finally:
        store.keep_in(None)


@pytest.mark.parametrize(
    ("name", "players", "turns"),
    [
        ("gekido_duel", 2, 4),  # two rounds of two turns
        pytest.param(
            "botwars", 2, 0, marks=pytest.mark.slow
        ),  # each writes a program: to the end of the turn
        ("classics/goofspiel", 2, 12),  # one card of each in a turn: for several turns
    ],
)
def test_a_playout_goes_on_as_far_as_it_says_something(name: str, players: int, turns: int) -> None:
    assert CompiledExecutor(game_of(name)).plan(Setting(players, 3, {})).horizon(2) == turns


AGENTS = """edition 1
game "Agents"
  players 2
  limit 12 turns
kind Agent, 4 of them
kind Seat, 1 for each player
  Contact: an Agent or none, starts none, seen by its owner
  Hits: 0 to 9, starts 0
turn of each player
  Meeting
phase Meeting
  choose one
    "Leave it"
      stop
    "Change it"
      set my Seat's Contact to an Agent, asking "Whom?"
  my Seat's Hits gains 1 if possible
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Hits is 9
"""


def test_a_hidden_fact_may_be_none_in_a_world() -> None:
    game = load("agents.gdl", MemoryProvider({"agents.gdl": AGENTS})).game
    assert game is not None
    plan = CompiledExecutor(game, searches=True).plan(Setting(2, 3, {}))
    module = policy_module(plan.lowered)
    machine = Machine(module.match)
    machine.run("begin", 3, 7)
    while machine.now(module.turns)[0] < 3:
        machine.run("take_choice", 1 if machine.standing().count == 2 else 0)
    seat = machine.standing().seat
    assert machine.call("lead", seat)
    found = set()
    first = plan.lowered.layout.field_cell[id(game.kinds["Seat"]), "Contact"]
    for number in range(60):
        machine.run("seed_player", number)
        machine.run("deal", seat)
        world = plan.blank.copy()
        plan.positions.fill(bytes(machine._position), world)
        found.add(world.cells[first + 1 - seat])
    assert found == {-1, *plan.lowered.layout.things["Agent"]}


MINES = """edition 1
game "Mines"
  players 2
  limit 20 rounds
kind Field
  Mined: yes or no, starts no, seen by nobody
board Ground: 3 by 3 Field, touching in 4 directions
kind Walker, 1 for each player
each player has
  Layer: yes or no, starts no
setup
  set the first player's Layer to yes
  secretly each player that is Laying
    choose a Field that is not corner as the field
    set the field's Mined to yes
  each player
    put my Walker onto a Field that is corner and is empty
turn of each player
  Walk
phase Walk
  move my Walker to a Field that is next to my Walker and is empty
    otherwise stop
the game ends when some Walker is Blown
  all players that are Alive win
a Walker is Blown if its Field is Mined
a player is Laying if my Layer is yes
a player is Alive if my Walker is not Blown
"""


@pytest.mark.dear
def test_worlds_of_a_game_that_is_played_inside_agree_with_what_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One mine lies somewhere; where the other player went and nothing happened, it does not."""
    game = load("mines.gdl", MemoryProvider({"mines.gdl": MINES})).game
    assert game is not None
    player = PolicyGames(game, Setting(2, 3, {}), (None, Policy(100)))
    mined = [player._plan.lowered.layout.field_cell[id(game.kinds["Field"]), "Mined"] + at for at in range(9)]
    worlds = []

    def sampled(self: CompiledExecutor, state: CompiledState, seat: int, seed: int) -> CompiledState:
        world = sample(self, state, seat, seed)
        worlds.append([world.over_again.cells[cell] for cell in mined])
        return world

    sample = CompiledExecutor.sample
    monkeypatch.setattr(CompiledExecutor, "sample", sampled)
    won = wins(player, 20, 1)
    assert worlds and all(sum(world) == 1 for world in worlds)
    assert won >= 12


def test_one_game_with_secret_decisions_is_told_as_it_was_played_inside(tmp_path: Path) -> None:
    """What a seat may count of the decisions of others says nothing of where in the game its choices stand."""
    path = tmp_path / "mines.gdl"
    path.write_text(MINES)
    asked = [str(path), "--seed", "3", "--seat", "random", "--seat", "2=greedy", "--game", "3"]
    told = CliRunner().invoke(simulate.command, asked, standalone_mode=False)
    assert told.exception is None and re.search(r"^seat \d won", told.stdout, re.M)


def test_a_match_is_not_played_over_at_each_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, choices = list[int](), list[int]()
    opened, choice = Interpreter.opened, PolicyGames._choice

    def begin(self: Interpreter, *arguments: Any) -> Any:
        begun.append(len(choices))
        return opened(self, *arguments)

    def choose(self: PolicyGames) -> int:
        choices.append(choice(self))
        return choices[-1]

    made = load("tricks.gdl", MemoryProvider({"tricks.gdl": TRICKS}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    player = PolicyGames(made.game, Setting(2, 3, {}), (Policy(60), Policy(60)))
    monkeypatch.setattr(Interpreter, "opened", begin)
    monkeypatch.setattr(PolicyGames, "_choice", choose)
    played = player.play(0)
    assert played.outcome is not None
    assert len(choices) > 8 and len(begun) < 4, begun

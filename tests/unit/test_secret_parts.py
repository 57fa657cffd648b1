"""What players decide in secret: others see nothing of it until it ends, not even how often somebody was asked."""

import json
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.telling import Teller
from gekido_dsl.compilation import load
from gekido_dsl.engine import Decision, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session
from gekido_dsl.source import MemoryProvider

GAMES = Path(__file__).parent.parent / "games"

GAME = """edition 1
game "Bids"
  players 2 to 3
  limit 4 turns

kind Bidder, 1 for each player
  Bid: 0 to 9, starts 0
kind Coin, 9 of them
pool Bank: all Coins
hand Purse of each player, of Coins
pool Table of Coins

turn of all players
  Bidding
  Showing

phase Bidding
  Round: 0 to 9, starts 0
  secretly each player
    do Bid
  Round gains 1

rule Bid
  repeat up to 3 times
    choose one, asking "More?"
      "More"
        my Bidder's Bid gains 1
        draw a Coin from Bank to my Purse if possible
      "Enough"
        stop

phase Showing
  each player
    put all Coins of my Purse onto Table if possible

the game ends when some Bidder is Rich
  all remaining players win
a Bidder is Rich if its Bid is at least 9
"""


def bids() -> Interpreter:
    compilation = load("bids.gdl", MemoryProvider({"bids.gdl": GAME}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return Interpreter(compilation.game)


def asked(x: Interpreter, state: State) -> Decision:
    decision = x.decision(state)
    assert decision is not None
    return decision


def facts(x: Interpreter, state: State, reader: int | None, player: int) -> tuple[str, int]:
    view = x.observe(state, reader).players[player]
    return view.things[0].facts["Bid"], view.places[0].count


def test_open_facts_and_numbers_of_things_stay_as_they_were() -> None:
    x = bids()
    state, _ = x.initial(Setting(3, 1))
    for choice in (0, 0, 1):
        assert asked(x, state).secret
        x.apply(state, choice)
    assert facts(x, state, 0, 0) == ("2", 2), "what one did oneself is seen"
    for reader in (1, 2, None):
        assert facts(x, state, reader, 0) == ("0", 0)
    x.apply(state, 0)
    assert facts(x, state, 1, 1) == ("1", 1) and facts(x, state, 1, 0) == ("0", 0)
    assert facts(x, state, 0, 1) == ("0", 0)
    x.apply(state, 1)
    told = x.apply(state, 1)
    assert facts(x, state, 2, 1) == ("1", 0), "the part has ended, and the next begun"
    assert "Round: 0 → 1" in [event.text for event in told]


def test_others_are_told_once_that_somebody_decides() -> None:
    x = bids()
    state, told = x.initial(Setting(2, 1))
    for choice in (0, 0, 0):
        told += x.apply(state, choice)
    heard = [event.read_by(1) for event in told if event.read_by(1)]
    assert heard == ["Round 1", "Bidding", "Player 1 decides in secret", "Player 2 decides in secret"]
    assert [event.read_by(0) for event in told].count("Player 1's Bid: 0 → 1") == 1


def test_whoever_decides_later_draws_worlds_in_which_others_are_yet_to_decide() -> None:
    x = bids()
    state, _ = x.initial(Setting(3, 1))
    for choice in (0, 1):
        x.apply(state, choice)
    world = x.sample(state, 1, 5)
    assert facts(x, world, 1, 0) == ("0", 0) and asked(x, world).seat == 1
    seats = []
    while asked(x, world).secret and len(seats) < 3:
        seats.append(asked(x, world).seat)
        x.apply(world, 1)
    assert seats == [1, 2, 0]


CALLS = """edition 1
game "Calls"
  players 2 to 3
  limit 2 turns

values Side: Left, Right
kind Caller, 1 for each player
  Called: a Side or none, starts none

turn of all players
  Calling

phase Calling
  secretly each player
    choose a Side as the side, asking "Which side?"
    may "Call it" if the side is Right or my Caller's Called is none
      set my Caller's Called to the side

a Caller is Loud if its Called is Right
the game ends when every Caller is Loud
  all remaining players win
"""


def calls() -> Interpreter:
    compilation = load("calls.gdl", MemoryProvider({"calls.gdl": CALLS}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return Interpreter(compilation.game)


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("mine", [0, 1])
def test_what_a_body_noted_of_one_is_not_taken_for_what_it_notes_of_the_next(before: int, mine: int) -> None:
    x = calls()
    state, _ = x.initial(Setting(2, 1))
    for choice in (before, 0, mine):
        x.apply(state, choice)
    world = x.sample(state, 1, 5)
    x.apply(world, 0)
    called = x.observe(world, 1).players[1].things[0].facts["Called"]
    assert called == ("Left", "Right")[mine]


def test_worlds_of_others_begin_with_whoever_decides() -> None:
    x = bids()
    state, _ = x.initial(Setting(3, 1))
    for choice in (0, 1, 0):  # the first is done, the second has taken a coin
        x.apply(state, choice)
    for seat, later in (0, [1, 2]), (2, [1, 2, 0]):
        world = x.sample(state, seat, 5)
        assert x.observe(world, seat) == x.observe(state, seat)
        assert facts(x, world, seat, 0) == (("1", 1) if seat == 0 else ("0", 0))
        asked_for = []
        while asked(x, world).secret and len(asked_for) < len(later):
            asked_for.append(asked(x, world).seat)
            assert facts(x, world, asked(x, world).seat, asked(x, world).seat) == ("0", 0)
            x.apply(world, 1)
        assert asked_for == later
        assert x.turn(world)[0] == 2


def test_nothing_hidden_is_left_in_a_world_drawn_within_a_secret_part() -> None:
    text = (GAMES / "relay.gdl").read_text(encoding="utf-8")
    text = text.replace("  shuffle all Order Decks alike\n", "  each player\n    shuffle my Order Deck\n")
    files = {"relay.gdl": text, "relay.yaml": (GAMES / "relay.yaml").read_text(encoding="utf-8")}
    x = load("relay.gdl", MemoryProvider(files)).executor()
    state, _ = x.initial(Setting(2, 1))
    seat = asked(x, state).seat
    worlds = [x.sample(state, seat, seed) for seed in range(8)]
    views = {repr(x.observe(world, 1 - seat)) for world in worlds}
    assert len(views) > 1, "the other one's cards are dealt anew for himself, too"
    assert len({x.snapshot(x.sample(world, seat, 3)) for world in worlds}) == 1
    while asked(x, state).seat == seat:
        x.apply(state, asked(x, state).forward[0])
    worlds = [x.sample(state, 1 - seat, seed) for seed in range(8)]
    assert len({repr(x.observe(world, seat)) for world in worlds}) > 1
    assert len({x.snapshot(x.sample(world, 1 - seat, 3)) for world in worlds}) == 1


def test_a_state_within_a_secret_part_is_restored() -> None:
    x = bids()
    state, _ = x.initial(Setting(3, 1))
    x.apply(state, 0)
    again = x.restore(x.snapshot(state))
    assert x.snapshot(again) == x.snapshot(state)
    for reader in (0, 1, 2, None):
        assert x.observe(again, reader) == x.observe(state, reader)
    for choice in (0, 0, 1, 1):
        assert [e.text for e in x.apply(again, choice)] == [e.text for e in x.apply(state, choice)]


@pytest.mark.parametrize("choices", [("More", "More", "More"), ("Enough",)])
def test_numbers_of_events_do_not_tell_how_often_somebody_decided(choices: tuple[str, ...]) -> None:
    session = Session(bids(), Header("", "bids.gdl", 1, 2, 1, {}, ("person", "person")))
    for choice in choices:
        session.choose(choice)
    teller = Teller(Screen(None, True), session)
    assert len(teller.readable(1)) == 4
    assert len(teller.readable(0)) == 4 + 2 * choices.count("More")


def test_a_replay_for_a_seat_is_silent_about_the_secrets_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bids.gdl").write_text(GAME)
    save, rules = str(tmp_path / "match"), str(tmp_path / "bids.gdl")
    assert main(["play", rules, "--seat", "random", "--seed", "3", "--save", save]) == 0
    capsys.readouterr()
    assert main(["replay", save, "--seat", "2", "--format", "json"]) == 0
    decisions = json.loads(capsys.readouterr().out)["decisions"]
    assert {one["seat"] for one in decisions} == {1, 2}
    for one in decisions:
        assert (one["choice"] is None) == (one["seat"] == 1)
    assert main(["replay", save, "--seat", "2"]) == 0
    told = capsys.readouterr().out
    assert "player 2: More?" in told and "player 1: More?" not in told


def test_who_sets_what_only_he_sees_is_not_told_that_it_stays() -> None:
    text = GAME.replace("starts 0\nkind Coin", "starts 0, seen by its owner\nkind Coin").replace(
        "  Round gains 1\n", "  Round gains 1\n  each player\n    set my Bidder's Bid to 0\n"
    )
    compilation = load("bids.gdl", MemoryProvider({"bids.gdl": text}))
    assert compilation.game is not None
    x = Interpreter(compilation.game)
    state, _ = x.initial(Setting(2, 1))
    events = [x.apply(state, choice) for choice in (0, 1, 1)][-1]
    told = {
        (event.text, *(event.read_by(seat) for seat in (0, 1))) for event in events if event.kind == "set"
    }
    assert ("Player 1's Bid is set", "Player 1's Bid: 1 → 0", "Player 1's Bid is set") in told
    assert ("Player 2's Bid is set", "Player 2's Bid is set", "") in told

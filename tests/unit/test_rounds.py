"""A turn of all players is a round, and decks that are shuffled alike give everybody the same cards."""

from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

GAMES = Path(__file__).resolve().parents[1] / "games"
GAME = """edition 1

game "Circle"
  players 3
  limit 4 turns

kind Seat, 1 for each player
  Calls: 0 to 99, starts 0

turn of all players
  Call
  Rest

phase Call
  my Seat's Calls gains 1
  each player
    do Ask

rule Ask
  choose one
    "Stay"
      stop
    "Lead"
      me leads
    "Leave"
      eliminate me

phase Rest
  my Seat's Calls gains 10

the game ends when the number of remaining players is 1
  all remaining players win
"""


def compiled(game: str = GAME) -> Compilation:
    made = load("circle.gdl", MemoryProvider({"circle.gdl": game}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def play(choices: list[str], game: str = GAME) -> tuple[list[int], list[int], list[str]]:
    """Plays some choices, then stays; gives who was asked, the calls of every seat, and the events of turns."""
    x = compiled(game).executor()
    state, events = x.initial(Setting(3, 1))
    asked, told = [], [event.text for event in events if event.kind == "turn"]
    while (decision := x.decision(state)) is not None:
        assert x.observe(state, 0).on_turn is None
        asked.append(decision.seat)
        label = choices.pop(0) if choices else "Stay"
        events = x.apply(state, [choice.label for choice in decision.choices].index(label))
        told += [event.text for event in events if event.kind == "turn"]
    calls = [int(player.things[0].facts["Calls"]) for player in x.observe(state, None).players]
    return asked, calls, told


def test_every_turn_is_a_round_that_the_first_player_leads() -> None:
    asked, calls, told = play([])
    assert asked == [0, 1, 2] * 4
    assert calls == [44, 0, 0]
    assert told == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_who_leads_is_first_from_the_next_round_on() -> None:
    asked, calls, _ = play(["Stay", "Lead"])
    assert asked == [0, 1, 2, *[1, 2, 0] * 3]
    assert calls == [11, 33, 0]


SET_UP = "setup\n  the second player leads\n\nturn of "


def test_who_leads_in_the_set_up_is_first_from_the_first_round_on() -> None:
    asked, _, told = play([], GAME.replace("turn of ", SET_UP, 1))
    assert asked == [1, 2, 0] * 4
    assert told == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_who_leads_in_the_set_up_has_the_first_turn_and_no_other_one_more() -> None:
    game = GAME.replace("turn of all players", SET_UP + "each player").replace(
        "  each player\n    do Ask", "  do Ask"
    )
    asked, told = [], []
    x = compiled(game).executor()
    state, events = x.initial(Setting(3, 1))
    while (decision := x.decision(state)) is not None:
        told += [event.text for event in events if event.kind == "turn"]
        asked.append(decision.seat)
        events = x.apply(state, 0)
    assert asked == [1, 2, 0, 1]
    assert told == ["Player 2's turn", "Player 3's turn", "Player 1's turn", "Player 2's turn"]


def test_a_player_who_is_out_is_passed_over_at_once() -> None:
    asked, calls, _ = play(["Leave"])
    assert asked == [0, 1, 2, *[1, 2] * 3]
    assert calls == [1, 43, 0]  # the phase after the first player left is led by the next


def test_players_who_go_out_together_share_a_rank() -> None:
    together = GAME.replace("eliminate me", "eliminate all other players")
    x = compiled(together).executor()
    state, _ = x.initial(Setting(3, 1))
    decision = x.decision(state)
    assert decision is not None
    labels = [choice.label for choice in decision.choices]
    x.apply(state, labels.index("Leave"))
    outcome = x.outcome(state)
    assert outcome is not None and outcome.ranks == (1, 2, 2)


def test_chance_may_say_who_is_first_in_every_round() -> None:
    game = GAME.replace("turn of all players", "turn of all players, a random player first")
    x = compiled(game).executor()
    first = set()
    for seed in range(20):
        state, _ = x.initial(Setting(3, seed))
        seats = []
        while (decision := x.decision(state)) is not None:
            seats.append(decision.seat)
            x.apply(state, 0)
        assert seats[:3] == seats[3:6]
        first.add(seats[0])
    assert first == {0, 1, 2}


def test_decks_shuffled_alike_give_all_the_same_cards() -> None:
    x = load("relay.gdl", FolderProvider(GAMES)).executor()
    orders = set()
    for seed in range(10):
        state, _ = x.initial(Setting(4, seed))
        hands = {
            tuple(thing.name for thing in place.things or ())
            for seat in range(4)
            for place in x.observe(state, seat).players[seat].places
            if place.name == "Hand"
        }
        assert len(hands) == 1
        orders |= hands
    assert len(orders) > 5


def rows_in(x: Interpreter, state: State, place: str, seat: int) -> list[str]:
    layout = state.program.layout
    return [layout.name_of(thing) for thing in state.contents[layout.place_of[place, seat]]]


def test_worlds_keep_to_decks_that_were_shuffled_alike() -> None:
    x = load("relay.gdl", FolderProvider(GAMES)).executor()
    state, _ = x.initial(Setting(3, 2))
    orders = set()
    for seed in range(20):
        world = x.sample(state, 0, seed)
        hand = sorted(rows_in(x, state, "Hand", 0))
        assert all(sorted(rows_in(x, world, "Hand", seat)) == hand for seat in range(3))
        (deck,) = {tuple(rows_in(x, world, "Order Deck", seat)) for seat in range(3)}
        assert sorted(deck) == sorted(rows_in(x, state, "Order Deck", 0))
        orders.add(deck)
    assert len(orders) > 1
    one, other = (x.sample(state, 0, seed) for seed in (1, 2))
    assert (
        x.snapshot(x.sample(one, 0, 3))
        == x.snapshot(x.sample(other, 0, 3))
        == x.snapshot(x.sample(state, 0, 3))
    )


def test_what_is_shuffled_by_itself_later_may_be_anything() -> None:
    text = (GAMES / "relay.gdl").read_text(encoding="utf-8")
    text = text.replace(
        "  shuffle all Order Decks alike\n",
        "  shuffle all Order Decks alike\n  each player\n    shuffle my Order Deck\n",
    )
    files = {"relay.gdl": text, "relay.yaml": (GAMES / "relay.yaml").read_text(encoding="utf-8")}
    x = load("relay.gdl", MemoryProvider(files)).executor()
    state, _ = x.initial(Setting(2, 2))
    hands = {tuple(sorted(rows_in(x, x.sample(state, 0, seed), "Hand", 1))) for seed in range(20)}
    assert len(hands) > 2


def test_decks_that_hold_others_are_shuffled_as_far_as_they_are_alike() -> None:
    text = (GAMES / "relay.gdl").read_text(encoding="utf-8")
    text = text.replace(
        "  shuffle all Order Decks alike\n",
        "  move the next Order of my Order Deck to my Used\n  shuffle all Order Decks alike\n",
    )
    files = {"relay.gdl": text, "relay.yaml": (GAMES / "relay.yaml").read_text(encoding="utf-8")}
    x = load("relay.gdl", MemoryProvider(files)).executor()
    state, _ = x.initial(Setting(2, 5))
    decks = []
    for seat in range(2):
        number = state.program.layout.place_of["Order Deck", seat]
        hand = state.program.layout.place_of["Hand", seat]
        things = [*state.contents[number], *reversed(state.contents[hand])]
        decks.append([state.program.layout.row_of[thing] for thing in things])
    missing = decks[1][:]
    for row in decks[0]:
        missing.remove(row)
    assert len(missing) == 1
    shared = decks[1][:]
    shared.remove(missing[0])
    assert sorted(shared) == sorted(decks[0])


@pytest.mark.parametrize(
    "sentence",
    [
        "shuffle my Order Deck alike",
        "shuffle all Runners alike",
        "turn my Runner alike",
        "roll all Legs alike",
    ],
)
def test_only_several_places_are_shuffled_alike(sentence: str) -> None:
    text = (
        (GAMES / "relay.gdl").read_text(encoding="utf-8").replace("shuffle all Order Decks alike", sentence)
    )
    files = {"relay.gdl": text, "relay.yaml": (GAMES / "relay.yaml").read_text(encoding="utf-8")}
    found = [one.code.slug for one in load("relay.gdl", MemoryProvider(files)).diagnostics]
    assert "wrong-sentence" in found

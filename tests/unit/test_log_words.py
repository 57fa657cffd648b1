"""Whose an event is, and what is left out of the log since it goes without saying."""

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Event, Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Rows"
  players 2

kind Card, 12 of them

die Bone of 1 to 6, 3 of them

kind Score, 1 for each player
  Points: 0 or more, starts 0

deck Deck: all Cards, shuffled
hand Hand of each player, of Cards
pile Heap of Cards
box Bag: all Bones
pool Kept of Bones{more}

round
  Deal
  turn of each player
    Play

phase Deal
  shuffle Deck
  each player
    draw 1 Card

phase Play
  lock the next Bone of Bag into Kept if possible{lock}
  discard a Card of my Hand
    otherwise stop
  my Score's Points gains 1

the game ends when my Score's Points is at least 2
  the player wins
"""


def events(more: str = "", lock: str = "") -> list[Event]:
    return events_of(GAME.replace("{more}", more).replace("{lock}", lock))


def events_of(text: str) -> list[Event]:
    made = load("game.gdl", MemoryProvider({"game.gdl": text}))
    assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []
    executor = made.executor()
    state, told = executor.initial(Setting(2, 1))
    while executor.decision(state) is not None:
        told += executor.apply(state, 0)
    return told


def test_what_rules_do_for_all_is_nobodys_and_what_a_player_does_or_gets_is_his() -> None:
    told = events()
    seats = {(event.kind, event.text): event.seat for event in told}
    assert seats["begin", "Deal"] is None and seats["shuffle", "Deck is shuffled"] is None
    assert seats["draw", "a Card goes to Player 2's Hand"] == 1
    assert seats["begin", "Play"] is not None
    assert {event.seat for event in told if event.kind == "discard"} == {0, 1}


def test_where_a_thing_goes_is_told_only_where_it_could_go_elsewhere() -> None:
    alone = [event.text for event in events() if event.kind in ("lock", "discard")]
    assert {text.partition(" is ")[2] for text in alone} == {"locked", "discarded"}
    several = events("\npool Spare of Bones", "\n  lock the next Bone of Kept into Spare if possible")
    locked = {event.text.partition(" is ")[2] for event in several if event.kind == "lock"}
    assert locked == {"locked into Kept", "locked into Spare"}


RANKED = """edition 1

game "Bids"
  players 2

kind Purse, 1 for each player
  Points: 0 to 9, starts 0

turn of all players
  Bidding

phase Bidding
  the first player's Purse's Points gains 2

the game ends when the first player's Purse's Points is at least 2
  all players rank by my Purse's Points, highest first
"""


def test_a_rank_is_nobodys_doing_whoever_the_first_things_belong_to() -> None:
    told = events_of(RANKED)
    assert [(event.text, event.seat) for event in told if event.kind == "rank"][-1:] == [
        ("Player 2 is number 2", None)
    ]

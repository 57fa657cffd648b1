"""Who learns what: the log, the views and the choices of those who may not see something."""

import random
from functools import cache

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

CARDS = """- {Name: Ace, Worth: 1, Copies: 2}
- {Name: Jack, Worth: 2, Copies: 2}
- {Name: Queen, Worth: 3, Copies: 2}
- {Name: King, Worth: 4, Copies: 2}
"""
HEAD = """edition 1
game "Looks"
  players 2 to 3
  limit 9 turns
values Colour: Red or Blue
kind Card from "cards.yaml", 8 of them
  Worth: 1 to 4
kind Seat, 1 for each player
  Bid: 0 to 3, starts 0, seen by its owner
  Mood: Red or Blue, starts Red, seen by its owner
  Choice: a Card or none, starts none
  Turns: 0 to 9, starts 0, unlogged
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Trash of Cards
pile Aside of Cards, seen by nobody
die Cube of 1 to 6, 3 for each player
pool Cup of each player: all Cubes, seen by its owner
turn of each player
  Counting
  Doing
phase Counting
  my Seat's Turns gains 1 if possible
a Seat is Done if its Turns is 9
the game ends when some Seat is Done
  nobody wins
phase Doing
"""


@cache
def game(body: str) -> Interpreter:
    text = HEAD + "".join(f"  {line}\n" for line in body.splitlines())
    compilation = load("looks.gdl", MemoryProvider({"looks.gdl": text, "cards.yaml": CARDS}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.executor()


def begun(body: str, seed: int = 1, players: int = 2) -> tuple[Interpreter, State, list[Event]]:
    x = game(body)
    state, events = x.initial(Setting(players, seed))
    return x, state, events


def read(events: list[Event], seat: int | None) -> list[str]:
    return [told for event in events if (told := event.read_by(seat)) and event.kind not in ("turn", "begin")]


def last(body: str, seat: int | None, seed: int = 1) -> str:
    told = read(begun(body + '\nmay "Stop"\n  stop', seed)[2], seat)
    return told[-1] if told else ""


CHOSEN = "Player 1's Choice: none → a Card"


@pytest.mark.parametrize(
    ("line", "owner", "other"),
    [
        ("roll all Cubes of my Cup", "Player 1 rolls ", "Player 1 rolls 3 Cubes"),
        ("reroll all Cubes of my Cup", "Player 1 rerolls ", "Player 1 rerolls 3 Cubes"),
        ("flip all Cubes of my Cup", "a Cube goes from 1 to 6", "a Cube is turned"),
        ("turn the next Cube of my Cup to 4", "a Cube goes from 1 to 4", "a Cube is turned"),
        ("turn the next Cube of my Cup to 1", "", "a Cube is turned"),
        ("my Seat's Bid gains 0", "", "Player 1's Bid is set"),
        ("my Seat's Bid gains 9 if possible", "", "Player 1's Bid is set"),
        ("flip my Seat's Mood", "Player 1's Mood: Red → Blue", "Player 1's Mood is set"),
        ("draw 1 Card into my Hand", " goes to Player 1's Hand", "a Card goes to Player 1's Hand"),
        ("move the next Card of Pack to Aside", "a Card moves to Aside", "a Card moves to Aside"),
        ("remove the next Card of Pack", "a Card is removed", "a Card is removed"),
        ("set my Seat's Choice to the next Card of Pack", CHOSEN, CHOSEN),
    ],
)
def test_the_log_tells_what_its_reader_sees(line: str, owner: str, other: str) -> None:
    own = last(line, 0)
    assert own in (owner, "") if owner in ("", other) else owner in own and own != other
    for seat in (1, None):
        assert last(line, seat) == other


def test_what_only_the_owner_sees_he_reads() -> None:
    assert last("roll all Cubes of my Cup", 0) != last("roll all Cubes of my Cup", 1)
    drawn = last("draw 1 Card into my Hand", 0)
    assert drawn.split()[0] in ("Ace", "Jack", "Queen", "King")


SHUFFLED = """move all Cards of Pack to Trash
shuffle Trash
may "Look"
  stop
move all Cards of Trash to Pack
may "Look"
  stop"""


def test_a_shuffle_hides_the_order_of_an_open_pile() -> None:
    told, shown, left = set(), set(), set()
    for seed in range(12):
        x, state, _ = begun(SHUFFLED, seed)
        after = x.apply(state, 1)
        told.add(tuple(read(after, 1)))
        left.add(tuple(state.contents[state.program.layout.place_of["Pack", -1]]))
        x, state, _ = begun(SHUFFLED, seed)
        [pile] = [place for place in x.observe(state, 1).places if place.name == "Trash"]
        assert pile.things is not None
        shown.add(tuple(thing.name for thing in pile.things))
    assert told == {("a Card moves to Pack",) * 8}
    assert len(shown) == 1 and len(left) > 6


def test_a_blind_choice_names_nothing() -> None:
    body = "deal 3 Cards to all players\nchoose a Card of the second player's Hand as the guess"
    x, state, _ = begun(body)
    decision = x.decision(state)
    assert decision is not None
    assert [choice.label for choice in decision.choices] == ["a Card of Player 2's Hand"] * 3
    assert {choice.value for choice in decision.choices} == {(-1,)}


def test_chance_takes_each_of_like_things_equally_often() -> None:
    found = {"Ace": 0, "King": 0}
    body = """deal 2 Cards to all players
remove random Card of my Hand
may "Stop"
  stop"""
    x = game(body)
    layout = x.initial(Setting(2, 1))[0].program.layout
    hands = 0
    for seed in range(700):
        before, events = x.initial(Setting(2, seed))
        cards = [e.private[0] for e in events if e.kind == "draw" and 0 in e.private]
        del before
        if sorted(card.split()[0] for card in cards) == ["Ace", "King"]:
            hands += 1
            gone = next(e for e in events if e.kind == "remove")
            found[gone.read_by(0).split()[0]] += 1
    assert layout.count and hands > 40 and abs(found["Ace"] - found["King"]) < hands * 0.45


REMEMBERED = """move the next Card of Pack to Trash
move the next Card of Trash to Pack
may "Go on"
  draw 1 Card into the second player's Hand
  may "Look"
    stop
shuffle Pack
may "Look"
  stop"""


def names(x: Interpreter, state: State, place: str, owner: int, seat: int) -> set[str]:
    """Gives what may lie on top of a place, as far as a seat knows."""
    found = set()
    for seed in range(30):
        world = x.sample(state, seat, seed)
        assert x.observe(world, seat) == x.observe(state, seat)
        layout = world.program.layout
        things = world.contents[layout.place_of[place, owner]]
        found.add(layout.name_of(things[-1]))
    return found


def test_what_was_seen_is_remembered_until_it_is_shuffled() -> None:
    for seat in (0, 1, 2):
        x, state, _ = begun(REMEMBERED, 3, 3)
        assert len(names(x, state, "Pack", -1, seat)) == 1
        followed = state.copy()
        x.apply(followed, 0)
        assert len(names(x, followed, "Hand", 1, seat)) == 1, "everybody saw the top card go there"
        x.apply(state, 1)
        assert len(names(x, state, "Pack", -1, seat)) > 2


def test_dice_under_a_cup_are_rolled_anew_in_sampled_worlds() -> None:
    x, state, _ = begun('roll all Cubes of my Cup\nmay "Stop"\n  stop')
    layout = state.program.layout
    own: set[tuple[int, ...]] = set()
    other: set[tuple[int, ...]] = set()
    for seed in range(60):
        for seat, found in ((0, own), (1, other)):
            world = x.sample(state, seat, seed)
            dice = world.contents[layout.place_of["Cup", 0]]
            found.add(tuple(world.cells[layout.face_cell + die] for die in dice))
    assert len(own) == 1 and len(other) > 40


def test_what_a_rule_holds_is_dealt_anew_with_the_rest() -> None:
    """A Card that somebody has chosen is another one in the worlds of those who do not see it."""
    body = """deal 3 Cards to all players
choose a Card of my Hand
the second player may draw 1 Card
move the Card to Trash
may "Stop"
  stop"""
    x, state, _ = begun(body, 5)
    x.apply(state, 0)
    assert state.question is not None and state.question.seat == 1
    landed = set()
    for seed in range(40):
        world = x.sample(state, 1, seed)
        x.apply(world, 1)
        layout = world.program.layout
        [card] = world.contents[layout.place_of["Trash", -1]]
        landed.add(layout.name_of(card))
    assert len(landed) > 2


def test_a_secret_that_was_never_written_is_known() -> None:
    x, state, _ = begun('may "Stop"\n  set my Seat\'s Bid to a number from 0 to 3')
    layout = state.program.layout
    cell = layout.field_cell[id(x.game.kinds["Seat"]), "Bid"]
    assert {x.sample(state, 1, seed).cells[cell] for seed in range(20)} == {0}
    x.apply(state, 0)
    x.apply(state, 2)
    assert {x.sample(state, 1, seed).cells[cell] for seed in range(40)} == {0, 1, 2, 3}
    assert {x.sample(state, 0, seed).cells[cell] for seed in range(20)} == {2}


def test_knowledge_is_part_of_the_state() -> None:
    x, state, _ = begun(REMEMBERED, 3, 3)
    again = x.restore(x.snapshot(state))
    assert again.cells == state.cells
    top = state.contents[state.program.layout.place_of["Pack", -1]][-1]
    assert knowledge.known(again, top) == knowledge.everybody(again)
    assert x.snapshot(x.sample(again, 1, 4)) == x.snapshot(x.sample(state, 1, 4))
    rng = random.Random(1)
    while count := x.count(again):
        choice = rng.randrange(count)
        x.apply(again, choice)
        x.apply(state, choice)
    assert x.snapshot(again) == x.snapshot(state)


LOOKS = """kind Slot, 1 for each player
counter Charge of each Slot: 0 to 6 on a Number Die, from Spare, seen by its owner
track Hull of each Slot: Number Dice, up to 2, from Spare, seen by its owner
link Trust from each Slot to each other Slot: Friend or Foe, starts Friend, seen by its owner
die Number Die of 1 to 6, 20 of them
box Spare: all Number Dice"""
SHOWN = [
    ("show the next 2 Cards of Pack to me", "looks at Ace, Ace of", "Player 1 looks at 2 Cards of Pack"),
    ("set my Seat's Bid to 2\nshow my Seat's Bid to me", "Bid is 2", "Player 1's Bid is shown to Player 1"),
    ("my Slot's Charge gains 2", "Charge: 0 → 2", "Player 1's Charge is set"),
    ("roll 1 Number Die into my Slot's Hull", "Hull: ", "Slot gets a die on Hull"),
    (
        "flip my Slot's Trust for the second player's Slot to Foe",
        "is Foe",
        "Player 1's Trust for Player 2's Slot is set",
    ),
    (
        "flip my Slot's Trust for the second player's Slot to Foe\n"
        "flip my Slot's Trust for the second player's Slot to Friend",
        "is Friend",
        None,
    ),
    ('announce "names" for me at Red', None, "Player 1: names at Red"),
    ('announce "has" at the next Card of my Hand', "has at Jack", "has at a Card"),
    ("shuffle Trash onto Pack", None, "Trash is shuffled onto Pack"),
    ("choose a Colour as the call", None, "Player 1 chooses Red"),
]


def looks(body: str, players: int = 2) -> tuple[Interpreter, State, list[Event]]:
    text = HEAD.replace("phase Doing\n", f"{LOOKS}\nphase Doing\n") + "".join(
        f"  {line}\n" for line in ["deal 1 Card to all players", *body.splitlines(), 'may "Stop"', "  stop"]
    )
    compilation = load("looks.gdl", MemoryProvider({"looks.gdl": text, "cards.yaml": CARDS}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    x = compilation.executor()
    state, events = x.initial(Setting(players, 1))
    if "choose" in body:
        events += x.apply(state, 0)
    return x, state, events


@pytest.mark.parametrize(("line", "owner", "other"), SHOWN)
def test_what_is_shown_or_seen_by_its_owner_is_told_to_those_who_see_it(
    line: str, owner: str | None, other: str | None
) -> None:
    events = looks(line)[2]
    own, others = read(events, 0)[-1], [read(events, seat)[-1] for seat in (1, None)]
    assert others[0] == others[1]
    if owner is None:
        assert own == others[0] or others[0].startswith(own.split("2")[0])
    else:
        assert owner in own and owner not in others[0]
    if other is not None and "Trust" not in other:
        assert others[0] == other


def test_a_look_is_remembered_and_shown_in_the_view() -> None:
    x, state, _ = looks("show the next 2 Cards of Pack to me")
    for seat, wanted in ((0, 2), (1, 0)):
        [pack] = [place for place in x.observe(state, seat).places if place.name == "Pack"]
        assert pack.things is None and len(pack.known) == wanted
    layout = state.program.layout
    pack_number = layout.place_of["Pack", -1]
    tops = [
        {tuple(x.sample(state, seat, seed).contents[pack_number][-2:]) for seed in range(30)}
        for seat in (0, 1)
    ]
    assert len(tops[0]) == 1 and len(tops[1]) > 10


def test_what_is_shown_to_one_the_other_does_not_learn() -> None:
    x, state, events = looks("show my Hand to the second player", 3)
    assert read(events, 2)[-1] == "Player 1 shows a Card of Player 1's Hand to Player 2"
    assert "a Card" not in read(events, 1)[-1]
    hand = state.program.layout.place_of["Hand", 0]
    found = [{x.sample(state, seat, seed).contents[hand][0] for seed in range(30)} for seat in (1, 2)]
    assert len(found[0]) == 1 and len(found[1]) > 3


def test_a_counter_that_its_owner_sees_is_hidden_from_the_others() -> None:
    x, state, _ = looks("my Slot's Charge gains 2")
    layout = state.program.layout

    def charge(seat: int) -> set[int]:
        place = layout.place_of["Charge", layout.things["Slot"].start]
        worlds = [x.sample(state, seat, seed) for seed in range(40)]
        assert all(x.observe(world, seat) == x.observe(state, seat) for world in worlds)
        return {world.cells[layout.face_cell + world.contents[place][0]] for world in worlds}

    assert charge(0) == {2} and charge(1) == {1, 2, 3, 4, 5, 6}
    for seat, seen in ((0, True), (1, False)):
        things = x.observe(state, seat).players[0].things
        slot = next(thing for thing in things if thing.kind == "Slot")
        assert ("Charge" in slot.counters) is seen and ("Charge" in slot.facts) is not seen


def test_a_card_goes_to_the_bottom() -> None:
    _, state, _ = looks("move all Cards of my Hand under Pack")
    layout = state.program.layout
    pack = state.contents[layout.place_of["Pack", -1]]
    _, before, _ = looks("my Slot's Charge gains 2")
    assert pack[0] == before.contents[layout.place_of["Hand", 0]][0]
    assert pack[1:] == before.contents[layout.place_of["Pack", -1]]


def test_a_shuffle_onto_a_deck_keeps_what_lies_below() -> None:
    body = "repeat up to 3 times\n  draw 1 Card into Trash\nshuffle Trash onto Pack"
    orders = set()
    for seed in range(10):
        text = HEAD + "".join(f"  {line}\n" for line in [*body.splitlines(), 'may "Stop"', "  stop"])
        made = load("looks.gdl", MemoryProvider({"looks.gdl": text, "cards.yaml": CARDS})).executor()
        state, _ = made.initial(Setting(2, seed))
        pack = state.contents[state.program.layout.place_of["Pack", -1]]
        tops = {
            tuple(made.sample(state, 0, world).contents[state.program.layout.place_of["Pack", -1]][-3:])
            for world in range(9)
        }
        assert len(pack) == 8 and len(tops) > 2
        orders.add(tuple(pack[-3:]))
    assert len(orders) > 4


BIDS = """edition 1
game "Bids"
  players 2
kind Card, 6 of them
kind Seat, 1 for each player
  Bid: 0 to 3, starts 0, seen by its owner
deck Pack: all Cards
hand Hand of each player, of Cards
setup
  secretly each player
    set my Seat's Bid to a number from 1 to 3
turn of each player
  Play
phase Play
  draw 1 Card
the game ends when Pack is empty
  the highest player by my Seat's Bid wins
scenario "chosen"
  when the first player chooses "2"
  when the second player chooses "3"
  then the second player's Seat's Bid is 3
scenario "given"
  given the first player's Seat's Bid is 2
  given the turn of the first player
  then the first player's Seat's Bid is 2
"""


def test_secret_bids_of_a_set_up_are_chosen_or_given_in_scenarios() -> None:
    results = scenario.run(load("bids.gdl", MemoryProvider({"bids.gdl": BIDS})))
    assert [(one.title, one.message) for one in results] == [("chosen", ""), ("given", "")]
